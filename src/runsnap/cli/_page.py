"""What the pages of ``show`` are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rich.table import Table
from rich.text import Text

import runsnap
from runsnap._encode import encode
from runsnap._report import Report
from runsnap._units import counted
from runsnap.cli._text import cut, visible

T = TypeVar("T")

_MOST_ROWS = 500


@dataclass(frozen=True, slots=True)
class Look:
    """How much room there is, whether everything is shown, and whether block characters can be."""

    width: int
    full: bool
    blocks: bool


def title(name: str, kind: str) -> Text:
    """The first line of a page."""
    return Text.assemble((visible(name) or "(no name)", "bold"), (f"  {kind}", "dim"))


def fields(rows: Iterable[tuple[str, Text | str]]) -> Table:
    """Labels with their values."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for label, value in rows:
        table.add_row(label, value if isinstance(value, Text) else Text(value))
    return table


def json_text(value: Any) -> str:
    """A value as compact JSON."""
    return encode(value, usual_floats=True).decode()


def foreign(text: str, longest: int | None, style: str = "") -> Text:
    """Text of a document: harmless, and cut with a note."""
    begin, note = cut(text, longest)
    shown = Text(visible(begin), style)
    return shown.append(note, "dim italic") if note else shown


def without_middle(items: Sequence[T], look: Look) -> tuple[Sequence[T], int, Sequence[T]]:
    """The first items, how many are left out, and the last ones."""
    if look.full or len(items) <= _MOST_ROWS:
        return items, 0, ()
    half = _MOST_ROWS // 2
    return items[:half], len(items) - 2 * half, items[-half:]


def remarks(document: runsnap.Capture | runsnap.Resumption) -> list[tuple[str, Text | str]]:
    """Fields on cross-field failures and on what the release does not know, where there are any."""
    report: Report = runsnap.validate(document)
    rows: list[tuple[str, Text | str]] = []
    if report.failure_count:
        rules = ", ".join(dict.fromkeys(failure.keyword for failure in report.failures))
        rows.append(
            ("Checks", Text(f"{counted(report.failure_count, 'cross-field failure')}: {rules}", "yellow"))
        )
    if report.note_count:
        rows.append(
            (
                "Notes",
                f"{counted(report.note_count, 'member or label', 'members or labels')} unknown to this release, kept",
            )
        )
    return rows
