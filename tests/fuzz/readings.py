"""What a text says as JSON, read as leniently as any parser reads it, and what is special about it.

Independent of the package: the standard library reads, hooks note what they see.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, field
from typing import Any

DEEP = 200
DEEPEST = 400
"""Levels that the standard library reads from any place in a test; beyond them nothing is built here."""
LONGEST = 4300
_OUTSIDE_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+(?:"|\Z)', re.DOTALL)
_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Reading:
    """The value, doubled names read to the last, and the features of the text."""

    features: frozenset[str]
    value: Any = None
    built: bool = True
    """False for text that nests too deep to be built; whether it is JSON is not known then."""


def read(data: bytes) -> Reading | None:
    """How the text reads; None where no parser could take it for JSON."""
    depth = depth_of(data)
    if depth > DEEPEST:
        return Reading(frozenset({"deepest"}), built=False)
    seen = _Seen({"deep"} if depth > DEEP else set())
    try:
        value = json.loads(
            data,
            parse_int=seen.integer,
            parse_float=seen.number,
            parse_constant=seen.constant,
            object_pairs_hook=seen.members,
        )
    except ValueError:
        return None
    seen.encoding(data)
    if "surrogate-bytes" not in seen.features and _has_surrogates([value, *seen.dropped]):
        seen.features.add("lone-surrogate")
    return Reading(frozenset(seen.features), value)


def depth_of(data: bytes) -> int:
    """The most brackets that are open at one place."""
    depth = deepest = 0
    for char in _OUTSIDE_STRINGS.sub(b"", data):
        if char in b"{[":
            depth += 1
            deepest = max(deepest, depth)
        elif char in b"}]":
            depth -= 1
    return deepest


@dataclass
class _Seen:
    features: set[str]
    dropped: list[Any] = field(default_factory=list)
    """What stood under doubled names."""

    def integer(self, text: str) -> int:
        digits = len(text.lstrip("-"))
        if digits > LONGEST:
            self.features.add("beyond-4300-digits")
            return 0
        value = int(text)
        if digits == LONGEST and value < 0:
            self.features.add("negative-of-4300-digits")
        elif not -(2**63) <= value < 2**64:
            self.features.add("beyond-64-bits" if _is_finite(value) else "integer-beyond-double")
        return value

    def number(self, text: str) -> float:
        value = float(text)
        if math.isinf(value):
            self.features.add("beyond-double")
        return value

    def constant(self, text: str) -> float:
        self.features.add("not-a-number")
        return float(text)

    def members(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            self.features.add("doubled-name")
            self.dropped += (value for _, value in pairs)
        return members

    def encoding(self, data: bytes) -> None:
        name = json.detect_encoding(data)
        if name == "utf-8-sig":
            self.features.add("byte-order-mark")
        elif name != "utf-8":
            self.features.add("not-utf-8")
        try:
            data.decode(name)
        except UnicodeDecodeError:
            self.features.add("surrogate-bytes")


def _is_finite(value: int) -> bool:
    try:
        float(value)
    except OverflowError:
        return False
    return True


def _has_surrogates(value: Any) -> bool:
    rest = [value]
    while rest:
        one = rest.pop()
        if isinstance(one, dict):
            rest += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            rest += one
        elif isinstance(one, str) and _SURROGATE.search(one):
            return True
    return False
