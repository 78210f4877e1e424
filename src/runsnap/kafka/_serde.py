"""Documents to messages and back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from runsnap._documents import class_of, line_of, loads, refuse_broken_rules, validate
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._generated.catalog import CATALOG
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._stack import on_fresh_stack
from runsnap.avro._datum import check_size, decode_datum, encode_datum
from runsnap.avro._later import later_schema
from runsnap.avro._schemas import known_schema, read_schema
from runsnap.avro._writer import kind_of
from runsnap.errors import InvalidDocumentError, UnsupportedVersionError, WrongKindError
from runsnap.kafka._extra import confluent
from runsnap.kafka._framing import SchemaId, joined, split
from runsnap.kafka._registry import Registered, Registry

if TYPE_CHECKING:
    from confluent_kafka.schema_registry import SchemaRegistryClient
    from confluent_kafka.serialization import SerializationContext

    from runsnap._avro_catalog import AvroSchema
    from runsnap.capture import Capture
    from runsnap.resumption import Resumption

    Subject: TypeAlias = Callable[[SerializationContext | None, str | None], str | None]

Encoding: TypeAlias = Literal["avro", "json"]


class Serializer:
    """Makes messages of documents of one kind: for ``value.serializer`` of a SerializingProducer."""

    def __init__(
        self, registry: SchemaRegistryClient, kind: str, *, encoding: Encoding = "avro", version: str | None = None,
        register: bool = False, subject: Subject | None = None,
    ) -> None:  # fmt: skip
        """Nothing is asked of the registry yet.

        ``version`` is the schema version to write, the newest by default: what
        an older one does not declare is written all the same. The schema has to
        be registered, unless ``register`` puts it there on first use.
        ``subject`` is one of confluent-kafka's strategies, by default that of
        the topic. Raises ValueError for an unknown kind or encoding,
        UnsupportedVersionError for an unknown version, RunsnapError without
        ``runsnap[kafka]``.
        """
        if encoding not in ("avro", "json"):
            raise ValueError(f"no such encoding: {encoding!r}; known: avro, json")
        self._registry = Registry(registry)
        self._kind = kind
        self._version = CATALOG.version(kind, version)
        self._register = register
        self._subject: Subject = subject or confluent(".schema_registry").topic_subject_name_strategy
        self._ids: dict[str, int] = {}
        self._one_at_a_time = threading.Lock()
        if encoding == "avro":
            avro = AVRO_CATALOG.compiled(kind, self._version)
            self._schema = Registered("AVRO", AVRO_CATALOG.text(kind, self._version))
            self._name = f"{avro.schema['namespace']}.{avro.schema['name']}"
            self._encode: Callable[[Any], bytes] = lambda document: encode_datum(document, avro)
        else:
            self._schema = Registered("JSON", CATALOG.text(kind, self._version))
            self._name = CATALOG.root(kind)
            self._encode = self._text

    def __call__(
        self, document: Capture | Resumption | None, ctx: SerializationContext | None = None
    ) -> bytes | None:
        """The message; None for None, which deletes a key in a compacted topic.

        Raises UnrepresentableError, InvalidDocumentError, LimitError or
        WrongKindError for the document, RegistryError for the registry,
        TypeError for what is no document.
        """
        if document is None:
            return None
        kind = kind_of(document)
        if kind != self._kind:
            raise WrongKindError(f"a {self._kind}", f"a {kind}")
        payload = self._encode(document)  # first: a bad document registers nothing
        return joined(self._id(ctx), payload)

    def _text(self, document: Capture | Resumption) -> bytes:
        if self._version != CATALOG.version(self._kind, None):
            report = validate(document, version=self._version)
            if not report.valid:
                raise InvalidDocumentError(report)
        return line_of(document)

    def _id(self, ctx: SerializationContext | None) -> int:
        subject = self._subject(ctx, self._name)
        if subject is None:
            raise ValueError("the strategy gives no subject")
        if subject not in self._ids:
            with self._one_at_a_time:
                if subject not in self._ids:
                    found = self._registry.schema_id(subject, self._schema, register=self._register)
                    self._ids[subject] = found
        return self._ids[subject]


class Deserializer:
    """Makes documents of messages in either encoding: for ``value.deserializer`` of a DeserializingConsumer."""

    def __init__(
        self,
        registry: SchemaRegistryClient,
        kind: str | None = None,
        *,
        strict: bool = False,
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        """Nothing is asked of the registry yet.

        ``kind`` refuses documents of the other kind; ``strict`` also what breaks
        a cross-field rule. Raises ValueError for an unknown kind, RunsnapError
        without ``runsnap[kafka]``.
        """
        if kind is not None:
            CATALOG.versions(kind)
        self._registry = Registry(registry)
        self._kind = kind
        self._strict = strict
        self._limits = limits
        self._readers: dict[SchemaId, Callable[[bytes], Capture | Resumption]] = {}

    def __call__(
        self, value: bytes | None, ctx: SerializationContext | None = None
    ) -> Capture | Resumption | None:
        """The document, as the newest class, whichever version wrote it; None for None.

        The schema that the message names tells the encoding. Raises
        MalformedError, InvalidDocumentError, WrongKindError, LimitError,
        UnsupportedVersionError for a schema that is not of this project, and
        UnknownSchemaError for an id that the registry does not have: all these
        are faults of the message. RegistryError is none.
        """
        if value is None:
            return None
        schema_id, payload = (
            split(bytes(value), None, "") if ctx is None else split(bytes(value), ctx.headers, ctx.field)
        )
        if schema_id not in self._readers:
            self._readers[schema_id] = self._reader(schema_id)
        document = self._readers[schema_id](payload)
        if self._strict:
            refuse_broken_rules(document, self._limits)
        return document

    def _reader(self, schema_id: SchemaId) -> Callable[[bytes], Capture | Resumption]:
        schema = self._registry.schema(schema_id)
        match schema.type:
            case "JSON":
                return self._from_text
            case "AVRO":
                avro = on_fresh_stack(lambda: _avro_schema(schema.text, schema_id))
                if self._kind not in (None, avro.kind):
                    raise WrongKindError(f"a {self._kind}", f"a {avro.kind}")
                return lambda payload: self._from_avro(payload, avro)
            case other:
                raise UnsupportedVersionError(f"schema {schema_id} of the type {other:.20}", ("AVRO", "JSON"))

    def _from_text(self, payload: bytes) -> Capture | Resumption:
        if self._kind is None:
            return loads(payload, limits=self._limits)
        return class_of(self._kind).loads(payload, limits=self._limits)

    def _from_avro(self, payload: bytes, schema: AvroSchema) -> Capture | Resumption:
        check_size(payload, self._limits)
        document: Capture | Resumption = decode_datum(payload, 0, schema, self._limits)
        return document


def _avro_schema(text: str, schema_id: SchemaId) -> AvroSchema:
    """The schema that the data was written with: one of ours, or that of a later release."""
    parsed, code = read_schema(text.encode(), f"schema {schema_id}")
    if AVRO_CATALOG.named(code) is None:
        return later_schema(parsed, code)
    return known_schema(parsed, code)
