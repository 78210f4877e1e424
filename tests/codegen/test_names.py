"""Names that the generator knows of the package it generates for, and names of its own."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from codegen import runtime
from codegen.names import RECORD_MEMBERS, field_name, function_name, label_name

GENERATED = Path(importlib.import_module("runsnap").__file__ or "").parent / "_generated"
BASES = [runtime.RECORD_BASE, *runtime.BASES.values()]


def _load(path: str) -> type:
    module, _, name = path.rpartition(".")
    found = getattr(importlib.import_module(module), name)
    assert isinstance(found, type)
    return found


def test_reserved_members_are_those_of_the_bases() -> None:
    public = {name for base in map(_load, BASES) for name in dir(base) if not name.startswith("_")}
    assert RECORD_MEMBERS == public | {"additional_properties"}


@pytest.mark.parametrize("path", BASES)
def test_bases_leave_room_for_slots(path: str) -> None:
    assert "__dict__" not in dir(_load(path))


def test_titles_cannot_hide_what_generated_modules_import() -> None:
    imported = {
        alias.asname or alias.name
        for path in GENERATED.rglob("*.py")
        if path.name in ("models.py", "codec.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module != "models"
        for alias in node.names
    }
    assert {name for name in imported if name[:1].isupper()} <= runtime.IMPORTED_NAMES


@pytest.mark.parametrize(
    ("wire", "name"),
    [("runId", "run_id"), ("HTTPServer", "http_server"), ("a-b", "a_b"), ("2nd", "field_2nd"), ("", "empty"),
     ("class", "class_"), ("load", "load_"), ("__x__", "x"), ("x²", "x2"), ("straße", "straße"), ("İ", "i̇")],
)  # fmt: skip
def test_field_names(wire: str, name: str) -> None:
    assert field_name(wire) == name


@pytest.mark.parametrize(
    ("label", "name"),
    [("llm_call", "LLM_CALL"), ("ToolCalls", "TOOL_CALLS"), ("None", "NONE"), ("1", "LABEL_1"), ("", "EMPTY"),
     ("a b", "A_B"), ("ß", "SS"),
        ("i\u0307", "\u0130")],
)  # fmt: skip
def test_label_names(label: str, name: str) -> None:
    assert label_name(label) == name


def test_function_names() -> None:
    assert [function_name(title) for title in ("RunLog", "LlmIo", "Load", "Class")] == [
        "run_log",
        "llm_io",
        "load",
        "class",
    ]
