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


def walk(plain: Any, record: str, shapes: Mapping[str, RecordShape], version: str) -> Iterator[Visited]:
    """Every typed value and every member unknown to ``version``, in document order.

    Does not descend into free values, nor into what is not of its type: it is
    safe on documents that the schema refuses.
    """
    stack = [Visited((), Of(record), plain)]
    while stack:
        visited = stack.pop()
        yield visited
        stack.extend(reversed(list(_inside(visited, shapes, version))))


def _inside(visited: Visited, shapes: Mapping[str, RecordShape], version: str) -> Iterator[Visited]:
    path, value = visited.path, visited.value
    match visited.type:
        case Of(record) if isinstance(value, dict):
            members = shapes[record].members
            for name, item in value.items():
                member = members.get(name)
                known = member is not None and not is_newer(member.since, version)
                yield Visited((*path, name), member.type if member and known else None, item)
        case Items(item_type) if isinstance(value, list):
            for index, item in enumerate(value):
                yield Visited((*path, index), item_type, item)
        case Values(item_type) if isinstance(value, dict):
            for name, item in value.items():
                yield Visited((*path, name), item_type, item)
        case _:
            return
