from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.cli.tools import example, write


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which commands run in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run_json(folder: Path) -> str:
    """A capture that nothing is wrong with."""
    write(folder / "run.json", example("capture"))
    return "run.json"


@pytest.fixture
def stopped_json(folder: Path) -> str:
    """A resumption that nothing is wrong with."""
    write(folder / "stopped.json", example("resumption"))
    return "stopped.json"


@pytest.fixture(scope="session", autouse=True)
def _interrupts() -> None:
    """Let commands be interrupted, also where the tests run in the background of a shell, which ignores interrupts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
