"""What a container file says of itself, and the number of its documents above all."""

from __future__ import annotations

import gzip
import io
import os
import threading
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap import avro
from runsnap._generated.catalog import CATALOG
from runsnap.avro import _writer
from runsnap.errors import MalformedError, UnsupportedVersionError
from tests.avro.samples import (
    PAIRS,
    block,
    capture,
    container,
    datum,
    document,
    header_of,
    loaded,
    metadata_of,
    numbered,
)


@pytest.mark.parametrize("kind, version", PAIRS)
def test_the_header_names_kind_version_digest_writer_and_number(kind: str, version: str) -> None:
    metadata = metadata_of(container([document(kind)] * 7, version=version, codec="deflate"))
    assert {name: value for name, value in metadata.items() if name != "avro.schema"} == {
        "avro.codec": b"deflate",
        "runsnap.kind": kind.encode(),
        "runsnap.schema.version": version.encode(),
        "runsnap.schema.digest": CATALOG.kinds[kind][version].digest.encode(),
        "runsnap.writer": f"runsnap {runsnap.__version__}".encode(),
        "runsnap.count": b"00000000000000000007",
    }


@pytest.mark.parametrize("kind, version", PAIRS)
def test_the_reader_tells_what_the_header_says(kind: str, version: str) -> None:
    reader = avro.load(io.BytesIO(container([document(kind)] * 3, version=version, codec="xz")))
    assert (reader.kind, reader.version, reader.codec, reader.declared_count, reader.count) == (
        kind,
        version,
        "xz",
        3,
        0,
    )
    assert len(list(reader)) == reader.count == 3


class Pipe(io.BytesIO):
    """A file that cannot go back."""

    def seekable(self) -> bool:
        return False

    def seek(self, *arguments: Any) -> int:
        raise io.UnsupportedOperation

    tell = seek


def test_a_pipe_gets_no_number() -> None:
    file = Pipe()
    avro.dump(numbered(3), file)
    data = file.getvalue()
    assert "runsnap.count" not in metadata_of(data)
    reader = avro.load(io.BytesIO(data))
    assert reader.declared_count is None
    assert len(list(reader)) == 3


def test_a_real_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.extend(avro.load(path)))
    thread.start()
    assert avro.dump(numbered(500), path) == 500
    thread.join()
    assert [made.steps for made in found] == list(range(500))


def test_a_file_that_is_appended_to_gets_no_number(tmp_path: Path) -> None:
    path = tmp_path / "appended.avro"
    with path.open("ab") as file:
        avro.dump(numbered(3), file)
    assert "runsnap.count" not in metadata_of(path.read_bytes())
    assert [made.steps for made in avro.load(path)] == [0, 1, 2]


def test_a_gzip_file_gets_no_number(tmp_path: Path) -> None:
    path = tmp_path / "numbers.avro.gz"
    with gzip.open(path, "wb") as file:
        avro.dump(numbered(3), file)  # type: ignore[arg-type]
    with gzip.open(path) as file:
        reader = avro.load(file)
        assert reader.declared_count is None
        assert len(list(reader)) == 3


def test_a_file_that_does_not_begin_at_its_beginning() -> None:
    file = io.BytesIO()
    file.write(b"before")
    avro.dump(numbered(2), file)
    assert file.tell() == len(file.getvalue())
    file.write(b"after")
    data = file.getvalue()
    assert data.startswith(b"beforeObj\x01")
    assert loaded(data[len(b"before") : -len(b"after")]) == numbered(2)


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError, GeneratorExit])
def test_the_number_is_written_also_on_an_error(error: type[BaseException]) -> None:
    file = io.BytesIO()
    with pytest.raises(error), avro.AvroWriter(file, "resumption") as writer:
        for made in numbered(2):
            writer.write(made)
        raise error
    reader = avro.load(io.BytesIO(file.getvalue()))
    assert reader.declared_count == 2
    assert list(reader) == numbered(2)


def blocks(monkeypatch: pytest.MonkeyPatch) -> tuple[bytes, list[int]]:
    """A file of ten blocks, and where each of them ends."""
    monkeypatch.setattr(_writer, "BLOCK_SIZE", 1)
    data = container(numbered(10))
    sync, ends, at = data[-16:], [], 0
    while (found := data.find(sync, at)) >= 0:
        at = found + 16
        ends.append(at)
    return data, ends


def test_a_file_cut_between_blocks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    data, ends = blocks(monkeypatch)
    assert len(ends) == 11
    for whole, end in enumerate(ends[:-1]):
        reader = avro.load(io.BytesIO(data[:end]))
        found = []
        with pytest.raises(MalformedError, match=rf"holds {whole} documents, its header says 10"):
            for made in reader:
                found.append(made.steps)
        assert found == list(range(whole))


def test_a_file_with_more_than_it_says_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    data, ends = blocks(monkeypatch)
    with pytest.raises(MalformedError, match="holds 11 documents, its header says 10"):
        loaded(data + data[ends[0] : ends[1]])


def test_a_writer_that_did_not_finish_is_noticed() -> None:
    file = io.BytesIO()
    writer = avro.AvroWriter(file, "resumption")
    for made in numbered(3):
        writer.write(made)
    writer.flush()
    data = file.getvalue()
    reader = avro.load(io.BytesIO(data))
    assert reader.declared_count is None
    assert [next(reader).steps for _ in range(3)] == [0, 1, 2]
    with pytest.raises(MalformedError, match="did not finish the file; it holds 3 whole documents"):
        next(reader)
    writer.close()
    assert len(loaded(file.getvalue())) == 3


@pytest.mark.parametrize(
    "count", [b"x" * 20, b"", b"-1".zfill(20), b"1" * 21, b"9" * 5000, "٣".encode() * 10]
)
def test_a_number_that_is_none_is_refused(count: bytes) -> None:
    from tests.avro.samples import header

    data = header({"avro.schema": metadata_of(container(numbered(1)))["avro.schema"], "runsnap.count": count})
    with pytest.raises(MalformedError, match="is not a number"):
        avro.load(io.BytesIO(data))


def test_a_file_without_a_number_is_not_checked() -> None:
    data = header_of("resumption") + block(datum(numbered(1)[0]), 1)
    reader = avro.load(io.BytesIO(data))
    assert reader.declared_count is None
    assert list(reader) == numbered(1)


@pytest.mark.parametrize("edit", [
    ("timestamp-nanos", "timestamp-micros"),
    ("timestamp-nanos", "local-timestamp-nanos"),
    ('"precision":20,"scale":0', '"precision":20,"scale":2'),
    ('"type":"string","format":"json"', '"type":"string","logicalType":"uuid"'),
], ids=str)  # fmt: skip
def test_a_schema_that_gives_values_another_meaning_is_refused(edit: tuple[str, str]) -> None:
    """Fingerprints leave logical types out: they alone would take microseconds for nanoseconds."""
    import json

    from tests.avro.samples import header

    text = json.dumps(avro.schema("capture"), separators=(",", ":"))
    assert edit[0] in text
    data = header({"avro.schema": text.replace(edit[0], edit[1], 1).encode()}) + block(datum(capture()), 1)
    with pytest.raises(UnsupportedVersionError):
        avro.load(io.BytesIO(data))


def test_a_schema_without_logical_types_is_fine() -> None:
    import json

    from tests.avro import apache
    from tests.avro.samples import header

    data = header({"avro.schema": json.dumps(apache.reduced(avro.schema("capture"))).encode()}) + block(
        datum(capture()), 1
    )
    assert loaded(data) == [capture()]
