from __future__ import annotations

from pathlib import Path

import pytest

from tests.evolution.gate.repositories import Schemas


@pytest.fixture
def schemas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Schemas:
    """An empty folder of schemas in a folder of its own, which commands run in."""
    root = tmp_path / "repository"
    root.mkdir()
    monkeypatch.chdir(root)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    return Schemas(root)
