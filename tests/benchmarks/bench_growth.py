"""``python -m tests.benchmarks.bench_growth``: how time and memory grow, as Markdown.

Measured at 1, 10 and 100 times the size. The exponent is that of the last
tenfold: 1 is linear, 2 quadratic, 0 does not grow. Large values leave the caches
and need fresh memory, so that linear work measures more than 1: what counts is
the exponent beside that of a parser alone. A dash stands for less than can be
told from noise.
"""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from tests.benchmarks.documents import small
from tests.benchmarks.growth import DIMENSIONS, FACTORS, WORKS, YARDSTICK
from tests.benchmarks.processes import PYTHON, run
from tests.benchmarks.tables import Options, Table, Tables, command, shown_time

_LEAST_SECONDS, _LEAST_BYTES = 2e-4, 1_000_000
_FEWEST_FILES = 50
_STEEP = 0.3
"""Beyond the exponent of the yardstick a growth is marked; a quadratic one is beyond it by about 1."""

Measured = list[tuple[float, int]]
Exponents = tuple[float | None, float | None]
_LINEAR: Exponents = (1.0, 1.0)


def tables(options: Options) -> Tables:
    """One table: a row for each pair of what grows and what is done."""
    rows = []
    for dimension, (grows, _) in DIMENSIONS.items():
        yardstick = _LINEAR
        wanted = {work for work in WORKS if options.wants(f"growth {dimension} {work}")}
        for work, (done, _) in WORKS.items():
            if work in wanted or (wanted and work == YARDSTICK):
                found = json.loads(run([PYTHON, "-m", "tests.benchmarks.growth", dimension, work]))
                yardstick = exponents(found) if work == YARDSTICK else yardstick
                rows.append([grows, done, *cells(found, yardstick)])
    for work, words in _COMMANDS.items():
        if options.wants(f"growth files {work}"):
            rows.append(["number of files", f"`runsnap {work}`", *cells(_of_files(words), _LINEAR)])
    sizes = [f"at {factor}×" for factor in FACTORS]
    head = [
        "what grows",
        "what is done",
        *sizes,
        "exponent",
        "memory at 100×",
        "exponent of memory",
        "growth",
    ]
    yield "growth", Table(head, rows, frozenset({"what grows", "what is done", "growth"}))


def cells(found: Measured, yardstick: Exponents) -> list[str]:
    """Times, exponents, memory, and whether the growth is steeper than the yardstick's."""
    measured = exponents(found)
    steep = any(
        ours is not None and ours > max(1.0, beside or 1.0) + _STEEP
        for ours, beside in zip(measured, yardstick, strict=True)
    )
    shown = ["–" if exponent is None else f"{exponent:.2f}" for exponent in measured]
    peak = found[-1][1]
    memory = f"{peak / 1e6:.1f} MB" if peak >= _LEAST_BYTES else "–"
    times = [shown_time(seconds) for seconds, _ in found]
    return [*times, shown[0], memory, shown[1], "**steep**" if steep else "linear or less"]


def exponents(found: Measured) -> Exponents:
    """Of time and of memory."""
    times, sizes = zip(*found, strict=True)
    return _exponent(times, _LEAST_SECONDS), _exponent(sizes, _LEAST_BYTES)


def _exponent(values: Sequence[float], least: float) -> float | None:
    """Of the last tenfold; None where even the larger value is too small to say."""
    *_, some, more = values
    if more < least:
        return None
    return max(0.0, math.log10(more / max(some, least)))


_COMMANDS: dict[str, Callable[[list[str]], list[str]]] = {
    "validate": lambda names: ["validate", *names],
    "convert": lambda names: ["convert", *names, "../all.avro"],
}


def _of_files(words: Callable[[list[str]], list[str]]) -> Measured:
    found = []
    with tempfile.TemporaryDirectory() as name:
        for factor in FACTORS:
            folder = Path(name, str(factor))
            folder.mkdir()
            for index, plain in enumerate(small(_FEWEST_FILES * factor)):
                (folder / f"{index:05}.json").write_bytes(msgspec.json.encode(plain))
            names = sorted(path.name for path in folder.iterdir())
            found.append(min(_command(words(names), folder) for _ in range(2)))
    start = _command(["--version"], Path.cwd())[1]
    return [(seconds, max(0, peak - start)) for seconds, peak in found]


_MEASURED = """
import resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Between us and the command: a process counts as large as the one that started it was."""


def _command(words: list[str], folder: Path) -> tuple[float, int]:
    """Seconds, and the peak of memory in bytes, of ``runsnap``."""
    seconds, peak = run([PYTHON, "-c", _MEASURED, PYTHON, "-m", "runsnap", *words], folder).split()
    return float(seconds), int(peak) * 1024


if __name__ == "__main__":
    command("bench_growth", __doc__, tables)
