"""Which temporary files go: those of writers that are gone, never those of writers at work."""

from __future__ import annotations

import errno
import fcntl
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from runsnap import _temporary
from runsnap._save import replacing, write_atomically

DAY = 24 * 60 * 60
ELSEWHERE = ".runsnap-12345678-0123456789abcdef.tmp"
"""By a writer on another machine, or before a restart."""


def left_behind(folder: Path, *, age: float = 0) -> Path:
    """What a writer in this place left when it was killed."""
    path, file = _temporary.new_file(folder, 0o600)
    file.close()
    return aged(path, age)


def aged(path: Path, age: float) -> Path:
    now = path.stat().st_mtime
    os.utime(path, (now - age, now - age))
    return path


def names(folder: Path) -> set[str]:
    with os.scandir(folder) as entries:
        return {entry.name for entry in entries}


def save(folder: Path) -> set[str]:
    """Save, and see what there is besides."""
    write_atomically(folder / "run.json", b"new")
    assert (folder / "run.json").read_bytes() == b"new"
    return names(folder) - {"run.json"}


def test_what_nobody_works_on_goes(tmp_path: Path) -> None:
    left_behind(tmp_path)
    left_behind(tmp_path)
    assert save(tmp_path) == set()


def test_it_goes_before_the_new_content_needs_its_room(tmp_path: Path) -> None:
    path = left_behind(tmp_path)
    with replacing(tmp_path / "run.json"):
        assert not path.exists()


def test_it_goes_even_if_the_save_fails(tmp_path: Path) -> None:
    left_behind(tmp_path)
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "run.json"):
        raise ZeroDivisionError
    assert names(tmp_path) == set()


def test_writers_of_this_process_keep_their_files(tmp_path: Path) -> None:
    with replacing(tmp_path / "other.json") as file:
        file.write(b"other")
        assert len(save(tmp_path)) == 1
    assert save(tmp_path) == {"other.json"}
    assert (tmp_path / "other.json").read_bytes() == b"other"


WRITER = """
import sys
from runsnap._save import replacing
with replacing(sys.argv[1]) as file:
    file.write(b"slow ")
    file.flush()
    print("half", flush=True)
    sys.stdin.readline()
    file.write(b"writer")
"""


