"""What holds for all schemas: judged by validators and by many documents, not by the engine itself."""

from __future__ import annotations

import copy
import random
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runsnap.evolution import compare
from tests.evolution.documents import documents
from tests.evolution.judges import DIALECTS, Judges
from tests.evolution.pairs import DIRECTIONS
from tests.evolution.records import record_pair
from tests.evolution.rewrites import renamed, reordered
from tests.evolution.schemas import schema_pairs, schemas
from tests.evolution.witnesses import faults

some = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
many = settings(some, max_examples=160)


@st.composite
def record_pairs(draw):
    dialect = draw(st.sampled_from(DIALECTS))
    return (*record_pair(draw(st.randoms(use_true_random=False)), dialect), dialect)


def judges(old, new, dialect, direction):
    writer, reader = (
        Judges(schema, dialect=dialect) for schema in ((old, new) if direction == "backward" else (new, old))
    )
    return writer, reader


@many
@given(schema_pairs() | record_pairs())
def test_every_witness_is_accepted_by_exactly_one_side_and_is_short(drawn):
    old, new, dialect = drawn
    review = compare(old, new)
    for direction in DIRECTIONS:
        assert faults(getattr(review, direction), *judges(old, new, dialect, direction)) == []


@many
@given(schema_pairs() | record_pairs())
def test_no_document_contradicts_a_safe(drawn):
    old, new, dialect = drawn
    review = compare(old, new)
    for direction in DIRECTIONS:
        if getattr(review, direction).verdict == "safe":
            writer, reader = judges(old, new, dialect, direction)
            for document in documents(old, new, small=150, random_ones=80):
                assert not (writer.normative(document) and not reader.normative(document)), document


@some
@given(schemas(), st.sampled_from(["strict", "declared"]))
def test_a_schema_against_itself_has_nothing_to_say(schema, view):
    review = compare(schema, copy.deepcopy(schema), view=view)
    assert all(getattr(review, direction).verdict == "safe" for direction in DIRECTIONS)
    assert all(getattr(review, direction).findings == () for direction in DIRECTIONS)
    assert review.changes == ()


def mirrored(finding):
    direction = "forward" if finding.direction == "backward" else "backward"
    return replace(
        finding,
        direction=direction,
        old_pointer=finding.new_pointer,
        new_pointer=finding.old_pointer,
        sentence="",
        reason=None,
    )


@some
@given(schema_pairs())
def test_the_other_way_round_says_the_same_the_other_way_round(drawn):
    old, new, _ = drawn
    there, back = compare(old, new), compare(new, old)
    for direction, opposite in (DIRECTIONS, DIRECTIONS[::-1]):
        side, other = getattr(there, direction), getattr(back, opposite)
        assert (side.verdict, side.witness) == (other.verdict, other.witness)
        same = [replace(finding, sentence="", reason=None) for finding in side.findings]
        assert {f.fingerprint for f in same} == {mirrored(f).fingerprint for f in other.findings}


@some
@given(schema_pairs())
def test_the_same_question_gets_the_same_answer(drawn):
    old, new, _ = drawn
    assert compare(old, new) == compare(copy.deepcopy(old), copy.deepcopy(new))


@some
@given(schema_pairs())
def test_names_of_definitions_do_not_matter(drawn):
    old, new, _ = drawn
    plain, other, mixed = compare(old, new), compare(renamed(old), renamed(new)), compare(old, renamed(new))
    for direction in DIRECTIONS:
        verdict, witness = getattr(plain, direction).verdict, getattr(plain, direction).witness
        assert (getattr(other, direction).verdict, getattr(other, direction).witness) == (verdict, witness)
        assert getattr(mixed, direction).verdict == verdict


@some
@given(schema_pairs(), st.integers(0, 2**32))
def test_the_order_of_keys_does_not_matter(drawn, seed):
    old, new, _ = drawn
    rng = random.Random(seed)
    plain, other = compare(old, new), compare(reordered(old, rng), reordered(new, rng))
    for direction in DIRECTIONS:
        assert getattr(plain, direction).verdict == getattr(other, direction).verdict


@some
@given(schemas(), st.integers(0, 2**32))
def test_a_schema_with_its_keys_in_another_order_is_the_same(schema, seed):
    review = compare(schema, reordered(schema, random.Random(seed)))
    assert all(getattr(review, direction).verdict == "safe" for direction in DIRECTIONS)


@some
@given(schema_pairs())
def test_what_is_safe_for_every_writer_is_not_broken_for_a_declared_one(drawn):
    old, new, dialect = drawn
    strict, declared = compare(old, new), compare(old, new, view="declared")
    for direction in DIRECTIONS:
        if getattr(strict, direction).verdict == "safe":
            assert getattr(declared, direction).verdict != "broken"
        for finding in getattr(declared, direction).findings:
            if finding.verdict == "broken":
                writer, reader = judges(old, new, dialect, direction)
                assert writer.normative(finding.witness.value)
                assert not reader.normative(finding.witness.value)
