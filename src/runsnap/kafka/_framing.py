"""The five bytes in front of a message: 0, and the id of its schema."""

from __future__ import annotations

import struct

from runsnap.errors import MalformedError

_HEAD = struct.Struct(">bI")
_MAGIC = 0
FORMAT = "a message with the id of a schema"


def joined(schema_id: int, payload: bytes) -> bytes:
    """A message."""
    return _HEAD.pack(_MAGIC, schema_id) + payload


def split(value: bytes) -> tuple[int, bytes]:
    """The id of the schema, and what follows it. Raises MalformedError."""
    if len(value) < _HEAD.size:
        raise MalformedError(f"{len(value)} bytes, where five stand before every document", format=FORMAT)
    magic, schema_id = _HEAD.unpack_from(value)
    if magic != _MAGIC:
        raise MalformedError(f"the first byte is {value[0]}, not 0", format=FORMAT)
    return schema_id, value[_HEAD.size :]
