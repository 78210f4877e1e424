"""Every Avro schema of ours passes the lint, and the lint finds what it is there for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import runsnap
from codegen.avro import avro_schema, field_names
from codegen.emit import generate
from codegen.errors import SchemaFolderError
from codegen.model import Document
from tests.avro.lint import Fault, lint
from tests.avro.samples import MODELS
from tests.codegen.packages import document

GENERATED = Path(runsnap.__file__).parent / "_generated" / "schemas"
FILES = sorted(GENERATED.glob("*/*.avsc"))


def required(model: Document) -> frozenset[tuple[str, str]]:
    return frozenset(
        (record.name, field.wire) for record in model.records for field in record.fields if field.required
    )


def test_every_release_has_an_avro_schema() -> None:
    found = {(file.parent.name, file.stem) for file in FILES}
    assert found == {(file.parent.name, file.stem) for file in GENERATED.glob("*/*.json")}
    assert len(found) >= 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_ours_pass(file: Path) -> None:
    model = next(model for model in MODELS[file.parent.name] if model.version == file.stem)
    assert lint(json.loads(file.read_text(encoding="utf-8")), kind=model.kind, required=required(model)) == []


NULL = {"type": "null"}
PART = {"title": "Part", "type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
SOFT = {
    "title": "Soft", "type": "object",
    "properties": {
        "size": {"type": "integer", "minimum": 0, "maximum": 2**128 - 1, "default": 200},
        "note": {"type": ["string", "null"], "default": None},
        "free": {}, "ratio": {"type": "number", "default": 1},
    },
}  # fmt: skip
DEFINITIONS = {"$defs": {"Part": PART, "Soft": SOFT}}
PART_REF, SOFT_REF = {"$ref": "#/$defs/Part"}, {"$ref": "#/$defs/Soft"}

SCHEMAS: dict[str, dict[str, Any]] = {
    "odd names": {name: {"type": "string", "default": ""} for name in ["a-b", "1st", "", "größe", "名前", "7", "x²", "c.d", "from"]},
    "integers": {
        "u64": {"type": "integer", "minimum": 0, "maximum": 2**64 - 1, "default": 5},
        "u128": {"type": "integer", "minimum": 0, "maximum": 2**128 - 1, "default": 10**38 - 1},
        "negative": {"type": "integer", "minimum": -(2**127), "maximum": 0, "default": -129},
        "any": {"type": ["integer", "null"]},
        "many": {"type": "array", "items": {"type": ["integer", "null"]}, "default": []},
    },
    "defaults": {
        "text": {"type": ["string", "null"], "default": "x"},
        "flag": {"type": ["boolean", "null"], "default": True},
        "number": {"type": "number", "default": 0},
        "record": SOFT_REF | {"default": {}},
        "maybe": {"anyOf": [SOFT_REF, NULL], "default": {}},
        "nothing": {"anyOf": [PART_REF, NULL]},
        "any": {},
        "list": {"type": ["array", "null"], "items": PART_REF, "default": []},
        "map": {"type": "object", "additionalProperties": {"anyOf": [PART_REF, NULL]}, "default": {}},
    },
    "nested": {
        "rows": {"type": "array", "items": {"type": "array", "items": PART_REF}, "default": []},
        "deep": {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": SOFT_REF}, "default": {}},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_the_generator_makes_of_other_schemas_passes(name: str) -> None:
    model = document(SCHEMAS[name], **(DEFINITIONS if name in ("defaults", "nested") else {}))
    assert lint(avro_schema(model), kind="sample", required=required(model)) == []


def test_names_do_not_depend_on_the_place() -> None:
    properties = SCHEMAS["odd names"]
    names = field_names(document(properties).root)
    assert field_names(document(dict(reversed(properties.items()))).root) == names
    for wire, name in names.items():
        assert field_names(document({wire: properties[wire]}).root) == {wire: name}


@pytest.mark.parametrize("one, other", [("a-b", "a_b"), ("_unknown", "x")])
def test_names_that_meet_fail_the_generation(one: str, other: str) -> None:
    with pytest.raises(ValueError, match=r"/properties/(a-b|a_b|_unknown)"):
        avro_schema(
            document({one: {"type": "string", "default": ""}, other: {"type": "string", "default": ""}})
        )


def test_versions_whose_data_looks_alike_must_mean_the_same() -> None:
    text = document({"m": {"type": "string", "default": ""}})
    anything = document({"m": {}})
    moment = {"type": "string", "format": "date-time", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$"}
    assert generate({"sample": (text, document({"m": {"type": "string", "default": "other"}}))})
    for older, newer in [
        (text, anything),
        (
            document({"m": {"type": "integer", "minimum": 0, "maximum": 9}}, required=["m"]),
            document({"m": moment}, required=["m"]),
        ),
    ]:
        with pytest.raises(SchemaFolderError, match="mean something else"):
            generate({"sample": (older, newer)})


def record(*fields: dict[str, Any], name: str = "Good", namespace: str = "runsnap.sample") -> dict[str, Any]:
    return {"type": "record", "name": name, "namespace": namespace, "fields": list(fields)}


def field(type_: Any, name: str = "f", **others: Any) -> dict[str, Any]:
    return {"name": name, "type": type_, **others}


DECIMAL = {"type": "bytes", "logicalType": "decimal", "precision": 38, "scale": 0}
INNER = record(field("long", "n", default=0), name="Inner")

MUST_FAIL: list[tuple[str, str, Any]] = [
    ("default-of-first-branch", "/f", record(field(["null", "string"], default="x"))),
    ("union-of-null-and-one", "/f", record(field(["string", "null"], default="x"))),
    ("union-of-null-and-one", "/f", record(field(["null", "string", "long"], default=None))),
    ("union-of-null-and-one", "/f", record(field(["null", "null"], default=None))),
    ("union-of-null-and-one", "/f", record(field(["null"], default=None))),
    ("optional-has-default", "/f", record(field("string"))),
    ("optional-has-default", "/f", record(field(["null", "string"]))),
    ("default-fits", "/f", record(field("string", default=None))),
    ("default-fits", "/f", record(field("string", default=0))),
    ("default-fits", "/f", record(field("long", default=0.0))),
    ("default-fits", "/f", record(field("long", default=True))),
    ("default-fits", "/f", record(field("long", default=2**63))),
    ("default-fits", "/f", record(field("double", default=0))),
    ("default-fits", "/f", record(field("boolean", default=0))),
    ("default-fits", "/f", record(field("bytes", default="ā"))),
    ("default-fits", "/f", record(field("bytes", default=0))),
    ("default-fits", "/f", record(field(DECIMAL, default=""))),
    ("default-fits", "/f", record(field({**DECIMAL, "precision": 2}, default="\u0000d"))),
    ("default-fits", "/f", record(field({"type": "array", "items": "long"}, default={}))),
    ("default-fits", "/f", record(field({"type": "array", "items": "long"}, default=["x"]))),
    ("default-fits", "/f", record(field({"type": "map", "values": "string"}, default={"x": 1}))),
    ("default-fits", "/f", record(field(INNER, default={}))),
    ("default-fits", "/f", record(field(INNER, default={"n": "0"}))),
    ("default-fits", "/g", record(field(INNER, default={"n": 0}), field("runsnap.sample.Inner", "g", default=None))),
    ("valid-name", "/a-b", record(field("long", "a-b", default=0))),
    ("valid-name", "/1st", record(field("long", "1st", default=0))),
    ("valid-name", "/größe", record(field("long", "größe", default=0))),
    ("valid-name", "/f\n", record(field("long", "f\n", default=0))),
    ("valid-name", "(Not-Good)", record(name="Not-Good")),
    ("valid-name", "(Good)", record(namespace="runsnap.")),
    ("name-not-from-position", "(Record1)", record(name="Record1")),
    ("name-not-from-position", "(record_2)", record(name="record_2")),
    ("name-not-from-position", "/field_3", record(field("long", "field_3", wire="größe", default=0))),
    ("name-not-from-position", "/_4", record(field("long", "_4", default=0))),
    ("no-recursion", "/f", record(field(["null", "runsnap.sample.Good"], default=None))),
    ("no-recursion", "/f/n", record(field(
        record(field({"type": "array", "items": "runsnap.sample.Good"}, "n", default=[]), name="Inner"), default={"n": []}))),
    ("at-most-38-digits", "/f", record(field({**DECIMAL, "precision": 39}, default="\u0000"))),
    ("at-most-38-digits", "/f", record(field({**DECIMAL, "precision": 0}, default="\u0000"))),
    ("logical-type", "/f", record(field({**DECIMAL, "scale": 2}, default="\u0000"))),
    ("logical-type", "/f", record(field({"type": "long", "logicalType": "timestamp-millis"}, default=0))),
    ("logical-type", "/f", record(field({"type": "string", "logicalType": "timestamp-nanos"}, default=""))),
    ("namespace-of-its-kind", "(Good)", record(namespace="runsnap.other")),
    ("namespace-of-its-kind", "(Good)", {"type": "record", "name": "Good", "fields": []}),
    ("name-without-version", "(Good)", record(namespace="runsnap.sample.v1")),
    ("name-without-version", "(GoodV2)", record(name="GoodV2")),
    ("name-without-version", "(Good_1_0)", record(name="Good_1_0")),
    ("known-type", "/f", record(field("runsnap.sample.Missing", default={}))),
    ("known-type", "/f", record(field({"type": "enum", "name": "E", "symbols": ["A"]}, default="A"))),
    ("known-type", "/f", record(field({"type": "fixed", "name": "F", "size": 16}, default="A" * 16))),
    ("defined-once", "/g(Inner)", record(field(INNER, default={"n": 0}), field(INNER, "g", default={"n": 0}))),
    ("fields-differ", "/f", record(field("long", default=0), field("long", default=0))),
]  # fmt: skip


@pytest.mark.parametrize("rule, place, schema", MUST_FAIL)
def test_the_lint_finds(rule: str, place: str, schema: Any) -> None:
    assert Fault(rule, place) in lint(schema, kind="sample")


def test_the_lint_passes_a_good_schema() -> None:
    good = record(
        field(["null", "string"], default=None),
        field(INNER, "g", default={"n": 0}),
        field("runsnap.sample.Inner", "h", default={"n": 1}),
        field(DECIMAL, "d", default="\u0000"),
        field("string", "required"),
    )
    assert lint(good, kind="sample", required=frozenset({("Good", "required")})) == []
