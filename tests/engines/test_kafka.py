"""Documents through a real Kafka, their schemas in a real registry."""

from __future__ import annotations

import copy
import itertools
import json

import pytest
from confluent_kafka.schema_registry import (
    Schema,
    SchemaRegistryClient,
    header_schema_id_serializer,
    record_subject_name_strategy,
)
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.schema_registry.json_schema import JSONDeserializer, JSONSerializer
from confluent_kafka.serialization import MessageField, SerializationContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import runsnap
from runsnap import avro, kafka
from runsnap._equality import same_json
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._generated.catalog import CATALOG
from tests.avro.samples import CLASSES, MODELS, PAIRS, as_written, carried_documents, document, uncarried
from tests.compat.corpus import LOADING
from tests.engines.kafka_topics import new_topic, receive, send, serialiser

ENCODINGS = ["avro", "json"]
KINDS = ["capture", "resumption"]
BIG = {
    "capture": {"rng_seed": 2**64 - 1, "later": {"big": [2**200, -0.0, 1e300], "deep": [[[None]]]}},
    "resumption": {
        "spend": {"micros": 10**38 - 1, "currency": None, "unpriced": {}, "later": 2**64},
        "later": "…",
    },
}


def newest(kind):
    return MODELS[kind][-1]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_files_of_the_corpus_travel(servers, registry, kind, encoding):
    entries = [entry for entry in LOADING if entry.kind == kind]
    made = [entry.cls.load(entry.file) for entry in entries]
    carried = [
        each for each in made if encoding == "json" or not list(uncarried(newest(kind), each.to_dict()))
    ]
    assert len(carried) > len(made) // 2
    made = [*carried, document(kind, **BIG[kind])]
    topic = new_topic(servers, f"{kind}-{encoding}")
    send(servers, topic, made, serialiser(registry, kind, encoding=encoding))
    back = receive(servers, topic, len(made), kafka.Deserializer(registry, kind))
    for before, after in zip(made, back, strict=True):
        assert type(after.value()) is CLASSES[kind]
        assert same_json(after.value().to_dict(), before.to_dict())


@pytest.mark.parametrize(("kind", "version"), PAIRS)
@given(data=st.data())
@settings(deadline=None, max_examples=4, suppress_health_check=list(HealthCheck))
def test_generated_documents_travel_in_every_version(servers, registry, kind, version, data):
    plain = data.draw(st.lists(carried_documents(newest(kind)), min_size=1, max_size=5))
    made = [CLASSES[kind].loads(json.dumps(each)) for each in plain]
    for encoding in ENCODINGS:
        topic = new_topic(servers, f"generated-{encoding}")
        send(servers, topic, made, serialiser(registry, kind, encoding=encoding, version=version))
        back = receive(servers, topic, len(made), kafka.Deserializer(registry))
        assert all(
            same_json(after.value().to_dict(), as_written(kind, before))
            for before, after in zip(plain, back, strict=True)
        )


def test_nanoseconds_travel(servers, registry):
    topic = new_topic(servers, "instants")
    moment = "2026-05-28T20:26:40.000000001Z"
    for encoding in ENCODINGS:
        name = f"{topic}-{encoding}"
        first = send(
            servers, topic, [document("capture", captured_at=moment)],
            serialiser(registry, "capture", encoding=encoding, subject=lambda ctx, record, name=name: name),
        )  # fmt: skip
        (message,) = receive(servers, topic, 1, kafka.Deserializer(registry), first=first)
        assert message.value().to_dict()["captured_at"] == moment


# Beside confluent-kafka's own serialisers, which know nothing of this package.


@pytest.mark.parametrize("kind", KINDS)
def test_others_read_and_write_the_same_avro(servers, registry, kind):
    made = document(kind, **BIG[kind])
    topic = new_topic(servers, f"plain-avro-{kind}")
    ours = serialiser(registry, kind)
    send(servers, topic, [made], ours)
    (plain,) = receive(servers, topic, 1, AvroDeserializer(registry))
    assert same_json(json.loads(plain.value()["_unknown"]["later"]), BIG[kind]["later"])
    theirs = AvroSerializer(registry, json.dumps(avro.schema(kind)), conf={"auto.register.schemas": True})
    send(servers, topic, [plain.value()], theirs)
    first, second = receive(servers, topic, 2)
    assert first.value()[5:] == second.value()[5:]
    assert kafka.Deserializer(registry)(second.value()).to_dict() == made.to_dict()


