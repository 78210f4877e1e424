"""What grows, and what is done with it; ``python -m tests.benchmarks.growth DIMENSION WORK`` prints measurements.

A process of its own for each pair, so that none finds memory that another left
behind: a line of JSON with seconds and bytes at 1, 10 and 100 times the size.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import orjson

import runsnap
from runsnap import Capture, avro
from tests.benchmarks.documents import Plain, document

FACTORS = (1, 10, 100)
_STATUS, _CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def _long_texts(factor: int) -> Plain:
    plain = document("capture", "text", 30_000)
    for exchange in plain["llm_io"]:
        exchange["prompt"] *= factor
    return plain


def _many_steps(factor: int) -> Plain:
    return document("capture", "structured", 30_000 * factor)


def _unknown_members(factor: int) -> Plain:
    return document("capture", "structured", 1_000) | {
        f"unknown_{index}": index for index in range(500 * factor)
    }


def _nested(factor: int) -> Plain:
    plain = document("capture", "structured", 30_000)
    for step in plain["run_log"]["steps"]:
        value: Any = 1
        for _ in range(factor):
            value = {"inner": value, "beside": [1]}
        step["input"] = value
    return plain


DIMENSIONS: dict[str, tuple[str, Callable[[int], Plain]]] = {
    "size": ("length of texts", _long_texts),
    "steps": ("number of steps", _many_steps),
    "members": ("number of unknown members", _unknown_members),
    "depth": ("nesting of inputs", _nested),
}


def _refused(work: Callable[[], object]) -> Callable[[], object]:
    def refused() -> None:
        with contextlib.suppress(runsnap.RunsnapError):
            work()
            raise SystemExit("not refused")

    return refused


def _faulty(plain: Plain) -> Plain:
    for step in plain["run_log"]["steps"]:
        step["idx"] = -1
    return plain | {"captured_at": "yesterday"}


def _report(plain: Plain) -> Callable[[], object]:
    data = msgspec.json.encode(_faulty(plain))
    return lambda: runsnap.validate(data)


def _write(plain: Plain) -> Callable[[], object]:
    capture = Capture.from_dict(plain)
    return capture.to_bytes


def _encode(plain: Plain) -> Callable[[], object]:
    capture = Capture.from_dict(plain)
    return lambda: avro.encode(capture)


def _decode(plain: Plain) -> Callable[[], object]:
    data = avro.encode(Capture.from_dict(plain))
    return lambda: avro.decode(data)


def _convert(plain: Plain) -> Callable[[], object]:
    capture = Capture.from_dict(plain)
    return lambda: runsnap.convert(capture, "1.0.0")


def _on_text(
    work: Callable[[bytes], object], change: Callable[[bytes], bytes] = bytes
) -> Callable[[Plain], Callable[[], object]]:
    def prepared(plain: Plain) -> Callable[[], object]:
        data = change(msgspec.json.encode(plain))
        return lambda: work(data)

    return prepared


YARDSTICK = "orjson"
"""How what grows with the least work: larger values leave the caches and need fresh memory."""

WORKS: dict[str, tuple[str, Callable[[Plain], Callable[[], object]]]] = {
    YARDSTICK: ("`orjson.loads` alone", _on_text(orjson.loads)),
    "load": ("load", _on_text(Capture.loads)),
    "strict": ("load, strict", _on_text(lambda data: Capture.loads(data, strict=True))),
    "validate": ("validate", _on_text(runsnap.validate)),
    "report": ("validate, every step faulty", _report),
    "cut": ("refuse a text that is cut", lambda plain: _refused(_on_text(Capture.loads, lambda data: data[:-1])(plain))),
    "doubled": (
        "refuse a doubled name",
        lambda plain: _refused(_on_text(Capture.loads, lambda data: data[:-1] + b',"run_id":1}')(plain)),
    ),
    "write": ("write", _write),
    "encode": ("Avro, encode", _encode),
    "decode": ("Avro, decode", _decode),
    "convert": ("convert to 1.0.0", _convert),
}  # fmt: skip


def main(dimension: str, work: str) -> None:
    """Measure, and print."""
    WORKS[work][1](document("capture", "structured", 1_000))()  # what loads on first use
    print(json.dumps([_measured(WORKS[work][1](DIMENSIONS[dimension][1](factor))) for factor in FACTORS]))


def _measured(work: Callable[[], object]) -> tuple[float, int]:
    """Seconds, the least of some; and the peak of additional memory in bytes."""
    before = _kilobytes("VmRSS")
    with contextlib.suppress(OSError):
        _CLEAR.write_text("5")  # the peak counts from here on
    best = _seconds(work)
    peak = _kilobytes("VmHWM") - before
    for _ in range(min(20, int(0.3 / best))):
        best = min(best, _seconds(work))
    return best, max(0, peak) * 1024


def _seconds(work: Callable[[], object]) -> float:
    """Of the processor: what other processes take does not grow."""
    start = time.process_time()
    work()
    return time.process_time() - start


def _kilobytes(name: str) -> int:
    """A line of what Linux says of this process; 0 elsewhere."""
    with contextlib.suppress(OSError):
        return int(_STATUS.read_text().split(f"{name}:")[1].split()[0])
    return 0


if __name__ == "__main__":
    main(*sys.argv[1:])
