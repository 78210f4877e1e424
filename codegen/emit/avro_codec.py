"""The Avro codec: straight-line functions between dataclasses and Avro records.

Both directions check in passing what the schema demands. At any doubt they
raise ``Doubt`` and leave the decision to the way over plain JSON values, which
alone refuses and explains.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from codegen import runtime
from codegen.avro import LARGEST_LONG, UNKNOWN, avro_schema, decimal_digits, field_names, reads_directly
from codegen.emit.packaged import PACKAGE_DOC
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
from codegen.names import function_name

DEEPEST = 200
"""Levels of nesting that a document may have."""

_TEXT_KEYWORDS = {"minLength", "maxLength", "pattern", "not"}
_RANGE_KEYWORDS = {"minimum", "maximum"}
_DOUBT = "doubt()"


def emit(versions: tuple[Document, ...]) -> dict[str, str]:
    """``KIND/avro.py``: the codec of the newest version."""
    document = versions[-1]
    newest = avro_schema(document)
    direct = [each.version for each in versions if reads_directly(newest, avro_schema(each))]
    emitter = _Emitter(document)
    functions = [emitter.functions(record) for record in document.records]
    names = sorted([record.name for record in document.records] + [enum.name for enum in document.enums])
    labels = [
        f"{_labels(enum.name)}: dict[str, Any] = {{member.value: member for member in {enum.name}}}"
        for enum in document.enums
    ]
    root = function_name(document.root.name)
    text = f"""{PACKAGE_DOC}
from __future__ import annotations

from typing import Any

from {runtime.PACKAGE}._values import doubt
from {runtime.PACKAGE}.avro._values import (
    Text, decimal_bytes, decimal_int, instant_of, json_text, json_value, label, names, nanos,
    unknown_texts, unknown_values,
)

from .models import {", ".join(names)}

_new: Any = object.__new__
{chr(10).join(labels)}
{chr(10).join(emitter.texts())}
{"".join(functions)}

write_document = write_{root}
read_document = read_{root}
# Versions whose records read_document can read.
DIRECT = frozenset(({"".join(f"{version!r}, " for version in direct)}))
"""
    return {f"{document.kind}/avro.py": text}


class _Emitter:
    def __init__(self, document: Document) -> None:
        self._depths = _deepest_places(document)
        self._texts: dict[str, str] = {}

    def texts(self) -> list[str]:
        """Definitions of the checks of texts with constraints."""
        return [f"{name} = Text({arguments})" for arguments, name in self._texts.items()]

    def functions(self, record: Record) -> str:
        name, known = function_name(record.name), f"_{function_name(record.name).upper()}_MEMBERS"
        avro_names = field_names(record)
        depth = self._depths[record.name]
        writes = "".join(self._write_field(field, avro_names[field.wire], depth) for field in record.fields)
        reads = "".join(self._read_field(field, avro_names[field.wire], depth) for field in record.fields)
        return f"""
{known}: frozenset[str] = frozenset(({"".join(f"{field.wire!r}, " for field in record.fields)}))

def write_{name}(self: Any) -> dict[str, Any]:
    if not isinstance(self, {record.name}):
        doubt()
    record: dict[str, Any] = {{}}
    value: Any
{writes}
    value = self.additional_properties
    record[{UNKNOWN!r}] = unknown_texts(value, {known}, {DEEPEST - depth}) if value or type(value) is not dict else {{}}
    return record

def read_{name}(cls: type[{record.name}], record: dict[str, Any]) -> {record.name}:
    self: {record.name} = _new(cls)
    get = record.get
    value: Any
{reads}
    value = record[{UNKNOWN!r}]
    self.additional_properties = unknown_values(value, {known}, {DEEPEST - depth}) if value else {{}}
    return self
