"""The Avro schema of a document: types, names and defaults, derived from the model.

One function decides how a type is encoded; the emitters of schemas and of code
both ask it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from codegen.model import (
    AnyJson,
    Array,
    Boolean,
    Document,
    EnumRef,
    Field,
    Instant,
    Integer,
    Map,
    Number,
    Record,
    RecordRef,
    String,
    Type,
)

Schema = dict[str, Any]

UNKNOWN = "_unknown"
"""The field that holds members a record does not declare, as JSON texts by name."""

LARGEST_LONG = 2**63 - 1
_LARGEST_U64 = 2**64 - 1
_U64_DIGITS = 20
_MOST_DIGITS = 38
"""Decimals of more digits cannot be read by common engines."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_JSON_TEXT: Schema = {"type": "string", "format": "json"}


class AvroNameError(ValueError):
    """Two members of a record meet in one Avro name; the message names both pointers."""


def avro_schema(document: Document) -> Schema:
    """The Avro schema of one document, its records defined where they first occur."""
    schema = _Builder(document).record(document.root)
    assert isinstance(schema, dict), "a record is defined where it first occurs"
    return schema


def field_names(record: Record) -> dict[str, str]:
    """Avro names by wire name: the wire name itself wherever Avro allows it."""
    taken: dict[str, str] = {UNKNOWN: "the field for unknown members"}
    result: dict[str, str] = {}
    for field in record.fields:
        name = field.wire if _NAME.fullmatch(field.wire) else _ascii_name(field.python)
        if name in taken:
            raise AvroNameError(f"{field.pointer}: becomes {name!r} in Avro, as {taken[name]} does")
        taken[name] = field.pointer
        result[field.wire] = name
    return result


def _ascii_name(python: str) -> str:
    return "".join(char if char.isascii() else f"u{ord(char):04x}" for char in python)


def decimal_digits(type_: Type, annotation: str | None) -> int | None:
    """Digits of the decimal that carries an integer; None where a long does.

    What fits a long is one. An unsigned 64-bit integer is a long, too, since
    such counters stay below 2^63, unless the schema says that it is a decimal.
    """
    if not isinstance(type_.shape, Integer):
        return None
    low, high = type_.constraints.get("minimum"), type_.constraints.get("maximum")
    if low is None or high is None or low < -LARGEST_LONG - 1 or high > _LARGEST_U64:
        return _MOST_DIGITS
    return _U64_DIGITS if annotation == "decimal" else None


class _Builder:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._namespace = f"runsnap.{document.kind}"
        self._defined: set[str] = set()

    def record(self, record: Record) -> Schema | str:
        full_name = f"{self._namespace}.{record.name}"
        if record.name in self._defined:
            return full_name
        self._defined.add(record.name)
        avro_names = field_names(record)
        fields = [self._field(field, avro_names[field.wire]) for field in record.fields]
        unknown = {
            "name": UNKNOWN,
            "type": {"type": "map", "values": _JSON_TEXT},
            "doc": "Members that this version does not declare, by name, as JSON texts.",
            "default": {},
        }
        return {
            "type": "record", "name": record.name, "namespace": self._namespace, "doc": record.description,
            "fields": [*fields, unknown],
        }  # fmt: skip

    def _field(self, field: Field, name: str) -> Schema:
        type_ = self._type(_written_type(field), field.avro)
        schema: Schema = {"name": name, "type": type_, "doc": field.description}
        if name != field.wire:
            schema["wire"] = field.wire
        if not field.required:
            schema["default"] = self._default(field)
        return schema

    def _default(self, field: Field) -> Any:
        match field.default, field.type.shape:
            case None, AnyJson():
                return "null"
            case None, _:
                return None
            case {}, RecordRef(name):
                return self._empty_record(self._document.record(name))
            case value, Number():
                return float(value)
            case value, Integer() if decimal_digits(field.type, field.avro) is not None:
                return decimal_bytes(value).decode("latin-1")
            case value, _:
                return value

    def _empty_record(self, record: Record) -> Schema:
        avro_names = field_names(record)
        return {avro_names[field.wire]: self._default(field) for field in record.fields} | {UNKNOWN: {}}

    def _type(self, type_: Type, annotation: str | None) -> Any:
        schema = self._not_null(type_, annotation)
        return ["null", schema] if type_.nullable and not isinstance(type_.shape, AnyJson) else schema

    def _not_null(self, type_: Type, annotation: str | None) -> Any:
        match type_.shape:
            case AnyJson():
                return _JSON_TEXT
            case String() | EnumRef():
                return "string"
            case Boolean():
                return "boolean"
            case Number():
                return "double"
            case Instant():
                return {"type": "long", "logicalType": "timestamp-nanos"}
            case Integer():
                digits = decimal_digits(type_, annotation)
                decimal = {"type": "bytes", "logicalType": "decimal", "precision": digits, "scale": 0}
                return "long" if digits is None else decimal
            case RecordRef(name):
                return self.record(self._document.record(name))
            case Array(items):
                return {"type": "array", "items": self._type(items, annotation)}
            case Map(values):
                return {"type": "map", "values": self._type(values, annotation)}


def _written_type(field: Field) -> Type:
    """The member's type as it is written: a member with a default is never null."""
    return field.type if field.optional_in_python else field.type.without_null()


def decimal_bytes(value: int) -> bytes:
    """Two's complement, big-endian, as few bytes as hold the value: an Avro decimal of scale 0."""
    return value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)


def by_name(schema: Any) -> Mapping[str, Schema]:
    """Every record that a schema defines, by its name without namespace."""
    found: dict[str, Schema] = {}
    pending = [schema]
    while pending:
        item = pending.pop()
        if isinstance(item, list):
            pending.extend(item)
        elif isinstance(item, dict):
            if item.get("type") == "record":
                found[item["name"]] = item
                pending.extend(field["type"] for field in item["fields"])
            else:
                pending.extend(item[key] for key in ("type", "items", "values") if key in item)
    return found


Meaning = Mapping[str, list[tuple[str, str, Any]]]
"""By record: name, wire name and type of each field."""


def meaning(schema: Schema) -> Meaning:
    """What the data of a schema means, without defaults and descriptions."""
    return {
        name: [
            (field["name"], field.get("wire", field["name"]), _named(field["type"]))
            for field in record["fields"]
        ]
        for name, record in by_name(schema).items()
    }


def _named(type_: Any) -> Any:
    """A type in which records are their names."""
    if isinstance(type_, list):
        return [_named(branch) for branch in type_]
    if not isinstance(type_, dict):
        return type_
    if type_["type"] == "record":
        return f"{type_['namespace']}.{type_['name']}"
    return {key: _named(value) if key in ("items", "values") else value for key, value in type_.items()}


def reads_directly(newest: Schema, older: Schema) -> bool:
    """Whether data of an older schema has nothing that the newest lacks or takes otherwise.

    It may lack fields that have a default.
    """
    known, found, records = meaning(newest), meaning(older), by_name(newest)
    return all(
        name in known
        and all(field in known[name] for field in fields)
        and {field["name"] for field in records[name]["fields"] if "default" not in field}
        <= {field[0] for field in fields}
        for name, fields in found.items()
    )
