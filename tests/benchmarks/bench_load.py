"""``python -m tests.benchmarks.bench_load``: JSON beside other libraries on the same bytes, as Markdown.

Typed loads, the verdict alone, and writes.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

import runsnap
from tests.benchmarks import peers
from tests.benchmarks.documents import SHAPES, SIZES, Kind, document
from tests.benchmarks.tables import Options, Table, Tables, command, goals, ratio, share, shown_time
from tests.benchmarks.timing import fastest

_PYDANTIC_COMPACT = {"structured": 1 / 1.5, "text": 1.0, "payload": 1 / 1.2}
_PYDANTIC_INDENTED = {"structured": 1.0, "text": 1.5, "payload": 1.0}
_MSGSPEC_COMPACT = {"structured": 1.9, "text": 2.3, "payload": 1.9}
_MSGSPEC_WRITE = {"structured": 1.4, "text": 1.4, "payload": 2.5}
_VERDICT = 0.01

_RECORDS: dict[Kind, Any] = {"capture": runsnap.Capture, "resumption": runsnap.Resumption}


@dataclass(frozen=True, slots=True)
class Files:
    """One way in which files come: a kind, as its reference writes it or as runsnap saves it."""

    name: str
    kind: Kind
    layout: Literal["declared", "sorted"]

    def data(self, shape: str, size: int) -> bytes:
        """The bytes of such a file."""
        data: bytes = self.record(shape, size).to_bytes(layout=self.layout)
        return data

    def record(self, shape: str, size: int) -> Any:
        """What is in it."""
        return _RECORDS[self.kind].from_dict(document(self.kind, shape, size))


COMPACT = Files("compact captures", "capture", "declared")
LAYOUTS = (
    COMPACT,
    Files("indented resumptions", "resumption", "declared"),
    Files("saved captures", "capture", "sorted"),
    Files("saved resumptions", "resumption", "sorted"),
)


def tables(options: Options) -> Tables:
    """The three tables."""
    yield "load", load_table(options)
    yield "verdict", verdict_table(options)
    yield "write", write_table(options)


def load_table(options: Options) -> Table:
    """Bytes to typed documents."""
    rows = []
    for files, shape, size in cases("load", LAYOUTS, options):
        data = files.data(shape, SIZES[size])
        works = {
            name: functools.partial(load, data)
            for name, load in peers.loads(files.kind).items()
            if name == "runsnap" or options.compared(name)
        }
        found = fastest(works, options.seconds)
        ours = found["runsnap"]
        rows.append([
            files.name, shape, size, f"{len(data):,}", shown_time(ours),
            *(ratio(ours, found.get(name)) for name in peers.LOADS),
            _load_goal(files, shape, ours, found),
        ])  # fmt: skip
    head = ["files", "shape", "size", "bytes", "runsnap", *(f"÷ {name}" for name in peers.LOADS), "goal"]
    return Table(head, rows, frozenset({"files", "shape", "goal"}))


def _load_goal(files: Files, shape: str, ours: float, found: dict[str, float]) -> str:
    pydantic, msgspec_ = share(ours, found.get("pydantic")), share(ours, found.get("msgspec"))
    if files is COMPACT:
        return goals(
            [("pydantic", pydantic, _PYDANTIC_COMPACT[shape]), ("msgspec", msgspec_, _MSGSPEC_COMPACT[shape])]
        )
    return goals([("pydantic", pydantic, _PYDANTIC_INDENTED[shape])])


def verdict_table(options: Options) -> Table:
    """Parsed values to yes or no."""
    rows = []
    for files, shape, size in cases("verdict", LAYOUTS[:2], options):
        plain = msgspec.json.decode(files.data(shape, SIZES[size]))
        works = {name: functools.partial(judge, plain) for name, judge in peers.verdicts(files.kind).items()}
        found = fastest(works, options.seconds)
        ours, theirs = found["jsonschema-rs"], found["jsonschema"]
        goal = goals([("jsonschema", ours / theirs, _VERDICT)])
        rows.append([files.kind, shape, size, shown_time(ours), ratio(ours, theirs), goal])
    head = ["kind", "shape", "size", "jsonschema-rs", "÷ jsonschema", "goal"]
    return Table(head, rows, frozenset({"kind", "shape", "goal"}))


def write_table(options: Options) -> Table:
    """Typed documents to sorted and indented bytes."""
    rows = []
    for files, shape, size in cases("write", LAYOUTS[2:], options):
        record = files.record(shape, SIZES[size])
        equal = msgspec.json.decode(record.to_bytes(), type=peers.model("dataclasses", files.kind))
        works = {"runsnap": record.to_bytes, "msgspec": functools.partial(peers.written, equal)}
        found = fastest(works, options.seconds)
        ours, theirs = found["runsnap"], found["msgspec"]
        goal = goals([("msgspec", ours / theirs, _MSGSPEC_WRITE[shape])])
        rows.append([files.kind, shape, size, shown_time(ours), ratio(ours, theirs), goal])
    head = ["kind", "shape", "size", "runsnap", "÷ msgspec", "goal"]
    return Table(head, rows, frozenset({"kind", "shape", "goal"}))


def cases(table: str, layouts: tuple[Files, ...], options: Options) -> Iterator[tuple[Files, str, str]]:
    """The layouts, shapes and sizes that are wanted; names of the last two."""
    for files in layouts:
        for shape in SHAPES:
            for size in SIZES:
                if options.wants(f"{table} {files.name} {shape} {size}"):
                    yield files, shape, size


if __name__ == "__main__":
    command("bench_load", __doc__, tables)
