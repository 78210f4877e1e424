"""Schemas in a registry: whatever it cannot tell is no fault of a message."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from runsnap._foreign import in_one_line, without_credentials
from runsnap.errors import RegistryError
from runsnap.kafka._errors import UnknownSchemaError
from runsnap.kafka._extra import confluent
from runsnap.kafka._framing import SchemaId

if TYPE_CHECKING:
    from confluent_kafka.schema_registry import SchemaRegistryClient

T = TypeVar("T")

_LONGEST_REASON = 300
_NO_SUCH_SCHEMA = 40403
"""What a registry answers for an id that it does not know; a bare 404 may come from any web server."""


class Registered(NamedTuple):
    """A schema of the registry: ``AVRO`` or ``JSON``, and its text."""

    type: str
    text: str


class Registry:
    """What the serialisers ask of a registry. Each answer that is none is a RegistryError."""

    def __init__(self, client: SchemaRegistryClient) -> None:
        self._client = client
        module = confluent(".schema_registry")
        self._schema: Callable[..., Any] = module.Schema
        self._error: type[Exception] = module.SchemaRegistryError

    def schema(self, schema_id: SchemaId) -> Registered:
        """The schema with an id. Raises UnknownSchemaError, too."""
        try:
            found = self._asked(
                f"fetching the schema with the id {schema_id}", lambda: self._found(schema_id)
            )
        except RegistryError as error:
            if getattr(error.__cause__, "error_code", None) == _NO_SUCH_SCHEMA:
                raise UnknownSchemaError(schema_id) from None
            raise
        return Registered(found.schema_type or "AVRO", found.schema_str or "")

    def _found(self, schema_id: SchemaId) -> Any:
        if isinstance(schema_id, int):
            return self._client.get_schema(schema_id)
        return self._client.get_schema_by_guid(schema_id)

    def schema_id(self, subject: str, schema: Registered, *, register: bool) -> int:
        """The id that a schema has under a subject; ``register`` puts it there."""
        wanted = self._schema(schema.text, schema.type)
        if register:
            return self._asked(
                f"registering the schema under {subject!r}",
                lambda: self._client.register_schema(subject, wanted),
            )
        return self._asked(
            f"looking up the schema under {subject!r}", lambda: self._looked_up(subject, wanted)
        )

    def _looked_up(self, subject: str, wanted: Any) -> int:
        schema_id = self._client.lookup_schema(subject, wanted).schema_id
        if schema_id is None:
            raise ValueError("the answer has no id")
        return schema_id

    def _asked(self, what: str, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except self._error as error:
            status: int | None = getattr(error, "http_status_code", None)
            message = str(getattr(error, "error_message", error))
            raise self._refusal(what, f"HTTP {status}, {message}", status) from error
        except Exception as error:
            # The client lets through what its HTTP library raises, and what comes of an answer that is none.
            raise self._refusal(what, f"{type(error).__name__}: {error}", None) from error

    def _refusal(self, what: str, reason: str, status: int | None) -> RegistryError:
        refusal = RegistryError(what, in_one_line(reason, _LONGEST_REASON), status)
        client: Any = self._client
        addresses: str = client.config()["url"]
        refusal.source = ",".join(without_credentials(url.strip()) for url in addresses.split(","))
        return refusal
