"""The expected result of loading a file, told by its schema alone.

Standard library only, and no code of the package: what is computed here is what
the package, in this or another language, is judged by. README.md describes the
form of the results.
"""

from __future__ import annotations

import json
import re
import struct
from datetime import date
from typing import Any

Schema = dict[str, Any]

_INSTANT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)


def parsed(text: str) -> Any:
    """JSON with integers exact to the last digit and other numbers as doubles."""
    return json.loads(text, parse_int=int, parse_float=float)


def loaded(document: Any, schema: Schema) -> Any:
    """The document in memory: members that are absent or null have their default, leaves are tagged."""
    return _typed(document, schema, schema)


def plain(node: Schema, root: Schema) -> Schema:
    """A member's schema without its reference and without the union with null."""
    if "anyOf" in node:
        node = next(branch for branch in node["anyOf"] if branch != {"type": "null"})
    if "$ref" in node:
        target: Any = root
        for token in node["$ref"].removeprefix("#/").split("/"):
            target = target[token]
        return target
    return node


def is_any(node: Schema) -> bool:
    """Whether the member holds any JSON."""
    return not {"type", "const", "anyOf", "$ref"} & node.keys()


def types(node: Schema) -> list[str]:
    """The JSON types that a node names; none for any JSON."""
    named = node.get("type", [])
    return [named] if isinstance(named, str) else named


def _typed(value: Any, member: Schema, root: Schema) -> Any:
    if value is None:
        return None
    node = plain(member, root)
    if "properties" in node:
        return _record(value, node, root)
    if "additionalProperties" in node:
        return {name: _typed(item, node["additionalProperties"], root) for name, item in value.items()}
    if "items" in node:
        return [_typed(item, node["items"], root) for item in value]
    if node.get("format") == "date-time":
        return f"instant:{nanoseconds(value)}"
    if "integer" in types(node):
        return f"int:{int(value)}"
    if "number" in types(node):
        return _double(float(value))
    return tagged(value)


def _record(value: dict[str, Any], node: Schema, root: Schema) -> dict[str, Any]:
    result = {}
    for name, member in node["properties"].items():
        found = value.get(name)
        result[name] = _typed(member.get("default") if found is None else found, member, root)
    unknown = {name: tagged(item) for name, item in value.items() if name not in node["properties"]}
    return result | unknown


def tagged(value: Any) -> Any:
    """A value of any JSON: containers, null and booleans as they are, other leaves as tagged texts."""
    match value:
        case None | bool():
            return value
        case int():
            return f"int:{value}"
        case float():
            return _double(value)
        case str():
            return f"text:{value}"
        case list():
            return [tagged(item) for item in value]
    return {name: tagged(item) for name, item in value.items()}


def _double(value: float) -> str:
    return f"double:{struct.pack('>d', value).hex()}"


def nanoseconds(text: str) -> int:
    """Nanoseconds from 1970-01-01T00:00:00Z to an RFC 3339 instant."""
    found = _INSTANT.fullmatch(text)
    if found is None:
        raise ValueError(f"no instant: {text}")
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    fraction, sign, offset_hours, offset_minutes = found.groups()[6:]
    days = date(year, month, day).toordinal() - date(1970, 1, 1).toordinal()
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    if sign:
        offset = (int(offset_hours) * 60 + int(offset_minutes)) * 60
        seconds += -offset if sign == "+" else offset
    return seconds * 10**9 + int((fraction or "").ljust(9, "0"))
