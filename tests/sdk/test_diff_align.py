"""Which items of two sequences belong together."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from runsnap._diff._align import Effort, align
from runsnap._diff._rows import RowKey, align_rows

WORDS = st.lists(st.sampled_from("abcd"), max_size=14)
NO_EFFORT = -1


def longest(left: list[str], right: list[str]) -> int:
    """The length of the longest common subsequence, by its definition."""
    row = [0] * (len(right) + 1)
    for one in left:
        above, row = row, [0]
        for place, other in enumerate(right):
            row.append(above[place] + 1 if one == other else max(above[place + 1], row[-1]))
    return row[-1]


def is_sound(pairs, left, right) -> bool:
    """Equal keys, rising on both sides."""
    rising = all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(pairs))
    return rising and all(left[one] == right[other] for one, other in pairs)


@given(WORDS, WORDS)
def test_the_longest_common_subsequence_is_found(left, right) -> None:
    pairs = align(left, right, Effort())
    assert is_sound(pairs, left, right)
    assert len(pairs) == longest(left, right)


@given(WORDS, WORDS, st.sampled_from([NO_EFFORT, 3, 10]))
def test_without_the_effort_the_pairs_are_sound(left, right, effort) -> None:
    assert is_sound(align(left, right, Effort(effort)), left, right)


@given(WORDS, WORDS, st.sampled_from([NO_EFFORT, 10, 10_000]))
def test_swapped_sides_give_swapped_pairs(left, right, effort) -> None:
    swapped = [(one, other) for other, one in align(right, left, Effort(effort))]
    assert align(left, right, Effort(effort)) == swapped


@given(st.lists(st.integers(0, 400), unique=True, max_size=60), st.randoms())
def test_unique_keys_are_anchors_and_lose_nothing(numbers, source) -> None:
    left = [str(number) for number in numbers]
    right = sorted(left, key=lambda _: source.random()) if source.random() < 0.5 else left[::2]
    pairs = align(left, right, Effort(NO_EFFORT))
    assert is_sound(pairs, left, right)
    assert len(pairs) == longest(left, right)


def test_repeated_keys_are_paired_by_occurrence_where_the_effort_is_spent() -> None:
    left, right = ["x", "y"] * 50, ["y", "x"] * 50
    pairs = align(left, right, Effort(NO_EFFORT))
    assert is_sound(pairs, left, right)
    assert len(pairs) >= 50


def test_large_sequences_keep_what_they_share() -> None:
    source = random.Random(7)
    left = [str(number) for number in range(50_000)]
    right = [*left[:10_000], *(f"new {number}" for number in range(300)), *left[10_500:]]
    pairs = align(left, right, Effort())
    assert len(pairs) == 49_500
    shuffled = sorted(left, key=lambda _: source.random())
    assert is_sound(align(left, shuffled, Effort()), left, shuffled)


KEYS = st.builds(
    RowKey,
    *(st.sampled_from([b"1", b"2"]), st.sampled_from([b"1", b"2", b"3"]), st.sampled_from([b"1", b"2"])),
)
ROWS = st.lists(KEYS, max_size=5)


def worth(pairs, left, right) -> tuple[int, int]:
    """What an alignment is judged by."""
    rows = [(left[one], right[other]) for one, other in pairs]
    asked = sum(3 if one.given == other.given else 1 for one, other in rows)
    return asked, sum(one.returned == other.returned for one, other in rows)


def every_alignment(left, right, one=0, other=0):
    yield []
    for mine in range(one, len(left)):
        for theirs in range(other, len(right)):
            if left[mine].identity == right[theirs].identity:
                for rest in every_alignment(left, right, mine + 1, theirs + 1):
                    yield [(mine, theirs), *rest]


@given(ROWS, ROWS)
def test_no_other_alignment_of_steps_is_better(left, right) -> None:
    pairs = align_rows(left, right, Effort())
    assert is_sound(pairs, [row.identity for row in left], [row.identity for row in right])
    assert worth(pairs, left, right) == max(
        worth(other, left, right) for other in every_alignment(left, right)
    )


@given(ROWS, ROWS)
def test_swapped_runs_give_swapped_pairs(left, right) -> None:
    assert align_rows(left, right, Effort()) == [
        (one, other) for other, one in align_rows(right, left, Effort())
    ]


def rows(*texts: str) -> list[RowKey]:
    return [RowKey(*(word.encode() for word in text.split())) for text in texts]


def test_the_same_steps_with_other_outputs_are_paired_one_by_one() -> None:
    left = rows("poll q pending", "poll q pending", "poll q done")
    right = rows("poll q pending", "poll q done", "poll q done")
    assert align_rows(left, right, Effort()) == [(0, 0), (1, 1), (2, 2)]


def test_among_repeated_steps_the_one_with_a_new_input_is_the_inserted_one() -> None:
    left = rows("t 1 a", "t 2 b", "t 4 d")
    right = rows("t 1 a", "t 2 b", "t 3 c", "t 4 e")
    assert align_rows(left, right, Effort()) == [(0, 0), (1, 1), (2, 3)]


def test_a_shift_is_found_where_all_steps_are_of_one_tool() -> None:
    assert align_rows(rows("t 1 a", "t 2 b", "t 3 c"), rows("t 2 b", "t 3 c", "t 9 d"), Effort()) == [
        (1, 0),
        (2, 1),
    ]


def test_long_runs_are_aligned_by_anchors() -> None:
    left = rows(*(f"t {number} x" for number in range(3000)))
    right = rows(*(f"t {number} y" for number in range(3000) if number != 1000), "t 9999 y")
    pairs = align_rows(left, right, Effort())
    assert (999, 999) in pairs
    assert (1500, 1499) in pairs
    assert len(pairs) == 2999


def test_long_runs_without_anchors_are_aligned_by_what_the_steps_are() -> None:
    left = rows(*(f"t{number % 3} a{number} x" for number in range(3000)))
    right = rows("new b y", *(f"t{number % 3} b{number} y" for number in range(3000)))
    assert align_rows(left, right, Effort()) == [(number, number + 1) for number in range(3000)]


def test_runs_of_a_hundred_thousand_steps_end_whatever_they_hold() -> None:
    size, source = 100_000, random.Random(11)
    left = rows(*(f"t{number % 7} a{number} x" for number in range(size)))
    others = {
        "nothing is equal": rows(*(f"u{number} b{number} y" for number in range(size))),
        "steps of one kind with other inputs, some gone": [
            RowKey(row.identity, b"b" + row.given, row.returned) for row in left if source.random() < 0.95
        ],
        "shuffled": sorted(left, key=lambda _: source.random()),
        "one step again and again": rows(*["t1 a1 x"] * size),
    }
    found = {name: align_rows(left, right, Effort()) for name, right in others.items()}
    for name, pairs in found.items():
        assert is_sound(pairs, [row.identity for row in left], [row.identity for row in others[name]])
    assert found["nothing is equal"] == []
    assert len(found["steps of one kind with other inputs, some gone"]) > 0.9 * size
    assert len(found["shuffled"]) > 500
    assert len(found["one step again and again"]) == size // 7 + 1
