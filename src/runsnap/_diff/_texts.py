"""What was taken out of a text and put into it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from runsnap._diff._align import Effort, align, gaps

PieceKind: TypeAlias = Literal["equal", "removed", "added"]

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_HAS_WORD = re.compile(r"\w")
_LONGEST_BY_WORDS = 20_000
"""Characters that are compared word by word; longer texts are compared line by line."""
_LONGEST_WORD = 100


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A part of two texts: in both of them, in the first alone (removed) or in the second alone (added)."""

    kind: PieceKind
    text: str


def pieces_between(before: Any, after: Any, effort: Effort) -> tuple[TextPiece, ...]:
    """The pieces of two texts; none for other values."""
    if isinstance(before, str) and isinstance(after, str):
        return text_pieces(before, after, effort)
    return ()


def text_pieces(before: str, after: str, effort: Effort) -> tuple[TextPiece, ...]:
    """The two texts as pieces, in order: without the added ones they are the first, without the removed the second.

    By words, and by lines where both are long.
    """
    head, tail = _shared_ends(before, after)
    by_words = len(before) + len(after) - 2 * (head + tail) <= _LONGEST_BY_WORDS
    head = _border(before, after, head, by_words)
    tail = _border(before[::-1], after[::-1], tail, by_words, from_end=True)
    end = before[len(before) - tail :]
    ones, others = (
        _WORDS.findall(middle) if by_words else middle.splitlines(keepends=True)
        for middle in (before[head : len(before) - tail], after[head : len(after) - tail])
    )
    changes = _without_islands(_changes(before[:head], ones, others, effort))
    pieces = [piece for change in changes for piece in change.pieces()]
    return tuple(_joined([*pieces, TextPiece("equal", end)]))


class _Change(NamedTuple):
    """What stands before it in both texts, what it takes out and what it puts in."""

    equal: str
    removed: str
    added: str

    def pieces(self) -> Iterator[TextPiece]:
        yield TextPiece("equal", self.equal)
        yield TextPiece("removed", self.removed)
        yield TextPiece("added", self.added)


def _changes(head: str, ones: list[str], others: list[str], effort: Effort) -> Iterator[_Change]:
    """The changes of the parts; the last one changes nothing."""
    pairs = align(ones, others, effort)
    done = 0
    for mine, theirs in gaps(pairs, range(len(ones)), range(len(others))):
        equal = "".join(ones[done : mine.start])
        yield _Change(head + equal, "".join(_of(ones, mine)), "".join(_of(others, theirs)))
        head, done = "", mine.stop
    yield _Change(head + "".join(ones[done:]), "", "")


def _of(parts: list[str], places: range) -> list[str]:
    return parts[places.start : places.stop]


def _without_islands(changes: Iterable[_Change]) -> list[_Change]:
    """Changes with nothing but spaces and signs between them are one: that reads better."""
    joined: list[_Change] = []
    for change in changes:
        if joined and not _HAS_WORD.search(change.equal) and (change.removed or change.added):
            last = joined.pop()
            removed = last.removed + change.equal + change.removed
            added = last.added + change.equal + change.added
            joined.append(_Change(last.equal, removed, added))
        else:
            joined.append(change)
    return joined


def _shared_ends(before: str, after: str) -> tuple[int, int]:
    """How many characters the beginnings share, and the ends."""
    most = min(len(before), len(after))
    head = _longest(most, lambda size: before[:size] == after[:size])
    turned, other = before[::-1], after[::-1]
    return head, _longest(most - head, lambda size: turned[:size] == other[:size])


def _longest(most: int, holds: Callable[[int], bool]) -> int:
    """The largest size up to ``most`` for which it holds, as it does for every smaller one."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low


def _border(one: str, other: str, size: int, by_words: bool, *, from_end: bool = False) -> int:
    """The size, or less, so that no word is cut (a very long one is none), or no line where there is any."""
    if not by_words and (line := one.rfind("\n", 0, size)) >= 0:
        return line if from_end else line + 1
    least = max(0, size - _LONGEST_WORD)
    while size > least and any(
        size < len(text) and _is_inside(text[size - 1], text[size]) for text in (one, other)
    ):
        size -= 1
    return size


def _is_inside(before: str, after: str) -> bool:
    return (before.isalnum() and after.isalnum()) or (before.isspace() and after.isspace())


def _joined(pieces: list[TextPiece]) -> Iterator[TextPiece]:
    """Without empty ones, and neighbours of one kind as one."""
    last: TextPiece | None = None
    for piece in pieces:
        if not piece.text:
            continue
        if last is not None and last.kind == piece.kind:
            last = TextPiece(last.kind, last.text + piece.text)
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last
