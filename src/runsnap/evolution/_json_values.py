"""JSON values as the validators compare them: 1 equals 1.0, true does not equal 1."""

from __future__ import annotations

import json
from collections.abc import Hashable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["null", "boolean", "integer", "fraction", "string", "array", "object"]

# In the order in which a witness is looked for.
KINDS: tuple[Kind, ...] = ("integer", "string", "boolean", "null", "fraction", "array", "object")
KINDS_OF_TYPE: dict[str, frozenset[Kind]] = {
    "null": frozenset({"null"}),
    "boolean": frozenset({"boolean"}),
    "integer": frozenset({"integer"}),
    "number": frozenset({"integer", "fraction"}),
    "string": frozenset({"string"}),
    "array": frozenset({"array"}),
    "object": frozenset({"object"}),
}


def kind_of(value: Any) -> Kind:
    """The kind of a value; a number without a fraction is an integer however it is written."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list):
        return "array"
    if isinstance(value, dict):
        return "object"
    return "integer" if exact(value).denominator == 1 else "fraction"


def exact(number: float | Decimal) -> Fraction:
    """A number as its decimal digits say, which is what the validators calculate with."""
    if isinstance(number, int):
        return Fraction(number)
    return Fraction(Decimal(repr(number)) if isinstance(number, float) else number)


def plain(number: Fraction) -> int | float:
    """A number as a document holds it."""
    return number.numerator if number.denominator == 1 else float(number)


def freeze(value: Any) -> Hashable:
    """A key that two values share if and only if they are equal as JSON."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, list):
        return ("array", tuple(freeze(item) for item in value))
    if isinstance(value, dict):
        return ("object", frozenset((name, freeze(item)) for name, item in value.items()))
    return ("number", exact(value))


def compact(value: Any) -> str:
    """A value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), default=str)


def order_of(value: Any) -> tuple[int, str]:
    """A key that sorts values by size, then by text: the shortest first."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return len(text), text


def integers_exceed(value: Any, digits: int) -> bool:
    """Whether an integer has more digits than that; needs no recursion."""
    largest = 10**digits
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            stack += item.values()
        elif isinstance(item, list):
            stack += item
        elif isinstance(item, int) and abs(item) >= largest:
            return True
    return False


def depth_exceeds(value: Any, limit: int) -> bool:
    """Whether arrays and objects nest deeper than the limit; needs no recursion."""
    level = [value]
    for _ in range(limit + 1):
        below = [
            item
            for parent in level
            if isinstance(parent, (list, dict))
            for item in (parent.values() if isinstance(parent, dict) else parent)
            if isinstance(item, (list, dict))
        ]
        # One object may stand in many places.
        level = list({id(item): item for item in below}.values())
        if not level:
            return False
    return True


def written_alike(first: Any, second: Any) -> bool:
    """Whether two values are the same text, with members in the same order; needs no recursion."""
    stack = [(first, second)]
    while stack:
        one, other = stack.pop()
        if one is other:
            continue
        if type(one) is not type(other):
            return False
        if isinstance(one, dict):
            if list(one) != list(other):
                return False
            stack += [(one[name], other[name]) for name in one]
        elif isinstance(one, list):
            if len(one) != len(other):
                return False
            stack += zip(one, other, strict=True)
        elif one != other:
            return False
    return True
