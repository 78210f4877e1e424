"""Example values of members, taken from the examples of a schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from codegen.model import Array, Document, Map, RecordRef, Type

Place = tuple[str, str]
"""A record's name, and a wire name."""


def examples(document: Document) -> Mapping[Place, Any]:
    """The first value of each member that says something, else the first value.

    A member that no example has is missing.
    """
    found: dict[Place, Any] = {}
    for example in document.schema.get("examples", ()):
        for place, value in _members(document, Type(RecordRef(document.root.name)), example):
            if place not in found or (_says_nothing(found[place]) and not _says_nothing(value)):
                found[place] = value
    return found


def _says_nothing(value: Any) -> bool:
    return value is None or value in ("", [], {})


def _members(document: Document, type_: Type, value: Any) -> Iterator[tuple[Place, Any]]:
    """Every declared member at or below a value, outer ones first."""
    match type_.shape, value:
        case RecordRef(name), dict():
            for field in document.record(name).fields:
                if field.wire in value:
                    yield (name, field.wire), value[field.wire]
                    yield from _members(document, field.type, value[field.wire])
        case Array(items), list():
            for item in value:
                yield from _members(document, items, item)
        case Map(values), dict():
            for item in value.values():
                yield from _members(document, values, item)
        case _:
            pass
