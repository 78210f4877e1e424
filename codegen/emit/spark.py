"""The Spark schemas as files: the JSON form of a ``StructType``, derived from the Avro schema.

A row holds what an Avro record holds, under the same names, so that data read
from JSON and data read from Avro are the same rows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from codegen.avro import Schema, avro_schema, by_name
from codegen.model import Document

_SCALARS = {"string": "string", "boolean": "boolean", "double": "double", "long": "long"}
_NANOS = "timestamp-nanos"
_JSON_NOTE = "JSON text."
_NANOS_NOTE = "Nanoseconds since 1970-01-01T00:00:00Z."
"""Spark's own timestamps end at microseconds."""


def emit(history: Mapping[str, tuple[Document, ...]]) -> dict[str, str]:
    """``schemas/KIND/VERSION.struct`` for every version."""
    return {
        f"schemas/{kind}/{document.version}.struct": _text(document)
        for kind, versions in history.items()
        for document in versions
    }


def _text(document: Document) -> str:
    schema = avro_schema(document)
    return json.dumps(_Builder(schema).struct(schema), indent=2, ensure_ascii=False) + "\n"


class _Builder:
    def __init__(self, schema: Schema) -> None:
        self._records = by_name(schema)

    def struct(self, record: Schema) -> Schema:
        return {"type": "struct", "fields": [self._field(field) for field in record["fields"]]}

    def _field(self, field: Schema) -> Schema:
        nullable = isinstance(field["type"], list)
        type_ = field["type"][1] if nullable else field["type"]
        metadata = {"comment": " ".join(filter(None, [field["doc"], _note(type_)]))}
        if "wire" in field:
            metadata["wire"] = field["wire"]
        return {"name": field["name"], "type": self._type(type_), "nullable": nullable, "metadata": metadata}

    def _type(self, type_: Any) -> Any:
        match type_:
            case str() if type_ in _SCALARS:
                return _SCALARS[type_]
            case str():
                return self.struct(self._records[type_.rpartition(".")[2]])
            case {"type": "record"}:
                return self.struct(type_)
            case {"type": "array", "items": items}:
                contains_null, inner = self._inner(items)
                return {"type": "array", "elementType": inner, "containsNull": contains_null}
            case {"type": "map", "values": values}:
                contains_null, inner = self._inner(values)
                return {
                    "type": "map", "keyType": "string", "valueType": inner, "valueContainsNull": contains_null,
                }  # fmt: skip
            case {"logicalType": "decimal", "precision": digits}:
                return f"decimal({digits},0)"
            case _:
                return _SCALARS[type_["type"]]

    def _inner(self, type_: Any) -> tuple[bool, Any]:
        """The type of items or values, and whether they may be null."""
        return (True, self._type(type_[1])) if isinstance(type_, list) else (False, self._type(type_))


def _note(type_: Any) -> str | None:
    """What the type of a column does not say of its values."""
    match type_:
        case {"logicalType": logical} if logical == _NANOS:
            return _NANOS_NOTE
        case {"format": "json"}:
            return _JSON_NOTE
    return None
