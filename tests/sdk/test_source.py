"""What can be loaded from: paths, open files, compressed data."""

from __future__ import annotations

import gzip
import io
import json
import pickle
import tempfile
from pathlib import Path
from typing import Any

import pytest
from backports import zstd

import runsnap
from runsnap.capture import RunLog
from tests.sdk.samples import DIGEST, changed, full_capture, full_resumption

TEXT = json.dumps(full_capture()).encode()
LOADERS: list[Any] = [runsnap.load, runsnap.Capture.load]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "run.json"
    file.write_bytes(TEXT)
    return file


class _AnyPath:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("kind", [str, Path, _AnyPath])
def test_paths(load: Any, kind: Any, path: Path) -> None:
    assert load(kind(path)).run_log.agent == "adder"


@pytest.mark.parametrize("load", LOADERS)
def test_open_binary_files(load: Any, path: Path) -> None:
    with path.open("rb") as file:
        assert load(file).run_log.agent == "adder"
    assert load(io.BytesIO(TEXT)).run_log.agent == "adder"


@pytest.mark.parametrize("load", LOADERS)
def test_a_file_in_text_mode_is_a_type_error(load: Any, path: Path) -> None:
    with path.open() as file, pytest.raises(TypeError, match="binary mode"):
        load(file)
    with pytest.raises(TypeError, match="binary mode"):
        load(io.StringIO(TEXT.decode()))


@pytest.mark.parametrize("source", [TEXT, 5, None, {}])
def test_what_is_no_source_is_a_type_error(source: Any) -> None:
    with pytest.raises(TypeError, match="a path or a binary file"):
        runsnap.load(source)


def test_text_is_not_taken_for_a_path(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"\{"):
        runsnap.load("{}")


def test_file_system_errors_stay_what_they_are(tmp_path: Path, path: Path) -> None:
    for load in LOADERS:
        with pytest.raises(FileNotFoundError):
            load(tmp_path / "missing.json")
        with pytest.raises(IsADirectoryError):
            load(tmp_path)
        with pytest.raises(NotADirectoryError):
            load(path / "below.json")


PACKED = {"gzip": gzip.compress, "zstd": zstd.compress}


@pytest.mark.parametrize("packed", PACKED)
def test_compressed_files_are_known_by_their_first_bytes(packed: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_bytes(PACKED[packed](TEXT))
    assert runsnap.load(file) == runsnap.loads(TEXT)


@pytest.mark.parametrize("packed", PACKED)
def test_several_members_are_one_text(packed: str) -> None:
    pack = PACKED[packed]
    assert runsnap.load(io.BytesIO(pack(TEXT[:50]) + pack(TEXT[50:]))) == runsnap.loads(TEXT)


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("damage", ["cut", "cut in the head", "more behind", "changed", "nonsense"])
def test_damaged_data_is_malformed(packed: str, damage: str) -> None:
    data = PACKED[packed](TEXT)
    middle = len(data) // 2
    damaged = {
        "cut": data[:-1],
        "cut in the head": data[:5],
        "more behind": data + b"more",
        "nonsense": data[:10] + b"\xff" * 20,
        "changed": data[:middle] + bytes([data[middle] ^ 0xFF]) + data[middle + 1 :],
    }[damage]
    with pytest.raises(runsnap.MalformedError):
        runsnap.load(io.BytesIO(damaged))


def test_what_is_compressed_twice_is_not_unpacked_twice() -> None:
    with pytest.raises(runsnap.MalformedError):
        runsnap.load(io.BytesIO(gzip.compress(gzip.compress(TEXT))))


def _broken() -> dict[str, tuple[type[runsnap.RunsnapError], Any, bytes]]:
    resumption = full_resumption()
    text = json.dumps(resumption).encode()
    invalid = json.dumps(changed(resumption, "/steps", -1)).encode()
    return {
        "malformed": (runsnap.MalformedError, runsnap.load, text[:-1]),
        "damaged": (runsnap.MalformedError, runsnap.load, gzip.compress(text)[:-1]),
        "invalid": (runsnap.InvalidDocumentError, runsnap.load, invalid),
        "value": (runsnap.InvalidDocumentError, runsnap.load, text.replace(b'"cacheReadTokens": 3', b'"cacheReadTokens": 1e17')),
        "strict": (runsnap.InvalidDocumentError, lambda path: runsnap.load(path, strict=True), text.replace(DIGEST.encode(), b"")),
        "kind": (runsnap.WrongKindError, runsnap.Capture.load, text),
        "no kind": (runsnap.WrongKindError, runsnap.load, b"{}"),
        "version": (runsnap.UnsupportedVersionError, runsnap.Resumption.load, text.replace(b'"0.1"', b'"0.2"')),
        "depth": (runsnap.LimitError, runsnap.load, b"[" * 201 + b"]" * 201),
        "part": (runsnap.InvalidDocumentError, RunLog.load, b"{}"),
    }  # fmt: skip


BROKEN = _broken()


@pytest.mark.parametrize("name", BROKEN)
def test_every_load_error_names_its_file(name: str, tmp_path: Path) -> None:
    expected, load, data = BROKEN[name]
    file = tmp_path / "broken.json"
    file.write_bytes(data)
    with pytest.raises(expected) as caught:
        load(file)
    assert caught.value.source == str(file)
    assert str(caught.value) == f"{file}: {caught.value.explain()}"
    with file.open("rb") as opened, pytest.raises(expected) as caught:
        load(opened)
    assert caught.value.source == str(file)
    with pytest.raises(expected) as caught:
        load(io.BytesIO(data))
    assert caught.value.source is None


def test_an_error_of_text_in_memory_names_no_file() -> None:
    for loads in (runsnap.loads, runsnap.Capture.loads):
        with pytest.raises(runsnap.MalformedError) as caught:
            loads("{")
        assert caught.value.source is None
        assert str(caught.value) == caught.value.explain()


@pytest.mark.parametrize("name", BROKEN)
def test_errors_survive_pickling(name: str, tmp_path: Path) -> None:
    _, load, data = BROKEN[name]
    file = tmp_path / "broken.json"
    file.write_bytes(data)
    with pytest.raises(runsnap.RunsnapError) as caught:
        load(file)
    _same_after_pickling(caught.value)


@pytest.mark.parametrize(
    "error",
    [
        runsnap.DifferentArtifactError("a", "b", "c"),
        runsnap.UnknownNodeError("n"),
        runsnap.UnrepresentableError("/a", "a set"),
        runsnap.LimitError("size in bytes", 5, "/a", "6"),
        runsnap.RunsnapError("some message"),
    ],
)
def test_other_errors_survive_pickling(error: runsnap.RunsnapError) -> None:
    _same_after_pickling(error)


def _same_after_pickling(error: runsnap.RunsnapError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert copy.__dict__ == error.__dict__
    assert (str(copy), copy.args) == (str(error), error.args)


def test_a_file_without_a_path_has_no_name() -> None:
    with pytest.raises(runsnap.MalformedError) as caught, tempfile.TemporaryFile() as file:
        runsnap.load(file)
    assert caught.value.source is None
