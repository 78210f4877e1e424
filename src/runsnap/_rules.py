"""The kinds of cross-field rules: the ``x-checks`` of a schema, brought to life.

A rule whose inputs are absent or null does not apply. Rules see documents that
the schema and the value rules accept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from runsnap._excerpt import excerpt
from runsnap._values import instant

Tokens: TypeAlias = tuple[str, ...]
Found: TypeAlias = tuple[tuple[str | int, ...], Any]


class Failure(NamedTuple):
    """What a rule found wrong: where, what it expected and what stands there."""

    path: tuple[str | int, ...]
    expected: str
    found: str


class Equal(NamedTuple):
    """Two values are equal, of the same JSON type."""

    id: str
    description: str
    left: Tokens
    right: Tokens
    ignore_case: bool

    def failures(self, document: Any) -> Iterator[Failure]:
        """What the document breaks of this rule; nothing where it does not apply."""
        left, right = _only(document, self.left), _only(document, self.right)
        if left is None or right is None:
            return
        if self._comparable(left[1]) != self._comparable(right[1]):
            yield Failure(left[0], f"the value of {_shown(self.right)}", excerpt(left[1]))

    def _comparable(self, value: Any) -> Any:
        folded = value.upper() if self.ignore_case and isinstance(value, str) else value
        return type(value), folded


class NotBefore(NamedTuple):
    """One instant is not before another."""

    id: str
    description: str
    later: Tokens
    earlier: Tokens

    def failures(self, document: Any) -> Iterator[Failure]:
        later, earlier = _only(document, self.later), _only(document, self.earlier)
        if later is None or earlier is None:
            return
        if instant(later[1]) < instant(earlier[1]):
            yield Failure(later[0], f"not before {_shown(self.earlier)}, {earlier[1]}", excerpt(later[1]))


class Present(NamedTuple):
    """A value is there when another value is one of a list."""

    id: str
    description: str
    at: Tokens
    condition: Tokens
    values: tuple[str, ...]

    def failures(self, document: Any) -> Iterator[Failure]:
        condition = _only(document, self.condition)
        if condition is not None and condition[1] in self.values and _only(document, self.at) is None:
            yield Failure(self.at, f"a value, since {_shown(self.condition)} is {condition[1]}", "nothing")


class Consecutive(NamedTuple):
    """Values count upwards by one; after a gap, each is compared with the one before it."""

    id: str
    description: str
    at: Tokens
    start: int

    def failures(self, document: Any) -> Iterator[Failure]:
        expected = self.start
        for path, value in _all(document, self.at):
            if value != expected:
                yield Failure(path, str(expected), excerpt(value))
            expected = int(value) + 1


class Length(NamedTuple):
    """A list is as long as one of several counts of values."""

    id: str
    description: str
    at: Tokens
    counts: tuple[tuple[Tokens, tuple[str, ...]], ...]
    or_empty: bool

    def failures(self, document: Any) -> Iterator[Failure]:
        found = _only(document, self.at)
        if found is None or (self.or_empty and not found[1]):
            return
        accepted = sorted({self._count(document, at, values) for at, values in self.counts})
        if len(found[1]) not in accepted:
            counts = " or ".join(map(str, accepted))
            yield Failure(found[0], f"{counts} entries", f"{len(found[1])} entries")

    @staticmethod
    def _count(document: Any, at: Tokens, values: tuple[str, ...]) -> int:
        return sum(value in values for _, value in _all(document, at))


class EqualsLast(NamedTuple):
    """A value equals the last of several that is there."""

    id: str
    description: str
    at: Tokens
    last: Tokens

    def failures(self, document: Any) -> Iterator[Failure]:
        found = _only(document, self.at)
        last = [value for _, value in _all(document, self.last) if value is not None]
        if found is not None and last and found[1] != last[-1]:
            yield Failure(found[0], f"the last of {_shown(self.last)}, {last[-1]}", excerpt(found[1]))


class Pattern(NamedTuple):
    """A text matches a pattern."""

    id: str
    description: str
    at: Tokens
    pattern: str
    max_length: int | None

    def failures(self, document: Any) -> Iterator[Failure]:
        found = _only(document, self.at)
        if found is None:
            return
        text = found[1]
        too_long = self.max_length is not None and len(text) > self.max_length
        if too_long or re.search(self.pattern, text, re.ASCII) is None:
            yield Failure(found[0], f"a text that matches {self.pattern}", excerpt(text))


Rule: TypeAlias = Equal | NotBefore | Present | Consecutive | Length | EqualsLast | Pattern
"""A rule, by its id and with the sentence that the schema gives it."""


def _only(document: Any, tokens: Tokens) -> Found | None:
    """The value at the tokens, of which none is ``*``, unless it is absent or null."""
    value = document
    for token in tokens:
        value = value.get(token) if isinstance(value, dict) else None
    return None if value is None else (tokens, value)


def _all(document: Any, tokens: Tokens) -> list[Found]:
    """Every value at the tokens, ``*`` standing for each item of a list; absent ones are left out."""
    reached: list[Found] = [((), document)]
    for token in tokens:
        if token == "*":
            reached = [((*path, index), item) for path, items in reached for index, item in _items(items)]
        else:
            reached = [
                ((*path, token), value[token])
                for path, value in reached
                if isinstance(value, dict) and token in value
            ]
    return reached


def _items(value: Any) -> Iterable[tuple[int, Any]]:
    return enumerate(value) if isinstance(value, list) else ()


def _shown(tokens: Tokens) -> str:
    return "".join(f"/{token}" for token in tokens)
