"""A bar on a terminal's standard error, for work that takes long."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

from runsnap.cli._screen import is_terminal, say
from runsnap.cli._text import counted

_PATIENCE = 2.0
"""Seconds before the bar appears."""

_PAUSE = 0.1
"""Seconds between two drawings."""

_WIDTH = 30


class Progress:
    """How many of the files are done. Output of other kinds goes through ``line``, above the bar."""

    def __init__(self, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.total = total
        self.done = 0
        self.documents = 0
        self._clock = clock
        self._drawn = False
        self._next = clock() + _PATIENCE

    def document(self) -> None:
        """One more document is done."""
        self.documents += 1
        self._draw()

    def file(self) -> None:
        """One more file is done."""
        self.done += 1
        self._draw()

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

    def _draw(self) -> None:
        now = self._clock()
        if (
            now < self._next
            or sys.stderr is None
            or not is_terminal(sys.stderr)
            or os.environ.get("TERM") == "dumb"
        ):
            return
        self._next = now + _PAUSE
        filled = _WIDTH * self.done // max(self.total, 1)
        bar = "#" * filled + "-" * (_WIDTH - filled)
        text = f"[{bar}] {self.done:,} of {self.total:,} files, {counted(self.documents, 'document')}"
        sys.stderr.write(f"\r\x1b[2K{text}")
        sys.stderr.flush()
        self._drawn = True
