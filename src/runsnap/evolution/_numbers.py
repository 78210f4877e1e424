"""Numbers: intervals, multiples, and what they must not be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from math import ceil, floor, lcm
from typing import TYPE_CHECKING

from runsnap.evolution._formulas import Literal
from runsnap.evolution._json_values import Kind, freeze, plain
from runsnap.evolution._shapes import Bound

if TYPE_CHECKING:
    from runsnap.evolution._solver import Answer, Solver

_MOST_TRIES = 5_000


def solve(solver: Solver, kind: Kind, literals: list[Literal]) -> Answer:
    """A number of a kind for which the literals hold."""
    from runsnap.evolution._solver import NONE, some, unknown

    low = _tightest([atom[1] for atom, _ in literals if atom[0] == "low"], sign=1)
    high = _tightest([atom[1] for atom, _ in literals if atom[0] == "high"], sign=-1)
    multiples = [atom[1] for atom, holds in literals if atom[0] == "multiple" and holds]
    avoided = [atom[1] for atom, holds in literals if atom[0] == "multiple" and not holds]
    if _empty(low, high):
        return NONE
    (multiples if kind == "integer" else avoided).append(Fraction(1))
    if multiples:
        candidates, complete = _stepwise(_common(multiples), avoided, low, high)
    else:
        point = low is not None and high is not None and low.value == high.value
        candidates, complete = _dense(low, high), point
    excluded = frozenset().union(*(atom[1] for atom, _ in literals if atom[0] == "enum"))
    for number in candidates:
        solver.work.step()
        if any((number / step).denominator == 1 for step in avoided):
            continue
        try:
            value = plain(number)
        except OverflowError:
            complete = False
            continue
        if freeze(value) != ("number", number):
            complete = False
        elif freeze(value) not in excluded:
            return some(value)
    return NONE if complete else unknown("no number was found that a document can hold")


def _tightest(bounds: list[Bound], sign: int) -> Bound | None:
    return max(bounds, key=lambda bound: (sign * bound.value, bound.exclusive), default=None)


def _empty(low: Bound | None, high: Bound | None) -> bool:
    if low is None or high is None:
        return False
    return low.value > high.value or (low.value == high.value and (low.exclusive or high.exclusive))


def _common(steps: list[Fraction]) -> Fraction:
    """The smallest number that is a multiple of all."""
    result = steps[0]
    for step in steps[1:]:
        over = result.denominator * step.denominator
        result = Fraction(lcm(result.numerator * step.denominator, step.numerator * result.denominator), over)
    return result


def _stepwise(
    step: Fraction, avoided: list[Fraction], low: Bound | None, high: Bound | None
) -> tuple[Iterator[Fraction], bool]:
    """Multiples of a step within bounds, and whether those that are tried are enough for a proof.

    Whether a multiple is avoided repeats with a period, so one period is enough
    unless single values are excluded, of which there may be some in each.
    """
    periods = [(_common([step, other]) / step).numerator for other in avoided]
    if 1 in periods:
        return iter(()), True
    first = None if low is None else _above(low, step)
    last = None if high is None else _below(high, step)
    total = None if first is None or last is None else max(0, last - first + 1)
    tries = _MOST_TRIES if total is None else min(total, _MOST_TRIES)
    complete = total is not None and total <= _MOST_TRIES
    return (index * step for index in _indices(first, last, tries)), complete


def _above(bound: Bound, step: Fraction) -> int:
    index = bound.value / step
    return floor(index) + 1 if bound.exclusive else ceil(index)


def _below(bound: Bound, step: Fraction) -> int:
    index = bound.value / step
    return ceil(index) - 1 if bound.exclusive else floor(index)


def _indices(first: int | None, last: int | None, tries: int) -> Iterator[int]:
    """From the one nearest to zero outwards."""
    if first is not None and first > 0:
        yield from range(first, first + tries)
    elif last is not None and last < 0:
        yield from range(last, last - tries, -1)
    else:
        yielded = 0
        for distance in count():
            for index in dict.fromkeys((distance, -distance)):
                if yielded >= tries:
                    return
                if (first is None or index >= first) and (last is None or index <= last):
                    yielded += 1
                    yield index


def _dense(low: Bound | None, high: Bound | None) -> Iterator[Fraction]:
    """Numbers of an interval with more than integers in it, the plain ones first."""
    if low is not None and high is not None and low.value == high.value:
        yield low.value
        return
    for scale in (2, 10, 100, 1_000, 10_000, 10**6, 10**9, 10**12, 10**15):
        step = Fraction(1, scale)
        first = None if low is None else _above(low, step)
        last = None if high is None else _below(high, step)
        if first is not None and last is not None and first > last:
            continue
        tries = 60 if first is None or last is None else min(60, last - first + 1)
        yield from (index * step for index in _indices(first, last, tries))
    if low is not None and high is not None:
        for part in (2, 3, 4, 7):
            yield Fraction(float(low.value + (high.value - low.value) / part))
