"""The two libraries of ``runsnap[spark]``, and schemas in the terms of each."""

from __future__ import annotations

import json
from typing import Any

from runsnap._extras import optional
from runsnap._generated.catalog import CATALOG

ENDING = "struct"
"""Of the files that describe rows, beside the schemas."""


def library(name: str) -> Any:
    """A module of pyspark or pyarrow; RunsnapError where it is not installed."""
    return optional(name, f"Spark needs the package {name.partition('.')[0]}", "spark")


def struct(kind: str, version: str | None) -> dict[str, Any]:
    """The JSON form of the ``StructType`` of a kind and version.

    Raises ValueError for an unknown kind, UnsupportedVersionError for an unknown version.
    """
    fields: dict[str, Any] = json.loads(CATALOG.text(kind, version, ending=ENDING))
    return fields


def arrow_schema(fields: dict[str, Any]) -> Any:
    """The Arrow schema of the JSON form of a ``StructType``."""
    return library("pyarrow").schema(_arrow(fields).fields)


def _arrow(type_: Any) -> Any:
    pa = library("pyarrow")
    match type_:
        case {"type": "struct", "fields": fields}:
            return pa.struct(
                [pa.field(field["name"], _arrow(field["type"]), field["nullable"]) for field in fields]
            )
        case {"type": "array", "elementType": items, "containsNull": nullable}:
            return pa.list_(pa.field("element", _arrow(items), nullable))
        case {"type": "map", "valueType": values, "valueContainsNull": nullable}:
            return pa.map_(pa.string(), pa.field("value", _arrow(values), nullable))
        case str() if type_.startswith("decimal"):
            return pa.decimal128(int(type_[8:].partition(",")[0]), 0)
        case _:
            return _SCALARS[type_](pa)


_SCALARS = {
    "string": lambda pa: pa.string(),
    "boolean": lambda pa: pa.bool_(),
    "double": lambda pa: pa.float64(),
    "long": lambda pa: pa.int64(),
    "binary": lambda pa: pa.binary(),
}