@pytest.mark.parametrize("kind", KINDS)
def test_others_read_and_write_the_same_json(servers, registry, kind):
    """With Python's own JSON: where orjson is installed they take that, which is not exact beyond 64 bits."""
    made = document(kind, **BIG[kind])
    topic = new_topic(servers, f"plain-json-{kind}")
    schema = json.dumps(runsnap.schema(kind))
    send(servers, topic, [made], serialiser(registry, kind, encoding="json"))
    theirs_in = JSONDeserializer(schema, schema_registry_client=registry, json_decode=json.loads)
    (plain,) = receive(servers, topic, 1, theirs_in)
    assert same_json(plain.value(), made.to_dict())
    theirs_out = JSONSerializer(
        schema, registry, to_dict=lambda each, ctx: each.to_dict(), json_encode=json.dumps
    )
    send(servers, topic, [made], theirs_out)
    back = receive(servers, topic, 2, kafka.Deserializer(registry))
    assert all(same_json(each.value().to_dict(), made.to_dict()) for each in back)


def test_a_header_may_name_the_schema():
    """Against confluent-kafka's registry in memory: Apicurio does not know schemas by UUID."""
    memory = SchemaRegistryClient.new_client({"url": "mock://"})
    place = SerializationContext("runs", MessageField.VALUE, [])
    theirs = JSONSerializer(
        json.dumps(runsnap.schema("capture")), memory, to_dict=lambda each, ctx: each.to_dict(),
        conf={"schema.id.serializer": header_schema_id_serializer},
    )  # fmt: skip
    message = theirs(document("capture"), place)
    assert message.startswith(b"{")
    assert kafka.Deserializer(memory)(message, place) == document("capture")


def test_strategies_of_confluent_kafka_name_subjects(servers, registry):
    topic = new_topic(servers, "named")
    send(
        servers,
        topic,
        [document("capture")],
        serialiser(registry, "capture", subject=record_subject_name_strategy),
    )
    assert "runsnap.capture.Capture" in registry.get_subjects()


def test_a_schema_that_is_there_is_found_and_another_is_not_put_there(servers, registry):
    topic = new_topic(servers, "looked-up")
    for kind, encoding in itertools.product(KINDS, ENCODINGS):
        subject = f"{topic}-{kind}-{encoding}"
        look_up = kafka.Serializer(
            registry, kind, encoding=encoding, subject=lambda ctx, name, subject=subject: subject
        )
        with pytest.raises(runsnap.RegistryError, match=f"looking up the schema under '{subject}': HTTP 404"):
            look_up(document(kind))
        assert subject not in registry.get_subjects()
        catalog = AVRO_CATALOG if encoding == "avro" else CATALOG
        schema_id = registry.register_schema(subject, Schema(catalog.text(kind), encoding.upper()))
        message = look_up(document(kind))
        assert message[:5] == b"\0" + schema_id.to_bytes(4, "big")
        assert kafka.Deserializer(registry)(message) == document(kind)


# Versions.


def test_a_plain_consumer_with_the_oldest_schema_reads_messages_of_the_newest(servers, registry):
    topic = new_topic(servers, "older-consumer")
    made = document("capture")
    send(servers, topic, [made], serialiser(registry, "capture"))
    (message,) = receive(
        servers, topic, 1, AvroDeserializer(registry, json.dumps(avro.schema("capture", "1.0.0")))
    )
    older = avro.schema("capture", "1.0.0")
    assert list(message.value()) == [field["name"] for field in older["fields"]]
    assert message.value()["run_log"]["agent"] == made.run_log.agent
    assert "cache_usd" not in message.value()["run_log"]["cost_estimate"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_messages_of_a_later_release_are_read_and_nothing_of_them_is_lost(servers, registry, encoding):
    topic = new_topic(servers, f"later-{encoding}")
    made = document("capture")
    if encoding == "avro":
        later = copy.deepcopy(avro.schema("capture"))
        later["fields"].insert(0, {"name": "region", "type": "string", "default": ""})
        send(servers, topic, [made], serialiser(registry, "capture"))
        (plain,) = receive(servers, topic, 1, AvroDeserializer(registry))
        theirs = AvroSerializer(registry, json.dumps(later), conf={"auto.register.schemas": True})
        first = send(servers, topic, [plain.value() | {"region": "north"}], theirs)
    else:
        later = runsnap.schema("capture") | {"$id": "urn:runsnap:schema:capture:9.0.0"}
        first = send(
            servers,
            topic,
            [made.to_dict() | {"region": "north"}],
            JSONSerializer(json.dumps(later), registry),
        )
    (message,) = receive(servers, topic, 1, kafka.Deserializer(registry, "capture"), first=first)
    assert message.value().additional_properties == {"region": "north"}
    message.value().additional_properties.clear()
    assert message.value() == made
