"""Schemas that hurt end with a true verdict or with unknown, and the process lives."""

from __future__ import annotations

import faulthandler
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from runsnap.evolution import Budget, compare
from tests.evolution.hostile import Hostile, cases
from tests.evolution.judges import Judges
from tests.evolution.pairs import DIRECTIONS
from tests.evolution.witnesses import shown_by_normative

SECONDS = 60.0
BUDGET = Budget(seconds=SECONDS)
BOTH = ("backward", "forward")
MAY_BE_UNKNOWN = {
    "190 levels of members": BOTH,  # deeper than the validators follow
    "3,000 levels of members": BOTH,
    "150 levels of allOf": BOTH,
    "2,000 levels of oneOf": BOTH,
    "counts of counts": BOTH,  # more states than any automaton should have
    "a large count": BOTH,
    "a billion characters": ("backward",),  # no witness of that size is of use
    "at least a billion items": ("forward",),
    "a billion members": ("forward",),
}
"""Cases and directions that the engine may leave open. One that it decides has to go from here."""


@pytest.fixture(autouse=True)
def _killed_when_it_hangs():
    faulthandler.dump_traceback_later(5 * SECONDS, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_verdict_is_true_or_unknown(case: Hostile):
    review = compare(case.old, case.new, budget=BUDGET)
    left_open = []
    for direction in DIRECTIONS:
        side, truth = getattr(review, direction), getattr(case, direction)
        assert side.verdict in {truth, "unknown"}
        if side.verdict == "unknown":
            assert all(finding.reason for finding in side.findings if finding.verdict == "unknown")
            left_open += [direction] if truth != "meaningless" else []
        if side.verdict == "broken":
            writer, reader = (
                Judges(schema) for schema in ((case.old, case.new)[:: 1 if direction == "backward" else -1])
            )
            assert shown_by_normative(side.witness, writer, reader)
    assert tuple(left_open) == MAY_BE_UNKNOWN.get(case.name, ())


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_a_copy_has_nothing_to_say(case: Hostile):
    review = compare(case.old, case.old, budget=BUDGET)
    assert [
        (getattr(review, direction).verdict, getattr(review, direction).findings) for direction in DIRECTIONS
    ] == [("safe", ())] * 2


def test_a_budget_that_is_spent_is_named():
    hard = {case.name: case for case in cases()}["many patterns of names"]
    review = compare(hard.old, hard.new, budget=Budget(seconds=0.001))
    for direction in DIRECTIONS:
        side = getattr(review, direction)
        assert side.verdict in {getattr(hard, direction), "unknown"}
    reasons = [finding.reason for finding in review.backward.findings if finding.verdict == "unknown"]
    assert any("budget" in reason or "0.001 seconds" in reason for reason in reasons)


def test_steps_that_are_spent_are_named():
    old = {"type": "object", "properties": {name: {"type": "integer", "multipleOf": 2} for name in "abc"}}
    new = {"type": "object", "patternProperties": {"^[a-c]$": {"type": "number", "multipleOf": 1}}}
    assert compare(old, new).backward.verdict == "safe"
    review = compare(old, new, budget=Budget(steps=1, documents=0))
    assert review.backward.verdict == "unknown"
    assert any("1 steps" in str(finding.reason) for finding in review.backward.findings)


def test_after_a_crash_of_the_worker_the_next_comparison_is_answered():
    crash = {case.name: case for case in cases()}["canonicalizing it overflows the stack"]
    here = os.getpid()
    for _ in range(3):
        compare(crash.old, crash.new, budget=BUDGET)
        review = compare({"type": "integer"}, {"type": "number"})
        assert (review.backward.verdict, review.forward.verdict) == ("safe", "broken")
    assert os.getpid() == here


def test_threads_get_each_its_own_answer():
    pairs = [({"maximum": bound}, {"maximum": bound + 1}) for bound in range(24)]
    with ThreadPoolExecutor(6) as pool:
        reviews = list(pool.map(lambda pair: compare(*pair), pairs))
    for bound, review in enumerate(reviews):
        assert review.backward.verdict == "safe"
        assert review.forward.verdict == "broken"
        assert bound < review.forward.witness <= bound + 1


def test_the_answer_does_not_depend_on_the_depth_of_the_caller():
    old, new = {"items": {"items": {"maximum": 1}}}, {"items": {"items": {"maximum": 2}}}

    def deeper(frames: int):
        return compare(old, new) if frames == 0 else deeper(frames - 1)

    assert deeper(900) == compare(old, new)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("place", [lambda number: {"const": number}, lambda number: {"x-note": [number]}])
def test_a_schema_with_a_number_that_json_does_not_have_is_not_compared(number, place):
    review = compare(place(number), {"type": "string"})
    assert review.backward.verdict == review.forward.verdict == "unknown"
    assert "cannot be written as JSON" in str(review.backward.findings[0].reason)


@pytest.mark.parametrize(
    "keyword", ["minItems", "maxItems", "maxLength", "minProperties", "maximum", "const"]
)
def test_an_integer_that_is_too_long_to_calculate_with_is_named(keyword):
    review = compare({}, {keyword: 10**1000})
    assert review.backward.verdict == "unknown"
    assert "1000 digits" in str(review.backward.findings[0].reason)
    within = compare({}, {keyword: 10**1000 - 1})
    assert "failed" not in str(within.backward.findings)


@pytest.mark.parametrize(
    "old",
    [
        {"$id": "http://a/b", "items": {"$ref": "http://example.com[31me"}},
        {"items": {"$ref": "//["}},
        {"$id": "http://[a"},
        {"$defs": {"a": {"$id": "//]"}}},
        {"$schema": "http://json-schema.org/draft-07/schema#", "items": {"$ref": "http://[#/a"}},
    ],
)
def test_what_is_no_uri_is_named(old):
    review = compare(old, {"type": "string"})
    assert review.backward.verdict == review.forward.verdict == "unknown"
    assert "[" in str(review.backward.findings[0].reason) or "]" in str(review.backward.findings[0].reason)
    assert "failed" not in str(review.backward.findings[0].reason)
