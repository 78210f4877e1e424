"""Documents become messages and the same documents again; what is bad is refused by its cause."""

import io
import json
from types import SimpleNamespace

import fastavro
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import runsnap
from runsnap import Limits, avro, kafka
from runsnap._equality import same_json
from tests.avro.samples import (
    CAPTURE,
    CLASSES,
    MODELS,
    PAIRS,
    as_written,
    carried_documents,
    document,
    set_at,
    uncarried,
)
from tests.compat.corpus import LOADING, path_of
from tests.kafka.standins import Schema, SchemaRegistryError

ENCODINGS = ["avro", "json"]
FOR_EACH_EXAMPLE = settings(
    deadline=None,
    max_examples=20,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
PLACE = SimpleNamespace(topic="runs", field="value", headers=None)


def written(registry, made, **options):
    kind = "capture" if isinstance(made, runsnap.Capture) else "resumption"
    return kafka.Serializer(registry, kind, register=True, **options)(made, PLACE)


def read(registry, message, *options, **more):
    return kafka.Deserializer(registry, *options, **more)(message, PLACE)


def model_of(kind, version=None):
    return next(model for model in reversed(MODELS[kind]) if version in (None, model.version))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("entry", LOADING, ids=path_of)
def test_every_file_of_the_corpus_comes_back(registry, entry, encoding):
    made = entry.cls.load(entry.file)
    plain = json.loads(entry.file.read_text(encoding="utf-8"))
    if encoding == "avro" and list(uncarried(model_of(entry.kind), made.to_dict())):
        with pytest.raises(runsnap.UnrepresentableError):
            written(registry, made, encoding=encoding)
        return
    back = read(registry, written(registry, made, encoding=encoding))
    assert type(back) is entry.cls
    assert same_json(back.to_dict(), as_written(entry.kind, plain))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("kind", "version"), PAIRS)
@given(data=st.data())
@FOR_EACH_EXAMPLE
def test_generated_documents_come_back_through_every_version(registry, kind, version, encoding, data):
    plain = data.draw(carried_documents(model_of(kind)))
    made = CLASSES[kind].loads(json.dumps(plain))
    message = written(registry, made, encoding=encoding, version=version)
    assert same_json(read(registry, message, kind).to_dict(), as_written(kind, plain))


@pytest.mark.parametrize(("kind", "version"), PAIRS)
def test_the_data_in_avro_is_what_any_reader_makes_of_the_schema(registry, kind, version):
    made = document(kind)
    message = written(registry, made, version=version)
    schema = json.loads(registry.get_schema(int.from_bytes(message[1:5], "big")).schema_str)
    assert schema == avro.schema(kind, version)
    record = fastavro.schemaless_reader(io.BytesIO(message[5:]), fastavro.parse_schema(schema), None)
    if kind == "capture":
        assert record["run_id"] == CAPTURE["run_id"]
        assert record["rng_seed"] == 2**64 - 1
        assert record["run_log"]["started_at"] == 1_772_439_300_123_456_789
    else:
        assert record["spend"]["micros"] == 10**38 - 1


@pytest.mark.parametrize(("kind", "version"), PAIRS)
def test_the_data_in_json_is_the_whole_document_on_one_line(registry, kind, version):
    made = document(kind, later={"member": [2**70, "\n"]})
    message = written(registry, made, encoding="json", version=version)
    assert registry.get_schema(int.from_bytes(message[1:5], "big")).schema_type == "JSON"
    assert b"\n" not in message[5:]
    assert same_json(json.loads(message[5:]), made.to_dict())


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_bad_document_is_refused_before_the_registry_is_asked(registry, encoding):
    bad = document("capture")
    bad.run_log.steps[0].idx = 3.7
    with pytest.raises(runsnap.InvalidDocumentError, match="/run_log/steps/0/idx"):
        written(registry, bad, encoding=encoding)
    assert registry.questions == 0


def test_a_document_in_json_also_passes_the_verdict_of_the_older_version(registry, monkeypatch):
    """No released version refuses what a later one allows, so that the refusal is one made for the test."""
    asked = []

    def refuse(made, *, version):
        asked.append((made, version))
        return runsnap.validate({"run_log": 5}, version=version)

    monkeypatch.setattr("runsnap.kafka._serde.validate", refuse)
    made = document("capture")
    assert written(registry, made, encoding="json")
    assert asked == []
    with pytest.raises(runsnap.InvalidDocumentError, match="/run_log"):
        written(registry, made, encoding="json", version="1.0.0")
    assert asked == [(made, "1.0.0")]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_none_is_none_on_either_side(registry, encoding):
    assert kafka.Serializer(registry, "capture", encoding=encoding)(None, PLACE) is None
    assert read(registry, None) is None


