"""TypeScript declarations say what the schema says, and texts in them stay texts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from codegen.emit.typescript import emit
from codegen.model import Document
from codegen.reader import UnsupportedSchemaError
from tests.codegen.packages import document

HOSTILE_FILE = Path(__file__).parents[1] / "interop" / "typescript" / "types" / "hostile.d.ts"

PART = {"title": "Part", "type": "object", "properties": {}}
MOMENT = {
    "type": "string", "format": "date-time",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9:]{8}(?:[.][0-9]{1,9})?(?:[Zz]|[+-][0-9:]{5})$",
}  # fmt: skip
COLOUR = {"title": "Colour", "type": "string", "x-extensible-enum": ["red", "blue"]}
DEFS = {"Part": PART, "Moment": MOMENT, "Colour": COLOUR}
NULL = {"type": "null"}


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def declared(*versions: Document) -> str:
    """The declarations of the last version."""
    return emit({"sample": versions})[f"schemas/sample/{versions[-1].version}.d.ts"]


def members(text: str, interface: str = "Sample") -> list[str]:
    body = re.search(rf"^export interface {interface} {{\n(.*?)^}}", text, re.MULTILINE | re.DOTALL)
    assert body is not None
    return [line.strip() for line in body[1].split("\n") if re.match(r"  [^ /]", line)]


def member(schema: dict[str, Any], *, required: bool = True) -> str:
    text = declared(document({"m": schema}, **{"$defs": DEFS}, required=["m"] if required else []))
    return members(text)[0]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, "m: string;"),
        ({"type": ["string", "null"]}, "m: string | null;"),
        ({"type": "boolean"}, "m: boolean;"),
        ({"type": "number"}, "m: number;"),
        ({"const": 'a"b'}, 'm: "a\\"b";'),
        ({}, "m: JSONValue;"),
        (ref("Moment"), "m: Instant;"),
        ({"anyOf": [ref("Moment"), NULL]}, "m: Instant | null;"),
        (ref("Colour"), "m: Colour;"),
        ({"anyOf": [ref("Part"), NULL]}, "m: Part | null;"),
        ({"type": "array", "items": ref("Colour")}, "m: Colour[];"),
        ({"type": "array", "items": {"const": "a b"}}, 'm: "a b"[];'),
        ({"type": "array", "items": {"type": ["string", "null"]}}, "m: (string | null)[];"),
        ({"type": ["array", "null"], "items": {"type": "array"}}, "m: JSONValue[][] | null;"),
        ({"type": "object"}, "m: JSONObject;"),
        (
            {"type": "object", "additionalProperties": ref("Part")},
            "m: { [name: string]: Part | undefined };",
        ),
        (
            {
                "type": "array",
                "items": {"type": "object", "additionalProperties": {"type": ["string", "null"]}},
            },
            "m: ({ [name: string]: string | null | undefined })[];",
        ),
    ],
)
def test_a_required_member(schema: dict[str, Any], expected: str) -> None:
    assert member(schema) == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "default": ""}, "m?: string;"),
        ({"type": ["string", "null"], "default": "x"}, "m?: string | null;"),
        ({"type": ["string", "null"]}, "m?: string | null;"),
        ({"type": ["string", "null"], "default": None}, "m?: string | null;"),
        ({}, "m?: JSONValue;"),
        ({"type": "array", "default": []}, "m?: JSONValue[];"),
    ],
)
def test_a_member_that_may_be_absent(schema: dict[str, Any], expected: str) -> None:
    assert member(schema, required=False) == expected


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ({}, "LargeInteger"),
        ({"minimum": 0}, "LargeInteger"),
        ({"maximum": 0}, "LargeInteger"),
        ({"minimum": 0, "maximum": 2**53 - 1}, "number"),
        ({"minimum": 0, "maximum": 2**53}, "LargeInteger"),
        ({"minimum": -(2**53) + 1, "maximum": 0}, "number"),
        ({"minimum": -(2**53), "maximum": 0}, "LargeInteger"),
        ({"exclusiveMinimum": -1, "exclusiveMaximum": 256}, "number"),
        ({"minimum": 0, "maximum": 2**64 - 1}, "LargeInteger"),
    ],
)
def test_an_integer_that_a_number_may_round_is_called_large(bounds: dict[str, int], expected: str) -> None:
    assert member({"type": "integer", **bounds}) == f"m: {expected};"


def test_an_open_enumeration_takes_any_text() -> None:
    text = declared(document({"m": ref("Colour")}, **{"$defs": DEFS}, required=["m"]))
    assert 'export type Colour = "red" | "blue" | (string & {});\n' in text


def test_records_have_unknown_members() -> None:
    text = declared(document({"m": ref("Part")}, **{"$defs": DEFS}, required=["m"]))
    assert members(text) == ["m: Part;", "[unknown: string]: JSONValue | undefined;"]
    assert members(text, "Part") == ["[unknown: string]: JSONValue | undefined;"]


def comment(schema: dict[str, Any], **others: Any) -> str:
    """The comment of a member, a line a paragraph."""
    text = declared(document({"m": schema}, **others))
    found = re.search(r"^  /\*\*(.*?)\*/\n  m", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return "\n".join(line.strip(" *") for line in found[1].strip().split("\n") if line.strip(" *"))


def test_comments_say_meaning_unit_bounds_default_and_first_version() -> None:
    schema = {
        "type": ["integer", "null"], "description": "How long.", "x-unit": "ms", "minimum": 0, "maximum": 99,
        "multipleOf": 3, "default": 0, "x-omit-default": True,
    }  # fmt: skip
    lines = [
        "How long.",
        "Unit: ms. Range: 0 to 99. A multiple of: `3`. Left out when it holds its default.",
        "@defaultValue `0`",
    ]
    assert comment(schema) == "\n".join(lines)


def test_the_first_version_of_a_member_is_said_unless_it_was_always_there() -> None:
    older = document({"old": {"type": "string"}}, required=["old"])
    newer = document({"old": {"type": "string"}, "new": {}}, required=["old"])
    object.__setattr__(newer, "version", "1.1.0")
    text = declared(older, newer)
    assert text.count("Since ") == 1
    assert "Since 1.1.0.\n   *\n   * @defaultValue `null`\n   */\n  new?: JSONValue;" in text


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "minLength": 3, "maxLength": 3}, "Length: 3."),
        ({"type": "string", "minLength": 1, "pattern": "^`.*/$"}, "Length at least: `1`. Pattern: ^`.*\\/$."),
        ({"type": "string", "pattern": "^[@{}]$"}, "Pattern: `^[@{}]$`."),
        ({"type": "array", "minItems": 1, "maxItems": 2, "uniqueItems": True}, "Number of items: 1 to 2. No item twice."),
        ({"type": "object", "maxProperties": 2}, "Members at most: `2`."),
        ({"type": "number", "exclusiveMinimum": 0}, "Above: `0`."),
    ],
)  # fmt: skip
def test_bounds(schema: dict[str, Any], expected: str) -> None:
    assert comment(schema, required=["m"]) == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Ends */ here.", "Ends *\\/ here."),
        ("Tags: @deprecated {@link x} <b>", "Tags: \\@deprecated \\{\\@link x\\} \\<b\\>"),
        ("A \\ B", "A \\\\ B"),
        ("Unseen \u2028 \x00 \x7f \u202e", "Unseen \\u2028 \\u0000 \\u007f \\u202e"),
        ("\U000e0001", "\\udb40\\udc01"),
        ("grün, 名前", "grün, 名前"),
    ],
)
def test_a_description_stays_text(description: str, expected: str) -> None:
    assert comment({"type": "string", "description": description}, required=["m"]) == expected


def hostile() -> Document:
    """Names, labels and texts that TypeScript has other uses for."""
    names = [
        "constructor", "new", "readonly", "get", "default", "any", "unknown", "[unknown: string]", "a-b", "1st", "",
        "__proto__", "line\nbreak", "*/ x", "q'\"`\\${x}", "größe", "\u2028y", "toString",
    ]  # fmt: skip
    text = "*/ export type Escaped = 1; /* @deprecated {@link nowhere} `open\n@internal\n/// <reference path='x'/>"
    definitions = {
        "JSONObject": {"title": "JSONObject", "type": "object", "description": text, "properties": {}},
        "LargeInteger": {
            "title": "LargeInteger", "type": "string", "description": text,
            "x-extensible-enum": ["*/ a", 'q"\\', "\u2029b", "", "c\nd", "${x}"],
        },
        "String": {"title": "String", "type": "object", "properties": {}},
    }  # fmt: skip
    others = {
        "object": ref("JSONObject"),
        "label": ref("LargeInteger"),
        "text": ref("String"),
        "map": {"type": "object"},
        "integer": {"type": "integer"},
    }
    properties = {name: {"type": "string", "description": name, "default": name} for name in names}
    return document(properties | others, **{"$defs": definitions}, required=list(others), description=text)


def test_hostile_names_and_texts_give_what_the_compiler_was_shown() -> None:
    """The file is compiled by the session for TypeScript."""
    text = declared(hostile())
    assert text == HOSTILE_FILE.read_text(encoding="utf-8")
    assert "object: JSONObject;" in members(text)
    assert "map: JSONObject_;" in members(text)
    assert "integer: LargeInteger_;" in members(text)
    assert all(line.isprintable() for line in text.split("\n"))


@pytest.mark.parametrize("title", ["JSONValue", "Instant"])
def test_the_other_names_that_every_file_begins_with_cannot_be_titles(title: str) -> None:
    with pytest.raises(UnsupportedSchemaError):
        document({"m": ref(title)}, **{"$defs": {title: {**PART, "title": title}}})


def test_all_kinds_stand_in_one_file_a_namespace_each() -> None:
    one = document({"m": ref("Part")}, **{"$defs": DEFS}, required=["m"])
    text = emit({"first": (one,), "second": (one,)})["schemas/newest.d.ts"]
    assert re.findall(r"^export \S+ \S+", text, re.MULTILINE) == [
        "export type JSONValue", "export interface JSONObject", "export type LargeInteger", "export type Instant",
        "export namespace first", "export namespace second",
    ]  # fmt: skip
    assert text.count("\n  export interface Part {\n") == 2
