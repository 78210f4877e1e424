"""Arrays: what each position asks, what some position must have, counts and equal items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from runsnap.evolution._budget import Unsupported
from runsnap.evolution._formulas import Literal

if TYPE_CHECKING:
    from runsnap.evolution._solver import Answer, Solver

_LONGEST = 10_000
_MOST_CHOSEN = 40
_MOST_VALUES = 8


@dataclass(slots=True)
class _Wanted:
    """What the literals ask of an array."""

    low: int = 0
    high: int | None = None
    at: dict[int, list[int]] = field(default_factory=dict)
    after: list[tuple[int, int]] = field(default_factory=list)
    some_at: list[tuple[int, int]] = field(default_factory=list)
    some_after: list[tuple[int, int]] = field(default_factory=list)
    fewest: dict[int, int] = field(default_factory=dict)
    most: dict[int, int] = field(default_factory=dict)
    distinct: bool = False
    repeated: bool = False

    @property
    def counted(self) -> list[int]:
        return sorted({*self.fewest, *self.most})

    @property
    def told_apart(self) -> int:
        """From this position on, all positions ask the same."""
        starts = [start for start, _ in (*self.after, *self.some_after)]
        ends = [index + 1 for index in (*self.at, *(at for at, _ in self.some_at))]
        return max((*starts, *ends), default=0)

    def asked(self, index: int) -> frozenset[tuple[int, bool]]:
        """What every array has at a position."""
        here = [(child, True) for child in self.at.get(index, ())]
        return frozenset([*here, *((child, True) for start, child in self.after if start <= index)])


def solve(solver: Solver, literals: list[Literal]) -> Answer:
    """An array for which the literals hold."""
    from runsnap.evolution._solver import NONE, some, unknown

    wanted = _read(literals)
    if wanted.distinct and wanted.repeated:
        return NONE
    if any(size > wanted.most.get(child, size) for child, size in wanted.fewest.items()):
        return NONE
    if wanted.distinct and any(not _has_values(solver, child, size) for child, size in wanted.fewest.items()):
        return NONE
    extra = sum(wanted.fewest.values()) + len(wanted.some_after) + (2 if wanted.repeated else 0)
    longest = max(wanted.low, wanted.told_apart + extra)
    if wanted.high is not None:
        longest = min(longest, wanted.high)
    shortest = max([wanted.low, *(at + 1 for at, _ in wanted.some_at)])
    if shortest > longest:
        return NONE
    if longest > _LONGEST:
        raise Unsupported(f"arrays of {longest} items are too long to look at")
    search = _Search(solver, wanted)
    for length in range(shortest, longest + 1):
        found = search.of_length(length)
        if found is not None:
            return some(found)
    return unknown(search.reason) if search.reason else NONE


def _has_values(solver: Solver, child: int, size: int) -> bool:
    """Whether there are so many different values of a class; large numbers are taken for granted."""
    found: list[Any] = []
    while len(found) < min(size, _MOST_VALUES):
        excluded = [(solver.table.constant(*found), False)] if found else []
        answer = solver.solve((child, True), *excluded)
        if answer.verdict == "none":
            return False
        if answer.verdict == "unknown":
            return True
        found.append(answer.value)
    return True


def _read(literals: list[Literal]) -> _Wanted:
    wanted = _Wanted()
    for atom, holds in literals:
        match atom, holds:
            case ("at least", size), _:
                wanted.low = max(wanted.low, size)
            case ("at most", size), _:
                wanted.high = size if wanted.high is None else min(wanted.high, size)
            case ("item", index, child), True:
                wanted.at.setdefault(index, []).append(child)
            case ("item", index, child), False:
                wanted.some_at.append((index, child))
            case ("items", start, child), True:
                wanted.after.append((start, child))
            case ("items", start, child), False:
                wanted.some_after.append((start, child))
            case ("count", child, size), True:
                wanted.fewest[child] = max(wanted.fewest.get(child, 0), size)
            case ("count", child, size), False:
                wanted.most[child] = min(wanted.most.get(child, size - 1), size - 1)
            case ("unique",), _:
                wanted.distinct |= holds
                wanted.repeated |= not holds
    return wanted


class _Search:
    """Chooses, position by position, which of the demands it meets."""

    def __init__(self, solver: Solver, wanted: _Wanted) -> None:
        self.solver = solver
        self.wanted = wanted
        self.reason = ""
        self.lacking = False

    def of_length(self, length: int) -> list[Any] | None:
        """An array of just this length."""
        wanted = self.wanted
        plain = not (
            wanted.counted or wanted.some_after or wanted.some_at or wanted.distinct or wanted.repeated
        )
        if plain:
            return self.plain(length)
        if length > _MOST_CHOSEN + wanted.told_apart:
            self.reason = self.reason or f"arrays of {length} items have too many arrangements"
            return None
        if not wanted.repeated:
            return self.arranged(length, None)
        for pair in combinations(range(min(length, wanted.told_apart + 2)), 2):
            found = self.arranged(length, pair)
            if found is not None:
                return found
        return None

    def plain(self, length: int) -> list[Any] | None:
        items: list[Any] = []
        for index in range(min(length, self.wanted.told_apart + 1)):
            answer = self.solver.ask(self.wanted.asked(index))
            if answer.verdict != "some":
                self.reason = self.reason or answer.reason
                return None
            items.append(answer.value)
        return items + items[-1:] * (length - len(items))

    def arranged(self, length: int, pair: tuple[int, int] | None) -> list[Any] | None:
        demands: list[tuple[int | None, int, int]] = [(at, at, child) for at, child in self.wanted.some_at]
        demands += [(None, start, child) for start, child in self.wanted.some_after]
        return self.place(length, pair, (), dict.fromkeys(self.wanted.counted, 0), tuple(demands))

    def place(
        self,
        length: int,
        pair: tuple[int, int] | None,
        items: tuple[Any, ...],
        counts: dict[int, int],
        demands: tuple[tuple[int | None, int, int], ...],
    ) -> list[Any] | None:
        """Fill the next position in each way that leaves a chance for the rest."""
        self.solver.work.step()
        index = len(items)
        left = length - index
        wanted = self.wanted
        if any(wanted.fewest.get(child, 0) - count > left for child, count in counts.items()):
            return None
        if any(at is not None and at < index for at, _, _ in demands):
            return None
        if left == 0:
            return None if demands else list(items)
        if pair is not None and index == pair[1]:
            return self.repeat(length, pair, items, counts, demands)
        for question, after, remaining in self.ways(index, pair, counts, demands):
            for value in self.values(question, items):
                found = self.place(length, pair, (*items, value), after, remaining)
                if found is not None:
                    return found
        return None

    def repeat(
        self,
        length: int,
        pair: tuple[int, int],
        items: tuple[Any, ...],
        counts: dict[int, int],
        demands: tuple[tuple[int | None, int, int], ...],
    ) -> list[Any] | None:
        """The second of two equal items; what it asks was asked of the first already."""
        value, holds = items[pair[0]], self.solver.meaning.holds
        after = {child: count + holds(child, value) for child, count in counts.items()}
        if any(after[child] > most for child, most in self.wanted.most.items()):
            return None
        index = pair[1]
        remaining = tuple(
            demand for demand in demands if not (_reaches(demand, index) and not holds(demand[2], value))
        )
        return self.place(length, pair, (*items, value), after, remaining)

    def ways(
        self,
        index: int,
        pair: tuple[int, int] | None,
        counts: dict[int, int],
        demands: tuple[tuple[int | None, int, int], ...],
    ) -> Iterator[
        tuple[frozenset[tuple[int, bool]], dict[int, int], tuple[tuple[int | None, int, int], ...]]
    ]:
        """What a position may be asked: which counted classes it has, which demands it meets."""
        base = self.wanted.asked(index)
        forced = [demand for demand in demands if demand[0] == index]
        free = [demand for demand in demands if demand[0] is None and _reaches(demand, index)]
        if pair is not None and index == pair[0]:
            base |= self.wanted.asked(pair[1])
            forced += [demand for demand in demands if demand[0] == pair[1]]
        for met in _subsets(free):
            chosen = [*forced, *met]
            question = base | {(child, False) for _, _, child in chosen}
            remaining = tuple(demand for demand in demands if demand not in chosen)
            for having in _subsets(list(counts)):
                after = {child: count + (child in having) for child, count in counts.items()}
                if all(after[child] <= most for child, most in self.wanted.most.items()):
                    yield question | {(child, child in having) for child in counts}, after, remaining

    def uniform(self) -> bool:
        """Whether all positions ask the same, so that any choice of different items is as good as another."""
        wanted = self.wanted
        return not (wanted.told_apart or wanted.counted or wanted.some_after)

    def values(self, question: frozenset[tuple[int, bool]], items: tuple[Any, ...]) -> Iterator[Any]:
        """A value for a position, and others as long as a later position lacks one that differs from them."""
        tried: list[Any] = []
        while True:
            taken = [*(items if self.wanted.distinct else ()), *tried]
            asked = question | {(self.solver.table.constant(*taken), False)} if taken else question
            answer = self.solver.ask(asked)
            if answer.verdict != "some":
                self.reason = self.reason or answer.reason
                self.lacking |= (
                    bool(items) and self.wanted.distinct and self.solver.ask(question).verdict != "none"
                )
                return
            before, self.lacking = self.lacking, False
            yield answer.value
            blocked = self.lacking
            # Whoever chose the items before may have to choose again, too.
            self.lacking |= before
            if not blocked or self.uniform():
                return
            tried.append(answer.value)
            if len(tried) >= _MOST_VALUES:
                self.reason = (
                    self.reason or "whether enough different items exist depends on how they are chosen"
                )
                return


def _reaches(demand: tuple[int | None, int, int], index: int) -> bool:
    at, start, _ = demand
    return start <= index if at is None else at == index


def _subsets(options: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Larger first, so that demands are met as early as they can be."""
    for size in range(len(options), -1, -1):
        yield from combinations(options, size)
