"""In the declared view a writer emits only what it declares; readers read as ever."""

from __future__ import annotations

import pytest

from runsnap.evolution import compare

OPEN = {"type": "object", "properties": {"a": {"type": "string"}}}
MORE = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}


def verdicts(old, new, view):
    review = compare(old, new, view=view)
    return review.backward.verdict, review.forward.verdict


@pytest.mark.parametrize(
    ("old", "new", "strict", "declared"),
    [
        pytest.param(OPEN, MORE, ("broken", "safe"), ("safe", "safe"), id="an optional member is added"),
        pytest.param(
            {"items": {"$ref": "#/$defs/r"}, "$defs": {"r": OPEN}},
            {"items": {"$ref": "#/$defs/r"}, "$defs": {"r": MORE}},
            ("broken", "safe"),
            ("safe", "safe"),
            id="in a definition",
        ),
        pytest.param(
            OPEN,
            {**MORE, "required": ["b"]},
            ("broken", "safe"),
            ("broken", "safe"),
            id="a required member is added",
        ),
        pytest.param(
            OPEN,
            {**OPEN, "additionalProperties": False},
            ("broken", "safe"),
            ("safe", "safe"),
            id="the reader closes",
        ),
        pytest.param(
            MORE,
            {**OPEN, "additionalProperties": False},
            ("broken", "safe"),
            ("broken", "safe"),
            id="a member is removed and the reader closes",
        ),
        pytest.param(
            {"allOf": [OPEN, {"properties": {"b": {"type": "integer"}}}]},
            {"properties": {"b": {"type": "integer"}, "c": {"type": "null"}}},
            ("broken", "broken"),
            ("safe", "broken"),
            id="members declared in two branches are both declared",
        ),
        pytest.param(
            {"type": "object"},
            {"type": "object", "maxProperties": 0},
            ("broken", "safe"),
            ("broken", "safe"),
            id="no member is declared, so all may be there",
        ),
        pytest.param(
            {"properties": {"a": True}, "additionalProperties": {"type": "string"}},
            {"properties": {"a": True}, "additionalProperties": {"type": "string", "maxLength": 3}},
            ("broken", "safe"),
            ("broken", "safe"),
            id="members declared by a schema for all others",
        ),
        pytest.param(
            {"properties": {"a": True}, "patternProperties": {"^x-": True}},
            {"properties": {"a": True}, "patternProperties": {"^x-": {"type": "string"}}},
            ("broken", "safe"),
            ("broken", "safe"),
            id="members declared by a pattern",
        ),
        pytest.param(
            {
                "oneOf": [
                    {"properties": {"k": {"const": 1}, "a": True}, "required": ["k"]},
                    {"properties": {"k": {"const": 2}, "b": True}, "required": ["k"]},
                ]
            },
            {"not": {"required": ["a", "b"]}},
            ("broken", "broken"),
            ("safe", "broken"),
            id="each alternative declares its own",
        ),
        pytest.param(
            {"type": "string", "x-extensible-enum": ["a", "b"]},
            {"enum": ["a", "b", "c"]},
            ("broken", "safe"),
            ("safe", "safe"),
            id="the labels of an open enumeration",
        ),
        pytest.param(
            {"type": "string", "x-extensible-enum": ["a", "b"]},
            {"enum": ["a"]},
            ("broken", "safe"),
            ("broken", "safe"),
            id="a label that the reader does not know",
        ),
    ],
)
def test_both_views(old, new, strict, declared):
    assert verdicts(old, new, "strict") == strict
    assert verdicts(old, new, "declared") == declared


def test_a_declared_witness_has_declared_members_only():
    old = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    new = {"type": "object", "properties": {"a": {"maximum": 16}}, "maxProperties": 1, "required": ["a"]}
    review = compare(old, new, view="declared")
    assert review.view == "declared"
    assert review.backward.witness == {"a": 17}
    assert [finding.keyword for finding in review.backward.findings if finding.verdict == "broken"] == [
        "maximum"
    ]
