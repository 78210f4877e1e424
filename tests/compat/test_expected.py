"""Each file of the corpus loads to what its schema says, or is refused where it says so."""

from __future__ import annotations

from typing import Any

import pytest

import runsnap
from runsnap.capture import FinishReason, RunStatus, StepKind
from tests.compat.corpus import LOADING, REFUSED, Entry, path_of, tagged


@pytest.mark.parametrize("entry", LOADING, ids=path_of)
def test_loads_to_the_expected_values(entry: Entry) -> None:
    expected = entry.expected["loads"]
    assert tagged(entry.cls.load(entry.file)) == expected
    assert tagged(runsnap.load(entry.file)) == expected
    assert runsnap.validate(entry.file).valid


@pytest.mark.parametrize("entry", REFUSED, ids=path_of)
def test_is_refused_with_the_expected_error(entry: Entry) -> None:
    stated = entry.expected["refused"]
    with pytest.raises(runsnap.RunsnapError) as caught:
        entry.cls.load(entry.file)
    assert entry.outcome == f"refused: {stated['error']}"
    assert seen(caught.value, stated) == stated
    assert not runsnap.validate(entry.file, entry.kind).valid


def seen(error: runsnap.RunsnapError, stated: dict[str, Any]) -> dict[str, Any]:
    """The refusal in the form in which the corpus states it."""
    told: dict[str, Any] = {"error": type(error).__name__}
    match error:
        case runsnap.MalformedError():
            return told | {"pointer": error.pointer, "line": error.line}
        case runsnap.LimitError():
            return told | {"pointer": error.pointer}
        case runsnap.InvalidDocumentError(report=report):
            faults = {(problem.pointer, problem.keyword) for problem in report.problems}
            fault = (stated["pointer"], stated["keyword"])
            place = {"pointer": fault[0], "keyword": fault[1]} if fault in faults else {"found": faults}
            several = {"problems": report.problem_count} if report.problem_count > 1 else {}
            return told | place | several
    return told


def test_known_labels_are_members_of_their_enumeration() -> None:
    kinds: set[type] = set()
    for entry in LOADING:
        if entry.kind != "capture":
            continue
        capture = runsnap.Capture.load(entry.file)
        labels = [
            (RunStatus, capture.run_log.status),
            *((StepKind, step.kind) for step in capture.run_log.steps),
            *(
                (FinishReason, exchange.finish_reason)
                for exchange in capture.llm_io
                if exchange.finish_reason
            ),
        ]
        for enum, label in labels:
            known = label in {member.value for member in enum}
            assert type(label) is (enum if known else str), entry.path
            kinds.add(type(label))
    assert kinds == {RunStatus, StepKind, FinishReason, str}
