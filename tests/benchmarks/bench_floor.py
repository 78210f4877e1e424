"""``python -m tests.benchmarks.bench_floor``: what the stages of a load and of a save take, each alone, as Markdown.

A stage by itself works on warm memory, so the sum is the least that the whole
could take. Whatever a library does in one call is a floor for Python code.
"""

from __future__ import annotations

import functools
from typing import Any

import msgspec

from runsnap import _shortcut
from runsnap._encode import lay_out
from runsnap._limits import DEFAULT_LIMITS
from runsnap._plain import check_plain
from tests.benchmarks import peers
from tests.benchmarks.bench_load import COMPACT, LAYOUTS, Files, cases
from tests.benchmarks.documents import SIZES
from tests.benchmarks.tables import Options, Table, Tables, command, ratio
from tests.benchmarks.timing import fastest

LOAD = ("decode to structs", "write again", "lay out and search", "build dataclasses")
SAVE = ("gather", "look at free values", "convert to structs", "encode sorted", "lay out")


def tables(options: Options) -> Tables:
    """The two tables."""
    yield "load_floor", _table("load floor", COMPACT, LOAD, _load_stages, "pydantic", options)
    yield "save_floor", _table("save floor", LAYOUTS[2], SAVE, _save_stages, "msgspec", options)


def _table(name: str, files: Files, stages: tuple[str, ...], make: Any, peer: str, options: Options) -> Table:
    rows = []
    for _, shape, size in cases(name, (files,), options):
        found = fastest(make(files, files.record(shape, SIZES[size])), options.seconds)
        whole = found[peer]
        total = sum(found[stage] for stage in stages)
        rows.append([shape, size, *(ratio(found[stage], whole) for stage in stages), ratio(total, whole)])
    return Table(["shape", "size", *stages, "sum"], rows, frozenset({"shape"}))


def _load_stages(files: Files, record: Any) -> dict[str, Any]:
    data = record.to_bytes(layout=files.layout)
    way = _shortcut._way(type(record))
    assert way is not None
    struct = way.decode(data)
    again = msgspec.json.encode(struct)
    too_deep = b"\n" + b"  " * DEFAULT_LIMITS.max_depth
    return {
        "pydantic": functools.partial(peers.loads(files.kind)["pydantic"], data),
        "decode to structs": functools.partial(way.decode, data),
        "write again": functools.partial(msgspec.json.encode, struct),
        "lay out and search": lambda: too_deep in msgspec.json.format(again, indent=2),
        "build dataclasses": functools.partial(way.build, struct),
    }


def _save_stages(files: Files, record: Any) -> dict[str, Any]:
    equal = msgspec.json.decode(record.to_bytes(), type=peers.model("dataclasses", files.kind))
    way = _shortcut._way(type(record))
    assert way is not None
    free: list[Any] = []
    way.gather(record, free)
    struct = msgspec.convert(record, way.out, from_attributes=True)
    encode = _shortcut._ENCODERS[files.layout]
    return {
        "msgspec": functools.partial(peers.written, equal),
        "gather": lambda: way.gather(record, []),
        "look at free values": functools.partial(check_plain, free),
        "convert to structs": functools.partial(msgspec.convert, record, way.out, from_attributes=True),
        "encode sorted": functools.partial(encode, struct),
        "lay out": functools.partial(lay_out, encode(struct)),
    }


if __name__ == "__main__":
    command("bench_floor", __doc__, tables)
