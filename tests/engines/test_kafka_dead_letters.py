"""Messages that cannot be read, and readers that are killed or join in, with a real Kafka."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading

import pytest
from confluent_kafka.error import ValueDeserializationError, ValueSerializationError
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.serialization import MessageField, SerializationContext

import runsnap
from runsnap import Limits, kafka
from tests.avro.samples import document
from tests.engines.kafka_topics import count_of, new_topic, new_topics, receive, send, serialiser
from tests.engines.process import ROOT, free_ports


def poison(registry, topic):
    """Broken messages, each with the error and the pointer that its dead letter names."""
    place = SerializationContext(topic, MessageField.VALUE)
    in_avro = serialiser(registry, "resumption", subject=lambda ctx, name: f"{topic}-avro")(
        document("resumption"), place
    )
    in_json = serialiser(registry, "resumption", encoding="json")(document("resumption"), place)
    head, text = in_json[:5], json.loads(in_json[5:])
    return [
        (b"no framing", "MalformedError", ""),
        (b"\x00\x00", "MalformedError", ""),
        (in_avro[:-4], "MalformedError", ""),
        (in_avro + b"\x00", "MalformedError", ""),
        (in_avro[:1] + b"\x7f\x00\x00\x01" + in_avro[5:], "UnknownSchemaError", ""),
        (head + json.dumps(text | {"steps": -1}).encode(), "InvalidDocumentError", "/steps"),
        (head + json.dumps(text | {"steps": "NaN"}).encode().replace(b'"NaN"', b"NaN"), "MalformedError", "/steps"),
        (head + b"[" * 100_000, "LimitError", "/0" * 200),
        (head + b'{"kind": "memory"}', "WrongKindError", ""),
        (head + json.dumps(text | {"label": "x" * 3_000_000}).encode(), "LimitError", ""),
    ]  # fmt: skip


def read_all(servers, topic, registry, handle, count, **options):
    """Read so many messages of a topic as a group named like it."""
    dead = kafka.DeadLetters({"bootstrap.servers": servers}, f"{topic}-dead")
    config = {
        "bootstrap.servers": servers, "group.id": topic, "group.protocol": "consumer", "fetch.message.max.bytes": 50_000_000,
    }  # fmt: skip
    return kafka.consume(
        config, [topic], handle, dead_letters=dead,
        deserializer=kafka.Deserializer(registry, limits=Limits(max_bytes=2_000_000)),
        until=lambda tally: tally.handled + tally.dead >= count, **options,
    )  # fmt: skip


def test_bad_messages_go_to_the_dead_letters_and_good_ones_arrive(servers, registry):
    topic, dead = new_topics(servers, "poison")
    cases = poison(registry, topic)
    good = serialiser(registry, "resumption", encoding="json")
    for number, (value, _, _) in enumerate(cases):
        send(servers, topic, [value])
        send(servers, topic, [document("resumption", steps=number)], good)
    seen = []
    tally = read_all(servers, topic, registry, lambda each, message: seen.append(each.steps), 2 * len(cases))
    assert tally == kafka.Tally(handled=len(cases), dead=len(cases))
    assert seen == list(range(len(cases)))
    letters = receive(servers, dead, len(cases))
    for number, (letter, (value, error, pointer)) in enumerate(zip(letters, cases, strict=True)):
        headers = {name: content.decode() for name, content in letter.headers()}
        assert letter.value() == value
        assert letter.key() == b"0"
        assert headers["runsnap.error"] == error, headers
        assert headers["runsnap.pointer"] == pointer
        assert headers["runsnap.reason"]
        assert (headers["runsnap.topic"], headers["runsnap.partition"]) == (topic, "0")
        assert headers["runsnap.offset"] == str(2 * number)
    assert count_of(servers, dead) == len(cases)


def test_without_a_registry_nothing_is_buried_and_all_comes_later(servers, registry):
    topic, dead = new_topics(servers, "away")
    good = serialiser(registry, "resumption")
    send(servers, topic, [document("resumption", steps=1)], good)
    send(servers, topic, [b"bad"])
    send(servers, topic, [document("resumption", steps=2)], good)
    (port,) = free_ports(1)
    away = SchemaRegistryClient({"url": f"http://127.0.0.1:{port}", "max.retries": 0, "timeout": 5})
    seen = []
    with pytest.raises(
        runsnap.RegistryError, match=f"http://127.0.0.1:{port}: fetching the schema with the id"
    ):
        read_all(servers, topic, away, lambda each, _: seen.append(each.steps), 3)
    assert (seen, count_of(servers, dead)) == ([], 0)
    read_all(servers, topic, registry, lambda each, _: seen.append(each.steps), 3)
    assert (seen, count_of(servers, dead)) == ([1, 2], 1)


def test_the_client_of_confluent_kafka_tells_what_is_wrong(servers, registry):
    topic = new_topic(servers, "plain-client")
    send(servers, topic, [b"bad"])
    with pytest.raises(ValueDeserializationError) as caught:
        receive(servers, topic, 1, kafka.Deserializer(registry))
    assert isinstance(caught.value.exception, runsnap.MalformedError)
    assert caught.value.kafka_message.value() == b"bad"
    bad = document("resumption")
    bad.steps = -1
    with pytest.raises(ValueSerializationError) as refused:
        send(servers, topic, [bad], serialiser(registry, "resumption"))
    assert isinstance(refused.value.exception, runsnap.InvalidDocumentError)


# Processes that are killed.


def run_reader(servers, registry_url, topic, log, count, kill):
    """Read in another process, which notes each document in a file, and kills itself at some call."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.engines.kafka_reader", servers, registry_url, topic, str(log), str(count), kill],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    expected = 0 if kill == "never" else -signal.SIGKILL
    assert done.returncode == expected, done.stderr
    return [int(line) for line in log.read_text().split()]


