"""The table of differences on the page about parsers: ``python -m tests.fuzz.page`` writes it."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.parsers import FEATURES, PARSERS, Feature

PAGE = Path(__file__).resolve().parents[2] / "docs" / "parsers.md"
_START, _END = "<!-- differences -->\n", "<!-- end of differences -->"


def table() -> str:
    """Every difference, one row each."""
    head = ("the text has", *(f"`{parser}`" for parser in PARSERS), "why runsnap does so")
    rows = [head, ("---",) * len(head), *(_row(feature) for feature in FEATURES.values())]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(feature: Feature) -> tuple[str, ...]:
    return feature.what, *(feature.answer(parser) for parser in PARSERS), feature.why


def with_table(page: str) -> str:
    """The page with the table as it has to be."""
    before, _, rest = page.partition(_START)
    _, end, after = rest.partition(_END)
    return f"{before}{_START}\n{table()}\n{end}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
