"""The shortcut: JSON text to dataclasses and back through structs of msgspec.

A struct carries in its types what the schema demands of a record, so that one
decoding is parsing and verdict in one. What a type cannot say is asked
beside it; whatever is unusual is a doubt, and left to the codec. A record that
holds a list or a map with bounds of its own, or a name that msgspec cannot
write, has no shortcut.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from codegen import runtime
from codegen.emit.codec import default_value, is_identity, labels_name
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
    parts,
)
from codegen.names import function_name

_WORD = 2**63
"""Bounds that fit a machine word can stand in a type."""


def emit(document: Document) -> dict[str, str]:
    """``KIND/shortcut.py``."""
    others = [record for record in document.records if record is not document.root]
    records = list(_without_bounded_containers([*others, document.root]))
    judges = _Judges()
    readers = [_reader(record, judges) for record in records]
    writers = [_writer(record, judges) for record in records]
    names = ", ".join(record.name for record in document.records)
    enums = [labels_name(enum.name) for enum in document.enums]
    text = "\n\n".join([
        f"""{PACKAGE_DOC}
from typing import Annotated as _Annotated, Any, Literal

import msgspec as _msgspec
from whenever import Instant

from {runtime.PACKAGE} import _shortcut
from {runtime.PACKAGE}._values import doubt as _doubt, instant

from .codec import {", ".join([*enums, "_new"])}
from .models import {names}

_UNSET = _msgspec.UNSET
""",
        *judges.definitions(),
        *readers,
        *writers,
        f"READERS: dict[str, _shortcut.Reader] = {{{', '.join(_entry(record, 'Reader', 'In', 'build') for record in records)}}}",
        f"WRITERS: dict[str, _shortcut.Writer] = {{{', '.join(_entry(record, 'Writer', 'Out', 'gather') for record in records)}}}",
    ])  # fmt: skip
    return {f"{document.kind}/shortcut.py": text + "\n"}


def _entry(record: Record, kind: str, suffix: str, verb: str) -> str:
    return f"{record.name!r}: _shortcut.{kind}(_{record.name}{suffix}, {verb}_{function_name(record.name)})"


def _without_bounded_containers(records: Iterable[Record]) -> Iterable[Record]:
    """The records that have a shortcut, each after those that it names."""
    left_out: set[str] = set()
    for record in records:
        inner = [part for field in record.fields for part in parts(field.type)]
        if any(_leaves_out(part, left_out) for part in inner) or any(map(_fits_no_struct, record.fields)):
            left_out.add(record.name)
        else:
            yield record


def _leaves_out(type_: Type, left_out: set[str]) -> bool:
    match type_.shape:
        case Array() | Map():
            return bool(type_.constraints)
        case RecordRef(name):
            return name in left_out
        case _:
            return False


def _fits_no_struct(field: Field) -> bool:
    """Whether msgspec refuses the name, or tells a default that is left out from other values only by luck."""
    escaped = json.dumps(field.wire, ensure_ascii=False)[1:-1] != field.wire
    default = field.default
    sure = default in ({}, []) or (type(default) is int and default == 0)
    return escaped or (field.omit_default and not sure)


class _Judges:
    """The constraints that no type can say, each asked once by the validator of the verdict."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, type_: Type) -> str:
        schema = {"type": _JSON_TYPES[type(type_.shape).__name__], **type_.constraints}
        return self._names.setdefault(repr(schema), f"_is_valid_{len(self._names)}")

    def definitions(self) -> list[str]:
        return [f"{name} = _shortcut.judge({schema})" for schema, name in self._names.items()]


_JSON_TYPES = {"String": "string", "Instant": "string", "Integer": "integer", "Number": "number"}


