"""A topic for messages that cannot be read: whole, and with the reason."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from runsnap._pointer import shortened
from runsnap._reasons import place_of, reason_of
from runsnap.errors import RunsnapError
from runsnap.kafka._extra import confluent

if TYPE_CHECKING:
    from confluent_kafka import Consumer, Message, Producer, TopicPartition

PREFIX = "runsnap."
_LONGEST_REASON = 2000
_LONGEST_POINTER = 1000
_LARGEST_MESSAGE = 1_000_000_000


def headers_of(message: Message, error: RunsnapError) -> list[tuple[str, str | bytes | None]]:
    """The headers of a dead letter: those of the message, then where it stood and why it cannot be read."""
    kept: Any = message.headers() or []
    _, timestamp = message.timestamp()
    ours = {
        "error": type(error).__name__,
        "reason": _cut(reason_of(error), _LONGEST_REASON),
        "pointer": shortened(place_of(error), _LONGEST_POINTER),
        "topic": message.topic(),
        "partition": str(message.partition()),
        "offset": str(message.offset()),
        "timestamp": str(timestamp),
    }
    return [*kept, *((PREFIX + name, value) for name, value in ours.items())]


def _cut(text: str, longest: int) -> str:
    """At most so much, and nothing that has no bytes in UTF-8."""
    text = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return text.encode(errors="backslashreplace").decode()


class DeadLetters:
    """Where messages go that cannot be read. Each running ``consume`` has one of its own."""

    def __init__(self, config: Mapping[str, Any], topic: str, *, timeout: float = 30.0) -> None:
        """Make a producer and its transactions ready.

        ``config`` is that of a producer; ``transactional.id`` is one that nobody
        else has, unless it is given. ``timeout`` is how long the broker may take
        over a message, in seconds. Raises KafkaException, and RunsnapError
        without ``runsnap[kafka]``.
        """
        self.topic = topic
        library = confluent()
        self._kafka_error: type[Exception] = library.KafkaException
        self._timeout = timeout
        self._producer: Producer = library.Producer(
            {
                "transactional.id": f"runsnap-{uuid.uuid4()}",
                # Where a consumer was killed, others of its group wait for the end of its transaction.
                "transaction.timeout.ms": 15_000,
                # What the first topic took must not be too large for this side of the second one.
                "message.max.bytes": _LARGEST_MESSAGE,
                **config,
            }
        )
        self._producer.init_transactions(timeout)

    def send(
        self,
        message: Message,
        error: RunsnapError,
        consumer: Consumer | None = None,
        offsets: list[TopicPartition] | None = None,
    ) -> None:
        """Put a message into the topic; it is there when this returns.

        Key, value and headers stay as they are; further headers, ``runsnap.error``,
        ``.reason``, ``.pointer``, ``.topic``, ``.partition``, ``.offset`` and
        ``.timestamp`` (milliseconds), say where it stood and why it is here. The
        ``offsets`` of the ``consumer`` are committed in the same transaction:
        both happen, or neither. Raises KafkaException: unless the broker was
        only too slow to answer, nothing is written then.
        """
        producer = self._producer
        producer.begin_transaction()
        try:
            producer.produce(
                self.topic, value=message.value(), key=message.key(), headers=headers_of(message, error)
            )
            if consumer is not None and offsets:
                producer.send_offsets_to_transaction(
                    offsets, consumer.consumer_group_metadata(), self._timeout
                )
            producer.commit_transaction(self._timeout)
        except BaseException:
            with contextlib.suppress(self._kafka_error):  # the broker ends it after a while
                producer.abort_transaction(self._timeout)
            raise
