"""Witnesses that a reviewer reads at a glance: required members only, the shortest texts, numbers at the edge."""

from __future__ import annotations

import pytest

from runsnap.evolution import compare
from tests.evolution.pairs import DIRECTIONS, pairs

I = {"type": "integer"}
S = {"type": "string"}
ULID = {"type": "string", "pattern": "^[0-9A-HJKMNP-TV-Z]{26}$"}


@pytest.mark.parametrize(
    ("old", "new", "witness"),
    [
        (I, {"type": "integer", "maximum": 16}, 17),
        ({"type": "integer", "maximum": 20}, {"type": "integer", "maximum": 16}, 17),
        ({"type": "integer", "minimum": -100}, {"type": "integer", "minimum": -16}, -17),
        ({"type": "number"}, {"type": "number", "exclusiveMaximum": 5}, 5),
        ({"type": "number", "maximum": 5.5}, {"type": "number", "maximum": 5.25}, 5.5),
        (
            {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
            {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
            2**32,
        ),
        ({"type": "integer", "multipleOf": 4}, {"type": "integer", "multipleOf": 6}, 4),
        (S, {"type": "string", "maxLength": 3}, "aaaa"),
        ({"type": "string", "minLength": 2}, {"type": "string", "minLength": 4}, "aa"),
        ({"enum": ["done", "failed", "running"]}, {"enum": ["done", "failed"]}, "running"),
        (
            {"type": "string", "pattern": "^[a-z]{2,6}$"},
            {"type": "string", "pattern": "^[a-z]{2,4}$"},
            "aaaaa",
        ),
        ({"type": "array", "items": I}, {"type": "array", "items": I, "uniqueItems": True}, [0, 0]),
        ({"type": "array", "items": I}, {"type": "array", "items": I, "maxItems": 3}, [0, 0, 0, 0]),
        ({"type": "object"}, {"type": "object", "maxProperties": 2}, {"a": 0, "b": 0, "c": 0}),
        (
            {"type": "object", "required": ["a", "b"], "properties": {"a": I, "b": S, "c": I, "d": {}}},
            {"type": "object", "required": ["a", "b"], "properties": {"a": I, "b": S, "c": S, "d": {}}},
            {"a": 0, "b": "", "c": 0},
        ),
        (
            {"type": "object", "required": ["id"], "properties": {"id": ULID, "n": I}},
            {"type": "object", "required": ["id", "n"], "properties": {"id": ULID, "n": I}},
            {"id": "0" * 26},
        ),
    ],
)
def test_the_witness_is_the_plainest(old, new, witness):
    found = compare(old, new).backward.witness
    assert (found, type(found)) == (witness, type(witness))


def numbers_in(value):
    if isinstance(value, dict | list):
        yield from (
            number
            for inner in (value.values() if isinstance(value, dict) else value)
            for number in numbers_in(inner)
        )
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def test_numbers_stay_where_every_reader_of_json_is_exact():
    beyond = set()
    for pair in (pair for pair in pairs() if pair.family in {"numbers", "literals", "odd"}):
        review = compare(pair.old, pair.new, assert_formats=pair.formats)
        witnesses = [getattr(review, direction).witness for direction in DIRECTIONS]
        if any(abs(number) > 2**53 for witness in witnesses for number in numbers_in(witness)):
            beyond.add(pair.id.partition("@")[0])
    assert beyond == ONLY_LARGE_NUMBERS_SHOW_IT


ONLY_LARGE_NUMBERS_SHOW_IT = {
    "literals.const.big",
    "literals.const.over-double",
    "numbers.big.u64",
    "numbers.big.u128",
}
