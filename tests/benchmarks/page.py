"""``python -m tests.benchmarks.page``: measures everything, and writes the tables into the documentation.

Each table stands between two comments that name it; the text around them is by
hand. A table that has no place, or a place that no table fills, is an error.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks import (
    bench_avro,
    bench_convert,
    bench_floor,
    bench_growth,
    bench_list,
    bench_load,
    bench_startup,
    bench_validate,
    guarantees,
)
from tests.benchmarks.tables import Options, Table, Tables

DOCS = Path(__file__).resolve().parents[2] / "docs"
DISTRIBUTIONS = (
    "jsonschema-rs", "msgspec", "jiter", "whenever", "fastavro", "pydantic", "orjson", "mashumaro", "jsonschema",
    "check-jsonschema", "datamodel-code-generator",
)  # fmt: skip


def facts(options: Options) -> Tables:
    """What machine and versions the numbers are from."""
    rows = [
        ["processors", str(os.cpu_count())],
        ["system", f"{platform.system()} {platform.machine()}"],
        ["Python", f"{platform.python_implementation()} {platform.python_version()}"],
        *([f"`{name}`", importlib.metadata.version(name)] for name in DISTRIBUTIONS),
    ]
    yield "machine", Table(["", ""], rows, frozenset({""}))


BENCHES: dict[str, Callable[[Options], Tables]] = {
    "machine": facts,
    "guarantees": guarantees.tables,
    "load": bench_load.tables,
    "floor": bench_floor.tables,
    "avro": bench_avro.tables,
    "startup": bench_startup.tables,
    "validate": bench_validate.tables,
    "list": bench_list.tables,
    "convert": bench_convert.tables,
    "growth": bench_growth.tables,
}


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.page", description=__doc__)
    parser.add_argument("benches", nargs="*", help=f"only these of {', '.join(BENCHES)}")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each case; more is less noise")
    given = parser.parse_args()
    for bench in given.benches or BENCHES:
        start = time.perf_counter()
        for name, table in BENCHES[bench](Options(given.seconds)):
            path = place_of(name)
            path.write_text(filled(path.read_text(encoding="utf-8"), name, table), encoding="utf-8")
            print(f"{path.name}: {name}, {time.perf_counter() - start:.0f} s", flush=True)


def place_of(name: str) -> Path:
    """The page that has the place for a table."""
    for path in sorted(DOCS.glob("*.md")):
        if f"<!-- table: {name} -->" in path.read_text(encoding="utf-8"):
            return path
    raise SystemExit(f"no page has a place for the table {name}")


def filled(text: str, name: str, table: Table) -> str:
    """A page with the table in its place."""
    before, mark, after = text.partition(f"<!-- table: {name} -->\n")
    _, end, rest = after.partition("<!-- end -->\n")
    if not (mark and end):
        raise SystemExit(f"the place for the table {name} does not end")
    return f"{before}{mark}\n{table}\n\n{end}{rest}"


if __name__ == "__main__":
    main()
