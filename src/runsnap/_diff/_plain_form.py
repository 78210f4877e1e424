"""Differences as plain values; ``diff.schema.json`` beside this file describes them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from runsnap._diff._records import (
    AmountChange,
    CaptureDiff,
    Divergence,
    ResumptionDiff,
    RunDiff,
    StepDiff,
    ValueChange,
)

FORMAT = "1.0.0"
"""Version of the form: the first number counts what would break its readers."""


def plain_form(difference: RunDiff) -> dict[str, Any]:
    """Steps that are equal are counted, not listed."""
    common = {
        "format": FORMAT, "kind": difference.kind, "verdict": difference.verdict, "same": difference.same,
        "outputsEqual": difference.outputs_equal,
    }  # fmt: skip
    match difference:
        case CaptureDiff():
            return common | _capture(difference)
        case ResumptionDiff():
            return common | _resumption(difference)
        case _:
            raise TypeError(f"expected a difference of a known kind, found {type(difference).__name__}")


def diff_schema_text() -> str:
    """The JSON Schema of the form, as the package carries it."""
    from importlib.resources import files

    return (files("runsnap._diff") / "diff.schema.json").read_text(encoding="utf-8")


def _capture(difference: CaptureDiff) -> dict[str, Any]:
    return {
        "divergence": None if difference.divergence is None else _divergence(difference.divergence),
        "settings": [_value(change) for change in difference.settings],
        "header": [_value(change) for change in difference.header],
        "amounts": [_amount(amount) for amount in difference.amounts],
        "stepCounts": _counts(difference.steps),
        "steps": [_step(step) for step in difference.steps if step.operation != "same"],
        "exchangeCounts": _counts(difference.exchanges),
        "exchanges": [_step(step) for step in difference.exchanges if step.operation != "same"],
    }


def _resumption(difference: ResumptionDiff) -> dict[str, Any]:
    return {
        "reasons": [
            _value(reason) if isinstance(reason, ValueChange) else _amount(reason)
            for reason in difference.reasons
        ],
        "changes": [_value(change) for change in difference.changes],
        "amounts": [_amount(amount) for amount in difference.amounts],
    }


def _counts(steps: tuple[StepDiff, ...]) -> dict[str, int]:
    counts = Counter(step.operation for step in steps)
    return {operation: counts[operation] for operation in ("same", "changed", "dropped", "inserted")}


def _divergence(divergence: Divergence) -> dict[str, Any]:
    return {
        "pointer": divergence.pointer,
        "step": None if divergence.step is None else _place(divergence.step),
        "change": None if divergence.change is None else _value(divergence.change),
    }


def _place(step: StepDiff) -> dict[str, Any]:
    return {
        "operation": step.operation, "kind": step.kind, "name": step.name, "indexA": step.index_a, "indexB": step.index_b,
        "pointerA": step.pointer_a, "pointerB": step.pointer_b,
    }  # fmt: skip


def _step(step: StepDiff) -> dict[str, Any]:
    return _place(step) | {
        "changes": [_value(change) for change in step.changes],
        "amounts": [_amount(amount) for amount in step.amounts],
    }


def _value(change: ValueChange) -> dict[str, Any]:
    return {
        "operation": change.operation, "role": change.role, "pointerA": change.pointer_a, "pointerB": change.pointer_b,
        "before": change.before, "after": change.after,
    }  # fmt: skip


def _amount(amount: AmountChange) -> dict[str, Any]:
    return {
        "name": amount.name, "unit": amount.unit, "before": amount.before, "after": amount.after,
        "difference": amount.difference,
    }  # fmt: skip
