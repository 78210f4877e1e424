"""Which steps of two runs belong together.

A pair must be of one identity (kind, and name where it names a tool). Of all
alignments the one with the most pairs is taken, where a pair with equal inputs
counts for three; among those the one with the most equal outputs. Where finding
it would take too long, equal identity with equal input makes anchors first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runsnap._diff._align import Effort, Pairs, align, gaps, trimmed

_MOST_CELLS = 400_000
"""Pairs of steps that are weighed in one table; some tenths of a second."""

_PAIR, _SAME_INPUT, _SAME_OUTPUT = 1 << 30, 2 << 30, 1


class RowKey(NamedTuple):
    """What a step is known by, each as JSON text."""

    identity: bytes
    given: bytes
    returned: bytes


def align_rows(left: Sequence[RowKey], right: Sequence[RowKey], effort: Effort) -> Pairs:
    """Pairs of positions, rising on both sides; with the sides swapped, the same pairs swapped."""
    left, right = list(left), list(right)
    if [row[:2] for row in left] == [row[:2] for row in right]:
        return [(place, place) for place in range(len(left))]
    if left > right:
        return [(one, other) for other, one in align_rows(right, left, effort)]
    return sorted(_align(left, right, effort))


def _align(left: list[RowKey], right: list[RowKey], effort: Effort) -> Pairs:
    found: Pairs = []
    # Equal rows at both ends belong together: no better partners are there.
    ones, others = trimmed(left, right, range(len(left)), range(len(right)), found)
    cells = _MOST_CELLS
    if len(ones) * len(others) <= cells:
        return found + _weighed(left, right, ones, others)
    anchors = _by_key(_asked(left, ones), _asked(right, others), ones, others, effort)
    found += anchors
    for mine, theirs in gaps(anchors, ones, others):
        if len(mine) * len(theirs) <= cells:
            cells -= len(mine) * len(theirs)
            found += _weighed(left, right, mine, theirs)
        else:
            keys = [[row.identity for row in part] for part in (_part(left, mine), _part(right, theirs))]
            found += _by_key(keys[0], keys[1], mine, theirs, effort)
    return found


def _part(rows: list[RowKey], places: range) -> list[RowKey]:
    return rows[places.start : places.stop]


def _asked(rows: list[RowKey], places: range) -> list[bytes]:
    return [b" ".join((row.identity, row.given)) for row in _part(rows, places)]


def _by_key(left: list[bytes], right: list[bytes], ones: range, others: range, effort: Effort) -> Pairs:
    """Pairs of equal keys, which are those of parts of both sides."""
    return [(one + ones.start, other + others.start) for one, other in align(left, right, effort)]


def _weighed(left: list[RowKey], right: list[RowKey], ones: range, others: range) -> Pairs:
    """The best alignment, from a table of what the rest of each side is worth at best."""
    below = [0] * (len(others) + 1)
    table = [below]
    for one in reversed(ones):
        row, mine = [0], left[one]
        for place in range(len(others) - 1, -1, -1):
            best = max(below[place], row[-1])
            theirs = right[others[place]]
            if mine.identity == theirs.identity:
                best = max(best, below[place + 1] + _worth(mine, theirs))
            row.append(best)
        below = row[::-1]
        table.append(below)
    table.reverse()
    return _best_path(table, left, right, ones, others)


def _best_path(
    table: list[list[int]], left: list[RowKey], right: list[RowKey], ones: range, others: range
) -> Pairs:
    pairs: Pairs = []
    down = across = 0
    while down < len(ones) and across < len(others):
        here = table[down][across]
        mine, theirs = left[ones[down]], right[others[across]]
        paired = mine.identity == theirs.identity
        if paired and here == table[down + 1][across + 1] + _worth(mine, theirs):
            pairs.append((ones[down], others[across]))
            down, across = down + 1, across + 1
        elif here == table[down + 1][across]:
            down += 1
        else:
            across += 1
    return pairs


def _worth(mine: RowKey, theirs: RowKey) -> int:
    same_output = _SAME_OUTPUT if mine.returned == theirs.returned else 0
    return _PAIR + same_output + (_SAME_INPUT if mine.given == theirs.given else 0)