def _reader(record: Record, judges: _Judges) -> str:
    name = function_name(record.name)
    members = _lines(f"{member.python}: {_member_in(member)}" for member in record.fields)
    builds = "\n".join(_build_field(member, judges) for member in record.fields)
    return f'''
class _{record.name}In(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
{members}

def build_{name}(struct: _{record.name}In) -> {record.name}:
    """The dataclass of what was decoded."""
    self: {record.name} = _new({record.name})
    value: Any
{builds}
    self.additional_properties = {{}}
    return self
'''


def _lines(statements: Iterable[str]) -> str:
    return "\n".join(f"    {statement}" for statement in statements) or "    pass"


def _member_in(member: Field) -> str:
    type_ = _annotation(member.type, "In")
    if member.required:
        return type_ + _named(member)
    return f"{type_} | _msgspec.UnsetType{_named(member, default='_UNSET')}"


def _named(member: Field, **options: str) -> str:
    if member.wire != member.python:
        options = {"name": repr(member.wire), **options}
    return (
        f" = _msgspec.field({', '.join(f'{key}={value}' for key, value in options.items())})"
        if options
        else ""
    )


def _annotation(type_: Type, suffix: str) -> str:
    match type_.shape:
        case AnyJson():
            return "Any"
        case String(const=str() as const):
            text = f"Literal[{const!r}]"
        case String() | EnumRef():
            text = "str"
        case Instant():
            text = "str" if suffix == "In" else "Instant"
        case Boolean():
            text = "bool"
        case Number():
            text = "float"
        case Integer():
            bounds = "".join(f", {key}={value}" for key, value in _bounds(type_).items())
            text = f"_Annotated[int, _msgspec.Meta({bounds[2:]})]" if bounds else "int"
        case RecordRef(name):
            text = f"_{name}{suffix}"
        case Array(items):
            text = f"list[{_annotation(items, suffix)}]"
        case Map(values):
            text = f"dict[str, {_annotation(values, suffix)}]"
    return f"{text} | None" if type_.nullable else text


def _bounds(type_: Type) -> Mapping[str, Any]:
    keywords = {"minimum": "ge", "maximum": "le"}
    return {
        keywords[key]: value
        for key, value in type_.constraints.items()
        if key in keywords and type(value) is int and -_WORD <= value < _WORD
    }


def _build_field(member: Field, judges: _Judges) -> str:
    target, fetch = f"    self.{member.python}", f"struct.{member.python}"
    value_type = member.type if member.default is None else member.type.without_null()
    expression = _build(value_type, "value", judges)
    if member.required and member.default is None:
        return (
            f"{target} = {fetch}"
            if expression == "value"
            else f"    value = {fetch}\n{target} = {expression}"
        )
    absent = ["value is _UNSET"] * (not member.required) + ["value is None"] * (
        member.default is not None and member.type.nullable
    )
    default = "None" if member.default is None else default_value(member)
    conditional = f"({expression})" if " if " in expression else expression
    return f"    value = {fetch}\n{target} = {default} if {' or '.join(absent)} else {conditional}"


def _build(type_: Type, value: str, judges: _Judges) -> str:
    item = f"{value}_item"
    match type_.shape:
        case EnumRef(name):
            return f"{labels_name(name)}.get({value}, {value})"
        case Instant():
            accepted = f"instant({value})" + (
                f" if {judges.name(type_)}({value}) else _doubt()" if type_.constraints else ""
            )
        case RecordRef(name):
            accepted = f"build_{function_name(name)}({value})"
        case Array(items) if not is_identity(items) or _build(items, item, judges) != item:
            accepted = f"[{_build(items, item, judges)} for {item} in {value}]"
        case Map(values) if not is_identity(values) or _build(values, item, judges) != item:
            accepted = f"{{name: {_build(values, item, judges)} for name, {item} in {value}.items()}}"
        case _:
            certain = _certain(type_, value, judges, "-9007199254740992.0 < {} < 9007199254740992.0")
            if not certain:
                return value
            or_none = f"{value} is None or " if type_.nullable else ""
            return f"{value} if {or_none}{certain} else _doubt()"
    return f"None if {value} is None else {accepted}" if type_.nullable else accepted


