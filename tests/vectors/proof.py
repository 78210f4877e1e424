"""Which cases tell that a keyword is ignored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.vectors.judge import all_errors, validator, way_to
from tests.vectors.keywords import instances, without_keyword
from tests.vectors.runner import Case, read_vectors
from tests.vectors.schemas import VERSIONS, Node, Path_, Version, resolved
from tests.vectors.trees import pointer

VECTORS = read_vectors()

INSTANCES = [(version, path) for version in VERSIONS for path in instances(version.schema)]
NAMES = [f"{version.name}{pointer(path)}" for version, path in INSTANCES]


@cache
def parsed(case_id: str) -> Any:
    return json.loads(VECTORS.bytes_of(_by_id()[case_id]["document"]))


@cache
def _by_id() -> dict[str, Case]:
    return {case["id"]: case for case in VECTORS.cases}


@cache
def schema_cases(version: Version) -> list[Case]:
    """Cases about the schema of a version."""
    return [
        case
        for case in VECTORS.cases
        if (case["kind"], case["version"], case["stage"]) == (version.kind, version.version, "schema")
    ]


@cache
def _on_the_way(version: Version) -> dict[str, list[Case]]:
    """Invalid cases by the pointer of each keyword that has a part in a refusal."""
    found: dict[str, dict[str, Case]] = {}
    for case in schema_cases(version):
        if not case["valid"]:
            for error in all_errors(validator(version).iter_errors(parsed(case["id"]))):
                for place in way_to(error, version.schema):
                    found.setdefault(place, {})[case["id"]] = case
    return {place: list(cases.values()) for place, cases in found.items()}


def candidates(version: Version, path: Path_) -> list[Case]:
    """Cases whose verdict can depend on a keyword; all valid ones where no refusal passes through it."""
    refused = _on_the_way(version).get(pointer(path))
    return refused or [case for case in schema_cases(version) if case["valid"]]


def telling(version: Version, path: Path_) -> list[Case]:
    """Cases whose verdict changes when the keyword is ignored."""
    lax = validator(version, without_keyword(version.schema, path))
    return [case for case in candidates(version, path) if lax.is_valid(parsed(case["id"])) != case["valid"]]


def listed(section: str) -> set[tuple[str, str]]:
    """Entries of ``unfailable.json``: kind, and pointer or rule."""
    entries = json.loads((VECTORS.folder / "unfailable.json").read_bytes())[section]
    return {(entry["kind"], entry.get("pointer") or entry["rule"]) for entry in entries}


def nodes_at(schema: Node, at: str) -> Iterator[Node]:
    """The schema nodes on the way of a document's pointer, each with what ``required`` says of it."""
    node = schema
    for token in at.split("/")[1:]:
        if token == "*":
            node = resolved(node["items"], schema)
        else:
            yield {"required": token in node["required"], "member": node["properties"][token]}
            node = resolved(node["properties"][token], schema)
