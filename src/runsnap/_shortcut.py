"""The shortcut of a document: text to dataclass, or back, through structs whose types are the verdict.

It knows only what is usual. In any doubt it gives nothing, and the long way,
which alone decides and explains, is taken. What it gives is what the long way
gives.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from runsnap._compact import compact, encoder
from runsnap._json import crashes_when_deep, is_whole
from runsnap._limits import DEEPEST, Limits
from runsnap._plain import check_plain
from runsnap._values import Doubt, ValueRuleError, instant_text

if TYPE_CHECKING:
    from runsnap._behaviour.record import Record
    from runsnap._encode import Layout

R = TypeVar("R", bound="Record")

_RECORDS_ABOVE_FREE_VALUES = 50
"""More levels than any schema declares; free values that would need these are in doubt."""


def judge(schema: dict[str, Any]) -> Callable[[Any], bool]:
    """The verdict on a single value."""
    from runsnap._catalog import compile_verdict

    return compile_verdict(schema).is_valid


class Reader(NamedTuple):
    """The struct that a record is decoded to, and what builds the dataclass of it."""

    struct: type[msgspec.Struct]
    build: Callable[[Any], Any]


class Writer(NamedTuple):
    """The struct that a record is encoded from, and what gathers its values of any JSON."""

    struct: type[msgspec.Struct]
    gather: Callable[[Any, list[Any]], None]


class _Way(NamedTuple):
    """What reads and writes one class."""

    decode: Callable[[bytes], Any]
    build: Callable[[Any], Any]
    first_in_order: bytes
    """The name that text begins with when its members are sorted."""
    out: type[msgspec.Struct]
    gather: Callable[[Any, list[Any]], None]


_ENCODERS: dict[Layout, Callable[[Any], bytes]] = {
    "sorted": encoder("sorted", instant_text),
    "declared": encoder("deterministic", instant_text),
}

_ways: dict[type[Record], _Way | None] = {}
_one_at_a_time = threading.Lock()
"""For msgspec, which crashes where two threads first use a type of structs at once."""


def _way(cls: type[Record]) -> _Way | None:
    if cls not in _ways:
        with _one_at_a_time:
            _ways[cls] = _new_way(cls)
    return _ways[cls]


def _new_way(cls: type[Record]) -> _Way | None:
    if "_binding" not in vars(cls):  # a subclass, made by somebody else
        return None
    binding = cls._binding
    module = importlib.import_module(f"{binding.catalog.package}.{binding.kind}.shortcut")
    if binding.record not in module.READERS:
        return None
    reader: Reader = module.READERS[binding.record]
    writer: Writer = module.WRITERS[binding.record]
    names = (field.encode_name for field in msgspec.structs.fields(reader.struct))
    msgspec.json.Decoder(writer.struct)  # so that the first use of that type is here, too
    return _Way(
        msgspec.json.Decoder(reader.struct).decode,
        reader.build,
        compact(min(names, default="")),
        writer.struct,
        writer.gather,
    )


def read(cls: type[R], data: bytes, limits: Limits) -> R | None:
    """The record of JSON text that is valid without doubt; else nothing."""
    way = _way(cls)
    if way is None or len(data) > limits.max_bytes or crashes_when_deep(data, limits):
        return None
    try:
        struct = way.decode(data)
        in_order = data[:64].lstrip(b" \t\r\n{").startswith(way.first_in_order)
        again = _ENCODERS["sorted"](struct) if in_order else compact(struct)
        if not is_whole(data, again, limits):
            return None
        record: R = way.build(struct)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueRuleError, Doubt):
        return None
    return record


def write(record: Record, layout: Layout) -> bytes | None:
    """The compact text of a record that can be written without doubt; else nothing."""
    way = _way(type(record))
    if way is None:
        return None
    free: list[Any] = []
    try:
        way.gather(record, free)
        if not check_plain(free, deepest=DEEPEST - _RECORDS_ABOVE_FREE_VALUES):
            return None
        return _ENCODERS[layout](msgspec.convert(record, way.out, from_attributes=True))
    except Exception:  # noqa: BLE001 - the long way says what is wrong
        return None
