"""What a run is called in tables."""

from __future__ import annotations

from runsnap._listing.summary import DOLLARS, Money, Place, RunSummary
from runsnap._units import dollars
from runsnap.cli._text import short, shown_name


def place_of(place: Place) -> str:
    """``run.json``, ``runs.jsonl:3`` for a line, ``runs.avro[2]`` for an index."""
    name = shown_name(place.path)
    if place.line is not None:
        return f"{name}:{place.line}"
    return name if place.index is None else f"{name}[{place.index}]"


def status_of(run: RunSummary, longest: int) -> str:
    """How a run stands, or where it stopped."""
    if run.kind == "capture":
        return short(run.status, longest)
    return f"stopped at {short(run.label, longest)}" if run.label else "stopped without a label"


def money(cost: Money) -> str:
    """``$0.0046`` to six decimals for the dollars of captures; else exact, with the currency as it is spelled."""
    if cost.currency == DOLLARS:
        return dollars(cost.amount)
    return f"{cost.amount:,f} {short(cost.currency, 20) if cost.currency else 'of no named currency'}"
