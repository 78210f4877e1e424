"""The portability lint: one verdict from every validator in any language.

Engines of JSON Schema differ in what they assert (``format``), in their regular
expressions, and in how far their numbers are exact. A schema that passes here
leaves them nothing to differ about. It also asks for the documentation that
every schema must have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from codegen.pointer import escape, tokens
from codegen.regex import UnportableError, anchored_width, guarded
from codegen.wellformed import DIALECT

Schema = Mapping[str, Any]

_SCHEMA_MAPS = ("properties", "patternProperties", "$defs", "dependentSchemas")
_SCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SCHEMAS = (
    "items", "additionalProperties", "propertyNames", "not", "contains", "if", "then", "else",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
)  # fmt: skip
_MOVABLE = ("$anchor", "$dynamicAnchor", "$dynamicRef", "$vocabulary")
_BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains",
           "maxContains")  # fmt: skip
_FEWEST_EXAMPLES = 2
_EXACT_DOUBLES = 2**53


def portability_faults(schema: Schema) -> list[str]:
    """What engines could disagree about, and what is not documented: ``pointer: fault`` each."""
    faults = [*_document_faults(schema), *_check_faults(schema)]
    found = list(subschemas(schema))
    guards = [inner["not"] for _, inner in found if "not" in inner]
    for pointer, inner in found:
        is_guard = any(inner is guard for guard in guards)
        faults += [f"{pointer}{fault}" for fault in (() if is_guard else _faults(inner, pointer, schema))]
    return faults


def subschemas(schema: Any, pointer: str = "") -> Iterator[tuple[str, Schema]]:
    """Every schema in a schema, itself first; boolean ones are left out."""
    if not isinstance(schema, Mapping):
        return
    yield pointer, schema
    for keyword in _SCHEMA_MAPS:
        for name, inner in schema.get(keyword, {}).items():
            yield from subschemas(inner, f"{pointer}/{keyword}/{escape(name)}")
    for keyword in _SCHEMA_LISTS:
        for index, inner in enumerate(schema.get(keyword, ())):
            yield from subschemas(inner, f"{pointer}/{keyword}/{index}")
    for keyword in _SCHEMAS:
        yield from subschemas(schema.get(keyword), f"{pointer}/{keyword}")


def _document_faults(schema: Schema) -> Iterator[str]:
    if schema.get("$schema") != DIALECT:
        yield f"/$schema: must be {DIALECT}"
    examples = schema.get("examples", [])
    if len(examples) < _FEWEST_EXAMPLES:
        yield "/examples: at least two full examples"
    if not _is_told(schema, "title"):
        yield "/title: missing"
    if not _is_told(schema, "description"):
        yield "/description: missing"


def _faults(schema: Schema, pointer: str, root: Schema) -> Iterator[str]:
    if pointer and "$schema" in schema:
        yield "/$schema: only the root names the dialect"
    if pointer and "$id" in schema:
        yield "/$id: only the root has an identifier; references would change their meaning"
    for keyword in _MOVABLE:
        if keyword in schema:
            yield f"/{keyword}: only plain local references"
    yield from _reference_faults(schema, root)
    yield from _documentation_faults(schema)
    yield from _string_faults(schema)
    yield from _number_faults(schema)


def _reference_faults(schema: Schema, root: Schema) -> Iterator[str]:
    ref = schema.get("$ref")
    if ref is None:
        return
    target: Any = root
    path = tokens(ref[1:]) if ref.startswith("#/") else ("",)
    for token in path:
        target = target.get(token) if isinstance(target, Mapping) else None
    if target is None:
        yield f"/$ref: {ref} is not a place in this file"


def _documentation_faults(schema: Schema) -> Iterator[str]:
    for name, member in schema.get("properties", {}).items():
        if not _is_told(member, "description"):
            yield f"/properties/{escape(name)}/description: missing"
    for name, definition in schema.get("$defs", {}).items():
        for keyword in ("title", "description"):
            if not _is_told(definition, keyword):
                yield f"/$defs/{escape(name)}/{keyword}: missing"


def _is_told(schema: Any, keyword: str) -> bool:
    return isinstance(schema, Mapping) and bool(str(schema.get(keyword, "")).strip())


def _string_faults(schema: Schema) -> Iterator[str]:
    if "patternProperties" in schema:
        yield "/patternProperties: its patterns cannot be bounded"
    if "format" in schema:
        if schema["format"] != "date-time":
            yield "/format: only date-time"
        if "pattern" not in schema:
            yield "/format: not every validator asserts it, so a pattern must stand beside it"
    if "pattern" in schema:
        yield from _pattern_faults(schema["pattern"], schema.get("maxLength"), _guard(schema))
    if "not" in schema:
        yield from _guard_faults(_guard(schema))


def _guard_faults(guard: str | None) -> Iterator[str]:
    if guard is None:
        yield "/not: only a guard on the alphabet, a string with a pattern"
        return
    try:
        guarded(guard)
    except UnportableError as error:
        yield f"/not/pattern: {error}"


def _guard(schema: Schema) -> str | None:
    match schema.get("not"):
        case {"type": "string", "pattern": str(pattern), **others} if not others:
            return pattern
        case _:
            return None


def _pattern_faults(pattern: str, longest: Any, guard: str | None) -> Iterator[str]:
    try:
        width = anchored_width(pattern)
    except UnportableError as error:
        yield f"/pattern: {error}"
        return
    if guard is None and not (width.fixed and longest == width.least):
        yield "/pattern: some engines let $ match before a line feed; add maxLength where the length is fixed, else a guard"


def _number_faults(schema: Schema) -> Iterator[str]:
    types = schema.get("type", [])
    is_integer = "integer" in ([types] if isinstance(types, str) else types)
    for keyword in _COUNTS:
        if isinstance(schema.get(keyword), float):
            yield f"/{keyword}: must be an integer literal"
    for keyword in _BOUNDS:
        bound = schema.get(keyword)
        if is_integer and isinstance(bound, float):
            yield f"/{keyword}: {bound!r} must be an integer literal, exact to the last digit"
        elif not is_integer and type(bound) is int and abs(bound) > _EXACT_DOUBLES:
            yield f"/{keyword}: {bound} is beyond what every double holds"
    if "multipleOf" in schema and not is_integer:
        yield "/multipleOf: engines disagree on remainders of doubles"


def _check_faults(schema: Schema) -> Iterator[str]:
    for index, check in enumerate(schema.get("x-checks", ())):
        if "pattern" in check:
            for fault in _pattern_faults(check["pattern"], check.get("maxLength"), None):
                yield f"/x-checks/{index}{fault}"
