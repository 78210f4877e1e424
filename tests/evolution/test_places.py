"""Findings stand where the change is: a harmless change is not blamed for a break beside it."""

from __future__ import annotations

import random

import pytest

from runsnap.evolution import compare
from tests.evolution.documents import documents
from tests.evolution.judges import DIALECTS, in_dialect
from tests.evolution.pairs import DIRECTIONS, pairs
from tests.evolution.vocabulary import stated

ROOTED = (
    "$ref",
    "$defs",
    "definitions",
    "$id",
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$schema",
    "$vocabulary",
)


def stands_alone(pair) -> bool:
    return not pair.formats and not any(
        stated(side, word) for side in (pair.line["old"], pair.line["new"]) for word in ROOTED
    )


def has_documents(pair) -> bool:
    writers = [pair.judges(direction)[0] for direction in DIRECTIONS]
    made = list(documents(pair.old, pair.new, small=150, random_ones=50))
    return all(any(writer.normative(document) for document in made) for writer in writers)


def record(left, right, dialect):
    return in_dialect(
        {"type": "object", "properties": {"l": left, "r": right}, "required": ["l", "r"]}, dialect
    )


def verdicts_below(side, pointer):
    places = [(finding, finding.old_pointer or finding.new_pointer or "") for finding in side.findings]
    return {finding.verdict for finding, place in places if f"{place}/".startswith(f"{pointer}/")}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_two_changes_are_judged_each_for_itself(dialect):
    rng = random.Random(7)
    known = [pair for pair in pairs() if pair.dialect == dialect and stands_alone(pair)]
    chosen = [pair for pair in rng.sample(known, 160) if has_documents(pair)]
    for left, right in zip(chosen[::2], chosen[1::2], strict=False):
        old, new = (record(left.line[side], right.line[side], dialect) for side in ("old", "new"))
        review = compare(old, new)
        for direction in DIRECTIONS:
            side, name = getattr(review, direction), (left.id, right.id, direction)
            broken = not (left.ok(direction) and right.ok(direction))
            undecided = any("does not define" in str(finding.reason) for finding in side.findings)
            assert side.verdict == ("broken" if broken else "unknown" if undecided else "safe"), name
            for pair, pointer in ((left, "/properties/l"), (right, "/properties/r")):
                assert ("broken" in verdicts_below(side, pointer)) is not pair.ok(direction), name


@pytest.mark.parametrize(
    ("old", "new", "safe", "broken"),
    [
        (
            {"properties": {"a": {"type": "number"}}, "maxProperties": 3},
            {"properties": {"a": {"type": "integer"}}, "maxProperties": 5},
            {"/maxProperties"},
            {"/properties/a/type"},
        ),
        (
            {"properties": {"a": {"type": "number"}}, "required": ["a", "b"]},
            {"properties": {"a": {"type": "integer"}}, "minProperties": 2},
            {"/minProperties", "/required/0", "/required/1"},
            {"/properties/a/type"},
        ),
        (
            {"items": {"type": "string"}, "maxItems": 3},
            {"items": {"type": "string", "maxLength": 4}, "maxItems": 4},
            {"/maxItems"},
            {"/items/maxLength"},
        ),
        (
            {"$defs": {"s": {"minimum": 0}}, "properties": {"a": {"$ref": "#/$defs/s"}, "b": {"minimum": 2}}},
            {"$defs": {"s": {"minimum": 1}}, "properties": {"a": {"$ref": "#/$defs/s"}, "b": {"minimum": 1}}},
            {"/properties/b/minimum"},
            {"/$defs/s/minimum"},
        ),
    ],
)
def test_findings_point_at_the_change(old, new, safe, broken):
    found = compare(old, new).backward.findings
    places = {
        verdict: {f.new_pointer or f.old_pointer for f in found if f.verdict == verdict}
        for verdict in ("safe", "broken")
    }
    assert places == {"safe": safe, "broken": broken}
