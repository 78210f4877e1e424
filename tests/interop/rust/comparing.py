"""What the reference crates may make of a document, and when two are the same."""

from __future__ import annotations

import math
import struct
from typing import Any

Plain = dict[str, Any]


def depth(value: Any) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def same(expected: Any, found: Any) -> bool:
    """Equal, type for type, doubles to within two units in the last place."""
    if isinstance(expected, float) and isinstance(found, float):
        return units_apart(expected, found) <= 2
    if type(expected) is not type(found):
        return False
    if isinstance(expected, dict):
        return expected.keys() == found.keys() and all(same(expected[name], found[name]) for name in expected)
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(same, expected, found))
    return bool(expected == found)


def units_apart(one: float, other: float) -> float:
    """How many doubles lie between two of the same sign, and one more; infinity if the signs differ."""
    first, second = (struct.unpack(">q", struct.pack(">d", value))[0] for value in (one, other))
    return abs(first - second) if (first < 0) == (second < 0) else math.inf


def with_doubles(value: Any) -> Any:
    """Any JSON, with doubles in place of integers beyond 64 bits."""
    if isinstance(value, dict):
        return {name: with_doubles(item) for name, item in value.items()}
    if isinstance(value, list):
        return [with_doubles(item) for item in value]
    beyond = type(value) is int and not -(2**63) <= value < 2**64
    return float(value) if beyond else value


def declared(record: Plain, schema: Plain) -> Plain:
    return {name: item for name, item in record.items() if name in schema["properties"]}


def has_floats(value: Any) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    return any(map(has_floats, value)) if isinstance(value, list) else isinstance(value, float)


def declared_at_every_level(value: Any, node: Plain, root: Plain) -> Any:
    """A value without what its schema does not declare."""
    node = root["$defs"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node
    if "anyOf" in node and value is not None:
        return declared_at_every_level(value, node["anyOf"][0], root)
    if "properties" in node and value is not None:
        members = node["properties"]
        return {
            name: declared_at_every_level(value[name], members[name], root)
            for name in value
            if name in members
        }
    if "items" in node and value is not None:
        return [declared_at_every_level(item, node["items"], root) for item in value]
    return value
