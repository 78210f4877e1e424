"""``python -m tests.benchmarks.bench_list``: summaries of folders of captures, as Markdown.

Beside it: a full load of every file, which is what it takes to say the same
without a list. Many files of a size are links to one, so both read it from
memory.
"""

from __future__ import annotations

import functools
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

import runsnap
from tests.benchmarks.documents import SHAPES, SIZES, Plain, document, small
from tests.benchmarks.tables import Options, Table, Tables, command, goals, ratio, shown_time
from tests.benchmarks.timing import fastest

_SMALL = 10_000
_LARGE = 200
_GOAL = 1 / 5
_WHOLE = 0.5
"""Seconds from which on all files are there; with fewer, fewer."""


def tables(options: Options) -> Tables:
    """One table."""
    share = min(1.0, options.seconds / _WHOLE)
    rows = []
    if options.wants("list small 1 kB"):
        rows.append(_row("small", "1 kB", small(max(2, round(_SMALL * share))), options))
    for shape in SHAPES:
        for size, count in (("80 kB", _SMALL // 10), ("5 MB", _LARGE)):
            if options.wants(f"list {shape} {size}"):
                same = document("capture", shape, SIZES[size])
                rows.append(_row(shape, size, [same] * max(2, round(count * share)), options))
    head = ["shape", "size", "files", "list_runs", "a file", "÷ load", "goal"]
    yield "list", Table(head, rows, frozenset({"shape", "size", "goal"}))


def _row(shape: str, size: str, plains: Iterable[Plain], options: Options) -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        paths = list(_written(plains, Path(name)))
        found = fastest(
            {"list": functools.partial(_list, name), "load": functools.partial(_load, paths)}, options.seconds
        )
    ours, theirs = found["list"], found["load"]
    return [
        shape, size, f"{len(paths):,}", shown_time(ours), shown_time(ours / len(paths)), ratio(ours, theirs),
        goals([("load", ours / theirs, _GOAL)]) if (shape, size) == ("payload", "5 MB") else "",
    ]  # fmt: skip


def _written(plains: Iterable[Plain], folder: Path) -> Iterator[Path]:
    """A file for each; the same document again is a link to its file."""
    files: dict[int, Path] = {}
    for index, plain in enumerate(plains):
        path = folder / f"{index:05}.json"
        if id(plain) in files:
            os.link(files[id(plain)], path)
        else:
            path.write_bytes(msgspec.json.encode(plain))
            files = {id(plain): path}
        yield path


def _list(folder: str) -> int:
    return sum(run.steps for run in runsnap.list_runs([folder]) if isinstance(run, runsnap.RunSummary))


def _load(paths: Iterable[Path]) -> int:
    return sum(len(runsnap.Capture.load(path).run_log.steps) for path in paths)


if __name__ == "__main__":
    command("bench_list", __doc__, tables)
