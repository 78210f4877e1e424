"""A dead letter is the whole message, where it stood, and why it cannot be read."""

import pytest

import runsnap
from runsnap import kafka
from runsnap.kafka._dead_letters import headers_of
from tests.kafka.standins import KafkaError, KafkaException, Message, TopicPartition

REFUSED = runsnap.MalformedError("the data ends", "/run_log", format="Avro")
MESSAGE = Message(
    "runs", 41, b"\x00bytes", b"key", [("trace", b"\x01"), ("runsnap.reason", b"of another topic")]
)


def refusal(text):
    """What the loader says of a text."""
    with pytest.raises(runsnap.RunsnapError) as caught:
        runsnap.loads(text)
    return caught.value


def test_the_headers_say_what_where_and_why():
    assert headers_of(MESSAGE, REFUSED) == [
        ("trace", b"\x01"),
        ("runsnap.reason", b"of another topic"),
        ("runsnap.error", "MalformedError"),
        ("runsnap.reason", "not Avro: the data ends"),
        ("runsnap.pointer", "/run_log"),
        ("runsnap.topic", "runs"),
        ("runsnap.partition", "0"),
        ("runsnap.offset", "41"),
        ("runsnap.timestamp", "1700000000000"),
    ]


def test_of_an_invalid_document_every_reason_and_the_first_place_are_named():
    error = refusal('{"run_log": 5}')
    headers = dict(headers_of(MESSAGE, error))
    assert headers["runsnap.error"] == "InvalidDocumentError"
    assert headers["runsnap.pointer"] == error.report.refusals[0].pointer
    assert all(problem.message in headers["runsnap.reason"] for problem in error.report.refusals[:5])


@pytest.mark.parametrize("reason", ["x" * 1_000_000, "\ud800" * 5000, "é" * 5000])
def test_headers_stay_short_and_are_text(reason):
    headers = headers_of(MESSAGE, runsnap.MalformedError(reason, "/" + reason))
    assert sum(len(name) + len(value.encode()) for name, value in headers[2:]) < 20_000


@pytest.fixture
def dead(broker):
    return kafka.DeadLetters({"bootstrap.servers": "b:9092"}, "dead")


def test_the_message_stands_in_the_topic_when_send_returns(broker, dead):
    dead.send(MESSAGE, REFUSED)
    (letter,) = broker.topics["dead"]
    assert (letter.value(), letter.key()) == (b"\x00bytes", b"key")
    assert letter.headers() == headers_of(MESSAGE, REFUSED)
    assert broker.committed == {}


def test_message_and_offsets_are_one_transaction(broker, dead):
    consumer = broker.module().Consumer({})
    dead.send(MESSAGE, REFUSED, consumer, [TopicPartition("runs", 0, 42)])
    assert broker.committed == {"runs": 42}
    assert broker.producers[0].calls == [
        "init_transactions", "begin_transaction", "produce", "send_offsets_to_transaction", "commit_transaction",
    ]  # fmt: skip


@pytest.mark.parametrize("call", ["produce", "send_offsets_to_transaction", "commit_transaction"])
def test_where_the_broker_fails_nothing_happens(broker, dead, call):
    broker.failures = {call: (0, KafkaException(KafkaError(1)))}
    consumer = broker.module().Consumer({})
    with pytest.raises(KafkaException):
        dead.send(MESSAGE, REFUSED, consumer, [TopicPartition("runs", 0, 42)])
    assert broker.producers[0].calls[-1] == "abort_transaction"
    assert (broker.topics, broker.committed) == ({}, {})
    dead.send(MESSAGE, REFUSED, consumer, [TopicPartition("runs", 0, 42)])
    assert (len(broker.topics["dead"]), broker.committed) == (1, {"runs": 42})


def test_the_error_is_told_even_if_the_transaction_cannot_be_taken_back(broker, dead):
    first = KafkaException(KafkaError(1))
    broker.failures = {
        "commit_transaction": (0, first),
        "abort_transaction": (0, KafkaException(KafkaError(2))),
    }
    with pytest.raises(KafkaException) as caught:
        dead.send(MESSAGE, REFUSED)
    assert caught.value is first


def test_each_producer_has_an_id_of_its_own_unless_it_is_given(broker):
    kafka.DeadLetters({}, "dead")
    kafka.DeadLetters({}, "dead")
    kafka.DeadLetters({"transactional.id": "mine", "transaction.timeout.ms": 5}, "dead")
    first, second, third = (producer.config for producer in broker.producers)
    assert first["transactional.id"] != second["transactional.id"]
    assert (third["transactional.id"], third["transaction.timeout.ms"]) == ("mine", 5)
