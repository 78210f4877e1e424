"""The page on reviews says what the tables here and the rules of the engine say."""

from __future__ import annotations

import re
from pathlib import Path

from runsnap.evolution import _rules
from tests.evolution.vocabulary import Kind, keywords

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "evolution.md").read_text(encoding="utf-8")
WORDS: dict[Kind, str] = {
    "asserts": "judged",
    "annotates": "no assertion",
    "disputed": "judged as `jsonschema-rs` has it",
}


def cell(keyword: str, dialect: str) -> str:
    """What the page must say of a keyword."""
    return next((word for kind, word in WORDS.items() if keyword in keywords(dialect, kind)), "—")


def test_the_table_of_keywords_is_whole_and_right() -> None:
    """A keyword of either dialect that is missing or misjudged on the page fails."""
    section = PAGE.partition("## Keywords")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \| (.+) \|$", section, re.MULTILINE)
    names = sorted(
        {name for dialect in ("2020-12", "draft-07") for kind in WORDS for name in keywords(dialect, kind)}
    )
    assert rows == [(name, cell(name, "2020-12"), cell(name, "draft-07")) for name in names]


def test_the_table_of_rules_is_whole_and_right() -> None:
    """Each rule that proves something stands on the page with its reason."""
    section = PAGE.partition("## Rules that prove")[2].partition("\n## ")[0]
    assert dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", section, re.MULTILINE)) == _rules.WHY
