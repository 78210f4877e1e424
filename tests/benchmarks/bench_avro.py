"""``python -m tests.benchmarks.bench_avro``: Avro against raw fastavro and against JSON, as a Markdown table.

Raw fastavro writes and reads equal records, instants and decimals as the plain
longs and bytes that they are in Avro, and converts the members that hold any
JSON to and from text with msgspec: the least that anybody has to do. It checks
nothing, and knows neither dataclasses nor unknown members.
"""

from __future__ import annotations

import argparse
import gc
import io
import time
from collections.abc import Callable
from typing import Any

import fastavro
import msgspec

from runsnap import Capture, avro
from runsnap._generated.avro_catalog import AVRO_CATALOG
from tests.benchmarks.documents import SHAPES, documents

_ENCODE, _DECODE = msgspec.json.encode, msgspec.json.decode


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="documents of each shape")
    parser.add_argument("--rounds", type=int, default=5, help="the fastest round counts")
    options = parser.parse_args()
    print("| shape | way | bytes | runsnap.avro µs | raw fastavro µs | ratio | JSON µs | JSON ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for shape in SHAPES:
        for row in measured(shape, options.count, options.rounds):
            print(row)


def measured(shape: str, count: int, rounds: int) -> list[str]:
    """Two lines of the table."""
    made = [Capture.from_dict(plain) for plain in documents(shape, count)]
    texts = [capture.to_bytes(layout="declared") for capture in made]
    data = [avro.encode(capture) for capture in made]
    schema = AVRO_CATALOG.compiled("capture").raw
    raw = [_raw_decode(each[10:], schema) for each in data]
    assert [avro.decode(each) for each in data] == made
    # The texts may order the members of objects otherwise; the values are the same.
    assert [_raw_decode(_raw_encode(record, schema), schema) for record in raw] == raw
    size = sum(map(len, data)) // count
    write = (
        _best(rounds, made, avro.encode),
        _best(rounds, raw, lambda record: _raw_encode(record, schema)),
        _best(rounds, made, lambda capture: capture.to_bytes(layout="declared")),
    )
    read = (
        _best(rounds, data, avro.decode),
        _best(rounds, [each[10:] for each in data], lambda each: _raw_decode(each, schema)),
        _best(rounds, texts, Capture.loads),
    )
    return [_row(shape, way, size, *times) for way, times in (("encode", write), ("decode", read))]


def _best(rounds: int, items: list[Any], work: Callable[[Any], Any]) -> float:
    """Microseconds for one item in the fastest round."""
    times = []
    for _ in range(rounds):
        gc.collect()
        start = time.perf_counter()
        for item in items:
            work(item)
        times.append(time.perf_counter() - start)
    return min(times) / len(items) * 1e6


def _row(shape: str, way: str, size: int, ours: float, raw: float, text: float) -> str:
    cells = (
        shape,
        way,
        size,
        f"{ours:.1f}",
        f"{raw:.1f}",
        f"{ours / raw:.2f}",
        f"{text:.1f}",
        f"{ours / text:.2f}",
    )
    return f"| {' | '.join(map(str, cells))} |"


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
    main()
