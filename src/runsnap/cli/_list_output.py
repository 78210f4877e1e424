"""What ``list`` prints: a table for people, or JSON for programs."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from runsnap._limits import Limits
from runsnap._listing.files import entries
from runsnap._listing.select import Wanted, in_order
from runsnap._listing.summary import Money, RunSummary, Unreadable
from runsnap._listing.totals import RunTotals, total_runs
from runsnap._paths import Found, Skipped, Target, find
from runsnap._units import counted, duration
from runsnap._values import instant_text
from runsnap.cli._failures import FINE, NOTHING_FOUND, PROBLEMS, UNUSABLE, failed
from runsnap.cli._progress import Progress
from runsnap.cli._runs import money, place_of, status_of
from runsnap.cli._screen import say, styled
from runsnap.cli._table import Column, Row, put_table
from runsnap.cli._text import short, shown_name, visible, visible_json

_LONGEST = 60
"""Characters of a foreign text in a table; what is beyond is counted."""

_NONE = "-"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be listed, and how."""

    wanted: Wanted
    sort: str | None
    reverse: bool
    limit: int | None
    stats: bool
    as_json: bool
    limits: Limits


@dataclass(slots=True)
class _Read:
    """What was read so far."""

    progress: Progress
    files: int = 0
    runs: int = 0
    wanted: int = 0
    bad: list[Unreadable] = field(default_factory=list)

    @property
    def code(self) -> int:
        """The exit code, as that of ``validate``."""
        if not self.files or not all(each.refused for each in self.bad):
            return UNUSABLE
        return PROBLEMS if self.bad else FINE


def run(paths: tuple[str, ...], wish: Wish) -> int:
    """List everything, and give the exit code."""
    found = list(find(paths))
    read = _Read(Progress(sum(isinstance(each, Target) for each in found)))
    show = {(False, False): _put_runs, (False, True): _put_runs_json,
            (True, False): _put_totals, (True, True): _put_totals_json}[wish.stats, wish.as_json]  # fmt: skip
    try:
        show(_wanted(found, wish, read), wish, read)
    finally:
        read.progress.clear()
    return read.code if read.files else failed(NOTHING_FOUND, UNUSABLE)


def _wanted(found: Iterable[Found], wish: Wish, read: _Read) -> Iterator[RunSummary]:
    """The runs that are wanted, as they are read."""
    is_wanted = wish.wanted.matcher()
    for each in found:
        if isinstance(each, Skipped):
            read.progress.clear()
            say(f"note: skipped {shown_name(each.path)}: {visible(each.reason)}", err=True)
            continue
        read.files += 1
        for entry in entries(each, wish.limits):
            read.progress.document()
            if isinstance(entry, Unreadable):
                read.bad.append(entry)
                continue
            read.runs += 1
            if is_wanted(entry):
                read.wanted += 1
                yield entry
        read.progress.file()


def _chosen(runs: Iterable[RunSummary], wish: Wish) -> Iterable[RunSummary]:
    """In the order that is asked for, and no more; all are read in any case."""
    if wish.sort is not None:
        runs = in_order(runs, wish.sort, reverse=wish.reverse)
    for number, each in enumerate(runs):
        if wish.limit is None or number < wish.limit:
            yield each


_COLUMNS = (
    Column("File", folded=True), Column("Kind", spare=1), Column("Agent", folded=True), Column("Status", folded=True),
    Column("Model", folded=True, spare=5), Column("Started", spare=6), Column("Duration", right=True, spare=4),
    Column("Steps", right=True, spare=3), Column("Tokens", right=True, spare=7), Column("Cost", right=True),
    Column("Errors", right=True, spare=2),
)  # fmt: skip

_FIRST = 100
"""``spare`` of a column that was asked about: it gets room before all others."""


def _put_runs(runs: Iterable[RunSummary], wish: Wish, read: _Read) -> None:
    rows = [_row(each) for each in _chosen(runs, wish)]
    read.progress.clear()
    if rows:
        _put_table(_columns(wish), rows)
    _put_end(read, len(rows))


def _columns(wish: Wish) -> list[Column]:
    """The columns, with room first for what the runs are sorted and chosen by."""
    wanted = wish.wanted
    reasons = {
        "Model": wanted.model,
        "Started": wanted.since or wanted.until,
        "Errors": wanted.errors is not None,
    }
    asked = {title for title, reason in reasons.items() if reason} | {(wish.sort or "").title()}
    return [replace(each, spare=_FIRST) if each.spare and each.title in asked else each for each in _COLUMNS]


