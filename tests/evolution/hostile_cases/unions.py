"""Schemas with exponentially many cases."""

from __future__ import annotations

from typing import Any

from tests.evolution.hostile_cases.case import Hostile


def exponential() -> list[Hostile]:
    either = [{"anyOf": [{"required": [f"a{index}"]}, {"required": [f"b{index}"]}]} for index in range(24)]
    overlapping = [
        {"properties": {f"p{index}": {"type": "integer"}}, "required": [f"p{index}"]} for index in range(50)
    ]
    chain = [{"if": {"required": [f"p{i}"]}, "then": {"required": [f"p{i + 1}"]}} for i in range(40)]
    needs = {f"p{i}": [f"p{i + 1}"] for i in range(40)}
    every = [f"p{i}" for i in range(41)]
    return [
        Hostile(
            "24 choices of two",
            {"type": "object", "allOf": either},
            {"type": "object", "allOf": either[:-1]},
            "safe",
            "broken",
        ),
        Hostile("24 choices of two, one more", {"allOf": either[:-1]}, {"allOf": either}, "broken", "safe"),
        Hostile(
            "50 overlapping branches", {"oneOf": overlapping}, {"oneOf": overlapping[:-1]}, "broken", "broken"
        ),
        Hostile(
            "50 overlapping branches as anyOf",
            {"oneOf": overlapping},
            {"anyOf": overlapping},
            "safe",
            "broken",
        ),
        Hostile(
            "chain of conditions", {"allOf": chain}, {"allOf": chain, "required": ["p0"]}, "broken", "safe"
        ),
        Hostile(
            "chain of conditions, all implied",
            {"allOf": chain, "required": ["p0"]},
            {"required": every},
            "safe",
            "safe",
        ),
        Hostile(
            "chain of dependencies",
            {"dependentRequired": needs},
            {"dependentRequired": {**needs, "p40": ["p41"]}},
            "broken",
            "safe",
        ),
        Hostile(
            "8 nested choices",
            _choices(8, {"type": "integer"}),
            _choices(8, {"type": "number"}),
            "safe",
            "broken",
        ),
        Hostile(
            "doubling references",
            {"$defs": _doubling(30, {"type": "integer"}), "$ref": "#/$defs/d30"},
            {"$defs": _doubling(30, {"type": "number"}), "$ref": "#/$defs/d30"},
            "safe",
            "broken",
        ),
    ]


def _choices(depth: int, leaf: Any) -> Any:
    return (
        leaf
        if depth == 0
        else {"anyOf": [_choices_once(depth, leaf), {"type": "array", "items": {"const": depth}}]}
    )


def _choices_once(depth: int, leaf: Any) -> Any:
    inner = _choices(depth - 1, leaf)
    return {"type": "object", "properties": {"l": inner, "r": inner}}


def _doubling(depth: int, leaf: Any) -> dict[str, Any]:
    defs: dict[str, Any] = {"d0": leaf}
    for index in range(1, depth + 1):
        inner = {"$ref": f"#/$defs/d{index - 1}"}
        defs[f"d{index}"] = {"type": "object", "properties": {"l": inner, "r": inner}}
    return defs
