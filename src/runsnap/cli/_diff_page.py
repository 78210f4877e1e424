"""The page of a difference on a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from runsnap import AmountChange, CaptureDiff, Divergence, ResumptionDiff, RunDiff, StepDiff, ValueChange
from runsnap._diff._align import Effort
from runsnap._diff._texts import TextPiece, pieces_between
from runsnap._diff._words import (
    amount_name,
    amount_text,
    named_amount,
    reason_text,
    step_number,
    step_title,
    verdict_text,
    with_repeats,
    worth_showing,
)
from runsnap._pointer import shortened
from runsnap._units import counted
from runsnap.cli._page import Look, fields, foreign, json_text, title, without_middle
from runsnap.cli._text import visible

_VERDICTS = {
    "reproduced": "bold green", "same outputs": "bold green", "same": "bold green", "continues": "bold cyan",
    "precedes": "bold cyan", "equally far": "bold yellow", "other outputs": "bold yellow",
}  # fmt: skip
_MARKS = {
    "dropped": ("-", "red"),
    "inserted": ("+", "green"),
    "changed": ("~", "yellow"),
    "same": ("=", "dim"),
}
_DETAILED = frozenset(("setting", "input", "output"))
_MOST_ROWS = 500
_MOST_CHANGES = 12
_MOST_PIECES = 40
_KEPT = 30
"""Characters of an equal part that are shown on each side of a change."""


def difference_page(difference: RunDiff, a: str, b: str, width: int, full: bool) -> RenderableType:
    """Header, then what differs."""
    page = _Page(Look(width, full, blocks=False))
    parts: list[RenderableType] = [title(f"{a} → {b}", f"two {difference.kind}s"), Text()]
    match difference:
        case CaptureDiff():
            return Group(*parts, *page.capture(difference))
        case ResumptionDiff():
            return Group(*parts, *page.resumption(difference))
        case _:
            raise TypeError(f"expected a difference of a known kind, found {type(difference).__name__}")


class _Page:
    def __init__(self, look: Look) -> None:
        self.look = look
        self.effort = Effort()
        self.longest = None if look.full else max(60, 3 * (look.width - 12))

    def capture(self, difference: CaptureDiff) -> Iterator[RenderableType]:
        yield fields(self._capture_header(difference))
        header = [change for change in difference.header if self.look.full or change.role in _DETAILED]
        if header:
            yield Text()
            yield Text("The whole run", "bold")
            yield from self._changes(header)
        for name, rows in (("Steps", difference.steps), ("Exchanges without a step", difference.exchanges)):
            if any(row.operation != "same" for row in rows):
                yield Text()
                yield Text(name, "bold")
                yield from self._rows(rows)

    def resumption(self, difference: ResumptionDiff) -> Iterator[RenderableType]:
        yield fields(self._resumption_header(difference))
        if difference.changes:
            yield Text()
            yield Text("Members", "bold")
            yield from self._changes(difference.changes)

    def _capture_header(self, difference: CaptureDiff) -> Iterator[tuple[str, Text | str]]:
        for change in difference.settings:
            yield "Explained by", Text(f"{shortened(change.pointer)[1:]} ").append(self._inline(change))
        yield "Verdict", _verdict(difference)
        if difference.divergence is not None:
            yield "Parts at", _divergence(difference.divergence)
        yield from _amounts(difference.amounts)
        yield "Steps", _counts(difference.steps)
        if difference.exchanges:
            yield "Exchanges", _counts(difference.exchanges)

    def _resumption_header(self, difference: ResumptionDiff) -> Iterator[tuple[str, Text | str]]:
        yield "Verdict", _verdict(difference)
        first, missing, last = without_middle(difference.reasons, self.look)
        for reason in (*first, *last):
            yield "Since", reason_text(reason)
        if missing:
            yield "", f"… {missing:,} more"
        yield from _amounts(difference.amounts)

    def _rows(self, rows: Sequence[StepDiff]) -> Iterator[RenderableType]:
        last = -1
        for place in [*worth_showing(rows, None if self.look.full else _MOST_ROWS), len(rows)]:
            hidden = sum(row.operation != "same" for row in rows[last + 1 : place])
            if hidden:
                yield Text(f"… {counted(hidden, 'step')} not shown; --full shows them", "dim italic")
            if place < len(rows):
                yield from self._row(rows[place])
            last = place

    def _row(self, row: StepDiff) -> Iterator[RenderableType]:
        mark, style = _MARKS[row.operation if row.diverges else "same"]
        line = Text(f"{mark} {step_number(row)}  ", style).append(foreign(step_title(row), 80))
        if row.operation in {"dropped", "inserted"}:
            line.append(f"  {row.operation}", style)
        for amount in row.amounts:
            line.append(f"  {named_amount(amount)}", "dim")
        yield line
        yield from self._changes(
            [
                change
                for change in row.changes
                if self.look.full or (row.diverges and change.role in _DETAILED)
            ]
        )

    def _changes(self, changes: Sequence[ValueChange]) -> Iterator[RenderableType]:
        shown = changes if self.look.full else changes[:_MOST_CHANGES]
        for change, first in with_repeats(shown):
            yield Padding(Text(shortened(change.pointer), "dim"), (0, 0, 0, 4))
            values = self._block(change) if first is None else Text(f"as {shortened(first)}", "dim italic")
            yield Padding(values, (0, 0, 0, 6))
        if len(shown) < len(changes):
            more = counted(len(changes) - len(shown), "more change")
            yield Padding(Text(f"… {more}; --full shows them", "dim italic"), (0, 0, 0, 4))

    def _inline(self, change: ValueChange) -> Text:
        """What was and what is, for a line that has begun."""
        if pieces := self._common(change):
            return self._pieces(pieces)
        before, after = self._json(change.before, "red"), self._json(change.after, "green")
        match change.operation:
            case "removed":
                return Text("- ", "red").append(before)
            case "added":
                return Text("+ ", "green").append(after)
            case _:
                return Text.assemble(before, " → ", after)

    def _block(self, change: ValueChange) -> RenderableType:
        """What was and what is, one below the other; of a text, what was taken out and put in."""
        if pieces := self._common(change):
            return self._pieces(pieces)
        values = Table.grid(padding=(0, 1))
        values.add_column(no_wrap=True)
        values.add_column(overflow="fold")
        if change.operation != "added":
            values.add_row(Text("-", "red"), self._json(change.before, "red"))
        if change.operation != "removed":
            values.add_row(Text("+", "green"), self._json(change.after, "green"))
        return values

    def _common(self, change: ValueChange) -> Sequence[TextPiece]:
        """The pieces of two texts that have something in common, else nothing."""
        pieces = pieces_between(change.before, change.after, self.effort)
        return pieces if any(piece.kind == "equal" for piece in pieces) else ()

    def _json(self, value: Any, style: str) -> Text:
        return foreign(json_text(value), self.longest, style)

    def _pieces(self, pieces: Sequence[TextPiece]) -> Text:
        shown = Text()
        most = len(pieces) if self.look.full else _MOST_PIECES
        for place, piece in enumerate(pieces[:most]):
            match piece.kind:
                case "removed":
                    shown.append("[-", "red").append(foreign(piece.text, self.longest, "red")).append(
                        "-]", "red"
                    )
                case "added":
                    shown.append("{+", "green").append(foreign(piece.text, self.longest, "green"))
                    shown.append("+}", "green")
                case _:
                    shown.append(self._context(piece.text, place == 0, place == len(pieces) - 1))
        if len(pieces) > most:
            shown.append(f" … {counted(len(pieces) - most, 'more part')}", "dim italic")
        return shown

    def _context(self, text: str, first: bool, last: bool) -> Text:
        """An equal part: what is next to a change."""
        begin, end = ("" if first else text[:_KEPT]), ("" if last else text[-_KEPT:])
        if self.look.full or len(text) <= len(begin) + len(end) + 1:
            return Text(visible(text))
        return Text(visible(begin)).append("…", "dim").append(visible(end))


def _verdict(difference: RunDiff) -> Text:
    shown = Text(difference.verdict, _VERDICTS.get(difference.verdict, "bold red"))
    return shown.append(f": {verdict_text(difference.verdict, same=difference.same)}")


def _divergence(divergence: Divergence) -> Text:
    step = divergence.step
    shown = Text(shortened(divergence.pointer))
    if step is None:
        return shown
    shown.append(f", step {step_number(step)}: ").append(foreign(step_title(step), 80))
    return shown if divergence.change else shown.append(f", {step.operation}")


def _amounts(amounts: Iterable[AmountChange]) -> Iterator[tuple[str, Text | str]]:
    for amount in amounts:
        yield amount_name(amount.name).capitalize(), amount_text(amount)


def _counts(rows: Sequence[StepDiff]) -> str:
    """``9 same, 2 changed``; where only circumstances differ, inputs and outputs are equal."""
    counts = Counter(
        row.operation if row.diverges or row.operation == "same" else "equal but for circumstances"
        for row in rows
    )
    order = ("same", "equal but for circumstances", "changed", "dropped", "inserted")
    return ", ".join(f"{counts[name]:,} {name}" for name in order if counts[name]) or "none"
