"""The released schemas as plain JSON, and the places that they declare."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import fastavro

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGED = ROOT / "src" / "runsnap" / "_generated" / "schemas"

Node = dict[str, Any]
Path_ = tuple[str | int, ...]

ANNOTATIONS = {
    "$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples", "deprecated",
    "readOnly", "writeOnly",
}  # fmt: skip
"""Keywords that have no part in a verdict, beside those that start with x-."""


@dataclass(frozen=True)
class Version:
    """A released version of a kind."""

    kind: str
    version: str
    newest: bool

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.version}"

    @property
    def json_text(self) -> bytes:
        return (ROOT / "schemas" / self.kind / f"{self.version}.json").read_bytes().replace(b"\r\n", b"\n")

    @property
    def avro_text(self) -> bytes:
        return (PACKAGED / self.kind / f"{self.version}.avsc").read_bytes().replace(b"\r\n", b"\n")

    @property
    def schema(self) -> Node:
        return _json(self.kind, self.version)

    @property
    def avro(self) -> Node:
        return _avsc(self.kind, self.version)

    @property
    def parsed_avro(self) -> Any:
        """The Avro schema as fastavro takes it."""
        return _parsed(self.kind, self.version)

    @property
    def fingerprint(self) -> bytes:
        """The eight bytes that name the Avro schema in a single object."""
        return _fingerprint(self.kind, self.version)

    @property
    def newest_version(self) -> Version:
        return next(other for other in VERSIONS if other.kind == self.kind and other.newest)


@cache
def _json(kind: str, version: str) -> Node:
    return json.loads(Version(kind, version, False).json_text)


@cache
def _avsc(kind: str, version: str) -> Node:
    return json.loads(Version(kind, version, False).avro_text)


@cache
def _parsed(kind: str, version: str) -> Any:
    # fastavro puts annotations in an order that differs from run to run.
    return json.loads(json.dumps(fastavro.parse_schema(_avsc(kind, version)), sort_keys=True))


@cache
def _fingerprint(kind: str, version: str) -> bytes:
    canonical = fastavro.schema.to_parsing_canonical_form(_avsc(kind, version))
    return bytes.fromhex(fastavro.schema.fingerprint(canonical, "CRC-64-AVRO"))


def _released() -> Iterator[Version]:
    listed = json.loads((ROOT / "schemas" / "released.json").read_bytes())
    for kind, versions in sorted(listed.items()):
        ordered = sorted(versions, key=lambda version: [int(part) for part in version.split(".")])
        yield from (Version(kind, version, version == ordered[-1]) for version in ordered)


def resolved(node: Node, root: Node) -> Node:
    """A node without its reference and without the union with null; its own keywords win."""
    if "anyOf" in node:
        node = next(branch for branch in node["anyOf"] if branch != {"type": "null"})
    if "$ref" in node:
        target: Any = root
        for token in node["$ref"].removeprefix("#/").split("/"):
            target = target[token]
        return target
    return node


def types(node: Node) -> list[str]:
    """The JSON types that a node names; none for any JSON."""
    named = node.get("type", [])
    return [named] if isinstance(named, str) else named


def shape(node: Node) -> str:
    """What a resolved node holds, in one word."""
    if "properties" in node:
        return "record"
    if "const" in node:
        return "const"
    if node.get("format") == "date-time":
        return "instant"
    if "x-extensible-enum" in node:
        return "label"
    named = [name for name in types(node) if name != "null"]
    return {"object": "map"}.get(named[0], named[0]) if named else "any"


@dataclass(frozen=True)
class Place:
    """A value that a schema declares: the first item stands for all of an array, the first entry for all of a map."""

    path: Path_
    member: Node
    node: Node
    required: bool
    example: Any

    @property
    def shape(self) -> str:
        return shape(self.node)

    @property
    def is_member(self) -> bool:
        """Whether a record declares it by name."""
        return self.kind_of_step == "member"

    kind_of_step: str = "member"

    @property
    def nullable(self) -> bool:
        if self.shape == "any":
            return True
        return {"type": "null"} in self.member.get("anyOf", []) or "null" in types(self.member)


def places(version: Version) -> list[Place]:
    """Every place of a schema, the root first."""
    schema = version.schema
    return list(_places((), schema, schema, schema["examples"], True, "root"))


def _places(
    path: Path_, member: Node, root: Node, found: list[Any], required: bool, step: str
) -> Iterator[Place]:
    node = resolved(member, root)
    values = [value for value in found if value is not None]
    example = max(
        values, key=lambda value: len(value) if isinstance(value, (dict, list, str)) else 0, default=None
    )
    yield Place(path, member, node, required, example, step)
    match shape(node):
        case "record":
            for name, inner in node["properties"].items():
                under = [value[name] for value in values if name in value]
                yield from _places((*path, name), inner, root, under, name in node["required"], "member")
        case "array":
            yield from _places(
                (*path, 0), node["items"], root, [i for value in values for i in value], True, "item"
            )
        case "map":
            under = [inner for value in values for inner in value.values()]
            key = next((name for value in reversed(values) for name in value), "key")
            yield from _places((*path, key), node["additionalProperties"], root, under, True, "value")


VERSIONS = list(_released())
