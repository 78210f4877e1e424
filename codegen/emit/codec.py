"""The codec: straight-line functions between plain values and dataclasses.

``read_*`` takes values that the validator has accepted. ``write_*`` takes
whatever a caller put into the attributes: what JSON cannot carry passes
through as it is, or as a marker, so that the check of the plain values can
name its place.
"""

from __future__ import annotations

from codegen import runtime
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


def emit(document: Document) -> dict[str, str]:
    """``KIND/codec.py`` and ``KIND/__init__.py``."""
    names = [record.name for record in document.records]
    enums = [enum.name for enum in document.enums]
    exported = sorted([*names, *enums])
    blocks = [
        f"""{PACKAGE_DOC}
from __future__ import annotations

from typing import Any

from {runtime.PACKAGE}._binding import Binding
from {runtime.PACKAGE}._values import (
    add_unknown, instant, integer, number, out_instant, out_integer, out_label, out_number, out_text, refuse,
)

from ..catalog import CATALOG
from .models import {", ".join(exported)}

_new: Any = object.__new__
""",
        *(
            f"{labels_name(name)}: dict[Any, Any] = {{member.value: member for member in {name}}}"
            for name in enums
        ),
        *(_record(record) for record in document.records),
        *(_binding(document, record) for record in document.records),
    ]
    package = f"{PACKAGE_DOC}\nfrom . import codec as codec\nfrom .models import {', '.join(exported)}\n\n__all__ = {exported!r}\n"
    return {f"{document.kind}/codec.py": "\n\n".join(blocks) + "\n", f"{document.kind}/__init__.py": package}


def labels_name(enum: str) -> str:
    """Name of the table of an enumeration's known labels."""
    return f"_{function_name(enum).upper()}_LABELS"


def _known(record: str) -> str:
    return f"_{function_name(record).upper()}_MEMBERS"


def _binding(document: Document, record: Record) -> str:
    name = function_name(record.name)
    return (
        f"{record.name}._binding = Binding(catalog=CATALOG, kind={document.kind!r}, "
        f"record={record.name!r}, is_document={record is document.root}, read=read_{name}, write=write_{name})"
    )


def _record(record: Record) -> str:
    name = function_name(record.name)
    known = "".join(f"{field.wire!r}, " for field in record.fields)
    reads = "\n".join(_read_field(field) for field in record.fields)
    return f'''
{_known(record.name)}: frozenset[str] = frozenset(({known}))

def read_{name}(cls: type[{record.name}], plain: dict[str, Any]) -> {record.name}:
    """Build from plain values that the schema accepts."""
    self: {record.name} = _new(cls)
    get = plain.get
    value: Any
{reads}
    self.additional_properties = (
        {{}}
        if {_known(record.name)}.issuperset(plain)
        else {{name: value for name, value in plain.items() if name not in {_known(record.name)}}}
    )
    return self

def write_{name}(self: {record.name}) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {{}}
    value: Any
    written: Any
{"".join(_write_field(field) for field in record.fields)}
    if self.additional_properties:
        add_unknown(plain, self.additional_properties, {_known(record.name)})
    return plain
'''


def _read_field(field: Field) -> str:
    target = f"    self.{field.python}"
    if is_identity(field.type) and field.required:
        return f"{target} = plain[{field.wire!r}]"
    fetch = f"plain[{field.wire!r}]" if field.required else f"get({field.wire!r})"
    if field.default is None and is_identity(field.type):
        return f"{target} = {fetch}"
    type_ = field.type if field.required or field.default is None else field.type.without_null()
    expression = _read(type_, "value")
    if field.default is not None:
        expression = f"{default_value(field)} if value is None else {_parenthesised(expression)}"
    return f"    value = {fetch}\n{target} = {expression}"


def _parenthesised(expression: str) -> str:
    return f"({expression})" if " if " in expression else expression


def default_value(field: Field) -> str:
    """The expression of a member's default."""
    match field.type.shape:
        case RecordRef(name):
            return f"{name}()"
        case _:
            return repr(field.default)


def is_identity(type_: Type) -> bool:
    """Whether the value in memory is the plain value itself."""
    match type_.shape:
        case String() | Boolean() | AnyJson():
            return True
        case Array(inner) | Map(inner):
            return is_identity(inner)
        case _:
            return False


def _read(type_: Type, value: str) -> str:
    if is_identity(type_):
        return value
    or_none = f" or {value} is None" if type_.nullable else ""
    match type_.shape:
        case Integer():
            return f"{value} if type({value}) is int{or_none} else integer({value})"
        case Number():
            return f"{value} if type({value}) is float{or_none} else number({value})"
        case EnumRef(name):
            return f"{labels_name(name)}.get({value}, {value})"
        case Instant():
            expression = f"instant({value})"
        case RecordRef(name):
            expression = f"read_{function_name(name)}({name}, {value})"
        case Array(items):
            expression = f"[{_read(items, _inner(value))} for {_inner(value)} in {value}]"
        case Map(values):
            expression = (
                f"{{name: {_read(values, _inner(value))} for name, {_inner(value)} in {value}.items()}}"
            )
        case shape:
            raise AssertionError(shape)
    return f"None if {value} is None else {expression}" if type_.nullable else expression


def _inner(value: str) -> str:
    return f"{value}_item"


def _write_field(field: Field) -> str:
    type_ = field.type
    wire = f"plain[{field.wire!r}]"
    lines = [f"value = self.{field.python}"]
    if field.default is not None:
        lines += ["if value is None:", f"    value = {default_value(field)}"]
    expression = _write(type_, "value")
    if field.omit_default:
        lines += [f"written = {expression}", f"if {_differs(field, 'written')}:", f"    {wire} = written"]
    elif len(lines) == 1 and expression == "value":
        lines = [f"{wire} = self.{field.python}"]
    else:
        lines += [f"{wire} = {expression}"]
    return "".join(f"    {line}\n" for line in lines)


def _differs(field: Field, value: str) -> str:
    if field.default is None:
        return f"{value} is not None"
    if isinstance(field.type.shape, Number):
        return f"repr({value}) != {repr(field.default)!r}"  # tells the sign of zero
    return f"type({value}) is not {type(field.default).__name__} or {value} != {field.default!r}"


def _write(type_: Type, value: str) -> str:
    match type_.shape:
        case Boolean() | AnyJson():
            return value
        case String():
            return f"{value} if type({value}) is str else out_text({value})"
        case Integer():
            return f"{value} if type({value}) is int else out_integer({value})"
        case Number():
            return f"{value} if type({value}) is float else out_number({value})"
        case EnumRef():
            return f"{value} if type({value}) is str else out_label({value})"
        case Instant():
            return f"out_instant({value})"
        case RecordRef(name):
            return f"write_{function_name(name)}({value}) if isinstance({value}, {name}) else refuse({value}, {name!r})"
        case Array(Type(shape=AnyJson())) | Map(Type(shape=AnyJson())):
            return value
        case Array(items):
            item = _inner(value)
            return f"[{_write(items, item)} for {item} in {value}] if isinstance({value}, list) else refuse({value}, 'list')"
        case Map(values):
            item = _inner(value)
            return (
                f"{{name: {_write(values, item)} for name, {item} in {value}.items()}} "
                f"if isinstance({value}, dict) else refuse({value}, 'dict')"
            )
