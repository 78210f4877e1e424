"""Generated packages of schemas that a test makes, imported like any other."""

from __future__ import annotations

import importlib
import itertools
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from codegen.emit import generate
from codegen.model import Document
from codegen.reader import DIALECT, read_document

_NUMBERS = itertools.count()


def schema(properties: Mapping[str, Any], **others: Any) -> dict[str, Any]:
    """A schema with a root record called Sample."""
    return {
        "$schema": DIALECT,
        "title": "Sample",
        "description": "A sample.",
        "type": "object",
        "properties": dict(properties),
        **others,
    }


def document(properties: Mapping[str, Any], **others: Any) -> Document:
    """The model of that schema."""
    made = schema(properties, **others)
    return read_document("sample", "1.0.0", made, json.dumps(made))


def package(folder: Path, *versions: Document) -> ModuleType:
    """The generated package of one kind, imported from ``folder``: its modules by attribute."""
    name = f"generated_in_test_{next(_NUMBERS)}"
    write(folder / name, generate({versions[-1].kind: versions}))
    sys.path.insert(0, str(folder))
    try:
        for module in ("catalog", f"{versions[-1].kind}.tables"):
            importlib.import_module(f"{name}.{module}")
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write generated files below ``folder``."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
