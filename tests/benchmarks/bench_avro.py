"""``python -m tests.benchmarks.bench_avro``: Avro against raw fastavro and against JSON, as Markdown.

Raw fastavro writes and reads equal records, instants and decimals as the plain
longs and bytes that they are in Avro, and converts the members that hold any
JSON to and from text with msgspec: the least that anybody has to do. It checks
nothing, and knows neither dataclasses nor unknown members.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Iterable
from typing import Any

import fastavro
import msgspec

from runsnap import Capture, avro
from runsnap._generated.avro_catalog import AVRO_CATALOG
from tests.benchmarks.documents import SHAPES, SIZES, Plain, document, documents
from tests.benchmarks.tables import Options, Table, Tables, command, goals, ratio, shown_time
from tests.benchmarks.timing import fastest

_GOAL = 1.4
_SEVERAL = 50
"""Documents of some kilobytes, each of another size: no cache of the processor knows them."""

_ENCODE, _DECODE = msgspec.json.encode, msgspec.json.decode


def tables(options: Options) -> Tables:
    """One table, two rows a case."""
    rows = []
    for shape in SHAPES:
        several = {f"{_SEVERAL} of some kB": functools.partial(documents, shape, _SEVERAL)}
        one = {name: functools.partial(_one, shape, size) for name, size in SIZES.items()}
        for name, made in (several | one).items():
            if options.wants(f"avro {shape} {name}"):
                rows += _rows(shape, name, made(), options)
    head = [
        "shape",
        "documents",
        "way",
        "bytes each",
        "runsnap.avro",
        "÷ fastavro",
        "÷ runsnap's JSON",
        "goal",
    ]
    yield "avro", Table(head, rows, frozenset({"shape", "documents", "way", "goal"}))


def _one(shape: str, size: int) -> list[Plain]:
    return [document("capture", shape, size)]


def _rows(shape: str, name: str, made: Iterable[Plain], options: Options) -> list[list[str]]:
    captures = [Capture.from_dict(plain) for plain in made]
    texts = [capture.to_bytes(layout="declared") for capture in captures]
    data = [avro.encode(capture) for capture in captures]
    schema = AVRO_CATALOG.compiled("capture").raw
    bodies = [each[10:] for each in data]
    raw = [_raw_decode(each, schema) for each in bodies]
    assert [avro.decode(each) for each in data] == captures
    # The texts may order the members of objects otherwise; the values are the same.
    assert [_raw_decode(_raw_encode(record, schema), schema) for record in raw] == raw
    write = {
        "ours": _each(captures, avro.encode),
        "fastavro": _each(raw, lambda record: _raw_encode(record, schema)),
        "json": _each(captures, lambda capture: capture.to_bytes(layout="declared")),
    }
    read = {
        "ours": _each(data, avro.decode),
        "fastavro": _each(bodies, lambda each: _raw_decode(each, schema)),
        "json": _each(texts, Capture.loads),
    }
    size = f"{sum(map(len, data)) // len(data):,}"
    return [
        [shape, name, way, size, *_cells(fastest(works, options.seconds), len(data))]
        for way, works in (("encode", write), ("decode", read))
    ]


def _each(items: list[Any], work: Callable[[Any], Any]) -> Callable[[], None]:
    def all_of_them() -> None:
        for item in items:
            work(item)

    return all_of_them


def _cells(found: dict[str, float], count: int) -> list[str]:
    ours, raw, text = found["ours"], found["fastavro"], found["json"]
    goal = goals([("fastavro", ours / raw, _GOAL)])
    return [shown_time(ours / count), ratio(ours, raw), ratio(ours, text), goal]


def _raw_encode(record: dict[str, Any], schema: Any) -> bytes:
    log = record["run_log"]
    steps = [
        step | {"input": _ENCODE(step["input"]).decode(), "output": _ENCODE(step["output"]).decode()}
        for step in log["steps"]
    ]
    exchanges = [
        exchange
        | {"tool_calls": [call | {"args": _ENCODE(call["args"]).decode()} for call in exchange["tool_calls"]]}
        for exchange in record["llm_io"]
    ]
    buffer = io.BytesIO()
    fastavro.schemaless_writer(
        buffer, schema, record | {"run_log": log | {"steps": steps}, "llm_io": exchanges}
    )
    return buffer.getvalue()


def _raw_decode(data: bytes, schema: Any) -> dict[str, Any]:
    record: Any = fastavro.schemaless_reader(io.BytesIO(data), schema, None)
    for step in record["run_log"]["steps"]:
        step["input"] = _DECODE(step["input"])
        step["output"] = _DECODE(step["output"])
    for exchange in record["llm_io"]:
        for call in exchange["tool_calls"]:
            call["args"] = _DECODE(call["args"])
    return record  # type: ignore[no-any-return]


if __name__ == "__main__":
    command("bench_avro", __doc__, tables)
