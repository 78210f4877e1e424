"""Two captures to what differs between the runs."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from runsnap._behaviour.capture import exchange_places
from runsnap._compact import compact_sorted
from runsnap._diff._align import Effort, between
from runsnap._diff._amounts import amount_changes
from runsnap._diff._records import (
    AmountChange,
    CaptureDiff,
    CaptureVerdict,
    Divergence,
    StepDiff,
    StepOperation,
    ValueChange,
)
from runsnap._diff._roles import CAPTURE, EXCHANGE, MODEL_STEPS, RUN_LOG, STEP, role_of
from runsnap._diff._rows import RowKey, align_rows
from runsnap._diff._values import member_changes, value_changes

if TYPE_CHECKING:
    from runsnap._generated.capture import Capture

_TOKENS = {"prompt_tokens": "token", "completion_tokens": "token"}
_STEP_AMOUNTS = {**_TOKENS, "cost_usd": "USD", "latency": "ms"}
_USAGE = {**_TOKENS, "cache_read_tokens": "token", "cache_creation_tokens": "token"}
_COST = {"prompt_usd": "USD", "completion_usd": "USD", "cache_usd": "USD", "total_usd": "USD"}
_ORDER = ("setting", "input", "output", "circumstance")
_DECISIVE = frozenset(("input", "output"))


class _Row(NamedTuple):
    """A step with its exchange, or an exchange without a step, and where they stand."""

    step: Mapping[str, Any]
    step_at: str
    exchange: Mapping[str, Any]
    exchange_at: str

    @property
    def at(self) -> str:
        return self.step_at or self.exchange_at

    @property
    def kind(self) -> str:
        return str(self.step["kind"]) if self.step else "exchange"

    @property
    def name(self) -> str | None:
        name: str | None = self.step["name"] if self.step else self.exchange["model"]
        return name

    def text(self) -> bytes:
        """All that it holds but for its number."""
        return compact_sorted([{**self.step, "idx": None}, self.exchange])

    def key(self) -> RowKey:
        identity = [self.kind, None if not self.step or self.kind in MODEL_STEPS else self.name]
        given = [self.step.get("input"), self.exchange.get("prompt")]
        returned = [self.step.get("output"), self.step.get("error"), *_answer(self.exchange)]
        return RowKey(compact_sorted(identity), compact_sorted(given), compact_sorted(returned))


_NOTHING = _Row({}, "", {}, "")


def _answer(exchange: Mapping[str, Any]) -> list[Any]:
    calls = [_without_id(call) for call in exchange.get("tool_calls", ())]
    return [exchange.get("completion"), exchange.get("finish_reason"), calls]


def _without_id(call: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in call.items() if name != "id"}


class Side(NamedTuple):
    """A capture as plain values, and the position of each exchange by that of its step; None where they do not pair."""

    plain: dict[str, Any]
    places: dict[int, int] | None

    @classmethod
    def of(cls, capture: Capture) -> Side:
        plain = capture.to_dict()
        kinds = [step["kind"] for step in plain["run_log"]["steps"]]
        places = exchange_places(kinds, len(plain["llm_io"]))
        return cls(plain, places if places or not plain["llm_io"] else None)


def compare_captures(one: Side, other: Side) -> CaptureDiff:
    """The difference of two captures."""
    before, after = one.plain, other.plain
    effort = Effort()
    root = list(_root_changes(before, after, effort))
    paired = one.places is not None and other.places is not None
    (steps_a, loose_a), (steps_b, loose_b) = _rows(one, paired=paired), _rows(other, paired=paired)
    steps = tuple(_row_diffs(steps_a, steps_b, effort))
    exchanges = tuple(_row_diffs(loose_a, loose_b, effort))
    amounts = (
        *amount_changes(before["run_log"]["tokens"], after["run_log"]["tokens"], _USAGE),
        *amount_changes(before["run_log"]["cost_estimate"], after["run_log"]["cost_estimate"], _COST),
        *amount_changes(_total_latency(before), _total_latency(after), {"latency": "ms"}),
    )
    rows = [*steps, *exchanges]
    roles = {change.role for change in chain(root, *(row.changes for row in rows))}
    return CaptureDiff(
        verdict=_verdict(steps, exchanges, roles),
        same=not root and not amounts and all(row.operation == "same" for row in rows),
        outputs_equal="output" not in roles and not any(map(_is_lonely, rows)),
        settings=tuple(change for change in root if change.role == "setting"),
        header=tuple(change for change in root if change.role != "setting"),
        amounts=amounts,
        steps=steps,
        exchanges=exchanges,
        divergence=_divergence(rows, root),
    )


def _verdict(
    steps: Iterable[StepDiff], exchanges: Iterable[StepDiff], roles: Container[str]
) -> CaptureVerdict:
    if any(map(_is_lonely, steps)):
        return "diverged"
    if "output" in roles or any(map(_is_lonely, exchanges)):
        return "other outputs"
    return "same outputs" if "input" in roles else "reproduced"


def _is_lonely(row: StepDiff) -> bool:
    return row.operation in {"dropped", "inserted"}


def _divergence(rows: Iterable[StepDiff], root: Iterable[ValueChange]) -> Divergence | None:
    for row in rows:
        if _is_lonely(row):
            return Divergence(row, None)
        for change in row.changes:
            if change.role in _DECISIVE:
                return Divergence(row, change)
    return next((Divergence(None, change) for change in root if change.role in _DECISIVE), None)


def _root_changes(before: Any, after: Any, effort: Effort) -> Iterator[ValueChange]:
    yield from member_changes(before, after, "", "", effort, role_of(CAPTURE), {"run_log", "llm_io"})
    log, other, at = before["run_log"], after["run_log"], "/run_log"
    left_out = {"steps", "tokens", "cost_estimate"}
    yield from member_changes(log, other, at, at, effort, role_of(RUN_LOG), left_out)
    for name, units in (("tokens", _USAGE), ("cost_estimate", _COST)):
        at = f"/run_log/{name}"
        yield from member_changes(
            log[name] or {}, other[name] or {}, at, at, effort, role_of({}), units.keys()
        )


def _rows(side: Side, *, paired: bool) -> tuple[list[_Row], list[_Row]]:
    """Steps with their exchanges, and the exchanges without a step."""
    places = side.places if paired else {}
    return [*_steps(side.plain, places or {})], [] if paired else [*_loose(side.plain)]


def _steps(document: Any, paired: Mapping[int, int]) -> Iterator[_Row]:
    for place, step in enumerate(document["run_log"]["steps"]):
        exchange = paired.get(place)
        if exchange is None:
            yield _Row(step, f"/run_log/steps/{place}", {}, "")
        else:
            yield _Row(step, f"/run_log/steps/{place}", document["llm_io"][exchange], f"/llm_io/{exchange}")


def _loose(document: Any) -> Iterator[_Row]:
    for place, exchange in enumerate(document["llm_io"]):
        yield _Row({}, "", exchange, f"/llm_io/{place}")


def _row_diffs(before: Sequence[_Row], after: Sequence[_Row], effort: Effort) -> Iterator[StepDiff]:
    pairs = align_rows([row.key() for row in before], [row.key() for row in after], Effort())
    ends = chain(pairs, [None])
    for (mine, theirs), end in zip(between(pairs, range(len(before)), range(len(after))), ends, strict=True):
        for one in mine:
            row = before[one]
            changes = tuple(_held(row, _NOTHING))
            yield StepDiff("dropped", row.kind, row.name, one, None, row.at, None, changes)
        for other in theirs:
            row = after[other]
            changes = tuple(_held(_NOTHING, row))
            yield StepDiff("inserted", row.kind, row.name, None, other, None, row.at, changes)
        if end is not None:
            yield _pair_diff(before[end[0]], after[end[1]], end, effort)


def _held(before: _Row, after: _Row) -> Iterator[ValueChange]:
    """The inputs and outputs of a step that only one side has."""
    for one, other, at_a, at_b, roles, empty in (
        (before.step, after.step, before.step_at, after.step_at, STEP, (None,)),
        (before.exchange, after.exchange, before.exchange_at, after.exchange_at, EXCHANGE, (None, "", [])),
    ):
        for change in member_changes(one, other, at_a, at_b, Effort(), role_of(roles)):
            value = change.after if change.operation == "added" else change.before
            if change.role in _DECISIVE and value not in empty:
                yield change


def _pair_diff(before: _Row, after: _Row, places: tuple[int, int], effort: Effort) -> StepDiff:
    if _moved_alike(before, after, places) and before.text() == after.text():
        return StepDiff("same", before.kind, before.name, *places, before.at, after.at)
    changes = tuple(_pair_changes(before, after, places, effort))
    amounts = tuple(_pair_amounts(before, after))
    operation: StepOperation = "changed" if changes or amounts else "same"
    return StepDiff(operation, before.kind, before.name, *places, before.at, after.at, changes, amounts)


def _pair_changes(before: _Row, after: _Row, places: tuple[int, int], effort: Effort) -> list[ValueChange]:
    """Settings first, then inputs, outputs and circumstances."""
    skipped = {*_STEP_AMOUNTS, *(["idx"] if _moved_alike(before, after, places) else [])}
    changes = [
        *member_changes(
            before.step, after.step, before.step_at, after.step_at, effort, role_of(STEP), skipped
        ),
        *_exchange_changes(before, after, effort),
    ]
    return sorted(changes, key=lambda change: _ORDER.index(change.role))


def _moved_alike(before: _Row, after: _Row, places: tuple[int, int]) -> bool:
    """Whether the numbers of the steps differ only as their positions do."""
    if not before.step:
        return True
    return bool(before.step["idx"] - places[0] == after.step["idx"] - places[1])


def _exchange_changes(before: _Row, after: _Row, effort: Effort) -> Iterator[ValueChange]:
    if not before.exchange and not after.exchange:
        return
    if not before.exchange:
        yield ValueChange("added", None, after.exchange_at, "output", None, dict(after.exchange))
    elif not after.exchange:
        yield ValueChange("removed", before.exchange_at, None, "output", dict(before.exchange), None)
    else:
        yield from member_changes(
            before.exchange, after.exchange, before.exchange_at, after.exchange_at, effort,
            role_of(EXCHANGE), {"tool_calls", *_amounts_of_exchange(before)},
        )  # fmt: skip
        yield from _tool_call_changes(before, after, effort)


def _tool_call_changes(before: _Row, after: _Row, effort: Effort) -> Iterator[ValueChange]:
    """Changes of what the model asked for; calls belong together whatever their identifiers are."""
    at_a, at_b = (f"{row.exchange_at}/tool_calls" for row in (before, after))
    for change in value_changes(
        before.exchange["tool_calls"], after.exchange["tool_calls"], at_a, at_b, effort, "output",
        key=lambda call: compact_sorted(_without_id(call)),
    ):  # fmt: skip
        inside = change.pointer.removeprefix(at_a).split("/")[2:]
        yield replace(change, role="circumstance") if inside == ["id"] else change


def _pair_amounts(before: _Row, after: _Row) -> Iterator[AmountChange]:
    if before.step:
        yield from amount_changes(before.step, after.step, _STEP_AMOUNTS)
    else:
        yield from amount_changes(before.exchange, after.exchange, _TOKENS)


def _amounts_of_exchange(row: _Row) -> Iterable[str]:
    """Tokens of an exchange alone are amounts; beside a step they stand where they differ, as changes."""
    return () if row.step else _TOKENS


def _total_latency(document: Any) -> dict[str, int | None]:
    """Of all steps that were measured; None where none was."""
    measured = [step["latency"] for step in document["run_log"]["steps"] if step["latency"] is not None]
    return {"latency": sum(measured) if measured else None}