def test_the_serialiser_of_a_kind_refuses_the_other_and_what_is_no_document(registry):
    serialise = kafka.Serializer(registry, "capture")
    with pytest.raises(runsnap.WrongKindError, match="expected a capture, found a resumption"):
        serialise(document("resumption"), PLACE)
    with pytest.raises(runsnap.WrongKindError, match="whole document"):
        serialise(document("capture").run_log, PLACE)
    with pytest.raises(TypeError, match="Capture or a Resumption"):
        serialise({}, PLACE)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_deserialiser_of_a_kind_refuses_the_other(registry, encoding):
    message = written(registry, document("resumption"), encoding=encoding)
    with pytest.raises(runsnap.WrongKindError, match="capture"):
        read(registry, message, "capture")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"kind": "memory"}, ValueError),
        ({"kind": "capture", "encoding": "protobuf"}, ValueError),
        ({"kind": "capture", "version": "9.0.0"}, runsnap.UnsupportedVersionError),
    ],
)
def test_wrong_arguments_are_told_at_once(registry, options, error):
    with pytest.raises(error):
        kafka.Serializer(registry, **options)
    assert registry.questions == 0


def test_an_unknown_kind_to_read_is_told_at_once(registry):
    with pytest.raises(ValueError, match="memory"):
        kafka.Deserializer(registry, "memory")


def test_a_schema_is_looked_up_unless_it_is_to_be_registered(registry):
    with pytest.raises(
        runsnap.RegistryError, match="looking up the schema under 'runs-value': HTTP 404"
    ) as caught:
        kafka.Serializer(registry, "capture")(document("capture"), PLACE)
    assert caught.value.status == 404
    assert registry.schemas == []
    written(registry, document("capture"))
    assert kafka.Serializer(registry, "capture")(document("capture"), PLACE)[:5] == bytes(5)


def test_each_subject_is_asked_for_once(registry):
    serialise = kafka.Serializer(registry, "capture", register=True)
    deserialise = kafka.Deserializer(registry)
    for _ in range(3):
        deserialise(serialise(document("capture"), PLACE), PLACE)
    assert registry.questions == 2
    serialise(document("capture"), SimpleNamespace(topic="others", field="key", headers=None))
    assert [subject for subject, _ in registry.subjects] == ["runs-value", "others-key"]


@pytest.mark.parametrize(("encoding", "name"), [("avro", "runsnap.capture.Capture"), ("json", "Capture")])
def test_a_strategy_gets_the_name_of_the_record(registry, encoding, name):
    kafka.Serializer(registry, "capture", encoding=encoding, register=True, subject=lambda ctx, name: name)(
        document("capture")
    )
    assert [subject for subject, _ in registry.subjects] == [name]
    with pytest.raises(ValueError, match="no subject"):
        kafka.Serializer(registry, "capture", subject=lambda ctx, name: None)(document("capture"))


def test_a_header_may_name_the_schema(registry):
    message = written(registry, document("capture"))
    place = SimpleNamespace(topic="runs", field="value", headers=[("__value_schema_id", b"\x01" + bytes(16))])
    assert kafka.Deserializer(registry)(message[5:], place) == document("capture")


def test_without_a_place_the_id_stands_in_front(registry):
    assert kafka.Deserializer(registry)(written(registry, document("capture"))) == document("capture")


# What is wrong with a message.

