"""A disk that is full, broken or closed: the old content, an error that names the file, and nothing else left."""

from __future__ import annotations

import errno
import io
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap import avro
from runsnap._save import replacing, write_atomically
from tests.faults.ways import OLD, WAYS, is_new, prepared
from tests.sdk.samples import changed, full_capture

STEPS = ["open", "fchmod", "fsync", "replace", "write", "flush"]
ERRORS = [
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EIO,
    errno.EROFS,
    errno.EACCES,
    errno.EPERM,
    errno.ESTALE,
]


class _Broken(io.FileIO):
    """Takes half of what it is given, and then nothing."""

    code: int
    taken = False

    def write(self, data: Any, /) -> int:
        if self.taken:
            raise OSError(self.code, os.strerror(self.code))
        self.taken = True
        return super().write(bytes(data)[: len(data) // 2])


class _Stubborn(io.BufferedRandom):
    """Holds everything back until it cannot."""

    code: int

    def flush(self) -> None:
        if not self.closed:
            raise OSError(self.code, os.strerror(self.code))


def is_in(folder: Path, descriptor: int) -> bool:
    with os.scandir(folder) as entries:
        return any(os.path.samestat(os.fstat(descriptor), entry.stat()) for entry in entries)


def break_disk(step: str, code: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one step fail for the files of a folder."""
    if step in ("write", "flush"):

        def broken(descriptor: int, mode: str) -> Any:
            if not is_in(folder, descriptor):
                return open(descriptor, mode)
            raw = (_Broken if step == "write" else io.FileIO)(descriptor, "w+")
            file = (io.BufferedRandom if step == "write" else _Stubborn)(raw)
            vars(raw if step == "write" else file)["code"] = code
            return file

        monkeypatch.setattr("runsnap._temporary.open", broken, raising=False)
        return
    real = getattr(os, step)

    def failing(target: Any, *rest: Any, **options: Any) -> Any:
        if isinstance(target, int):
            inside = is_in(folder, target)
        else:
            inside = Path(target).parent == folder and (step != "open" or rest[0] & os.O_CREAT)
        if inside:
            raise OSError(code, os.strerror(code), *([] if isinstance(target, int) else [os.fspath(target)]))
        return real(target, *rest, **options)

    monkeypatch.setattr(os, step, failing)


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("code", ERRORS, ids=errno.errorcode.get)
def test_whatever_fails_the_old_content_stays(
    name: str, step: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = WAYS[name]
    target = prepared(tmp_path, way)
    break_disk(step, code, target.parent, monkeypatch)
    with pytest.raises(OSError) as caught:
        way.write(target)
    monkeypatch.undo()
    assert [path.name for path in target.parent.iterdir()] == [way.name]
    assert target.read_bytes() == OLD
    if name in ("json", "avro"):
        assert caught.value.errno == code
        assert caught.value.filename in (None, str(target))
    else:
        assert os.strerror(code).lower() in str(caught.value).lower()
        assert ".tmp" not in str(caught.value)


FULL = """
import resource, sys
from pathlib import Path
from tests.faults.ways import WAYS
way, target, most = WAYS[sys.argv[1]], Path(sys.argv[2]), int(sys.argv[3])
way.write(target.parent.parent / "other" / way.name)  # whatever loads on first use
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
try:
    way.write(target)
except OSError as error:
    print(error.errno, error)
"""


def apart(script: str, *arguments: str) -> str:
    """What a process of its own prints."""
    result = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("most", [0, 10, 200])
def test_a_file_that_may_not_grow_ends_the_save(name: str, most: int, tmp_path: Path) -> None:
    """A real one: the system takes so many bytes and refuses the rest."""
    target = prepared(tmp_path, WAYS[name])
    said = apart(FULL, name, str(target), str(most))
    assert said.startswith(f"{errno.EFBIG} ") or "File too large" in said
    assert [path.name for path in target.parent.iterdir()] == [WAYS[name].name]
    assert target.read_bytes() == OLD


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("name", ["json", "avro"])
def test_a_full_device_is_an_error(name: str) -> None:
    with pytest.raises(OSError) as caught:
        WAYS[name].write(Path("/dev/full"))
    assert caught.value.errno == errno.ENOSPC


CLOSED = """
import contextlib, os, sys
from pathlib import Path
from tests.faults.ways import WAYS
way, target = WAYS[sys.argv[1]], Path(sys.argv[2])
way.write(target.parent.parent / "other" / way.name)
if os.geteuid() == 0:  # whom no mode keeps out
    with contextlib.suppress(PermissionError):  # unless it has lost its rights already
        os.setegid(65534)
        os.seteuid(65534)
try:
    way.write(target)
except OSError as error:
    print(type(error).__name__, error)
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """A folder that root can still reach when it is nobody."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


@pytest.mark.parametrize("name", WAYS)
@pytest.mark.parametrize("mode", [0o555, 0o444, 0o000], ids=oct)
def test_a_folder_that_nobody_may_write_to(name: str, mode: int, public_folder: Path) -> None:
    """Or look into. A real one: root gives up its rights first."""
    target = prepared(public_folder, WAYS[name])
    target.parent.chmod(mode)
    try:
        said = apart(CLOSED, name, str(target))
    finally:
        target.parent.chmod(0o755)
    assert "Permission denied" in said
    assert ".tmp" not in said
    assert [path.name for path in target.parent.iterdir()] == [WAYS[name].name]
    assert target.read_bytes() == OLD


@pytest.mark.parametrize("name", WAYS)
def test_a_disk_that_takes_little_at_a_time_takes_it_all(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(io.FileIO):
        def write(self, data: Any, /) -> int:
            return super().write(bytes(data)[:7])

    monkeypatch.setattr(
        "runsnap._temporary.open",
        lambda descriptor, mode: io.BufferedRandom(Slow(descriptor, "w+")),
        raising=False,
    )
    target = prepared(tmp_path, WAYS[name])
    WAYS[name].write(target)
    assert is_new(target)


INTERRUPTED = """
import os, signal, sys
import runsnap
signals = int(sys.argv[2])
signal.signal(signal.SIGUSR1, lambda *_: os.write(2, b"."))
capture = runsnap.load(sys.argv[1])
os.write(2, b"!")
capture.save("/dev/stdout")
"""


def test_signals_in_the_middle_of_a_write_change_nothing(tmp_path: Path) -> None:
    """A pipe that is full: each signal interrupts the write that waits."""
    source = tmp_path / "run.json"
    capture = runsnap.Capture.from_dict(changed(full_capture(), "/memory_ref", "x" * 1_000_000))
    capture.save(source)
    command = [sys.executable, "-c", INTERRUPTED, str(source), "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert process.stderr.read(1) == b"!"
        for _ in range(5):
            process.send_signal(signal.SIGUSR1)
            assert process.stderr.read(1) == b"."
        assert process.stdout.read() == capture.to_bytes()
    assert process.returncode == 0


@pytest.mark.parametrize("name", ["json", "avro"])
def test_links(name: str, tmp_path: Path) -> None:
    way = WAYS[name]
    target = prepared(tmp_path, way)
    links = tmp_path / "links"
    links.mkdir()
    (links / "loop").symlink_to("loop")
    (links / "folder").symlink_to(target.parent)
    (links / "file").symlink_to(target)
    (links / "nothing").symlink_to(tmp_path / "new" / way.name)
    for wrong, error in (("loop", errno.ELOOP), ("folder", errno.EISDIR)):
        with pytest.raises(OSError) as caught:
            way.write(links / wrong)
        assert caught.value.errno == error
        assert target.read_bytes() == OLD
    way.write(links / "file")
    way.write(links / "nothing")
    assert is_new(target)
    assert is_new(tmp_path / "new" / way.name)
    assert all(path.is_symlink() for path in links.iterdir())
    assert len(list(links.iterdir())) == 4


def test_a_folder_that_appears_in_the_meantime_stays(tmp_path: Path) -> None:
    target = tmp_path / "run.json"
    with pytest.raises(OSError) as caught, replacing(target) as file:
        file.write(b"new")
        target.mkdir()
        (target / "inside").touch()
    assert caught.value.filename == str(target)
    assert [path.name for path in tmp_path.rglob("*")] == ["run.json", "inside"]


def test_a_secret_stays_one_while_it_is_written(tmp_path: Path) -> None:
    target = tmp_path / "run.json"
    target.touch()
    target.chmod(0o640)
    with replacing(target):
        (temporary,) = set(tmp_path.iterdir()) - {target}
        assert temporary.stat().st_mode & 0o777 == 0o600
    assert target.stat().st_mode & 0o777 == 0o640


class _FailsOnce(io.BytesIO):
    def __init__(self) -> None:
        super().__init__()
        self.writes = 0

    def write(self, data: Any, /) -> int:
        self.writes += 1
        if self.writes == 2:
            super().write(bytes(data)[: len(data) // 2])
            raise OSError(errno.EIO, "broken")
        return super().write(data)


def test_an_avro_file_that_broke_says_that_it_is_not_finished() -> None:
    """Even though the disk works again: half a block stands in it."""
    file = _FailsOnce()
    with pytest.raises(OSError, match="broken"), avro.AvroWriter(file, "capture") as writer:
        writer.write(runsnap.Capture.from_dict(full_capture()))
        writer.flush()
    assert file.writes == 2
    with pytest.raises(runsnap.MalformedError):
        list(avro.load(io.BytesIO(file.getvalue())))


def test_threads_that_write_one_file_leave_one_of_their_contents(tmp_path: Path) -> None:
    contents = [bytes([65 + number]) * (10_000 + number) for number in range(8)]
    barrier = threading.Barrier(len(contents))

    def work(content: bytes) -> None:
        barrier.wait()
        for _ in range(5):
            write_atomically(tmp_path / "run.json", content)

    threads = [threading.Thread(target=work, args=[content]) for content in contents]
    _run_all(threads)
    assert (tmp_path / "run.json").read_bytes() in contents
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def _run_all(threads: list[threading.Thread]) -> None:
    for step in ("start", "join"):
        for thread in threads:
            method: Callable[[], None] = getattr(thread, step)
            method()
