"""When two JSON values are equal, and when two documents are.

Python's ``==`` takes 1, 1.0 and True for the same, and 0.0 for -0.0. JSON
documents are compared here without that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from runsnap._shape import Items, Leaf, Of, RecordShape, TypeShape, Values
from runsnap._values import instant, instant_text, integer, number


def same_json(left: Any, right: Any) -> bool:
    """Type-strict equality: int, float and bool told apart, the sign of zero too.

    The order of an object's members does not matter.
    """
    pairs = [(left, right)]
    while pairs:
        one, other = pairs.pop()
        if type(one) is not type(other):
            return False
        if isinstance(one, dict):
            if one.keys() != other.keys():
                return False
            pairs.extend((one[name], other[name]) for name in one)
        elif isinstance(one, list):
            if len(one) != len(other):
                return False
            pairs.extend(zip(one, other, strict=True))
        elif one != other or (isinstance(one, float) and math.copysign(1, one) != math.copysign(1, other)):
            return False
    return True


def normalised(plain: Any, record: str, shapes: Mapping[str, RecordShape]) -> Any:
    """What a valid document is after loading and writing: the values that count.

    Absent and null members take their default, and are left out where the
    schema says so; instants take their written form; integral floats in integer
    members become ints, ints in number members become floats.
    """
    return _normal(plain, Of(record), shapes)


def _normal(value: Any, type_: TypeShape, shapes: Mapping[str, RecordShape]) -> Any:
    if value is None:
        return None
    match type_:
        case Of(name):
            return _normal_record(value, shapes[name], shapes)
        case Items(item):
            return [_normal(inner, item, shapes) for inner in value]
        case Values(item):
            return {name: _normal(inner, item, shapes) for name, inner in value.items()}
        case Leaf("instant"):
            return instant_text(instant(value))
        case Leaf("integer"):
            return value if type(value) is int else integer(value)
        case Leaf("number"):
            return value if type(value) is float else number(value)
        case _:
            return value


def _normal_record(
    plain: dict[str, Any], record: RecordShape, shapes: Mapping[str, RecordShape]
) -> dict[str, Any]:
    normal: dict[str, Any] = {}
    for wire, member in record.members.items():
        value = plain.get(wire)
        if value is None:
            value = member.default
        value = _normal(value, member.type, shapes)
        if not (member.omit_default and same_json(value, member.default)):
            normal[wire] = value
    unknown = {name: value for name, value in plain.items() if name not in record.members}
    return normal | unknown
