"""Problems, cross-field failures and notes as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from runsnap._report import Note, Problem, Report
from runsnap.cli._screen import UNBOUNDED, put, say, styled
from runsnap.cli._text import cut, visible

if TYPE_CHECKING:
    from rich.table import Table

_LONGEST_PLACE = 200
_MEANING = {
    "unknown-member": "a member unknown to this release, kept",
    "unknown-label": "a label unknown to this release, kept",
}


class Row(NamedTuple):
    """One line of the table."""

    place: str
    rule: str
    expected: str
    found: str
    style: str


def report_rows(
    report: Report, *, line: int | None = None, index: int | None = None, notes: bool = False
) -> Iterator[Row]:
    """The rows of a report; ``line`` is the document's line in its file, ``index`` its index in an Avro file."""
    document = f"line {line}: " if line else "" if index is None else f"document {index}: "
    for problem in report.problems:
        yield _problem_row(problem, "bad", line, document)
    for failure in report.failures:
        yield _problem_row(failure, "bad" if report.strict else "doubt", line, document)
    for note in report.notes if notes else ():
        yield _note_row(note, document)


def _problem_row(problem: Problem, style: str, line: int | None, document: str) -> Row:
    place = _place(problem.pointer)
    if problem.line:
        at = f"line {line or problem.line} column {problem.column}"
        place = f"{at}, in {place}" if problem.pointer else at
    else:
        place = f"{document}{place}"
    return Row(place, problem.keyword, visible(problem.expected), visible(problem.found), style)


def _note_row(note: Note, document: str) -> Row:
    return Row(
        f"{document}{_place(note.pointer)}",
        note.keyword,
        _MEANING[note.keyword],
        visible(note.found),
        "dim",
    )


def _place(pointer: str) -> str:
    place, more = cut(visible(pointer), _LONGEST_PLACE)
    return (place + more) or "(root)"


def put_problems(report: Report, *, err: bool = False) -> None:
    """Print what a report lists, and how much it does not list."""
    put_rows(report_rows(report), err=err)
    put_missing(unlisted(report), err=err)


def unlisted(report: Report, *, notes: bool = False) -> int:
    """How many problems, failures and notes the report counts but does not list."""
    more = report.problem_count + report.failure_count - len(report.problems) - len(report.failures)
    return more + (report.note_count - len(report.notes) if notes else 0)


def put_missing(count: int, *, err: bool = False) -> None:
    """Say that the table is not the whole."""
    if count:
        say(styled(f"  … and {count:,} more, not shown", "dim", err=err), err=err)


def put_rows(rows: Iterable[Row], *, err: bool = False) -> None:
    """Print the table; nothing where there are no rows."""
    listed = list(rows)
    if listed:
        put(_table(listed), err=err, width=UNBOUNDED)


def _table(rows: list[Row]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    colours = {"bad": "red", "doubt": "yellow", "dim": "dim"}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=True, padding=(0, 1), header_style="bold")
    for title in ("Place", "Rule", "Expected", "Found"):
        table.add_column(title, overflow="fold")
    for row in rows:
        table.add_row(
            Text(row.place), Text(row.rule, colours[row.style]), Text(row.expected), Text(row.found)
        )
    return table