"""

    def _write_field(self, field: Field, name: str, depth: int) -> str:
        expression = self._write(field.type.without_null(), "value", depth, field.avro)
        null = _avro_null(field)
        if field.type.nullable and not isinstance(field.type.shape, AnyJson):
            expression = f"{null} if value is None else ({expression})"
        return f"    value = self.{field.python}\n    record[{name!r}] = {expression}\n"

    def _read_field(self, field: Field, name: str, depth: int) -> str:
        fetch = f"record[{name!r}]" if field.required else f"get({name!r})"
        expression = self._read(field.type.without_null(), "value", depth, field.avro)
        may_be_none = not field.required or (
            field.type.nullable and not isinstance(field.type.shape, AnyJson)
        )
        if may_be_none and expression != "value":
            expression = f"{_python_null(field)} if value is None else ({expression})"
        elif may_be_none and field.default is not None:
            expression = f"{_python_null(field)} if value is None else value"
        return f"    value = {fetch}\n    self.{field.python} = {expression}\n"

    def _write(self, type_: Type, value: str, depth: int, annotation: str | None) -> str:
        constraints = type_.constraints
        item = f"{value}_item"
        match type_.shape:
            case String(const=None):
                return self._text(constraints, value)
            case String(const=const):
                return f"{value} if type({value}) is str and {value} == {const!r} else {_DOUBT}"
            case Boolean():
                return f"{value} if {value} is True or {value} is False else {_DOUBT}"
            case Integer():
                return _write_integer(type_, value, annotation)
            case Number():
                return _finite(constraints, value, f"type({value}) is float and ")
            case Instant():
                return f"nanos({value})"
            case EnumRef():
                return f"{value} if type({value}) is str else label({value})"
            case AnyJson():
                return f"json_text({value}, {DEEPEST - depth})"
            case RecordRef(name):
                return f"write_{function_name(name)}({value})"
            case _ if constraints:
                return _DOUBT
            case Array(items):
                inner = self._write_item(items, item, depth + 1, annotation)
                return f"[{inner} for {item} in {value}] if type({value}) is list else {_DOUBT}"
            case Map(values):
                inner = self._write_item(values, item, depth + 1, annotation)
                return (
                    f"{{name: {inner} for name, {item} in {value}.items()}} if names({value}) else {_DOUBT}"
                )

    def _write_item(self, type_: Type, value: str, depth: int, annotation: str | None) -> str:
        expression = self._write(type_.without_null(), value, depth, annotation)
        if type_.nullable and not isinstance(type_.shape, AnyJson):
            return f"(None if {value} is None else ({expression}))"
        return f"({expression})"

    def _read(self, type_: Type, value: str, depth: int, annotation: str | None) -> str:
        constraints = type_.constraints
        item = f"{value}_item"
        match type_.shape:
            case String(const=None):
                return self._text(constraints, value)
            case String(const=const):
                return f"{value} if {value} == {const!r} else {_DOUBT}"
            case Boolean():
                return value
            case Integer():
                return _read_integer(type_, value, annotation)
            case Number():
                return _finite(constraints, value, "")
            case Instant():
                return f"instant_of({value})"
            case EnumRef(name):
                return f"{_labels(name)}.get({value}, {value})"
            case AnyJson():
                return f"json_value({value}, {DEEPEST - depth})"
            case RecordRef(name):
                return f"read_{function_name(name)}({name}, {value})"
            case _ if constraints:
                return _DOUBT
            case Array(items):
                return f"[{self._read_item(items, item, depth + 1, annotation)} for {item} in {value}]"
            case Map(values):
                inner = self._read_item(values, item, depth + 1, annotation)
                return f"{{name: {inner} for name, {item} in {value}.items()}}"

    def _read_item(self, type_: Type, value: str, depth: int, annotation: str | None) -> str:
        expression = self._read(type_.without_null(), value, depth, annotation)
        if type_.nullable and not isinstance(type_.shape, AnyJson) and expression != value:
            return f"(None if {value} is None else ({expression}))"
        return f"({expression})"

    def _text(self, constraints: Mapping[str, Any], value: str) -> str:
        if not constraints:
            return f"{value} if type({value}) is str else {_DOUBT}"
        guard = constraints.get("not", {})
        if not set(constraints) <= _TEXT_KEYWORDS or not set(guard) <= {"type", "pattern"}:
            return _DOUBT
        arguments = (
            f"pattern={constraints.get('pattern')!r}, refused={guard.get('pattern')!r}, "
            f"shortest={constraints.get('minLength', 0)}, longest={constraints.get('maxLength')}"
        )
        check = self._texts.setdefault(arguments, f"_TEXT_{len(self._texts)}")
        return f"{check}({value})"


def _write_integer(type_: Type, value: str, annotation: str | None) -> str:
    if not set(type_.constraints) <= _RANGE_KEYWORDS:
        return _DOUBT
    digits = decimal_digits(type_, annotation)
    low, high = type_.constraints.get("minimum"), type_.constraints.get("maximum")
    if digits is None:
        assert high is not None, "a long is bounded"
        return (
            f"{value} if type({value}) is int and {low} <= {value} <= {min(high, LARGEST_LONG)} else {_DOUBT}"
        )
    low, high = _carried(digits, low, high)
    return f"decimal_bytes({value}) if type({value}) is int and {low} <= {value} <= {high} else {_DOUBT}"


def _read_integer(type_: Type, value: str, annotation: str | None) -> str:
    if not set(type_.constraints) <= _RANGE_KEYWORDS:
        return _DOUBT
    low, high = type_.constraints.get("minimum"), type_.constraints.get("maximum")
    digits = decimal_digits(type_, annotation)
    if digits is None:
        return f"{value} if {low} <= {value} <= {high} else {_DOUBT}"
    low, high = _carried(digits, low, high)
    return f"decimal_int({value}, {low}, {high})"


def _carried(digits: int, low: int | None, high: int | None) -> tuple[int, int]:
    """The bounds of what a decimal of so many digits carries."""
    most = 10**digits - 1
    return -most if low is None else max(-most, low), most if high is None else min(most, high)


def _finite(constraints: Mapping[str, Any], value: str, also: str) -> str:
    if not set(constraints) <= _RANGE_KEYWORDS:
        return _DOUBT
    low = f" and {value} >= {constraints['minimum']}" if "minimum" in constraints else ""
    high = f" and {value} <= {constraints['maximum']}" if "maximum" in constraints else ""
    return f"{value} if {also}{value} - {value} == 0.0{low}{high} else {_DOUBT}"


def _labels(enum: str) -> str:
    return f"_{function_name(enum).upper()}"


def _python_null(field: Field) -> str:
    match field.default, field.type.shape:
        case {}, RecordRef(name):
            return f"{name}()"
        case int(number), Number():
            return repr(float(number))
        case default, _:
            return repr(default)


def _avro_null(field: Field) -> str:
    """What is written for None, which stands for the member's default."""
    digits = decimal_digits(field.type, field.avro)
    if field.default is not None and digits is not None:
        return f"decimal_bytes({field.default})"
    return json.dumps(field.default) if isinstance(field.default, str) else _python_null(field)


def _deepest_places(document: Document) -> dict[str, int]:
    """By record, how many levels its own braces lie deep at most; 1 for the root and for what nothing refers to."""
    depths = {record.name: 1 for record in document.records}
    pending = list(document.records)
    while pending:
        record = pending.pop()
        for field in record.fields:
            name, levels = _record_inside(field.type, 1)
            if name is not None and depths[record.name] + levels > depths[name]:
                depths[name] = depths[record.name] + levels
                pending.append(document.record(name))
    return depths


def _record_inside(type_: Type, levels: int) -> tuple[str | None, int]:
    match type_.shape:
        case RecordRef(name):
            return name, levels
        case Array(inner) | Map(inner):
            return _record_inside(inner, levels + 1)
        case _:
            return None, levels
