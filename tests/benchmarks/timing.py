"""How time is taken: candidates in turn, and the fastest round of each.

Noise of a machine only ever adds time, and it comes in waves: so the candidates
take turns within a round, rounds go on for a while, and the minimum counts. Time
is that of the processor, which other processes do not lengthen; on an idle
machine it is that of the clock, since nothing here waits.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping

Work = Callable[[], object]

_LEAST = 0.005
"""Seconds of one measurement: quick work is repeated that often."""

_SLOW = 0.75
"""Work that takes longer than so many seconds is done once, no more."""


def fastest(works: Mapping[str, Work], seconds: float = 1.0, rounds: int = 3) -> dict[str, float]:
    """Seconds of each work in its fastest round; so many rounds at least, and for so long."""
    repeats, best = {}, {}
    for name, work in works.items():
        best[name] = _seconds(work, 1)
        if best[name] < _SLOW:
            best[name] = _seconds(work, 1)  # without what loads on first use
        repeats[name] = max(1, round(_LEAST / max(best[name], 1e-7)))
    turn = [name for name in works if best[name] < _SLOW]
    end = time.perf_counter() + seconds
    done = 0
    while turn and (done < rounds or time.perf_counter() < end):
        gc.collect()
        for name in turn:
            best[name] = min(best[name], _seconds(works[name], repeats[name]))
        turn = [*turn[1:], turn[0]]
        done += 1
    return best


def _seconds(work: Work, repeats: int) -> float:
    start = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - start) / repeats
