"""Programs to measure: run to their end, with their time."""

from __future__ import annotations

import statistics
import subprocess
import sys
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
