"""Which items of two sequences belong together: equal keys, in order on both sides.

The result is a longest common subsequence wherever the work for one is bearable.
Beyond that, keys that occur once on each side are anchors; where there are none,
it is looked for in one stretch after the other, and where that takes too long as
well, the n-th of a key belongs to the n-th of it. So the time stays near to linear
whatever the sequences are.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Generic, TypeAlias, TypeVar

Pairs: TypeAlias = list[tuple[int, int]]
Gap: TypeAlias = tuple[range, range]
K = TypeVar("K", bytes, str)

_SMALL = 2000
"""Items of both sides together up to which the longest subsequence is looked for at once."""

_DEEPEST = 8
"""Levels of anchors between anchors."""

_STRETCH = 400
"""Items of each side that are looked at together; those found in the first half of it stay."""


class Effort:
    """How much work may still go into long subsequences, for everything that is compared together."""

    __slots__ = ("left",)

    def __init__(self, left: int = 4_000_000) -> None:
        self.left = left

    def half(self) -> Effort:
        """A half of it, which is taken away; what is not used of it comes back by ``add``."""
        share = self.left // 2
        self.left -= share
        return Effort(share)

    def add(self, other: Effort) -> None:
        """Take back what is left of a share."""
        self.left += max(0, other.left)


def align(left: list[K], right: list[K], effort: Effort) -> Pairs:
    """Pairs of positions with equal keys, rising on both sides; with the sides swapped, the same pairs swapped."""
    if left == right:
        return [(place, place) for place in range(len(left))]
    if left > right:
        return [(one, other) for other, one in align(right, left, effort)]
    return sorted(_Alignment(left, right, effort).pairs())


class _Alignment(Generic[K]):
    def __init__(self, left: list[K], right: list[K], effort: Effort) -> None:
        self.left: list[K] = left
        self.right: list[K] = right
        self.effort = effort

    def pairs(self) -> Pairs:
        found: Pairs = []
        waiting: list[tuple[range, range, int]] = [(range(len(self.left)), range(len(self.right)), 0)]
        while waiting:
            ones, others, depth = waiting.pop()
            ones, others = trimmed(self.left, self.right, ones, others, found)
            common = {self.left[one] for one in ones} & {self.right[other] for other in others}
            if not common:
                continue
            mine = [one for one in ones if self.left[one] in common]
            theirs = [other for other in others if self.right[other] in common]
            if len(mine) + len(theirs) <= _SMALL and (pairs := self._longest(mine, theirs)) is not None:
                found += pairs
            elif depth < _DEEPEST and (anchors := self._anchors(mine, theirs)):
                found += anchors
                waiting += [(left, right, depth + 1) for left, right in gaps(anchors, ones, others)]
            else:
                pairs = self._longest(mine, theirs)
                found += self._by_stretches(mine, theirs) if pairs is None else pairs
        return found

    def _longest(self, mine: list[int], theirs: list[int]) -> Pairs | None:
        """The longest subsequence, by the algorithm of Myers; None where the effort does not suffice."""
        keys, others = [self.left[one] for one in mine], [self.right[other] for other in theirs]
        share = self.effort.half()
        steps = _furthest_reaches(keys, others, share)
        self.effort.add(share)
        if steps is None:
            return None
        return [(mine[x], theirs[y]) for x, y in _walk_back(steps, len(keys), len(others))]

    def _by_stretches(self, mine: list[int], theirs: list[int]) -> Pairs:
        """Longest subsequences of one stretch after the other, as far as the effort suffices."""
        found: Pairs = []
        while True:
            pairs = self._longest(mine[:_STRETCH], theirs[:_STRETCH])
            if pairs is None:
                return found + self._by_occurrence(mine, theirs)
            if max(len(mine), len(theirs)) <= _STRETCH:
                return found + pairs
            middle = (_middle(mine), _middle(theirs))
            kept = [pair for pair in pairs if pair[0] <= middle[0] and pair[1] <= middle[1]]
            found += kept
            end = kept[-1] if kept else middle
            mine, theirs = mine[bisect_right(mine, end[0]) :], theirs[bisect_right(theirs, end[1]) :]

    def _anchors(self, mine: list[int], theirs: list[int]) -> Pairs:
        """The longest row of keys that occur once on each side."""
        places = _only_ones([(self.right[other], other) for other in theirs])
        ours = _only_ones([(self.left[one], one) for one in mine])
        return _rising([(one, places[key]) for key, one in ours.items() if key in places])

    def _by_occurrence(self, mine: list[int], theirs: list[int]) -> Pairs:
        """The longest row of keys where the n-th of a key stands for the n-th of it."""
        places: dict[K, list[int]] = defaultdict(list)
        for other in reversed(theirs):
            places[self.right[other]].append(other)
        return _rising([(one, places[key].pop()) for one in mine if places.get(key := self.left[one])])


def trimmed(
    left: Sequence[object], right: Sequence[object], ones: range, others: range, found: Pairs
) -> tuple[range, range]:
    """What is left of these positions without the equal beginning and end, which are found."""
    head, most = 0, min(len(ones), len(others))
    while head < most and left[ones[head]] == right[others[head]]:
        head += 1
    tail = 0
    while tail < most - head and left[ones[-1 - tail]] == right[others[-1 - tail]]:
        tail += 1
    found += zip(ones[:head], others[:head], strict=True)
    found += zip(ones[len(ones) - tail :], others[len(others) - tail :], strict=True)
    return ones[head : len(ones) - tail], others[head : len(others) - tail]


def between(pairs: Pairs, ones: range, others: range) -> Iterator[Gap]:
    """What lies before each pair, and after the last."""
    starts = [(ones.start, others.start), *((one + 1, other + 1) for one, other in pairs)]
    for start, end in zip(starts, [*pairs, (ones.stop, others.stop)], strict=True):
        yield range(start[0], end[0]), range(start[1], end[1])


def gaps(pairs: Pairs, ones: range, others: range) -> Iterator[Gap]:
    """The same where anything lies there."""
    return ((mine, theirs) for mine, theirs in between(pairs, ones, others) if mine or theirs)


def _middle(places: list[int]) -> int:
    """The last place of the first half of a stretch; of what is left where that is shorter."""
    return places[min(len(places), _STRETCH // 2) - 1] if places else -1


def _only_ones(keyed: list[tuple[K, int]]) -> dict[K, int]:
    counts = Counter(key for key, _ in keyed)
    return {key: place for key, place in keyed if counts[key] == 1}


def _rising(pairs: Pairs) -> Pairs:
    """The longest selection that rises on the right, too; the pairs rise on the left."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for place, (_, other) in enumerate(pairs):
        length = bisect_left(ends, other)
        before.append(at[length - 1] if length else -1)
        if length == len(ends):
            ends.append(other)
            at.append(place)
        else:
            ends[length], at[length] = other, place
    chosen: Pairs = []
    place = at[-1] if at else -1
    while place >= 0:
        chosen.append(pairs[place])
        place = before[place]
    return chosen[::-1]


