"""Every keyword of both dialects, and what a change of it can do."""

from __future__ import annotations

from typing import Any, Literal

from jsonschema_specifications import REGISTRY

from tests.evolution.judges import DRAFT_07

Kind = Literal["asserts", "annotates", "disputed"]
"""*asserts*: a change can break. *annotates*: it never does. *disputed*: the two validators differ on it."""

ASSERTS = (
    "$id $ref additionalProperties allOf anyOf const contains definitions else enum exclusiveMaximum exclusiveMinimum format "
    "if items maxItems maxLength maxProperties maximum minItems minLength minProperties minimum multipleOf not oneOf pattern "
    "patternProperties properties propertyNames required then type uniqueItems"
)
ANNOTATES = "$comment $schema default description examples readOnly title"

ONLY: dict[str, dict[Kind, str]] = {
    "2020-12": {
        "asserts": (
            "$anchor $defs $dynamicAnchor $dynamicRef dependentRequired dependentSchemas maxContains minContains prefixItems "
            "unevaluatedItems unevaluatedProperties"
        ),
        "annotates": (
            "$recursiveAnchor $recursiveRef $vocabulary contentEncoding contentMediaType contentSchema deprecated writeOnly"
        ),
        "disputed": "dependencies",
    },
    "draft-07": {
        "asserts": "additionalItems dependencies",
        "annotates": "writeOnly",
        "disputed": "contentEncoding contentMediaType",
    },
}


def keywords(dialect: str, kind: Kind) -> list[str]:
    """The keywords of this kind."""
    common: dict[Kind, str] = {"asserts": ASSERTS, "annotates": ANNOTATES, "disputed": ""}
    return sorted({*common[kind].split(), *ONLY[dialect][kind].split()})


def metaschema_keywords(dialect: str) -> set[str]:
    """What the metaschema of the dialect, and of each of its vocabularies, gives a meaning to."""
    if dialect == "draft-07":
        return set(_properties(DRAFT_07))
    addresses = [
        address for address in REGISTRY if address.startswith("https://json-schema.org/draft/2020-12/")
    ]
    return {keyword for address in addresses for keyword in _properties(address)}


def _properties(address: str) -> dict[str, Any]:
    contents: Any = REGISTRY.contents(address.rstrip("#"))
    found: dict[str, Any] = contents["properties"]
    return found


def stated(value: Any, keyword: str, place: str = "") -> list[tuple[str, Any]]:
    """Each place where a schema states this keyword, and what it says there."""
    if isinstance(value, list):
        return [
            found for index, item in enumerate(value) for found in stated(item, keyword, f"{place}/{index}")
        ]
    if not isinstance(value, dict):
        return []
    here = [(place, value[keyword])] if keyword in value else []
    return here + [
        found for name in sorted(value) for found in stated(value[name], keyword, f"{place}/{name}")
    ]
