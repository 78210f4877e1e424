"""What differs between two captures."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runsnap
from runsnap._diff._plain_form import diff_schema_text
from runsnap._equality import same_json
from tests.sdk.samples import full_capture, full_resumption, nested, step
from tests.sdk.test_shortcut import NEWEST
from tests.strategies import documents

SWAPPED = {"dropped": "inserted", "inserted": "dropped", "same": "same", "changed": "changed"}


def compared(before: dict[str, Any], after: dict[str, Any]) -> runsnap.CaptureDiff:
    return runsnap.diff(runsnap.Capture.from_dict(before), runsnap.Capture.from_dict(after))


def changed(change: Callable[[dict[str, Any]], Any]) -> runsnap.CaptureDiff:
    """The difference that one change of a full capture makes."""
    after = full_capture()
    change(after)
    return compared(full_capture(), after)


def steps_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = document["run_log"]["steps"]
    return steps


def test_a_capture_is_the_same_as_itself() -> None:
    found = changed(lambda _: None)
    assert (found.verdict, found.same, found.outputs_equal) == ("reproduced", True, True)
    assert found.divergence is None
    assert [row.operation for row in found.steps] == ["same"] * 3
    assert (found.settings, found.header, found.amounts, found.exchanges) == ((), (), (), ())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda it: setattr(it, "run_log", None),
        lambda it: setattr(it, "llm_io", None),
        lambda it: setattr(it.run_log, "steps", None),
        lambda it: setattr(it.run_log.steps[0], "kind", []),
    ],
)
def test_a_capture_that_could_not_be_saved_is_refused_on_either_side(spoil: Callable[[Any], Any]) -> None:
    sound, spoiled = (runsnap.Capture.from_dict(full_capture()) for _ in range(2))
    spoil(spoiled)
    for sides in ((sound, spoiled), (spoiled, sound)):
        with pytest.raises(runsnap.InvalidDocumentError):
            runsnap.diff(*sides)


OUTPUTS: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("/run_log/steps/1/output", lambda it: steps_of(it)[1].update(output=4.0)),
    ("/run_log/steps/1/error", lambda it: steps_of(it)[1].update(error=None)),
    ("/llm_io/0/completion", lambda it: it["llm_io"][0].update(completion="5")),
    ("/llm_io/1/finish_reason", lambda it: it["llm_io"][1].update(finish_reason="Length")),
    ("/llm_io/0/tool_calls/0/args/a", lambda it: it["llm_io"][0]["tool_calls"][0]["args"].update(a=2.0)),
    ("/llm_io/0/tool_calls/0/args/b/0", lambda it: it["llm_io"][0]["tool_calls"][0]["args"].update(b=[True])),
    ("/llm_io/0/tool_calls/0/name", lambda it: it["llm_io"][0]["tool_calls"][0].update(name="sub")),
    ("/llm_io/0/tool_calls/0/note", lambda it: it["llm_io"][0]["tool_calls"][0].update(note="unknown")),
    ("/llm_io/0/tool_calls/0", lambda it: it["llm_io"][0].update(tool_calls=[])),
    ("/run_log/status", lambda it: it["run_log"].update(status="failed")),
]


@pytest.mark.parametrize(("pointer", "change"), OUTPUTS, ids=[pointer for pointer, _ in OUTPUTS])
def test_any_other_output_is_not_reproduced(pointer, change) -> None:
    found = changed(change)
    assert (found.verdict, found.same, found.outputs_equal) == ("other outputs", False, False)
    assert found.divergence is not None
    assert found.divergence.change is not None
    assert found.divergence.pointer == pointer
    assert found.divergence.change.role == "output"


def test_the_sign_of_zero_counts() -> None:
    before, after = full_capture(), full_capture()
    steps_of(before)[1]["output"], steps_of(after)[1]["output"] = 0.0, -0.0
    assert compared(before, after).verdict == "other outputs"


CIRCUMSTANCES: list[Callable[[dict[str, Any]], Any]] = [
    lambda it: steps_of(it)[0].update(latency=99),
    lambda it: steps_of(it)[0].update(cost_usd=9.0, prompt_tokens=1),
    lambda it: steps_of(it)[0].update(span_id="other"),
    lambda it: steps_of(it)[0].update(idx=7),
    lambda it: steps_of(it)[0].update(unknown="x"),
    lambda it: it["llm_io"][0]["tool_calls"][0].update(id="c2"),
    lambda it: it["llm_io"][0].update(fingerprint="other", latency_ms=4, prompt_tokens=9),
    lambda it: it.update(captured_at="2027-01-02T03:04:07Z", run_id="01HZX3K5T8Q9W2R4Y6B7N1M0CA"),
    lambda it: it["run_log"].update(started_at="2027-01-02T03:04:07Z", finished_at=None),
    lambda it: it["run_log"]["tokens"].update(prompt_tokens=15),
    lambda it: it["run_log"].update(cost_estimate=None),
    lambda it: it.update(unknown=1),
]


@pytest.mark.parametrize("change", CIRCUMSTANCES)
def test_circumstances_differ_in_a_run_that_is_reproduced(change) -> None:
    found = changed(change)
    assert (found.verdict, found.same, found.outputs_equal) == ("reproduced", False, True)
    assert found.divergence is None


def test_settings_come_apart_from_the_rest() -> None:
    found = changed(lambda it: it.update(rng_seed=1, model_version="m-2", captured_at="2027-01-02T03:04:07Z"))
    assert [change.pointer for change in found.settings] == ["/model_version", "/rng_seed"]
    assert [change.pointer for change in found.header] == ["/captured_at"]
    assert found.verdict == "reproduced"


@pytest.mark.parametrize("change", [lambda it: it["llm_io"][0].update(prompt="x"),
                                    lambda it: steps_of(it)[1].update(input={"a": 2.0})])  # fmt: skip
def test_other_inputs_with_the_same_outputs_are_said(change) -> None:
    found = changed(change)
    assert (found.verdict, found.outputs_equal) == ("same outputs", True)
    assert found.divergence is not None
    assert found.divergence.change is not None
    assert found.divergence.change.role == "input"


def test_another_model_keeps_its_steps() -> None:
    def change(it: dict[str, Any]) -> None:
        for each in (steps_of(it)[0], steps_of(it)[2]):
            each["name"] = "m-2"

    found = changed(change)
    assert found.verdict == "reproduced"
    assert [row.operation for row in found.steps] == ["changed", "same", "changed"]
    assert found.steps[0].changes[0].role == "setting"


def test_another_tool_is_another_step() -> None:
    found = changed(lambda it: steps_of(it)[1].update(name="sub"))
    assert found.verdict == "diverged"
    assert [(row.operation, row.name) for row in found.steps[1:3]] == [
        ("dropped", "add"),
        ("inserted", "sub"),
    ]
    assert [change.before for change in found.steps[1].changes] == [{"a": 2}, 4, "late"]
    assert [change.pointer_b for change in found.steps[2].changes] == [
        f"/run_log/steps/1/{name}" for name in ("input", "output", "error")
    ]


@pytest.mark.parametrize("output", [False, 0, 0.0, "", [], {}])
def test_what_a_dropped_step_returned_is_told_whatever_it_is(output) -> None:
    before, after = full_capture(), full_capture()
    steps_of(before)[1]["output"] = output
    del steps_of(after)[1]
    row = compared(before, after).steps[1]
    (told,) = [change.before for change in row.changes if change.pointer == "/run_log/steps/1/output"]
    assert same_json(told, output)


def test_an_inserted_step_moves_the_others_and_changes_none() -> None:
    def change(it: dict[str, Any]) -> None:
        steps_of(it).insert(1, step(1, "ops_event", name="new"))
        for place, each in enumerate(steps_of(it)):
            each["idx"] = place

    found = changed(change)
    rows = [(row.operation, row.index_a, row.index_b) for row in found.steps]
    assert rows == [("same", 0, 0), ("inserted", None, 1), ("same", 1, 2), ("same", 2, 3)]
    assert found.divergence is not None
    assert found.divergence.pointer == "/run_log/steps/1"
    assert found.divergence.change is None


def test_a_step_that_holds_nothing_makes_a_difference_of_outputs() -> None:
    found = changed(lambda it: steps_of(it).append(step(3, "ops_event")))
    assert (found.verdict, found.outputs_equal, found.steps[3].changes) == ("diverged", False, ())


def test_exchanges_move_with_their_steps() -> None:
    def change(it: dict[str, Any]) -> None:
        del steps_of(it)[0]
        del it["llm_io"][0]
        it["llm_io"][0]["completion"] = "other"

    found = changed(change)
    (_, _, last) = found.steps
    assert last.pointer_a == "/run_log/steps/2"
    assert last.changes[0].pointer_a == "/llm_io/1/completion"
    assert last.changes[0].pointer_b == "/llm_io/0/completion"


def test_exchanges_that_do_not_pair_stand_apart() -> None:
    def change(it: dict[str, Any]) -> None:
        it["llm_io"].append(it["llm_io"][0] | {"prompt": "more"})

    found = changed(change)
    assert [row.operation for row in found.steps] == ["same"] * 3
    assert [row.operation for row in found.exchanges] == ["same", "same", "inserted"]
    assert (found.verdict, found.outputs_equal) == ("other outputs", False)
    assert found.divergence is not None
    assert found.divergence.pointer == "/llm_io/2"


def test_exchanges_that_were_not_recorded_are_missing_outputs() -> None:
    found = changed(lambda it: it.update(llm_io=[]))
    assert (found.verdict, found.outputs_equal) == ("other outputs", False)


def test_a_summary_that_was_recorded_on_one_side_is_an_output() -> None:
    before, after = full_capture(), full_capture()
    for document in (before, after):
        steps_of(document).append(step(3, "summary_checkpoint"))
    after["llm_io"].append(copy.deepcopy(after["llm_io"][0]))
    found = compared(before, after)
    (change,) = found.steps[3].changes
    assert (change.operation, change.pointer_b, change.role) == ("added", "/llm_io/2", "output")
    assert (found.verdict, compared(after, before).verdict) == ("other outputs", "other outputs")


def test_amounts_say_by_how_much() -> None:
    def change(it: dict[str, Any]) -> None:
        steps_of(it)[0].update(latency=None, cost_usd=0.3)
        steps_of(it)[1].update(latency=2**53 + 1)
        it["run_log"]["tokens"]["prompt_tokens"] = 4

    found = changed(change)
    whole = {amount.name: amount.difference for amount in found.amounts}
    assert whole == {"prompt_tokens": -10, "latency": 2**53 + 1 + 12 - 36}
    cost, latency = found.steps[0].amounts
    assert (cost.name, cost.unit, cost.difference) == ("cost_usd", "USD", 0.05)
    assert (latency.before, latency.after, latency.difference) == (12, None, None)


def test_what_is_compared_stays_as_it_is_and_is_not_shared() -> None:
    one, other = (runsnap.Capture.from_dict(full_capture()) for _ in range(2))
    other.run_log.steps[1].output = {"list": [1]}
    found = runsnap.diff(one, other)
    assert one.to_dict() == full_capture()
    change = found.steps[1].changes[0]
    assert isinstance(change.after, dict)
    change.after["list"] = 2
    assert other.run_log.steps[1].output == {"list": [1]}


def test_only_documents_of_one_kind_are_compared() -> None:
    capture = runsnap.Capture.from_dict(full_capture())
    resumption = runsnap.Resumption.from_dict(full_resumption())
    with pytest.raises(runsnap.WrongKindError, match="capture"):
        runsnap.diff(capture, resumption)
    with pytest.raises(runsnap.WrongKindError, match="resumption"):
        runsnap.diff(resumption, capture)
    for wrong in (None, full_capture(), "run.json", capture.run_log):
        with pytest.raises(TypeError):
            runsnap.diff(capture, wrong)  # type: ignore[call-overload]
    capture.rng_seed = -1
    with pytest.raises(runsnap.InvalidDocumentError):
        runsnap.diff(capture, capture)


def test_the_deepest_values_are_compared_from_a_deep_stack() -> None:
    before, after = full_capture(), full_capture()
    steps_of(before)[1]["output"], steps_of(after)[1]["output"] = nested(190), [nested(189), 1]

    def dive(levels: int) -> runsnap.CaptureDiff:
        return compared(before, after) if levels == 0 else dive(levels - 1)

    assert dive(700).verdict == "other outputs"


CAPTURES = documents(NEWEST["capture"])


@st.composite
def two_captures(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two documents, the second often with steps and exchanges of the first."""
    one, other = draw(CAPTURES), draw(CAPTURES)
    if draw(st.booleans()):
        other = {**other, "run_log": {**other["run_log"], "steps": copy.deepcopy(one["run_log"]["steps"])}}
        other["run_log"]["steps"] += draw(CAPTURES)["run_log"]["steps"]
        other["llm_io"] = copy.deepcopy(one["llm_io"])
    return one, other


