"""``python -m tests.benchmarks.bench_convert``: JSON Lines to Avro, as Markdown.

Rate and peak memory of ``runsnap convert``, of all its processes together, with
one worker and with two, for a number of small captures and for a tenth of it:
the memory must not grow with the number.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

import msgspec

from tests.benchmarks.documents import small
from tests.benchmarks.processes import PYTHON, Watch
from tests.benchmarks.tables import Options, Table, Tables, command

_DOCUMENTS = 20_000
"""At one second; a tenth of them first."""


def tables(options: Options) -> Tables:
    """One table."""
    count = max(1_000, round(_DOCUMENTS * options.seconds))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for number in (count // 10, count):
            source = Path(folder, f"{number}.jsonl")
            with source.open("wb") as file:
                file.writelines(msgspec.json.encode(plain) + b"\n" for plain in small(number))
            rows += [_measured(source, number, workers) for workers in (1, 2)]
    head = [
        "documents", "workers", "seconds", "documents a second", "MB/s of JSON", "peak memory, MB",
        "Avro bytes ÷ JSON bytes",
    ]  # fmt: skip
    yield "convert", Table(head, rows)


def _measured(source: Path, number: int, workers: int) -> list[str]:
    target = source.with_suffix(".avro")
    words = ["convert", str(source), str(target), "--workers", str(workers)]
    start = time.perf_counter()
    process = subprocess.Popen(
        [PYTHON, "-m", "runsnap", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    watch = Watch(process.pid)
    _, errors = process.communicate()
    seconds = time.perf_counter() - start
    peak = watch.stop()
    if process.returncode:
        raise SystemExit(errors.decode())
    size = source.stat().st_size
    cells = (f"{number:,}", workers, f"{seconds:.1f}", f"{number / seconds:,.0f}", f"{size / seconds / 1e6:.1f}",
             f"{peak / 1e6:.0f}", f"{target.stat().st_size / size:.2f}")  # fmt: skip
    target.unlink()
    return [str(cell) for cell in cells]


if __name__ == "__main__":
    command("bench_convert", __doc__, tables)
