"""Which schema a message has: five bytes in front of it, 0 and an id, or a header."""

from __future__ import annotations

import struct
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from runsnap.errors import MalformedError

_HEAD = struct.Struct(">BI")
_MAGIC = 0
_MAGIC_OF_HEADERS = 1
_HEADERS = {"key": "__key_schema_id", "value": "__value_schema_id"}
FORMAT = "a message with the id of a schema"

SchemaId = int | str
"""A number, or the text of a UUID."""


def joined(schema_id: int, payload: bytes) -> bytes:
    """A message."""
    return _HEAD.pack(_MAGIC, schema_id) + payload


def split(value: bytes, headers: Any, field: str) -> tuple[SchemaId, bytes]:
    """The id of the schema, and the data. Raises MalformedError."""
    named = _header(headers, _HEADERS.get(field, ""))
    if named is not None:
        return _of_header(named), value
    if len(value) < _HEAD.size:
        raise MalformedError(f"{len(value)} bytes, where five stand before every document", format=FORMAT)
    magic, schema_id = _HEAD.unpack_from(value)
    if magic != _MAGIC:
        raise MalformedError(f"the first byte is {magic}, not 0", format=FORMAT)
    return schema_id, value[_HEAD.size :]


def _header(headers: Any, name: str) -> Any:
    pairs: Iterable[tuple[str, Any]] = headers.items() if isinstance(headers, Mapping) else headers or ()
    return next((value for each, value in pairs if each == name), None)


def _of_header(named: Any) -> str:
    if not isinstance(named, bytes) or len(named) != 17 or named[0] != _MAGIC_OF_HEADERS:
        raise MalformedError("the header with the id of the schema is not 1 and a UUID", format=FORMAT)
    return str(uuid.UUID(bytes=named[1:]))
