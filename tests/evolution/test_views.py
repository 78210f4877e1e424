"""The declared view: the writer emits only members that it declares."""

from __future__ import annotations

import pytest

from runsnap.evolution import compare
from tests.evolution.judges import DIALECTS, Judges, in_dialect
from tests.evolution.pairs import DIRECTIONS, pairs
from tests.evolution.witnesses import shown_by_normative

INTEGER = {"type": "integer"}
OPENING = {"additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties"}
UNIONS = {"$ref", "allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas", "dependencies"}


def closed(schema):
    """The schema of what such a writer emits."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: value if key in {"const", "enum"} else closed(value) for key, value in schema.items()}
    if isinstance(made.get("properties"), dict) and not OPENING & made.keys():
        made["additionalProperties"] = False
    return made


def mentions(schema, words):
    if isinstance(schema, list):
        return any(mentions(item, words) for item in schema)
    return isinstance(schema, dict) and any(
        key in words or mentions(value, words) for key, value in schema.items()
    )


EVERY_PLAIN = [pair for pair in pairs() if not mentions([pair.old, pair.new], OPENING | UNIONS)]
PLAIN = EVERY_PLAIN[::3]
"""Enough to see a fault; the fuzz session tries the view on many more."""


def test_there_are_pairs_to_try():
    assert len(PLAIN) > 150


@pytest.mark.parametrize("family", sorted({pair.family for pair in PLAIN}))
def test_what_a_declared_writer_breaks_is_what_a_closed_one_breaks(family):
    for pair in PLAIN:
        if pair.family == family:
            declared = compare(pair.old, pair.new, view="declared", assert_formats=pair.formats)
            assert declared.view == "declared"
            back = compare(closed(pair.old), pair.new, assert_formats=pair.formats).backward.verdict
            forth = compare(pair.old, closed(pair.new), assert_formats=pair.formats).forward.verdict
            assert (declared.backward.verdict, declared.forward.verdict) == (back, forth), pair.id


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("old", "new", "strict", "declared"),
    [
        (
            {"properties": {"a": {}}},
            {"properties": {"a": {}, "b": INTEGER}},
            ("broken", "safe"),
            ("safe", "safe"),
        ),
        (
            {"properties": {"a": {}, "b": INTEGER}},
            {"properties": {"a": {}}},
            ("safe", "broken"),
            ("safe", "safe"),
        ),
        (
            {"properties": {"a": {}}},
            {"properties": {"a": {}, "b": INTEGER}, "required": ["b"]},
            ("broken", "safe"),
            ("broken", "safe"),
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"properties": {"a": {}, "b": {}}, "additionalProperties": False},
            ("safe", "broken"),
            ("safe", "broken"),
        ),
        (
            {"properties": {"a": {}}},
            {"properties": {"a": {}}, "additionalProperties": False},
            ("broken", "safe"),
            ("safe", "safe"),
        ),
        (
            {"properties": {"k": {"type": "string", "x-extensible-enum": ["a"]}}},
            {"properties": {"k": {"enum": ["a", "b"]}}},
            ("broken", "safe"),
            ("safe", "safe"),
        ),
        (
            {"properties": {"k": {"type": "string", "x-extensible-enum": ["a", "c"]}}},
            {"properties": {"k": {"enum": ["a", "b"]}}},
            ("broken", "safe"),
            ("broken", "safe"),
        ),
    ],
)
def test_both_views_of_open_content(old, new, strict, declared, dialect):
    old, new = ({"type": "object", **in_dialect(side, dialect)} for side in (old, new))
    for view, expected in (("strict", strict), ("declared", declared)):
        review = compare(old, new, view=view)
        assert (review.backward.verdict, review.forward.verdict) == expected


def test_a_declared_writer_is_declared_at_every_depth():
    old = {
        "type": "object",
        "properties": {"steps": {"type": "array", "items": {"type": "object", "properties": {"a": INTEGER}}}},
    }
    new = {
        "type": "object",
        "properties": {"steps": {"type": "array", "items": {"type": "object", "properties": {"b": INTEGER}}}},
    }
    assert compare(old, new).backward.verdict == "broken"
    assert compare(old, new, view="declared").backward.verdict == "safe"


def test_witnesses_of_a_declared_writer_hold_declared_members_only():
    for pair in PLAIN:
        review = compare(pair.old, pair.new, view="declared", assert_formats=pair.formats)
        for direction in DIRECTIONS:
            side = getattr(review, direction)
            if side.verdict == "broken":
                written, read = (pair.old, pair.new) if direction == "backward" else (pair.new, pair.old)
                writer = Judges(closed(written), dialect=pair.dialect, formats=pair.formats)
                reader = Judges(read, dialect=pair.dialect, formats=pair.formats)
                assert shown_by_normative(side.witness, writer, reader), pair.id
