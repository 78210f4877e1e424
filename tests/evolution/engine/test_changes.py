"""What no document shows is named apart: meaning, vocabulary, and what changes nothing."""

from __future__ import annotations

import pytest

from runsnap.evolution import compare


def changes(old, new, kind):
    return [
        (change.keyword, change.old_pointer, change.new_pointer)
        for change in compare(old, new).changes
        if change.change == kind
    ]


def member(**schema):
    return {"type": "object", "properties": {"a": {"type": "integer", **schema}}}


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (member(default=1), member(), ("default", "/properties/a/default", None)),
        (member(), member(default=None), ("default", None, "/properties/a/default")),
        (
            member(default=0),
            member(default=False),
            ("default", "/properties/a/default", "/properties/a/default"),
        ),
        (
            member(**{"x-unit": "ms"}),
            member(**{"x-unit": "token"}),
            ("x-unit", "/properties/a/x-unit", "/properties/a/x-unit"),
        ),
        (
            {"x-checks": [{"id": "same", "equal": ["/a", "/b"]}]},
            {"x-checks": [{"id": "other", "equal": ["/a", "/b"]}, {"id": "same", "equal": ["/a", "/c"]}]},
            ("x-checks", "/x-checks/0", "/x-checks/1"),
        ),
    ],
)
def test_a_change_of_meaning(old, new, place):
    assert place in changes(old, new, "meaning")
    assert compare(old, new).backward.verdict == "safe"


def test_a_rule_that_is_only_described_anew_means_the_same():
    old = {"x-checks": [{"id": "same", "description": "x", "equal": ["/a", "/b"]}]}
    new = {"x-checks": [{"id": "same", "description": "y", "equal": ["/a", "/b"]}]}
    assert changes(old, new, "meaning") == []


def test_a_default_of_another_writing_means_the_same():
    assert changes(member(default=1), member(default=1.0), "meaning") == []


def test_members_and_labels_that_become_declared_are_vocabulary():
    old = {"properties": {"a": True, "k": {"x-extensible-enum": ["x", "y"]}}}
    new = {"properties": {"b": True, "k": {"x-extensible-enum": ["y", "z"]}}}
    assert changes(old, new, "vocabulary") == [
        ("properties", "/properties/a", None),
        ("properties", None, "/properties/b"),
        ("x-extensible-enum", "/properties/k/x-extensible-enum", "/properties/k/x-extensible-enum"),
        ("x-extensible-enum", "/properties/k/x-extensible-enum", "/properties/k/x-extensible-enum"),
    ]
    assert changes(old, new, "meaning") == []


@pytest.mark.parametrize(
    ("old", "new", "keyword"),
    [
        ({"required": ["a", "b"]}, {"required": ["b", "a"]}, "required"),
        (
            {"anyOf": [{"type": "string"}, {"type": "null"}]},
            {"anyOf": [{"type": "null"}, {"type": "string"}]},
            "anyOf",
        ),
        ({"properties": {"a": True, "b": False}}, {"properties": {"b": False, "a": True}}, "properties"),
        ({"$ref": "#/$defs/s", "$defs": {"s": {"type": "string"}}}, {"type": "string"}, "$ref"),
        ({"type": "integer", "exclusiveMaximum": 10}, {"type": "integer", "maximum": 9}, "exclusiveMaximum"),
        ({"title": "A"}, {"title": "B"}, "title"),
        ({"type": "string", "pattern": "^a+$"}, {"type": "string", "pattern": "^aa*$"}, "pattern"),
    ],
)
def test_what_accepts_the_same_documents_is_equivalent(old, new, keyword):
    review = compare(old, new)
    assert (review.backward.verdict, review.forward.verdict) == ("safe", "safe")
    assert (review.backward.findings, review.forward.findings) == ((), ())
    assert keyword in [change.keyword for change in review.changes if change.change == "equivalent"]


def test_a_new_keyword_that_makes_up_for_a_dropped_one_is_not_called_equivalent():
    review = compare({"type": "string"}, {"anyOf": [{"type": "string"}, {"type": "null"}]})
    assert (review.backward.verdict, review.forward.verdict) == ("safe", "broken")
    assert [change for change in review.changes if change.change == "equivalent"] == []


def test_renaming_definitions_is_no_change_at_all():
    def named(name):
        return {
            "items": {"$ref": f"#/$defs/{name}"},
            "$defs": {name: {"properties": {"n": {"$ref": f"#/$defs/{name}"}}}},
        }

    review = compare(named("a"), named("b"))
    assert (review.backward.verdict, review.forward.verdict) == ("safe", "safe")
    assert (review.backward.findings, review.forward.findings, review.changes) == ((), (), ())
