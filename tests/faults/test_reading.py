"""What is too large or too deep ends before it is read; tested by what is read, not by the clock."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap import Limits

MEGABYTE = 2**20
GIGABYTE = 2**30
HUGE = Limits(max_bytes=2 * GIGABYTE)


class Endless(io.RawIOBase):
    """A pipe that gives the same again and again, and knows how much of it was read."""

    def __init__(self, text: bytes, begin: bytes = b"", most: int = MEGABYTE) -> None:
        self.text = text
        self.begin = begin
        self.most = most
        self.given = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        assert size > 0
        size = min(size, self.most)
        data = (self.begin if not self.given else b"") or self.text * (size // len(self.text))
        self.given += len(data)
        return data


@pytest.mark.parametrize("limits", [Limits(), HUGE, Limits(max_depth=3)])
@pytest.mark.parametrize("text", [b"[", b'{"a":', b'[{"a":', b' [\n{"b" :  [1,'])
@pytest.mark.parametrize("most", [1000, 64 * 1024, MEGABYTE])
def test_a_pile_of_open_brackets_is_refused_after_its_begin(text: bytes, limits: Limits, most: int) -> None:
    for begin in (b"", b'{"run_log": {}, "x": '):
        file = Endless(text, begin, most)
        with pytest.raises(runsnap.LimitError) as caught:
            runsnap.load(file, limits=limits)
        assert (caught.value.limit, caught.value.allowed) == ("nesting depth", limits.max_depth)
        assert caught.value.pointer
        assert file.given <= 2 * MEGABYTE


def sparse(path: Path, size: int, begin: bytes) -> Path:
    """A large file that takes no room on the disk."""
    with path.open("wb") as file:
        file.write(begin)
        file.truncate(size)
    return path


def test_a_file_that_is_too_large_is_not_read_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sparse(tmp_path / "run.json", 4 * GIGABYTE, b"[")
    monkeypatch.setattr("runsnap._source._read_file", None)
    for limits in (Limits(), HUGE, Limits(max_bytes=1)):
        with pytest.raises(runsnap.LimitError) as caught:
            runsnap.load(path, limits=limits)
        error = caught.value
        assert (error.limit, error.allowed) == ("size in bytes", limits.max_bytes)
        assert (error.found, error.source) == (str(4 * GIGABYTE), str(path))
        report = runsnap.validate(path, limits=limits)
        assert [problem.keyword for problem in report.problems] == ["limit"]


def test_a_file_of_exactly_the_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(runsnap.schema("resumption")["examples"][0]))
    assert runsnap.load(path, limits=Limits(max_bytes=path.stat().st_size))
    with pytest.raises(runsnap.LimitError):
        runsnap.load(path, limits=Limits(max_bytes=path.stat().st_size - 1))


APART = """
import resource, sys
import runsnap
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    runsnap.load(sys.argv[1] if sys.argv[1] != "-" else sys.stdin.buffer, limits=runsnap.Limits(max_bytes=2**31))
except runsnap.LimitError as error:
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(error.limit, (after - before) * (1 if sys.platform == "darwin" else 1024))
"""


@pytest.mark.parametrize("piped", [False, True])
def test_a_gigabyte_of_open_brackets_takes_little_memory(piped: bool, tmp_path: Path) -> None:
    """With a limit that lets it be read; the begin of it is real, the rest is a hole in the file."""
    path = sparse(tmp_path / "run.json", GIGABYTE, b"[" * 2 * MEGABYTE)
    command = [sys.executable, "-c", APART, "-" if piped else str(path)]
    with path.open("rb") as file:
        result = subprocess.run(command, stdin=file, capture_output=True, text=True, check=True)
    limit, _, used = result.stdout.rpartition(" ")
    assert limit == "nesting depth"
    assert int(used) < 30 * MEGABYTE


@pytest.mark.parametrize("command", [["validate"], ["show"], ["convert"], ["check"]])
def test_the_command_line_refuses_a_gigabyte_as_well(command: list[str], tmp_path: Path) -> None:
    path = sparse(tmp_path / "run.json", GIGABYTE, b"[" * 2 * MEGABYTE)
    second = [] if command in (["validate"], ["show"]) else [str(tmp_path / "second")]
    result = subprocess.run(
        [sys.executable, "-m", "runsnap", *command, str(path), *second],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode in (1, 2)
    assert "nesting depth" in result.stdout + result.stderr


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize(
    "text", ["[" * 3 * MEGABYTE, ":[ :[ " * MEGABYTE, "\\" * 2 * MEGABYTE + '\\"' + "{" * MEGABYTE]
)
def test_brackets_in_texts_do_not_count(text: str, pack: Any) -> None:
    document = {**runsnap.schema("resumption")["examples"][0], "agent": text.replace("\\", "")}
    saved = runsnap.Resumption.from_dict(document).to_bytes()
    assert runsnap.load(io.BytesIO(pack(saved))).agent == document["agent"]  # type: ignore[union-attr]


def test_what_is_bad_but_not_deep_is_read_to_its_end() -> None:
    """Only depth is judged early: a fault is reported with the limits in mind."""
    file = Endless(b"[", begin=b"?")
    with pytest.raises(runsnap.LimitError) as caught:
        runsnap.load(file, limits=Limits(max_bytes=3 * MEGABYTE))
    assert caught.value.limit == "size in bytes"
    assert file.given == 3 * MEGABYTE + 1


def test_what_says_no_size_is_read(tmp_path: Path) -> None:
    """A pipe by its name: its size says nothing."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    document = runsnap.Resumption.from_dict(runsnap.schema("resumption")["examples"][0])
    command = [
        sys.executable,
        "-c",
        "import sys; open(sys.argv[1], 'wb').write(sys.stdin.buffer.read())",
        str(pipe),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write(document.to_bytes())
        process.stdin.close()
        assert runsnap.load(pipe) == document
    assert process.returncode == 0
