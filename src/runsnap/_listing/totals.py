"""Sums of tokens and cost."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from decimal import Context, Decimal, Inexact
from typing import Any, Literal

from runsnap._listing.summary import DOLLARS, Kind, Money, RunSummary

_EXACT = Context(prec=2000, traps=[Inexact])
"""Room for the digits of the largest and the smallest double at once."""

By = Literal["agent", "model"]


@dataclass(slots=True, kw_only=True)
class RunTotals:
    """Sums over runs of one kind, and of one agent, model and currency."""

    kind: Kind
    agent: str | None
    """None where it is all agents."""
    model: str | None
    """None where it is all models, or runs that name none."""
    currency: str | None
    """Currency of ``cost``; None for resumptions that name none. Captures have dollars, also where a cost is missing."""
    runs: int = 0
    without_cost: int = 0
    """Runs of which no cost is known."""
    incomplete: int = 0
    """Runs that used models without a price beside those that ``cost`` counts."""
    steps: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    errors: int | None = None
    """Steps that ended with an error; None for resumptions."""
    cost: Decimal | None = None
    """Exact; None where no cost is known."""

    @property
    def tokens(self) -> int:
        """Tokens sent and produced."""
        return self.input_tokens + self.output_tokens

    @property
    def money(self) -> Money | None:
        """The cost with its currency."""
        return None if self.cost is None else Money(self.cost, self.currency)

    def add(self, more: RunTotals) -> None:
        """Add other sums, exactly."""
        self.runs += more.runs
        self.without_cost += more.without_cost
        self.incomplete += more.incomplete
        self.steps += more.steps
        self.input_tokens += more.input_tokens
        self.output_tokens += more.output_tokens
        self.cache_read_tokens += more.cache_read_tokens
        if more.errors is not None:
            self.errors = (self.errors or 0) + more.errors
        if more.cost is not None:
            self.cost = _EXACT.add(self.cost or Decimal(0), more.cost)

    def to_dict(self) -> dict[str, Any]:
        """As ``runsnap list --stats --json`` has it."""
        money = self.money
        return {
            "kind": self.kind, "agent": self.agent, "model": self.model, "runs": self.runs, "steps": self.steps,
            "inputTokens": self.input_tokens, "outputTokens": self.output_tokens,
            "cacheReadTokens": self.cache_read_tokens, "errors": self.errors, "cost": money and money.to_dict(),
            "withoutCost": self.without_cost, "incomplete": self.incomplete,
        }  # fmt: skip


def total_runs(
    runs: Iterable[RunSummary | RunTotals], *, by: Collection[By] = ("agent", "model")
) -> list[RunTotals]:
    """Sums over runs, exact ones, sorted by kind, agent, model and currency.

    ``by`` says what is told apart beside kind and currency, which always are:
    what a resumption has spent is a part of what its whole run will have cost.
    Sums can be added up further: ``total_runs(total_runs(runs), by=())``.
    """
    found: dict[tuple[str | None, ...], RunTotals] = {}
    for run in runs:
        more = _of_one(run) if isinstance(run, RunSummary) else run
        agent = more.agent if "agent" in by else None
        model = more.model if "model" in by else None
        key = (more.kind, agent, model, more.currency)
        if key not in found:
            found[key] = RunTotals(kind=more.kind, agent=agent, model=model, currency=more.currency)
        found[key].add(more)
    return [found[key] for key in sorted(found, key=_none_last)]


def _of_one(run: RunSummary) -> RunTotals:
    amount, currency = (run.cost.amount, run.cost.currency) if run.cost else (None, None)
    if run.kind == "capture":
        currency = DOLLARS
    return RunTotals(
        kind=run.kind, agent=run.agent, model=run.model, currency=currency, runs=1, without_cost=int(amount is None),
        incomplete=int(bool(run.unpriced)), steps=run.steps, input_tokens=run.input_tokens,
        output_tokens=run.output_tokens, cache_read_tokens=run.cache_read_tokens, errors=run.errors,
        cost=amount,
    )  # fmt: skip


def _none_last(key: tuple[str | None, ...]) -> list[tuple[bool, str]]:
    return [(part is None, part or "") for part in key]
