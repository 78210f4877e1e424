"""Work that must not depend on how deep its caller's stack is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def on_fresh_stack(work: Callable[[], T]) -> T:
    """Run ``work``; where the stack is too short for it, run it again on one of its own.

    Raises what ``work`` raises, and LimitError where even a fresh stack is too short.
    """
    try:
        return work()
    except RecursionError:
        return in_thread(work)


def in_thread(work: Callable[[], T]) -> T:
    """Run ``work`` in a thread of its own, and wait for it; what it raises is raised here."""
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - handed to the caller's thread
            errors.append(error)

    thread = threading.Thread(target=run, name="runsnap-fresh-stack")
    thread.start()
    thread.join()
    if not errors:
        return results[0]
    if isinstance(errors[0], RecursionError):
        from runsnap._limits import DEEPEST
        from runsnap.errors import LimitError

        raise LimitError("nesting depth", DEEPEST) from None
    raise errors[0]
