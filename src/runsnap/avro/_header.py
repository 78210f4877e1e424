"""The header of a container file."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass

from runsnap._avro_catalog import AvroSchema
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._source import Readable
from runsnap._stack import on_fresh_stack
from runsnap.avro._schemas import schema_of_header
from runsnap.avro._structure import BadStructure, long_bytes, read_long
from runsnap.errors import LimitError, MalformedError

MAGIC = b"Obj\x01"
SYNC_SIZE = 16
SCHEMA_KEY = "avro.schema"
KIND_KEY = "runsnap.kind"
VERSION_KEY = "runsnap.schema.version"
COUNT_KEY = "runsnap.count"
COUNT_WIDTH = 20
UNFINISHED = b"-" * COUNT_WIDTH
_LARGEST_HEADER = 1 << 20
_CHUNK = 1 << 14


@dataclass(frozen=True, slots=True)
class Header:
    """What a container file says of itself."""

    schema: AvroSchema
    codec: str
    count: bytes | None
    sync: bytes
    rest: bytes
    """What was read beyond the header."""


def write_header(schema: AvroSchema, codec: str, writer: str, *, counted: bool) -> tuple[bytes, bytes, int]:
    """The bytes of a header, its sync marker, and where in it the count stands."""
    catalog = AVRO_CATALOG.catalog
    digest = catalog.kinds[schema.kind][schema.version].digest
    metadata = {
        "avro.codec": codec.encode(),
        SCHEMA_KEY: json.dumps(schema.schema, ensure_ascii=False, separators=(",", ":")).encode(),
        KIND_KEY: schema.kind.encode(),
        VERSION_KEY: schema.version.encode(),
        "runsnap.schema.digest": digest.encode(),
        "runsnap.writer": f"runsnap {writer}".encode(),
    } | ({COUNT_KEY: UNFINISHED} if counted else {})
    entries = b"".join(_text(name.encode()) + _text(value) for name, value in metadata.items())
    sync = os.urandom(SYNC_SIZE)
    data = MAGIC + long_bytes(len(metadata)) + entries + b"\0" + sync
    return data, sync, data.rfind(UNFINISHED)


def _text(data: bytes) -> bytes:
    return long_bytes(len(data)) + data


def read_header(file: Readable) -> Header:
    """Read a header. Raises MalformedError, LimitError or UnsupportedVersionError."""
    data = _at_least(file, b"", len(MAGIC))
    if not data.startswith(MAGIC):
        raise MalformedError("does not begin as an Avro container file does", format="Avro")
    while True:
        try:
            metadata, end = _metadata(data)
            break
        except IndexError:
            if len(data) > _LARGEST_HEADER:
                raise LimitError("size of an Avro header in bytes", _LARGEST_HEADER) from None
            # Twice as much each time: a long header is not parsed again for every chunk of it.
            more = _at_least(file, data, 2 * len(data))
            if len(more) == len(data):
                raise MalformedError("the file ends inside its header", format="Avro") from None
            data = more
        except BadStructure as bad:
            raise MalformedError(f"header: {bad.reason} at byte {bad.at}", format="Avro") from None
    if end + SYNC_SIZE > _LARGEST_HEADER:
        raise LimitError("size of an Avro header in bytes", _LARGEST_HEADER)
    if SCHEMA_KEY not in metadata:
        raise MalformedError("the header names no schema", format="Avro")
    kind, version = (metadata.get(key, b"").decode("utf-8", "replace") for key in (KIND_KEY, VERSION_KEY))
    return Header(
        schema=on_fresh_stack(lambda: schema_of_header(metadata[SCHEMA_KEY], kind, version)),
        codec=metadata.get("avro.codec", b"null").decode("utf-8", "replace"),
        count=metadata.get(COUNT_KEY),
        sync=data[end : end + SYNC_SIZE], rest=data[end + SYNC_SIZE :],
    )  # fmt: skip


def _at_least(file: Readable, data: bytes, size: int) -> bytes:
    """The data and what follows it in the file: so many bytes, or all up to the file's end."""
    pieces, found = [data], len(data)
    while found < size and (more := file.read(_CHUNK)):
        pieces.append(more)
        found += len(more)
    return b"".join(pieces)


def _metadata(data: bytes) -> tuple[dict[str, bytes], int]:
    """The metadata, and where it ends; IndexError where more bytes are needed."""
    metadata: dict[str, bytes] = {}
    at = len(MAGIC)
    while True:
        count, at = read_long(data, at)
        if count == 0:
            break
        if count < 0:
            count, (_, at) = -count, read_long(data, at)
        if count > _LARGEST_HEADER:
            raise BadStructure(at, f"a block of {count} entries")
        for _ in range(count):
            start, (key, at) = at, _item(data, at)
            name = key.decode("utf-8", "replace")
            if name in metadata:
                raise BadStructure(start, "a name that stands twice")
            metadata[name], at = _item(data, at)
    if at + SYNC_SIZE > len(data):
        raise IndexError
    return metadata, at


def _item(data: bytes, at: int) -> tuple[bytes, int]:
    size, start = read_long(data, at)
    if not 0 <= size <= _LARGEST_HEADER:
        raise BadStructure(at, f"a length of {size}")
    if start + size > len(data):
        raise IndexError
    return data[start : start + size], start + size
