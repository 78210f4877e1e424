"""Whether a reader gets what was written."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from runsnap.evolution.avro._datum import Datum
from runsnap.evolution.avro._rules import branch_for, matches
from runsnap.evolution.avro._schema import (
    NO_DEFAULT,
    Array,
    Field,
    Fixed,
    Logical,
    Map,
    Node,
    Primitive,
    Record,
    Union,
    field_from,
)

_UNITS = {"millis": 1000, "micros": 1_000_000, "nanos": 1_000_000_000}
_MOST_TEXT = 80


def shown(value: Any) -> str:
    """A value for people."""
    text = repr(value)
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"


def difference(writer: Node, reader: Node, datum: Datum, written: Any, read: Any) -> str | None:
    """What the reader gets instead of what was written; None where it is the same.

    Both values come from one library: ``written`` by the writer's schema alone,
    ``read`` across the schemas.
    """
    if isinstance(writer, Union):
        return difference(writer.branches[datum.index], reader, datum.value, written, read)
    if isinstance(reader, Union):
        branch = branch_for(writer, reader)
        return difference(writer, branch, datum, written, read) if branch else _unequal(written, read)
    match writer, reader:
        case (Record(), Record()) if isinstance(read, dict):
            return _record_difference(writer, reader, datum, written, read)
        case (Array(items=of), Array(items=to)) if isinstance(read, list) and len(read) == len(written):
            items = zip(datum, written, read, strict=True)
            return _first(difference(of, to, item, old, new) for item, old, new in items)
        case (Map(values=of), Map(values=to)) if isinstance(read, dict) and read.keys() == written.keys():
            return _first(difference(of, to, item, written[name], read[name]) for name, item in datum.items())
    return _unequal(written, read)


def _first(found: Any) -> str | None:
    return next((text for text in found if text is not None), None)


def _record_difference(
    writer: Record, reader: Record, datum: Datum, written: Any, read: dict[str, Any]
) -> str | None:
    expected = {item.name: item for item in reader.fields}
    for item in writer.fields:
        target = field_from(reader, item)
        if target is None:
            continue
        if expected.pop(target.name, None) is None or target.name not in read:
            return f"no value of {target.name}"
        found = difference(item.type, target.type, datum[item.name], written[item.name], read[target.name])
        if found is not None:
            return found
    for item in expected.values():
        if item.name not in read:
            return f"no value of {item.name}"
        wanted = default_value(item)
        if _unequal(wanted, read[item.name]) is not None:
            return f"{shown(read[item.name])} for the default {shown(wanted)} of {item.name}"
    return None


def _unequal(written: Any, read: Any) -> str | None:
    return None if _same(written, read) else shown(read)


def _same(one: Any, other: Any) -> bool:
    numbers = (int, float, Decimal)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, numbers) and isinstance(other, numbers):
        return bool(one == other)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return type(one) is type(other) and bool(one == other)


def default_value(item: Field) -> Any:
    """The value of a default, by Avro's rules for writing it as JSON."""
    return None if item.default is NO_DEFAULT else _from_json(item.type, item.default)


def _from_json(node: Node, value: Any) -> Any:
    match node:
        case Union(branches=branches):
            return _from_json(branches[0] if value is not None else _null_branch(branches), value)
        case Record(fields=fields) if isinstance(value, dict):
            return {
                item.name: _from_json(item.type, value[item.name])
                if item.name in value
                else default_value(item)
                for item in fields
            }
        case Array(items=items) if isinstance(value, list):
            return [_from_json(items, item) for item in value]
        case Map(values=values) if isinstance(value, dict):
            return {name: _from_json(values, item) for name, item in value.items()}
        case Primitive(kind="bytes") | Fixed() if isinstance(value, str):
            return value.encode("latin-1", "replace")
    return value


def _null_branch(branches: tuple[Node, ...]) -> Node:
    return next((branch for branch in branches if branch.kind == "null"), branches[0])


def misread(writer: Node, reader: Node, datum: Datum) -> str | None:
    """What a reader gets that keeps the value in its own type, where that is another value.

    Python's numbers are wider than Avro's, and both libraries take logical
    types from the writer: readers in other languages do neither.
    """
    if isinstance(writer, Union):
        return misread(writer.branches[datum.index], reader, datum.value)
    if isinstance(reader, Union):
        branch = branch_for(writer, reader)
        return misread(writer, branch, datum) if branch else None
    match writer, reader:
        case (Record(fields=fields), Record()):
            found = ((item, field_from(reader, item)) for item in fields)
            return _first(
                misread(item.type, target.type, datum[item.name]) for item, target in found if target
            )
        case (Array(items=of), Array(items=to)):
            return _first(misread(of, to, item) for item in datum)
        case (Map(values=of), Map(values=to)):
            return _first(misread(of, to, item) for item in datum.values())
        case (Primitive(kind="int" | "long"), Primitive(kind="float" | "double" as kind)):
            return _rounded(kind, datum)
        case (Primitive() | Fixed(), Primitive() | Fixed()):
            return _relabelled(writer, reader, datum)
    return None


def _rounded(kind: str, number: int) -> str | None:
    kept = struct.unpack("<f", struct.pack("<f", number))[0] if kind == "float" else float(number)
    return (
        None if kept == number else f"{kept:.1f} in the {'32' if kind == 'float' else '64'} bits of a {kind}"
    )


def _relabelled(writer: Primitive | Fixed, reader: Primitive | Fixed, raw: Datum) -> str | None:
    if writer.logical == reader.logical or reader.logical is None or not matches(writer, reader):
        return None
    written = _meaning(writer.logical, raw) if writer.logical else None
    wanted = _meaning(reader.logical, _promoted(writer, reader, raw))
    if wanted is None:
        return f"no {reader.logical.name} in {written.text if written else shown(raw)}"
    if written is None or written.exact is None or wanted.exact is None or written.exact == wanted.exact:
        return None
    return f"{wanted.text} as {reader.logical.name}, where {written.text} was written"


def _promoted(writer: Node, reader: Node, raw: Datum) -> Datum:
    """Text as its bytes, and bytes as the text that they are; other values stay."""
    match writer.kind, reader.kind:
        case "string", "bytes":
            return raw.encode()
        case "bytes", "string":
            return raw.decode("utf-8", "replace")
    return raw


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a raw value stands for; ``exact`` is None where that is not known."""

    exact: tuple[str, Any] | None
    text: str


def _meaning(logical: Logical, raw: Datum) -> _Meaning | None:
    """None where the logical type refuses the raw value."""
    name = logical.name
    if name == "decimal":
        unscaled = int.from_bytes(raw, "big", signed=True)
        digits = str(abs(unscaled))
        if len(digits) > (logical.precision or 0):
            return None
        number = Decimal((unscaled < 0, tuple(map(int, digits)), -(logical.scale or 0)))
        return _Meaning(("number", number), f"{number:f}")
    if name == "uuid":
        return _uuid(raw)
    if name == "date":
        return _moment(Fraction(raw * 86_400))
    shape, _, unit = name.rpartition("-")
    if unit in _UNITS and shape in ("time", "timestamp", "local-timestamp"):
        return _moment(Fraction(raw, _UNITS[unit]))
    return _Meaning(None, name)


def _moment(seconds: Fraction) -> _Meaning:
    return _Meaning(("moment", seconds), f"{float(seconds):g} s")


def _uuid(raw: Datum) -> _Meaning | None:
    try:
        uuid = UUID(raw) if isinstance(raw, str) else UUID(bytes=raw)
    except ValueError:
        return None
    return _Meaning(("uuid", uuid), str(uuid))