@contextmanager
def another_writer(target: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that has written half of the file."""
    command = [sys.executable, "-c", WRITER, str(target)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "half\n"
        yield process


def test_writers_of_other_processes_keep_their_files(tmp_path: Path) -> None:
    with another_writer(tmp_path / "run.json") as process:
        (temporary,) = names(tmp_path)
        aged(tmp_path / temporary, 10 * DAY)
        assert save(tmp_path) == {temporary}
        process.communicate("go on")
    assert process.returncode == 0
    assert names(tmp_path) == {"run.json"}
    assert (tmp_path / "run.json").read_bytes() == b"slow writer"


def test_a_killed_writer_loses_its_file_to_the_next_one(tmp_path: Path) -> None:
    with another_writer(tmp_path / "run.json") as process:
        process.kill()
    assert len(names(tmp_path)) == 1
    assert save(tmp_path) == set()


@pytest.mark.parametrize(("age", "stays"), [(DAY - 60, True), (DAY + 60, False)])
def test_where_locks_may_be_unknown_a_file_has_to_be_a_day_old_as_well(
    age: float, stays: bool, tmp_path: Path
) -> None:
    """A network file system may not tell this machine of the locks of another."""
    path = tmp_path / ELSEWHERE
    path.touch()
    aged(path, age)
    assert (ELSEWHERE in save(tmp_path)) is stays


def test_an_old_file_from_elsewhere_stays_while_it_is_locked(tmp_path: Path) -> None:
    path = tmp_path / ELSEWHERE
    with path.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        aged(path, 10 * DAY)
        assert save(tmp_path) == {ELSEWHERE}
    assert save(tmp_path) == set()


REALMS = [
    ("disk of this machine", (8, 1), "boot 1", (8, 1), "boot 2", True),
    ("another mount", (0, 50), "boot 1", (0, 51), "boot 1", False),
    ("network file system after a restart", (0, 50), "boot 1", (0, 50), "boot 2", False),
    ("network file system", (0, 50), "boot 1", (0, 50), "boot 1", True),
]


@pytest.mark.skipif(sys.platform != "linux", reason="device numbers tell disks from networks on Linux only")
@pytest.mark.parametrize(
    ("device", "boot", "later_device", "later_boot", "same"),
    [row[1:] for row in REALMS],
    ids=[row[0] for row in REALMS],
)
def test_where_locks_can_be_trusted(
    device: tuple[int, int], boot: str, later_device: tuple[int, int], later_boot: str, same: bool,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def realm(numbers: tuple[int, int], machine: str) -> str:
        class Folder:
            def stat(self) -> Any:
                return os.stat_result((0, 0, os.makedev(*numbers), 0, 0, 0, 0, 0, 0, 0))

        monkeypatch.setattr(_temporary, "_machine", lambda: machine)
        return _temporary._realm(Folder())

    assert (realm(device, boot) == realm(later_device, later_boot)) is same


def test_a_file_that_is_taken_for_left_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a save that looks between the birth of the file and its lock."""
    real = fcntl.flock
    turns = itertools.count()

    def late(descriptor: int, operation: int) -> None:
        if operation == fcntl.LOCK_EX | fcntl.LOCK_NB and next(turns) == 0:
            _temporary.remove_leftovers(tmp_path, 0)
            assert names(tmp_path) == set()
        real(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    assert save(tmp_path) == set()
    assert next(turns) == 2


def test_a_file_is_locked_until_it_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no writer can lock it in between, and go on with a file that is about to go."""
    path = left_behind(tmp_path)
    removed = []
    real = os.unlink

    def unlink(target: Any, **options: Any) -> None:
        with open(target, "rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        removed.append(Path(target))
        real(target, **options)

    monkeypatch.setattr(os, "unlink", unlink)
    assert save(tmp_path) == set()
    assert removed == [path]


def test_a_file_that_another_save_looks_at_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fcntl.flock
    turns = itertools.count()

    def taken(descriptor: int, operation: int) -> None:
        if operation == fcntl.LOCK_EX | fcntl.LOCK_NB and next(turns) == 0:
            raise BlockingIOError(errno.EWOULDBLOCK, "taken")
        real(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", taken)
    assert save(tmp_path) == set()
    assert next(turns) == 2


def test_without_locks_files_are_written_and_none_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(fcntl, "flock", refused)
    path = left_behind(tmp_path, age=10 * DAY)
    assert save(tmp_path) == {path.name}


@pytest.mark.parametrize(("age", "stays"), [(DAY - 60, True), (DAY + 60, False)])
def test_on_systems_that_know_no_such_locks_age_decides(
    age: float, stays: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody can rename or remove an open file, either."""
    real = os.replace

    def replace(source: Path, target: Path) -> None:
        open_files = {os.path.realpath(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd")}
        assert os.path.realpath(source) not in open_files
        real(source, target)

    path = left_behind(tmp_path, age=age)
    monkeypatch.setattr("runsnap._temporary.LOCKS", False)
    monkeypatch.setattr("runsnap._save.LOCKS", False)
    if Path("/proc/self/fd").exists():
        monkeypatch.setattr(os, "replace", replace)
    assert (path.name in save(tmp_path)) is stays


def test_nothing_else_goes(tmp_path: Path) -> None:
    others = [
        ".runsnap-00000000.tmp", "runsnap-00000000-0123456789abcdef.tmp", ".runsnap-00000000-0123456789abcdef.tmp~",
        ".runsnap-00000000-0123456789ABCDEF.tmp", "x.tmp",
    ]  # fmt: skip
    for name in others:
        aged_file = tmp_path / name
        aged_file.touch()
        aged(aged_file, 10 * DAY)
    realm = _temporary._realm(tmp_path)
    outside = tmp_path / "outside"
    outside.touch()
    special = [f".runsnap-{realm}-{digit * 16}.tmp" for digit in "abc"]
    (tmp_path / special[0]).symlink_to(outside)
    (tmp_path / special[1]).mkdir()
    os.mkfifo(tmp_path / special[2])
    assert save(tmp_path) == {*others, *special, "outside"}


def test_a_large_folder_is_not_searched_at_every_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that many saves into one folder take time in proportion to their number."""
    searches = []
    many = [f"run-{number}.json" for number in range(5000)]
    monkeypatch.setattr(os, "listdir", lambda folder: searches.append(folder) or many)
    for _ in range(12):
        save(tmp_path)
    assert len(searches) == 2


def test_a_folder_that_cannot_be_searched_can_be_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(folder: Path) -> Any:
        raise PermissionError(errno.EACCES, "no", os.fspath(folder))

    monkeypatch.setattr(os, "listdir", refused)
    assert save(tmp_path) == set()
