"""What the two dialects know: which keywords assert, which hold schemas, which only speak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import jsonschema_rs

DRAFT_7: Final = "http://json-schema.org/draft-07/schema"
DRAFT_2020: Final = "https://json-schema.org/draft/2020-12/schema"

_ASSERTING: Final = frozenset({
    "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
    "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties",
    "minProperties", "required",
})  # fmt: skip
_ANNOTATING: Final = frozenset({
    "$schema", "$id", "$comment", "title", "description", "default", "examples", "readOnly", "writeOnly",
    "definitions", "$defs", "deprecated",
})  # fmt: skip
# Widely used by editors and generators; no validator asserts them.
_FAMILIAR: Final = frozenset({
    "example", "externalDocs", "xml", "enumNames", "enumDescriptions", "markdownDescription",
    "deprecationMessage", "errorMessage", "defaultSnippets", "javaType", "tsType", "id_", "propertyOrder",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect by its meta-schema, with its keywords by the shape of what they hold."""

    uri: str
    draft: int
    one: frozenset[str]
    lists: frozenset[str]
    maps: frozenset[str]
    asserting: frozenset[str]
    annotating: frozenset[str]
    reference_stands_alone: bool

    def knows(self, keyword: str) -> bool:
        """Whether a keyword has a meaning here, be it only for people."""
        return (
            keyword in self.asserting
            or keyword in self.annotating
            or keyword in self.one
            or keyword in self.lists
            or keyword in self.maps
            or keyword in _FAMILIAR
            or keyword.startswith("x-")
        )


_COMMON_ONE: Final = frozenset({
    "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else", "items",
})  # fmt: skip
_COMMON_LISTS: Final = frozenset({"allOf", "anyOf", "oneOf"})
_COMMON_MAPS: Final = frozenset({"properties", "patternProperties", "definitions", "$defs", "dependencies"})

DIALECTS: Final = {
    DRAFT_7: Dialect(
        uri=DRAFT_7,
        draft=jsonschema_rs.Draft7,
        one=_COMMON_ONE | {"additionalItems"},
        lists=_COMMON_LISTS | {"items"},
        maps=_COMMON_MAPS,
        # jsonschema-rs asserts the encoding and the media type of a text in this dialect.
        asserting=_ASSERTING | {"$ref", "format", "contentEncoding", "contentMediaType"},
        annotating=_ANNOTATING,
        reference_stands_alone=True,
    ),
    DRAFT_2020: Dialect(
        uri=DRAFT_2020,
        draft=jsonschema_rs.Draft202012,
        one=_COMMON_ONE | {"unevaluatedProperties", "unevaluatedItems", "contentSchema"},
        lists=_COMMON_LISTS | {"prefixItems"},
        maps=_COMMON_MAPS | {"dependentSchemas"},
        asserting=_ASSERTING
        | {"$ref", "$dynamicRef", "format", "dependentRequired", "minContains", "maxContains"},
        annotating=_ANNOTATING
        | {"$anchor", "$dynamicAnchor", "$vocabulary", "contentEncoding", "contentMediaType"},
        reference_stands_alone=False,
    ),
}


def dialect_of(schema: object) -> Dialect | None:
    """The dialect that a schema names, 2020-12 when it names none; None for one that we do not know."""
    named = schema.get("$schema") if isinstance(schema, dict) else None
    if named is None:
        return DIALECTS[DRAFT_2020]
    return DIALECTS.get(named.removesuffix("#")) if isinstance(named, str) else None
