"""Ends what takes too long, by the time that the processor spends on it."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Generator
from typing import Any, NoReturn

SECONDS = 10


class TooSlow(BaseException):
    """No small input may take as long as this; nothing in the package catches it by chance."""


@contextlib.contextmanager
def limited(seconds: float = SECONDS) -> Generator[None]:
    """Raise TooSlow in the block after so many seconds of work; no limit where the system has no such clock."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before: Callable[..., Any] | int | None = signal.signal(signal.SIGVTALRM, _too_slow)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _too_slow(number: int, frame: Any) -> NoReturn:
    raise TooSlow
