"""The equality of JSON values that round trips are judged by, and the form that documents are compared in."""

from __future__ import annotations

from typing import Any

import pytest

from runsnap._equality import normalised, same_json
from runsnap._shape import Items, Labels, Leaf, Member, Of, RecordShape, TypeShape, Values

DIFFERENT: list[tuple[Any, Any]] = [
    (1, 1.0), (1, True), (0, False), (1.0, True), (0.0, -0.0), (1, 2), ("a", "b"), ("1", 1), (None, False), (None, 0),
    ([], {}), ([1], [1, 2]), ([1, 2], [2, 1]), ([[1]], [[1.0]]), ([0.0], [-0.0]),
    ({"a": 1}, {}), ({"a": 1}, {"b": 1}), ({"a": 1}, {"a": 1, "b": None}), ({"a": 1}, {"a": True}),
    ({"a": [{"b": 0.0}]}, {"a": [{"b": -0.0}]}), ([1, [2], 3], [1, [4], 3]),
]  # fmt: skip
SAME: list[Any] = [
    None,
    True,
    0,
    2**64,
    1.5,
    -0.0,
    "a",
    [],
    {},
    [1, [2.0, None]],
    {"a": {"b": [1]}, "c": 1e300},
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_values_differ(one: Any, other: Any) -> None:
    assert not same_json(one, other)
    assert not same_json(other, one)


@pytest.mark.parametrize("value", SAME)
def test_a_value_is_itself(value: Any) -> None:
    assert same_json(value, value)


def test_the_order_of_members_does_not_matter() -> None:
    assert same_json({"a": 1, "b": [2]}, {"b": [2], "a": 1})


def member(wire: str, type_: TypeShape, default: Any = None, *, omit_default: bool = False) -> Member:
    return Member(
        wire, wire, type_, required=False, default=default, omit_default=omit_default, since="1.0.0"
    )


SHAPES = {
    name: RecordShape(name, {each.wire: each for each in members})
    for name, members in {
        "Outer": (
            member("map", Values(Of("Inner"))),
            member("list", Items(Of("Inner"))),
            member("label", Labels({"a": "1.0.0"})),
            member("any", Leaf("any")),
            member("often", Leaf("number"), 0.0, omit_default=True),
        ),
        "Inner": (
            member("count", Leaf("integer"), 7),
            member("part", Leaf("number")),
            member("at", Leaf("instant")),
        ),
    }.items()
}


def normal(**members: Any) -> dict[str, Any]:
    """The normal form of a document, without the members that are null in it."""
    found = normalised(members, "Outer", SHAPES)
    return {name: value for name, value in found.items() if value is not None}


@pytest.mark.parametrize(
    ("many", "wrapped"), [("map", lambda inner: {"x": inner}), ("list", lambda inner: [inner])]
)
def test_nested_records_take_their_normal_form(many: str, wrapped: Any) -> None:
    read = wrapped({"count": 3.0, "part": 2, "at": "2026-01-02T05:04:05.50+02:00"})
    written = wrapped({"count": 3, "part": 2.0, "at": "2026-01-02T03:04:05.500Z"})
    assert same_json(normal(**{many: read}), {many: written})
    assert same_json(normal(**{many: wrapped({})}), {many: wrapped({"count": 7, "part": None, "at": None})})
    assert same_json(normal(**{many: wrapped(None)}), {many: wrapped(None)})


def test_absent_and_null_members_take_their_default() -> None:
    assert normalised({}, "Inner", SHAPES) == {"count": 7, "part": None, "at": None}
    assert normalised(dict.fromkeys(["count", "part", "at"]), "Inner", SHAPES) == normalised(
        {}, "Inner", SHAPES
    )


@pytest.mark.parametrize(
    ("value", "stays"), [(0.0, False), (0, False), (None, False), (-0.0, True), (0.5, True)]
)
def test_a_default_that_is_not_written_is_left_out(value: Any, stays: bool) -> None:
    assert ("often" in normalised({"often": value}, "Outer", SHAPES)) is stays


def test_free_values_labels_and_unknown_members_stay_as_they_are() -> None:
    plain = {"any": {"count": 3.0, "z": None}, "label": "new", "unknown": [3.0, {"count": 1.0}]}
    assert same_json(normal(**plain), plain)


def test_declared_members_stand_in_their_order_before_unknown_ones() -> None:
    assert list(normalised({"new": 1, "at": None, "count": 3}, "Inner", SHAPES)) == [
        "count",
        "part",
        "at",
        "new",
    ]
