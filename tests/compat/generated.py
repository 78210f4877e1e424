"""Code made of schemas by the generator, imported under a name of its own."""

from __future__ import annotations

import contextlib
import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from codegen.emit import generate
from codegen.reader import read_document


@contextlib.contextmanager
def imported(files: Mapping[str, str], folder: Path, package: str) -> Iterator[str]:
    """Write generated files into ``folder`` and make them importable as ``package``."""
    for path, text in files.items():
        file = folder / package / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield package
    finally:
        sys.path.remove(str(folder))
        for module in [module for module in sys.modules if module.partition(".")[0] == package]:
            del sys.modules[module]


def schema_of(properties: Mapping[str, Any], defs: Mapping[str, Any] | None = None) -> Any:
    """A schema that requires these members."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:runsnap:schema:thing:1.0.0", "title": "Thing",
        "type": "object", "required": list(properties), "properties": dict(properties), "$defs": dict(defs or {}),
    }  # fmt: skip


def files_of(schema: Any) -> dict[str, str]:
    """What is generated of one schema of the kind ``thing``."""
    return generate({"thing": (read_document("thing", "1.0.0", schema, json.dumps(schema)),)})


@contextlib.contextmanager
def thing_of(schema: Any, folder: Path) -> Iterator[Any]:
    """The class ``Thing`` generated of a schema."""
    with imported(files_of(schema), folder, "made_thing") as package:
        yield importlib.import_module(f"{package}.thing").Thing
