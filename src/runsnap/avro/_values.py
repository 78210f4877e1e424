"""Single values between dataclasses and Avro records: what the generated codec calls.

At any doubt they raise :class:`Doubt`; the way over plain JSON values decides then.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

import msgspec
from whenever import Instant

from runsnap._compact import compact
from runsnap._encode import encode
from runsnap._json import has_as_many_members, within_depth
from runsnap._plain import ValueRuleRefusal, check_plain
from runsnap._values import Doubt
from runsnap.errors import RunsnapError

SMALLEST_LONG, LARGEST_LONG = -(2**63), 2**63 - 1


class Text:
    """A check of texts: returns the text, or raises Doubt."""

    __slots__ = ("longest", "match", "refused", "shortest")

    def __init__(self, pattern: str | None, refused: str | None, shortest: int, longest: int | None) -> None:
        self.match = re.compile(pattern, re.ASCII).search if pattern else None
        self.refused = re.compile(refused, re.ASCII).search if refused else None
        self.shortest = shortest
        self.longest = longest

    def __call__(self, value: Any) -> str:
        if type(value) is not str or "\n" in value or len(value) < self.shortest:
            raise Doubt
        if self.longest is not None and len(value) > self.longest:
            raise Doubt
        if (self.match is not None and not self.match(value)) or (
            self.refused is not None and self.refused(value)
        ):
            raise Doubt
        return value


def names(value: Any) -> bool:
    """Whether this is a dict whose names are all texts."""
    return type(value) is dict and all(type(name) is str for name in value)


def label(value: Any) -> str:
    """The label of a member of an open enumeration."""
    if isinstance(value, Enum) and type(value.value) is str:
        return value.value
    raise Doubt


def nanos(value: Any) -> int:
    """Nanoseconds since 1970 of an instant, if a long holds them."""
    if type(value) is not Instant:
        raise Doubt
    count = value.timestamp(unit="nanosecond")
    if not SMALLEST_LONG <= count <= LARGEST_LONG:
        raise Doubt
    return count


def instant_of(count: int) -> Instant:
    """The instant so many nanoseconds after 1970 began, in UTC."""
    return Instant.from_timestamp(count, unit="nanosecond")


def decimal_bytes(value: int) -> bytes:
    """Two's complement, big-endian, as few bytes as hold the value."""
    return value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)


def decimal_int(data: bytes, low: int | None, high: int | None) -> int:
    """The integer of a decimal of scale 0, if it is within the bounds."""
    value = int.from_bytes(data, "big", signed=True)
    if (low is not None and value < low) or (high is not None and value > high):
        raise Doubt
    return value


def json_text(value: Any, room: int) -> str:
    """JSON text of any JSON value that nests at most ``room`` levels."""
    if value is None:
        return "null"
    kind = type(value)
    try:
        if kind is str or kind is bool or kind is int or (kind is float and -1e16 < value < 1e16):
            return compact(value).decode()
        text = encode(value, usual_floats=check_plain(value)).decode()
    except (RunsnapError, ValueRuleRefusal, ValueError):
        raise Doubt from None
    if text.count("[") + text.count("{") > room and not within_depth(value, room):
        raise Doubt
    return text


def json_value(text: str, room: int) -> Any:
    """The value of JSON text that nests at most ``room`` levels.

    That no object names a member twice is proved as :func:`runsnap._json.is_whole` does.
    """
    if text == "null":
        return None
    try:
        data = text.encode()
        value = _decode(data)
    except ValueError:
        raise Doubt from None
    if type(value) in (dict, list):
        again = compact(value)
        if again != data and not has_as_many_members(data, again):
            raise Doubt
        if text.count("[") + text.count("{") > room and not within_depth(value, room):
            raise Doubt
    return value


_decode = msgspec.json.Decoder().decode


def unknown_texts(unknown: Any, known: frozenset[str], room: int) -> dict[str, str]:
    """Unknown members as JSON texts."""
    if not names(unknown) or not known.isdisjoint(unknown):
        raise Doubt
    return {name: json_text(value, room) for name, value in unknown.items()}


def unknown_values(texts: dict[str, str], known: frozenset[str], room: int) -> dict[str, Any]:
    """Unknown members from JSON texts; one that this version declares is left to the slow way."""
    if not known.isdisjoint(texts):
        raise Doubt
    return {name: json_value(text, room) for name, text in texts.items()}
