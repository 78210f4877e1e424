from __future__ import annotations

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
