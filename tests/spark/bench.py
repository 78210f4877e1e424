"""``python -m tests.spark.bench [COUNT …]``: Spark beside ``runsnap convert`` on this machine, as Markdown.

JSON Lines of small captures to JSON Lines, and to Parquet. Every row is a program
from its start to its end, with the processor time and the peak memory of all its
processes. Prints also what follows for more cores, if Spark shares its work evenly.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.benchmarks.documents import small
from tests.benchmarks.processes import PYTHON, Watch
from tests.benchmarks.tables import Table

COUNTS = (20_000, 200_000)
CORES = (2, 4, 8, 16, 32)
CONVERT, SPARK = "`convert --workers 2`", "Spark on 2 cores, to JSON Lines"


class Measured(NamedTuple):
    seconds: float
    processor: float
    peak: int


class Cost(NamedTuple):
    fixed: float
    each: float


def main(counts: list[int]) -> None:
    rows, found = [], {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = measured(spark(folder, 0, "nothing", 2))
        rows.append(row(0, "Spark, start and end", start))
        for count in counts:
            source = folder / f"{count}.jsonl"
            with source.open("wb") as file:
                file.writelines(msgspec.json.encode(plain) + b"\n" for plain in small(count))
            for what, command in commands(folder, count).items():
                found[what, count] = measured(command)
                rows.append(row(count, what, found[what, count]))
    head = ["documents", "program", "seconds", "processor seconds", "peak memory, MB"]
    print(f"\n{Table(head, rows, frozenset({'program'}))}\n", flush=True)
    costs = {what: cost(found, what, counts[0], counts[-1]) for what in (CONVERT, SPARK)}
    for what, (fixed, each) in costs.items():
        print(f"{what}: {fixed:.1f} s of a processor, and {each * 1e6:.0f} µs a document")
    print(f"\n{break_even(costs[CONVERT], costs[SPARK])}")


def commands(folder: Path, count: int) -> dict[str, list[str]]:
    source, target = folder / f"{count}.jsonl", folder / f"{count}.out.jsonl"
    return {
        CONVERT: [
            PYTHON,
            "-m",
            "runsnap",
            "convert",
            str(source),
            str(target),
            "--workers",
            "2",
        ],
        SPARK: spark(folder, count, "text", 2),
        "Spark on 2 cores, to Parquet": spark(folder, count, "parquet", 2),
    }


def spark(folder: Path, count: int, format_: str, cores: int) -> list[str]:
    target = folder / f"{count}.{format_}"
    return [PYTHON, "-m", "tests.spark.job", str(folder / f"{count}.jsonl"), str(target), format_, str(cores)]


def measured(command: list[str]) -> Measured:
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    watch = Watch(process.pid)
    _, errors = process.communicate()
    seconds, peak = time.perf_counter() - start, watch.stop()
    if process.returncode:
        raise SystemExit(errors.decode())
    return Measured(seconds, watch.processor, peak)


def row(count: int, what: str, found: Measured) -> list[str]:
    return [f"{count:,}", what, f"{found.seconds:.1f}", f"{found.processor:.1f}", f"{found.peak / 1e6:.0f}"]


def cost(found: dict[tuple[str, int], Measured], what: str, few: int, many: int) -> Cost:
    """Processor seconds of a program without documents, and of each document."""
    small_job, large_job = found[what, few].processor, found[what, many].processor
    each = (large_job - small_job) / (many - few)
    return Cost(small_job - few * each, each)


def break_even(convert: Cost, spark_cost: Cost) -> Table:
    """From how many documents Spark on so many cores is ahead of two workers, if documents are shared evenly.

    The start is shared by two cores at most.
    """
    rows = []
    for cores in CORES:
        gain = convert.each / 2 - spark_cost.each / cores
        ahead = (spark_cost.fixed - convert.fixed) / 2 / gain
        rows.append([str(cores), f"{round(ahead, -4):,.0f}" if gain > 0 else "never"])
    return Table(["cores of Spark", "ahead of `convert --workers 2` from so many documents"], rows)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or list(COUNTS))
