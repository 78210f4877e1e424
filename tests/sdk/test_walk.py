"""What a walk through a document visits: where there is more to say than the verdict does, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from runsnap._shape import (
    Items,
    Labels,
    Leaf,
    Member,
    Of,
    RecordShape,
    TypeShape,
    Values,
    is_newer,
    known_members,
    walk,
)

TYPES: dict[str, TypeShape] = {
    "any": Leaf("any"), "boolean": Leaf("boolean"), "instant": Leaf("instant"), "integer": Leaf("integer"),
    "number": Leaf("number"), "string": Leaf("string"), "label": Labels({"a": "1.0.0"}), "record": Of("R"),
    "records": Items(Of("R")), "texts": Items(Leaf("string")), "flags": Items(Leaf("boolean")), "list": Items(Leaf("any")),
    "counts": Items(Leaf("integer")), "labels": Items(Labels({"a": "1.0.0"})), "map": Values(Leaf("any")),
    "names": Values(Leaf("string")), "switches": Values(Leaf("boolean")), "times": Values(Leaf("instant")), "by_name": Values(Of("R")),
    "nested": Items(Items(Values(Leaf("integer")))),
}  # fmt: skip
RECORD = RecordShape(
    "R", {wire: Member(wire, wire, type_, False, None, False, "1.0.0") for wire, type_ in TYPES.items()}
)


def visited(plain: Any) -> list[tuple[tuple[Any, ...], Any]]:
    return [(each.path, each.type) for each in walk(plain, "R", known_members({"R": RECORD}, "1.0.0"))]


SETTLED = [
    {"any": value} for value in (None, True, 1, 1.5, "x", [1.0], {"instant": "x"})
] + [
    {"boolean": True}, {"integer": 1}, {"number": 1.5}, {"string": "x"}, {"texts": ["x"]}, {"flags": [True]},
    {"list": [1.0, {"x": 1}]}, {"map": {"integer": 1.0}}, {"names": {"x": "y"}}, {"switches": {"x": True}},
    dict.fromkeys(TYPES), {"record": {"integer": 1}}, {"records": []}, {"by_name": {}}, {"nested": [[], [{}]]}, {},
]  # fmt: skip


@pytest.mark.parametrize("plain", SETTLED)
def test_where_the_verdict_says_all_nothing_is_visited(plain: Any) -> None:
    assert visited(plain) == []


@pytest.mark.parametrize(
    ("plain", "places"),
    [
        ({"integer": 1.0}, [(("integer",), Leaf("integer"))]),
        ({"number": 1}, [(("number",), Leaf("number"))]),
        ({"instant": "x"}, [(("instant",), Leaf("instant"))]),
        ({"label": "a"}, [(("label",), Labels({"a": "1.0.0"}))]),
        ({"new": 1}, [(("new",), None)]),
        ({"record": {"new": {"integer": 1.0}}}, [(("record", "new"), None)]),
        ({"times": {"a": "x"}}, [(("times", "a"), Leaf("instant"))]),
        ({"by_name": {"a": {"integer": 1.0}}}, [(("by_name", "a", "integer"), Leaf("integer"))]),
        ({"nested": [[{}, {"a": 1.0}]]}, [(("nested", 0, 1, "a"), Leaf("integer"))]),
    ],
)
def test_where_there_is_more_to_say(plain: Any, places: Any) -> None:
    assert visited(plain) == places


def test_values_are_visited_in_the_order_of_the_document() -> None:
    plain = {
        "number": 1,
        "records": [{"new": 1, "integer": 2.0}, {"instant": "x"}],
        "by_name": {"z": {"number": 1}, "a": {"new": 1}},
        "label": "a",
    }
    assert [path for path, _ in visited(plain)] == [
        ("number",),
        ("records", 0, "new"),
        ("records", 0, "integer"),
        ("records", 1, "instant"),
        ("by_name", "z", "number"),
        ("by_name", "a", "new"),
        ("label",),
    ]


@pytest.mark.parametrize("wrong", [5, "x", [], {}, [{}], True, 1.5])
def test_what_is_not_of_its_type_is_not_entered(wrong: Any) -> None:
    for name in TYPES:
        for path, _ in visited({name: wrong}):
            assert path[0] == name
    assert [each for each, _ in visited(wrong)] == ([] if wrong == {} else [()])


@pytest.mark.parametrize(
    ("since", "version", "newer"),
    [("1.0.0", "1.0.0", False), ("1.0.1", "1.0.0", True), ("1.0.0", "1.0.1", False), ("1.10.0", "1.9.0", True),
     ("1.9.0", "1.10.0", False), ("2.0.0", "1.99.99", True), ("0.1.1", "0.1.0", True)],
)  # fmt: skip
def test_versions_are_compared_as_numbers(since: str, version: str, newer: bool) -> None:
    assert is_newer(since, version) is newer


@pytest.mark.parametrize("count", [999, 1000, 1001])
def test_a_long_list_is_visited_as_a_short_one(count: int) -> None:
    item = {"integer": 1.0, "times": {"a": "x"}, "string": "x", "new": 1}
    below = [("integer",), ("times", "a"), ("new",)]
    for name, tokens in (("records", range(count)), ("by_name", [f"n{at}" for at in range(count)])):
        plain = {
            "label": "a",
            name: [item] * count if name == "records" else dict.fromkeys(tokens, item),
            "number": 1,
        }
        expected = [(name, token, *path) for token in tokens for path in below]
        assert [path for path, _ in visited(plain)] == [("label",), *expected, ("number",)]
