"""Nothing is lost, bad messages stop nothing, and only faults of a message make it a dead letter."""

from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import runsnap
from runsnap import kafka
from tests.avro.samples import resumption
from tests.kafka import standins
from tests.kafka.standins import KafkaError, KafkaException, Killed, Message

PLACE = SimpleNamespace(topic="runs", field="value", headers=None)
CONFIG = {"bootstrap.servers": "b:9092", "group.id": "g"}


@pytest.fixture
def put(broker, registry):
    """Puts resumptions with these numbers of steps into the topic; a text is a broken message."""
    serialise = kafka.Serializer(registry, "resumption", register=True)

    def put(*messages):
        for message in messages:
            made = isinstance(message, int)
            broker.put("runs", serialise(resumption(steps=message), PLACE) if made else message, b"k")

    return put


def consume(broker, registry, handle, *, until=None, config=CONFIG, **options):
    """Read until everything that there was has been read once."""
    count = len(broker.topics["runs"]) - broker.committed.get("runs", 0)
    return kafka.consume(
        config, ["runs"], handle, deserializer=kafka.Deserializer(registry), dead_letters=kafka.DeadLetters({}, "dead"),
        until=until or (lambda tally: tally.handled + tally.dead >= count), **options,
    )  # fmt: skip


def letters(broker):
    return [letter.value() for letter in broker.topics.get("dead", [])]


def offsets(broker):
    """Where the dead letters stood."""
    return [int(dict(letter.headers())["runsnap.offset"]) for letter in broker.topics.get("dead", [])]


def test_good_messages_are_handled_bad_ones_kept_and_all_is_committed(broker, registry, put):
    put(1, b"bad", 2, b"worse", b"worst", 3)
    seen = []
    tally = consume(broker, registry, lambda document, message: seen.append((document.steps, message.key())))
    assert tally == kafka.Tally(handled=3, dead=3)
    assert seen == [(1, b"k"), (2, b"k"), (3, b"k")]
    assert letters(broker) == [b"bad", b"worse", b"worst"]
    assert offsets(broker) == [1, 3, 4]
    assert broker.committed["runs"] == 6
    assert broker.consumers[0].closed


def test_a_message_without_a_value_is_handed_over_as_none(broker, registry, put):
    put(None)
    seen = []
    consume(broker, registry, lambda document, message: seen.append((document, message.key())))
    assert seen == [(None, b"k")]


def test_a_header_with_the_id_is_seen(broker, registry, put):
    put(5)
    broker.put(
        "runs", broker.topics["runs"][0].value()[5:], headers=[("__value_schema_id", b"\x01" + bytes(16))]
    )
    seen = []
    consume(broker, registry, lambda document, message: seen.append(document.steps))
    assert seen == [5, 5]


def test_what_is_done_is_committed_in_between(broker, registry, put):
    put(*range(6))
    marks = []
    consume(broker, registry, lambda *_: marks.append(broker.committed.get("runs", 0)), commit_seconds=0)
    assert marks == list(range(6))
    put(*range(6))
    marks.clear()
    consume(broker, registry, lambda *_: marks.append(broker.committed["runs"]), commit_seconds=1000)
    assert set(marks) == {6}


def test_what_is_done_is_committed_where_nothing_more_comes(broker, registry, put):
    put(1)
    rounds = iter([False, False, True])
    at_the_end = []
    consume(
        broker, registry, print, commit_seconds=1000,
        until=lambda _: at_the_end.append(dict(broker.committed)) or next(rounds),
    )  # fmt: skip
    assert at_the_end == [{}, {}, {"runs": 1}]


@pytest.mark.parametrize(
    "cause", [ConnectionError("away"), standins.SchemaRegistryError(503, -1, "later")], ids=repr
)
def test_a_registry_that_is_away_ends_the_reading_and_buries_nothing(broker, registry, put, cause):
    put(1, b"bad", 2)
    registry.broken = cause
    seen = []
    with pytest.raises(runsnap.RegistryError):
        consume(broker, registry, lambda document, _: seen.append(document.steps))
    assert (seen, letters(broker), broker.committed) == ([], [], {})
    assert broker.consumers[0].closed
    registry.broken = None
    consume(broker, registry, lambda document, _: seen.append(document.steps))
    assert (seen, letters(broker), broker.committed["runs"]) == ([1, 2], [b"bad"], 3)


def test_an_error_of_the_handler_ends_the_reading_and_its_message_comes_again(broker, registry, put):
    put(1, 2, 3)
    seen = []

    def handle(document, _):
        seen.append(document.steps)
        if seen == [1, 2]:
            raise runsnap.UnknownNodeError("n")  # also one of ours is no fault of the message

    with pytest.raises(runsnap.UnknownNodeError):
        consume(broker, registry, handle)
    assert (broker.committed["runs"], letters(broker)) == (1, [])
    consume(broker, registry, handle)
    assert seen == [1, 2, 2, 3]


