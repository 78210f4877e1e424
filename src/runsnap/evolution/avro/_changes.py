"""Changes of an Avro schema apart from who can read what: meaning, vocabulary, and what no data can tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from runsnap.evolution._model import Change
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
    field_from,
    local_name,
)


def changes(old: Node, new: Node) -> tuple[Change, ...]:
    """Every such change, in the order of the new schema."""
    return tuple(_Walk().pair(old, new))


@dataclass(slots=True)
class _Walk:
    seen: set[tuple[Node, Node]] = field(default_factory=set)

    def pair(self, old: Node, new: Node) -> Iterator[Change]:
        """The changes below two types that stand for each other."""
        if (old, new) in self.seen:
            return
        self.seen.add((old, new))
        match old, new:
            case (Record(), Record()):
                yield from self._records(old, new)
            case (Enum(), Enum()):
                yield from _enums(old, new)
            case (Array(items=before), Array(items=after)) | (Map(values=before), Map(values=after)):
                yield from self.pair(before, after)
            case (Union(branches=before), _):
                yield from self._branches(before, new.branches if isinstance(new, Union) else (new,))
            case (_, Union(branches=after)):
                yield from self._branches((old,), after)
            case (Primitive() | Fixed(), Primitive() | Fixed()):
                yield from _logical(old, new)

    def _branches(self, old: tuple[Node, ...], new: tuple[Node, ...]) -> Iterator[Change]:
        for after in new:
            before = next((branch for branch in old if _name(branch) == _name(after)), None)
            if before is not None:
                yield from self.pair(before, after)

    def _records(self, old: Record, new: Record) -> Iterator[Change]:
        name = local_name(new.name)
        if old.doc != new.doc:
            yield Change(
                "equivalent", old.pointer, new.pointer, "doc", f"{name} is described in other words."
            )
        known: set[str] = set()
        for before in old.fields:
            after = field_from(new, before)
            if after is None:
                sentence = f"{name}.{before.name} is no longer declared."
                yield Change("vocabulary", before.pointer, None, "fields", sentence)
                continue
            known.add(after.name)
            yield from _field(name, before, after)
            yield from self.pair(before.type, after.type)
        for after in new.fields:
            if after.name not in known:
                sentence = f"{name}.{after.name} becomes declared."
                yield Change("vocabulary", None, after.pointer, "fields", sentence)
        common = [item.name for item in old.fields if item.name in known]
        if common != [item.name for item in new.fields if item.name in set(common)]:
            sentence = f"the fields of {name} stand in another order."
            yield Change("equivalent", old.pointer, new.pointer, "fields", sentence)


def _name(node: Node) -> str:
    return local_name(node.name) if isinstance(node, Record | Enum | Fixed) else node.kind


def _field(record: str, old: Field, new: Field) -> Iterator[Change]:
    label = f"{record}.{new.name}"
    if old.name != new.name:
        sentence = f"{record}.{old.name} is now called {new.name}."
        yield Change("vocabulary", old.pointer, new.pointer, "name", sentence)
    if _default(old) != _default(new):
        sentence = f"the default of {label} was {_default(old)}, is now {_default(new)}."
        yield Change("meaning", old.pointer, new.pointer, "default", sentence)
    if old.doc != new.doc:
        yield Change("equivalent", old.pointer, new.pointer, "doc", f"{label} is described in other words.")


def _default(item: Field) -> str:
    return "none" if item.default is NO_DEFAULT else json.dumps(item.default)


def _enums(old: Enum, new: Enum) -> Iterator[Change]:
    name = local_name(new.name)
    for symbol in old.symbols:
        if symbol not in new.symbols:
            yield Change(
                "vocabulary", old.pointer, new.pointer, "symbols", f"{name} loses the symbol {symbol}."
            )
    for symbol in new.symbols:
        if symbol not in old.symbols:
            yield Change(
                "vocabulary", old.pointer, new.pointer, "symbols", f"{name} gains the symbol {symbol}."
            )
    if sorted(old.symbols) == sorted(new.symbols) and old.symbols != new.symbols:
        sentence = f"the symbols of {name} stand in another order."
        yield Change("equivalent", old.pointer, new.pointer, "symbols", sentence)
    if old.default != new.default:
        sentence = f"unknown symbols of {name} were {_read_as(old)}, are {_read_as(new)}."
        yield Change("meaning", old.pointer, new.pointer, "default", sentence)


def _read_as(enum: Enum) -> str:
    return "refused" if enum.default is None else f"read as {enum.default}"


def _logical(old: Primitive | Fixed, new: Primitive | Fixed) -> Iterator[Change]:
    if old.logical != new.logical:
        before = _attributes(old)
        after = _attributes(new)
        sentence = f"the logical type was {before}, is now {after}."
        yield Change("meaning", old.pointer, new.pointer, "logicalType", sentence)


def _attributes(node: Primitive | Fixed) -> str:
    return ", ".join(map(str, node.logical.attributes().values())) if node.logical else "none"