def _put_table(columns: Sequence[Column], rows: Sequence[Row]) -> None:
    if left_out := put_table(columns, rows):
        say(f"\nno room for {', '.join(left_out)}; --json has everything")
    say("")


def _row(run: RunSummary) -> Row:
    style = "bad" if run.status == "failed" else "doubt" if run.errors else ""
    return Row((
        place_of(run.place), run.kind, short(run.agent, _LONGEST), status_of(run, _LONGEST),
        _NONE if run.model is None else short(run.model, _LONGEST),
        _NONE if run.started_at is None else _second(instant_text(run.started_at)),
        _NONE if run.duration is None else duration(run.duration),
        f"{run.steps:,}", f"{run.tokens:,}", _cost(run.cost, _unpriced(run)), _count(run.errors),
    ), style)  # fmt: skip


def _unpriced(run: RunSummary) -> str:
    return counted(len(run.unpriced), "unpriced model") if run.unpriced else ""


def _second(text: str) -> str:
    """An instant without the fraction of its second."""
    return f"{text[:19]}Z"


def _count(number: int | None) -> str:
    return _NONE if number is None else f"{number:,}"


def _cost(cost: Money | None, unpriced: str) -> str:
    parts = [] if cost is None else [money(cost)]
    return " + ".join([*parts, unpriced] if unpriced else parts) or _NONE


def _put_end(read: _Read, shown: int | None = None) -> None:
    """How many runs there are, and what could not be listed."""
    first = "" if shown is None or shown == read.wanted else f"the first {shown:,} of "
    of_all = "" if read.wanted == read.runs else f" of {read.runs:,} that were read"
    bad = f", {len(read.bad):,} not listed" if read.bad else ""
    if read.files:
        say(f"{first}{counted(read.wanted, 'run')}{of_all}{bad}")
    for each in read.bad:
        word = styled(f"{'invalid' if each.refused else 'unreadable':<10}", "bad")
        say(f"{word} {place_of(each.place)}  {visible(each.reason)}")


_SUMS = (
    Column("Kind", spare=4), Column("Agent", folded=True), Column("Model", folded=True), Column("Runs", right=True),
    Column("Steps", right=True, spare=2), Column("In", right=True, spare=6), Column("Out", right=True, spare=5),
    Column("Tokens", right=True), Column("Errors", right=True, spare=1), Column("Cost", right=True),
    Column("Without cost", right=True, spare=3),
)  # fmt: skip


def _put_totals(runs: Iterable[RunSummary], _: Wish, read: _Read) -> None:
    groups = total_runs(runs)
    read.progress.clear()
    rows = [_sum(each, each.agent or "") for each in groups]
    groups_of = Counter((each.kind, each.currency) for each in groups)
    rows += [
        _sum(each, "(all)", "bold")
        for each in total_runs(groups, by=())
        if groups_of[each.kind, each.currency] > 1
    ]
    if rows:
        _put_table(_SUMS, rows)
    _put_end(read)


def _sum(sums: RunTotals, agent: str, style: str = "") -> Row:
    unpriced = f"unpriced models in {counted(sums.incomplete, 'run')}" if sums.incomplete else ""
    return Row((
        sums.kind, short(agent, _LONGEST), _NONE if sums.model is None else short(sums.model, _LONGEST),
        f"{sums.runs:,}", f"{sums.steps:,}", f"{sums.input_tokens:,}", f"{sums.output_tokens:,}", f"{sums.tokens:,}",
        _count(sums.errors), _cost(sums.money, unpriced), f"{sums.without_cost:,}",
    ), style)  # fmt: skip


def _put_runs_json(runs: Iterable[RunSummary], wish: Wish, read: _Read) -> None:
    say("[")
    comma = ""
    all_: Iterator[RunSummary | Unreadable] = itertools.chain(_chosen(runs, wish), _bad(read))
    for each in all_:
        read.progress.line(f"{comma}{_json(each.to_dict())}")
        comma = ","
    say("]")


def _bad(read: _Read) -> Iterator[Unreadable]:
    """What could not be listed; asked for when everything is read."""
    yield from read.bad


def _put_totals_json(runs: Iterable[RunSummary], _: Wish, read: _Read) -> None:
    groups = total_runs(runs)
    read.progress.clear()
    say(_json({
        "groups": [each.to_dict() for each in groups],
        "totals": [each.to_dict() for each in total_runs(groups, by=())],
        "notListed": [each.to_dict() for each in read.bad],
    }))  # fmt: skip


def _json(value: Any) -> str:
    return visible_json(json.dumps(value, ensure_ascii=False))