@pytest.mark.parametrize(
    "kill", ["handle", "begin_transaction", "produce", "send_offsets_to_transaction", "commit_transaction", "after commit_transaction", "commit"]
)  # fmt: skip
def test_a_killed_reader_loses_nothing_and_doubles_no_letter(servers, registry, apicurio, tmp_path, kill):
    topic, dead = new_topics(servers, "killed")
    good = serialiser(registry, "resumption")
    send(servers, topic, [document("resumption", steps=0), document("resumption", steps=1)], good)
    send(servers, topic, [b"bad 2"])
    send(servers, topic, [document("resumption", steps=3)], good)
    send(servers, topic, [b"bad 4", b"bad 5"])
    send(servers, topic, [document("resumption", steps=6)], good)
    log = tmp_path / "handled"
    log.touch()
    run_reader(servers, apicurio.url, topic, log, 7, kill)
    seen = run_reader(servers, apicurio.url, topic, log, 7, "never")
    assert sorted(set(seen)) == [0, 1, 3, 6]
    assert [letter.value() for letter in receive(servers, dead, 3)] == [b"bad 2", b"bad 4", b"bad 5"]
    assert count_of(servers, dead) == 3


def test_readers_that_share_a_topic_lose_nothing_and_double_no_letter(servers, registry):
    """The second one joins while the first one reads: partitions move."""
    topic, dead = new_topics(servers, "shared", partitions=4)
    good = serialiser(registry, "resumption")
    handled, buried, failures = [set(), set()], [0, 0], []
    reads, everything = [threading.Event(), threading.Event()], threading.Event()
    sent = 0

    def read(number):
        def handle(each, message):
            handled[number].add((message.partition(), message.offset()))
            reads[number].set()

        def until(tally):
            buried[number] = tally.dead
            return bool(failures) or (
                everything.is_set() and len(handled[0] | handled[1]) + sum(buried) == sent
            )

        try:
            kafka.consume(
                {"bootstrap.servers": servers, "group.id": topic, "session.timeout.ms": 6000}, [topic], handle,
                deserializer=kafka.Deserializer(registry), until=until,
                dead_letters=kafka.DeadLetters({"bootstrap.servers": servers}, dead),
            )  # fmt: skip
        except BaseException as error:
            failures.append(error)
            raise

    readers = [threading.Thread(target=read, args=(number,), daemon=True) for number in (0, 1)]
    readers[0].start()
    bad = []
    while not (reads[1].is_set() or failures):
        send(servers, topic, [document("resumption", steps=each) for each in range(40)], good)
        bad += [b"bad %d" % (len(bad) + each) for each in range(4)]
        send(servers, topic, bad[-4:])
        sent += 44
        if reads[0].is_set() and readers[1].ident is None:
            readers[1].start()
        assert len(bad) < 4 * 2000, "a reader gets nothing"
    everything.set()
    for reader in readers:
        reader.join()
    assert failures == []
    assert all(handled)
    assert sorted(letter.value() for letter in receive(servers, dead, len(bad))) == sorted(bad)
    assert count_of(servers, dead) == len(bad)
