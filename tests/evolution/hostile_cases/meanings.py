"""Schemas whose meaning is hard to find, or that have none."""

from __future__ import annotations

from typing import Any

from tests.evolution.hostile_cases.case import Hostile


def wrong_yes() -> list[Hostile]:
    """What the canonical form of the fast validator gets wrong, or dies of."""
    lost_annotation = {
        "if": {"anyOf": [{"required": ["k"]}, {"properties": {"a": {}}}]},
        "unevaluatedProperties": False,
    }
    symbolic = {
        "const": [5],
        "contains": {
            "oneOf": [
                {"exclusiveMaximum": 0.01, "properties": {"": False}},
                {"multipleOf": 0.5, "additionalProperties": {"multipleOf": 2}},
            ]
        },
    }
    crash = {
        "oneOf": [
            {"type": "object", "properties": {"c": {"$ref": "#", "unevaluatedProperties": False}}},
            {"type": "string"},
        ]
    }
    crash_in_defs = {
        "$ref": "#/$defs/t",
        "$defs": {
            "t": {
                "oneOf": [
                    {
                        "type": "object",
                        "properties": {"c": {"$ref": "#/$defs/t", "unevaluatedProperties": False}},
                    },
                    {"type": "string"},
                ]
            }
        },
    }
    return [
        Hostile(
            "annotation lost through anyOf in if",
            lost_annotation,
            {"properties": {"a": False}},
            "broken",
            "broken",
        ),
        Hostile(
            "annotation lost through oneOf in if",
            {
                "if": {"oneOf": [{"required": ["k"]}, {"properties": {"a": {}}, "maxProperties": 1}]},
                "unevaluatedProperties": False,
            },
            {"properties": {"a": False}},
            "broken",
            "broken",
        ),
        Hostile(
            "annotation lost through if in if",
            {"if": {"if": {"properties": {"a": {}}}}, "unevaluatedProperties": False},
            {"properties": {"a": False}},
            "broken",
            "broken",
        ),
        Hostile(
            "annotation lost through dependentSchemas in if",
            {"if": {"dependentSchemas": {"a": {"properties": {"a": True}}}}, "unevaluatedProperties": False},
            {"properties": {"a": False}},
            "broken",
            "broken",
        ),
        Hostile(
            "items evaluated in if",
            {"if": {"anyOf": [{"minItems": 7}, {"prefixItems": [True]}]}, "unevaluatedItems": False},
            {"maxItems": 0},
            "broken",
            "safe",
        ),
        Hostile("const against a symbolic oneOf", symbolic, False, "broken", "safe"),
        Hostile("const against a symbolic oneOf, to another", symbolic, {"const": [6]}, "broken", "broken"),
        Hostile(
            "nested const against a symbolic oneOf",
            {"type": "object", "properties": {"x": symbolic}, "required": ["x"]},
            {"type": "object", "maxProperties": 0},
            "broken",
            "broken",
        ),
        Hostile(
            "const object against oneOf under patternProperties",
            {"const": {"a": 5}, "patternProperties": {"a": symbolic["contains"]}},
            {"const": {"a": 6}},
            "broken",
            "broken",
        ),
        Hostile(
            "canonicalizing it overflows the stack", crash, {**crash, "maxProperties": 0}, "broken", "safe"
        ),
        Hostile(
            "the same through definitions",
            crash_in_defs,
            {**crash_in_defs, "maxProperties": 0},
            "broken",
            "safe",
        ),
    ]


def recursive() -> list[Hostile]:
    def ring(leaf: str, size: int) -> dict[str, Any]:
        defs = {
            f"r{index}": {
                "type": "object",
                "properties": {
                    "next": {"$ref": f"#/$defs/r{(index + 1) % size}"},
                    "skip": {"$ref": f"#/$defs/r{(index + 7) % size}"},
                    "v": {"type": leaf},
                },
            }
            for index in range(size)
        }
        return {"$defs": defs, "$ref": "#/$defs/r0"}

    endless = {"type": "object", "required": ["n"], "properties": {"n": {"$ref": "#"}}}
    grown = {
        "$defs": {"n": {"anyOf": [{"type": "null"}, {"type": "array", "items": {"$ref": "#/$defs/n"}}]}},
        "$ref": "#/$defs/n",
    }
    flipped = {
        "$defs": {"n": {"not": {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}}}},
        "$ref": "#/$defs/n",
    }
    return [
        Hostile("40 definitions in a ring", ring("integer", 40), ring("number", 40), "safe", "broken"),
        Hostile("rings of other sizes", ring("integer", 12), ring("integer", 18), "safe", "safe"),
        Hostile("no finite document", endless, False, "safe", "safe"),
        Hostile("recursion under a bound", grown, {**grown, "maxItems": 1}, "broken", "safe"),
        Hostile("recursion through not", flipped, {**flipped, "type": ["object", "null"]}, "broken", "safe"),
    ]


def cycles() -> list[Hostile]:
    text = {"type": "string"}
    loops = {
        "a reference to itself": {"$ref": "#"},
        "allOf of itself": {"allOf": [{"$ref": "#"}], "type": "string"},
        "if itself": {"if": {"$ref": "#"}, "then": text},
        "not itself": {"not": {"$ref": "#"}},
        "anyOf itself": {"anyOf": [text, {"$ref": "#"}]},
        "dependentSchemas of itself": {"dependentSchemas": {"a": {"$ref": "#"}}, "minProperties": 1},
        "two in a ring": {
            "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}},
            "$ref": "#/$defs/a",
        },
        "a ring in a member": {
            "$defs": {"a": {"not": {"$ref": "#/$defs/a"}}},
            "properties": {"x": {"$ref": "#/$defs/a"}},
        },
    }
    return [
        Hostile(f"cycle: {name}", loop, {"type": "integer"}, "meaningless", "meaningless")
        for name, loop in loops.items()
    ]


def broken() -> list[Hostile]:
    """No schemas at all, or none that can be read."""
    texts: dict[str, Any] = {
        "a type that is none": {"type": 5},
        "a pattern that is none": {"pattern": "(", "type": "string"},
        "a reference to nothing": {"$ref": "#/$defs/missing"},
        "a reference to a number": {"$ref": "#/minimum", "minimum": 1},
        "a remote reference": {"$ref": "https://example.com/x.json"},
        "half a surrogate pair": {"required": ["\ud800"], "enum": [{"\ud800": 1}]},
        "a negative length": {"type": "string", "minLength": -1},
        "an empty list of types": {"type": []},
        "a step of zero": {"type": "number", "multipleOf": 0},
        "required is no list": {"type": "object", "required": "a"},
    }
    return [
        Hostile(f"unreadable: {name}", text, {"type": "boolean", "title": "x"}, "meaningless", "meaningless")
        for name, text in texts.items()
    ]
