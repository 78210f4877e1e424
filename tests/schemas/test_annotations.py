"""A typo in an annotation fails, and a rule judges what it can reach."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from codegen.schemas import read_folder
from tests.schemas.folders import DEFINITIONS, SCHEMAS, faults, folder_of, sample

ANNOTATIONS = json.loads((SCHEMAS / "annotations.json").read_text(encoding="utf-8"))
TEXT = {"description": "A text.", "type": "string", "default": ""}
COUNT = {"description": "A count.", "type": "integer", "default": 0}
LABELS = {"title": "Label", "description": "A label.", "type": "string", "x-extensible-enum": ["a"]}


def rule(**members: Any) -> dict[str, Any]:
    return {"id": "a-rule", "description": "A rule.", **members}


GOOD_RULES: dict[str, dict[str, Any]] = {
    "equal": rule(equal=["/id", "/id"]),
    "equal without case": rule(equal=["/id", "/id"], ignoreCase=True),
    "notBefore": rule(notBefore=["/ended", "/ended"]),
    "present": rule(present="/ended", when={"at": "/id", "in": ["ABCD"]}),
    "consecutive": rule(consecutive="/parts/*/count", **{"from": 0}),
    "length": rule(length="/parts", orEmpty=True, counts=[{"at": "/parts/*/kind", "in": ["one", "two"]}]),
    "equalsLast": rule(equalsLast=["/ended", "/parts/*/at"]),
    "pattern": rule(pattern="^[A-Z]{4}$", at="/id", maxLength=4),
    "a member of a map": rule(equal=["/by/any~1name/at", "/ended"]),
}


def is_valid(schema: Any) -> bool:
    return Draft202012Validator(ANNOTATIONS).is_valid(schema)


def test_annotations_are_a_valid_schema() -> None:
    Draft202012Validator.check_schema(ANNOTATIONS)


@pytest.mark.parametrize("name", GOOD_RULES)
def test_every_kind_of_rule_is_accepted(name: str, tmp_path: Path) -> None:
    made = sample(**{"x-checks": [GOOD_RULES[name]]})
    assert is_valid(made)
    assert faults(folder_of(tmp_path / "schemas", made)) == []


@pytest.mark.parametrize("name", GOOD_RULES)
@pytest.mark.parametrize("member", ["id", "description"])
def test_a_rule_has_an_id_and_a_description(name: str, member: str) -> None:
    incomplete = {key: value for key, value in GOOD_RULES[name].items() if key != member}
    assert not is_valid(sample(**{"x-checks": [incomplete]}))


@pytest.mark.parametrize("name", GOOD_RULES)
def test_a_rule_lacks_none_of_its_members_and_has_no_others(name: str) -> None:
    optional = {"ignoreCase", "orEmpty", "maxLength"}
    good = GOOD_RULES[name]
    for left_out in set(good) - optional:
        assert not is_valid(sample(**{"x-checks": [{key: good[key] for key in good if key != left_out}]})), (
            left_out
        )
    assert not is_valid(sample(**{"x-checks": [{**good, "strict": True}]}))


BAD_RULES: dict[str, Any] = {
    "no object": "equal",
    "no kind": rule(),
    "an unknown kind": rule(unequal=["/id", "/id"]),
    "two kinds": rule(equal=["/id", "/id"], notBefore=["/ended", "/ended"]),
    "one pointer of a pair": rule(equal=["/id"]),
    "three pointers of a pair": rule(equal=["/id", "/id", "/id"]),
    "a pointer without its slash": rule(equal=["id", "/id"]),
    "a pointer to everything": rule(equal=["", "/id"]),
    "a pointer with a bad escape": rule(equal=["/i~2d", "/id"]),
    "a pointer that is no text": rule(consecutive=5, **{"from": 0}),
    "a start that is no integer": rule(consecutive="/parts/*/count", **{"from": "0"}),
    "no labels": rule(present="/ended", when={"at": "/id", "in": []}),
    "labels that are no list": rule(present="/ended", when={"at": "/id", "in": "ABCD"}),
    "a misspelt condition": rule(present="/ended", when={"at": "/id", "is": ["ABCD"]}),
    "a condition too many": rule(present="/ended", when={"at": "/id", "in": ["A"], "or": True}),
    "no counts": rule(length="/parts", counts=[]),
    "a count too many": rule(length="/parts", counts=[{"at": "/id", "in": ["a"], "not": 1}]),
    "a negative length": rule(pattern="^a$", at="/id", maxLength=-1),
    "an id with capitals": {**rule(equal=["/id", "/id"]), "id": "ARule"},
    "an id with a blank": {**rule(equal=["/id", "/id"]), "id": "a rule"},
    "an empty description": {**rule(equal=["/id", "/id"]), "description": ""},
}


@pytest.mark.parametrize("name", BAD_RULES)
def test_a_malformed_rule_fails(name: str, tmp_path: Path) -> None:
    made = sample(**{"x-checks": [BAD_RULES[name]]})
    assert not is_valid(made)
    assert faults(folder_of(tmp_path / "schemas", made))


def in_member(**members: Any) -> dict[str, Any]:
    return {"properties": {"m": {**COUNT, **members}}}


TYPOS: dict[str, dict[str, Any]] = {
    "x-extensible-enums": {"$defs": {"Label": {**TEXT, "title": "Label", "x-extensible-enums": ["a"]}}},
    "x-Unit": in_member(**{"x-Unit": "ms"}),
    "X-unit": in_member(**{"X-unit": "ms"}),
    "x-units": in_member(**{"x-units": "ms"}),
    "an unknown unit": in_member(**{"x-unit": "seconds"}),
    "a unit of a text": {"properties": {"m": {**TEXT, "x-unit": "ms"}}},
    "a unit beside a reference": {"properties": {"m": {"$ref": "#/$defs/Kind", "x-unit": "ms"}}},
    "x-omit-defaults": in_member(**{"x-omit-defaults": True}),
    "x-omit-default: false": in_member(**{"x-omit-default": False}),
    "x-omit-default without a default": {"properties": {"m": {"type": "integer", "x-omit-default": True}}},
    "an unknown Avro type": in_member(**{"x-avro": "string"}),
    "an Avro type of a text": {"properties": {"m": {**TEXT, "x-avro": "decimal"}}},
    "x-checks in a member": in_member(**{"x-checks": []}),
    "x-checks in a definition": {"$defs": {"A": {"x-checks": []}}},
    "x-checks that are no list": {"x-checks": {}},
    "x-check": {"x-check": []},
    "a unit of the root": {"x-unit": "ms"},
    "no labels": {"$defs": {"Label": {**LABELS, "x-extensible-enum": []}}},
    "a label twice": {"$defs": {"Label": {**LABELS, "x-extensible-enum": ["a", "a"]}}},
    "a label that is no text": {"$defs": {"Label": {**LABELS, "x-extensible-enum": [1]}}},
    "labels of an integer": {"$defs": {"Label": {**LABELS, "type": "integer"}}},
    "labels without a type": {"$defs": {"Label": {"x-extensible-enum": ["a"]}}},
    "labels beside enum": {"$defs": {"Label": {**LABELS, "enum": ["a"]}}},
}
PLACES: dict[str, Any] = {
    "items": {"items": {"x-y": 1}},
    "additionalProperties": {"additionalProperties": {"x-y": 1}},
    "propertyNames": {"propertyNames": {"x-y": 1}},
    "unevaluatedProperties": {"unevaluatedProperties": {"x-y": 1}},
    "unevaluatedItems": {"unevaluatedItems": {"x-y": 1}},
    "contentSchema": {"contentSchema": {"x-y": 1}},
    "prefixItems": {"prefixItems": [{"x-y": 1}]},
    "contains": {"contains": {"x-y": 1}},
    "not": {"not": {"x-y": 1}},
    "if": {"if": {"x-y": 1}},
    "then": {"then": {"x-y": 1}},
    "else": {"else": {"x-y": 1}},
    "anyOf": {"anyOf": [{"x-y": 1}]},
    "allOf": {"allOf": [{"x-y": 1}]},
    "oneOf": {"oneOf": [{"x-y": 1}]},
    "properties": {"properties": {"a": {"x-y": 1}}},
    "patternProperties": {"patternProperties": {"a": {"x-y": 1}}},
    "dependentSchemas": {"dependentSchemas": {"a": {"x-y": 1}}},
    "$defs": {"$defs": {"a": {"x-y": 1}}},
}


@pytest.mark.parametrize("name", TYPOS)
def test_a_typo_fails(name: str, tmp_path: Path) -> None:
    changes = dict(TYPOS[name])
    changes["$defs"] = DEFINITIONS | changes.get("$defs", {})
    changes["properties"] = sample()["properties"] | changes.get("properties", {})
    made = sample(**changes)
    assert not is_valid(made)
    assert faults(folder_of(tmp_path / "schemas", made))


@pytest.mark.parametrize("place", PLACES)
def test_a_typo_is_found_in_every_place_of_a_schema(place: str) -> None:
    assert not is_valid(PLACES[place])
    assert not is_valid({"$defs": {"A": {"properties": {"x": PLACES[place]}}}})
    assert is_valid(json.loads(json.dumps(PLACES[place]).replace("x-y", "x")))


def test_names_of_members_and_values_are_no_annotations() -> None:
    made = {"properties": {"x-trace": {"default": {"x-y": 1}, "const": {"x-y": 1}}}, "examples": [{"x-y": 1}]}
    assert is_valid(made)


# The rule, where it is refused, and what the refusal names.
UNREACHABLE: dict[str, tuple[dict[str, Any], str, str]] = {
    "a misspelt member": (rule(equal=["/id", "/idd"]), "/x-checks/0/equal/1", "/idd"),
    "a misspelt member of an item": (rule(consecutive="/parts/*/idx", **{"from": 0}), "/x-checks/0/consecutive", "'idx'"),
    "an item by its number": (rule(equal=["/id", "/parts/0"]), "/x-checks/0/equal/1", "'0'"),
    "an item of a text": (rule(equal=["/id", "/id/x"]), "/x-checks/0/equal/1", "'x'"),
    "inside any JSON": (rule(present="/by/a/free/x", when={"at": "/id", "in": ["A"]}), "/x-checks/0/present", "'x'"),
    "every member of a map": (rule(equalsLast=["/ended", "/by/*/at"]), "/x-checks/0/equalsLast/1", "'*'"),
    "every item where one is meant": (
        rule(equal=["/parts/*/at", "/ended"]), "/x-checks/0/equal/0", "/parts/*/at"
    ),
    "one item where every is meant": (rule(consecutive="/parts", **{"from": 0}), "/x-checks/0/consecutive", "/parts"),
    "numbers that are texts": (rule(consecutive="/parts/*/kind", **{"from": 0}), "/x-checks/0/consecutive", "kind"),
    "an instant that is a text": (rule(notBefore=["/ended", "/id"]), "/x-checks/0/notBefore/1", "/id"),
    "the length of a text": (
        rule(length="/id", counts=[{"at": "/parts/*/kind", "in": ["one"]}]), "/x-checks/0/length", "/id"
    ),
    "a count of numbers": (
        rule(length="/parts", counts=[{"at": "/parts/*/count", "in": ["1"]}]), "/x-checks/0/counts/0/at", "count"
    ),
    "a label that is not known": (
        rule(length="/parts", counts=[{"at": "/parts/*/kind", "in": ["three"]}]), "/x-checks/0/counts/0/at", "'three'"
    ),
    "values of different types": (rule(equal=["/id", "/ended"]), "/x-checks/0/equal", "types"),
    "no case to ignore": (rule(equal=["/ended", "/ended"], ignoreCase=True), "/x-checks/0/equal/0", "/ended"),
    "a pattern of a list": (rule(pattern="^a$", at="/parts", maxLength=1), "/x-checks/0/at", "/parts"),
    "a pattern that does not compile": (rule(pattern="^[$", at="/id", maxLength=1), "/x-checks/0/pattern", "expression"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNREACHABLE)
def test_a_rule_that_could_never_judge_is_refused_at_its_pointer(name: str, tmp_path: Path) -> None:
    broken, pointer, named = UNREACHABLE[name]
    (fault,) = faults(folder_of(tmp_path / "schemas", sample(**{"x-checks": [broken]})))
    assert fault.startswith(f"sample/1.0.0.json: {pointer}: ")
    assert named in fault


def test_two_rules_of_one_id_are_refused(tmp_path: Path) -> None:
    rules = [GOOD_RULES["equal"], GOOD_RULES["pattern"]]
    (fault,) = faults(folder_of(tmp_path / "schemas", sample(**{"x-checks": rules})))
    assert "/x-checks/1/id" in fault
    assert "/x-checks/0" in fault


@pytest.mark.parametrize("kind", ["capture", "resumption"])
def test_every_released_schema_has_rules(kind: str) -> None:
    assert all(document.checks for document in read_folder(SCHEMAS).documents[kind])
