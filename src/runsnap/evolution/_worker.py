"""The process in which the engine runs: it may take too long, take too much memory, or crash."""

from __future__ import annotations

import json
import signal
import sys
import threading
from contextlib import suppress

from runsnap.evolution._budget import Budget
from runsnap.evolution._compare import undecided
from runsnap.evolution._engine import Options, review
from runsnap.evolution._frames import read_frame, write_frame
from runsnap.evolution._wire import review_text

_STACK = 256 * 1024**2
_RECURSION = 12_000


def limit_memory(size: int) -> None:
    """Let allocations fail beyond a size, where the system knows how."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = size if hard == resource.RLIM_INFINITY else min(size, hard)
    # Some systems know the limit and refuse to set it.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def answer(request: bytes) -> bytes:
    """The review of one request."""
    asked = json.loads(request)
    budget = Budget(**asked["budget"])
    limit_memory(budget.memory)
    try:
        options = Options(asked["view"], asked["assert_formats"], budget)
        return review_text(review(asked["old"], asked["new"], options))
    except MemoryError:
        return review_text(undecided(asked["view"], f"the memory budget of {budget.memory} bytes is spent"))
    except Exception as error:  # noqa: BLE001 - a fault of the engine decides nothing, and says so
        return review_text(undecided(asked["view"], f"the engine failed: {type(error).__name__}: {error}"))


def serve() -> None:
    """Answer requests until there are no more."""
    while (request := read_frame(sys.stdin.buffer)) is not None:
        write_frame(sys.stdout.buffer, answer(request))


def main() -> None:
    """Serve in a thread with a stack of its own, so that deep schemas have room."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setrecursionlimit(_RECURSION)
    threading.stack_size(_STACK)
    thread = threading.Thread(target=serve)
    thread.start()
    thread.join()
