"""Where two types meet, and what is claimed of a difference there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from runsnap.evolution.avro._datum import Datum
from runsnap.evolution.avro._schema import (
    NO_DEFAULT,
    Array,
    Enum,
    Field,
    Fixed,
    Map,
    Node,
    Primitive,
    Record,
    Union,
    emit,
    local_name,
)

Wrap: TypeAlias = Callable[[Datum], Datum]
Pair: TypeAlias = tuple[Node, Node]


@dataclass(frozen=True, slots=True)
class Place:
    """A pair of types that meet, what people call it, and the way from the root to it.

    ``frame`` is what the pair is tried in by itself: the pair, with the unions
    around it, since a union chooses how its branch is read.
    """

    writer: Node
    reader: Node
    label: str
    wrap: Wrap
    frame: tuple[Node, Node, Wrap]
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """What the specification says of a difference: safe by a rule, or None where no rule reads it.

    ``data`` are data of the first schema of ``tried``, each with the document that shows it.
    """

    keyword: str
    sentence: str
    pointers: tuple[str | None, str | None]
    rule: str | None
    tried: tuple[Node, Node]
    data: tuple[tuple[Datum, Datum], ...]
    silent: bool = False
    """Says nothing unless it breaks: its parts have said it."""


def itself(datum: Datum) -> Datum:
    """The way to the root from the root."""
    return datum


def emit_plain(node: Node) -> Any:
    """The schema of a type without what a reader does not need for data of this very type."""
    return _without_defaults(emit(node))


def _without_defaults(schema: Any) -> Any:
    match schema:
        case list():
            return [_without_defaults(item) for item in schema]
        case dict():
            unread = ("default", "aliases") if "fields" in schema or "name" in schema else ()
            return {name: _without_defaults(value) for name, value in schema.items() if name not in unread}
    return schema


def inward(place: Place, around: Wrap, *, in_frame: bool = False) -> Place:
    """The place with one more step towards the root."""
    wrap = place.wrap
    writer, reader, within = place.frame
    frame = (writer, reader, (lambda datum: within(around(datum))) if in_frame else within)
    return Place(
        place.writer, place.reader, place.label, lambda datum: wrap(around(datum)), frame, place.depth + 1
    )


def moved(place: Place, writer: Node, reader: Node) -> Place:
    return Place(writer, reader, place.label, place.wrap, place.frame, place.depth + 1)


def type_label(node: Node, deepest: int = 3) -> str:
    """What people call a type; what nests deep is not told to its end."""
    if not deepest:
        return "…"
    match node:
        case Record() | Enum() | Fixed():
            return local_name(node.name)
        case Array(items=items):
            return f"array of {type_label(items, deepest - 1)}"
        case Map(values=values):
            return f"map of {type_label(values, deepest - 1)}"
    return node.kind


def branch_labels(node: Node) -> list[str]:
    return [type_label(branch) for branch in node.branches] if isinstance(node, Union) else [type_label(node)]


def logical_label(node: Primitive | Fixed) -> str:
    logical = node.logical
    if logical is None:
        return f"plain {node.kind}"
    if logical.precision is None:
        return logical.name
    return f"{logical.name}({logical.precision}, {logical.scale})"


def sizes_differ(writer: Node, reader: Node) -> bool:
    return isinstance(writer, Fixed) and isinstance(reader, Fixed) and writer.size != reader.size


def record_rule(
    writer: Record, reader: Record, written: Field | None, wanted: Field | None
) -> tuple[str, str, str | None]:
    """The keyword, the sentence and the rule of one difference between records: a field of one or both, or the name."""
    record = local_name(reader.name)
    if written and wanted:
        sentence = f"take {written.name} of {record} for {wanted.name}"
        return "aliases", sentence, "field: found by an alias of the reader"
    if written:
        sentence = f"do not look at {written.name} of {record}"
        return "fields", sentence, "field: the reader has none of this name"
    if wanted and wanted.default is NO_DEFAULT:
        sentence = f"need {wanted.name} of {record}, which is not written and has no default"
        return "default", sentence, None
    if wanted:
        sentence = f"fill in the default of {wanted.name} of {record}"
        return "default", sentence, "field: the reader has a default"
    same = local_name(writer.name) == record
    rule = "name: equal without its namespace" if same else "name: an alias of the reader"
    return "name" if same else "aliases", f"take {writer.name} for {reader.name}", rule
