"""Topics of a test: messages in, messages out, nothing of another test in between."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from confluent_kafka import (
    Consumer,
    DeserializingConsumer,
    Message,
    Producer,
    SerializingProducer,
    TopicPartition,
)
from confluent_kafka.admin import AdminClient, NewTopic
from confluent_kafka.schema_registry import SchemaRegistryClient

from runsnap import kafka

LONGEST = 60.0
"""Seconds until a message that does not come counts as lost; a machine may be very busy."""
_numbers = itertools.count()


def serialiser(registry: SchemaRegistryClient, kind: str, **options: Any) -> kafka.Serializer:
    """One that registers its schema."""
    return kafka.Serializer(registry, kind, register=True, **options)


def new_topic(servers: str, name: str) -> str:
    """Make a topic of one partition, with a name that begins so, which takes large messages."""
    topic = f"{name}-{next(_numbers)}"
    make_topics(servers, {topic: 1})
    return topic


def new_topics(servers: str, name: str, *, partitions: int = 1) -> tuple[str, str]:
    """Make a topic, and one for its dead letters, which has its name and ``-dead``."""
    topic = f"{name}-{next(_numbers)}"
    make_topics(servers, {topic: partitions, f"{topic}-dead": 1})
    return topic, f"{topic}-dead"


def make_topics(servers: str, partitions: Mapping[str, int]) -> None:
    """Make topics, each of so many partitions."""
    wanted = [
        NewTopic(name, count, config={"max.message.bytes": "50000000"}) for name, count in partitions.items()
    ]
    client = AdminClient({"bootstrap.servers": servers})  # it must live until the topics are there
    for made in client.create_topics(wanted).values():
        made.result(LONGEST)


def send(servers: str, topic: str, values: Iterable[Any], serialise: Callable[..., Any] | None = None) -> int:
    """Put values into a topic, serialised or as they are, with their numbers as keys; the offset of the first."""
    config: dict[str, Any] = {"bootstrap.servers": servers, "message.max.bytes": 50_000_000}
    producer = (
        SerializingProducer({**config, "value.serializer": serialise}) if serialise else Producer(config)
    )
    offsets: list[int] = []

    def delivered(error: Any, message: Message) -> None:
        assert error is None, error
        offsets.append(message.offset() or 0)

    for number, value in enumerate(values):
        producer.produce(topic, value=value, key=str(number).encode(), on_delivery=delivered)
        producer.poll(0)
    assert producer.flush(LONGEST) == 0
    return min(offsets)


def receive(
    servers: str, topic: str, count: int, deserialise: Callable[..., Any] | None = None, *, first: int = 0
) -> Sequence[Message]:
    """So many messages of a topic, from an offset on, of committed transactions only."""
    config = {
        "bootstrap.servers": servers, "group.id": f"reader-{next(_numbers)}", "enable.auto.commit": False,
        "isolation.level": "read_committed", "fetch.message.max.bytes": 50_000_000,
    }  # fmt: skip
    consumer = (
        DeserializingConsumer({**config, "value.deserializer": deserialise})
        if deserialise
        else Consumer(config)
    )
    try:
        consumer.assign([TopicPartition(topic, 0, first)])
        messages = []
        while len(messages) < count:
            message = consumer.poll(LONGEST)
            assert message is not None, f"{len(messages)} of {count} messages came"
            assert message.error() is None, message.error()
            messages.append(message)
        return messages
    finally:
        consumer.close()


def count_of(servers: str, topic: str) -> int:
    """How many messages of committed transactions a topic holds."""
    consumer = Consumer({
        "bootstrap.servers": servers, "group.id": f"counter-{next(_numbers)}", "enable.partition.eof": True,
        "isolation.level": "read_committed", "enable.auto.commit": False,
    })  # fmt: skip
    try:
        consumer.assign([TopicPartition(topic, 0, 0)])
        for count in itertools.count():
            message = consumer.poll(LONGEST)
            assert message is not None
            if message.error() is not None:
                return count
    finally:
        consumer.close()
    raise AssertionError("unreachable")
