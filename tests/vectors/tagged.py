"""Tagged values: what a reader must find, told by the newest schema and exact numbers alone."""

from __future__ import annotations

import re
import struct
from datetime import date
from decimal import Decimal
from typing import Any

from tests.vectors.schemas import Node, Path_, resolved, shape
from tests.vectors.trees import pointer

_INSTANT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[.]([0-9]{1,9}))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)
_EPOCH = date(1970, 1, 1).toordinal()
_DAY = 86_400 * 10**9
FIRST_INSTANT = (date.min.toordinal() - _EPOCH) * _DAY
LAST_INSTANT = (date.max.toordinal() - _EPOCH + 1) * _DAY - 1
LARGEST_FLOAT_INTEGER = 2**53


class RefusedValueError(Exception):
    """A value that a value rule refuses."""

    def __init__(self, rule: str, path: Path_) -> None:
        super().__init__(rule, path)
        self.rule = rule
        self.pointer = pointer(path)


def tagged_document(document: Any, schema: Node) -> Any:
    """The values of a document that the schema accepts; raises RefusedValueError."""
    return _typed(document, schema, schema, ())


def tagged_any(value: Any) -> Any:
    """The tagged value of any JSON: numbers as int and Decimal (or float)."""
    match value:
        case None | bool():
            return value
        case int():
            return {"int": str(value)}
        case float() | Decimal():
            return float_tag(float(value))
        case str():
            return {"string": value}
        case list():
            return [tagged_any(item) for item in value]
        case dict():
            return object_tag({name: tagged_any(item) for name, item in value.items()})
    raise TypeError(f"no JSON: {value!r}")


def object_tag(members: dict[str, Any]) -> Any:
    return {"object": [[name, members[name]] for name in sorted(members)]}


def float_tag(value: float) -> Any:
    return {"float": struct.pack(">d", value).hex()}


def nanoseconds(text: str) -> int:
    """Nanoseconds from 1970-01-01T00:00:00Z to an RFC 3339 instant."""
    found = _INSTANT.fullmatch(text)
    assert found is not None, text
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    fraction, sign, offset_hours, offset_minutes = found.groups()[6:]
    seconds = hour * 3600 + minute * 60 + second
    if sign:
        offset = int(offset_hours) * 3600 + int(offset_minutes) * 60
        seconds += -offset if sign == "+" else offset
    days = date(year, month, day).toordinal() - _EPOCH
    return days * _DAY + seconds * 10**9 + int((fraction or "").ljust(9, "0"))


def _typed(value: Any, member: Node, root: Node, path: Path_) -> Any:
    node = resolved(member, root)
    if value is None:
        return None
    match shape(node):
        case "record":
            return _record(value, node, root, path)
        case "map":
            inner = node["additionalProperties"]
            return object_tag(
                {name: _typed(item, inner, root, (*path, name)) for name, item in value.items()}
            )
        case "array":
            return [_typed(item, node["items"], root, (*path, index)) for index, item in enumerate(value)]
        case "instant":
            return {"instant": str(_in_range(nanoseconds(value), path))}
        case "integer":
            return {"int": str(_integer(value, path))}
        case "number":
            return float_tag(_double(value, path))
    return tagged_any(value)


def _record(value: dict[str, Any], node: Node, root: Node, path: Path_) -> Any:
    members = {name: tagged_any(item) for name, item in value.items() if name not in node["properties"]}
    for name, member in node["properties"].items():
        found = value.get(name)
        members[name] = _typed(member.get("default") if found is None else found, member, root, (*path, name))
    return object_tag(members)


def _integer(value: int | Decimal, path: Path_) -> int:
    if not isinstance(value, int) and abs(value) > LARGEST_FLOAT_INTEGER:
        raise RefusedValueError("integer-from-float-literal", path)
    return int(value)


def _double(value: float | Decimal, path: Path_) -> float:
    try:
        double = float(value)
    except OverflowError:
        double = float("inf")
    if isinstance(value, int) and (double in (float("inf"), float("-inf")) or int(double) != value):
        raise RefusedValueError("number-is-a-double", path)
    return double


def _in_range(moment: int, path: Path_) -> int:
    if not FIRST_INSTANT <= moment <= LAST_INSTANT:
        raise RefusedValueError("instant-in-range", path)
    return moment
