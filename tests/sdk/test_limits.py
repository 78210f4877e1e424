"""Limits on what is read, and the independence of the caller's stack."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from backports import zstd

import runsnap
from runsnap._json import parse
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._stack import on_fresh_stack
from tests.sdk.samples import changed, full_resumption, nested

PACKED = {"plain": bytes, "gzip": gzip.compress, "zstd": zstd.compress}
DEEP = 200 - 2
"""Levels that fit under ``/inputs/x``."""


def deep_resumption(levels: int) -> str:
    return json.dumps(changed(full_resumption(), "/inputs/x", nested(levels)))


def test_two_hundred_levels_load_and_one_more_is_beyond_the_limit() -> None:
    assert runsnap.loads(deep_resumption(DEEP)).inputs["x"] == nested(DEEP)  # type: ignore[union-attr]
    with pytest.raises(runsnap.LimitError) as caught:
        runsnap.loads(deep_resumption(DEEP + 1))
    assert (caught.value.limit, caught.value.allowed) == ("nesting depth", 200)
    assert caught.value.pointer == "/inputs/x" + "/0" * (DEEP)


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'[{"a":'])
def test_depth_counts_lists_and_objects_alike(opening: bytes) -> None:
    closing = opening.replace(b'"a":', b"")[::-1].translate(bytes.maketrans(b"[{", b"]}"))
    levels = len(closing)
    deep = opening * (200 // levels) + b"1" + closing * (200 // levels)
    assert parse(deep, DEFAULT_LIMITS)
    with pytest.raises(runsnap.LimitError):
        parse(b"[" + deep + b"]", DEFAULT_LIMITS)


@pytest.mark.parametrize("depth", [1, 2, 7])
def test_a_smaller_depth_of_ones_own(depth: int) -> None:
    limits = Limits(max_depth=depth)
    assert parse(b"[" * depth + b"]" * depth, limits) == nested(depth)
    assert parse(b"1", limits) == 1
    with pytest.raises(runsnap.LimitError) as caught:
        parse(b"[0," + b"[" * depth + b"]" * depth + b"]", limits)
    assert caught.value.allowed == depth
    assert caught.value.pointer == "/1" + "/0" * (depth - 1)


def test_many_brackets_side_by_side_are_not_deep() -> None:
    assert parse(b"[" + b"[]," * 1000 + b"{}]", Limits(max_depth=2)) == [[]] * 1000 + [{}]


@pytest.mark.parametrize("field", ["max_bytes", "max_depth", "max_problems"])
def test_a_limit_is_at_least_one(field: str) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Limits(**{field: 0})


def test_the_depth_is_at_most_two_hundred() -> None:
    with pytest.raises(ValueError, match="at most 200"):
        Limits(max_depth=201)


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("place", ["{}", '{{"n": {}}}', "[0, {}]"])
def test_integers_of_4300_digits_load_and_longer_ones_do_not(sign: str, place: str) -> None:
    assert sign + "9" * 4300 in str(parse(place.format(sign + "9" * 4300).encode(), DEFAULT_LIMITS))
    with pytest.raises(runsnap.LimitError) as caught:
        parse(place.format(sign + "9" * 4301).encode(), DEFAULT_LIMITS)
    error = caught.value
    assert (error.limit, error.allowed, error.found) == ("digits of an integer", 4300, "4301")


def test_the_longest_integers_survive_a_round_trip() -> None:
    for number in (10**4300 - 1, -(10**4300) + 1):
        loaded = runsnap.Resumption.from_dict(changed(full_resumption(), "/inputs/x", number))
        assert runsnap.Resumption.loads(loaded.dumps()).inputs["x"] == number


def test_a_float_may_have_any_number_of_digits() -> None:
    assert parse(b"0." + b"1" * 5000, DEFAULT_LIMITS) == 1 / 9
    assert parse(b"1" + b"0" * 300 + b".0", DEFAULT_LIMITS) == 1e300


@pytest.mark.parametrize("packed", PACKED)
def test_the_size_counts_after_decompression(packed: str) -> None:
    text = json.dumps(full_resumption()).encode() + b" " * 100_000
    data = PACKED[packed](text)
    assert runsnap.load(io.BytesIO(data), limits=Limits(max_bytes=len(text)))
    with pytest.raises(runsnap.LimitError) as caught:
        runsnap.load(io.BytesIO(data), limits=Limits(max_bytes=len(text) - 1))
    assert (caught.value.limit, caught.value.allowed) == ("size in bytes", len(text) - 1)


class _Counting(io.RawIOBase):
    """An endless file that knows how much of it was read."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int = -1, /) -> bytes:
        assert size > 0
        self.given += size
        return b" " * size


