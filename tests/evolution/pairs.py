"""Pairs of schemas whose verdicts are known, one a line in the files under ``data``.

``backward_ok``: every document that ``old`` accepts, ``new`` accepts too;
``forward_ok``: the other way round. Each *false* has its document beside it,
``backward_document`` or ``forward_document``. A line holds in each of its
``dialects``; ``keyword`` names the one that the line is about.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from tests.evolution.judges import Judges, in_dialect

DATA = Path(__file__).parent / "data"
Direction = Literal["backward", "forward"]
DIRECTIONS: tuple[Direction, Direction] = ("backward", "forward")


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two schemas in one dialect, and what is true of them."""

    id: str
    family: str
    dialect: str
    line: dict[str, Any]

    @property
    def old(self) -> Any:
        return in_dialect(self.line["old"], self.dialect)

    @property
    def new(self) -> Any:
        return in_dialect(self.line["new"], self.dialect)

    @property
    def formats(self) -> bool:
        return bool(self.line["format_asserted"])

    @property
    def keyword(self) -> str | None:
        return self.line.get("keyword")

    def ok(self, direction: Direction) -> bool:
        return bool(self.line[f"{direction}_ok"])

    def document(self, direction: Direction) -> Any:
        return self.line[f"{direction}_document"]

    def judges(self, direction: Direction) -> tuple[Judges, Judges]:
        """Of the writer and of the reader, in this direction."""
        old, new = (Judges(side, dialect=self.dialect, formats=self.formats) for side in (self.old, self.new))
        return (old, new) if direction == "backward" else (new, old)

    def __str__(self) -> str:
        return self.id


@cache
def pairs() -> tuple[Pair, ...]:
    """All of them, each line once for each of its dialects."""
    return tuple(pair for file in sorted(DATA.glob("*.json")) for pair in read(file))


@cache
def read(file: Path) -> list[Pair]:
    """The pairs of one file."""
    found = []
    for line in json.loads(file.read_text(encoding="utf-8")):
        for dialect in line.get("dialects", ["2020-12"]):
            suffix = "" if dialect == "2020-12" else f"@{dialect}"
            found.append(Pair(line["id"] + suffix, file.stem, dialect, line))
    return found
