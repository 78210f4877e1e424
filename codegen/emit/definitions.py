"""Definitions of a schema that are neither records nor enumerations: forms of texts and numbers with a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from codegen.model import Array, Document, EnumRef, Field, Map, RecordRef, Type
from codegen.names import is_class_name
from codegen.pointer import tokens


@dataclass(frozen=True)
class Definition:
    """A named form, with what it asks of values."""

    name: str
    description: str
    type: Type


def definitions(document: Document) -> list[Definition]:
    """Those that members use, each once, in the order of their first use."""
    found = {
        definition.name: definition
        for record in document.records
        for field in record.fields
        if (definition := definition_of(document, field)) is not None
    }
    return list(found.values())


def definition_of(document: Document, field: Field) -> Definition | None:
    """The form that a member, its items or its values have."""
    schema: Any = document.schema
    for token in tokens(field.pointer):
        schema = schema[token]
    return _inside(document, schema, field.type)


def _inside(document: Document, schema: Any, type_: Type) -> Definition | None:
    match schema, type_.shape:
        case _, RecordRef() | EnumRef():
            return None
        case {"$ref": reference}, _:
            name = tokens(reference.removeprefix("#"))[-1]
            described = document.schema["$defs"][name]
            if not (isinstance(described, Mapping) and is_class_name(name)):
                return None
            return Definition(name, described.get("description", ""), type_.without_null())
        case {"anyOf": branches}, _:
            return next(filter(None, (_inside(document, branch, type_) for branch in branches)), None)
        case {"items": inner}, Array(items):
            return _inside(document, inner, items)
        case {"additionalProperties": inner}, Map(values):
            return _inside(document, inner, values)
        case _:
            return None
