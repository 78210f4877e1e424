"""Which runs are listed, and in which order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from runsnap._listing.summary import RunSummary

if TYPE_CHECKING:
    from whenever import Instant

_ORDERS: dict[str, Callable[[RunSummary], Any]] = {
    "file": lambda run: (run.place.path, run.place.line or run.place.index or 0),
    "kind": lambda run: run.kind,
    "agent": lambda run: run.agent,
    "status": lambda run: (run.status, run.label or ""),
    "model": lambda run: run.model,
    "started": lambda run: run.started_at,
    "duration": lambda run: run.duration,
    "steps": lambda run: run.steps,
    "tokens": lambda run: run.tokens,
    "cost": lambda run: run.cost and ((run.cost.currency or "").casefold(), run.cost.amount),
    "errors": lambda run: run.errors,
}
"""For each of ``COLUMNS``, what is compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a run has to be like; None and ``()`` allow everything.

    Of several texts one has to match, whole; ``*`` in a text stands for any
    characters. A run of which nothing is known does not match.
    """

    kind: str | None = None
    status: tuple[str, ...] = ()
    agent: tuple[str, ...] = ()
    model: tuple[str, ...] = ()
    since: Instant | None = None
    """Started then or later."""
    until: Instant | None = None
    """Started before that."""
    min_cost: Decimal | None = None
    max_cost: Decimal | None = None
    """Both in the currency of the run, whatever that is."""
    currency: str | None = None
    """Costs are in this one; upper and lower case are alike."""
    errors: bool | None = None
    """Whether a step ended with an error."""

    def matcher(self) -> Callable[[RunSummary], bool]:
        """What tells whether a run is wanted."""
        given = [field.name for field in fields(self) if getattr(self, field.name) not in (None, ())]
        tests = [_TESTS[name](getattr(self, name)) for name in given]
        return lambda run: all(test(run) for test in tests)


Test = Callable[[RunSummary], bool]


def _text(of: Callable[[RunSummary], str | None]) -> Callable[[tuple[str, ...]], Test]:
    def test(patterns: tuple[str, ...]) -> Test:
        matches = re.compile("|".join(_expression(each) for each in patterns), re.DOTALL).fullmatch
        return lambda run: (text := of(run)) is not None and matches(text) is not None

    return test


def _expression(pattern: str) -> str:
    """What lies between two stars is taken where it comes first, for good: so no text takes long."""
    first, *others = map(re.escape, pattern.split("*"))
    between = "".join(f"(?>.*?{text})" for text in others[:-1])
    return f"(?:{first}{between}.*{others[-1]})" if others else first


_TESTS: dict[str, Callable[[Any], Test]] = {
    "kind": lambda kind: lambda run: run.kind == kind,
    "status": _text(lambda run: run.status),
    "agent": _text(lambda run: run.agent),
    "model": _text(lambda run: run.model),
    "since": lambda since: lambda run: run.started_at is not None and run.started_at >= since,
    "until": lambda until: lambda run: run.started_at is not None and run.started_at < until,
    "min_cost": lambda least: lambda run: run.cost is not None and run.cost.amount >= least,
    "max_cost": lambda most: lambda run: run.cost is not None and run.cost.amount <= most,
    "currency": lambda code: lambda run: run.cost is not None and _same(run.cost.currency, code),
    "errors": lambda some: lambda run: run.errors is not None and (run.errors > 0) == some,
}


def _same(currency: str | None, code: str) -> bool:
    return currency is not None and currency.casefold() == code.casefold()


def in_order(runs: Iterable[RunSummary], column: str, *, reverse: bool = False) -> list[RunSummary]:
    """The runs sorted by a column; equal ones keep their order, those without a value come last either way.

    Costs are sorted within each currency. ``column`` is one of ``COLUMNS``.
    """
    value = _ORDERS[column]
    with_value: list[RunSummary] = []
    without: list[RunSummary] = []
    for run in runs:
        (without if value(run) is None else with_value).append(run)
    return sorted(with_value, key=value, reverse=reverse) + without
