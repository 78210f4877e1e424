"""The page on Spark is true: docs/guides/spark.md."""

import shutil
from pathlib import Path

from tests.docs.sessions import differences

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "guides" / "spark.md"


def test_every_session_on_the_page_is_true(spark, tmp_path, monkeypatch):
    """The session that the page asks for is the one that runs already."""
    shutil.copytree(ROOT / "examples" / "runs", tmp_path / "examples" / "runs")
    monkeypatch.chdir(tmp_path)
    assert differences(PAGE.read_text(encoding="utf-8"), tmp_path) == []
