"""The reference says what the schemas say, and what the package does."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import runsnap
from codegen.emit.reference import emit
from codegen.model import Array, Document, Field, Map, RecordRef, Type
from codegen.pointer import tokens
from codegen.reader import DIALECT, read_document
from codegen.schemas import read_folder
from tests.codegen.packages import document
from tests.codegen.rendered import DEFS, PART, ROOT, Element, facts, page, places, rendered, settings

FOLDER = read_folder(ROOT / "schemas")
VERSIONS = [(kind, document.version) for kind, versions in FOLDER.documents.items() for document in versions]
NEWEST = [(kind, versions[-1].version) for kind, versions in FOLDER.documents.items()]


@cache
def committed(kind: str, version: str) -> Element:
    return rendered((ROOT / f"docs/reference/{kind}/{version}.md").read_text(encoding="utf-8"))


def model(kind: str, version: str) -> Document:
    return next(document for document in FOLDER.documents[kind] if document.version == version)


def fact(schema: dict[str, Any], name: str, *, required: bool = True) -> str:
    """What stands of a member with that schema."""
    made = document({"m": schema}, **{"$defs": DEFS}, required=["m"] if required else [])
    return facts(page(made), "Sample.m")[name].text


NULL = {"type": "null"}
LARGEST = 2**128 - 1


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


# What a member may hold


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, "text"),
        ({"type": ["string", "null"]}, "text, or null"),
        ({"const": 'a"b'}, 'always "a\\"b"'),
        ({"type": "boolean"}, "true or false"),
        ({"type": "integer"}, "integer"),
        ({"type": "number"}, "number (a double)"),
        ({}, "any JSON"),
        (ref("Moment"), "instant (text of RFC 3339); form: Moment"),
        (ref("Colour"), "text (Colour or another label)"),
        ({"anyOf": [ref("Part"), NULL]}, "Part, or null"),
        ({"anyOf": [ref("Code"), NULL]}, "text, or null; form: Code"),
        ({"type": "array", "items": {"type": ["string", "null"]}}, "list of (text, or null)"),
        ({"type": ["array", "null"], "items": {}}, "list of any JSON, or null"),
        ({"type": "object", "additionalProperties": ref("Part")}, "object: Part by name"),
        ({"type": "object", "additionalProperties": {"type": "array", "items": ref("Code")}},
         "object: list of text by name; form: Code"),
    ],
)  # fmt: skip
def test_types(schema: dict[str, Any], expected: str) -> None:
    assert fact(schema, "Type") == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "minimum": 0, "maximum": LARGEST}, f"0 to {LARGEST}"),
        ({"type": "integer", "minimum": 1}, "at least 1"),
        ({"type": "number", "exclusiveMinimum": 0.5}, "above 0.5"),
        ({"type": "number", "exclusiveMaximum": 2.5}, "below 2.5"),
        ({"type": "integer", "maximum": 7}, "at most 7"),
        ({"type": "integer", "multipleOf": 3}, "a multiple of 3"),
        ({"type": "string", "minLength": 1, "maxLength": 9}, "1 to 9 characters"),
        ({"type": "string", "minLength": 4, "maxLength": 4}, "4 characters"),
        ({"type": "string", "pattern": "^[<|>]$"}, "matches ^[<|>]$"),
        ({"type": "string", "not": {"type": "string", "pattern": "[^`]"}}, "has nothing that matches [^`]"),
        ({"type": "array", "items": {}, "minItems": 2}, "at least 2 items"),
        ({"type": "array", "items": {}, "uniqueItems": True}, "no item twice"),
        ({"type": "array", "items": {"type": "integer", "minimum": 3}}, "each item: at least 3"),
        ({"type": "object", "maxProperties": 5}, "at most 5 members"),
        ({"type": "object", "propertyNames": {"type": "string", "minLength": 1}}, "each name: at least 1 characters"),
        ({"type": "object", "additionalProperties": {"type": "string", "maxLength": 2}},
         "each value: at most 2 characters"),
    ],
)  # fmt: skip
def test_bounds(schema: dict[str, Any], expected: str) -> None:
    assert fact(schema, "Bounds") == expected


def test_the_bounds_of_a_form_stand_where_it_is_described() -> None:
    made = page(document({"m": ref("Code"), "n": ref("Moment")}, **{"$defs": DEFS}, required=["m", "n"]))
    assert "Bounds" not in facts(made, "Sample.m")
    following = made.elements[made.elements.index(made.at("Code")) + 1 :][:2]
    assert [found.text.strip() for found in following] == [
        "A code.",
        "at most 3 characters\nmatches ^[a-z]{3}$",
    ]


# When it may be absent or null


@pytest.mark.parametrize(
    ("schema", "required", "expected"),
    [
        ({"type": "string"}, True, "must be there, and not null"),
        ({"type": ["string", "null"]}, True, "must be there; may be null"),
        ({}, True, "must be there; null is a value like any other"),
        ({}, False, "may be absent or null, which is the same; written as null when unset"),
        ({"type": ["string", "null"], "default": None}, False,
         "may be absent or null, which is the same; written as null when unset"),
        ({"type": ["string", "null"], "default": None, "x-omit-default": True}, False,
         "may be absent or null, which is the same; left out when unset"),
        ({"type": ["integer", "null"], "default": 0}, False,
         "may be absent or null; both stand for 0; always written"),
        ({"type": "string", "default": "`a`"}, False,
         'may be absent, which stands for "`a`"; never null; always written'),
        ({"type": "object", "default": {}, "x-omit-default": True}, False,
         "may be absent, which stands for {}; never null; left out when it holds that"),
    ],
)  # fmt: skip
def test_presence(schema: dict[str, Any], required: bool, expected: str) -> None:
    assert fact(schema, "Presence", required=required) == expected


Path = tuple[str | int, ...]


def members(made: Document, type_: Type, value: Any, path: Path = ()) -> Iterator[tuple[str, Field, Path]]:
    """Every member in a value: the name of its record, its declaration, and where that record is."""
    match type_.shape, value:
        case RecordRef(name), dict():
            for declared in made.record(name).fields:
                if declared.wire in value:
                    yield name, declared, path
                    yield from members(made, declared.type, value[declared.wire], (*path, declared.wire))
        case Array(items), list():
            for index, item in enumerate(value):
                yield from members(made, items, item, (*path, index))
        case Map(values), dict():
            for name, item in value.items():
                yield from members(made, values, item, (*path, name))


def at(value: Any, path: Path) -> Any:
    for token in path:
        value = value[token]
    return value


@pytest.mark.parametrize(("kind", "version"), NEWEST)
def test_what_is_said_about_absent_and_null_is_what_the_package_does(kind: str, version: str) -> None:
    made, shown = model(kind, version), committed(kind, version)
    class_ = getattr(runsnap, made.root.name)
    example = made.schema["examples"][-1]
    tried = {
        f"{record}.{declared.python}": (declared.wire, path)
        for record, declared, path in members(made, Type(RecordRef(made.root.name)), example)
    }
    assert sorted(tried) == sorted(places(shown))
    for place, (wire, path) in tried.items():
        said = facts(shown, place)["Presence"].text
        without, null = deepcopy(example), deepcopy(example)
        del at(without, path)[wire]
        at(null, path)[wire] = None
        may_be_absent = runsnap.validate(without, kind).valid
        assert may_be_absent == said.startswith("may be absent"), place
        may_be_null = any(words in said for words in ("or null", "may be null", "null is a value"))
        assert runsnap.validate(null, kind).valid == may_be_null, place
        if may_be_absent:
            written = at(json.loads(class_.from_dict(without).dumps()), path)
            assert (wire in written) == ("left out" not in said), place
            assert (written.get(wire, "") is None) == ("written as null" in said), place


# Versions, examples


LATER = {
    ("capture", "1.1.0"): {
        "Step.prompt_tokens", "Step.completion_tokens", "Step.cost_usd",
        "LlmIo.finish_reason", "LlmIo.tool_calls", "LlmIo.fingerprint", "ToolCall.id", "ToolCall.name", "ToolCall.args",
    },
    ("capture", "1.2.0"): {"Usage.cache_read_tokens", "Usage.cache_creation_tokens", "Cost.cache_usd"},
    ("resumption", "0.1.1"): {"Resumption.consultations"},
}  # fmt: skip
FIRST = {"capture": "1.0.0", "resumption": "0.1.0"}


@pytest.mark.parametrize(("kind", "version"), VERSIONS)
def test_since(kind: str, version: str) -> None:
    shown = committed(kind, version)
    later = {place: first for (of, first), added in LATER.items() if of == kind for place in added}
    assert {place: facts(shown, place)["Since"].text for place in places(shown)} == {
        place: later.get(place, FIRST[kind]) for place in places(shown)
    }
    assert {place for place, first in later.items() if first <= version} <= set(places(shown))


def test_since_which_version_a_label_is_known() -> None:
    shown = committed("capture", "1.2.0")
    rows = {
        row.elements[0].text: row.elements[2].text for table in shown.all("tbody") for row in table.elements
    }
    assert rows["memory_recall"] == "1.2.0"
    assert rows["llm_call"] == "1.0.0"
    assert rows["ToolCalls"] == "1.1.0"
    assert "memory_recall" not in {cell.text for cell in committed("capture", "1.1.0").all("td")}


@pytest.mark.parametrize(("kind", "version"), VERSIONS)
def test_every_member_has_an_example_that_its_schema_accepts(kind: str, version: str) -> None:
    made, shown = model(kind, version), committed(kind, version)
    for record in made.records:
        for declared in record.fields:
            cell = facts(shown, f"{record.name}.{declared.python}")["Example"]
            example = json.loads((cell.all("pre") or cell.all("code"))[0].text)
            member: Any = made.schema
            for token in tokens(declared.pointer):
                member = member[token]
            schema = {"$schema": DIALECT, "$defs": made.schema["$defs"], "allOf": [member]}
            Draft202012Validator(schema).validate(example)


def test_an_example_that_says_something_is_preferred() -> None:
    given = [{"a": None, "b": None}, {"a": 0, "b": None}, {"a": 7, "b": None}]
    member = {"type": ["integer", "null"], "default": None}
    shown = page(document({"a": member, "b": member, "c": member}, examples=given))
    assert facts(shown, "Sample.a")["Example"].text == "0"
    assert facts(shown, "Sample.b")["Example"].text == "null"
    assert "Example" not in facts(shown, "Sample.c")


# Python and Avro


@pytest.mark.parametrize(("kind", "version"), NEWEST)
def test_attributes_are_those_of_the_dataclasses(kind: str, version: str) -> None:
    shown, module = committed(kind, version), importlib.import_module(f"runsnap.{kind}")
    assert all(hasattr(module, record.name) for record in model(kind, version).records)
    for record in model(kind, version).records:
        attributes = {
            facts(shown, place)["Python"].text
            for place in places(shown)
            if place.startswith(f"{record.name}.")
        }
        assert attributes == {
            f"{field.name}: {field.type!s}".replace("'", '"')
            for field in fields(getattr(module, record.name))
            if field.name != "additional_properties"
        }


@pytest.mark.parametrize(("kind", "version"), NEWEST)
def test_labels_are_those_of_the_enumerations(kind: str, version: str) -> None:
    module = importlib.import_module(f"runsnap.{kind}")
    shown = {
        (row.elements[0].text, row.elements[1].text)
        for table in committed(kind, version).all("tbody") for row in table.elements
    }  # fmt: skip
    assert shown == {
        (label.value, f"{enum.name}.{label.name}")
        for enum in model(kind, version).enums
        for label in getattr(module, enum.name)
    }


def test_a_member_that_the_newest_version_lacks_has_no_attribute() -> None:
    old, new = document({"gone": {"type": "string", "default": ""}}), document({})
    files = emit({"sample": (old, read_document("sample", "2.0.0", new.schema))}, {})
    said = facts(rendered(files["sample/1.0.0.md"]), "Sample.gone")["Python"].text
    assert said == "no attribute: the newest version does not declare it"


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, "m: string"),
        ({"type": "integer", "minimum": 0, "maximum": 2**32 - 1}, "m: long"),
        ({"type": "integer", "minimum": 0, "maximum": 2**64 - 1, "x-avro": "decimal"}, "m: decimal of 20 digits (bytes)"),
        ({"type": "integer"}, "m: decimal of 38 digits (bytes)"),
        ({"type": "number"}, "m: double"),
        ({}, "m: JSON text (string)"),
        (ref("Moment"), "m: timestamp-nanos (long)"),
        (ref("Colour"), "m: string"),
        ({"anyOf": [ref("Part"), NULL]}, "m: null or Part"),
        ({"type": "array", "items": {"type": "object"}}, "m: array of map of JSON text (string)"),
    ],
)  # fmt: skip
def test_avro_fields(schema: dict[str, Any], expected: str) -> None:
    assert fact(schema, "Avro") == expected


def test_avro_defaults_and_names() -> None:
    optional = {"type": ["boolean", "null"], "default": None}
    assert fact(optional, "Avro", required=False) == "m: null or boolean, default null"
    renamed = facts(page(document({"a-b": optional, "next": optional})), "Sample.a_b")["Avro"].text
    assert renamed == "a_b: null or boolean, default null"


# Rules


SENTENCES = {
    "run-id-matches": "/run_id equals /run_log/run_id, without regard to the case of ASCII letters.",
    "finished-not-before-started": "/run_log/finished_at is not before /run_log/started_at.",
    "finished-has-finished-at": "/run_log/finished_at is there and not null when /run_log/status is"
                                ' "completed" or "failed" or "cancelled".',
    "step-idx-consecutive": "/run_log/steps/*/idx is 0, 1, 2 and so on.",
    "llm-io-pairs-with-steps": "/llm_io is empty, or has as many items as there are places where"
                               ' /run_log/steps/*/kind is "llm_call", or as many as where'
                               ' /run_log/steps/*/kind is "llm_call" or "summary_checkpoint".',
    "model-version-is-last-model": "/model_version equals the last /llm_io/*/model that is there and not null.",
    "captured-not-before-started": "/captured_at is not before /run_log/started_at.",
    "artifact-is-digest": "/artifact matches ^sha256:[0-9a-f]{64}$ and has at most 71 characters.",
}  # fmt: skip


@pytest.mark.parametrize(("kind", "version"), VERSIONS)
def test_rules_stand_in_words_and_as_data(kind: str, version: str) -> None:
    shown, checks = committed(kind, version), model(kind, version).checks
    assert checks
    for check in checks:
        place = shown.elements.index(shown.at(check["id"]))
        description, sentence, data = shown.elements[place + 1 : place + 4]
        assert description.text == check["description"]
        assert sentence.text == f"{SENTENCES[check['id']]} Since {FIRST[kind]}."
        assert json.loads(data.all("pre")[0].text) == check


# The page


@pytest.mark.parametrize(("kind", "version"), VERSIONS)
def test_links_on_a_page_lead_to_one_place_and_downloads_to_files(kind: str, version: str) -> None:
    shown = committed(kind, version)
    identifiers = [found.attributes["id"] for found in shown.all() if "id" in found.attributes]
    assert len(identifiers) == len(set(identifiers))
    targets = [str(found.attributes["href"]) for found in shown.all("a")]
    assert {target[1:] for target in targets if target.startswith("#")} <= set(identifiers)
    files = {target.partition("#")[0] for target in targets if not target.startswith("#")}
    assert {f"../../schemas/{kind}/{version}.json", f"../../schemas/{kind}/{version}.avsc"} <= files
    assert all((ROOT / "docs/reference" / kind / file).is_file() for file in files)


@pytest.mark.parametrize(("kind", "version"), VERSIONS)
def test_the_tree_has_every_member_once(kind: str, version: str) -> None:
    shown, made = committed(kind, version), model(kind, version)
    tree = shown.all("details")[0]
    assert sorted(str(found.attributes["href"])[1:] for found in tree.all("a")) == sorted(places(shown))
    assert tree.all("summary")[0].text == made.root.name
    assert "open" in tree.attributes
    assert [found.attributes.get("open") for found in tree.all("details")] == [None] * (len(made.records) - 1)


def test_records_stand_in_the_order_of_the_tree() -> None:
    named = [found.text.rstrip("¶") for found in committed("capture", "1.2.0").all("h3")]
    assert named[:7] == ["Capture", "RunLog", "Step", "Usage", "Cost", "LlmIo", "ToolCall"]


def test_a_record_that_occurs_again_is_not_opened_again() -> None:
    """Else a page would double in size with every level."""
    levels = {
        f"L{n}": {"title": f"L{n}", "type": "object", "properties": {side: ref(f"L{n + 1}") for side in "ab"},
                  "required": ["a", "b"]}
        for n in range(30)
    } | {"L30": {**PART, "title": "L30"}}  # fmt: skip
    shown = page(document({"top": ref("L0")}, **{"$defs": levels}, required=["top"]))
    assert len(shown.all("details")[0].all("a")) == 61


def test_a_draft_is_called_one() -> None:
    files = emit(FOLDER.documents, {"capture": {"1.2.0": "sha256:"}})
    assert "**Draft**" in files["capture/1.1.0.md"]
    assert "**Draft**" not in files["capture/1.2.0.md"]
    states = re.findall(r"\[([0-9.]+)\]\(capture/.*?\| (\w+) \|", files["index.md"])
    assert states == [("1.2.0", "released"), ("1.1.0", "draft"), ("1.0.0", "draft")]


def test_the_site_lists_every_page() -> None:
    [pages] = [item["Reference"] for item in settings().nav or [] if "Reference" in item]
    listed = [name for page in pages for name in page.values() if str(name).startswith("reference/")]
    assert sorted(listed) == sorted(f"reference/{name}" for name in emit(FOLDER.documents, FOLDER.lock))
