"""A value where there is one, and "none" only where there is none."""

from __future__ import annotations

import pytest

from tests.evolution.engine.solving import between, both_ways, classes_of

NONE = [
    # numbers
    ({"type": "integer", "minimum": 1, "maximum": 2}, {"enum": [1, 2]}),
    ({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2}, False),
    ({"type": "number", "multipleOf": 0.1}, {"multipleOf": 0.01}),
    ({"multipleOf": 6}, {"allOf": [{"multipleOf": 2}, {"multipleOf": 3}]}),
    ({"type": "integer", "multipleOf": 1.5}, {"multipleOf": 3}),
    ({"type": "number", "minimum": 2, "maximum": 2}, {"const": 2.0}),
    # texts
    ({"type": "string", "pattern": "^[a-z]{1,3}$"}, {"maxLength": 3, "minLength": 1}),
    ({"type": "string", "minLength": 1, "maxLength": 1, "pattern": "^[ab]*$"}, {"enum": ["a", "b"]}),
    ({"pattern": "^ab"}, {"pattern": "^a"}),
    ({"type": "string", "allOf": [{"pattern": "^a"}, {"pattern": "^b"}]}, False),
    ({"type": "string", "pattern": "^(?=a)"}, {"pattern": "^(?=a)"}),
    # arrays
    ({"type": "array", "items": {"type": "boolean"}, "uniqueItems": True}, {"maxItems": 2}),
    ({"type": "array", "contains": {"const": 1}, "maxItems": 1}, {"prefixItems": [{"const": 1}]}),
    ({"type": "array", "contains": {"type": "string"}, "minContains": 2}, {"minItems": 2}),
    ({"type": "array", "items": {"const": 1}, "minItems": 2}, {"not": {"uniqueItems": True}}),
    ({"type": "array", "prefixItems": [True, False]}, {"maxItems": 1}),
    ({"type": "array", "items": {"type": "integer"}}, {"contains": {"type": "string"}, "minContains": 0}),
    # objects
    ({"type": "object", "propertyNames": {"enum": ["a", "b"]}}, {"maxProperties": 2}),
    ({"type": "object", "propertyNames": {"maxLength": 1, "pattern": "^[xyz]$"}}, {"maxProperties": 3}),
    (
        {"patternProperties": {"^a": {"type": "integer"}, "b$": {"type": "string"}}},
        {"not": {"type": "object", "required": ["ab"]}},
    ),
    ({"required": ["a"], "dependentRequired": {"a": ["b"], "b": ["c"]}}, {"required": ["c"]}),
    (
        {"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "string"}},
        {"patternProperties": {"^a$": {"type": "integer"}, "^..": {"type": "string"}}},
    ),
    ({"type": "object", "minProperties": 2, "additionalProperties": False, "properties": {"a": True}}, False),
    # logic
    ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, {"not": {"type": "integer"}}),
    ({"if": {"type": "string"}, "then": {"minLength": 2}, "else": False}, {"type": "string", "minLength": 2}),
    ({"not": {"anyOf": [{"type": "string"}, {"type": "number"}]}}, {"not": {"type": "integer"}}),
    # unevaluated
    (
        {"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False},
        {"additionalProperties": False, "properties": {"a": True}},
    ),
    (
        {"anyOf": [{"properties": {"a": {"const": 1}}}, {"required": ["b"]}], "unevaluatedProperties": {"type": "string"}},
        {"properties": {"a": {"type": ["integer", "string"]}, "c": {"type": "string"}}},
    ),
    (
        {"type": "array", "prefixItems": [True], "contains": {"const": 1}, "unevaluatedItems": False},
        {"items": {"const": 1}, "prefixItems": [True]},
    ),
    # recursion
    (
        {"$ref": "#/$defs/t", "$defs": {"t": {"type": "array", "items": {"$ref": "#/$defs/t"}}}},
        {"$ref": "#/$defs/t", "$defs": {"t": {"type": ["array", "null"], "items": {"$ref": "#/$defs/t"}}}},
    ),
    ({"type": "array", "minItems": 1, "items": {"$ref": "#"}}, False),
    ({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}, False),
]  # fmt: skip
SOME = [
    ({"type": "integer", "multipleOf": 2}, {"multipleOf": 4}, 2),
    ({"type": "integer", "maximum": 20}, {"maximum": 16}, 17),
    ({"type": "number"}, {"type": "integer"}, 0.5),
    ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.001}, False, 0.0001),
    ({"type": "string", "pattern": "^[a-z]+$"}, {"pattern": "^[a-c]+$"}, "d"),
    ({"type": "string", "minLength": 3}, {"enum": ["aaa", "aab"]}, "aac"),
    ({"type": "array"}, {"uniqueItems": True}, [0, 0]),
    ({"type": "array", "items": {"type": "boolean"}, "uniqueItems": True}, {"maxItems": 1}, [True, False]),
    ({"type": "object"}, {"propertyNames": {"pattern": "^x"}}, {"a": 0}),
    ({"type": "object", "minProperties": 2, "additionalProperties": {"const": 1}}, False, {"a": 1, "b": 1}),
    ({"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"]}}, False, {"a": 0, "b": 0}),
    ({"const": [5], "contains": {"oneOf": [{"maximum": 0}, {"multipleOf": 0.5}]}}, False, [5]),
    ({"enum": [{"a": 1}, {"a": 2}]}, {"const": {"a": 1}}, {"a": 2}),
    ({"type": "array", "contains": {"const": 1}, "minContains": 2, "maxContains": 2}, False, [1, 1]),
]


