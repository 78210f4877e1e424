"""Whole documents, and each place in them where a trap can lie."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import runsnap
from tests.compat.corpus import CLASSES, read_json
from tests.data.expected import plain, types

Path = tuple[str | int, ...]

WHOLE: dict[str, str] = {
    "capture": "made/capture-1.2.0/full.json",
    "resumption": "made/resumption-0.1.1/full.json",
}
_MARK = "@@ here @@"


def whole(kind: str) -> Any:
    """A document of the newest version with every member, instants in their written form."""
    document = read_json(WHOLE[kind])
    if kind == "capture":
        document["run_log"]["started_at"] = "2026-03-02T08:15:00.250Z"
    return document


@dataclass(frozen=True)
class Place:
    """A value in the whole document of a kind, with what its schema says."""

    kind: str
    path: Path
    member: dict[str, Any]
    node: dict[str, Any]
    required: bool
    root: dict[str, Any]

    @property
    def pointer(self) -> str:
        return pointer(self.path)

    @property
    def nullable(self) -> bool:
        branches = self.member.get("anyOf", [])
        return self.free or {"type": "null"} in branches or "null" in types(self.member)

    @property
    def free(self) -> bool:
        """Whether any JSON may stand here."""
        return not {"type", "const", "anyOf", "$ref"} & self.member.keys()

    @property
    def is_record(self) -> bool:
        return "properties" in self.node

    def __str__(self) -> str:
        return f"{self.kind}{self.pointer}"


def pointer(path: Path) -> str:
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in path)


def places(kind: str) -> Iterator[Place]:
    """Every declared place, the first of each list and map."""
    schema = runsnap.schema(kind)
    yield from _places(kind, (), whole(kind), schema, schema, required=True)


def _places(
    kind: str, path: Path, value: Any, member: dict[str, Any], root: dict[str, Any], *, required: bool
) -> Iterator[Place]:
    node = plain(member, root)
    yield Place(kind, path, member, node, required, root)
    inner: list[tuple[Any, dict[str, Any], bool]] = []
    if "properties" in node:
        inner = [(name, sub, name in node["required"]) for name, sub in node["properties"].items()]
    elif "items" in node and value:
        inner = [(0, node["items"], True)]
    elif "additionalProperties" in node and value:
        inner = [(next(iter(value)), node["additionalProperties"], True)]
    for token, sub, needed in inner:
        yield from _places(kind, (*path, token), value[token], sub, root, required=needed)


ALL = [place for kind in CLASSES for place in places(kind)]
MEMBERS = [place for place in ALL if place.path and isinstance(place.path[-1], str)]
RECORDS = [place for place in ALL if place.is_record]
INTEGERS = [place for place in ALL if "integer" in types(place.node)]
NUMBERS = [place for place in ALL if "number" in types(place.node)]
INSTANTS = [place for place in ALL if place.node.get("format") == "date-time"]
LABELS = [place for place in ALL if "x-extensible-enum" in place.node]

UNKNOWN = [(record.kind, (*record.path, "unknown")) for record in RECORDS]
FREE: list[tuple[str, Path]] = [(place.kind, place.path) for place in ALL if place.free] + UNKNOWN
"""Where any JSON may stand: members of any JSON, and an unknown member of each record."""


def free_name(free: tuple[str, Path]) -> str:
    return free[0] + pointer(free[1])


def put(document: Any, path: Path, value: Any) -> Any:
    """A copy with ``value`` at ``path``."""
    document = copy.deepcopy(document)
    at = document
    for token in path[:-1]:
        at = at[token]
    at[path[-1]] = value
    return document


def get(document: Any, path: Path) -> Any:
    for token in path:
        document = document[token]
    return document


def text_with(kind: str, path: Path, raw: str) -> str:
    """The whole document as JSON text, with ``raw`` as the text of the value at ``path``."""
    text = json.dumps(put(whole(kind), path, _MARK), indent=1)
    assert text.count(f'"{_MARK}"') == 1
    return text.replace(f'"{_MARK}"', raw)


def record_with(kind: str, path: Path, value: Any) -> Any:
    """The whole document as a dataclass, with ``value`` put at ``path`` by assignment."""
    record = CLASSES[kind].from_dict(whole(kind))
    at: Any = record
    for token in path[:-1]:
        at = _child(at, token)
    if isinstance(at, (dict, list)):
        at[path[-1]] = value  # type: ignore[index]
    elif (name := _attribute(at, path[-1])) is None:
        at.additional_properties[path[-1]] = value
    else:
        setattr(at, name, value)
    return record


def held(record: Any, path: Path) -> Any:
    """The value at ``path`` in a dataclass."""
    for token in path:
        record = _child(record, token)
    return record


def _child(at: Any, token: str | int) -> Any:
    if isinstance(at, (dict, list)):
        return at[token]  # type: ignore[index]
    name = _attribute(at, token)
    return at.additional_properties[token] if name is None else getattr(at, name)


def _attribute(record: Any, wire: str | int) -> str | None:
    fields = record.__dataclass_fields__.values()
    return next((field.name for field in fields if field.metadata.get("wire") == wire), None)


def load(kind: str, path: Any, raw: str) -> Any:
    """The value at ``path`` after loading ``raw`` there, as the written text has it."""
    record = CLASSES[kind].loads(text_with(kind, path, raw))
    return get(json.loads(record.dumps()), path)


def loaded(place: Place, raw: str) -> Any:
    """The same, as the dataclass holds it."""
    return held(CLASSES[place.kind].loads(text_with(place.kind, place.path, raw)), place.path)


def refused(kind: str, path: Any, raw: str) -> tuple[str, str]:
    """Pointer and keyword of the one fault."""
    with pytest.raises(runsnap.InvalidDocumentError) as caught:
        CLASSES[kind].loads(text_with(kind, path, raw))
    [problem] = caught.value.report.problems
    return problem.pointer, problem.keyword
