"""Schemas that are large, deep, or that grow when they are looked at."""

from __future__ import annotations

from typing import Any

from tests.evolution.hostile_cases.case import Hostile


def large() -> list[Hostile]:
    words = [f"label-{index:07d}" for index in range(60_000)]
    few = words[:10_000]
    number = {f"m{index}": {"type": "number"} for index in range(1000)}
    names = [f"m{index}" for index in range(100)]
    return [
        Hostile(
            "1 MB of description",
            {"type": "string", "description": "x" * 2**20},
            {"type": "string"},
            "safe",
            "safe",
        ),
        Hostile("1 MB of labels, one removed", {"enum": words}, {"enum": words[:-1]}, "broken", "safe"),
        Hostile("10,000 labels, in another order", {"enum": few}, {"enum": few[::-1]}, "safe", "safe"),
        Hostile(
            "1,000 members, one changed",
            _record(1000),
            _record(1000, m500={"type": "number"}),
            "safe",
            "broken",
        ),
        Hostile(
            "1,000 members, all changed",
            _record(1000),
            {"type": "object", "properties": number},
            "safe",
            "broken",
        ),
        Hostile(
            "100 members become required", _record(100), {**_record(100), "required": names}, "broken", "safe"
        ),
        Hostile(
            "4,000 members, one changed",
            _record(4_000),
            _record(4_000, m7={"type": "string"}),
            "broken",
            "broken",
        ),
        Hostile(
            "200 branches, one narrowed",
            {"oneOf": [_tagged(index) for index in range(200)]},
            {
                "oneOf": [
                    *(_tagged(index) for index in range(199)),
                    {**_tagged(199), "required": ["kind", "x"]},
                ]
            },
            "broken",
            "safe",
        ),
    ]


def _record(count: int, **members: Any) -> dict[str, Any]:
    properties = {f"m{index}": {"type": "integer"} for index in range(count)}
    return {"type": "object", "properties": {**properties, **members}}


def _tagged(index: int) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"const": f"k{index}"}, "x": {"type": "integer"}},
    }


def deep() -> list[Hostile]:
    integer, number = {"type": "integer"}, {"type": "number"}
    return [
        Hostile("60 levels of members", _nested(60, integer), _nested(60, number), "safe", "broken"),
        Hostile("190 levels of members", _nested(190, integer), _nested(190, number), "safe", "broken"),
        Hostile("3,000 levels of members", _nested(3000, integer), _nested(3000, number), "safe", "broken"),
        Hostile(
            "150 levels of allOf",
            _wrapped(150, "allOf", integer),
            _wrapped(150, "allOf", number),
            "safe",
            "broken",
        ),
        Hostile(
            "100 levels of not", _wrapped(100, "not", integer), _wrapped(100, "not", number), "safe", "broken"
        ),
        Hostile(
            "101 levels of not", _wrapped(101, "not", integer), _wrapped(101, "not", number), "broken", "safe"
        ),
        Hostile(
            "2,000 levels of oneOf",
            _wrapped(2000, "oneOf", integer),
            _wrapped(2000, "oneOf", number),
            "safe",
            "broken",
        ),
    ]


def _nested(depth: int, leaf: Any) -> Any:
    made = leaf
    for _ in range(depth):
        made = {"type": "object", "properties": {"a": made}}
    return made


def _wrapped(depth: int, keyword: str, leaf: Any) -> Any:
    made = leaf
    for _ in range(depth):
        made = {keyword: made} if keyword == "not" else {keyword: [made]}
    return made


def patterns() -> list[Hostile]:
    return [
        Hostile("nested plus", _text("^(a+)+$"), _text("^(a|a)*$"), "safe", "broken"),
        Hostile(
            "backtracking trap", _text("^(([a-z])+.)+[A-Z]([a-z])+$"), _text("^[a-z].*$"), "safe", "broken"
        ),
        Hostile("counts of counts", _text("^((a{0,50}){0,50}){0,50}$"), _text("^a*$"), "safe", "broken"),
        Hostile("a large count", _text("^a{1,100000}$"), _text("^a+$"), "safe", "broken"),
        Hostile("exponential automaton", _text("^[ab]*a[ab]{24}$"), _text("^[ab]*$"), "safe", "broken"),
        Hostile(
            "complement of an exponential automaton",
            _text("^[ab]*$"),
            _text("^[ab]*a[ab]{24}$"),
            "broken",
            "safe",
        ),
        Hostile(
            "many patterns of names",
            {
                "type": "object",
                "patternProperties": {
                    f"^[a-z]*{c}[a-z]{{3}}$": {"minimum": i} for i, c in enumerate("abcdefgh")
                },
            },
            {
                "type": "object",
                "patternProperties": {
                    f"^[a-z]*{c}[a-z]{{3}}$": {"minimum": i - 1} for i, c in enumerate("abcdefgh")
                },
            },
            "safe",
            "broken",
        ),
        Hostile(
            "2,000 alternatives",
            _text("^(" + "|".join(f"w{i}" for i in range(2000)) + ")$"),
            _text("^w[0-9]+$"),
            "safe",
            "broken",
        ),
    ]


def _text(pattern: str) -> dict[str, Any]:
    return {"type": "string", "pattern": pattern}


def numbers() -> list[Hostile]:
    return [
        Hostile("beyond doubles", {"maximum": 10**400}, {"maximum": 10**400 - 1}, "broken", "safe"),
        Hostile(
            "largest double",
            {"type": "number", "maximum": 1e308},
            {"type": "number", "maximum": 1e307},
            "broken",
            "safe",
        ),
        Hostile(
            "a billion characters",
            {"type": "string"},
            {"type": "string", "maxLength": 10**9},
            "broken",
            "safe",
        ),
        Hostile(
            "at least a billion items",
            {"type": "array", "minItems": 10**9},
            {"type": "array", "minItems": 10**9 - 1},
            "safe",
            "broken",
        ),
        Hostile(
            "a billion members",
            {"type": "object", "maxProperties": 10**9},
            {"type": "object"},
            "safe",
            "broken",
        ),
        Hostile(
            "large prime steps",
            {"type": "integer", "multipleOf": 2**61 - 1},
            {"type": "integer", "multipleOf": 2**31 - 1},
            "broken",
            "broken",
        ),
    ]
