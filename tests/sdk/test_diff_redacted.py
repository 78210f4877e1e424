"""Runs that were redacted with one key are compared as they were before."""

from __future__ import annotations

from pathlib import Path

import pytest

import runsnap

RUNS = Path(__file__).resolve().parents[2] / "examples" / "runs-compared"
KEY = b"one key for both runs, of 32 byte"


def runs() -> tuple[runsnap.Capture, runsnap.Capture]:
    return runsnap.Capture.load(RUNS / "first.json"), runsnap.Capture.load(RUNS / "second.json")


def steps(found: runsnap.CaptureDiff) -> list[tuple[object, ...]]:
    return [
        (
            step.operation,
            step.index_a,
            step.index_b,
            [(change.role, change.pointer_a) for change in step.changes],
        )
        for step in found.steps
    ]


def redacted(run: runsnap.Capture) -> runsnap.Capture:
    document = runsnap.redact(run, key=KEY).document
    assert isinstance(document, runsnap.Capture)
    return document


def test_two_runs_differ_at_the_same_places() -> None:
    first, second = runs()
    before, after = runsnap.diff(first, second), runsnap.diff(redacted(first), redacted(second))
    assert isinstance(before, runsnap.CaptureDiff)
    assert isinstance(after, runsnap.CaptureDiff)
    assert before.verdict == after.verdict == "diverged"
    assert before.divergence is not None
    assert after.divergence is not None
    assert before.divergence.pointer == after.divergence.pointer == "/run_log/steps/5"
    assert steps(before) == steps(after)


def test_a_run_that_was_reproduced_still_is() -> None:
    first, _ = runs()
    again = runsnap.Capture.loads(first.dumps())
    for step in again.run_log.steps:
        step.latency = (step.latency or 0) + 7
    found = runsnap.diff(redacted(first), redacted(again))
    assert isinstance(found, runsnap.CaptureDiff)
    assert found.verdict == "reproduced"


@pytest.mark.parametrize("other", [1.0, True, "1"])
def test_values_of_another_type_still_differ(other: object) -> None:
    first, _ = runs()
    again = runsnap.Capture.loads(first.dumps())
    first.run_log.steps[-1].output, again.run_log.steps[-1].output = 1, other
    found = runsnap.diff(redacted(first), redacted(again))
    assert isinstance(found, runsnap.CaptureDiff)
    assert found.verdict == "other outputs"
