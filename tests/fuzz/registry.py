"""What can be fuzzed: each target with its seeds, and the words that its changes use."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import runsnap
from runsnap._generated.catalog import CATALOG
from tests.fuzz import avro_target, command_target, json_target, schema_target, seeds
from tests.fuzz.mutate import Words, changed

Change = Callable[[bytes, random.Random, Words], bytes]


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """A target; ``run`` raises for an input that shows a fault."""

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    change: Change
    words: Words


def _wire_names() -> Words:
    names = {
        name for kind in CATALOG.kinds for record in _records(kind) for name in record.get("properties", ())
    }
    return (
        *sorted(names),
        "",
        "a",
        "additional_properties",
        "_unknown",
        "self",
        "é",
        "\ud800",
        "a/b",
        "a~b",
        "memory",
    )


def _records(kind: str) -> Iterator[dict[str, object]]:
    for version in CATALOG.versions(kind):
        yield from runsnap.schema(kind, version)["$defs"].values()


_SCHEMA_WORDS = (
    "$schema", "$id", "$ref", "$defs", "$anchor", "$dynamicRef", "$dynamicAnchor", "definitions", "type", "const", "enum",
    "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "dependentRequired",
    "dependentSchemas", "dependencies", "items", "prefixItems", "additionalItems", "contains", "minContains", "maxContains",
    "minItems", "maxItems", "uniqueItems", "unevaluatedProperties", "unevaluatedItems", "minProperties", "maxProperties",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format",
    "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "default", "contentEncoding", "x-unit", "old", "new", "avro",
    "declared", "formats", "object", "array", "string", "integer", "number", "null", "boolean", "#", "#/old", "#/$defs/a",
    "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema", "urn:x", "a", "^a", "(a*)*b",
    "[", "\\d+", "(?=a)", "^.{0,1000}$", "date-time", "uuid", "fields", "symbols", "name", "namespace", "aliases", "record",
    "map", "fixed", "values", "size", "logicalType", "decimal", "precision", "scale", "long", "int", "bytes", "double",
    "timestamp-nanos", "order", "R", "n.R", "a.b", "",
)  # fmt: skip

TARGETS = {
    "json": Fuzzed(json_target.target, seeds.json_seeds, changed, _wire_names()),
    "avro": Fuzzed(avro_target.target, seeds.avro_seeds, avro_target.changed_avro, _wire_names()),
    "schema": Fuzzed(schema_target.target, seeds.schema_seeds, changed, _SCHEMA_WORDS),
    "command": Fuzzed(
        command_target.target, seeds.command_seeds, command_target.changed_command, _wire_names()
    ),
}
