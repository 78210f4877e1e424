"""The bar: on a terminal only, and only when it takes long."""

from __future__ import annotations

import io
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from runsnap.cli._progress import Progress, StreamProgress
from tests.avro.samples import numbered
from tests.cli.tools import run


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def use(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, term: str = "xterm") -> None:
    """Make the stream the standard error of the bar; pytest sets that of the process again and again."""
    monkeypatch.setattr("runsnap.cli._progress.sys", SimpleNamespace(stderr=stream))
    monkeypatch.setenv("TERM", term)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    stream = Terminal()
    use(monkeypatch, stream)
    return stream


def test_nothing_is_drawn_before_it_takes_long(terminal: Terminal) -> None:
    clock = Clock()
    progress = Progress(10, clock)
    clock.now += 1.9
    progress.document()
    progress.file()
    progress.clear()
    assert terminal.getvalue() == ""


def test_the_bar_says_how_much_is_done(terminal: Terminal) -> None:
    clock = Clock()
    progress = Progress(4, clock)
    progress.document()
    clock.now += 2.1
    progress.file()
    assert terminal.getvalue().endswith(f"[{'#' * 7}{'-' * 23}] 1 of 4 files, 1 document")


def test_the_bar_is_not_drawn_all_the_time(terminal: Terminal) -> None:
    clock = Clock()
    progress = Progress(4, clock)
    clock.now += 2.1
    progress.document()
    drawn = terminal.getvalue()
    progress.document()
    assert terminal.getvalue() == drawn
    clock.now += 0.2
    progress.document()
    assert terminal.getvalue() != drawn


def test_a_line_takes_the_bar_away_first(terminal: Terminal, capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = Progress(4, clock)
    clock.now += 2.1
    progress.document()
    progress.line("a line")
    assert terminal.getvalue().endswith("\r\x1b[2K")
    assert capsys.readouterr().out == "a line\n"


@pytest.mark.parametrize("term", ["dumb", None])
def test_no_bar_without_a_terminal(monkeypatch: pytest.MonkeyPatch, term: str | None) -> None:
    stream = Terminal() if term else io.StringIO()
    use(monkeypatch, stream, term or "xterm")
    clock = Clock()
    progress = Progress(4, clock)
    clock.now += 60
    progress.file()
    progress.clear()
    assert stream.getvalue() == ""


def test_a_conversion_says_its_rate_and_the_time_left(terminal: Terminal) -> None:
    clock = Clock()
    progress = StreamProgress(1000, clock)
    clock.now += 1.9
    progress.update(400, 5)
    assert terminal.getvalue() == ""
    clock.now += 8.1
    progress.update(500, 12_345)
    assert terminal.getvalue().endswith(
        f"[{'#' * 15}{'-' * 15}] 50 %, 12,345 documents, 1,234 a second, 0:10 left"
    )
    clock.now += 10_000
    progress.update(500, 12_345)
    assert terminal.getvalue().endswith(" a second, 2:46:50 left")
    clock.now += 1
    progress.update(1001, 12_345)  # the file has grown since
    assert terminal.getvalue().endswith(f"[{'#' * 30}] 100 %, 12,345 documents, 1 a second, 0:00 left")
    progress.clear()
    assert terminal.getvalue().endswith("\r\x1b[2K")


def test_a_pipe_has_a_rate_and_no_end(terminal: Terminal) -> None:
    clock = Clock()
    progress = StreamProgress(None, clock)
    clock.now += 10
    progress.update(500, 1)
    assert terminal.getvalue().endswith("\r\x1b[2K1 document, 0 a second")


@pytest.mark.parametrize("name", ["in.jsonl", "in.jsonl.gz", "in.avro"])
def test_the_bar_of_a_conversion_follows_what_is_read(
    folder: Path, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("runsnap.cli._progress._PATIENCE", 0.0)
    monkeypatch.setattr("runsnap.cli._progress._PAUSE", 0.0)
    monkeypatch.setattr("runsnap._stream.sources.CHUNK", 100)
    documents = numbered(3000)
    data = b"".join(each.to_bytes(layout="declared").replace(b"\n", b"") + b"\n" for each in documents)
    Path("plain.jsonl").write_bytes(data)
    assert run("convert", "plain.jsonl", name).exit_code == 0
    before = len(terminal.getvalue())
    assert run("convert", name, "out.jsonl").exit_code == 0
    drawn = terminal.getvalue()[before:]
    shares = [int(share) for share in re.findall(r"(\d+) %", drawn)]
    assert shares == sorted(shares)
    assert shares[-1] == 100
    assert "3,000 documents, " in drawn
    assert drawn.endswith("\r\x1b[2K")
