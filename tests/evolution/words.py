"""Short words that a regular expression matches, and their close neighbours: no engine, no solver."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, product
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

FILL = "a"
"""Stands for any character where the pattern does not say which."""
CLASSES = {
    op.CATEGORY_DIGIT: "0",
    op.CATEGORY_NOT_DIGIT: "a",
    op.CATEGORY_SPACE: " ",
    op.CATEGORY_NOT_SPACE: "a",
    op.CATEGORY_WORD: "a",
    op.CATEGORY_NOT_WORD: "-",
}
MANY = 12
"""Words a piece of a pattern contributes at most."""


@cache
def words(pattern: str) -> tuple[str, ...]:
    """Some words that the pattern finds something in, shortest first; none for a pattern that Python cannot read."""
    try:
        tree = parser.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        return ()
    made = sorted(set(islice(_sequence(list(tree)), 4 * MANY)), key=lambda word: (len(word), word))
    return tuple(made[: 2 * MANY])


@cache
def neighbours(pattern: str) -> tuple[str, ...]:
    """Words of the pattern, and what one edit makes of them."""
    near: dict[str, None] = dict.fromkeys(words(pattern))
    for word in words(pattern)[:4]:
        near |= dict.fromkeys(
            [word[:-1], word[1:], word + FILL, FILL + word, word + "\n", word.upper(), word + word[-1:]]
        )
    return tuple(near)


def _sequence(nodes: list[Any]) -> Iterator[str]:
    choices = [list(dict.fromkeys(islice(_piece(node), MANY))) for node in nodes]
    yield from ("".join(parts) for parts in product(*choices))


def _piece(node: tuple[Any, Any]) -> Iterable[str]:
    kind, value = node
    if kind is op.LITERAL:
        return [chr(value)]
    if kind is op.NOT_LITERAL:
        return [next(c for c in "ab" if ord(c) != value)]
    if kind is op.ANY:
        return [FILL, "b"]
    if kind is op.IN:
        return _set(value)
    if kind is op.BRANCH:
        return (word for branch in value[1] for word in islice(_sequence(list(branch)), MANY))
    if kind is op.SUBPATTERN:
        return _sequence(list(value[-1]))
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
        return _repeat(*value)
    return [""]


def _set(items: list[tuple[Any, Any]]) -> list[str]:
    negated = items[0][0] is op.NEGATE
    members: list[str] = []
    for kind, value in items[negated:]:
        if kind is op.LITERAL:
            members.append(chr(value))
        elif kind is op.RANGE:
            members += [chr(value[0]), chr(value[1]), chr((value[0] + value[1]) // 2)]
        elif kind is op.CATEGORY:
            members.append(CLASSES.get(value, FILL))
    if not negated:
        return members
    pattern = (
        re.compile("[" + "".join(re.escape(member) for member in members) + "]")
        if members
        else re.compile("$^")
    )
    return [c for c in "ab0 -Z\n" if not pattern.match(c)][:2]


def _repeat(low: int, high: int, body: Any) -> Iterator[str]:
    base = list(dict.fromkeys(islice(_sequence(list(body)), 4))) or [""]
    top = min(int(high), low + 2)
    for count in dict.fromkeys([low, min(low + 1, top), top, min(int(high), 40)]):
        for word in base:
            yield word * count
        if count > 1 and len(base) > 1:
            yield base[0] + base[1] * (count - 1)
