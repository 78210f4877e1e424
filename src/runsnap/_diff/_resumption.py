"""Two resumptions to what moved between them, and whether one continues the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from runsnap._diff._align import Effort
from runsnap._diff._amounts import amount_changes
from runsnap._diff._records import AmountChange, Relation, ResumptionDiff, Role, ValueChange
from runsnap._diff._values import member_changes
from runsnap._equality import same_json
from runsnap._pointer import escape

_COUNTERS = {"steps": "", "modelCalls": "", "toolCalls": "", "consultations": ""}
_USAGE = {"inputTokens": "token", "outputTokens": "token", "cacheReadTokens": "token"}
_MONEY = {"micros": "1e-6 currency"}
_IDENTITY = ("agent", "artifact", "inputs")
_KEPT = ("bindings", "state", "outputs")
"""Maps whose entries stay when the run goes on; their values may change."""

_TEMPORARY = "$tmp"
"""How names begin that live only for a part of a run."""

_ROLES: dict[str, Role] = {
    "agent": "setting",
    "artifact": "setting",
    "inputs": "input",
    "bindings": "output",
    "state": "output",
    "outputs": "output",
}


def compare_resumptions(before: Any, after: Any) -> ResumptionDiff:
    """The difference of two resumptions, given as plain values."""
    before, after = _filled(before), _filled(after)
    changes = tuple(_changes(before, after))
    amounts = tuple(_amounts(before, after))
    forward = tuple(_reasons(before, after))
    backward = tuple(_reasons(after, before))
    return ResumptionDiff(
        verdict=_relation(before, after, bool(changes or amounts), bool(forward), bool(backward)),
        same=not changes and not amounts,
        outputs_equal=all(change.role != "output" for change in changes),
        reasons=forward,
        changes=changes,
        amounts=amounts,
    )


def _filled(document: Mapping[str, Any]) -> dict[str, Any]:
    """With the members that are not written where they are empty."""
    empty: dict[str, Any] = {name: {} for name in ("state", "outputs") if name not in document}
    return {**document, **empty, "usage": {"cacheReadTokens": 0} | document["usage"]}


def _relation(before: Any, after: Any, differs: bool, not_forward: bool, not_backward: bool) -> Relation:
    if not differs:
        return "same"
    if before["artifact"] != after["artifact"]:
        return "other artifact"
    if not_forward and not_backward:
        return "other run"
    if not_forward:
        return "precedes"
    return "continues" if not_backward else "equally far"


def _changes(before: Any, after: Any) -> Iterator[ValueChange]:
    effort = Effort()
    left_out = {*_COUNTERS, "usage", "spend"}
    yield from member_changes(before, after, "", "", effort, _role_of, left_out)
    for name, units in (("usage", _USAGE), ("spend", _MONEY)):
        at = f"/{name}"
        yield from member_changes(before[name], after[name], at, at, effort, _role_of, units.keys())


def _role_of(name: str) -> Role:
    return _ROLES.get(name, "circumstance")


def _amounts(before: Any, after: Any) -> Iterator[AmountChange]:
    yield from amount_changes(before, after, _COUNTERS)
    yield from amount_changes(before["usage"], after["usage"], _USAGE)
    yield from amount_changes(before["spend"], after["spend"], _MONEY)


def _reasons(before: Any, after: Any) -> Iterator[ValueChange | AmountChange]:
    """Why ``after`` cannot be a later stop of the run that ``before`` is a stop of."""
    for name in _IDENTITY:
        if not same_json(before[name], after[name]):
            at = f"/{name}"
            yield ValueChange("changed", at, at, _role_of(name), before[name], after[name])
    yield from (amount for amount in _amounts(before, after) if (amount.difference or 0) < 0)
    currency, other = (document["spend"]["currency"] for document in (before, after))
    if currency is not None and currency != other:
        at = "/spend/currency"
        yield ValueChange("changed", at, at, "circumstance", currency, other)
    for name in _KEPT:
        yield from _lost(before[name], after[name], f"/{name}", _role_of(name))


def _lost(before: Mapping[str, Any], after: Mapping[str, Any], at: str, role: Role) -> Iterator[ValueChange]:
    for name, value in before.items():
        if name not in after and not name.startswith(_TEMPORARY):
            yield ValueChange("removed", f"{at}/{escape(name)}", None, role, value, None)
