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

from runsnap import Capture, Resumption, avro
from runsnap._generated.avro_catalog import AVRO_CATALOG
from tests.benchmarks.documents import SHAPES, SIZES, Kind, Plain, document, documents
from tests.benchmarks.tables import Options, Table, Tables, command, goals, ratio, shown_time
from tests.benchmarks.timing import fastest

_GOAL = 1.4
_SEVERAL = 50
"""Documents of some kilobytes, each of another size: no cache of the processor knows them."""

_DECODE = msgspec.json.decode


def tables(options: Options) -> Tables:
    """One table, two rows a case."""
    rows = []
    for kind in _RECORDS:
        for shape in SHAPES:
            for name, made in _documents(kind, shape).items():
                if options.wants(f"avro {kind} {shape} {name}"):
                    rows += _rows(kind, shape, name, made(), options)
    head = [
        "kind", "shape", "documents", "way", "bytes each", "runsnap.avro", "÷ fastavro", "÷ runsnap's JSON", "goal",
    ]  # fmt: skip
    yield "avro", Table(head, rows, frozenset({"kind", "shape", "documents", "way", "goal"}))


def _documents(kind: Kind, shape: str) -> dict[str, Callable[[], Iterable[Plain]]]:
    one = {size: functools.partial(_one, kind, shape, size) for size in SIZES}
    if kind != "capture":
        return one
    return {f"{_SEVERAL} of some kB": functools.partial(documents, shape, _SEVERAL), **one}


def _one(kind: Kind, shape: str, size: str) -> list[Plain]:
    return [document(kind, shape, SIZES[size])]


def _rows(kind: Kind, shape: str, name: str, made: Iterable[Plain], options: Options) -> list[list[str]]:
    record_class, to_texts, to_values = _RECORDS[kind]
    records = [record_class.from_dict(plain) for plain in made]
    texts = [record.to_bytes(layout="declared") for record in records]
    data = [avro.encode(record) for record in records]
    schema = AVRO_CATALOG.compiled(kind).raw
    bodies = [each[10:] for each in data]

    def raw_encode(plain: Plain) -> bytes:
        buffer = io.BytesIO()
        fastavro.schemaless_writer(buffer, schema, to_texts(plain))
        return buffer.getvalue()

    def raw_decode(body: bytes) -> Any:
        return to_values(fastavro.schemaless_reader(io.BytesIO(body), schema, None))

    raw = [raw_decode(each) for each in bodies]
    assert [avro.decode(each) for each in data] == records
    # The texts may order the members of objects otherwise; the values are the same.
    assert [raw_decode(raw_encode(plain)) for plain in raw] == raw
    write = {
        "ours": _each(records, avro.encode),
        "fastavro": _each(raw, raw_encode),
        "json": _each(records, lambda record: record.to_bytes(layout="declared")),
    }
    read = {
        "ours": _each(data, avro.decode),
        "fastavro": _each(bodies, raw_decode),
        "json": _each(texts, record_class.loads),
    }
    size = f"{sum(map(len, data)) // len(data):,}"
    return [
        [kind, shape, name, way, size, *_cells(fastest(works, options.seconds), len(data))]
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


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _capture_to_texts(plain: Plain) -> Plain:
    log = plain["run_log"]
    steps = [step | {"input": _text(step["input"]), "output": _text(step["output"])} for step in log["steps"]]
    exchanges = [
        exchange | {"tool_calls": [call | {"args": _text(call["args"])} for call in exchange["tool_calls"]]}
        for exchange in plain["llm_io"]
    ]
    return plain | {"run_log": log | {"steps": steps}, "llm_io": exchanges}


def _capture_to_values(plain: Any) -> Plain:
    for step in plain["run_log"]["steps"]:
        step["input"] = _DECODE(step["input"])
        step["output"] = _DECODE(step["output"])
    for exchange in plain["llm_io"]:
        for call in exchange["tool_calls"]:
            call["args"] = _DECODE(call["args"])
    return plain  # type: ignore[no-any-return]


_MAPS = ("inputs", "bindings", "state")


def _resumption_to_texts(plain: Plain) -> Plain:
    maps = {name: {key: _text(value) for key, value in plain[name].items()} for name in _MAPS}
    outputs = {key: output | {"value": _text(output["value"])} for key, output in plain["outputs"].items()}
    return plain | maps | {"outputs": outputs}


def _resumption_to_values(plain: Any) -> Plain:
    for name in _MAPS:
        plain[name] = {key: _DECODE(value) for key, value in plain[name].items()}
    for output in plain["outputs"].values():
        output["value"] = _DECODE(output["value"])
    return plain  # type: ignore[no-any-return]


_RECORDS: dict[Kind, tuple[Any, Callable[[Plain], Plain], Callable[[Any], Plain]]] = {
    "capture": (Capture, _capture_to_texts, _capture_to_values),
    "resumption": (Resumption, _resumption_to_texts, _resumption_to_values),
}


if __name__ == "__main__":
    command("bench_avro", __doc__, tables)
