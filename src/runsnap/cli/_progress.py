"""A bar on a terminal's standard error, for work that takes long."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

from runsnap._units import counted
from runsnap.cli._screen import is_terminal, say

_PATIENCE = 2.0
"""Seconds before the bar appears."""

_PAUSE = 0.1
"""Seconds between two drawings."""

_WIDTH = 30


class Bar:
    """A bar that can be drawn and taken away."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._drawn = False
        self._start = clock()
        self._next = self._start + _PATIENCE

    def line(self, text: str) -> None:
        """Print a line of the command's output."""
        self.clear()
        say(text)

    def clear(self) -> None:
        """Take the bar away."""
        if self._drawn and sys.stderr is not None:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self._drawn = False

    def _draw(self, text: Callable[[float], str]) -> None:
        """Draw what ``text`` says of the seconds so far, if it is time to."""
        now = self._clock()
        if (
            now < self._next
            or sys.stderr is None
            or not is_terminal(sys.stderr)
            or os.environ.get("TERM") == "dumb"
        ):
            return
        self._next = now + _PAUSE
        sys.stderr.write(f"\r\x1b[2K{text(now - self._start)}")
        sys.stderr.flush()
        self._drawn = True


def _bar(done: int, total: int) -> str:
    filled = min(_WIDTH, _WIDTH * done // max(total, 1))
    return f"[{'#' * filled}{'-' * (_WIDTH - filled)}]"


class Progress(Bar):
    """How many of the files are done. Output of other kinds goes through ``line``, above the bar."""

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self.total = total
        self.done = 0
        self.documents = 0

    def document(self) -> None:
        """One more document is done."""
        self.documents += 1
        self._draw(self._text)

    def file(self) -> None:
        """One more file is done."""
        self.done += 1
        self._draw(self._text)

    def _text(self, _: float) -> str:
        files = f"{self.done:,} of {self.total:,} files"
        return f"{_bar(self.done, self.total)} {files}, {counted(self.documents, 'document')}"


class StreamProgress(Bar):
    """How far a conversion is, how fast it goes and how long it still takes; ``total`` in bytes, None if unknown."""

    def __init__(self, total: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self.total = total

    def update(self, position: int, documents: int) -> None:
        """So many bytes are read, so many documents done."""
        self._draw(lambda seconds: self._text(position, documents, seconds))

    def _text(self, position: int, documents: int, seconds: float) -> str:
        rate = f"{counted(documents, 'document')}, {int(documents / seconds):,} a second"
        if not self.total or not position:
            return rate
        share = min(position / self.total, 1.0)
        left = _clock_time(int(seconds * (1 / share - 1)))
        return f"{_bar(min(position, self.total), self.total)} {int(share * 100)} %, {rate}, {left} left"


def _clock_time(seconds: int) -> str:
    """``0:07``, ``12:34``, ``1:02:03``."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
