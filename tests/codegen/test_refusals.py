"""What the model cannot carry is refused, and the refusal points at the place."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema_specifications import REGISTRY

from codegen.errors import UnsupportedSchemaError
from codegen.reader import DIALECT, read_document
from codegen.runtime import IMPORTED_NAMES
from tests.codegen.packages import document, schema

TEXT = {"type": "string"}
NULL = {"type": "null"}


def refusal(made: Any) -> UnsupportedSchemaError:
    with pytest.raises(UnsupportedSchemaError) as caught:
        read_document("sample", "1.0.0", made)
    return caught.value


def member(body: Any, definitions: dict[str, Any] | None = None) -> dict[str, Any]:
    """A schema with one required member ``m``."""
    return schema({"m": body}, required=["m"], **{"$defs": definitions or {}})


def record(title: str, properties: dict[str, Any] | None = None, **others: Any) -> dict[str, Any]:
    return {"title": title, "type": "object", "properties": properties or {}, **others}


SUPPORTED = {
    "$schema", "$id", "$ref", "$defs", "$comment", "title", "description", "default", "examples", "type", "const",
    "properties", "required", "additionalProperties", "propertyNames", "items", "anyOf", "not", "format", "pattern",
    "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
}  # fmt: skip

UNSUPPORTED: dict[str, dict[str, Any]] = {
    "$anchor": {**TEXT, "$anchor": "a"},
    "$dynamicAnchor": {**TEXT, "$dynamicAnchor": "a"},
    "$dynamicRef": {"$dynamicRef": "#a"},
    "$vocabulary": {**TEXT, "$vocabulary": {"urn:x": True}},
    "allOf": {"allOf": [TEXT]},
    "oneOf": {"oneOf": [TEXT, NULL]},
    "if": {"if": TEXT},
    "then": {"then": TEXT},
    "else": {"else": TEXT},
    "enum": {"type": "string", "enum": ["a"]},
    "prefixItems": {"type": "array", "prefixItems": [TEXT]},
    "contains": {"type": "array", "contains": TEXT},
    "minContains": {"type": "array", "minContains": 1},
    "maxContains": {"type": "array", "maxContains": 1},
    "unevaluatedItems": {"type": "array", "unevaluatedItems": False},
    "patternProperties": {"type": "object", "patternProperties": {"^a$": TEXT}},
    "dependentSchemas": {"type": "object", "dependentSchemas": {"a": {}}},
    "dependentRequired": {"type": "object", "dependentRequired": {"a": ["b"]}},
    "unevaluatedProperties": {"type": "object", "unevaluatedProperties": False},
    "contentEncoding": {"type": "string", "contentEncoding": "base64"},
    "contentMediaType": {"type": "string", "contentMediaType": "text/plain"},
    "contentSchema": {"type": "string", "contentSchema": {}},
    "deprecated": {"type": "string", "deprecated": True},
    "readOnly": {"type": "string", "readOnly": True},
    "writeOnly": {"type": "string", "writeOnly": True},
}


def test_every_keyword_of_the_dialect_is_either_read_or_refused() -> None:
    base = DIALECT.removesuffix("schema")
    vocabularies = [
        REGISTRY.contents(base + part["$ref"]) for part in Draft202012Validator.META_SCHEMA["allOf"]
    ]
    keywords = {keyword for vocabulary in vocabularies for keyword in vocabulary["properties"]}
    assert keywords == SUPPORTED | UNSUPPORTED.keys()


@pytest.mark.parametrize("keyword", UNSUPPORTED)
def test_an_unsupported_keyword_is_refused_where_it_stands(keyword: str) -> None:
    assert refusal(member(UNSUPPORTED[keyword])).pointer == f"/properties/m/{keyword}"


@pytest.mark.parametrize("keyword", UNSUPPORTED)
def test_a_record_takes_no_unsupported_keyword(keyword: str) -> None:
    made = schema({}, **{keyword: UNSUPPORTED[keyword][keyword]})
    assert refusal(made).pointer == f"/{keyword}"


# A schema for the member m, or a whole one; then the pointer of the refusal.
MEMBERS: dict[str, tuple[Any, str]] = {
    "a keyword that nobody knows": ({**TEXT, "minlength": 3}, "/properties/m/minlength"),
    "an annotation that nobody knows": ({**TEXT, "x-units": "ms"}, "/properties/m/x-units"),
    "rules below the root": ({**TEXT, "x-checks": []}, "/properties/m/x-checks"),
    "another dialect inside": ({**TEXT, "$schema": DIALECT}, "/properties/m/$schema"),
    "an identifier inside": ({**TEXT, "$id": "urn:x"}, "/properties/m/$id"),
    "definitions inside": ({**TEXT, "$defs": {}}, "/properties/m/$defs"),
    "nothing": (False, "/properties/m"),
    "nothing as an item": ({"type": "array", "items": False}, "/properties/m/items"),
    "null alone": (NULL, "/properties/m/type"),
    "null alone in a list": ({"type": ["null"]}, "/properties/m/type"),
    "two types": ({"type": ["string", "integer"]}, "/properties/m/type"),
    "three types": ({"type": ["string", "integer", "null"]}, "/properties/m/type"),
    "an unknown type": ({"type": "text"}, "/properties/m/type"),
    "a type that is no text": ({"type": 5}, "/properties/m/type"),
    "a bound without a type": ({"minimum": 0}, "/properties/m/minimum"),
    "a length on an integer": ({"type": "integer", "maxLength": 4}, "/properties/m/maxLength"),
    "a bound on a text": ({**TEXT, "minimum": 4}, "/properties/m/minimum"),
    "another format": ({**TEXT, "format": "uri"}, "/properties/m/format"),
    "a constant that is no text": ({"const": 1}, "/properties/m/const"),
    "a constant of another type": ({"const": "a", "type": "integer"}, "/properties/m/const"),
    "a constant that may be null": ({"anyOf": [{"const": "a"}, NULL]}, "/properties/m/anyOf/0"),
    "a union of two": ({"anyOf": [TEXT, {"type": "integer"}]}, "/properties/m/anyOf"),
    "a union of three": ({"anyOf": [TEXT, NULL, NULL]}, "/properties/m/anyOf"),
    "a union beside a type": ({"type": "string", "anyOf": [TEXT, NULL]}, "/properties/m/type"),
    "a reference beside a type": ({"$ref": "#/$defs/D", "type": "string"}, "/properties/m/type"),
    "a reference to the network": ({"$ref": "https://example.com/a.json"}, "/properties/m/$ref"),
    "a reference to a file": ({"$ref": "other.json#/$defs/D"}, "/properties/m/$ref"),
    "a reference to nothing": ({"$ref": "#/$defs/Other"}, "/properties/m/$ref"),
    "a reference to the root": ({"$ref": "#"}, "/properties/m/$ref"),
    "a reference to another place": ({"$ref": "#/properties/m"}, "/properties/m/$ref"),
    "a record inside": (record("Inner"), "/properties/m/properties"),
    "a record as item": ({"type": "array", "items": record("Inner")}, "/properties/m/items/properties"),
    "a nullable record": ({**record("Inner"), "type": ["object", "null"]}, "/properties/m/properties"),
    "required names of a map": ({"type": "object", "required": ["a"]}, "/properties/m/required"),
    "a negation": ({**TEXT, "not": {"const": "a"}}, "/properties/m/not"),
    "a guard with more to it": ({**TEXT, "not": {**TEXT, "pattern": "[^a]", "maxLength": 1}}, "/properties/m/not"),
    "a pattern that does not compile": ({**TEXT, "pattern": "^[$"}, "/properties/m/pattern"),
    "a guard that does not compile": ({**TEXT, "not": {**TEXT, "pattern": "[^"}}, "/properties/m/not/pattern"),
    "names that are no texts": ({"type": "object", "propertyNames": {"type": "integer"}}, "/properties/m/propertyNames"),
    "names that may be null": (
        {"type": "object", "propertyNames": {"type": ["string", "null"]}}, "/properties/m/propertyNames"
    ),
    "names from the network": (
        {"type": "object", "propertyNames": {"$ref": "https://example.com/a.json"}}, "/properties/m/propertyNames/$ref"
    ),
    "an enumeration without a title": ({**TEXT, "x-extensible-enum": ["a"]}, "/properties/m/title"),
    "an enumeration without labels": (
        {**TEXT, "title": "E", "x-extensible-enum": []}, "/properties/m/x-extensible-enum"
    ),
    "labels that are no texts": ({**TEXT, "title": "E", "x-extensible-enum": [1]}, "/properties/m/x-extensible-enum"),
    "labels that are no list": ({**TEXT, "title": "E", "x-extensible-enum": "a"}, "/properties/m/x-extensible-enum"),
    "one label twice": ({**TEXT, "title": "E", "x-extensible-enum": ["a", "a"]}, "/properties/m/x-extensible-enum"),
    "an enumeration of integers": (
        {"type": "integer", "title": "E", "x-extensible-enum": ["1"]}, "/properties/m/x-extensible-enum"
    ),
    "a unit beside a text": ({**TEXT, "x-unit": "ms"}, "/properties/m/x-unit"),
    "a unit that is no text": ({"type": "integer", "x-unit": 5}, "/properties/m/x-unit"),
    "an Avro type beside a text": ({**TEXT, "x-avro": "decimal"}, "/properties/m/x-avro"),
    "an omitted default that is none": ({**TEXT, "x-omit-default": True}, "/properties/m/x-omit-default"),
    "a default of a required member": ({**TEXT, "default": "a"}, "/properties/m/default"),
}  # fmt: skip


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_is_refused_at_its_fault(name: str) -> None:
    body, pointer = MEMBERS[name]
    assert refusal(member(body, {"D": TEXT})).pointer == pointer


# Members that are not required.
DEFAULTS: dict[str, dict[str, Any]] = {
    "null where it is not allowed": {**TEXT, "default": None},
    "a text for an integer": {"type": "integer", "default": "1"},
    "a float for an integer": {"type": "integer", "default": 1.0},
    "a boolean for an integer": {"type": "integer", "default": True},
    "an integer for a boolean": {"type": "boolean", "default": 0},
    "an integer that no double holds": {"type": "number", "default": 2**53 + 1},
    "an integer beyond all doubles": {"type": "number", "default": 10**400},
    "a filled list": {"type": "array", "default": [1]},
    "a filled map": {"type": "object", "default": {"a": 1}},
    "a filled record": {"$ref": "#/$defs/Soft", "default": {"note": "a"}},
    "a record that lacks a required member": {"$ref": "#/$defs/Hard", "default": {}},
    "an empty list that is too short": {"type": "array", "minItems": 1, "default": []},
    "out of bounds": {"type": "integer", "minimum": 1, "default": 0},
    "against the pattern": {**TEXT, "pattern": "^a$", "default": "b"},
    "another constant": {"const": "a", "default": "b"},
    "a label": {"$ref": "#/$defs/Label", "default": "a"},
    "any JSON": {"default": {"a": 1}},
}
DEFINITIONS = {
    "Soft": record("Soft", {"note": {"type": "string", "default": ""}}),
    "Hard": record("Hard", {"note": TEXT}, required=["note"]),
    "Label": {**TEXT, "title": "Label", "x-extensible-enum": ["a"]},
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_wrong_default_is_refused(name: str) -> None:
    made = schema({"m": DEFAULTS[name]}, **{"$defs": DEFINITIONS})
    assert refusal(made).pointer == "/properties/m/default"


def test_a_member_that_is_not_required_needs_a_default_or_null() -> None:
    assert refusal(schema({"m": TEXT})).pointer == "/properties/m"


@pytest.mark.parametrize("value", [False, None, "true", 1])
def test_the_mark_of_an_omitted_default_is_true(value: Any) -> None:
    made = schema({"m": {**TEXT, "default": "", "x-omit-default": value}})
    assert refusal(made).pointer == "/properties/m/x-omit-default"


def test_a_default_that_is_a_record_cannot_be_omitted() -> None:
    made = schema(
        {"m": {"$ref": "#/$defs/Soft", "default": {}, "x-omit-default": True}}, **{"$defs": DEFINITIONS}
    )
    assert refusal(made).pointer == "/properties/m/x-omit-default"


WHOLE: dict[str, tuple[Any, str]] = {
    "no object": ([], ""),
    "a boolean": (True, ""),
    "no dialect": ({"title": "A", "type": "object"}, "/$schema"),
    "another dialect": (schema({}, **{"$schema": "http://json-schema.org/draft-07/schema#"}), "/$schema"),
    "no title": ({"$schema": DIALECT, "type": "object"}, ""),
    "no type": ({"$schema": DIALECT, "title": "A", "properties": {}}, ""),
    "closed content": (schema({}, additionalProperties=False), "/additionalProperties"),
    "typed unknown members": (schema({}, additionalProperties=TEXT), "/additionalProperties"),
    "closed content in a definition": (
        schema({}, **{"$defs": {"A": record("A", additionalProperties=False)}}), "/$defs/A/additionalProperties"
    ),
    "a required member that is not declared": (schema({}, required=["a"]), "/required"),
    "properties that are no object": ({**schema({}), "properties": []}, "/properties"),
    "required that is no list": (schema({}, required="a"), "/required"),
    "a definition that is no schema": (schema({}, **{"$defs": {"A": 5}}), "/$defs/A"),
    "a definition that accepts nothing": (schema({}, **{"$defs": {"A": False}}), "/$defs/A"),
    "a record under another name": (schema({}, **{"$defs": {"A": record("B")}}), "/$defs/A/title"),
    "a record without a title": (schema({}, **{"$defs": {"A": {"type": "object", "properties": {}}}}), "/$defs/A/title"),
    "a fault in a definition that nothing refers to": (
        schema({}, **{"$defs": {"a/b": {"enum": [1]}}}), "/$defs/a~1b/enum"
    ),
    "a record that contains itself": (
        member({"$ref": "#/$defs/A"}, {"A": record("A", {"a": {"anyOf": [{"$ref": "#/$defs/A"}, NULL]}})}),
        "/$defs/A/properties/a/anyOf/0/$ref",
    ),
    "records that contain each other": (
        member({"$ref": "#/$defs/A"}, {
            "A": record("A", {"b": {"$ref": "#/$defs/B"}}, required=["b"]),
            "B": record("B", {"a": {"type": "array", "items": {"$ref": "#/$defs/A"}}}, required=["a"]),
        }),
        "/$defs/B/properties/a/items/$ref",
    ),
    "a list of itself": (
        schema({}, **{"$defs": {"L": {"type": "array", "items": {"$ref": "#/$defs/L"}}}}), "/$defs/L/items/$ref"
    ),
    "a reference to itself": (schema({}, **{"$defs": {"L": {"$ref": "#/$defs/L"}}}), "/$defs/L/$ref"),
    "two records of one title": (schema({}, **{"$defs": {"Sample": record("Sample")}}), "/$defs/Sample/title"),
    "an enumeration named as a record": (
        schema({}, **{"$defs": {"A": record("A"), "e": {**TEXT, "title": "A", "x-extensible-enum": ["a"]}}}),
        "/$defs/e/title",
    ),
    "a record named as an enumeration": (
        schema({}, **{"$defs": {"e": {**TEXT, "title": "A", "x-extensible-enum": ["a"]}, "A": record("A")}}),
        "/$defs/A/title",
    ),
    "two enumerations of one title": (
        schema({}, **{"$defs": {
            "e": {**TEXT, "title": "A", "x-extensible-enum": ["a"]},
            "f": {**TEXT, "title": "A", "x-extensible-enum": ["a"]},
        }}),
        "/$defs/f/title",
    ),
    "titles that differ in case alone": (
        schema({}, **{"$defs": {"HTTPLog": record("HTTPLog"), "HttpLog": record("HttpLog")}}), "/$defs/HttpLog/title"
    ),
    "a lone surrogate": (schema({}, description="\ud800"), "/description"),
    "a name with a lone surrogate": (schema({"\udfff": TEXT}), "/properties"),
    "an infinite number": (schema({"m": {"type": "number", "maximum": float("inf")}}), "/properties/m/maximum"),
    "rules that are no list": (schema({}, **{"x-checks": {}}), "/x-checks"),
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_a_schema_is_refused_at_its_fault(name: str) -> None:
    made, pointer = WHOLE[name]
    assert refusal(made).pointer == pointer


def test_deep_nesting_is_refused_and_not_a_recursion_error() -> None:
    body: dict[str, Any] = {}
    for _ in range(5000):
        body = {"type": "array", "items": body}
    assert "nested deeper" in refusal(member(body)).reason


TITLES = sorted({*IMPORTED_NAMES, "None", "True", "False", "Exception", "ValueError", "lower", "_Under", "Snake_Case", "A-B",
                 "1A", "Größe", "", "A B", "Ä"})  # fmt: skip


@pytest.mark.parametrize("title", TITLES)
def test_a_title_that_cannot_name_a_class_is_refused(title: str) -> None:
    assert refusal(schema({}, title=title)).pointer == "/title"
    enum = {**TEXT, "title": title, "x-extensible-enum": ["a"]}
    assert refusal(schema({}, **{"$defs": {"e": enum}})).pointer == "/$defs/e/title"


CLASHES = [("a-b", "a_b"), ("camelCase", "camel_case"), ("ﬁne", "fine"), ("", "_"), ("class", "class_"), ("Ⅷ", "VIII"),
           ("A", "a"), ("x²", "x2"), ("load", "load_"), ("1", "field_1"), ("İ", "i̇")]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), CLASHES)
def test_two_members_that_meet_in_one_name_are_both_named(first: str, second: str) -> None:
    error = refusal(schema({first: TEXT, second: TEXT}, required=[first, second]))
    assert error.pointer == f"/properties/{second}"
    assert f"/properties/{first} " in error.reason


LABELS = [
    ("a-b", "a_b"),
    ("llm_call", "LLM_CALL"),
    ("toolCall", "tool_call"),
    ("", "-"),
    ("1", "label_1"),
    ("ß", "SS"),
]


@pytest.mark.parametrize(("first", "second"), LABELS)
def test_two_labels_that_meet_in_one_name_are_both_named(first: str, second: str) -> None:
    error = refusal(member({**TEXT, "title": "E", "x-extensible-enum": [first, second]}))
    assert repr(first) in error.reason
    assert repr(second) in error.reason


def test_what_is_refused_nowhere_is_read() -> None:
    """The refusals above are not due to the schema that all of them start from."""
    made = document({"m": TEXT}, required=["m"], **{"$defs": DEFINITIONS})
    assert [field.wire for field in made.root.fields] == ["m"]
    assert {record.name for record in made.records} == {"Sample", "Soft", "Hard"}
