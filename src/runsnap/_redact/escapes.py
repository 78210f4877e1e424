"""Text as it reads once the JSON escapes in it are resolved, and where each piece of it comes from."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

Span = tuple[int, int]

_ESCAPE = re.compile(r'\\(?:u([0-9A-Fa-f]{4})|(["\\/bfnrt]))')
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_MOST_LEVELS = 8


class View:
    """A text, and the way from its positions back to those of the text that it was made of."""

    def __init__(self, text: str, source: View | None, escapes: list[Span], places: list[int]) -> None:
        self.text = text
        self._source = source
        self._escapes = escapes
        self._places = places
        """Of each escape: where it stands in the source, and where its character stands here."""

    def in_original(self, span: Span) -> Span:
        """The same piece of the original text."""
        if self._source is None:
            return span
        return self._source.in_original((self._back(span[0]), self._back(span[1])))

    def _back(self, position: int) -> int:
        """The place in the source where this many characters of the view are over."""
        index = bisect_left(self._places, position) - 1
        if index < 0:
            return position
        return self._escapes[index][1] + position - self._places[index] - 1

    def resolved(self) -> View | None:
        """The view with the escapes of this one resolved; None where there are none."""
        if "\\" not in self.text:
            return None
        pieces: list[str] = []
        escapes: list[Span] = []
        places: list[int] = []
        end, length = 0, 0
        for found in _ESCAPE.finditer(self.text):
            pieces += (self.text[end : found.start()], _character(found))
            length += found.start() - end
            places.append(length)
            length += 1
            end = found.end()
            escapes.append(found.span())
        if not escapes:
            return None
        pieces.append(self.text[end:])
        return View("".join(pieces), self, escapes, places)

    def whole_escapes(self, span: Span) -> Span:
        """The span, extended to whole escapes of the source; spans are of the source."""
        start, end = span
        index = bisect_left(self._escapes, (start, 0)) - 1
        if index >= 0 and start < self._escapes[index][1]:
            start = self._escapes[index][0]
        index = bisect_left(self._escapes, (end, 0)) - 1
        if index >= 0 and end < self._escapes[index][1]:
            end = self._escapes[index][1]
        return start, end


def _character(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _SHORT.get(found[2], found[2])


def views(text: str) -> Iterator[View]:
    """The text, and the text with its escapes resolved, as long as there are some.

    Raises OverflowError where escapes are nested deeper than anybody writes them.
    """
    view: View | None = View(text, None, [], [])
    for _ in range(_MOST_LEVELS):
        if view is None:
            return
        yield view
        view = view.resolved()
    if view is not None:
        raise OverflowError
