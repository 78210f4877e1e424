"""Rules for Avro schemas that every reader can use, each with the place of what breaks it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
NAMESPACE = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
NUMBERED = re.compile(
    r"_*(?:record|field|member|item|element|type|anon|anonymous|inline)?_*([0-9]+)", re.IGNORECASE
)
"""Names that generators give by counting."""
VERSION = re.compile(r"[0-9]+[._][0-9]+|(^|[._])[vV][0-9]+|[a-z]V[0-9]+$")
PRIMITIVES = {"null", "boolean", "int", "long", "float", "double", "bytes", "string"}
MOST_DIGITS = 38
LONGS = range(-(2**63), 2**63)


class Fault(NamedTuple):
    """What a schema breaks, and where."""

    rule: str
    place: str


def lint(schema: Any, *, kind: str, required: frozenset[tuple[str, str]] = frozenset()) -> list[Fault]:
    """Every fault of a schema.

    ``required`` names the members, as (record, field), that the source requires;
    every other field must have a default.
    """
    return list(_Lint(kind, required).type(schema, "", ()))


class _Lint:
    def __init__(self, kind: str, required: frozenset[tuple[str, str]]) -> None:
        self.namespace = f"runsnap.{kind}"
        self.required = required
        self.records: dict[str, Any] = {}

    def type(self, schema: Any, place: str, above: tuple[str, ...]) -> Iterator[Fault]:
        """Faults of a type; ``above`` are the records that it lies in."""
        if isinstance(schema, list):
            yield from self.union(schema, place, above)
        elif isinstance(schema, str):
            if schema in above:
                yield Fault("no-recursion", place)
            elif schema not in PRIMITIVES and schema not in self.records:
                yield Fault("known-type", place)
        elif not isinstance(schema, dict) or not isinstance(schema.get("type"), str):
            yield Fault("known-type", place)
        elif schema["type"] == "record":
            yield from self.record(schema, place, above)
        elif schema["type"] in ("array", "map"):
            yield from self.type(schema["items" if schema["type"] == "array" else "values"], place, above)
        elif schema["type"] not in PRIMITIVES:
            yield Fault("known-type", place)
        else:
            yield from self.logical(schema, place)

    def union(self, branches: list[Any], place: str, above: tuple[str, ...]) -> Iterator[Fault]:
        if (
            len(branches) != 2
            or branches[0] != "null"
            or branches[1] == "null"
            or isinstance(branches[1], list)
        ):
            yield Fault("union-of-null-and-one", place)
        for branch in branches:
            yield from self.type(branch, place, above)

    def logical(self, schema: dict[str, Any], place: str) -> Iterator[Fault]:
        match schema.get("logicalType"):
            case None:
                pass
            case "decimal":
                precision, scale = schema.get("precision"), schema.get("scale", 0)
                if schema["type"] != "bytes" or scale != 0 or not isinstance(precision, int):
                    yield Fault("logical-type", place)
                elif not 0 < precision <= MOST_DIGITS:
                    yield Fault("at-most-38-digits", place)
            case "timestamp-nanos":
                if schema["type"] != "long":
                    yield Fault("logical-type", place)
            case _:
                yield Fault("logical-type", place)

    def record(self, schema: dict[str, Any], place: str, above: tuple[str, ...]) -> Iterator[Fault]:
        name, namespace = schema["name"], schema.get("namespace", "")
        full_name = f"{namespace}.{name}"
        where = f"{place}({name})"
        if not NAME.fullmatch(name) or not NAMESPACE.fullmatch(namespace):
            yield Fault("valid-name", where)
        if NUMBERED.fullmatch(name):
            yield Fault("name-not-from-position", where)
        if namespace != self.namespace:
            yield Fault("namespace-of-its-kind", where)
        if VERSION.search(full_name):
            yield Fault("name-without-version", where)
        if full_name in self.records:
            yield Fault("defined-once", where)
        self.records[full_name] = schema
        seen: set[str] = set()
        for field in schema["fields"]:
            inner = f"{place}/{field['name']}"
            if field["name"] in seen:
                yield Fault("fields-differ", inner)
            seen.add(field["name"])
            yield from self.type(field["type"], inner, (*above, full_name))
            yield from self.field(name, field, inner)

    def field(self, record: str, field: dict[str, Any], place: str) -> Iterator[Fault]:
        if not NAME.fullmatch(field["name"]):
            yield Fault("valid-name", place)
        numbered = NUMBERED.fullmatch(field["name"])
        if numbered and numbered[1] not in field.get(
            "wire", field["name"] if not numbered[0].startswith("_") else ""
        ):
            yield Fault("name-not-from-position", place)
        if "default" not in field:
            if (record, field.get("wire", field["name"])) not in self.required:
                yield Fault("optional-has-default", place)
        elif isinstance(field["type"], list):
            if not self.fits(field["default"], field["type"][0]):
                yield Fault("default-of-first-branch", place)
        elif not self.fits(field["default"], field["type"]):
            yield Fault("default-fits", place)

    def fits(self, value: Any, schema: Any) -> bool:
        """Whether a default, as JSON has it, is one of the type; in a union of its first branch."""
        if isinstance(schema, list):
            return self.fits(value, schema[0])
        if isinstance(schema, str) and schema in self.records:
            schema = self.records[schema]
        name = schema["type"] if isinstance(schema, dict) else schema
        match name:
            case "null":
                return value is None
            case "boolean":
                return isinstance(value, bool)
            case "int" | "long":
                return type(value) is int and value in LONGS
            case "float" | "double":
                return type(value) is float
            case "string":
                return isinstance(value, str)
            case "bytes":
                return (
                    isinstance(value, str)
                    and all(ord(char) < 256 for char in value)
                    and self.whole(value, schema)
                )
            case "array":
                return isinstance(value, list) and all(self.fits(item, schema["items"]) for item in value)
            case "map":
                return isinstance(value, dict) and all(
                    self.fits(item, schema["values"]) for item in value.values()
                )
            case "record":
                fields = {field["name"]: field for field in schema["fields"]}
                return (
                    isinstance(value, dict)
                    and value.keys() == fields.keys()
                    and all(self.fits(item, fields[name]["type"]) for name, item in value.items())
                )
            case _:
                return False

    @staticmethod
    def whole(value: str, schema: Any) -> bool:
        """Whether the bytes of a decimal are those of a number within its digits."""
        if not isinstance(schema, dict) or schema.get("logicalType") != "decimal":
            return True
        number = int.from_bytes(value.encode("latin-1"), "big", signed=True)
        return bool(value) and abs(number) < 10 ** schema["precision"]
