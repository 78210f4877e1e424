"""Avro bytes: single objects and container files, whole or put together from what a fuzzer varies.

The first byte says what follows: ``S`` a single object, ``C`` a container file,
``D`` a byte that picks a schema and the data of one document, ``B`` bytes that
pick schema, codec and number of documents, and an uncompressed block.
"""

from __future__ import annotations

import bz2
import json
import lzma
import random
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

from backports import zstd
from fastavro import schemaless_reader, schemaless_writer

import runsnap
from runsnap import avro
from runsnap._equality import same_json
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap.errors import LimitError, RunsnapError
from tests.fuzz.mutate import ODD_TOKENS, Words, changed

SCHEMAS = tuple(AVRO_CATALOG.fingerprints)
_SYNC = bytes(range(16))
_NOT_THE_FAST_WAY = Limits(max_depth=199)
"""The generated decoder does not count levels; with another limit than its own the other way is taken."""


def _deflated(data: bytes) -> bytes:
    encoder = zlib.compressobj(wbits=-15)
    return encoder.compress(data) + encoder.flush()


CODECS: dict[str, Callable[[bytes], bytes]] = {
    "null": bytes, "deflate": _deflated, "bzip2": bz2.compress, "xz": lzma.compress, "zstandard": zstd.compress,
}  # fmt: skip


def target(data: bytes) -> None:
    """Decode; what is accepted must be valid, and come back from every version of the schema."""
    whole = assembled(data)
    read = _one if data[:1] in (b"S", b"D") else _documents
    found, error = _attempt(read, whole, DEFAULT_LIMITS)
    slowly, other = _attempt(read, whole, _NOT_THE_FAST_WAY)
    if isinstance(other, LimitError) and other.allowed == _NOT_THE_FAST_WAY.max_depth:
        slowly, other = found, error
    assert type(other) is type(error), (other, error)
    assert len(found) == len(slowly)
    if found and read is _one:
        _is_all_of(whole)
    for document, same in zip(found, slowly, strict=True):
        assert same_json(document.to_dict(), same.to_dict())
        _comes_back(document)


def assembled(data: bytes) -> bytes:
    """The Avro bytes that a description stands for."""
    match data[:1]:
        case b"D" if len(data) > 1:
            return b"\xc3\x01" + AVRO_CATALOG.fingerprints[_schema_at(data[1])] + data[2:]
        case b"B" if len(data) > 3:
            codec = tuple(CODECS)[data[2] % len(CODECS)]
            packed = CODECS[codec](data[4:])
            return _header(_schema_at(data[1]), codec) + _long(data[3]) + _long(len(packed)) + packed + _SYNC
        case _:
            return data[1:]


def _schema_at(index: int) -> tuple[str, str]:
    return SCHEMAS[index % len(SCHEMAS)]


def _attempt(
    read: Callable[[bytes, Limits], list[Any]], data: bytes, limits: Limits
) -> tuple[list[Any], RunsnapError | None]:
    try:
        return read(data, limits), None
    except RunsnapError as error:
        assert str(error)
        return [], error


def _one(data: bytes, limits: Limits) -> list[Any]:
    return [avro.decode(data, limits=limits)]


def _documents(data: bytes, limits: Limits) -> list[Any]:
    with avro.load(BytesIO(data), limits=limits) as documents:
        return list(documents)


def _comes_back(document: Any) -> None:
    plain = document.to_dict()
    kind = document._binding.kind
    assert _validator(kind).is_valid(plain)
    assert same_json(type(document).loads(document.dumps()).to_dict(), plain)
    for schema_kind, version in SCHEMAS:
        if schema_kind == kind:
            again = avro.decode(avro.encode(document, version=version))
            assert same_json(again.to_dict(), plain), version


def _is_all_of(data: bytes) -> None:
    """The library that reads it by the schema alone comes to the end, too."""
    names = AVRO_CATALOG.named(data[2:10])
    assert names is not None
    file = BytesIO(data[10:])
    schemaless_reader(file, AVRO_CATALOG.compiled(*names).raw, None)
    assert not file.read()


