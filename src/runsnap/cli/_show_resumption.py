"""The page of a resumption."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from runsnap._equality import same_json
from runsnap._sums import tokens_so_far
from runsnap._units import counted, micros
from runsnap.cli._page import Look, fields, foreign, json_text, remarks, title, without_middle
from runsnap.resumption import Resumption, Spend

_STYLES = {"input": "cyan", "binding": "", "state": "magenta", "output": "green"}


def resumption_page(stopped: Resumption, look: Look) -> RenderableType:
    """Where the run stopped and continues, what it has spent, what it holds."""
    parts: list[RenderableType] = [
        title(stopped.agent, f"resumption {stopped.ingot_snapshot}"),
        Text(),
        fields(_header(stopped)),
    ]
    held = list(_held(stopped))
    if held:
        parts += [Text(), Text("Holds", "bold"), _holdings(held, look)]
    return Group(*parts)


def _header(stopped: Resumption) -> Iterator[tuple[str, Text | str]]:
    checkpoint = foreign(stopped.label, 200, "bold") if stopped.label else Text("without a label", "dim")
    yield (
        "Stopped at",
        Text("checkpoint ")
        .append(checkpoint)
        .append(" (node ")
        .append(foreign(stopped.stopped_at, 200))
        .append(")"),
    )
    yield "Continues", Text("at node ").append(foreign(stopped.resume_at, 200, "bold"))
    yield "Agent's IR", foreign(stopped.artifact, 200)
    yield "So far", ", ".join((
        counted(stopped.steps, "step"), counted(stopped.model_calls, "model call"),
        counted(stopped.tool_calls, "tool call"), counted(stopped.consultations, "consultation"),
    ))  # fmt: skip
    yield "Tokens", tokens_so_far(stopped.usage)
    yield "Spent", _spent(stopped.spend)
    for model, reason in list(stopped.spend.unpriced.items())[:20]:
        yield (
            "",
            Text("no price for ", "yellow")
            .append(foreign(model, 100))
            .append(": ")
            .append(foreign(reason, 200)),
        )
    if not _holds_anything(stopped):
        yield "Holds", "nothing"
    yield from remarks(stopped)


def _spent(spend: Spend) -> Text:
    if not spend.micros and spend.currency is None:
        return Text("nothing that has a price")
    currency = foreign(spend.currency, 40) if spend.currency else Text("of no named currency", "dim")
    return Text(f"{micros(spend.micros)} ").append(currency)


def _holds_anything(stopped: Resumption) -> bool:
    return bool(stopped.inputs or stopped.bindings or stopped.state or stopped.outputs)


def _held(stopped: Resumption) -> Iterator[tuple[str, str, Text | Any]]:
    """Each value with where it is held; a Text stands for a remark in place of the value."""
    for name, value in stopped.inputs.items():
        yield "input", name, value
    for name, value in stopped.bindings.items():
        same = name in stopped.inputs and same_json(value, stopped.inputs[name])
        yield "binding", name, Text("the same as the input", "dim") if same else value
    for name, value in stopped.state.items():
        yield "state", name, value
    for name, output in stopped.outputs.items():
        yield "output", f"{name} ({output.content_type})", output.value


def _holdings(held: list[tuple[str, str, Any]], look: Look) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="bold")
    table.add_column("What", no_wrap=True)
    table.add_column("Name", overflow="fold", max_width=max(12, look.width // 3))
    table.add_column("Value", overflow="fold")
    longest = None if look.full else max(60, 2 * (look.width - 40))
    first, missing, last = without_middle(held, look)
    _add(table, first, longest)
    if missing:
        table.add_row("", "", Text(f"… {missing:,} values not shown; --full shows them", "dim italic"))
        _add(table, last, longest)
    return table


def _add(table: Table, held: Any, longest: int | None) -> None:
    for what, name, value in held:
        shown = value if isinstance(value, Text) else foreign(json_text(value), longest)
        table.add_row(Text(what, _STYLES[what]), foreign(name, 80), shown)
