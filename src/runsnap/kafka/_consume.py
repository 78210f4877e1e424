"""Reading a topic, document by document: nothing is lost, bad messages stop nothing."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from runsnap.errors import RegistryError, RunsnapError
from runsnap.kafka._extra import confluent

if TYPE_CHECKING:
    from confluent_kafka import Consumer, Message, TopicPartition

    from runsnap.capture import Capture
    from runsnap.kafka._dead_letters import DeadLetters
    from runsnap.kafka._serde import Deserializer
    from runsnap.resumption import Resumption

    Handle: TypeAlias = Callable[[Capture | Resumption | None, Message], object]


_LONGEST_WAIT = 1.0
"""Seconds until the reading looks up, where no message comes."""


@dataclass(slots=True)
class Tally:
    """How many messages were handled, and how many went to the dead letters."""

    handled: int = 0
    dead: int = 0


def consume(
    config: Mapping[str, Any],
    topics: Sequence[str],
    handle: Handle,
    *,
    deserializer: Deserializer,
    dead_letters: DeadLetters,
    until: Callable[[Tally], bool] = lambda _tally: False,
    commit_seconds: float = 1.0,
) -> Tally:
    """Read topics until ``until``, asked before each message and every second, says so.

    ``config`` is that of a consumer, with its ``group.id``; what is committed,
    and when, is decided here. A new group begins with the oldest message,
    unless ``auto.offset.reset`` says otherwise.

    ``handle`` gets each document and its message; None for a message without a
    value. When it has returned, the message counts as done. What is done is
    committed every ``commit_seconds``, before partitions move to another
    consumer, and at the end: after a crash the messages since then come again,
    so that ``handle`` sees each at least once. A message that cannot be read
    goes to the dead letters, and its offset is committed in the same
    transaction: it is there exactly once.

    An error that is no fault of the message, RegistryError, KafkaException or
    whatever ``handle`` raises, ends the reading: the message in hand is not
    done, and comes again to the next call. Raises ValueError for a ``config``
    that commits by itself, RunsnapError without ``runsnap[kafka]``.
    """
    consumer = confluent().Consumer(_settings(config))
    reading = _Reading(consumer, deserializer, dead_letters, handle)
    try:
        consumer.subscribe(list(topics), on_revoke=reading.on_revoke, on_lost=reading.on_lost)
        reading.run(until, commit_seconds)
        reading.commit()
    except BaseException:
        with contextlib.suppress(reading.kafka_error):  # the first error is the one to tell
            reading.commit()
        raise
    finally:
        consumer.close()
    return reading.tally


def _settings(config: Mapping[str, Any]) -> dict[str, Any]:
    if config.get("enable.auto.commit") not in (None, False, "false"):
        raise ValueError("enable.auto.commit would lose messages; leave it out")
    return {"auto.offset.reset": "earliest", **config, "enable.auto.commit": False}


class _Reading:
    """What is done, and not yet committed."""

    def __init__(
        self, consumer: Consumer, deserializer: Deserializer, dead_letters: DeadLetters, handle: Handle
    ) -> None:
        self.tally = Tally()
        self._consumer = consumer
        self._deserializer = deserializer
        self._dead_letters = dead_letters
        self._handle = handle
        self._next: dict[tuple[str, int], int] = {}
        """The offset after the last message that is done, by topic and partition."""
        library = confluent()
        self.kafka_error: type[Exception] = library.KafkaException
        self._place: Callable[[str, int, int], TopicPartition] = library.TopicPartition
        self._context: Callable[..., Any] = confluent(".serialization").SerializationContext
        code = library.KafkaError
        self._moved = {
            code.FENCED_MEMBER_EPOCH, code.ILLEGAL_GENERATION, code.REBALANCE_IN_PROGRESS, code.STALE_MEMBER_EPOCH,
            code.UNKNOWN_MEMBER_ID,
        }  # fmt: skip
        """Partitions are moving between consumers: the messages come again, to whoever gets them."""
        self._end = code._PARTITION_EOF

    def run(self, until: Callable[[Tally], bool], commit_seconds: float) -> None:
        """Take message after message."""
        committed = time.monotonic()
        while not until(self.tally):
            message = self._consumer.poll(_LONGEST_WAIT)
            if message is not None:
                self._take(message)
            if message is None or time.monotonic() - committed >= commit_seconds:
                self.commit()
                committed = time.monotonic()

    def _take(self, message: Message) -> None:
        """Hand over a message, or put it to the dead letters. Raises what is no fault of the message."""
        if (error := message.error()) is not None:
            if error.code() == self._end:
                return
            raise self.kafka_error(error)
        try:
            document = self._deserializer(message.value(), self._context_of(message))
        except RegistryError:
            raise
        except RunsnapError as fault:
            self._bury(message, fault)
        else:
            self._handle(document, message)
            self.tally.handled += 1
            self._next = self._done_with(message)

    def _bury(self, message: Message, fault: RunsnapError) -> None:
        try:
            self._dead_letters.send(message, fault, self._consumer, self._places(self._done_with(message)))
        except self.kafka_error as error:
            if not self._moving(error):
                raise
            with contextlib.suppress(self.kafka_error):  # where it has moved, its new reader gets it
                self._consumer.seek(self._place(*_position(message)))
            return
        self.tally.dead += 1
        self._next.clear()

    def commit(self) -> None:
        """Commit what is done. Raises KafkaException."""
        if not self._next:
            return
        try:
            self._consumer.commit(offsets=self._places(self._next), asynchronous=False)
        except self.kafka_error as error:
            if not self._moving(error):
                raise
        else:
            self._next.clear()

    def on_revoke(self, consumer: Consumer, partitions: list[TopicPartition]) -> None:
        """Partitions are about to move: the last moment to commit what is done."""
        self.commit()
        self.on_lost(consumer, partitions)

    def on_lost(self, _consumer: Consumer, partitions: list[TopicPartition]) -> None:
        """Partitions have moved: others read on from what was committed, and must not be set back."""
        for place in partitions:
            self._next.pop((place.topic, place.partition), None)

    def _done_with(self, message: Message) -> dict[tuple[str, int], int]:
        topic, partition, offset = _position(message)
        return {**self._next, (topic, partition): offset + 1}

    def _places(self, offsets: dict[tuple[str, int], int]) -> list[TopicPartition]:
        return [self._place(topic, partition, offset) for (topic, partition), offset in offsets.items()]

    def _moving(self, error: Exception) -> bool:
        return error.args[0].code() in self._moved

    def _context_of(self, message: Message) -> Any:
        return self._context(message.topic(), "value", message.headers())


def _position(message: Message) -> tuple[str, int, int]:
    topic, partition, offset = message.topic(), message.partition(), message.offset()
    assert topic is not None
    assert partition is not None
    assert offset is not None
    return topic, partition, offset
