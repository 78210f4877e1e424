"""The structure checks: straight-line functions that step over Avro data.

They prove that bytes are well-formed data of one schema before a decoder sees
them: lengths within the bytes, block counts and block sizes that agree, union
branches that exist, no name twice in a map.
"""

from __future__ import annotations

from typing import Any

from codegen import runtime
from codegen.avro import avro_schema, by_name
from codegen.emit.packaged import PACKAGE_DOC
from codegen.model import Document
from codegen.names import function_name


def emit(versions: tuple[Document, ...]) -> dict[str, str]:
    """``KIND/avro_structure.py``: one function a version, and one a record of it."""
    functions = [
        _function(document, name, schema) for document in versions for name, schema in _records(document)
    ]
    table = "".join(f"{document.version!r}: {_name(document, document.root.name)}, " for document in versions)
    text = f"""{PACKAGE_DOC}
from collections.abc import Callable

from {runtime.PACKAGE}.avro._structure import refuse, skip_array, skip_long, skip_map, skip_text

{"".join(functions)}

SKIP: dict[str, Callable[[bytes, int], int]] = {{{table}}}
"""
    return {f"{versions[-1].kind}/avro_structure.py": text}


def _records(document: Document) -> list[tuple[str, Any]]:
    return list(by_name(avro_schema(document)).items())


def _name(document: Document, record: str) -> str:
    return f"_skip_{document.version.replace('.', '_')}_{function_name(record)}"


def _function(document: Document, name: str, schema: Any) -> str:
    emitter = _Steps(document, name)
    body = "".join(emitter.steps(field["type"], field["name"], 1) for field in schema["fields"])
    return f"{''.join(emitter.helpers)}\ndef {_name(document, name)}(data: bytes, at: int) -> int:\n{body}    return at\n\n"


class _Steps:
    """Writes the steps over the fields of one record."""

    def __init__(self, document: Document, record: str) -> None:
        self._document = document
        self._prefix = _name(document, record)
        self.helpers: list[str] = []

    def steps(self, schema: Any, path: str, indent: int) -> str:
        """The statements that move ``at`` past one value."""
        if isinstance(schema, list):
            inner = self.steps(schema[1], path, indent + 1)
            return (
                _lines(indent, "branch = data[at]", "at += 1", "if branch == 2:")
                + inner
                + _lines(
                    indent,
                    "elif branch:",
                    f"    refuse(at - 1, 'a branch that the union at {path} does not have')",
                )
            )
        if isinstance(schema, dict) and schema["type"] in ("array", "map"):
            kind = schema["type"]
            item = self._item(schema["items" if kind == "array" else "values"], path)
            return _lines(indent, f"at = skip_{kind}(data, at, {item}) if data[at] else at + 1")
        return self._scalar(schema, indent)

    def _scalar(self, schema: Any, indent: int) -> str:
        name = schema["type"] if isinstance(schema, dict) else schema
        match name:
            case "long":
                return _lines(indent, "at = at + 1 if data[at] < 128 else skip_long(data, at)")
            case "string" | "bytes":
                return _lines(
                    indent, "size = data[at]",
                    "at = at + 1 + (size >> 1) if size < 128 and not size & 1 else skip_text(data, at)",
                )  # fmt: skip
            case "double":
                return _lines(indent, "at += 8")
            case "boolean":
                return _lines(
                    indent,
                    "if data[at] > 1:",
                    "    refuse(at, 'a boolean that is neither 0 nor 1')",
                    "at += 1",
                )
            case "record":
                return _lines(indent, f"at = {_name(self._document, schema['name'])}(data, at)")
            case full_name:
                return _lines(indent, f"at = {_name(self._document, full_name.rpartition('.')[2])}(data, at)")

    def _item(self, schema: Any, path: str) -> str:
        """The function that steps over one item; written anew where none exists."""
        name = schema["type"] if isinstance(schema, dict) else schema
        match name:
            case "string" | "bytes":
                return "skip_text"
            case "long":
                return "skip_long"
            case "record":
                return _name(self._document, schema["name"])
            case str() if "." in name:
                return _name(self._document, name.rpartition(".")[2])
            case _:
                helper = f"{self._prefix}_item_{len(self.helpers)}"
                self.helpers.append("")
                body = self.steps(schema, path, 1)
                self.helpers.append(f"\ndef {helper}(data: bytes, at: int) -> int:\n{body}    return at\n\n")
                return helper


def _lines(indent: int, *lines: str) -> str:
    return "".join(f"{'    ' * indent}{line}\n" for line in lines)
