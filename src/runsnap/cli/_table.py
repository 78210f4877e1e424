"""Plain tables of many rows: thousands of them are laid out at once."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from runsnap.cli._screen import UNBOUNDED, console, has_blocks, say, styled

_GAP = 3
_COMFORT = 16
"""Columns of the screen that folded texts get, as long as other columns can be left out for it."""

_LEAST = 8
"""Columns of the screen that folded texts get in any case."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column, and how it makes room where the screen is too narrow for all."""

    title: str
    right: bool = False
    folded: bool = False
    """Long cells go on in the next line."""
    spare: int = 0
    """Above 0 it may be left out; the highest number gets room first."""


@dataclass(frozen=True, slots=True)
class Row:
    """Cells whose texts are harmless, and the style of them all, if any."""

    cells: Sequence[str]
    style: str = ""


@dataclass(slots=True)
class _Shown:
    """A column that is shown: where its cells stand in a row, and how wide it is."""

    column: Column
    at: int
    width: int

    @property
    def comfort(self) -> int:
        return min(self.width, _COMFORT) if self.column.folded else self.width


def put_table(columns: Sequence[Column], rows: Sequence[Row]) -> list[str]:
    """Print a table. The titles come back of the columns that there was no room for.

    A pipe has room for everything, unless ``COLUMNS`` says otherwise.
    """
    shown = [_Shown(column, at, _widest(column, at, rows)) for at, column in enumerate(columns)]
    room = console(width=UNBOUNDED).width
    left_out = _leave_out(shown, room)
    _narrow(shown, room)
    for line in _lines([each.column.title for each in shown], shown):
        say(styled(line, "bold"))
    say(styled(" " + ("─" if has_blocks(sys.stdout) else "-") * (_total(shown) - 1), "dim"))
    for row in rows:
        for line in _lines([row.cells[each.at] for each in shown], shown):
            say(styled(line, row.style) if row.style else line)
    return left_out


def _widest(column: Column, at: int, rows: Sequence[Row]) -> int:
    from rich.cells import cell_len

    return max(map(cell_len, itertools.chain([column.title], (row.cells[at] for row in rows))))


def _total(shown: Sequence[_Shown]) -> int:
    return sum(each.width + _GAP for each in shown)


def _leave_out(shown: list[_Shown], room: int) -> list[str]:
    """Drop columns that there is no room for; their titles.

    Where one is dropped, a narrower one may take its place if no text has to be folded for it.
    """
    spare = [each for each in shown if each.column.spare]
    kept = [each for each in shown if not each.column.spare]
    left_out: list[_Shown] = []
    for each in sorted(spare, key=lambda each: each.column.spare, reverse=True):
        more = [*kept, each]
        if (_total(more) if left_out else sum(other.comfort + _GAP for other in more)) <= room:
            kept = more
        else:
            left_out.append(each)
    shown[:] = [each for each in shown if each in kept]
    return [each.column.title for each in spare if each in left_out]


def _narrow(shown: Sequence[_Shown], room: int) -> None:
    """Take what is missing from the widest texts, so that none is narrow for another's sake."""
    folded = [each for each in shown if each.column.folded and each.width > _LEAST]
    for _ in range(_total(shown) - room):
        widest = max(folded, key=lambda each: each.width, default=None)
        if widest is None or widest.width == _LEAST:
            return
        widest.width -= 1


def _lines(cells: Sequence[str], shown: Sequence[_Shown]) -> Iterator[str]:
    """The lines that a row takes: more than one where cells are folded."""
    from rich.cells import cell_len, chop_cells

    parts = [
        chop_cells(cell, each.width) if cell_len(cell) > each.width else [cell]
        for cell, each in zip(cells, shown, strict=True)
    ]
    for line in itertools.zip_longest(*parts, fillvalue=""):
        padded = []
        for text, each in zip(line, shown, strict=True):
            space = " " * (each.width - cell_len(text))
            padded.append(space + text if each.column.right else text + space)
        yield f"  {(' ' * _GAP).join(padded)}".rstrip()
