"""Which rows a DataFrame holds, by its columns."""

from __future__ import annotations

from typing import Any

from runsnap._generated.catalog import CATALOG
from runsnap.spark._batches import TEXT
from runsnap.spark._library import struct


def rows_version(found: dict[str, Any], kind: str | None) -> tuple[str | None, str | None]:
    """Kind and version of typed rows; neither for JSON text. ``found`` is the JSON form of a ``StructType``.

    Columns that no version has may stand beside. Raises ValueError for other columns.
    """
    types = _types(found)
    for each in CATALOG.kinds if kind is None else [kind]:
        for version in reversed(CATALOG.versions(each)):
            if _types(struct(each, version)).items() <= types.items():
                return each, version
    if types.get(TEXT) in ("string", "binary"):
        return None, None
    raise ValueError(_mismatch(types, kind))


def named_by(kind: str, version: str) -> list[str]:
    """The columns of the rows of a version, in order."""
    return [field["name"] for field in struct(kind, version)["fields"]]


def _types(fields: dict[str, Any]) -> dict[str, Any]:
    return {field["name"]: _plain(field["type"]) for field in fields["fields"]}


def _plain(type_: Any) -> Any:
    """A type without descriptions, and without what may be null: stores of rows keep neither."""
    match type_:
        case {"type": "struct"}:
            return _types(type_)
        case {"type": "array", "elementType": items}:
            return [_plain(items)]
        case {"type": "map", "keyType": keys, "valueType": values}:
            return (_plain(keys), _plain(values))
        case str():
            return type_.replace(" ", "")
        case _:
            return str(type_)


def _mismatch(types: dict[str, Any], kind: str | None) -> str:
    if kind is None:
        return f"neither JSON text in a column {TEXT!r} nor rows of a known version: {', '.join(types)}"
    wanted = _types(struct(kind, None))
    lacking = [name for name in wanted if name not in types]
    differing = [name for name in wanted if name in types and types[name] != wanted[name]]
    reasons = [
        f"{what}: {', '.join(names)}"
        for what, names in (("missing columns", lacking), ("columns of another type", differing))
        if names
    ]
    return f"the rows are of no version of {kind}; beside the newest, {'; '.join(reasons)}"
