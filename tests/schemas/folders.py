"""Folders of schemas that a test makes: a copy of the real one, or a small one of its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from codegen.schemas import SchemaFolderError, read_folder

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
FILES = sorted(SCHEMAS.glob("*/*.json"))

PART = {
    "title": "Part",
    "description": "A part.",
    "type": "object",
    "required": ["at"],
    "properties": {
        "at": {"description": "When.", "$ref": "#/$defs/Moment"},
        "kind": {
            "description": "What.",
            "anyOf": [{"$ref": "#/$defs/Kind"}, {"type": "null"}],
            "default": None,
        },
        "count": {
            "description": "How many.",
            "type": "integer",
            "minimum": 0,
            "default": 0,
            "x-unit": "token",
        },
        "free": {"description": "Any JSON."},
    },
}
DEFINITIONS = {
    "Part": PART,
    "Kind": {"title": "Kind", "description": "A kind.", "type": "string", "x-extensible-enum": ["one", "two"]},
    "Moment": {
        "title": "Moment", "description": "A moment.", "type": "string", "format": "date-time",
        "pattern": "^[0-9TZ:-]+$", "not": {"type": "string", "pattern": "[^0-9TZ:-]"},
    },
}  # fmt: skip
EXAMPLE = {"id": "ABCD", "parts": [{"at": "2024-01-01T00:00:00Z"}], "ended": "2024-01-01T00:00:00Z"}


def sample(version: str = "1.0.0", **others: Any) -> dict[str, Any]:
    """A schema without a fault; ``others`` replace or add members of the root."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:runsnap:schema:sample:{version}",
        "title": "Sample",
        "description": "A sample.",
        "type": "object",
        "required": ["id", "parts"],
        "properties": {
            "id": {"description": "Name.", "type": "string", "pattern": "^[A-Z]{4}$", "maxLength": 4},
            "parts": {"description": "Parts.", "type": "array", "items": {"$ref": "#/$defs/Part"}},
            "ended": {"description": "End.", "anyOf": [{"$ref": "#/$defs/Moment"}, {"type": "null"}], "default": None},
            "by": {
                "description": "By name.", "type": "object", "additionalProperties": {"$ref": "#/$defs/Part"},
                "default": {},
            },
        },
        "$defs": DEFINITIONS,
        "examples": [EXAMPLE, {**EXAMPLE, "by": {}}],
        **others,
    }  # fmt: skip


def folder_of(folder: Path, *schemas: dict[str, Any], lock: Any = None) -> Path:
    """A folder with versions of the kind ``sample``, told by their identifiers, and the real annotations."""
    (folder / "sample").mkdir(parents=True)
    shutil.copy(SCHEMAS / "annotations.json", folder)
    (folder / "released.json").write_text(json.dumps(lock or {}), encoding="utf-8")
    for schema in schemas:
        version = schema["$id"].rpartition(":")[2]
        (folder / "sample" / f"{version}.json").write_text(json.dumps(schema), encoding="utf-8")
    return folder


def real_folder(folder: Path) -> Path:
    """A copy of the real folder, to be spoilt."""
    return Path(shutil.copytree(SCHEMAS, folder / "schemas"))


def faults(folder: Path) -> list[str]:
    """What is wrong with a folder; nothing for a good one."""
    try:
        read_folder(folder)
    except SchemaFolderError as error:
        return error.faults
    return []


def only_fault(folder: Path) -> str:
    """The one thing that is wrong with a folder."""
    found = faults(folder)
    assert len(found) == 1, found
    return found[0]