POISON = {
    "an id that nobody registered": (lambda m: m[:1] + b"\0\0\0\x63" + m[5:], kafka.UnknownSchemaError),
    "another first byte": (lambda m: b"\x07" + m[1:], runsnap.MalformedError),
    "nothing": (lambda m: b"", runsnap.MalformedError),
    "cut": (lambda m: m[:-3], runsnap.MalformedError),
    "more behind": (lambda m: m + b"x", runsnap.MalformedError),
    "no data": (lambda m: m[:5], runsnap.MalformedError),
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("case", POISON)
def test_a_broken_message_is_refused_by_its_cause(registry, encoding, case):
    break_it, error = POISON[case]
    message = written(registry, document("resumption"), encoding=encoding)
    with pytest.raises(error):
        read(registry, break_it(message))


def test_text_with_a_bomb_a_doubled_name_or_a_fault_is_refused(registry):
    head = written(registry, document("capture"), encoding="json")[:5]
    with pytest.raises(runsnap.LimitError, match="depth"):
        read(registry, head + b'{"run_log":' * 100_000)
    with pytest.raises(runsnap.MalformedError, match="run_id"):
        read(registry, head + b'{"run_id": 1, "run_id": 2, "run_log": {}}')
    with pytest.raises(runsnap.InvalidDocumentError, match="/run_log"):
        read(registry, head + json.dumps(set_at(CAPTURE, "/run_log", 5)).encode())


@pytest.mark.parametrize(
    ("encoding", "limits"), [("avro", Limits(max_block_bytes=50)), ("json", Limits(max_bytes=50))]
)
def test_a_message_beyond_a_limit_is_refused(registry, encoding, limits):
    message = written(registry, document("capture"), encoding=encoding)
    with pytest.raises(runsnap.LimitError):
        read(registry, message, limits=limits)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_only_the_strict_reader_enforces_rules_across_fields(registry, encoding):
    message = written(registry, document("capture", run_id="01J9ZK3V7Q8R5T2W4Y6A8C0E1H"), encoding=encoding)
    assert read(registry, message)
    with pytest.raises(runsnap.InvalidDocumentError, match="run"):
        read(registry, message, strict=True)


def test_the_strict_reader_keeps_to_the_limit_of_problems(registry):
    made = document("capture", run_id="01J9ZK3V7Q8R5T2W4Y6A8C0E1H")
    made.run_log.finished_at = made.run_log.started_at.subtract(seconds=1)
    with pytest.raises(runsnap.InvalidDocumentError) as caught:
        read(registry, written(registry, made), strict=True, limits=Limits(max_problems=1))
    report = caught.value.report
    assert len(report.refusals) == 1
    assert report.refusal_count > 1


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        (Schema('{"type": "record", "name": "Other", "fields": []}'), runsnap.UnsupportedVersionError),
        (Schema('"string"'), runsnap.UnsupportedVersionError),
        (Schema("{"), runsnap.MalformedError),
        (Schema(None), runsnap.MalformedError),
        (Schema('syntax = "proto3";', "PROTOBUF"), runsnap.UnsupportedVersionError),
    ],
)
def test_a_schema_of_somebody_else_is_refused(registry, schema, error):
    registry.schemas.append(schema)
    with pytest.raises(error):
        read(registry, bytes(5) + b"data")


# What is wrong with the registry is no fault of a message.

AWAY = [
    ConnectionError("refused"),
    TimeoutError(),
    SchemaRegistryError(500, 50001, "backend"),
    SchemaRegistryError(401, 40101, "who are you"),
    SchemaRegistryError(404, -1, "<html>no such page</html>"),
    ValueError("no JSON"),
]


@pytest.mark.parametrize("cause", AWAY, ids=repr)
def test_a_registry_that_gives_no_answer_is_named_without_credentials(registry, cause):
    message = written(registry, document("capture"))
    registry.broken = cause
    with pytest.raises(runsnap.RegistryError) as caught:
        read(registry, message)
    assert caught.value.source == "http://registry:8081"
    assert "fetching the schema with the id 0" in str(caught.value)
    assert "secret" not in str(caught.value)
    with pytest.raises(runsnap.RegistryError, match="registering the schema under 'runs-value'"):
        written(registry, document("capture"))


def test_no_credentials_of_several_addresses_are_shown(broker):
    from tests.kafka.standins import Registry

    registry = Registry("http://user:secret@one:1, https://other:hidden@two:2/path")
    with pytest.raises(kafka.UnknownSchemaError):
        read(registry, bytes(5))
    registry.broken = ConnectionError()
    with pytest.raises(runsnap.RegistryError) as caught:
        read(registry, bytes(5))
    assert caught.value.source == "http://one:1,https://two:2/path"


def test_what_a_registry_says_is_told_in_one_line_that_steers_no_terminal(registry):
    registry.broken = SchemaRegistryError(500, 50001, "first\n\x1b[2Jsecond " + "x" * 1000)
    with pytest.raises(runsnap.RegistryError) as caught:
        read(registry, bytes(5))
    assert "first �[2Jsecond xxx" in caught.value.reason
    assert caught.value.reason.isprintable()
    assert len(caught.value.reason) < 320


def test_a_registry_that_comes_back_is_asked_again(registry):
    message = written(registry, document("capture"))
    deserialise = kafka.Deserializer(registry)
    registry.broken = ConnectionError()
    with pytest.raises(runsnap.RegistryError):
        deserialise(message, PLACE)
    registry.broken = None
    assert deserialise(message, PLACE) == document("capture")
