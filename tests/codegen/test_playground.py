"""The playground knows every keyword and every rule that a schema may use, and is given every schema."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from codegen import reader
from codegen.emit import playground
from codegen.schemas import read_folder
from tests.codegen.packages import document
from tests.codegen.rendered import DEFS

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "docs" / "assets" / "playground"
EVERY_TYPE: dict[str, Any] = {
    "boolean": {"type": "boolean", "default": True}, "integer": {"type": "integer", "default": 1},
    "number": {"type": ["number", "null"]}, "text": {"type": "string", "default": ""}, "any": {},
    "constant": {"const": "a", "default": "a"}, "list": {"type": "array", "items": {}, "default": []},
    "map": {"type": "object", "default": {}}, "part": {"anyOf": [{"$ref": "#/$defs/Part"}, {"type": "null"}]},
    "colour": {"anyOf": [{"$ref": "#/$defs/Colour"}, {"type": "null"}]}, "moment": {"anyOf": [{"$ref": "#/$defs/Moment"}, {"type": "null"}]},
}  # fmt: skip


def script(name: str) -> str:
    return (SCRIPTS / name).read_text(encoding="utf-8")


def named(text: str, constant: str) -> set[str]:
    """The texts in a list of a script."""
    found = re.search(rf"^export const {constant} = \[(.*?)\];", text, re.DOTALL | re.MULTILINE)
    assert found
    return set(re.findall(r'"([^"]+)"', found.group(1)))


def members(text: str, constant: str, pattern: str) -> set[str]:
    """The names of the functions in a table of a script."""
    found = re.search(rf"^export const {constant} = \{{(.*?)^\}};", text, re.DOTALL | re.MULTILINE)
    assert found
    return set(re.findall(pattern, found.group(1), re.MULTILINE))


def test_it_knows_the_keywords_that_a_schema_may_use_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: set[str] = set()
    allow = reader._Reader._allow

    def spy(schema: Any, pointer: str, keywords: set[str]) -> None:
        allowed.update(keywords)
        allow(schema, pointer, keywords)

    monkeypatch.setattr(reader._Reader, "_allow", staticmethod(spy))
    document(EVERY_TYPE, **{"$defs": DEFS})
    text = script("schema.js")
    known = (
        members(text, "ASSERTIONS", r"^  (\w+): \(says, node\)")
        | named(text, "APPLICATORS")
        | named(text, "NOTES")
    )
    assert known == allowed | reader._ROOT_ONLY | reader._MEMBER
    assert {"multipleOf", "uniqueItems", "propertyNames", "pattern", "anyOf", "$ref", "required"} <= allowed


def test_it_knows_the_kinds_of_rules_that_a_schema_may_have() -> None:
    annotations = json.loads((ROOT / "schemas" / "annotations.json").read_text(encoding="utf-8"))
    kinds = {kind["required"][0] for kind in annotations["$defs"]["check"]["oneOf"]}
    assert members(script("checks.js"), "KINDS", r"^  (\w+)\(") == kinds


def test_it_is_given_every_schema_to_the_letter() -> None:
    folder = read_folder(ROOT / "schemas")
    [(name, module)] = playground.emit(folder.documents).items()
    head, _, literal = module.partition("export const SCHEMAS = ")
    assert name == "schemas.js"
    assert head.startswith("// Written by codegen")
    assert json.loads(literal.removesuffix(";\n")) == {
        kind: {document.version: document.text for document in versions}
        for kind, versions in folder.documents.items()
    }
    assert module.isascii()
    assert (SCRIPTS / "generated" / name).read_text(encoding="utf-8") == module


def test_nothing_in_the_scripts_makes_code_of_text_or_asks_the_network() -> None:
    for path in SCRIPTS.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"\beval\b|new Function|innerHTML|insertAdjacentHTML|fetch\(|XMLHttpRequest|https?://", text
        ), path
