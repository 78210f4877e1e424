"""Saving: all of the file or nothing of it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap import Capture, Resumption
from tests.sdk.samples import full_capture, full_resumption, minimal_capture

OLD = b"the old content"


@pytest.fixture
def capture() -> Capture:
    return Capture.from_dict(full_capture())


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "run.json"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_what_is_saved_is_what_to_bytes_gives(capture: Capture, old_file: Path) -> None:
    for layout in ("sorted", "declared"):
        capture.save(old_file, layout=layout)  # type: ignore[arg-type]
        assert only_file(old_file.parent).read_bytes() == capture.to_bytes(layout=layout)  # type: ignore[arg-type]
        assert capture.dumps(layout=layout).encode() == capture.to_bytes(layout=layout)  # type: ignore[arg-type]
    capture.save(old_file)
    assert old_file.read_bytes() == capture.to_bytes(layout="sorted")
    assert Capture.load(old_file) == capture


def test_a_path_may_be_a_text(capture: Capture, tmp_path: Path) -> None:
    capture.save(str(tmp_path / "run.json"))
    assert Capture.load(tmp_path / "run.json") == capture


FAILING = ["os.open", "os.fchmod", "os.fsync", "os.replace", "write", "flush"]


@pytest.fixture(params=FAILING)
def failing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A disk on which one step of the way fails."""

    def fail(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "no space")

    name: str = request.param
    if name.startswith("os."):
        monkeypatch.setattr(os, name.removeprefix("os."), fail)
    else:
        original = open

        def opened(file: Any, *args: Any, **kwargs: Any) -> Any:
            real = original(file, *args, **kwargs)
            return _Half(real, fails_in=name)

        monkeypatch.setattr("runsnap._temporary.open", opened, raising=False)
    yield
    monkeypatch.undo()


class _Half:
    """A file that writes half of the data and fails."""

    def __init__(self, file: Any, fails_in: str) -> None:
        self.file = file
        self.fails_in = fails_in

    def close(self) -> None:
        self.file.close()

    def fileno(self) -> int:
        return int(self.file.fileno())

    def write(self, data: bytes) -> int:
        self.file.write(data[: len(data) // 2])
        if self.fails_in == "write":
            raise OSError(errno.ENOSPC, "no space")
        return len(data)

    def flush(self) -> None:
        if self.fails_in == "flush":
            raise OSError(errno.ENOSPC, "no space")
        self.file.flush()


def test_a_failure_on_the_way_leaves_the_old_file_alone(
    capture: Capture, old_file: Path, failing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OSError, match="no space"):
        capture.save(old_file)
    assert only_file(old_file.parent) == old_file
    assert old_file.read_bytes() == OLD


def test_an_interruption_leaves_the_old_file_alone(
    capture: Capture, old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        capture.save(old_file)
    assert only_file(old_file.parent).read_bytes() == OLD


def test_the_data_is_on_the_disk_before_the_name_points_to_it(
    capture: Capture, old_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def noted_fsync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        size = os.fstat(descriptor).st_size
        steps.append("folder" if is_folder else f"file of {size}")
        fsync(descriptor)

    def noted_replace(source: Any, target: Any) -> None:
        assert Path(source).parent == Path(target).parent
        assert Path(target).read_bytes() == OLD
        steps.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(os, "replace", noted_replace)
    capture.save(old_file)
    assert steps == [f"file of {len(capture.to_bytes())}", "rename", "folder"]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o444, 0o755])
def test_the_mode_of_an_existing_file_is_kept(capture: Capture, old_file: Path, mode: int) -> None:
    old_file.chmod(mode)
    capture.save(old_file)
    assert stat.S_IMODE(old_file.stat().st_mode) == mode
    assert old_file.read_bytes() == capture.to_bytes()


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_gets_the_mode_of_the_umask(
    capture: Capture, tmp_path: Path, umask: int, mode: int
) -> None:
    before = os.umask(umask)
    try:
        capture.save(tmp_path / "run.json")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "run.json").stat().st_mode) == mode


def test_parent_folders_are_made(capture: Capture, tmp_path: Path) -> None:
    capture.save(tmp_path / "a" / "b" / "run.json")
    assert Capture.load(tmp_path / "a" / "b" / "run.json") == capture


def test_the_target_of_a_link_is_replaced_and_the_link_stays(
    capture: Capture, old_file: Path, tmp_path: Path
) -> None:
    link, indirect = tmp_path / "link.json", tmp_path / "indirect.json"
    link.symlink_to(old_file)
    indirect.symlink_to("link.json")
    capture.save(indirect)
    assert (link.is_symlink(), indirect.is_symlink(), old_file.is_symlink()) == (True, True, False)
    assert only_file(old_file.parent).read_bytes() == capture.to_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "indirect.json", "link.json"]


def test_a_link_to_nothing_gets_its_target(capture: Capture, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "new" / "run.json")
    capture.save(link)
    assert link.is_symlink()
    assert (tmp_path / "new" / "run.json").read_bytes() == capture.to_bytes()


def test_a_link_to_itself_is_an_error(capture: Capture, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(link)
    with pytest.raises(OSError, match="symbolic links"):
        capture.save(link)
    assert only_file(tmp_path).is_symlink()


def test_a_folder_is_no_target(capture: Capture, tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as caught:
        capture.save(tmp_path)
    assert caught.value.filename == str(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_file_as_a_parent_is_an_error(capture: Capture, old_file: Path) -> None:
    with pytest.raises(NotADirectoryError):
        capture.save(old_file / "run.json")
    assert only_file(old_file.parent).read_bytes() == OLD


def test_a_device_is_written_as_it_is(capture: Capture) -> None:
    capture.save(os.devnull)
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_pipe_is_written_as_it_is(capture: Capture) -> None:
    reading, writing = os.pipe()
    with open(reading, "rb") as file:
        capture.save(f"/dev/fd/{writing}")
        os.close(writing)
        assert file.read() == capture.to_bytes()


def test_a_refused_document_leaves_the_old_file_alone(old_file: Path) -> None:
    capture = Capture.from_dict(minimal_capture())
    capture.run_log.agent = 5  # type: ignore[assignment]
    resumption = Resumption.from_dict(full_resumption())
    resumption.inputs["x"] = {1}  # type: ignore[assignment]
    for document, error in (
        (capture, runsnap.InvalidDocumentError),
        (resumption, runsnap.UnrepresentableError),
    ):
        with pytest.raises(error) as caught:
            document.save(old_file)
        assert caught.value.source == str(old_file)
        assert only_file(old_file.parent).read_bytes() == OLD


def test_a_refused_document_makes_no_folders(tmp_path: Path) -> None:
    resumption = Resumption.from_dict(full_resumption())
    resumption.steps = -1
    with pytest.raises(runsnap.InvalidDocumentError):
        resumption.save(tmp_path / "new" / "run.json")
    assert list(tmp_path.iterdir()) == []


def test_the_layout_is_one_of_two(capture: Capture, old_file: Path) -> None:
    with pytest.raises(ValueError, match="sorted, declared"):
        capture.save(old_file, layout="pretty")  # type: ignore[arg-type]
    assert only_file(old_file.parent).read_bytes() == OLD


def test_errors_name_the_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the file beside it that is written first."""

    def refused(path: Path, *_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))

    stopped = runsnap.Resumption.from_dict(runsnap.schema("resumption")["examples"][0])
    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(PermissionError) as caught:
        stopped.save(tmp_path / "run.json")
    assert caught.value.filename == os.fspath(tmp_path / "run.json")
