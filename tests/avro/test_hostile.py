"""Hostile files end in an error of ours, in bounded time and memory."""

from __future__ import annotations

import bz2
import io
import json
import lzma
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from backports import zstd

from runsnap import avro
from runsnap._limits import Limits
from runsnap.errors import LimitError, MalformedError, RunsnapError, UnsupportedVersionError
from tests.avro.samples import (
    MAGIC,
    RESUMPTION,
    SYNC,
    block,
    capture,
    container,
    datum,
    header,
    header_of,
    loaded,
    numbered,
    resumption,
    text,
    varint,
)

READER = Path(__file__).with_name("hostile_reader.py")
ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 1024**2


def read_apart(data: bytes, folder: Path, memory: int = 1024 * MEGABYTE) -> str:
    """How reading ends in a process whose address space is limited; it is killed when it takes too long."""
    path = folder / "hostile.avro"
    path.write_bytes(data)
    result = subprocess.run(
        [sys.executable, str(READER), str(path), str(memory)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr[-2000:]
    return result.stdout.strip()


def deflated(size: int) -> bytes:
    encoder = zlib.compressobj(9, wbits=-15)
    pieces = [encoder.compress(bytes(MEGABYTE)) for _ in range(size // MEGABYTE)]
    return b"".join(pieces) + encoder.flush()


def bomb(codec: str) -> bytes:
    packed: dict[str, Callable[[], bytes]] = {
        "deflate": lambda: deflated(300 * MEGABYTE),
        "bzip2": lambda: bz2.compress(bytes(300 * MEGABYTE)),
        "xz": lambda: lzma.compress(bytes(300 * MEGABYTE), preset=0),
        "zstandard": lambda: zstd.compress(bytes(300 * MEGABYTE)),
    }
    data = packed[codec]()
    assert len(data) < 310_000
    return header_of("capture", codec) + block(data, 1)


def greedy_xz() -> bytes:
    made = bytearray(lzma.compress(bytes(100), preset=0))
    size_byte = 12 + 4  # block header: size, flags, filter id, size of its properties, the dictionary's size
    assert made[12 + 2] == 0x21
    made[size_byte] = 39  # 3 GiB
    header_end = 12 + (made[12] + 1) * 4
    made[header_end - 4 : header_end] = zlib.crc32(bytes(made[12 : header_end - 4])).to_bytes(4, "little")
    return bytes(made)


def nested_schema(levels: int) -> bytes:
    return b'{"type":"array","items":' * levels + b'"long"' + b"}" * levels


STARTS = {kind: header_of(kind) for kind in ("capture", "resumption")}

APART: dict[str, tuple[Callable[[], bytes], str]] = {
    **{
        f"bomb-{codec}": (lambda codec=codec: bomb(codec), "LimitError")
        for codec in ("deflate", "bzip2", "xz", "zstandard")
    },  # type: ignore[misc]
    "items-of-nothing": (lambda: items_of_nothing(1_000_000), "LimitError"),
    "entries-of-nothing": (lambda: entries_of_nothing(1_000_000), "LimitError"),
    "xz-that-wants-gigabytes": (lambda: header_of("capture", "xz") + block(greedy_xz(), 1), "MalformedError"),
    "more-documents-than-bytes": (
        lambda: STARTS["capture"] + block(datum(capture()), 2**40),
        "MalformedError",
    ),
    "more-documents-than-numbers": (lambda: STARTS["capture"] + block(b"", 2**62), "MalformedError"),
    "more-items-than-bytes": (lambda: STARTS["capture"] + block(steps(varint(2**40)), 1), "MalformedError"),
    "more-items-than-bytes-with-a-size": (
        lambda: STARTS["capture"] + block(steps(varint(-(2**40)) + varint(5)), 1),
        "MalformedError",
    ),
    "smallest-count": (
        lambda: STARTS["capture"] + block(steps(varint(-(2**63)) + varint(5)), 1),
        "MalformedError",
    ),
    "smallest-count-of-a-map": (
        lambda: STARTS["resumption"] + block(inputs(varint(-(2**63)) + varint(5)), 1),
        "MalformedError",
    ),
    "text-of-2-to-the-62": (lambda: STARTS["capture"] + block(varint(2**62), 1), "MalformedError"),
    "text-of-a-negative-length": (
        lambda: STARTS["capture"] + block(varint(-5) + b"hello", 1),
        "MalformedError",
    ),
    "block-of-2-to-the-62": (
        lambda: STARTS["capture"] + varint(1) + varint(2**62) + b"x" * 100,
        "LimitError",
    ),
    "schema-5000-deep": (lambda: header({"avro.schema": nested_schema(5000)}), "MalformedError"),
    "schema-200000-brackets": (lambda: header({"avro.schema": b"[" * 200_000}), "MalformedError"),
    "huge-metadata": (lambda: header({"x": bytes(20 * MEGABYTE)}), "MalformedError"),
    "metadata-of-2-to-the-62": (lambda: MAGIC + varint(2**62), "MalformedError"),
    "metadata-of-many-entries": (
        lambda: MAGIC + varint(500_000) + b"".join(text(f"{n:x}") + b"\0" for n in range(500_000)),
        "LimitError",
    ),
    "endless-header": (
        lambda: MAGIC + (varint(1) + text("x" * 1000) + text(b"y" * 1000)) * 10,
        "MalformedError",
    ),
}


def steps(array: bytes) -> bytes:
    """Data of a capture up to its steps, and an array there."""
    data = datum(capture())
    at = data.index(varint(1) + varint(0) + text("llm_call"))
    return data[:at] + array + data[at + 1 :]


def items_of_nothing(count: int) -> bytes:
    """A capture whose exchanges are all zeros: ten bytes each, and a hundred times that in memory."""
    data = datum(capture())
    start, end = data.index(varint(1) + text("p") + text("c")), data.rindex(b"\x02" + text("m"))
    whole = data[:start] + varint(count) + bytes(10 * count) + b"\0" + data[end:]
    encoder = zlib.compressobj(9, wbits=-15)
    return header_of("capture", "deflate") + block(encoder.compress(whole) + encoder.flush(), 1)


def entries_of_nothing(count: int) -> bytes:
    """A resumption with many tiny bindings."""
    entries = b"".join(text(f"{number:x}") + text("0") for number in range(count))
    return STARTS["resumption"] + block(inputs(varint(count) + entries + b"\0"), 1)


def inputs(map_: bytes) -> bytes:
    """Data of a resumption, another map at ``inputs``."""
    data = datum(resumption())
    whole = varint(1) + text("q") + text('"why"') + b"\0"
    assert data.count(whole) == 1
    return data.replace(whole, map_)


@pytest.mark.parametrize("name", APART)
def test_dangerous_files_end_in_an_error(name: str, tmp_path: Path) -> None:
    make, error = APART[name]
    memory = 512 * MEGABYTE if name.startswith("bomb") else 1024 * MEGABYTE
    assert read_apart(make(), tmp_path, memory).split()[0] == error


def test_the_process_apart_reads_a_good_file(tmp_path: Path) -> None:
    assert read_apart(container(numbered(3)), tmp_path) == "loaded 3"


def test_the_most_items_that_are_allowed_fit_into_the_memory(tmp_path: Path) -> None:
    most = Limits().max_items
    assert read_apart(items_of_nothing(most - 1), tmp_path) == "loaded 1"  # and one step


def test_items_are_limited_as_is_asked() -> None:
    made = resumption(bindings={str(number): number for number in range(100)})
    items = 100 + 4  # inputs, state, outputs and unpriced have one each
    assert len(avro.encode(made)) > items
    for data, read in [(avro.encode(made), avro.decode), (container([made] * 3), loaded)]:
        assert read(data, limits=Limits(max_items=items))  # type: ignore[operator]
        with pytest.raises(LimitError) as caught:
            read(data, limits=Limits(max_items=items - 1))  # type: ignore[operator]
        assert caught.value.allowed == items - 1
    with pytest.raises(ValueError, match="at least 1"):
        Limits(max_items=0)


def test_bombs_are_stopped_by_the_limit_that_is_given() -> None:
    data = container([resumption(bindings={"x": "y" * 100_000})])
    assert len(loaded(data)) == 1
    for limits in (Limits(max_block_bytes=100_000), Limits(max_block_bytes=1)):
        with pytest.raises(LimitError) as caught:
            loaded(data, limits=limits)
        assert caught.value.allowed == limits.max_block_bytes
    single = avro.encode(resumption())
    with pytest.raises(LimitError):
        avro.decode(single, limits=Limits(max_block_bytes=len(single) - 1))
    assert avro.decode(single, limits=Limits(max_block_bytes=len(single)))


def test_depth_is_limited_as_in_json() -> None:
    made = resumption(bindings={"x": [[[1]]]})
    for data, read in [(avro.encode(made), avro.decode), (container([made]), loaded)]:
        assert read(data, limits=Limits(max_depth=5))  # type: ignore[operator]
        with pytest.raises(LimitError) as caught:
            read(data, limits=Limits(max_depth=4))  # type: ignore[operator]
        assert caught.value.allowed == 4


GOOD = STARTS["resumption"] + block(datum(resumption()), 1) + block(datum(resumption()) * 2, 2)


def test_a_file_cut_anywhere_is_refused_or_ends_at_a_block() -> None:
    ends = [len(STARTS["resumption"])]
    ends.append(ends[0] + len(block(datum(resumption()), 1)))
    assert len(loaded(GOOD)) == 3
    for size in range(len(GOOD)):
        if size in ends:
            assert len(loaded(GOOD[:size])) == ends.index(size)
        else:
            with pytest.raises(MalformedError):
                loaded(GOOD[:size])


@pytest.mark.parametrize("codec", ["null", "deflate", "bzip2", "xz", "zstandard"])
def test_a_file_of_ours_cut_anywhere_is_refused(codec: str) -> None:
    data = container(numbered(3), codec=codec)
    for size in [*range(0, len(data), 61), *range(len(data) - 200, len(data))]:
        with pytest.raises(MalformedError):
            loaded(data[:size])


@pytest.mark.parametrize("version", ["0.1.0", "0.1.1"])
def test_a_single_object_cut_anywhere_is_refused(version: str) -> None:
    data = avro.encode(resumption(), version=version)
    for size in range(len(data)):
        with pytest.raises(MalformedError):
            avro.decode(data[:size])
    with pytest.raises(MalformedError, match="1 bytes after"):
        avro.decode(data + b"\0")


def ones(data: bytes) -> bytes:
    return STARTS["resumption"] + block(data, 1)


def named(*members: tuple[bytes, bytes]) -> bytes:
    return b"".join(varint(len(name)) + name + varint(len(value)) + value for name, value in members)


DAMAGED: dict[str, tuple[bytes, str]] = {
    "wrong-sync": (GOOD[:-1] + b"\0", "sync marker"),
    "wrong-first-sync": (STARTS["resumption"] + block(datum(resumption()), 1, sync=SYNC[::-1]), "sync marker"),
    "no-magic": (b"Obj\x02" + GOOD[4:], "does not begin"),
    "empty": (b"", "does not begin"),
    "json": (json.dumps(RESUMPTION).encode(), "does not begin"),
    "no-schema": (header({"avro.codec": b"null"}), "names no schema"),
    "schema-no-json": (header({"avro.schema": b"{"}), "not JSON"),
    "schema-no-utf-8": (header({"avro.schema": b'"\xff"'}), "schema"),
    "schema-unknown-type": (header({"avro.schema": b'"nothing"'}), "not an Avro schema"),
    "schema-a-number": (header({"avro.schema": b"5"}), "not an Avro schema"),
    "unknown-codec": (header_of("resumption", "brotli"), "brotli"),
    "codec-no-utf-8": (GOOD.replace(b"\x08null", b"\x08nul\xff", 1), "no such codec"),
    "doubled-metadata": (MAGIC + varint(2) + named((b"x", b""), (b"x", b"")) + b"\0" + SYNC, "stands twice"),
    "negative-metadata-length": (MAGIC + varint(1) + varint(-1), "length"),
    "negative-number-of-documents": (STARTS["resumption"] + block(datum(resumption()), -1), "-1 documents"),
    "negative-size-of-a-block": (STARTS["resumption"] + varint(1) + varint(-5), "-5 bytes"),
    "fewer-documents": (STARTS["resumption"] + block(datum(resumption()) * 2, 1), "after the last document"),
    "more-documents": (STARTS["resumption"] + block(datum(resumption()), 2), "ends inside"),
    "no-documents-but-bytes": (STARTS["resumption"] + block(b"\0", 0), "after the last document"),
    "bytes-after-the-blocks": (GOOD + b"\0", "ends inside"),
    "long-varint-count": (STARTS["resumption"] + b"\x80" * 10 + b"\x01", "ten bytes"),
    "varint-beyond-64-bits": (STARTS["resumption"] + b"\xff" * 9 + b"\x7f", "64 bits"),
    "long-varint-in-a-header": (MAGIC + b"\x80" * 11, "ten bytes"),
    "text-no-utf-8": (ones(datum(resumption()).replace(b"\x02l", b"\x02\xff")), "not UTF-8"),
    "text-a-surrogate": (ones(datum(resumption(label="abc")).replace(b"\x06abc", b"\x06\xed\xa0\x80")), "not UTF-8"),
    "text-overlong": (ones(datum(resumption(label="ab")).replace(b"\x04ab", b"\x04\xc0\x80")), "not UTF-8"),
    "name-no-utf-8": (ones(inputs(varint(1) + named((b"\xff", b"1")) + b"\0")), "not UTF-8"),
    "doubled-name": (ones(inputs(varint(2) + named((b"q", b"1"), (b"q", b"2")) + b"\0")), "stands twice"),
    "doubled-name-in-two-blocks": (ones(inputs((varint(1) + named((b"q", b"1"))) * 2 + b"\0")), "stands twice"),
    "doubled-name-with-another-length": (
        ones(inputs(varint(2) + named((b"q", b"1")) + b"\x82\x00q" + text("2") + b"\0")), "stands twice"),
    "wrong-size-of-items": (ones(inputs(varint(-1) + varint(5) + named((b"q", b"1")) + b"\0")), "does not match"),
    "negative-size-of-items": (ones(inputs(varint(-1) + varint(-4) + named((b"q", b"1")) + b"\0")), "bytes"),
    "too-large-size-of-items": (ones(inputs(varint(-1) + varint(10**6) + named((b"q", b"1")) + b"\0")), "are left"),
    "more-items-than-bytes": (STARTS["capture"] + block(steps(varint(2**40)), 1), "a block of 1099511627776 items"),
    "third-branch": (ones(datum(resumption()).replace(b"\x02\x06EUR", b"\x04\x06EUR")), "branch"),
    "negative-branch": (ones(datum(resumption()).replace(b"\x02\x06EUR", b"\x01\x06EUR")), "branch"),
    "damaged-deflate": (header_of("resumption", "deflate") + block(b"\xff" * 20, 1), "damaged deflate"),
    "deflate-that-goes-on": (header_of("resumption", "deflate") + block(deflated(0) + b"12345", 1), "damaged deflate"),
    "deflate-that-does-not-end": (header_of("resumption", "deflate") + block(zlib.compress(b"x" * 99)[2:-9], 1), "damaged deflate"),
    "damaged-bzip2": (header_of("resumption", "bzip2") + block(b"BZh9" + b"\xff" * 20, 1), "damaged bzip2"),
    "damaged-xz": (header_of("resumption", "xz") + block(b"\xfd7zXZ\0" + b"\xff" * 20, 1), "damaged xz"),
    "damaged-zstandard": (header_of("resumption", "zstandard") + block(b"\x28\xb5\x2f\xfd" + b"\xff" * 20, 1), "damaged zstandard"),
    "empty-zstandard": (header_of("resumption", "zstandard") + block(b"", 1), "damaged zstandard"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_named(name: str) -> None:
    data, reason = DAMAGED[name]
    with pytest.raises(MalformedError, match=reason) as caught:
        loaded(data)
    assert caught.value.format == "Avro"


def test_a_container_of_another_schema_lists_the_known_ones() -> None:
    schema = {"type": "record", "name": "Other", "fields": [{"name": "x", "type": "long"}]}
    with pytest.raises(UnsupportedVersionError, match=r"capture@1\.0\.0 \([0-9a-f]{16}\)"):
        loaded(header({"avro.schema": json.dumps(schema).encode()}) + block(b"\x02", 1))


def changed(path: Callable[[Any], Any]) -> bytes:
    schema = avro.schema("resumption")
    path(schema)
    return header({"avro.schema": json.dumps(schema).encode()}) + block(datum(resumption()), 1)


def test_a_schema_that_differs_where_it_does_not_matter_is_ours() -> None:
    assert loaded(changed(lambda schema: schema.update(doc="Other", aliases=["Old"]))) == [resumption()]
    assert loaded(changed(lambda schema: schema["fields"][0].update(doc="Other", order="ignore"))) == [
        resumption()
    ]
    with pytest.raises(UnsupportedVersionError):
        loaded(changed(lambda schema: schema["fields"].reverse()))


@pytest.mark.parametrize("map_", [
    varint(-1) + varint(6) + named((b"q", b'"y"')) + b"\0",
    varint(-1) + varint(6) + named((b"q", b'"y"')) + varint(-1) + varint(4) + named((b"r", b"1")) + b"\0",
    varint(1) + named((b"q", b'"y"')) + varint(-1) + varint(4) + named((b"r", b"1")) + b"\0",
    varint(2) + named((b"q", b'"y"'), (b"r", b"1")) + b"\0",
    varint(-2) + varint(10) + named((b"r", b"1"), (b"q", b'"y"')) + b"\0",
    b"\0",
])  # fmt: skip
def test_maps_of_several_blocks_and_negative_counts_are_legal(map_: bytes) -> None:
    expected = {"q": "y"} if b"q" in map_ else {}
    expected |= {"r": 1} if b"r" in map_ else {}  # type: ignore[dict-item]
    for made in [*loaded(ones(inputs(map_))), avro.decode(avro.encode(resumption())[:10] + inputs(map_))]:
        assert made.inputs == expected


def test_arrays_of_several_blocks_and_negative_counts_are_legal() -> None:
    made = capture()
    made.run_log.steps[0].idx = 0
    whole = datum(made)
    at = whole.index(varint(1) + varint(0) + text("llm_call"))
    end = whole.index(text("s") + b"\0", at) + len(text("s") + b"\0")
    step = whole[at + 1 : end]
    assert whole[end : end + 1] == b"\0"
    for array, count in [
        (varint(-1) + varint(len(step)) + step, 1),
        (varint(-2) + varint(2 * len(step)) + step * 2 + varint(1) + step, 3),
        (varint(1) + step + varint(1) + step, 2),
    ]:
        (back,) = loaded(STARTS["capture"] + block(whole[:at] + array + whole[end:], 1))
        assert back.run_log.steps == made.run_log.steps * count


def test_empty_blocks_are_legal() -> None:
    empty = block(b"", 0)
    assert len(loaded(STARTS["resumption"] + empty + block(datum(resumption()), 1) + empty)) == 1


def test_a_header_in_several_blocks_with_negative_counts_is_legal() -> None:
    schema = json.dumps(avro.schema("resumption")).encode()
    first, second = named((b"avro.schema", schema)), named((b"avro.codec", b"null"), (b"x", bytes(50_000)))
    start = MAGIC + varint(-1) + varint(len(first)) + first + varint(2) + second + b"\0" + SYNC
    assert loaded(start + block(datum(resumption()), 1)) == [resumption()]


class Dribble(io.BytesIO):
    """Gives one byte at a time, as a slow pipe may."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(1, size or 0))


def test_a_file_that_comes_byte_by_byte() -> None:
    assert len(list(avro.load(Dribble(GOOD)))) == 3


def test_errors_are_ours() -> None:
    assert all(
        issubclass(error, RunsnapError) for error in (MalformedError, LimitError, UnsupportedVersionError)
    )


def test_a_long_header_is_parsed_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    from runsnap.avro import _header

    calls = []
    original = _header._metadata

    def counted(data: bytes) -> Any:
        calls.append(len(data))
        return original(data)

    monkeypatch.setattr(_header, "_metadata", counted)
    start = header({"x": bytes(900_000), "avro.schema": json.dumps(avro.schema("resumption")).encode()})
    assert loaded(start + block(datum(resumption()), 1)) == [resumption()]
    assert len(calls) < 10
