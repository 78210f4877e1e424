"""The page of a capture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from runsnap._sums import cost_text, tokens_text
from runsnap._units import counted, dollars, duration, latency
from runsnap._values import instant_text, nanoseconds_between
from runsnap.capture import Capture, LlmIo, RunLog, Step
from runsnap.cli._bars import bar
from runsnap.cli._page import Look, fields, foreign, json_text, remarks, title, without_middle
from runsnap.cli._text import visible

_STATUS = {
    "completed": "bold green",
    "failed": "bold red",
    "cancelled": "bold yellow",
    "running": "bold cyan",
}
_KIND = {"llm_call": "cyan", "tool_call": "magenta"}
_WIDE = 100
"""Columns from which on tokens and cost have columns of their own."""


def capture_page(capture: Capture, look: Look) -> RenderableType:
    """Header, then a table of the steps."""
    log = capture.run_log
    parts: list[RenderableType] = [title(log.agent, "capture"), Text(), fields(_header(capture))]
    if log.steps:
        parts += [Text(), Text("Steps", "bold"), _StepTable(capture, look).table()]
    return Group(*parts)


def _header(capture: Capture) -> Iterator[tuple[str, Text | str]]:
    log = capture.run_log
    yield "Run", visible(capture.run_id)
    yield "Status", _status(capture)
    yield "Started", instant_text(log.started_at)
    if log.finished_at is not None:
        yield "Finished", instant_text(log.finished_at)
    yield "Captured", instant_text(capture.captured_at)
    if capture.model_version is not None:
        yield "Model", foreign(capture.model_version, 200)
    yield "Tokens", tokens_text(log.tokens)
    if log.cost_estimate is not None:
        yield "Cost", cost_text(log.cost_estimate)
    yield "Steps", _steps(log)
    yield "Exchanges", _exchanges(capture)
    if capture.rng_seed is not None:
        yield "Seed", str(capture.rng_seed)
    if capture.memory_ref is not None:
        yield "Memory", foreign(capture.memory_ref, 200)
    yield from remarks(capture)


def _status(capture: Capture) -> Text:
    log = capture.run_log
    status = Text(visible(str(log.status)), _STATUS.get(str(log.status), "bold magenta"))
    end = log.finished_at or capture.captured_at
    took = nanoseconds_between(log.started_at, end)
    when = "after" if log.finished_at is not None else "for, when captured,"
    return status.append(f" {when} {duration(took)}", "yellow" if took < 0 else "")


def _steps(log: RunLog) -> Text:
    if not log.steps:
        return Text("none")
    kinds = Counter(str(step.kind) for step in log.steps)
    text = Text(f"{len(log.steps):,}: ")
    text.append(", ".join(f"{count:,} {visible(kind)}" for kind, count in kinds.most_common(8)))
    failed = sum(step.error is not None for step in log.steps)
    return text.append(f"; {failed:,} with an error", "red") if failed else text


def _exchanges(capture: Capture) -> str:
    count = len(capture.llm_io)
    calls = sum(step.kind == "llm_call" for step in capture.run_log.steps)
    if not count:
        return "none recorded"
    if not capture.calls():
        return f"{count:,} recorded, not paired with {counted(calls, 'llm_call step')}"
    return f"{count:,} recorded, paired with the llm_call steps"


@dataclass(slots=True)
class _Columns:
    """Widths that follow from the page's."""

    wide: bool
    bar: int
    longest: int | None

    @classmethod
    def of(cls, look: Look) -> _Columns:
        wide = look.width >= _WIDE
        bar_width = 16 if wide else max(4, look.width // 10)
        text = look.width - bar_width - (50 if wide else 22)
        return cls(wide, bar_width, None if look.full else max(40, 3 * text - 24))


class _StepTable:
    def __init__(self, capture: Capture, look: Look) -> None:
        self.capture = capture
        self.look = look
        self.columns = _Columns.of(look)
        self.slowest = max((step.latency or 0 for step in capture.run_log.steps), default=0)
        self.exchanges: Mapping[int, LlmIo] = {id(step): exchange for step, exchange in capture.calls()}

    def table(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="bold", expand=False)
        table.add_column("#", justify="right", style="dim", no_wrap=True)
        table.add_column("Step", overflow="fold", ratio=1)
        table.add_column("Latency", no_wrap=True)
        if self.columns.wide:
            table.add_column("Tokens", justify="right", no_wrap=True)
            table.add_column("Cost", justify="right", no_wrap=True)
        first, missing, last = without_middle(self.capture.run_log.steps, self.look)
        self._add(table, first)
        if missing:
            table.add_row("", Text(f"… {missing:,} steps not shown; --full shows them", "dim italic"))
            self._add(table, last)
        return table

    def _add(self, table: Table, steps: Iterable[Step]) -> None:
        for step in steps:
            cells: list[RenderableType] = [str(step.idx), self._step(step), self._latency(step)]
            if self.columns.wide:
                cells += [_step_tokens(step), "" if step.cost_usd is None else dollars(step.cost_usd)]
            table.add_row(*cells)

    def _latency(self, step: Step) -> Text:
        colour = "red" if step.error is not None else "blue"
        shown = bar(step.latency, self.slowest, self.columns.bar, blocks=self.look.blocks)
        return Text.assemble((shown, colour), f" {latency(step.latency):>8}")

    def _step(self, step: Step) -> RenderableType:
        head = Text(visible(str(step.kind)), _KIND.get(str(step.kind), ""))
        if step.name is not None:
            head.append("  ").append(foreign(step.name, 80))
        if not self.columns.wide and (small := _small(step)):
            head.append(f"\n{small}", "dim")
        rows = list(self._texts(step, self.exchanges.get(id(step))))
        return Group(head, self._labelled(rows)) if rows else head

    def _labelled(self, rows: list[tuple[str, Text]]) -> Table:
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        width = 5 if self.columns.wide else 3  # as text: rich counts the padding of min_width since 14.3
        for label, text in rows:
            table.add_row(Text(label.ljust(width), "bold red" if label == "error" else "dim"), text)
        return table

    def _texts(self, step: Step, exchange: LlmIo | None) -> Iterator[tuple[str, Text]]:
        """What the step was given and returned; what its exchange holds where the step itself holds nothing."""
        given, returned = step.input, step.output
        if exchange is not None:
            given = exchange.prompt if given is None else given
            returned = exchange.completion if returned is None else returned
        for label, value in (("in", given), ("out", returned)):
            if value is not None:
                yield label, foreign(json_text(value), self.columns.longest)
        if exchange is not None and (answer := _answer(exchange)):
            yield "", Text(answer, "dim")
        if step.error is not None:
            yield "error", foreign(step.error, self.columns.longest, "red")


def _step_tokens(step: Step) -> str:
    if step.prompt_tokens is None and step.completion_tokens is None:
        return ""
    counts = (
        "?" if count is None else f"{count:,}" for count in (step.prompt_tokens, step.completion_tokens)
    )
    return " → ".join(counts)


def _small(step: Step) -> str:
    """Tokens and cost in one line, for narrow pages."""
    tokens = _step_tokens(step)
    parts = [f"{tokens} tokens" if tokens else "", "" if step.cost_usd is None else dollars(step.cost_usd)]
    return ", ".join(part for part in parts if part)


def _answer(exchange: LlmIo) -> str:
    """Why the model stopped, and which tools it asked for."""
    parts = [] if exchange.finish_reason is None else [f"stopped: {visible(str(exchange.finish_reason))}"]
    if exchange.tool_calls:
        names = ", ".join(visible(call.name[:60]) for call in exchange.tool_calls[:8])
        more = f" and {len(exchange.tool_calls) - 8:,} more" if len(exchange.tool_calls) > 8 else ""
        parts.append(f"asks for {names}{more}")
    return "; ".join(parts)
