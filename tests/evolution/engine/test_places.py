"""Findings stand where the change is, with a witness of the whole document and a sentence."""

from __future__ import annotations

import itertools

import pytest

import runsnap
from runsnap.evolution import Budget, compare

RECORD = {
    "title": "Run",
    "type": "object",
    "required": ["steps"],
    "properties": {"steps": {"type": "array", "items": {"$ref": "#/$defs/Step"}}},
    "$defs": {
        "Step": {
            "title": "Step",
            "type": "object",
            "required": ["idx"],
            "properties": {
                "idx": {"type": "integer", "maximum": 20},
                "kind": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            },
        }
    },
}


def changed(**members):
    step = RECORD["$defs"]["Step"]
    return {**RECORD, "$defs": {"Step": {**step, "properties": {**step["properties"], **members}}}}


def broken(review):
    return [finding for finding in review.backward.findings if finding.verdict == "broken"]


def test_a_bound_in_a_definition():
    (finding,) = broken(compare(RECORD, changed(idx={"type": "integer", "maximum": 16})))
    place = "/$defs/Step/properties/idx/maximum"
    assert (finding.old_pointer, finding.new_pointer, finding.keyword) == (place, place, "maximum")
    assert finding.witness is not None
    assert finding.witness.value == {"steps": [{"idx": 17}]}
    assert finding.sentence == "Readers of the new schema refuse a Step whose `idx` is above 16."


def test_a_branch_of_an_alternative():
    (finding,) = broken(
        compare(RECORD, changed(kind={"anyOf": [{"type": "string", "maxLength": 2}, {"type": "null"}]}))
    )
    assert finding.new_pointer == "/$defs/Step/properties/kind/anyOf/0/maxLength"
    assert finding.old_pointer is None
    assert finding.witness is not None
    assert finding.witness.value == {"steps": [{"idx": 0, "kind": "aaa"}]}


def test_places_that_a_change_elsewhere_makes_up_for_are_safe():
    old = {"anyOf": [{"type": "integer", "maximum": 5}, {"type": "integer", "minimum": 4}]}
    new = {"anyOf": [{"type": "integer", "maximum": 4}, {"type": "integer", "minimum": 5}]}
    review = compare(old, new)
    assert (review.backward.verdict, review.forward.verdict) == ("safe", "safe")


def test_a_place_that_no_document_reaches_is_safe_and_says_so():
    old = {"properties": {"a": {"type": "integer"}, "b": True}, "maxProperties": 0}
    new = {"properties": {"a": {"type": "string"}, "b": True}, "maxProperties": 0}
    review = compare(old, new)
    assert (review.backward.verdict, review.forward.verdict) == ("safe", "safe")


def test_every_change_has_its_own_finding_and_witness():
    review = compare(
        {"properties": {"a": {"maximum": 5}, "b": {"maximum": 5}}},
        {"properties": {"a": {"maximum": 4}, "b": {"maximum": 3}}, "required": ["c"]},
    )
    found = {finding.new_pointer: finding.witness.value for finding in broken(review) if finding.witness}
    assert found == {
        "/properties/a/maximum": {"a": 5},
        "/properties/b/maximum": {"b": 4},
        "/required/0": {},
    }
    assert review.backward.witness == {}


def test_a_witness_on_which_one_validator_stands_alone_is_marked():
    # To jsonschema \d is any Unicode digit.
    review = compare({"enum": ["1", "\u0663"]}, {"pattern": r"^\d$"})
    (finding,) = broken(review)
    assert finding.witness is not None
    assert (finding.witness.value, finding.witness.one_validator) == ("\u0663", True)
    assert finding.witness.detail == "jsonschema accepts it on both sides"


def test_a_witness_on_which_both_agree_comes_first():
    old = {"properties": {"a": {"enum": ["1", "\u0663"]}, "b": {"enum": ["1", "longer"]}}}
    new = {"properties": {"a": {"pattern": r"^\d$"}, "b": {"const": "1"}}}
    review = compare(old, new)
    assert len(broken(review)) == 2
    assert review.backward.witness == {"b": "longer"}


@pytest.mark.parametrize("view", ["strict", "declared"])
@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        (kind, old, new)
        for kind, versions in {
            "capture": ["1.0.0", "1.1.0", "1.2.0"],
            "resumption": ["0.1.0", "0.1.1"],
        }.items()
        for old, new in itertools.permutations(versions, 2)
    ],
)
def test_between_our_own_releases_everything_is_decided(kind, old, new, view):
    review = compare(runsnap.schema(kind, old), runsnap.schema(kind, new), view=view)
    verdicts = {finding.verdict for side in (review.backward, review.forward) for finding in side.findings}
    assert "unknown" not in verdicts
    if view == "declared":
        assert (review.backward.verdict, review.forward.verdict) == ("safe", "safe")
    else:
        assert {review.backward.verdict, review.forward.verdict} == {"broken", "safe"}


@pytest.mark.parametrize("change", ["one", "all", "required", "closed"])
def test_a_thousand_members_have_a_witness_of_a_few_bytes(change):
    members = {f"m{index:03}": {"type": "integer", "maximum": 16} for index in range(1000)}
    old = {"type": "object", "properties": members}
    new = {
        "one": {"type": "object", "properties": {**members, "m500": {"type": "integer", "maximum": 9}}},
        "all": {
            "type": "object",
            "properties": {name: {"type": "integer", "maximum": 9} for name in members},
        },
        "required": {**old, "required": list(members)},
        "closed": {**old, "additionalProperties": False},
    }[change]
    review = compare(old, new)
    witness = {"one": {"m500": 10}, "all": {"m000": 10}, "required": {}, "closed": {"a": 0}}[change]
    assert (review.backward.witness, review.forward.verdict) == (witness, "safe")
    assert len(broken(review)) == {"one": 1, "all": 1000, "required": 1000, "closed": 1}[change]


def test_what_is_left_over_is_judged_beside_what_else_changed():
    old = {"properties": {"a": {"maximum": 5}}, "unevaluatedProperties": False}
    new = {"properties": {"a": {"maximum": 4}}, "unevaluatedProperties": False, "maxProperties": 9}
    review = compare(old, new)
    assert [finding.keyword for finding in broken(review)] == ["maximum"]
    review = compare(
        {"properties": {"a": True}}, {"properties": {"a": {"maximum": 4}}, "unevaluatedProperties": False}
    )
    assert {finding.keyword: finding.witness.value for finding in broken(review) if finding.witness} == {
        "maximum": {"a": 5},
        "unevaluatedProperties": {"b": 0},
    }


def test_places_beyond_the_limit_are_unknown_not_left_out():
    def chain(bound):
        schema = {"properties": {"v": {"maximum": bound}}}
        for _ in range(12):
            schema = {"properties": {"v": {"maximum": bound}, "n": schema}}
        return schema

    few = Budget(findings=3)
    proved = compare(chain(4), chain(5), budget=few).backward
    assert (proved.verdict, proved.findings[-1].rule) == ("safe", "prover-whole")
    undefined = compare({**chain(4), "foo": 1}, {**chain(5), "foo": 2}, budget=few).backward
    assert undefined.verdict == "unknown"
    assert "more than 3 places differ" in {finding.reason for finding in undefined.findings}
