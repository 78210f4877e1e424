"""Texts with the secrets in them masked, and the rest left as it is."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable
from typing import NamedTuple

from runsnap._redact.detectors import DETECTORS, FINDERS
from runsnap._redact.escapes import View, views
from runsnap._redact.placeholders import Placeholders

_MOST_ROUNDS = 4


class Found(NamedTuple):
    """A piece of a text, and the detector that knows it."""

    start: int
    end: int
    detector: str


class Masked(NamedTuple):
    """A text, and the detectors that something was replaced by, one for each piece."""

    text: str
    detectors: tuple[str, ...]


class Mask:
    """What masks secrets by these detectors."""

    def __init__(self, placeholders: Placeholders, detectors: Collection[str]) -> None:
        self._placeholders = placeholders
        self._detectors = [name for name in DETECTORS if name in detectors]

    def __call__(self, text: str) -> Masked:
        """The text with placeholders for what the detectors find, in it and behind escapes of JSON.

        What is left shows nothing to them any more. A text that cannot be
        settled piece by piece is replaced whole.
        """
        masked = text
        for _ in range(_MOST_ROUNDS):
            try:
                found = self._find(masked)
            except OverflowError:
                break
            if not found:
                return Masked(masked, self._added(text, masked))
            masked = self._replace(masked, found)
        whole = self._placeholders.of("escaped", text)
        return Masked(whole, self._added("", whole))

    def _added(self, before: str, after: str) -> tuple[str, ...]:
        """The labels of the placeholders that a text has more than before."""
        if after == before:
            return ()
        count = self._placeholders.labels_in
        return tuple((count(after) - count(before)).elements())

    def _replace(self, text: str, found: Iterable[Found]) -> str:
        pieces: list[str] = []
        end = 0
        for piece in found:
            secret = text[piece.start : piece.end]
            pieces += (text[end : piece.start], self._placeholders.of(piece.detector, secret))
            end = piece.end
        return "".join((*pieces, text[end:]))

    def _find(self, text: str) -> list[Found]:
        """What there is, in order, no piece over another; from the view with the most escapes resolved outwards."""
        if not self._detectors:
            return []
        found: list[Found] = []
        deeper: View | None = None
        for view in reversed(list(views(text))):
            found = _merged([*found, *self._in_view(view, deeper, found)])
            deeper = view
        return found

    def _in_view(self, view: View, deeper: View | None, known: list[Found]) -> Iterable[Found]:
        for name in self._detectors:
            for span in FINDERS[name](view.text):
                whole = deeper.whole_escapes(span) if deeper else span
                found = Found(*view.in_original(whole), name)
                if whole != span and _overlaps(found, known):
                    continue  # it cuts an escape, and begins or ends elsewhere once that is resolved
                yield found


def _overlaps(piece: Found, known: list[Found]) -> bool:
    """Whether a piece lies over one of those known, which are in order and apart from each other."""
    last = bisect_left(known, (piece.end,)) - 1
    return last >= 0 and known[last].end > piece.start


def _merged(found: list[Found]) -> list[Found]:
    """In order; of pieces that overlap, all of them under the name of the first detector."""
    merged: list[Found] = []
    for piece in sorted(found):
        if merged and piece.start < merged[-1].end:
            last = merged[-1]
            name = min(last.detector, piece.detector, key=DETECTORS.index)
            merged[-1] = Found(last.start, max(last.end, piece.end), name)
        else:
            merged.append(piece)
    return merged
