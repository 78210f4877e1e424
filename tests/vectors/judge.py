"""The verdict on a document: ``jsonschema`` on ``json.loads``, then values and rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import jsonschema
from jsonschema.exceptions import ValidationError

from tests.vectors.parse import MalformedTextError, strictly_parsed
from tests.vectors.rules import broken
from tests.vectors.schemas import VERSIONS, Node, Path_, Version
from tests.vectors.tagged import RefusedValueError, tagged_document
from tests.vectors.trees import pointer


@dataclass(frozen=True)
class Failure:
    """A fault of a document: where, and which keyword or rule says so."""

    pointer: str
    keyword: str
    schema: str | None = None
    missing: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"pointer": self.pointer, "keyword": self.keyword}
        if self.schema is not None:
            plain["schema"] = self.schema
        if self.missing:
            plain["missing"] = list(self.missing)
        return plain


@dataclass
class Verdict:
    """What becomes of a document: the stage that refuses it, or its values."""

    refused: str | None = None
    failures: list[Failure] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    checks: list[dict[str, Any]] = field(default_factory=list)
    values: Any = None
    document: Any = None


def judged(data: bytes, version: Version, schema: Node | None = None) -> Verdict:
    """The verdict; ``schema`` stands in for that of the version."""
    try:
        document = strictly_parsed(data)
    except MalformedTextError as malformed:
        return Verdict("parse", [Failure("", malformed.keyword)])
    plain = json.loads(data)
    errors = list(validator(version, schema).iter_errors(plain))
    if errors:
        return Verdict("schema", sorted_failures(errors, schema or version.schema), also(errors))
    try:
        values = tagged_document(document, version.newest_version.schema)
    except RefusedValueError as refused:
        return Verdict("value", [Failure(refused.pointer, refused.rule)])
    return Verdict(checks=broken(plain, version.schema), values=values, document=document)


def validator(version: Version, schema: Node | None = None) -> jsonschema.Draft202012Validator:
    return _validator(version) if schema is None else jsonschema.Draft202012Validator(schema)


@cache
def _validator(version: Version) -> jsonschema.Draft202012Validator:
    assert version in VERSIONS
    return jsonschema.Draft202012Validator(version.schema)


def sorted_failures(errors: Iterable[ValidationError], root: Node) -> list[Failure]:
    found = {_failure(error, root): None for error in leaves(errors)}
    return sorted(found, key=lambda failure: (failure.pointer, failure.schema or ""))


def leaves(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """The faults themselves: of a union with null, those of the other branch."""
    for error in errors:
        inner = [cause for cause in error.context or () if not _of_null_branch(cause)]
        if error.validator == "anyOf" and inner:
            yield from leaves(inner)
        else:
            yield error


def also(errors: Iterable[ValidationError]) -> list[str]:
    """Pointers of the unions around the faults, where they are not those of a fault."""
    errors = list(errors)
    at_fault = {_pointer(error) for error in leaves(errors)}
    around = {_pointer(error) for error in all_errors(errors)}
    return sorted(around - at_fault)


def all_errors(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """The errors, and those of the branches of unions in them."""
    for error in errors:
        yield error
        yield from all_errors(error.context or ())


def _of_null_branch(error: ValidationError) -> bool:
    return error.validator == "type" and error.validator_value == "null"


def _pointer(error: ValidationError) -> str:
    return pointer(tuple(error.absolute_path))


def _failure(error: ValidationError, root: Node) -> Failure:
    missing: tuple[str, ...] = ()
    if error.validator == "required":
        missing = tuple(name for name in error.validator_value if name not in error.instance)
    return Failure(_pointer(error), str(error.validator), way_to(error, root)[-1], missing)


def way_to(error: ValidationError, root: Node) -> list[str]:
    """Pointers, in the schema, of every keyword down to the one that refuses; references are followed."""
    way: list[str] = []
    steps: Path_ = ()
    node: Any = root
    for token in error.absolute_schema_path:
        while isinstance(node, dict) and token not in node:  # jsonschema leaves $ref out of its paths
            way.append(pointer((*steps, "$ref")))
            steps = tuple(node["$ref"].removeprefix("#/").split("/"))
            node = _at(root, steps)
        steps = (*steps, token)
        node = node[token]
        way.append(pointer(steps))
    return way


def _at(node: Any, path: Path_) -> Any:
    for token in path:
        node = node[token]
    return node
