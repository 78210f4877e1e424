"""When a schema in a registry is the one that was sent: some registries write it anew."""

from __future__ import annotations

from typing import Any

from runsnap._equality import same_json
from runsnap.registry._api import Format


def same_schema(format_: Format, left: Any, right: Any) -> bool:
    """Whether two parsed schemas are the same, to the last digit of every bound.

    White space and the order of members do not count. In Avro, neither does
    where a namespace is written: that of a record holds for those within it.
    """
    if same_json(left, right):
        return True
    return format_ == "avro" and same_json(_with_full_names(left), _with_full_names(right))


def _with_full_names(schema: Any) -> Any:
    """An Avro schema with its names in full; the schema itself where it is none."""
    from fastavro import parse_schema
    from fastavro.schema import SchemaParseException, UnknownType

    try:
        return parse_schema(schema, named_schemas={}, _write_hint=False)
    except (
        SchemaParseException,
        UnknownType,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        RecursionError,
    ):
        return schema