@cache
def _validator(kind: str) -> Any:
    return runsnap.validator(kind)


def _header(schema: tuple[str, str], codec: str) -> bytes:
    entries = {"avro.schema": json.dumps(avro.schema(*schema)), "avro.codec": codec}
    texts = b"".join(_text(name) + _text(value) for name, value in entries.items())
    return b"Obj\x01" + _long(len(entries)) + texts + b"\0" + _SYNC


def _text(value: str) -> bytes:
    return _long(len(value.encode())) + value.encode()


def _long(number: int) -> bytes:
    zigzag = (number << 1) ^ (number >> 63)
    data = bytearray()
    while zigzag > 0x7F:
        data.append(zigzag & 0x7F | 0x80)
        zigzag >>= 7
    return bytes([*data, zigzag])


def changed_avro(data: bytes, dice: random.Random, words: Words) -> bytes:
    """The description after a change to a value of its first document, or to its bytes."""
    start = {b"D": 2, b"B": 4}.get(data[:1])
    if start is None or dice.random() < 0.3:
        return _changed_bytes(data, dice)
    schema = AVRO_CATALOG.compiled(*_schema_at(data[1])).raw if len(data) > 1 else None
    file = BytesIO(data[start:])
    try:
        record: Any = schemaless_reader(file, schema, None)
        _change_record(record, dice, words)
        made = BytesIO()
        schemaless_writer(made, schema, record)
    except Exception:  # noqa: BLE001 - whatever the library runs into: nothing to change
        return _changed_bytes(data, dice)
    return data[:start] + made.getvalue() + file.read()


_VARINTS = [
    _long(number) for number in (0, 1, -1, 2, 63, 64, 2**31, 2**32, 2**62, 2**63 - 1, -(2**63), -(2**31))
]
_VARINTS += [b"\x80" * 11, b"\xff" * 9 + b"\x01", b"\xff" * 10]


def _changed_bytes(data: bytes, dice: random.Random) -> bytes:
    at = dice.randint(0, len(data))
    return (
        data[:at]
        + dice.choice([*_VARINTS, b"", data[at : at + 40]])
        + data[at + dice.choice((0, 1, 1, 2, 8)) :]
    )


def _change_record(record: Any, dice: random.Random, words: Words) -> None:
    """Change one value somewhere in the record."""
    places: list[tuple[Any, Any]] = []
    rest: list[Any] = [record]
    while rest:
        container = rest.pop()
        keys = container if isinstance(container, dict) else range(len(container))
        places += [(container, key) for key in keys]
        rest += [container[key] for key in keys if isinstance(container[key], (dict, list))]
    container, key = dice.choice(places)
    container[key] = _other_value(container[key], dice, words)


def _other_value(value: Any, dice: random.Random, words: Words) -> Any:
    match value:
        case str():
            as_json = changed(value.encode(), dice, words) if value else dice.choice(ODD_TOKENS)
            return dice.choice((as_json.decode("utf-8", "replace"), dice.choice(words), value + "\0"))
        case bool() | None:
            return dice.choice((None, 0, "", 0.0))
        case int():
            return dice.choice((0, -1, 1, 2**32 - 1, 2**32, 2**63 - 1, -(2**63), value + 1))
        case float():
            return dice.choice((0.0, -0.0, float("nan"), float("inf"), 1e308, 5e-324, 1e16))
        case bytes():
            return dice.choice(
                (b"", b"\xff", b"\x7f" + b"\xff" * 15, b"\x80" + b"\0" * 15, b"\0" * 20, value + b"\0")
            )
        case list():
            return dice.choice((value * 2, value[:-1], []))
        case dict():
            return value | {dice.choice(words): dice.choice([*value.values(), "null", '{"a":1,"a":2}'])}
    return value