def _certain(type_: Type, value: str, judges: _Judges, usual_float: str) -> str:
    """The condition, beyond its type, that a value is accepted; empty where there is none."""
    match type_.shape:
        case Number():
            conditions = [usual_float.format(value)]
            if type_.constraints:
                conditions.append(f"{judges.name(type_)}({value})")
            return " and ".join(conditions)
        case Integer() if len(_bounds(type_)) < len(type_.constraints):
            if set(type_.constraints) <= {"minimum", "maximum"}:
                return _beyond_the_type(type_, value)
            return f"{judges.name(type_)}({value})"
        case String() if type_.constraints:
            return f"{judges.name(type_)}({value})"
        case _:
            return ""


def _beyond_the_type(type_: Type, value: str) -> str:
    """The comparisons with bounds that no machine word holds."""
    in_type = _bounds(type_)
    lower, upper = (type_.constraints.get(key) for key in ("minimum", "maximum"))
    lower_text = "" if lower is None or "ge" in in_type else f"{lower} <= "
    upper_text = "" if upper is None or "le" in in_type else f" <= {upper}"
    return f"{lower_text}{value}{upper_text}"


def _writer(record: Record, judges: _Judges) -> str:
    name = function_name(record.name)
    omits = any(member.omit_default for member in record.fields)
    members = _lines(f"{member.python}: {_member_out(member)}" for member in record.fields)
    gathers = "".join(_gather_field(member, judges) for member in record.fields)
    return f'''
class _{record.name}Out(_msgspec.Struct, kw_only=True, omit_defaults={omits}, gc=False):
{members}

def gather_{name}(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not {record.name} or self.additional_properties != {{}}:
        _doubt()
{gathers}
'''


def _member_out(member: Field) -> str:
    type_ = _annotation(member.type if member.default is None else member.type.without_null(), "Out")
    if not member.omit_default:
        return type_ + _named(member)
    if member.default == 0:
        return type_ + _named(member, default="0")
    return type_ + _named(member, default_factory=type(member.default).__name__)


def _gather_field(member: Field, judges: _Judges) -> str:
    type_ = member.type if member.default is None else member.type.without_null()
    lines = list(_gather(type_, "value", judges))
    if member.omit_default and isinstance(type_.shape, Integer):
        lines.append("if type(value) is not int: _doubt()")
    if lines == ["free.append(value)"]:
        return f"    free.append(self.{member.python})\n"
    return "".join(f"    {line}\n" for line in [f"value = self.{member.python}", *lines] if lines)


def _gather(type_: Type, value: str, judges: _Judges) -> Iterable[str]:
    item = f"{value}_item"
    match type_.shape:
        case AnyJson():
            yield f"free.append({value})"
            return
        case RecordRef(name):
            lines = [f"gather_{function_name(name)}({value}, free)"]
        case Array(Type(shape=AnyJson())):
            lines = [f"if type({value}) is not list: _doubt()", f"free.append({value})"]
        case Map(Type(shape=AnyJson())):
            lines = [f"if type({value}) is not dict: _doubt()", f"free.append({value})"]
        case Array(items):
            lines = [
                f"if type({value}) is not list: _doubt()",
                *_each(f"for {item} in {value}:", _gather(items, item, judges)),
            ]
        case Map(values):
            lines = [
                f"if type({value}) is not dict: _doubt()",
                *_each(f"for {item} in {value}.values():", _gather(values, item, judges)),
            ]
        case _:
            certain = _certain(type_, value, judges, "type({0}) is float and -1e16 < {0} < 1e16")
            unless_null = f"{value} is not None and " if type_.nullable else ""
            yield from [f"if {unless_null}not ({certain}): _doubt()"] if certain else []
            return
    yield from _each(f"if {value} is not None:", lines) if type_.nullable else lines


def _each(header: str, lines: Iterable[str]) -> list[str]:
    inner = [f"    {line}" for line in lines]
    return [header, *inner] if inner else []