def test_an_endless_file_is_read_up_to_the_limit_only() -> None:
    file = _Counting()
    with pytest.raises(runsnap.LimitError):
        runsnap.load(file, limits=Limits(max_bytes=5_000_000))
    assert file.given == 5_000_001


@pytest.mark.parametrize("packed", ["gzip", "zstd"])
def test_a_bomb_is_unpacked_up_to_the_limit_only(packed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = PACKED[packed](b" " * 50_000_000)
    kind: Any = gzip.GzipFile if packed == "gzip" else zstd.ZstdFile
    read = kind.read
    unpacked = 0

    def counting(self: Any, size: int) -> Any:
        nonlocal unpacked
        data = read(self, size)
        unpacked += len(data)
        return data

    monkeypatch.setattr(kind, "read", counting)
    with pytest.raises(runsnap.LimitError):
        runsnap.load(io.BytesIO(bomb), limits=Limits(max_bytes=1_000_000))
    assert unpacked == 1_000_001


def test_the_size_of_text_in_memory_counts_in_bytes() -> None:
    text = json.dumps(changed(full_resumption(), "/agent", "é" * 10), ensure_ascii=False)
    size = len(text.encode())
    assert runsnap.loads(text, limits=Limits(max_bytes=size))
    with pytest.raises(runsnap.LimitError) as caught:
        runsnap.loads(text, limits=Limits(max_bytes=size - 1))
    assert caught.value.found == str(size)
    broken = text[:-1].encode()
    for read in (runsnap.loads, parse):
        with pytest.raises(runsnap.MalformedError):
            read(broken, limits=Limits(max_bytes=size - 1))
        with pytest.raises(runsnap.LimitError):
            read(broken, limits=Limits(max_bytes=size - 2))
    assert parse(b"[1]", Limits(max_bytes=3)) == [1]


def down(frames: int, work: Callable[[], Any]) -> Any:
    """What ``work`` gives, so many frames further down."""
    return down(frames - 1, work) if frames else work()


DOCUMENTS = [
    deep_resumption(DEEP),
    deep_resumption(DEEP + 1),
    deep_resumption(DEEP)[:-1],
    json.dumps(full_resumption()),
    deep_resumption(DEEP).replace('"x": 1', '"x": 1, "x": 2'),
    deep_resumption(DEEP).replace('"agent"', '"ag"'),
    "[" * 100_000,
]


@pytest.mark.parametrize("text", DOCUMENTS, ids=range(len(DOCUMENTS)))
@pytest.mark.parametrize("frames", [900, 940])
def test_the_result_does_not_depend_on_the_stack(text: str, frames: int) -> None:
    def outcome() -> Any:
        try:
            loaded = runsnap.Resumption.loads(text)
        except runsnap.RunsnapError as error:
            return type(error), str(error)
        return loaded.to_bytes(), loaded.to_bytes(layout="declared"), runsnap.validate(text)

    here = len(_frames())
    assert down(max(0, frames - here), outcome) == outcome()


DEEP_ONE, DEEP_OTHER = (runsnap.Resumption.loads(deep_resumption(levels)) for levels in (DEEP - 1, DEEP))
DEEP_PLAIN = DEEP_ONE.to_dict()
WORK: dict[str, Callable[[], Any]] = {
    "from_dict": lambda: runsnap.Resumption.from_dict(DEEP_PLAIN).to_bytes(),
    "diff": lambda: runsnap.diff(DEEP_ONE, DEEP_OTHER).to_dict(),
    "to_html": lambda: runsnap.diff(DEEP_ONE, DEEP_OTHER).to_html("a", "b"),
    "redact": lambda: runsnap.redact(DEEP_ONE, key=bytes(range(16))),
    "report_html": lambda: runsnap.report_html(DEEP_ONE, agent_ir={"nodes": [{"id": "n"}]}),
}


@pytest.mark.parametrize("name", WORK)
@pytest.mark.parametrize("frames", [900, 940])
def test_what_is_made_of_a_document_does_not_depend_on_the_stack(name: str, frames: int) -> None:
    here = len(_frames())
    assert down(max(0, frames - here), WORK[name]) == WORK[name]()


def _frames() -> list[Any]:
    frames, frame = [], sys._getframe()
    while frame:
        frames.append(frame)
        frame = frame.f_back  # type: ignore[assignment]
    return frames


def test_work_without_end_is_beyond_the_limit_of_depth() -> None:
    def without_end() -> Any:
        return without_end()

    with pytest.raises(runsnap.LimitError) as caught:
        on_fresh_stack(without_end)
    assert (caught.value.limit, caught.value.allowed) == ("nesting depth", 200)


@pytest.mark.parametrize("bracket", ["[", '{"a":', "[{"])
def test_a_pile_of_open_brackets_is_beyond_the_limit(bracket: str) -> None:
    with pytest.raises((runsnap.LimitError, runsnap.MalformedError)) as caught:
        runsnap.loads(bracket * 1_000_000)
    if bracket != "[{":
        assert isinstance(caught.value, runsnap.LimitError)


def test_a_raised_recursion_limit_does_not_let_deep_text_crash_the_process() -> None:
    script = (
        "import sys, runsnap\n"
        "sys.setrecursionlimit(10**6)\n"
        "for text in ('[' * 10**6, '{\"a\":' * 10**6, '[' * 10**6 + ']' * 10**6):\n"
        "    try: runsnap.loads(text)\n"
        "    except runsnap.LimitError as error: print(error.limit)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "nesting depth\n" * 3)


def test_an_interpreter_told_to_read_shorter_integers_gives_a_limit_error() -> None:
    script = (
        "import sys, runsnap\n"
        "from runsnap._json import parse\n"
        "sys.set_int_max_str_digits(640)\n"
        "parse(b'9' * 640, runsnap.Limits())\n"
        "try: parse(b'9' * 641, runsnap.Limits())\n"
        "except runsnap.LimitError as error: print(error.limit, error.allowed)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "digits of an integer 640\n"


def test_an_interpreter_told_to_write_shorter_integers_says_where_one_is_too_long() -> None:
    script = (
        "import sys, runsnap\n"
        "from tests.sdk.samples import full_resumption\n"
        "sys.set_int_max_str_digits(640)\n"
        "stopped = runsnap.Resumption.from_dict(full_resumption())\n"
        "stopped.inputs = {'a': [10**640 - 1]}\n"
        "stopped.to_bytes()\n"
        "stopped.inputs = {'a': [1, 10**640]}\n"
        "try: stopped.to_bytes()\n"
        "except runsnap.LimitError as error: print(error.limit, error.allowed, error.pointer)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "digits of an integer 640 /inputs/a/1\n"


@pytest.mark.parametrize(
    "work", ["stopped.to_bytes()", "runsnap.Resumption.loads(text)", "stopped.to_dict()"]
)
def test_memory_that_runs_out_is_an_error_of_python(work: str) -> None:
    """No crash of the process, as it is where msgspec cannot let its own buffer grow."""
    script = f"""
import msgspec, resource, runsnap
from tests.sdk.samples import full_resumption
plain = full_resumption()
plain["inputs"] = {{"x": ["x" * 1000] * 100_000}}
text = msgspec.json.encode(plain)
stopped = runsnap.Resumption.loads(text)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (30 << 20), used + (30 << 20)))
try: {work}
except MemoryError: print("refused")
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "refused\n"), run.stderr


@pytest.mark.parametrize("limit", [float("inf"), float("nan"), True, "9"])
def test_a_limit_is_an_int(limit: Any) -> None:
    """Infinity would stand for no limit where sizes are compared, and for a fault where they are read."""
    with pytest.raises(TypeError, match="must be an int"):
        runsnap.Limits(max_bytes=limit)
