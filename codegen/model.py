"""The typed intermediate form between a JSON Schema and what is emitted from it.

A :class:`Document` is one released or draft schema: records, open
enumerations and cross-field rules, with every name already decided. Emitters
read nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias


@dataclass(frozen=True)
class String:
    """A JSON string; ``const`` is its only value where the schema gives one."""

    const: str | None = None


@dataclass(frozen=True)
class Integer:
    """A JSON integer of any size."""


@dataclass(frozen=True)
class Number:
    """An IEEE double."""


@dataclass(frozen=True)
class Boolean:
    """``true`` or ``false``."""


@dataclass(frozen=True)
class Instant:
    """A string with ``format: date-time``."""


@dataclass(frozen=True)
class AnyJson:
    """Any JSON value, null among them."""


@dataclass(frozen=True)
class EnumRef:
    """A string with known labels; unknown ones load too."""

    name: str


@dataclass(frozen=True)
class RecordRef:
    """An object with declared members."""

    name: str


@dataclass(frozen=True)
class Array:
    """A list of values of one type."""

    items: Type


@dataclass(frozen=True)
class Map:
    """An object whose names are data."""

    values: Type


Shape: TypeAlias = String | Integer | Number | Boolean | Instant | AnyJson | EnumRef | RecordRef | Array | Map


@dataclass(frozen=True)
class Type:
    """A shape, and whether null may stand in its place."""

    shape: Shape
    nullable: bool = False
    constraints: Mapping[str, Any] = field(default_factory=dict)
    """Asserting keywords that the validator enforces: bounds, lengths, patterns."""

    def without_null(self) -> Type:
        """The same type, never null."""
        return replace(self, nullable=False)


@dataclass(frozen=True)
class Field:
    """One declared member of a record."""

    wire: str
    python: str
    type: Type
    required: bool
    default: Any
    """The schema's default, as plain JSON; None where there is none."""
    description: str
    unit: str | None
    omit_default: bool
    avro: str | None
    """How the member is encoded in Avro, where that does not follow from its type."""
    pointer: str
    """JSON Pointer of the member's schema."""

    @property
    def optional_in_python(self) -> bool:
        """Whether the attribute may be None: null is allowed and is not replaced by a default."""
        return self.type.nullable and self.default is None


@dataclass(frozen=True)
class Record:
    """An object with declared members; unknown ones are kept beside them."""

    name: str
    description: str
    fields: tuple[Field, ...]
    pointer: str


@dataclass(frozen=True)
class Enum:
    """An open enumeration: known labels, each with its Python member name."""

    name: str
    description: str
    labels: tuple[tuple[str, str], ...]
    """Pairs of Python name and wire label."""


@dataclass(frozen=True)
class Document:
    """One version of one kind of document."""

    kind: str
    version: str
    root: Record
    records: tuple[Record, ...]
    """Every record: the root, then the others, each after those that it names."""
    enums: tuple[Enum, ...]
    checks: tuple[Mapping[str, Any], ...]
    schema: Mapping[str, Any]
    text: str
    """The schema file, as it stands on disk."""

    def record(self, name: str) -> Record:
        """The record of that name."""
        return next(record for record in self.records if record.name == name)

    def enum(self, name: str) -> Enum:
        """The open enumeration of that name."""
        return next(enum for enum in self.enums if enum.name == name)


def parts(type_: Type) -> Iterator[Type]:
    """The type and every type inside it, not following references to records."""
    yield type_
    match type_.shape:
        case Array(items=inner) | Map(values=inner):
            yield from parts(inner)
        case _:
            pass
