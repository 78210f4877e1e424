"""The generator is general: odd schemas give code that loads and writes back every document of theirs."""

from __future__ import annotations

import dataclasses
import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from codegen.model import Document
from runsnap._equality import normalised, same_json
from tests.codegen.packages import document, package
from tests.strategies import documents

ODD_NAMES = [
    "class", "from", "None", "lambda", "async", "match", "type", "self", "value", "plain", "cls", "get", "written",
    "a-b", "a/b/c", "a~1b", "camelCase", "HTTPServer", "parseHTTPResponse", "1st", "", "größe", "ﬁne", "İx", "名前", "x²",
    "mro", "_binding", "__init__", "__slots__", "additional_properties", "load", "loads", "save", "dumps", "to_dict",
    "from_dict", "to_bytes", "check", "calls", "from_runlog", "dict", "list", "str", "int", "float", "bool", "field",
    "dataclass", "object", "print", "id", "instant", "JSONValue", "datetime", "annotations", "name", "wire", "unit",
    "enum", "$ref", "{{ 7*7 }}", "q'\"\\", "line\nbreak", "nul\x00", "Any", "copy", "member_0", "value_item",
]  # fmt: skip

PLAIN = {"name": {"type": "string"}, "size": {"type": "integer", "default": 3}}
DEFINITIONS = {
    "Part": {"title": "Part", "type": "object", "required": ["name"], "properties": PLAIN},
    "Empty": {"title": "Empty", "type": "object", "properties": {}},
    "Soft": {"title": "Soft", "type": "object", "properties": {"note": {"type": ["string", "null"], "default": None}}},
    "Odd": {
        "title": "Odd",
        "type": "string",
        "description": 'Ends in a "quote"',
        "x-extensible-enum": ["None", "mro", "a b", "1", "", "__x__", "name", "value", "Ünï",
            "ΐ", "class", "{{ y }}", "q'\"\\\n"],
    },
    "One": {"title": "One", "type": "string", "x-extensible-enum": ["only"]},
    "Moment": {
        "title": "Moment", "type": "string", "format": "date-time",
        "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9:]{8}(?:[.][0-9]{1,9})?(?:[Zz]|[+-][0-9:]{5})$",
    },
    "Code": {"title": "Code", "type": "string", "pattern": "^[A-F0-9]{4}$", "maxLength": 4},
}  # fmt: skip
PART, ODD = {"$ref": "#/$defs/Part"}, {"$ref": "#/$defs/Odd"}
NULL = {"type": "null"}
U128 = 2**128 - 1

