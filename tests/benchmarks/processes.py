"""Programs to measure: run to their end, with their time."""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

PYTHON = sys.executable


def run(command: list[str], folder: Path | None = None) -> str:
    """What the program prints; SystemExit with its complaint when it fails."""
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[:4])} … failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def wall(command: list[str], folder: Path | None = None) -> float:
    """Seconds from its start to its end."""
    start = time.perf_counter()
    run(command, folder)
    return time.perf_counter() - start


def in_turn(measures: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, tuple[float, float]]:
    """Minimum and median of what each measure says; all of them are taken once a round."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(rounds):
        for name, measure in measures.items():
            found[name].append(measure())
    return {name: (min(all_), statistics.median(all_)) for name, all_ in found.items()}


class Watch:
    """Adds up memory and processor time of a process and of all below it, ten times a second; Linux only."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peak = 0
        self._ticks: dict[int, int] = {}
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> int:
        """The peak in bytes."""
        self._end.set()
        self._thread.join()
        return self._peak

    @property
    def processor(self) -> float:
        """Seconds of processor time, but for the last tenth of a second of each process."""
        return sum(self._ticks.values()) / os.sysconf("SC_CLK_TCK")

    def _run(self) -> None:
        while not self._end.wait(0.1):
            family = _family(self._pid)
            self._peak = max(self._peak, sum(map(_resident, family)))
            self._ticks |= {pid: ticks for pid in family if (ticks := _ticks(pid))}


def _family(pid: int) -> list[int]:
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{each}/task"):
                found += map(int, Path(f"/proc/{each}/task/{task}/children").read_text().split())
    return found


def _ticks(pid: int) -> int:
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])  # in user mode and in the kernel
    return 0


def _resident(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
