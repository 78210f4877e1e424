"""Texts: a window of lengths, patterns by automaton, formats by example, and what they must not be."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from runsnap.evolution._automata import FOUND, Dfa, Guessing, TooLarge, automaton, guessing, representatives
from runsnap.evolution._budget import Unsupported
from runsnap.evolution._formats import ALSO_OF_FORMAT, EXAMPLES, NON_EXAMPLES, PATTERN_OF_FORMAT
from runsnap.evolution._formulas import Atom, Literal

if TYPE_CHECKING:
    from runsnap.evolution._solver import Answer, Solver

_LONGEST = 100_000
_MOST_COUNTED = 2_000
_MOST_CANDIDATES = 40


@dataclass(slots=True)
class _Wanted:
    """What the literals ask of a text."""

    low: int
    high: int | None
    patterns: list[tuple[str, bool]]
    excluded: frozenset[str]
    unchecked: list[Literal]


def solve(solver: Solver, literals: list[Literal]) -> Answer:
    """A text for which the literals hold."""
    from runsnap.evolution._solver import NONE, some, unknown

    wanted = _read(literals)
    if wanted.high is not None and wanted.low > wanted.high:
        return NONE
    if _formats_clash(wanted.unchecked):
        return NONE
    if not wanted.unchecked:
        text = next(_texts(solver, wanted), None)
        return NONE if text is None else some(text)
    for text in _candidates(solver, wanted):
        if all(solver.meaning.atom_holds(atom, text) is holds for atom, holds in literals):
            return some(text)
    if next(_texts(solver, wanted), None) is None:
        return NONE
    return unknown("; ".join(sorted({_why_unchecked(atom) for atom, _ in wanted.unchecked})))


def _why_unchecked(atom: Atom) -> str:
    if atom[0] == "pattern":
        return str(automaton(atom[1]))
    return f"no text was found that shows or rules out {str(atom[1]).replace(':', ' ', 1)}"


def _read(literals: list[Literal]) -> _Wanted:
    low = max((atom[1] for atom, _ in literals if atom[0] == "at least"), default=0)
    high = min((atom[1] for atom, _ in literals if atom[0] == "at most"), default=None)
    patterns: list[tuple[str, bool]] = []
    unchecked: list[Literal] = []
    for atom, holds in literals:
        if atom[0] == "format":
            unchecked.append((atom, holds))
            if holds and atom[1] in PATTERN_OF_FORMAT:
                patterns.append((PATTERN_OF_FORMAT[atom[1]], True))
        elif atom[0] == "pattern":
            machine = automaton(atom[1])
            if isinstance(machine, Unsupported):
                unchecked.append((atom, holds))
            else:
                patterns.append((atom[1], holds))
    keys: frozenset[Any] = frozenset().union(*(atom[1] for atom, _ in literals if atom[0] == "enum"))
    return _Wanted(low, high, patterns, frozenset(key for key in keys if isinstance(key, str)), unchecked)


def _formats_clash(unchecked: list[Literal]) -> bool:
    wanted = {str(atom[1]) for atom, holds in unchecked if holds}
    implied = wanted.union(*(ALSO_OF_FORMAT.get(name, ()) for name in wanted))
    return any(not holds and str(atom[1]) in implied for atom, holds in unchecked)


def _candidates(solver: Solver, wanted: _Wanted) -> Iterator[str]:
    """Texts of the formats themselves, then what the rest allows, then both mixed."""
    for atom, holds in wanted.unchecked:
        yield from (EXAMPLES if holds else NON_EXAMPLES).get(str(atom[1]), ())
    for examples in EXAMPLES.values():
        yield from examples
    yield from islice(_texts(solver, wanted), _MOST_CANDIDATES)


def _texts(solver: Solver, wanted: _Wanted) -> Iterator[str]:
    """Texts that fit, the shortest and most readable first; formats are left out of account."""
    if not wanted.patterns:
        yield from _free_texts(wanted)
        return
    try:
        yield from _walk(solver, wanted, [_determined(pattern) for pattern, _ in wanted.patterns])
    except TooLarge:
        machines = [
            guessing(pattern) if holds else _determined(pattern) for pattern, holds in wanted.patterns
        ]
        yield from _walk(solver, wanted, machines)


def _determined(pattern: str) -> Dfa:
    machine = automaton(pattern)
    assert not isinstance(machine, Unsupported)
    return machine


def _free_texts(wanted: _Wanted) -> Iterator[str]:
    if wanted.low > _LONGEST:
        raise Unsupported(f"texts of {wanted.low} characters are too long to look at")
    letters = "abcdefghijklmnopqrstuvwxyz0123456789"
    length = wanted.low
    while wanted.high is None or length <= wanted.high:
        tail = min(length, 3)
        every = (("a" * (length - tail)) + "".join(end) for end in product(letters, repeat=tail))
        yield from (text for text in every if text not in wanted.excluded)
        if tail == length:
            yield from _other_texts(wanted, length, letters)
        length += 1


def _other_texts(wanted: _Wanted, length: int, letters: str) -> Iterator[str]:
    """For a length of a few characters all of the alphabet counts, should the letters be excluded."""
    if length == 0:
        return
    for code in range(0x20, 0x3000):
        char = chr(code)
        if char not in letters and char * length not in wanted.excluded:
            yield char * length


def _walk(solver: Solver, wanted: _Wanted, machines: Sequence[Dfa | Guessing]) -> Iterator[str]:
    """Breadth first through the product of the automata, the excluded texts, and the length so far."""
    if wanted.low > _MOST_COUNTED:
        raise Unsupported(f"texts of {wanted.low} characters are too long for the automata")
    holds = [expected for _, expected in wanted.patterns]
    alphabet = representatives([machine.alphabet for machine in machines], wanted.excluded)
    prefixes = {text[:end] for text in wanted.excluded for end in range(len(text) + 1)}
    start = tuple(machine.first for machine in machines)
    queue = deque([(start, "" if prefixes else None, 0, "")])
    seen = {(start, "" if prefixes else None, 0)}
    while queue:
        states, trail, length, text = queue.popleft()
        fits = length >= wanted.low and text not in wanted.excluded
        if fits and all(
            machine.accepts_end(state) is expected
            for machine, state, expected in zip(machines, states, holds, strict=True)
        ):
            yield text
        if wanted.high is not None and len(text) >= wanted.high:
            continue
        for char in alphabet:
            solver.work.step()
            further = None
            if trail is not None and trail + chr(char) in prefixes:
                further = trail + chr(char)
            for after in product(
                *(machine.moves(state, char) for machine, state in zip(machines, states, strict=True))
            ):
                if any(state == FOUND and not expected for state, expected in zip(after, holds, strict=True)):
                    continue
                key = (after, further, min(length + 1, wanted.low))
                if key not in seen:
                    seen.add(key)
                    queue.append((*key, text + chr(char)))
