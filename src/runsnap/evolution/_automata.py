"""Deterministic automata of patterns, made as far as they are walked.

A pattern is searched for anywhere in a text, so the automaton may begin at
every character and, once it has found the pattern, stays satisfied.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import Final

from runsnap.evolution._budget import Unsupported
from runsnap.evolution._regex import EVERYTHING, Nfa, Ranges, parse

FOUND: Final = 0
_MOST_STATES = 10_000


class TooLarge(Unsupported):
    """A determined automaton has too many states."""


class Dfa:
    """States are numbers: 0 is "found, whatever follows", 1 is the beginning of the text."""

    def __init__(self, nfa: Nfa) -> None:
        self._nfa = nfa
        self._ids: dict[frozenset[int], int] = {}
        self._sets: list[frozenset[int]] = [frozenset(), self._closure({nfa.first}, start=True)]
        self._moves: dict[tuple[int, int], int] = {}
        self._ends: dict[int, bool] = {FOUND: True}
        self.first = FOUND if nfa.last in self._sets[1] else 1
        self.alphabet = nfa.alphabet()

    def _closure(self, states: set[int], *, start: bool = False, end: bool = False) -> frozenset[int]:
        return closure(self._nfa, states, start=start, end=end)

    def moves(self, state: int, char: int) -> tuple[int, ...]:
        """The one state after one more character."""
        return (self.move(state, char),)

    def move(self, state: int, char: int) -> int:
        """The state after one more character."""
        if state == FOUND:
            return FOUND
        key = (state, char)
        known = self._moves.get(key)
        if known is None:
            known = self._moves[key] = self._make_move(state, char)
        return known

    def _make_move(self, state: int, char: int) -> int:
        targets = {self._nfa.first}
        for source in self._sets[state]:
            for ranges, target in self._nfa.chars[source]:
                if contains(ranges, char):
                    targets.add(target)
        reached = self._closure(targets)
        if self._nfa.last in reached:
            return FOUND
        known = self._ids.get(reached)
        if known is None:
            if len(self._sets) >= _MOST_STATES:
                raise TooLarge("the automaton of a pattern grows too large")
            known = self._ids[reached] = len(self._sets)
            self._sets.append(reached)
        return known

    def accepts_end(self, state: int) -> bool:
        """Whether the text may end here."""
        known = self._ends.get(state)
        if known is None:
            reached = self._closure(set(self._sets[state]), start=state == 1, end=True)
            known = self._ends[state] = self._nfa.last in reached
        return known

    def matches(self, text: str) -> bool:
        """Whether the pattern is found in the text."""
        state = self.first
        for char in text:
            state = self.move(state, ord(char))
            if state == FOUND:
                return True
        return self.accepts_end(state)


class Guessing:
    """The same automaton, undetermined: it guesses which way a text goes on, and so stays small.

    Good for finding texts that match, not for finding texts that do not.
    """

    _BEGINNING: Final = -1
    _NOT_BEGUN: Final = -2
    _DONE: Final = -3

    def __init__(self, nfa: Nfa) -> None:
        self._nfa = nfa
        self._moves: dict[tuple[int, int], tuple[int, ...]] = {}
        self._anywhere = closure(nfa, {nfa.first})
        self._at_start = closure(nfa, {nfa.first}, start=True)
        self.first = self._DONE if nfa.last in self._at_start else self._BEGINNING
        self.alphabet = nfa.alphabet()

    def moves(self, state: int, char: int) -> tuple[int, ...]:
        """The states in which the automaton may be after one more character."""
        if state == self._DONE:
            return (state,)
        key = (state, char)
        known = self._moves.get(key)
        if known is None:
            known = self._moves[key] = tuple(sorted(self._make_moves(state, char)))
        return known

    def _make_moves(self, state: int, char: int) -> set[int]:
        targets: set[int] = set()
        sources: frozenset[int] = frozenset({state})
        if state in {self._BEGINNING, self._NOT_BEGUN}:
            targets.add(self._NOT_BEGUN)
            sources = self._at_start if state == self._BEGINNING else self._anywhere
        for source in sources:
            for ranges, target in self._nfa.chars[source]:
                if contains(ranges, char):
                    targets |= closure(self._nfa, {target})
        if self._nfa.last in targets:
            return {self._DONE}
        return {
            target for target in targets if target < 0 or self._nfa.chars[target] or self._nfa.ends[target]
        }

    def accepts_end(self, state: int) -> bool:
        """Whether the text may end here."""
        if state == self._DONE:
            return True
        if state == self._BEGINNING:
            return self._nfa.last in closure(self._nfa, {self._nfa.first}, start=True, end=True)
        first = self._nfa.first if state == self._NOT_BEGUN else state
        return self._nfa.last in closure(self._nfa, {first}, end=True)


def closure(nfa: Nfa, states: set[int], *, start: bool = False, end: bool = False) -> frozenset[int]:
    """What is reached without a character; ``start`` and ``end`` say where in the text that is."""
    seen, stack = set(states), list(states)
    while stack:
        state = stack.pop()
        following = list(nfa.free[state])
        if start:
            following += nfa.starts[state]
        if end:
            following += nfa.ends[state]
        for other in following:
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return frozenset(seen)


def contains(ranges: Ranges, char: int) -> bool:
    """Whether a code point lies in one of the ranges."""
    at = bisect_right(ranges, (char, 0x110000)) - 1
    return at >= 0 and ranges[at][0] <= char <= ranges[at][1]


@lru_cache(maxsize=256)
def guessing(pattern: str) -> Guessing:
    """The undetermined automaton of a pattern that has one."""
    nfa = parse(pattern)
    assert not isinstance(nfa, Unsupported)
    return Guessing(nfa)


@lru_cache(maxsize=1024)
def automaton(pattern: str) -> Dfa | Unsupported:
    """The automaton of a pattern, or why there is none."""
    nfa = parse(pattern)
    return nfa if isinstance(nfa, Unsupported) else Dfa(nfa)


def representatives(alphabets: list[set[Ranges]], texts: frozenset[str]) -> list[int]:
    """One readable character for each set of characters that nothing tells apart, the readable first."""
    singles = {ord(char) for text in texts for char in text}
    classes = sorted({ranges for alphabet in alphabets for ranges in alphabet})
    cuts = {low for low, _ in EVERYTHING} | {high + 1 for _, high in EVERYTHING}
    cuts |= {edge for ranges in classes for low, high in ranges for edge in (low, high + 1)}
    cuts |= {edge for char in singles for edge in (char, char + 1)}
    edges = sorted(cuts)
    best: dict[object, int] = {}
    for low, after in pairwise(edges):
        if not contains(EVERYTHING, low):
            continue
        key: object = low if low in singles else tuple(contains(ranges, low) for ranges in classes)
        char = _most_readable(low, after - 1)
        if key not in best or readability(char) < readability(best[key]):
            best[key] = char
    return sorted(best.values(), key=readability)


def readability(char: int) -> tuple[int, int]:
    """A key that puts readable characters first."""
    for rank, (low, high) in enumerate(_PREFERRED):
        if low <= char <= high:
            return rank, char
    return len(_PREFERRED), char


_PREFERRED = (
    (0x61, 0x7A),
    (0x30, 0x39),
    (0x41, 0x5A),
    (0x21, 0x7E),
    (0x20, 0x20),
    (0xA1, 0x2027),
    (0x202A, 0xFFFC),
)


def _most_readable(low: int, high: int) -> int:
    for first, last in _PREFERRED:
        if max(low, first) <= min(high, last):
            return max(low, first)
    return low
