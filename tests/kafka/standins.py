"""As much of confluent-kafka as runsnap.kafka touches, over a broker and a registry in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any


@dataclass(frozen=True)
class Schema:
    schema_str: str | None
    schema_type: str | None = "AVRO"


class SchemaRegistryError(Exception):
    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.http_status_code, self.error_code, self.error_message = status, code, message


class Registry:
    """A client and its registry in one; ``broken`` is raised by every question."""

    def __init__(self, url: str = "http://user:secret@registry:8081") -> None:
        self.schemas: list[Schema] = []
        self.subjects: dict[tuple[str, Schema], int] = {}
        self.broken: Exception | None = None
        self.questions = 0
        self._url = url

    def config(self) -> dict[str, str]:
        return {"url": self._url}

    def get_schema(self, schema_id: int) -> Schema:
        self._ask()
        if not 0 <= schema_id < len(self.schemas):
            raise SchemaRegistryError(404, 40403, "Schema not found")
        return self.schemas[schema_id]

    def get_schema_by_guid(self, guid: str) -> Schema:
        return self.get_schema(int(guid.replace("-", ""), 16))

    def register_schema(self, subject: str, schema: Schema) -> int:
        self._ask()
        if schema not in self.schemas:
            self.schemas.append(schema)
        return self.subjects.setdefault((subject, schema), self.schemas.index(schema))

    def lookup_schema(self, subject: str, schema: Schema) -> Any:
        self._ask()
        if (subject, schema) not in self.subjects:
            raise SchemaRegistryError(404, 40401, "Subject not found")
        return SimpleNamespace(schema_id=self.subjects[subject, schema])

    def _ask(self) -> None:
        self.questions += 1
        if self.broken is not None:
            raise self.broken


class SerializationContext:
    def __init__(self, topic: Any, field: str, headers: Any = None) -> None:
        self.topic, self.field, self.headers = topic, field, headers


class KafkaError:
    _PARTITION_EOF = -191
    FENCED_MEMBER_EPOCH, ILLEGAL_GENERATION, REBALANCE_IN_PROGRESS, STALE_MEMBER_EPOCH, UNKNOWN_MEMBER_ID = (
        110, 22, 27, 113, 25,
    )  # fmt: skip

    def __init__(self, code: int) -> None:
        self._code = code

    def code(self) -> int:
        return self._code


class KafkaException(Exception):  # noqa: N818 - its name there
    """As the real one: its first argument is a KafkaError."""


@dataclass
class TopicPartition:
    topic: str
    partition: int
    offset: int = -1001


@dataclass(frozen=True)
class Message:
    at_topic: str = "runs"
    at_offset: int = 0
    body: bytes | None = b""
    name: bytes | None = None
    head: Any = None
    fault: KafkaError | None = None

    def topic(self) -> str:
        return self.at_topic

    def partition(self) -> int:
        return 0

    def offset(self) -> int:
        return self.at_offset

    def value(self) -> bytes | None:
        return self.body

    def key(self) -> bytes | None:
        return self.name

    def headers(self) -> Any:
        return self.head

    def timestamp(self) -> tuple[int, int]:
        return 1, 1_700_000_000_000

    def error(self) -> KafkaError | None:
        return self.fault


class Killed(BaseException):
    """The process ends here; nothing of it runs on."""


@dataclass
class Broker:
    """Topics of one partition each, what one group has committed, and failures to come.

    ``failures`` maps the name of a call to what it raises, once, after so many
    calls of it; ``after`` lets the call have its effect before.
    """

    topics: dict[str, list[Message]] = field(default_factory=dict)
    committed: dict[str, int] = field(default_factory=dict)
    failures: dict[str, tuple[int, BaseException]] = field(default_factory=dict)
    after: bool = False
    dead: bool = False
    """The process has been killed: whatever it still tries has no effect."""
    consumers: list[Consumer] = field(default_factory=list)
    producers: list[Producer] = field(default_factory=list)

    def put(self, topic: str, value: bytes | None, key: bytes | None = None, headers: Any = None) -> None:
        log = self.topics.setdefault(topic, [])
        log.append(Message(topic, len(log), value, key, headers))

    def call(self, name: str, effect: Any = lambda: None) -> Any:
        if self.dead:
            raise Killed
        left, error = self.failures.get(name, (-1, None))
        if error is None:
            return effect()
        if left > 0:
            self.failures[name] = (left - 1, error)
            return effect()
        del self.failures[name]
        if self.after:
            effect()
        self.dead = isinstance(error, Killed)
        raise error

    def commit(self, places: list[TopicPartition]) -> None:
        self.committed.update((place.topic, place.offset) for place in places)

    def module(self) -> Any:
        """What stands for the module confluent_kafka."""
        return SimpleNamespace(
            Consumer=lambda config: Consumer(self, config), Producer=lambda config: Producer(self, config),
            KafkaError=KafkaError, KafkaException=KafkaException, TopicPartition=TopicPartition,
        )  # fmt: skip


class Consumer:
    def __init__(self, broker: Broker, config: dict[str, Any]) -> None:
        self.broker, self.config, self.closed, self.silence = broker, config, False, 0
        broker.consumers.append(self)

    def subscribe(self, topics: list[str], on_revoke: Any = None, on_lost: Any = None) -> None:
        self.on_revoke, self.on_lost = on_revoke, on_lost
        self.positions = {topic: self.broker.committed.get(topic, 0) for topic in topics}

    def poll(self, timeout: float) -> Message | None:
        self.broker.call("poll")
        for topic, position in self.positions.items():
            if position < len(self.broker.topics.get(topic, [])):
                self.positions[topic] += 1
                return self.broker.topics[topic][position]
        self.silence += 1
        assert self.silence < 100, "whoever reads waits for what will never come"
        return None

    def commit(self, *, offsets: list[TopicPartition], asynchronous: bool) -> None:
        assert not asynchronous
        self.broker.call("commit", lambda: self.broker.commit(offsets))

    def seek(self, place: TopicPartition) -> None:
        self.positions[place.topic] = place.offset

    def consumer_group_metadata(self) -> str:
        return "the group"

    def close(self) -> None:
        self.closed = True


class Producer:
    """Its transactions are all or nothing, as a reader of what is committed sees them."""

    def __init__(self, broker: Broker, config: dict[str, Any]) -> None:
        self.broker, self.config = broker, config
        self.calls: list[str] = []
        broker.producers.append(self)

    def init_transactions(self, timeout: float) -> None:
        self._call("init_transactions")

    def begin_transaction(self) -> None:
        self.letters: list[tuple[Any, ...]] = []
        self.offsets: list[TopicPartition] = []
        self._call("begin_transaction")

    def produce(self, topic: str, *, value: Any, key: Any, headers: Any) -> None:
        self._call("produce", lambda: self.letters.append((topic, value, key, headers)))

    def send_offsets_to_transaction(self, offsets: list[TopicPartition], group: str, timeout: float) -> None:
        assert group == "the group"
        self._call("send_offsets_to_transaction", lambda: self.offsets.extend(offsets))

    def commit_transaction(self, timeout: float) -> None:
        self._call("commit_transaction", self._committed)

    def abort_transaction(self, timeout: float) -> None:
        self._call("abort_transaction")

    def _committed(self) -> None:
        for letter in self.letters:
            self.broker.put(*letter)
        self.broker.commit(self.offsets)

    def _call(self, name: str, effect: Any = lambda: None) -> None:
        self.calls.append(name)
        self.broker.call(name, effect)
