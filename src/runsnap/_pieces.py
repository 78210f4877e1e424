"""A large document in pieces, so that a validator holds the faults of a small part at a time."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from runsnap._pointer import pointer
from runsnap._shape import Items, Of, Path, RecordShape, TypeShape, Values

_LARGEST = 2000
"""Values in a piece, about; a document of so many is one piece."""


class Piece(NamedTuple):
    """Some items of a list, or entries of a map, in a document that holds nothing else but the way to them.

    What the way to them lacks is no fault of the document's.
    """

    document: Any
    at: str
    """Pointer of the list or map in ``document``; the faults below it are the real ones."""
    real: str
    """Its pointer in the real document."""
    first: int | None
    """Index in the real list of the first item."""

    def real_place(self, place: str) -> str | None:
        """Where a place of the piece is in the real document; None if it is on the way only."""
        if not self.at:
            return place
        if not place.startswith(self.at + "/"):
            return None
        if self.first is None:
            return self.real + place[len(self.at) :]
        index, slash, rest = place[len(self.at) + 1 :].partition("/")
        return f"{self.real}/{int(index) + self.first}{slash}{rest}"


_OF_THE_WHOLE = ("minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "propertyNames")
"""Keywords whose faults are those of a list or map, not of what stands in it."""


def pieces(plain: Any, record: str, shapes: Mapping[str, RecordShape], schema_text: str) -> Iterator[Piece]:
    """The document, in as many pieces as it takes; in one, where its schema judges lists and maps as a whole."""
    if any(f'"{keyword}"' in schema_text for keyword in _OF_THE_WHOLE):
        yield Piece(plain, "", "", None)
        return
    rest, _ = yield from _cut(plain, Of(record), (), _inner_members(shapes))
    yield Piece(rest, "", "", None)


_Rest = Generator[Piece, None, tuple[Any, int]]
"""Gives pieces, and what is left: the value without them, and how many values that are."""

_Inner = Mapping[str, Mapping[str, TypeShape]]
"""By record, the members that hold records, lists or maps."""


def _inner_members(shapes: Mapping[str, RecordShape]) -> _Inner:
    return {
        name: {
            wire: member.type
            for wire, member in shape.members.items()
            if isinstance(member.type, (Of, Items, Values))
        }
        for name, shape in shapes.items()
    }


def _cut(value: Any, type_: TypeShape, path: Path, inner: _Inner) -> _Rest:
    match type_:
        case Of(record) if isinstance(value, dict):
            return (yield from _record(value, inner[record], path, inner))
        case Items(item) if isinstance(value, list):
            return (yield from _entries(value, enumerate(value), item, path, inner))
        case Values(item) if isinstance(value, dict):
            return (yield from _entries(value, value.items(), item, path, inner))
        case _:
            return value, 1


def _record(value: dict[str, Any], members: Mapping[str, TypeShape], path: Path, inner: _Inner) -> _Rest:
    weight = 1 + len(value)
    changed: dict[str, Any] = {}
    for name, type_ in members.items():
        if name in value:
            rest, inside = yield from _cut(value[name], type_, (*path, name), inner)
            weight += inside
            if rest is not value[name]:
                changed[name] = rest
    return {**value, **changed} if changed else value, weight


def _entries(
    value: Any, entries: Iterable[tuple[Any, Any]], type_: TypeShape, path: Path, inner: _Inner
) -> _Rest:
    waiting: list[tuple[Any, Any]] = []
    weight = 0
    given, changed = False, False
    for token, item in entries:
        rest, inside = yield from _cut(item, type_, (*path, token), inner)
        waiting.append((token, rest))
        weight += inside
        changed = changed or rest is not item
        if weight >= _LARGEST:
            yield _piece(value, waiting, path)
            waiting, weight, given = [], 0, True
    if given and waiting:
        yield _piece(value, waiting, path)
    if given:
        return _container(value, []), 1
    return (_container(value, waiting) if changed else value), weight + 1


def _piece(value: Any, entries: list[tuple[Any, Any]], path: Path) -> Piece:
    document = _container(value, entries)
    for token in reversed(path):
        document = {token: document} if isinstance(token, str) else [document]
    at = pointer(token if isinstance(token, str) else 0 for token in path)
    return Piece(document, at, pointer(path), entries[0][0] if isinstance(value, list) else None)


def _container(value: Any, entries: list[tuple[Any, Any]]) -> Any:
    return [item for _, item in entries] if isinstance(value, list) else dict(entries)
