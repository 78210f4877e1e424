"""The shape of a document as data, for what walks documents rather than builds them.

The generated tables are made of these classes; the codec does not use them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias


class Leaf(NamedTuple):
    """A scalar, or ``any`` JSON."""

    name: Literal["any", "boolean", "instant", "integer", "number", "string"]


class Labels(NamedTuple):
    """A label of an open enumeration: the known ones, each with its first version."""

    since: Mapping[str, str]


class Of(NamedTuple):
    """A record, by name."""

    record: str


class Items(NamedTuple):
    """A list of values of one type."""

    type: TypeShape


class Values(NamedTuple):
    """A map from names that are data to values of one type."""

    type: TypeShape


TypeShape: TypeAlias = Leaf | Labels | Of | Items | Values


class Member(NamedTuple):
    """A declared member: its names, its default as plain JSON, its first version."""

    wire: str
    python: str
    type: TypeShape
    required: bool
    default: Any
    omit_default: bool
    since: str


class RecordShape(NamedTuple):
    """A record: its members by wire name, in declared order."""

    name: str
    members: Mapping[str, Member]


Path: TypeAlias = tuple[str | int, ...]


class Visited(NamedTuple):
    """A value on a walk; ``type`` is None for an unknown member."""

    path: Path
    type: TypeShape | None
    value: Any


@cache
def _version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def is_newer(since: str, version: str) -> bool:
    """Whether ``since`` is a later version than ``version``."""
    return _version_key(since) > _version_key(version)


Known: TypeAlias = Mapping[str, Mapping[str, tuple[TypeShape, frozenset[type]]]]
"""By record, the members that a version declares: the type of each, and the Python types on which there is no more to say."""

_SETTLED: dict[str, tuple[type, ...]] = {
    "any": (bool, int, float, str, list, dict), "boolean": (bool,), "instant": (), "integer": (int,),
    "number": (float,), "string": (str,),
}  # fmt: skip
"""Of each kind of leaf, the Python types on which the verdict of the schema is all there is to say."""


def known_members(shapes: Mapping[str, RecordShape], version: str) -> Known:
    """What a walk through documents of a version needs."""
    return {
        name: {
            wire: (member.type, frozenset((type(None), *_settled(member.type))))
            for wire, member in shape.members.items()
            if not is_newer(member.since, version)
        }
        for name, shape in shapes.items()
    }


def _settled(type_: TypeShape) -> tuple[type, ...]:
    match type_:
        case Leaf(name):
            return _SETTLED[name]
        case Items(Leaf("any" | "string" | "boolean")):
            return (list,)
        case Values(Leaf("any" | "string" | "boolean")):
            return (dict,)
        case _:
            return ()


def walk(plain: Any, record: str, known: Known) -> Iterator[Visited]:
    """Every value on which there is more to say than the schema does, and every unknown member, in document order.

    Does not descend into free values, nor into what is not of its type: it is
    safe on documents that the schema refuses.
    """
    return _walk(((), Of(record), plain), known)


_MANY = 1000
"""Items of a list that need not all wait at the same time."""


def _walk(start: _Waiting, known: Known) -> Iterator[Visited]:
    stack = [start]
    while stack:
        path, type_, value = stack.pop()
        if isinstance(value, dict) and isinstance(type_, Of):
            stack += reversed(_members(path, value, known[type_.record]))
        elif (entries := _entries(value, type_)) is None:
            yield Visited(path, type_, value)
        elif len(value) > _MANY:
            for token, inner, item in entries:
                yield from _walk(((*path, token), inner, item), known)
        else:
            stack += reversed([((*path, token), inner, item) for token, inner, item in entries])


def _entries(value: Any, type_: TypeShape | None) -> Iterator[tuple[str | int, TypeShape, Any]] | None:
    """Those of a map or list, each with its type; None for what is neither, or of another type."""
    if isinstance(value, dict) and isinstance(type_, Values):
        return ((name, type_.type, item) for name, item in value.items())
    if isinstance(value, list) and isinstance(type_, Items):
        return ((index, type_.type, item) for index, item in enumerate(value))
    return None


_Waiting: TypeAlias = tuple[Path, TypeShape | None, Any]
"""A plain tuple: most of them are never seen by a caller, and this is the quickest to make."""


def _members(
    path: Path, value: dict[str, Any], known: Mapping[str, tuple[TypeShape, frozenset[type]]]
) -> list[_Waiting]:
    """Those that are unknown, and those on which there is more to say."""
    found: list[_Waiting] = []
    for name, item in value.items():
        if name not in known:
            found.append(((*path, name), None, item))
            continue
        type_, settled = known[name]
        if type(item) not in settled:
            found.append(((*path, name), type_, item))
    return found