@pytest.mark.parametrize(("writer", "reader"), NONE)
def test_that_there_is_none_is_proved(writer, reader):
    assert between(writer, reader).verdict == "none"


@pytest.mark.parametrize(("writer", "reader", "value"), SOME)
def test_the_plainest_value_is_found(writer, reader, value):
    answer = between(writer, reader)
    assert (answer.verdict, answer.value, type(answer.value)) == ("some", value, type(value))


@pytest.mark.parametrize(
    ("writer", "reader", "named"),
    [
        ({"pattern": "(?=a)b"}, {"pattern": "^b"}, "(?=a)b"),
        ({"type": "string", "minLength": 10**9}, False, "1000000000"),
        ({"type": "array", "minItems": 10**9}, False, "1000000000"),
    ],
)
def test_what_stops_the_proof_is_named(writer, reader, named):
    answer = between(writer, reader)
    assert answer.verdict == "unknown"
    assert named in answer.reason


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"required": ["a", "b"]}, {"required": ["b", "a"], "title": "x"}),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}, {"type": ["string"]}),
        ({"const": 1}, {"enum": [1.0]}),
        ({"minLength": 0, "description": "x"}, True),
        (
            {"properties": {"n": {"$ref": "#"}}, "type": "object"},
            {
                "$ref": "#/$defs/z",
                "$defs": {"z": {"type": "object", "properties": {"n": {"$ref": "#/$defs/z"}}}},
            },
        ),
        (
            {
                "$ref": "#/$defs/a",
                "$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"items": {"$ref": "#/$defs/a"}}},
            },
            {"items": {"$ref": "#"}},
        ),
    ],
)
def test_equal_schemas_are_of_one_class(old, new):
    first, second = classes_of(old, new)
    assert first == second


def test_schemas_that_differ_deep_in_a_cycle_are_of_two_classes():
    def chain(last):
        return {
            "$ref": "#/$defs/0",
            "$defs": {
                str(index): {
                    "properties": {
                        "n": {"$ref": f"#/$defs/{(index + 1) % 5}"},
                        "v": {"type": last if index == 4 else "null"},
                    }
                }
                for index in range(5)
            },
        }

    first, second = classes_of(chain("string"), chain("integer"))
    assert first != second


@pytest.mark.parametrize(
    ("positions", "verdict"),
    [
        ([{"enum": [0, 1]}, {"const": 0}], "some"),
        ([{"enum": [0, 1]}, {"enum": [0, 1]}, {"enum": [0, 1]}], "none"),
        ([{"type": "boolean"}, {"const": True}, {"type": ["boolean", "null"]}], "some"),
        ([{"type": "boolean"}, {"const": True}, {"const": False}], "none"),
        ([{"type": "integer"}, {"const": 0}, {"const": False}, {"type": "boolean"}], "some"),
    ],
)
def test_different_items_are_chosen_anew_where_a_later_one_lacks_its_own(positions, verdict):
    arrays = {"type": "array", "prefixItems": positions, "minItems": len(positions), "uniqueItems": True}
    assert between(arrays, False).verdict == verdict


def test_a_proof_that_leans_on_two_open_questions_falls_with_either():
    def schema(dependencies):
        return {
            "not": {"type": "number"},
            "contains": {
                "dependencies": dependencies,
                "patternProperties": {"^[ab]+$": {"$ref": "#"}, "^x-": {"type": "number"}},
            },
            "minContains": 2,
        }

    old, new = schema({"k": False}), schema({})
    # One solver, so that what the first question taught it is there for the second.
    assert [answer.verdict for answer in both_ways(old, new)] == ["none", "some"]
