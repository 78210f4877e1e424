"""What people are told of a difference, on a terminal and on a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from runsnap._compact import compact_sorted
from runsnap._diff._records import AmountChange, StepDiff, ValueChange
from runsnap._pointer import shortened
from runsnap._units import dollars, latency, micros

VERDICTS = {
    "reproduced": "the same steps, given the same and returning the same",
    "same outputs": "the same steps returned the same, but were not given the same",
    "other outputs": "the same steps, but not all returned the same",
    "diverged": "steps were dropped or inserted",
    "same": "no difference at all",
    "continues": "the second can be a later stop of the first run",
    "precedes": "the first can be a later stop of the second run",
    "equally far": "neither run is further than the other",
    "other run": "neither can be a later stop of the other",
    "other artifact": "the agents are different ones",
}
"""Each verdict in a few words."""

_CAMEL = re.compile("(?<=[a-z])(?=[A-Z])")
_NOT_NOTED = "–"


def verdict_text(verdict: str, *, same: bool) -> str:
    """The sentence of a verdict; it says where nothing differs at all."""
    return VERDICTS["same" if same else verdict]


def amount_name(name: str) -> str:
    """``prompt_tokens``, ``prompt_usd`` and ``inputTokens`` in words."""
    words = _CAMEL.sub(" ", name).replace("_", " ").lower()
    return words.replace("cost usd", "cost").replace("usd", "cost")


def amount_text(change: AmountChange) -> str:
    """``305 ms → 400 ms (+95 ms)``."""
    both = " → ".join(_amount(value, change.unit) for value in (change.before, change.after))
    difference = change.difference
    if difference is None:
        return both
    sign = "+" if difference >= 0 else "-"
    return f"{both} ({sign}{_amount(abs(difference), change.unit)})"


def named_amount(change: AmountChange) -> str:
    """``latency 305 ms → 400 ms (+95 ms)``."""
    return f"{amount_name(change.name)} {amount_text(change)}"


def reason_text(reason: ValueChange | AmountChange) -> str:
    """Why one resumption does not continue another: what differs, without the values of members."""
    if isinstance(reason, AmountChange):
        return named_amount(reason)
    return f"{shortened(reason.pointer)} {reason.operation}"


def _amount(value: float | None, unit: str) -> str:
    if value is None:
        return _NOT_NOTED
    match unit:
        case "USD":
            return dollars(value)
        case "ms":
            return latency(int(value))
        case "1e-6 currency":
            return micros(int(value))
        case _:
            return f"{value:,}"


def step_title(step: StepDiff) -> str:
    """``tool_call orders.lookup``; the text is foreign."""
    return step.kind if step.name is None else f"{step.kind} {step.name}"


def step_number(step: StepDiff) -> str:
    """Its position in both runs: one number where it is the same."""
    places = dict.fromkeys(str(place) for place in (step.index_a, step.index_b) if place is not None)
    return " → ".join(places)


def worth_showing(rows: Sequence[StepDiff], most: int | None) -> list[int]:
    """Positions of rows that differ, ``most`` of them at most: where the runs part rather than others, from both ends."""
    places = [place for place, row in enumerate(rows) if row.operation != "same"]
    if most is None or len(places) <= most:
        return places
    places = [place for place in places if rows[place].diverges] or places
    return places if len(places) <= most else places[: most // 2] + places[-(most // 2) :]


def with_repeats(changes: Iterable[ValueChange]) -> Iterator[tuple[ValueChange, str | None]]:
    """Each change, with the place of an earlier one of the same values where naming that is shorter."""
    seen: dict[tuple[bytes, bytes], str] = {}
    for change in changes:
        values = compact_sorted(change.before), compact_sorted(change.after)
        first = seen.setdefault(values, change.pointer)
        is_repeat = first != change.pointer and sum(map(len, values)) > len(first)
        yield change, first if is_repeat else None
