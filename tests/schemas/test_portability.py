"""The portability lint: real schemas pass, and each rule refuses a schema of its own."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from codegen.portability import portability_faults
from codegen.regex import UnportableError, anchored_width, guarded
from tests.schemas.folders import FILES, faults, folder_of, sample


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_schema_passes(path: Path) -> None:
    assert portability_faults(json.loads(path.read_text(encoding="utf-8"))) == []


def test_the_sample_passes(tmp_path: Path) -> None:
    assert portability_faults(sample()) == []
    assert faults(folder_of(tmp_path / "schemas", sample())) == []


REMOVE = object()

# Path to a place in the sample, what to put there, and the fault that this must give.
MUST_FAIL: dict[str, tuple[str, Any, str]] = {
    "no dialect": ("$schema", REMOVE, "/$schema"),
    "an older dialect": ("$schema", "http://json-schema.org/draft-07/schema#", "/$schema"),
    "a dialect inside": ("$defs Part $schema", "https://json-schema.org/draft/2020-12/schema", "/$defs/Part/$schema"),
    "an identifier inside": ("$defs Part $id", "urn:part", "/$defs/Part/$id"),
    "an anchor": ("$defs Part $anchor", "part", "/$defs/Part/$anchor"),
    "a dynamic anchor": ("$defs Part $dynamicAnchor", "part", "/$defs/Part/$dynamicAnchor"),
    "a dynamic reference": ("properties by $dynamicRef", "#part", "/properties/by/$dynamicRef"),
    "a reference to the network": ("properties parts items $ref", "https://example.com/s", "/properties/parts/items/$ref"),
    "a reference to a file": ("properties parts items $ref", "other.json", "/properties/parts/items/$ref"),
    "a reference by anchor": ("properties parts items $ref", "#Part", "/properties/parts/items/$ref"),
    "a reference to nothing": ("properties parts items $ref", "#/$defs/Other", "/properties/parts/items/$ref"),
    "no title": ("title", REMOVE, "/title"),
    "no description": ("description", REMOVE, "/description"),
    "a blank description": ("description", "  ", "/description"),
    "a member without a description": ("properties id description", REMOVE, "/properties/id/description"),
    "a nested member without one": (
        "$defs Part properties at description", REMOVE, "/$defs/Part/properties/at/description"
    ),
    "a member that is a boolean": ("properties id", True, "/properties/id/description"),
    "a record without a title": ("$defs Part title", REMOVE, "/$defs/Part/title"),
    "a record without a description": ("$defs Part description", REMOVE, "/$defs/Part/description"),
    "a single example": ("examples", [{}], "/examples"),
    "no examples": ("examples", REMOVE, "/examples"),
    "another format": ("$defs Moment format", "uuid", "/$defs/Moment/format"),
    "a format without a pattern": ("$defs Moment pattern", REMOVE, "/$defs/Moment/format"),
    "patterns of names": ("properties by patternProperties", {"^a": True}, "/properties/by/patternProperties"),
    "another negation": ("$defs Moment not", {"const": "a"}, "/$defs/Moment/not"),
    "a guard that guards nothing": ("$defs Moment not pattern", "^[^0-9]$", "/$defs/Moment/not/pattern"),
    "a guard that lets a line feed pass": ("$defs Moment not pattern", "[^0-9\n]", "/$defs/Moment/not/pattern"),
    "no guard": ("$defs Moment not", REMOVE, "/$defs/Moment/pattern"),
    "a length that is not fixed": ("properties id maxLength", REMOVE, "/properties/id/pattern"),
    "a length with room for a line feed": ("properties id maxLength", 5, "/properties/id/pattern"),
    "a pattern of no fixed length": ("properties id pattern", "^[A-Z]{3,4}$", "/properties/id/pattern"),
    "a pattern without a start": ("properties id pattern", "[A-Z]{4}$", "/properties/id/pattern"),
    "a pattern without an end": ("properties id pattern", "^[A-Z]{4}", "/properties/id/pattern"),
    "a pattern of an item without anchors": (
        "properties parts items", {"type": "string", "pattern": "[^a]"}, "/properties/parts/items/pattern"
    ),
    "a float as a bound": ("$defs Part properties count maximum", 1.8446744073709552e19, "/properties/count/maximum"),
    "an integral float as a bound": ("$defs Part properties count minimum", 0.0, "/properties/count/minimum"),
    "a float as an exclusive bound": ("$defs Part properties count exclusiveMaximum", 1e3, "count/exclusiveMaximum"),
    "a float as a length": ("properties id maxLength", 4.0, "/properties/id/maxLength"),
    "a float as a count": ("properties parts maxItems", 4.0, "/properties/parts/maxItems"),
    "a bound that no double holds": (
        "properties id", {"type": "number", "description": "N.", "maximum": 2**53 + 1}, "/properties/id/maximum"
    ),
    "remainders of doubles": (
        "properties id", {"type": "number", "description": "N.", "multipleOf": 0.1}, "/properties/id/multipleOf"
    ),
    "a rule with an unanchored pattern": (
        "x-checks", [{"id": "a", "description": "A.", "pattern": "[A-Z]", "at": "/id"}], "/x-checks/0/pattern"
    ),
    "a rule with an unbounded pattern": (
        "x-checks", [{"id": "a", "description": "A.", "pattern": "^[A-Z]{4}$", "at": "/id"}], "/x-checks/0/pattern"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MUST_FAIL)
def test_each_rule_refuses_a_schema(name: str, tmp_path: Path) -> None:
    path, value, pointer = MUST_FAIL[name]
    made = copy.deepcopy(sample())
    *parents, last = path.split(" ")
    place: Any = made
    for parent in parents:
        place = place[parent]
    if value is REMOVE:
        del place[last]
    else:
        place[last] = value
    found = portability_faults(made)
    assert [fault for fault in found if f"{pointer}: " in fault], found
    assert faults(folder_of(tmp_path / "schemas", sample("1.0.1"), made)), "generation goes on"


def test_the_generator_reports_the_faults_of_the_lint(tmp_path: Path) -> None:
    made = sample(properties={**sample()["properties"], "id": {"type": "string", "pattern": "^[A-Z]{4}$"}})
    found = faults(folder_of(tmp_path / "schemas", made))
    assert any(fault.startswith("sample/1.0.0.json: /properties/id/pattern: ") for fault in found)
    assert any(fault.startswith("sample/1.0.0.json: /properties/id/description: ") for fault in found)


def test_names_that_look_like_keywords_are_not_judged() -> None:
    made = sample()
    members = {
        name: {"description": "A.", "type": "string", "default": ""}
        for name in ("not", "pattern", "$ref", "format")
    }
    assert portability_faults({**made, "properties": {**made["properties"], **members}}) == []


PORTABLE = {
    "^[a-z]{3}$": (3, 3), "^a|b$".replace("a|b", "(?:a|bc)"): (1, 2), "^[0-9]+$": (1, None), "^a*b?$": (0, None),
    "^(?:a{2}){3}$": (6, 6), "^(?:a|b){2,}$": (2, None), r"^\.\*\\$": (3, 3), r"^[\]\-\^.+-]$": (1, 1), "^$": (0, 0),
    "^[^a]x$": (2, 2), "^a{2,4}b$": (3, 5), "^-/,=$": (4, 4),
}  # fmt: skip


@pytest.mark.parametrize("pattern", PORTABLE)
def test_portable_patterns_have_a_known_width(pattern: str) -> None:
    width = anchored_width(pattern)
    assert (width.least, width.most) == PORTABLE[pattern]


UNPORTABLE = [
    r"^\d$", r"^\w$", r"^\s$", r"^\D$", r"^[\d]$", r"^a\b$", r"^\p{L}$", r"^\u0041$", r"^\x41$", r"^\-$", r"^\/$", r"^\1$",
    r"^\z$", r"^\n$", "^\\", "^a\\$", "^(?=a)a$", "^(?!a)b$", "^(?<=a)b$", "^(?<!a)b$", "^(?i)a$", "^(?P<n>a)$", "^(?<n>a)$",
    "^(?>a)$", "^(a)$", "^a|b$", "^a*?$", "^a+?$", "^a++$", "^a{2}{3}$", "^a{2}?$", "^a{,3}$", "^a{x}$", "^a{$", "^a}$",
    "^{2}$", "^a{3,2}$", "^a{1001}$", "^*$", "^a^b$", "^a$b$", "^.$", "^[[a]]$", "^[a&&b]$", "^[a--b]$", "^[a~~b]$",
    "^[]a]$", "^[]$", "^[^]$", "^[b-a]$", "^[a-b-c]$", "^[a-$", "^[a$", "^(?:a$", "^a)$", "^[a^]$", "^ü$", "^[à-ü]$", "^\t$",
    "^\u2028$", "^\x7f$", "a", "^a", "a$", "", "^", "^[[:alpha:]]$", "^[a\\-\\d]$", "^(?:(?:a)$", "^(?#c)a$", "^a{٣}$",
]  # fmt: skip


@pytest.mark.parametrize("pattern", UNPORTABLE)
def test_unportable_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(UnportableError):
        anchored_width(pattern)


def test_a_guard_is_one_negated_class() -> None:
    assert guarded("[^0-9TZ:.+-]") == frozenset("0123456789TZ:.+-")


@pytest.mark.parametrize(
    "guard", ["[0-9]", "[^0-9]+", "[^0-9]$", "^[^0-9]", "[^\\d]", "[^\n]", "[^a", "[^]", "(?:[^a])", "[^ü]"]
)
def test_other_guards_are_refused(guard: str) -> None:
    with pytest.raises(UnportableError):
        guarded(guard)