@settings(max_examples=50)
@given(two_captures())
def test_swapped_sides_mirror_the_difference(both) -> None:
    def told(found: runsnap.CaptureDiff, *, swapped: bool) -> set[Any]:
        return {
            (SWAPPED[row.operation], row.index_b, row.index_a)
            if swapped
            else (row.operation, row.index_a, row.index_b)
            for row in (*found.steps, *found.exchanges)
        }

    one, other = compared(*both), compared(*reversed(both))
    assert told(one, swapped=False) == told(other, swapped=True)
    assert (one.verdict, one.same, one.outputs_equal) == (other.verdict, other.same, other.outputs_equal)


@settings(max_examples=50)
@given(two_captures())
def test_what_always_holds(both) -> None:
    found = compared(*both)
    for side, document in zip(("index_a", "index_b"), both, strict=True):
        places = [getattr(row, side) for row in found.steps if getattr(row, side) is not None]
        assert places == list(range(len(document["run_log"]["steps"])))
    plain = [runsnap.Capture.from_dict(document).to_dict() for document in both]
    assert found.same == same_json(*plain)
    assert compared(both[0], copy.deepcopy(both[0])).same
    form = found.to_dict()
    assert list(SCHEMA.iter_errors(form)) == []
    assert sum(form["stepCounts"].values()) == len(found.steps)
    assert len(form["steps"]) == len(found.steps) - form["stepCounts"]["same"]


def schema() -> Any:
    import json

    from jsonschema import Draft202012Validator

    text = json.loads(diff_schema_text())
    Draft202012Validator.check_schema(text)
    return Draft202012Validator(text)


SCHEMA = schema()
