"""The page of a review, for people at a terminal."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from runsnap._units import counted
from runsnap.cli._screen import UNBOUNDED, put, say, styled
from runsnap.cli._text import cut, visible, visible_json
from runsnap.evolution import Finding, Review
from runsnap.evolution.formats._markdown import step_sentence, unique
from runsnap.evolution.gate import GROUPS, Comparison, Item, Report

_STYLES = {"broken": "bold red", "unknown": "yellow", "safe": "green"}
_LONGEST = 2000
_SHORT = ("safe", "equivalent", "vocabulary")
"""Groups whose items take one line each."""


def put_report(report: Report, today: dt.date) -> None:
    """Print it all."""
    for fault in report.faults:
        say(f"{styled('fault', 'bad')}  {visible(fault.file)}: {visible(fault.sentence)}")
    for comparison in report.comparisons:
        _put_comparison(comparison, report)
    _put_failing(report, today)
    for word, entries in (("expired", report.expired), ("stale", report.stale)):
        for entry in entries:
            text = f"{entry.fingerprint} of the accept file: {visible(entry.reason)}"
            say(f"{styled(word, 'doubt')}  {text}")
    for note in report.notes:
        say(f"note: {visible(note)}")
    failing = len(unique(report.failing))
    if report.exit_code == 0:
        say(f"\n{styled('fine', 'good')}  {counted(len(report.comparisons), 'comparison')}, nothing fails")
    else:
        counts = [counted(failing, "finding")] if failing else []
        counts += [counted(len(report.faults), "fault")] if report.faults else []
        say(f"\n{styled('fails', 'bad')}  {', '.join(counts)}")


def _put_comparison(comparison: Comparison, report: Report) -> None:
    say(f"\n{visible(comparison.old.label)} → {visible(comparison.new.label)}")
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="bold")
    for title in ("View", "Backward: new readers, old data", "Forward: old readers, new data"):
        table.add_column(title)
    rows = (("declared", comparison.declared), ("strict", comparison.strict), ("Avro", comparison.avro))
    for name, review in rows:
        if review is not None:
            decides = " (decides)" if name in (report.policy.view, "Avro") else ""
            table.add_row(f"{name}{decides}", *_verdicts(review))
    put(table)
    for note in filter(None, (comparison.json_note, comparison.avro_note)):
        say(visible(note))
    say(step_sentence(comparison))
    other = "strict" if report.policy.view == "declared" else "declared"
    for group, title in GROUPS.items():
        items = [item for item in comparison.items if item.group == group]
        if items:
            heading = f"Breaks or is not decided in the {other} view only" if group == "other-view" else title
            say(f"\n{styled(f'{heading}: {len(items)}', 'dim' if group in _SHORT else 'doubt')}")
            _put_items(items, short=group in _SHORT)
    if comparison.changelog:
        say("\nDraft of the changelog:")
        for line in comparison.changelog:
            say(f"  {visible(line)}")


def _verdicts(review: Review) -> Iterable[Text]:
    for direction in (review.backward, review.forward):
        yield Text(direction.verdict, _STYLES[direction.verdict])


def _put_items(items: list[Item], *, short: bool) -> None:
    for item in items:
        what = item.what
        head = Text("  ")
        if isinstance(what, Finding):
            head.append(what.verdict, _STYLES[what.verdict])
            head.append(f"  {what.direction}")
        else:
            head.append(what.change)
        labels = "+".join([*item.views, *(["Avro"] if item.encoding == "avro" else [])])
        head.append(f"  {labels}  " if labels else "  ", "cyan")
        head.append(visible(item.member or _place(item)), "bold")
        if item.avro is not None:
            head.append(f"  Avro: {item.avro}", "dim")
        head.append(f"  {item.fingerprint}", "dim")
        if short:
            tail = what.rule if isinstance(what, Finding) else what.sentence
            put(head.append(f"  {visible(tail or '')}"), width=UNBOUNDED)
            continue
        put(head, width=UNBOUNDED)
        put(Padding(_details(item), (0, 0, 0, 4)), width=UNBOUNDED)


def _place(item: Item) -> str:
    pointer = item.what.new_pointer if item.what.new_pointer is not None else item.what.old_pointer
    return pointer or "(root)"


def _details(item: Item) -> Text:
    what = item.what
    text = Text(visible(what.sentence))
    rows = [("at", f"{_pointer(what.old_pointer)} → {_pointer(what.new_pointer)}, {what.keyword}")]
    if isinstance(what, Finding):
        if what.reason is not None:
            rows.append(("not decided", what.reason))
        if what.witness is not None:
            value = visible_json(json.dumps(what.witness.value, ensure_ascii=False, separators=(", ", ": ")))
            rows.append(("witness", "".join(cut(value, _LONGEST))))
            if what.witness.data is not None:
                rows.append(("bytes", "".join(cut(what.witness.data, _LONGEST)) or "(none)"))
            rows.append(("seen", what.witness.detail))
            rows.append(("", "one validator only" if what.witness.one_validator else ""))
    rows.append(("accepted", item.accepted.reason if item.accepted else ""))
    rows.append(("fails", item.fails or ""))
    for label, value in rows:
        if value:
            text.append(f"\n{label}: " if label else "\n", "dim").append(visible(value))
    return text


def _pointer(pointer: str | None) -> str:
    return "(missing)" if pointer is None else pointer or "(root)"


def _put_failing(report: Report, today: dt.date) -> None:
    if not report.failing:
        return
    say("\nTo accept what fails, add to the accept file, with the reason:")
    for item in unique(report.failing):
        for line in report.accepted.line(item.fingerprint, item.what.sentence, today).splitlines():
            say(f"  {visible(line)}")
