"""The page on this service is true."""

import shutil
from pathlib import Path

from tests.docs.sessions import differences

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "guides" / "service.md"


def test_every_session_on_the_page_is_true(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples" / "runs", tmp_path / "examples" / "runs")
    shutil.copytree(ROOT / "examples" / "broken", tmp_path / "examples" / "broken")
    monkeypatch.chdir(tmp_path)
    assert differences(PAGE.read_text(encoding="utf-8"), tmp_path) == []