def _furthest_reaches(ones: list[K], others: list[K], effort: Effort) -> list[list[int]] | None:
    """For each number of edits, how far each diagonal gets; None where the effort does not suffice."""
    width, height = len(ones), len(others)
    reach = [0] * (2 * (width + height) + 3)  # by diagonal, negative ones from the end
    steps: list[list[int]] = []
    for edits in range(width + height + 1):
        effort.left -= edits + 1
        if effort.left < 0:
            return None
        for diagonal in range(-edits, edits + 1, 2):
            down = diagonal == -edits or (diagonal != edits and reach[diagonal - 1] < reach[diagonal + 1])
            x = reach[diagonal + 1] if down else reach[diagonal - 1] + 1
            y = x - diagonal
            effort.left += x
            while x < width and y < height and ones[x] == others[y]:
                x += 1
                y += 1
            effort.left -= x
            reach[diagonal] = x
            if x >= width and y >= height:
                return steps
        steps.append([reach[diagonal] for diagonal in range(-edits, edits + 1, 2)])
    raise AssertionError("every sequence becomes every other by deleting and inserting all")


def _walk_back(steps: list[list[int]], x: int, y: int) -> Pairs:
    pairs: Pairs = []
    for edits in range(len(steps), 0, -1):
        reach = steps[edits - 1]
        diagonal = x - y
        lower = (diagonal - 1 + edits - 1) // 2  # where the diagonal below stands in ``reach``
        down = diagonal == -edits or (diagonal != edits and reach[lower] < reach[lower + 1])
        start_x = reach[lower + 1] if down else reach[lower]
        start_y = start_x - (diagonal + 1 if down else diagonal - 1)
        middle = start_x if down else start_x + 1
        while x > middle:
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = start_x, start_y
    while x > 0 and y > 0:
        x, y = x - 1, y - 1
        pairs.append((x, y))
    return pairs[::-1]
