"""Documents to rows and back. A row is an Avro record whose decimals are ints."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from runsnap._avro_catalog import AvroSchema
from runsnap._documents import class_of, refuse_broken_rules
from runsnap._encode import encode
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._inspect import unreadable
from runsnap._limits import Limits
from runsnap._plain import check_plain
from runsnap._report import Problem
from runsnap._stack import on_fresh_stack
from runsnap.avro._datum import build, build_slowly, through_record
from runsnap.avro._records import Named, to_plain
from runsnap.avro._values import decimal_bytes
from runsnap.errors import (
    InvalidDocumentError,
    MalformedError,
    RunsnapError,
    UnrepresentableError,
    WrongKindError,
)

_HELD = "a value that its column holds"
_A_DOCUMENT = "a row that is a document"

Row = dict[str, Any]
Change = Callable[[Any], Any]


class Rows:
    """The rows of one kind and version."""

    def __init__(self, kind: str, version: str | None) -> None:
        self._schema: AvroSchema = AVRO_CATALOG.compiled(kind, version)
        self._class: Any = class_of(kind)
        self._ints = _decimals(self._schema, lambda data: int.from_bytes(data, "big", signed=True))
        self._bytes = _decimals(self._schema, lambda number: decimal_bytes(int(number)))

    def parsed(self, text: bytes, *, strict: bool, limits: Limits) -> Any:
        """The document of JSON text. Raises what ``Capture.loads`` raises."""
        return self._class.loads(text, strict=strict, limits=limits)

    def row(self, document: Any) -> Row:
        """The row of a document.

        Raises UnrepresentableError with the pointer of a value that its column cannot hold.
        """
        return through_record(document, self._schema, self._ints)

    def document(self, row: Row, *, strict: bool, limits: Limits) -> Any:
        """The document of a row, which may hold null in any place.

        Raises MalformedError, LimitError or InvalidDocumentError.
        """
        record = self._bytes(row)
        try:
            document = build(record, self._schema, limits)
        except (TypeError, AttributeError):  # null where there may be none: the slow way says where
            document = on_fresh_stack(lambda: build_slowly(self._class, record, self._schema, limits))
        if strict:
            refuse_broken_rules(document, limits)
        return document

    def raw(self, row: Row, limits: Limits) -> bytes | None:
        """A row as JSON text, valid or not; None where it holds what JSON cannot."""
        try:
            plain = to_plain(self._bytes(row), self._schema.schema, limits)
            return encode(plain, usual_floats=check_plain(plain))
        except (RunsnapError, ValueError):
            return None


def problems_of(error: RunsnapError) -> tuple[tuple[Problem, ...], int]:
    """Why a document is bad: the problems that are listed, and how many there are."""
    match error:
        case InvalidDocumentError(report=report):
            return report.refusals, report.refusal_count
        case WrongKindError():
            return (Problem("schema", "", "kind", error.expected, error.found),), 1
        case UnrepresentableError():
            return (Problem("value", error.pointer, "spark", _HELD, error.reason),), 1
        case MalformedError(format="Avro"):
            return (Problem("parse", error.pointer, "spark", _A_DOCUMENT, error.reason),), 1
        case _:
            return unreadable([error], None, None).problems, 1


def _decimals(schema: AvroSchema, change: Change) -> Change:
    """A function that copies a record as far as it holds decimals, and changes those."""
    return _Decimals(schema.schema, change).record(schema.schema) or (lambda record: record)


class _Decimals(Named):
    def __init__(self, schema: dict[str, Any], change: Change) -> None:
        super().__init__(schema)
        self._change = change

    def record(self, schema: dict[str, Any]) -> Change | None:
        changes = {
            field["name"]: change for field in schema["fields"] if (change := self._value(field["type"]))
        }
        return _or_null(partial(_changed_members, changes)) if changes else None

    def _value(self, schema: Any) -> Change | None:
        resolved = self.resolved(schema[1] if isinstance(schema, list) else schema)
        match resolved:
            case {"logicalType": "decimal"}:
                return _or_null(self._change)
            case {"type": "record"}:
                return self.record(resolved)
            case {"type": "array", "items": inner} if change := self._value(inner):
                return _or_null(partial(_changed_items, change))
            case {"type": "map", "values": inner} if change := self._value(inner):
                return _or_null(partial(_changed_values, change))
        return None


def _changed_members(changes: dict[str, Change], record: Row) -> Row:
    return record | {name: change(record[name]) for name, change in changes.items()}


def _changed_items(change: Change, items: list[Any]) -> list[Any]:
    return [change(item) for item in items]


def _changed_values(change: Change, values: dict[str, Any]) -> dict[str, Any]:
    return {name: change(value) for name, value in values.items()}


def _or_null(change: Change) -> Change:
    return lambda value: None if value is None else change(value)
