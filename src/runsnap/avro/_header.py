"""The header of a container file."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from fastavro.schema import fingerprint, to_parsing_canonical_form

from runsnap import _json
from runsnap._avro_catalog import AvroSchema
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._limits import Limits
from runsnap._source import Readable
from runsnap.avro._structure import BadStructure, read_long
from runsnap.errors import LimitError, MalformedError, UnsupportedVersionError

MAGIC = b"Obj\x01"
SYNC_SIZE = 16
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
        "avro.schema": json.dumps(schema.schema, ensure_ascii=False, separators=(",", ":")).encode(),
        "runsnap.kind": schema.kind.encode(),
        "runsnap.schema.version": schema.version.encode(),
        "runsnap.schema.digest": digest.encode(),
        "runsnap.writer": f"runsnap {writer}".encode(),
    } | ({COUNT_KEY: UNFINISHED} if counted else {})
    entries = b"".join(_text(name.encode()) + _text(value) for name, value in metadata.items())
    sync = os.urandom(SYNC_SIZE)
    data = MAGIC + long_bytes(len(metadata)) + entries + b"\0" + sync
    return data, sync, data.rfind(UNFINISHED)


def long_bytes(value: int) -> bytes:
    """A long as a zigzag varint."""
    number = (value << 1) ^ (value >> 63)
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def _text(data: bytes) -> bytes:
    return long_bytes(len(data)) + data


def read_header(file: Readable, limits: Limits) -> Header:
    """Read a header. Raises MalformedError, LimitError or UnsupportedVersionError."""
    data = file.read(_CHUNK)
    if not data.startswith(MAGIC):
        raise MalformedError("does not begin as an Avro container file does", format="Avro")
    while True:
        try:
            metadata, end = _metadata(data)
            break
        except IndexError:
            more = file.read(_CHUNK)
            if not more:
                raise MalformedError("the file ends inside its header", format="Avro") from None
            data += more
            if len(data) > _LARGEST_HEADER:
                raise LimitError("size of an Avro header in bytes", _LARGEST_HEADER) from None
        except BadStructure as bad:
            raise MalformedError(f"header: {bad.reason} at byte {bad.at}", format="Avro") from None
    return Header(
        schema=_known_schema(metadata.get("avro.schema"), limits),
        codec=metadata.get("avro.codec", b"null").decode("utf-8", "replace"),
        count=metadata.get(COUNT_KEY),
        sync=data[end : end + SYNC_SIZE], rest=data[end + SYNC_SIZE :],
    )  # fmt: skip


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
            name, at = _item(data, at)
            metadata[name.decode("utf-8", "replace")], at = _item(data, at)
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


def _known_schema(text: bytes | None, limits: Limits) -> AvroSchema:
    if text is None:
        raise MalformedError("the header names no schema", format="Avro")
    try:
        parsed: Any = _json.parse(text, limits)
        code = bytes.fromhex(fingerprint(to_parsing_canonical_form(parsed), "CRC-64-AVRO"))
    except (MalformedError, LimitError) as error:
        error.pointer = ""
        raise MalformedError(f"header: the schema is {error.explain()}", format="Avro") from None
    except Exception as error:  # noqa: BLE001 - fastavro raises what it runs into
        raise MalformedError(
            f"header: not an Avro schema: {type(error).__name__}: {error}"[:200], format="Avro"
        ) from None
    return schema_of(code)


def schema_of(code: bytes) -> AvroSchema:
    """The schema of a fingerprint; UnsupportedVersionError, listing the known ones, for another."""
    names = AVRO_CATALOG.fingerprints.get(code)
    if names is None:
        known = tuple(
            f"{kind}@{version} ({code.hex()})" for code, (kind, version) in AVRO_CATALOG.fingerprints.items()
        )
        raise UnsupportedVersionError(f"Avro schema with the fingerprint {code.hex()}", known)
    return AVRO_CATALOG.compiled(*names)
