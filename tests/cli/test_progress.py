"""The bar: on a terminal only, and only when it takes long."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest

from runsnap.cli._progress import Progress


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
