"""What ``validate`` prints: lines and a table for people, or JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from runsnap._paths import Found, Skipped, Target, Unusable, find, plain_name
from runsnap._report import Report
from runsnap._units import counted
from runsnap.cli._check import Checked, Counted, Options, check_file
from runsnap.cli._failures import FINE, NOTHING_FOUND, PROBLEMS, UNUSABLE, failed
from runsnap.cli._problems import Row, put_missing, put_rows, report_rows, unlisted
from runsnap.cli._progress import Progress
from runsnap.cli._screen import say, styled
from runsnap.cli._text import shown_name, visible, visible_json

_MOST_ROWS = 1000
"""Rows of all tables together: what people can read."""


@dataclass(slots=True)
class Summary:
    """What was seen of one file, or of all."""

    files: int = 0
    documents: int = 0
    invalid: int = 0
    unreadable: int = 0
    problems: int = 0
    failures: int = 0
    notes: int = 0
    count_checked: bool | None = None
    """Of an Avro file: whether it names the number of its documents, so that none can be missing."""

    def add(self, checked: Checked) -> None:
        """Count a document."""
        report = checked.report
        if report is None:
            self.unreadable += 1
            return
        self.documents += 1
        self.invalid += not report.valid
        self.problems += report.problem_count
        self.failures += report.failure_count
        self.notes += report.note_count

    @property
    def code(self) -> int:
        """The exit code."""
        if self.unreadable or not self.files:
            return UNUSABLE
        return PROBLEMS if self.invalid else FINE


class Output:
    """How results are shown; this one shows nothing."""

    progress: Progress

    def begin(self) -> None:
        """Before everything."""

    def skipped(self, item: Skipped) -> None:
        """Something in a folder is not read."""

    def document(self, checked: Checked) -> None:
        """One document was judged, or a file cannot be read."""

    def file(self, path: str, summary: Summary, last: Checked | None) -> None:
        """All documents of a file were judged."""

    def end(self, total: Summary) -> None:
        """After everything."""


def run(paths: tuple[str, ...], options: Options, output: Output) -> int:
    """Judge everything, show it, and give the exit code."""
    found = list(find(paths))
    total = Summary()
    output.progress = Progress(sum(isinstance(item, Target) for item in found))
    output.begin()
    try:
        for item in found:
            _run_item(item, options, output, total)
    finally:
        output.progress.clear()
    output.end(total)
    if not total.files:
        return failed(NOTHING_FOUND, UNUSABLE)
    return total.code


def _run_item(item: Found, options: Options, output: Output, total: Summary) -> None:
    if isinstance(item, Skipped):
        output.skipped(item)
        return
    total.files += 1
    summary = Summary(files=1)
    last = None
    for result in _results(item, options):
        if isinstance(result, Counted):
            summary.count_checked = result.checked
            continue
        last = result
        summary.add(last)
        total.add(last)
        output.document(last)
        output.progress.document()
    output.file(item.path, summary, last)
    output.progress.file()


def _results(item: Target | Unusable, options: Options) -> Iterable[Checked | Counted]:
    if isinstance(item, Target):
        return check_file(item.path, options)
    return [Checked(item.path, None, None, item.reason)]


class Lines(Output):
    """One line a file, then a table of problems for each file that has any."""

    def __init__(self, notes: bool) -> None:
        self._notes = notes
        self._tables: dict[str, list[Row]] = {}
        self._rows = 0
        self._missing = 0

    def skipped(self, item: Skipped) -> None:
        self.progress.clear()
        say(f"note: skipped {shown_name(item.path)}: {item.reason}", err=True)

    def document(self, checked: Checked) -> None:
        if checked.report is None:
            return
        for row in report_rows(checked.report, line=checked.line, index=checked.index, notes=self._notes):
            if self._rows < _MOST_ROWS:
                self._tables.setdefault(checked.path, []).append(row)
                self._rows += 1
            else:
                self._missing += 1
        self._missing += unlisted(checked.report, notes=self._notes)

    def file(self, path: str, summary: Summary, last: Checked | None) -> None:
        word, style = _verdict(summary)
        details = _details(summary, last)
        tail = f"  {styled(details, 'dim')}" if details else ""
        self.progress.line(f"{styled(f'{word:<10}', style)} {shown_name(path)}{tail}")

    def end(self, total: Summary) -> None:
        for path, rows in self._tables.items():
            say(f"\n{shown_name(path)}")
            put_rows(rows)
        put_missing(self._missing)
        if total.files > 1:
            counts = [
                counted(total.files, "file"),
                counted(total.documents, "document"),
                f"{total.invalid:,} invalid",
            ]
            counts += [f"{total.unreadable:,} unreadable"] if total.unreadable else []
            counts += [counted(total.failures, "cross-field failure")] if total.failures else []
            say(f"\n{', '.join(counts)}")


def _verdict(summary: Summary) -> tuple[str, str]:
    if summary.unreadable:
        return "unreadable", "bad"
    if summary.invalid:
        return "invalid", "bad"
    return ("warning", "doubt") if summary.failures else ("ok", "good")


def _details(summary: Summary, last: Checked | None) -> str:
    if summary.unreadable and last is not None:
        return visible(last.error)
    parts = [_subject(summary, last)]
    if summary.count_checked is not None:
        parts.append(
            "their count is checked"
            if summary.count_checked
            else "their count is not checked: the writer noted none"
        )
    if summary.problems:
        parts.append(counted(summary.problems, "problem"))
    if summary.failures:
        parts.append(counted(summary.failures, "cross-field failure"))
    if summary.notes:
        parts.append(counted(summary.notes, "note"))
    return ", ".join(part for part in parts if part)


def _subject(summary: Summary, last: Checked | None) -> str:
    """What the file is: one document of a kind and version, or many."""
    if last is not None and _stands_alone(last) and last.report is not None and summary.documents == 1:
        return f"{last.report.kind} {last.report.version or ''}".strip() if last.report.kind else ""
    invalid = f", {summary.invalid:,} invalid" if summary.invalid else ""
    return counted(summary.documents, "document") + invalid


def _stands_alone(checked: Checked) -> bool:
    return checked.line is None and checked.index is None


class Reports(Output):
    """One JSON object; each report on a line of its own, as it comes."""

    def __init__(self) -> None:
        self._skipped: list[dict[str, str]] = []
        self._empty = True
        self._containers: list[dict[str, Any]] = []

    def begin(self) -> None:
        say('{"reports": [')

    def skipped(self, item: Skipped) -> None:
        self._skipped.append({"path": plain_name(item.path), "reason": item.reason})

    def document(self, checked: Checked) -> None:
        comma = "" if self._empty else ","
        self._empty = False
        self.progress.line(f"{comma}{visible_json(json.dumps(_plain_report(checked)))}")

    def file(self, path: str, summary: Summary, last: Checked | None) -> None:  # noqa: ARG002 - for others to know
        if summary.count_checked is not None:
            self._containers.append({
                "path": plain_name(path), "documents": summary.documents, "countChecked": summary.count_checked,
            })  # fmt: skip

    def end(self, total: Summary) -> None:
        summary = {
            "files": total.files, "documents": total.documents, "invalid": total.invalid, "unreadable": total.unreadable,
            "problems": total.problems, "failures": total.failures, "notes": total.notes, "exitCode": total.code,
        }  # fmt: skip
        skipped, containers = (visible_json(json.dumps(each)) for each in (self._skipped, self._containers))
        say(f'],\n"skipped": {skipped},\n"containers": {containers},\n"summary": {json.dumps(summary)}}}')


def _plain_report(checked: Checked) -> dict[str, Any]:
    place: dict[str, Any] = {"path": plain_name(checked.path)}
    if checked.line is not None:
        place["line"] = checked.line
    if checked.index is not None:
        place["index"] = checked.index
    report: Report | None = checked.report
    return place | (report.to_dict() if report is not None else {"valid": False, "error": checked.error})
