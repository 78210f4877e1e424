"""Patterns of JSON Pointers: ``*`` is one token, ``**`` any number of tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from runsnap._pointer import tokens_of

_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])*)*")
_ANY_DEPTH = "**"


def parse_pattern(text: str) -> tuple[str, ...]:
    """The tokens of a pattern; ValueError for text that is no JSON Pointer."""
    if not _POINTER.fullmatch(text):
        raise ValueError(f"{text!r} is no JSON Pointer: it starts with a slash, and ~ is written ~0")
    return tuple(tokens_of(text))


class Standing(NamedTuple):
    """How a place stands to some patterns.

    ``waiting`` are the tokens to come, by number of pattern and position.
    ``covered`` says that the place or one above it matches, ``named`` that this
    very place does, by more than a closing ``**``.
    """

    waiting: frozenset[tuple[int, int]]
    covered: bool
    named: bool


class Patterns:
    """Several patterns, followed from the root of a document downwards."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(texts)
        self._tokens = tuple(map(parse_pattern, self.texts))
        self._met: set[int] = set()

    @property
    def root(self) -> Standing:
        """How the whole document stands."""
        return self._standing({(index, 0) for index in range(len(self._tokens))}, covered=False)

    @property
    def unmatched(self) -> tuple[str, ...]:
        """Patterns that no place has matched so far."""
        return tuple(text for index, text in enumerate(self.texts) if index not in self._met)

    def below(self, standing: Standing, token: str) -> Standing:
        """How the member or item of this token stands, by how its container does."""
        if not standing.waiting:
            return standing._replace(named=False) if standing.named else standing
        reached: set[tuple[int, int]] = set()
        for index, position in standing.waiting:
            expected = self._tokens[index][position]
            if expected == _ANY_DEPTH:
                reached.add((index, position))
            elif expected in ("*", token):
                reached.add((index, position + 1))
        return self._standing(reached, covered=standing.covered)

    def _standing(self, reached: set[tuple[int, int]], *, covered: bool) -> Standing:
        waiting: set[tuple[int, int]] = set()
        named = False
        for index, first in reached:
            tokens, position = self._tokens[index], first
            while position < len(tokens) and tokens[position] == _ANY_DEPTH:
                waiting.add((index, position))
                position += 1
            if position < len(tokens):
                waiting.add((index, position))
            else:
                self._met.add(index)
                covered = True
                named = named or tokens[-1:] != (_ANY_DEPTH,)
        return Standing(frozenset(waiting), covered, named)
