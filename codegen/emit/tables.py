"""What the codec does not need: shapes with their history, and the cross-field rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codegen import runtime
from codegen.emit.packaged import PACKAGE_DOC
from codegen.history import label_since, since
from codegen.model import AnyJson, Array, Document, Enum, EnumRef, Field, Map, Record, RecordRef, Type
from codegen.rules import rule_arguments


def emit(versions: tuple[Document, ...]) -> dict[str, str]:
    """``KIND/tables.py``: shapes of the newest version, rules of each version."""
    newest = versions[-1]
    enums = ", ".join(f"{enum.name!r}: {_enum(enum, versions)}" for enum in newest.enums)
    records = ", ".join(f"{record.name!r}: {_record(record, versions)}" for record in newest.records)
    rules = ", ".join(
        f"{document.version!r}: ({''.join(f'{_rule(check)}, ' for check in document.checks)})"
        for document in versions
    )
    text = f"""{PACKAGE_DOC}
from {runtime.PACKAGE} import _rules
from {runtime.PACKAGE}._shape import Items, Labels, Leaf, Member, Of, RecordShape, Values

LABELS: dict[str, dict[str, str]] = {{{enums}}}

SHAPES: dict[str, RecordShape] = {{{records}}}

RULES: dict[str, tuple[_rules.Rule, ...]] = {{{rules}}}
"""
    return {f"{newest.kind}/tables.py": text}


def _enum(enum: Enum, versions: tuple[Document, ...]) -> str:
    return repr({label: label_since(enum, label, versions) for _, label in enum.labels})


def _record(record: Record, versions: tuple[Document, ...]) -> str:
    members = ", ".join(f"{field.wire!r}: {_member(record, field, versions)}" for field in record.fields)
    return f"RecordShape(name={record.name!r}, members={{{members}}})"


def _member(record: Record, field: Field, versions: tuple[Document, ...]) -> str:
    return (
        f"Member(wire={field.wire!r}, python={field.python!r}, type={_type(field.type)}, required={field.required}, "
        f"default={field.default!r}, omit_default={field.omit_default}, since={since(record, field, versions)!r})"
    )


def _type(type_: Type) -> str:
    match type_.shape:
        case EnumRef(name):
            return f"Labels(LABELS[{name!r}])"
        case RecordRef(name):
            return f"Of({name!r})"
        case Array(items):
            return f"Items({_type(items)})"
        case Map(values):
            return f"Values({_type(values)})"
        case AnyJson():
            return "Leaf('any')"
        case shape:
            return f"Leaf({type(shape).__name__.lower()!r})"


def _rule(check: Mapping[str, Any]) -> str:
    name, arguments = rule_arguments(check)
    return f"_rules.{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
