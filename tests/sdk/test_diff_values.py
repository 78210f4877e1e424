"""Changes of JSON values and of texts."""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runsnap._diff import ValueChange
from runsnap._diff._align import Effort
from runsnap._diff._texts import TextPiece, pieces_between
from runsnap._diff._values import value_changes
from runsnap._equality import same_json
from runsnap._pointer import resolve, tokens_of
from tests.sdk.test_equality import DIFFERENT
from tests.strategies import json_values

OPPOSITE = {"added": "removed", "removed": "added", "changed": "changed"}


def changes(before: Any, after: Any, effort: int = 10_000) -> list[ValueChange]:
    return list(value_changes(before, after, "", "", Effort(effort), "output"))


def text_pieces(before: str, after: str) -> tuple[TextPiece, ...]:
    return pieces_between(before, after, Effort())


def applied(before: Any, found: list[ValueChange]) -> Any:
    """The first value with the changes made: removals from the end, then additions and changes by the new places."""
    root = {"": copy.deepcopy(before)}
    for change in reversed(found):
        if change.operation == "removed":
            parent, last = place(root, change.pointer_a)
            del parent[last]
    for change in found:
        if change.operation == "added":
            parent, last = place(root, change.pointer_b)
            if isinstance(parent, list):
                parent.insert(last, change.after)
            else:
                parent[last] = change.after
    for change in found:
        if change.operation == "changed":
            parent, last = place(root, change.pointer_b)
            parent[last] = change.after
    return root[""]


def place(root: Any, pointer: str | None) -> tuple[Any, Any]:
    """The container of a place, and its name or index there."""
    assert pointer is not None
    container, name = root, ""
    for token in tokens_of(pointer):
        container = container[int(name) if isinstance(container, list) else name]
        name = token
    return container, int(name) if isinstance(container, list) else name


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any]:
    """Two values, which have parts in common as often as not."""
    parts = [draw(json_values()) for _ in range(3)]
    mixed = st.recursive(
        st.sampled_from(parts) | json_values(2),
        lambda inner: (
            st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from("ab/~"), inner, max_size=4)
        ),
        max_leaves=10,
    )
    return draw(mixed), draw(mixed)


@given(pairs(), st.sampled_from([-1, 10_000]))
def test_the_changes_lead_from_one_value_to_the_other(values, effort) -> None:
    before, after = values
    assert same_json(applied(before, changes(before, after, effort)), after)


@given(pairs())
def test_places_and_values_are_those_of_the_two_sides(values) -> None:
    before, after = values
    for change in changes(before, after):
        if change.pointer_a is not None:
            assert same_json(resolve(before, change.pointer_a), change.before)
        if change.pointer_b is not None:
            assert same_json(resolve(after, change.pointer_b), change.after)
        assert (change.pointer_a is None, change.pointer_b is None) == {
            "added": (True, False), "removed": (False, True), "changed": (False, False),
        }[change.operation]  # fmt: skip


@given(pairs())
def test_swapped_sides_mirror_the_changes(values) -> None:
    def told(found: list[ValueChange]) -> set[tuple[str | None, ...]]:
        return {(change.operation, change.pointer_a, change.pointer_b) for change in found}

    mirrored = {(OPPOSITE[operation], b, a) for operation, a, b in told(changes(*values))}
    assert told(changes(values[1], values[0])) == mirrored


@given(json_values())
def test_a_value_has_no_changes_against_itself(value) -> None:
    assert changes(value, copy.deepcopy(value)) == []


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_equality_is_type_strict(one, other) -> None:
    assert changes(one, other)
    assert changes({"deep": [one]}, {"deep": [other]})


def test_an_item_that_is_put_in_leaves_the_others_alone() -> None:
    (change,) = changes([{"id": 1}, {"id": 2}], [{"id": 0}, {"id": 1}, {"id": 2}])
    assert (change.operation, change.pointer_a, change.pointer_b) == ("added", None, "/0")


def test_names_are_escaped_in_pointers() -> None:
    assert [change.pointer for change in changes({"a/b": {"~": 1}}, {"a/b": {"~": 2}})] == ["/a~1b/~0"]


def test_the_deepest_document_is_compared() -> None:
    one: Any = 1
    other: Any = 2
    for _ in range(195):
        one, other = [one], [other]
    assert changes(one, other)[0].pointer == "/0" * 195


TEXTS = st.text("ab .\n_", max_size=40) | st.lists(st.sampled_from(["one ", "two\n", "3.", "_", "  "])).map(
    "".join
)


@given(TEXTS, TEXTS, st.sampled_from([-1, 10_000]))
def test_the_pieces_make_up_both_texts(before, after, effort) -> None:
    pieces = pieces_between(before, after, Effort(effort))
    assert "".join(piece.text for piece in pieces if piece.kind != "added") == before
    assert "".join(piece.text for piece in pieces if piece.kind != "removed") == after
    assert all(piece.text for piece in pieces)
    assert all(one.kind != other.kind for one, other in pairwise(pieces))


@pytest.mark.parametrize("size", [40_000, 1_000_000])
def test_long_texts_are_compared_by_lines(size) -> None:
    lines = [f"line {number:5}\n" for number in range(size // 10)]
    before, after = "".join(lines), "".join([*lines[:100], "new\n", *lines[100:-300], *lines[-298:]])
    pieces = text_pieces(before, after)
    told = [(piece.kind, piece.text) for piece in pieces if piece.kind != "equal"]
    assert told == [("added", "new\n"), ("removed", "".join(lines[-300:-298]))]
    assert "".join(piece.text for piece in pieces if piece.kind != "added") == before


def test_texts_of_ten_megabytes_without_lines_and_words_are_compared() -> None:
    pieces = text_pieces("x" * 10_000_000, "x" * 5_000_000 + "y" * 5_000_000)
    assert sum(len(piece.text) for piece in pieces if piece.kind == "removed") <= 5_000_100


def test_words_are_compared_whole_and_signs_between_changes_belong_to_them() -> None:
    pieces = text_pieces("the old cat, a dog sat", "the new hen, a dog sat")
    assert [(piece.kind, piece.text) for piece in pieces] == [
        ("equal", "the "),
        ("removed", "old cat"),
        ("added", "new hen"),
        ("equal", ", a dog sat"),
    ]


def test_only_texts_have_pieces() -> None:
    (change,) = changes("a b", "a c")
    assert [piece.kind for piece in change.text_pieces()] == ["equal", "removed", "added"]
    assert changes(1, "1")[0].text_pieces() == ()
    assert changes({}, {"a": "b"})[0].text_pieces() == ()