def test_the_first_error_is_told_if_the_commit_fails_too(broker, registry, put):
    put(1, 2)
    broker.failures = {"commit": (0, KafkaException(KafkaError(7)))}

    def handle(document, _):
        if document.steps == 2:
            raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        consume(broker, registry, handle)


def test_a_commit_that_fails_ends_the_reading(broker, registry, put):
    put(1)
    broker.failures = {"commit": (0, KafkaException(KafkaError(7)))}
    with pytest.raises(KafkaException):
        consume(broker, registry, print)
    assert broker.consumers[0].closed


@pytest.mark.parametrize("code", [KafkaError.ILLEGAL_GENERATION, KafkaError.REBALANCE_IN_PROGRESS])
def test_partitions_that_are_moving_stop_nothing(broker, registry, put, code):
    put(1, b"bad", 2)
    moving = KafkaException(KafkaError(code))
    broker.failures = {"commit": (0, moving), "commit_transaction": (0, moving)}
    seen = []
    tally = consume(broker, registry, lambda document, _: seen.append(document.steps), commit_seconds=0)
    assert (seen, letters(broker), tally) == ([1, 2], [b"bad"], kafka.Tally(2, 1))
    assert broker.committed["runs"] == 3


@pytest.mark.parametrize("committed", [{"runs": 1}, {}])
def test_partitions_that_go_away_are_committed_first_and_never_again(broker, registry, put, committed):
    put(1, 2)
    place = standins.TopicPartition("runs", 0)
    if not committed:
        broker.failures = {"commit": (0, KafkaException(KafkaError(KafkaError.REBALANCE_IN_PROGRESS)))}

    def until(tally):
        consumer = broker.consumers[0]
        if tally.handled == 1:
            consumer.on_revoke(consumer, [place])
            assert broker.committed == committed
            broker.committed["runs"] = 50  # by the new reader
        return tally.handled == 1

    consume(broker, registry, print, commit_seconds=1000, until=until)
    assert broker.committed == {"runs": 50}


def test_partitions_that_are_lost_are_not_committed(broker, registry, put):
    put(1)

    def until(tally):
        consumer = broker.consumers[0]
        if tally.handled:
            consumer.on_lost(consumer, [standins.TopicPartition("runs", 0)])
        return tally.handled == 1

    consume(broker, registry, print, commit_seconds=1000, until=until)
    assert broker.committed == {}


def test_the_end_of_a_partition_is_nothing_and_other_errors_end_the_reading(broker, registry, put):
    put(1)
    broker.topics["runs"][:0] = [Message(fault=KafkaError(KafkaError._PARTITION_EOF))]
    broker.topics["runs"].append(Message(fault=KafkaError(3)))
    seen = []
    with pytest.raises(KafkaException):
        consume(broker, registry, lambda document, _: seen.append(document.steps))
    assert seen == [1]


@pytest.mark.parametrize("value", [True, "true"])
def test_a_consumer_that_commits_by_itself_is_refused(broker, registry, put, value):
    put(1)
    with pytest.raises(ValueError, match=r"enable\.auto\.commit would lose messages"):
        consume(broker, registry, print, config=CONFIG | {"enable.auto.commit": value})


def test_the_consumer_commits_nothing_by_itself_and_begins_with_the_oldest_message(broker, registry, put):
    put(1)
    consume(broker, registry, print)
    assert broker.consumers[0].config == CONFIG | {
        "enable.auto.commit": False,
        "auto.offset.reset": "earliest",
    }
    put(1)
    consume(broker, registry, print, config=CONFIG | {"auto.offset.reset": "latest"})
    assert broker.consumers[1].config["auto.offset.reset"] == "latest"


CALLS = ["poll", "commit", "begin_transaction", "produce", "send_offsets_to_transaction", "commit_transaction", "handle"]  # fmt: skip


@given(
    messages=st.lists(st.booleans(), max_size=8),
    kills=st.lists(st.tuples(st.sampled_from(CALLS), st.integers(0, 8), st.booleans()), max_size=4),
    seconds=st.sampled_from([0, 1000]),
)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_wherever_a_process_is_killed_nothing_is_lost_and_no_letter_doubled(
    broker, registry, put, messages, kills, seconds
):
    broker.topics, broker.committed = {"runs": []}, {}
    put(*(offset if good else b"bad" for offset, good in enumerate(messages)))
    seen = []

    def handle(document, _):
        broker.call("handle", lambda: seen.append(document.steps))

    for kill in [*kills, None]:
        broker.failures = {} if kill is None else {kill[0]: (kill[1], Killed())}
        broker.after = kill is not None and kill[2]
        broker.dead = False
        try:
            consume(broker, registry, handle, commit_seconds=seconds)
        except Killed:
            continue
    good = [offset for offset, is_good in enumerate(messages) if is_good]
    bad = [offset for offset, is_good in enumerate(messages) if not is_good]
    assert sorted(set(seen)) == good
    assert offsets(broker) == bad
    assert broker.committed.get("runs", 0) == len(messages)
