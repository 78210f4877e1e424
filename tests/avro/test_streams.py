"""Files are read and written piece by piece, are closed, and are named in errors."""

from __future__ import annotations

import builtins
import io
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap import avro
from runsnap.avro import _writer
from runsnap.errors import LimitError, MalformedError, RunsnapError, UnrepresentableError
from tests.avro.samples import block, container, datum, header_of, loaded, metadata_of, numbered, resumption


class Watched(io.BytesIO):
    """A file that knows how far it has been read."""

    furthest = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.furthest = max(self.furthest, self.tell())
        return data


def test_reading_holds_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_writer, "BLOCK_SIZE", 200_000)
    items = (resumption(steps=number, bindings={"x": "y" * 20_000}) for number in range(200))
    data = container(items, codec="null")
    assert data.count(data[-16:]) > 15
    file = Watched(data)
    reader = avro.load(file)
    assert file.furthest < 200_000
    for number, made in enumerate(reader):
        assert made.steps == number
        # So many blocks as hold the documents up to this one, and one chunk.
        assert file.furthest <= (number // 10 + 1) * 230_000 + 100_000
    assert file.furthest == len(data)


def test_writing_holds_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.BytesIO()
    sizes = []

    def items() -> Iterator[Any]:
        for number in range(50):
            sizes.append(len(file.getvalue()))
            yield resumption(steps=number, bindings={"x": "y" * 20_000})

    avro.dump(items(), file, codec="null")
    assert len(set(sizes)) > 10
    assert sizes[-1] > len(file.getvalue()) - 2 * _writer.BLOCK_SIZE - 40_000


def opened_files(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    files: list[Any] = []
    original = builtins.open

    def watched(*arguments: Any, **options: Any) -> Any:
        files.append(original(*arguments, **options))
        return files[-1]

    monkeypatch.setattr(builtins, "open", watched)
    return files


def test_the_iterator_closes_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.avro"
    avro.dump(numbered(3), path)
    files = opened_files(monkeypatch)
    assert len(list(avro.load(path))) == 3
    with avro.load(path) as reader:
        next(reader)
    closing = avro.load(path)
    closing.close()
    closing.close()
    assert [file.closed for file in files] == [True] * 3


@pytest.mark.parametrize("data", [b"", b"Obj\x01", container(numbered(3))[:-1]])
def test_the_file_is_closed_on_an_error(data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.avro"
    path.write_bytes(data)
    files = opened_files(monkeypatch)
    with pytest.raises(MalformedError):
        list(avro.load(path))
    assert [file.closed for file in files] == [True]


def test_a_file_of_the_caller_stays_open() -> None:
    file = io.BytesIO(container(numbered(2)))
    with avro.load(file) as reader:
        list(reader)
    assert not file.closed
    avro.dump(numbered(1), file)
    assert not file.closed


def test_an_iterator_that_has_ended_stays_ended() -> None:
    reader = avro.load(io.BytesIO(container(numbered(1))))
    assert iter(reader) is reader
    assert len(list(reader)) == 1
    assert list(reader) == []
    broken = avro.load(io.BytesIO(container(numbered(2))[:-1]))
    with pytest.raises(MalformedError):
        list(broken)
    assert list(broken) == []


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.avro"
    for data in (
        b"{}",
        container(numbered(3))[:-1],
        header_of("resumption") + block(datum(resumption())[:-1], 1),
    ):
        path.write_bytes(data)
        for source in (path, str(path), path.open("rb")):
            with pytest.raises(MalformedError) as caught:
                list(avro.load(source))
            assert caught.value.source == str(path)
            assert str(caught.value).startswith(f"{path}: not Avro: ")
            if hasattr(source, "close"):
                source.close()
    with pytest.raises(MalformedError) as caught:
        loaded(b"{}")
    assert caught.value.source is None


def test_what_the_system_says_stays_an_oserror(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.avro", tmp_path):
        with pytest.raises(OSError, match=path.name):
            avro.load(path)
    with pytest.raises(IsADirectoryError):
        avro.dump(numbered(1), tmp_path)


def failing(work: Any) -> RunsnapError:
    with pytest.raises(RunsnapError) as caught:
        work()
    return caught.value


def test_errors_go_from_process_to_process(tmp_path: Path) -> None:
    path = tmp_path / "x.avro"
    path.write_bytes(container(numbered(3))[:-1])
    errors = [
        failing(lambda: list(avro.load(path))),
        failing(lambda: avro.decode(b"\xc3\x01" + bytes(8))),
        failing(lambda: avro.encode(resumption(spend={"micros": 10**38}))),
        failing(lambda: avro.decode(avro.encode(resumption()), limits=runsnap.Limits(max_block_bytes=1))),
        failing(lambda: avro.dump([resumption().usage], io.BytesIO())),  # type: ignore[list-item]
        failing(
            lambda: loaded(
                header_of("resumption")
                + block(datum(resumption(label="l")).replace(b"sha256", b"\xffha256"), 1)
            )
        ),
    ]
    assert {UnrepresentableError, MalformedError, LimitError} <= {type(error) for error in errors}
    for error in errors:
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error)
        assert (str(copy), copy.source, vars(copy)) == (str(error), error.source, vars(error))


def test_paths_of_all_sorts(tmp_path: Path) -> None:
    made = numbered(3)
    for path in (tmp_path / "new folder" / "größe.avro", str(tmp_path / "text.avro")):
        assert avro.dump(made, path) == 3
        assert list(avro.load(path)) == made
    link = tmp_path / "link.avro"
    link.symlink_to(tmp_path / "text.avro")
    avro.dump(made[:1], link)
    assert link.is_symlink()
    assert list(avro.load(tmp_path / "text.avro")) == made[:1]


def test_two_files_of_equal_documents_differ_only_in_their_sync_marker() -> None:
    one, other = (container(numbered(5)) for _ in range(2))
    assert one.replace(one[-16:], b"") == other.replace(other[-16:], b"")
    assert one[-16:] != other[-16:]
    assert metadata_of(one) == metadata_of(other)