SCHEMAS: dict[str, dict[str, Any]] = {
    "names": {name: {"type": "string", "default": "", "description": name * 2} for name in ODD_NAMES},
    "required names": {name: {"type": "integer"} for name in ODD_NAMES},
    "integers": {
        "u64": {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
        "u128": {"type": "integer", "minimum": 0, "maximum": U128, "default": U128},
        "below": {"type": ["integer", "null"], "exclusiveMaximum": -(2**70)},
        "tens": {"type": "integer", "multipleOf": 10, "minimum": -100, "maximum": 100},
        "many": {"type": "array", "items": {"type": ["integer", "null"]}},
        "any": {"type": "integer"},
    },
    "numbers": {
        "ratio": {"type": "number", "minimum": 0, "maximum": 1},
        "free": {"type": ["number", "null"], "default": 0},
        "omitted": {"type": "number", "default": 0, "x-omit-default": True},
        "each": {"type": "object", "additionalProperties": {"type": "number"}},
    },
    "nested": {
        "deepMap": {
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": PART},
        },
        "rows": {
            "type": "array",
            "items": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        },
        "holes": {"type": ["array", "null"], "items": {"anyOf": [NULL, PART]}},
        "mapOfHoles": {"type": ["object", "null"], "additionalProperties": {"anyOf": [PART, NULL]}},
        "moments": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Moment"}, NULL]}, "minItems": 1},
        "labels": {"type": "array", "items": ODD, "maxItems": 4},
        "labelMap": {"type": "object", "additionalProperties": {"anyOf": [ODD, NULL]}, "maxProperties": 2},
        "one": {"$ref": "#/$defs/One"},
        "empty": {"$ref": "#/$defs/Empty"},
        "free": {"type": "array", "items": {}},
        "coded": {
            "type": "object",
            "propertyNames": {"$ref": "#/$defs/Code"},
            "additionalProperties": {"type": "boolean"},
        },
    },
    "defaults": {
        "text": {"type": ["string", "null"], "default": 'it\'s "quoted" \\ \n'},
        "count": {"type": ["integer", "null"], "default": -5},
        "flag": {"type": ["boolean", "null"], "default": True},
        "list": {"type": ["array", "null"], "items": PART, "default": []},
        "map": {"type": "object", "additionalProperties": PART, "default": {}},
        "record": {"$ref": "#/$defs/Soft", "default": {}},
        "maybe": {"anyOf": [{"$ref": "#/$defs/Soft"}, NULL], "default": {}},
        "nothing": {"anyOf": [PART, NULL]},
        "any": {},
        "anything": True,
        "version": {"const": "0.1", "default": "0.1"},
        "omitNull": {"type": ["string", "null"], "default": None, "x-omit-default": True},
        "omitText": {"type": "string", "default": "x", "x-omit-default": True},
        "omitZero": {"type": ["integer", "null"], "default": 0, "x-omit-default": True, "x-unit": "token"},
        "omitFlag": {"type": "boolean", "default": False, "x-omit-default": True},
        "omitList": {"type": "array", "items": PART, "default": [], "x-omit-default": True},
        "omitMap": {"type": "object", "additionalProperties": ODD, "default": {}, "x-omit-default": True},
    },
    "no members": {},
}

REQUIRED = {"required names": ODD_NAMES, "integers": ["u64", "tens", "many", "any"], "numbers": ["ratio", "each"],
            "nested": [name for name in SCHEMAS["nested"] if name not in ("holes", "mapOfHoles")]}  # fmt: skip


def model(name: str) -> Document:
    definitions = DEFINITIONS if name in ("nested", "defaults") else {}
    return document(SCHEMAS[name], required=REQUIRED.get(name, []), **{"$defs": definitions})


class Generated:
    """A model, and the package that was generated of it."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.model = model(name)
        self.module = package(folder, self.model)
        self.root: Any = self.module.sample.Sample

    def __repr__(self) -> str:
        return self.name


@pytest.fixture(scope="module", params=SCHEMAS, ids=lambda name: name.replace(" ", "-"))
def generated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Generated:
    return Generated(request.param, tmp_path_factory.mktemp("generated"))


SLOW_TO_DRAW = [HealthCheck.too_slow, HealthCheck.data_too_large]


@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=SLOW_TO_DRAW)
def test_every_document_comes_back(generated: Generated, data: st.DataObject) -> None:
    plain = data.draw(documents(generated.model))
    sample = generated.root.loads(json.dumps(plain))
    expected = normalised(plain, "Sample", generated.module.sample.tables.SHAPES)
    for written in (
        sample.to_dict(),
        json.loads(sample.dumps()),
        json.loads(sample.dumps(layout="declared")),
    ):
        assert same_json(written, expected)
    assert generated.root.from_dict(plain) == sample


@given(data=st.data())
@settings(max_examples=10, deadline=None, suppress_health_check=SLOW_TO_DRAW)
def test_a_document_that_says_nothing_optional_gives_the_defaults(
    generated: Generated, data: st.DataObject
) -> None:
    plain = data.draw(documents(generated.model, members="minimal", unknown=False))
    sample = generated.root.loads(json.dumps(plain))
    made = generated.root(
        **{
            field.python: getattr(sample, field.python)
            for field in generated.model.root.fields
            if field.required
        }
    )
    assert made == sample
    assert made.to_dict() == sample.to_dict()


def test_every_member_has_its_attribute(generated: Generated) -> None:
    fields = dataclasses.fields(generated.root)
    declared = generated.model.root.fields
    assert [field.name for field in fields] == [
        *(field.python for field in declared),
        "additional_properties",
    ]
    assert [field.metadata["wire"] for field in fields[:-1]] == [field.wire for field in declared]


def test_no_record_has_a_dict(generated: Generated) -> None:
    for record in generated.model.records:
        cls = getattr(generated.module.sample, record.name)
        assert not hasattr(object.__new__(cls), "__dict__")


def test_a_number_whose_default_is_an_integer_literal_is_a_float(tmp_path: Path) -> None:
    module = package(tmp_path, model("numbers"))
    sample = module.sample.Sample.loads('{"ratio": 1, "each": {}}')
    assert [type(value) for value in (sample.ratio, sample.free, sample.omitted)] == [float] * 3
    assert sample.to_dict() == {"ratio": 1.0, "free": 0.0, "each": {}}


def test_a_default_is_omitted_only_when_it_is_exactly_that(tmp_path: Path) -> None:
    module = package(tmp_path, model("numbers"))
    kept = module.sample.Sample.loads('{"ratio": 0.5, "omitted": -0.0, "each": {}}').to_dict()
    assert repr(kept["omitted"]) == "-0.0"
    assert "omitted" not in module.sample.Sample.loads('{"ratio": 0.5, "omitted": 0.0, "each": {}}').to_dict()


def test_the_names_of_attributes() -> None:
    found = {field.wire: field.python for field in model("names").root.fields}
    assert {wire: found[wire] for wire in EXPECTED_NAMES} == EXPECTED_NAMES


EXPECTED_NAMES = {
    "class": "class_", "from": "from_", "None": "none", "self": "self", "a-b": "a_b", "camelCase": "camel_case",
    "HTTPServer": "http_server", "1st": "field_1st", "": "empty", "größe": "größe", "ﬁne": "fine", "x²": "x2",
    "_binding": "binding", "__init__": "init", "additional_properties": "additional_properties_", "load": "load_",
    "to_dict": "to_dict_", "dict": "dict_", "match": "match",
}  # fmt: skip


DESCRIPTIONS = ['say "hi"', 'ends in "quotes"', '"' * 7, "back\\slash\\", '\\"', "\x00\x1b[31m", "two\nlines", "{{ 1 + 1 }} {% x %}",
                "\\N{DASH}", "“ünï”"]  # fmt: skip


def test_descriptions_become_docstrings_whatever_they_hold(tmp_path: Path) -> None:
    definitions: dict[str, Any] = {}
    for index, text in enumerate(DESCRIPTIONS):
        members = {"m": {"type": "string", "description": text}}
        record = {"type": "object", "required": ["m"], "properties": members}
        definitions[f"R{index}"] = {"title": f"R{index}", "description": text, **record}
        definitions[f"K{index}"] = {
            "title": f"K{index}",
            "description": text,
            "type": "string",
            "x-extensible-enum": ["a"],
        }
    module = package(tmp_path, document({}, **{"$defs": definitions}))
    for index, text in enumerate(DESCRIPTIONS):
        assert inspect.getdoc(getattr(module.sample, f"R{index}")) == text
        assert inspect.getdoc(getattr(module.sample, f"K{index}")) == text
