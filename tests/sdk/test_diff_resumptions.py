"""How two stopped runs relate, and what moved between them."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import runsnap
from runsnap._equality import same_json
from tests.sdk.samples import full_resumption
from tests.sdk.test_diff_captures import SCHEMA
from tests.sdk.test_shortcut import NEWEST
from tests.strategies import documents

DATA = Path(__file__).parents[1] / "data" / "resumptions" / "0.9.0"
MIRRORED = {"continues": "precedes", "precedes": "continues"}


def compared(before: dict[str, Any], after: dict[str, Any]) -> runsnap.ResumptionDiff:
    return runsnap.diff(runsnap.Resumption.from_dict(before), runsnap.Resumption.from_dict(after))


def later(**members: Any) -> dict[str, Any]:
    """A later stop of the full resumption."""
    return full_resumption() | {"steps": 4, "stoppedAt": "n5", "resumeAt": "n6"} | members


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("typed-shaped", "typed-free"), ("typed-types", "typed-emitted"),
        ("repo-digest-listed", "repo-digest-summarised"), ("consult-framed", "consult-noted"),
    ],
)  # fmt: skip
def test_runs_of_the_reference_continue_their_first_half(first, second) -> None:
    one, other = (runsnap.Resumption.load(DATA / f"{name}.json") for name in (first, second))
    found, back = runsnap.diff(one, other), runsnap.diff(other, one)
    assert (found.verdict, found.reasons) == ("continues", ())
    assert back.verdict == "precedes"
    assert back.reasons


def test_a_resumption_is_the_same_as_itself() -> None:
    found = compared(full_resumption(), full_resumption())
    assert (found.verdict, found.same, found.outputs_equal) == ("same", True, True)
    assert (found.changes, found.amounts, found.reasons) == ((), (), ())


def test_what_moved_is_told_by_place_and_by_number() -> None:
    bindings = {"x": 1.0, "new": [2]}
    spend = {"micros": 2**128 - 1, "currency": "USD", "unpriced": {"m": "no price", "n": "none"}}
    found = compared(full_resumption(), later(bindings=bindings, modelCalls=3, spend=spend))
    assert found.verdict == "continues"
    assert [(change.operation, change.pointer) for change in found.changes] == [
        ("changed", "/stoppedAt"), ("changed", "/resumeAt"), ("removed", "/bindings/$tmp0"),
        ("changed", "/bindings/x"), ("added", "/bindings/new"), ("added", "/spend/unpriced/n"),
    ]  # fmt: skip
    assert {amount.name: amount.difference for amount in found.amounts} == {"steps": 1, "modelCalls": 2}
    assert not found.outputs_equal


@pytest.mark.parametrize(
    ("members", "pointer"),
    [
        ({"bindings": {}}, "/bindings/x"),
        ({"state": {}}, "/state/s"),
        ({"outputs": {}}, "/outputs/o"),
        ({"inputs": {"x": 1.0}}, "/inputs"),
        ({"agent": "b"}, "/agent"),
        ({"spend": {"micros": 2**128 - 1, "currency": "EUR"}}, "/spend/currency"),
    ],
)
def test_what_a_run_cannot_lose_is_named(members, pointer) -> None:
    found = compared(full_resumption(), later(**members))
    assert found.verdict in {"other run", "precedes"}
    assert pointer in [reason.pointer for reason in found.reasons if isinstance(reason, runsnap.ValueChange)]


@pytest.mark.parametrize("members", [
    {"steps": 2}, {"modelCalls": 0}, {"toolCalls": 1}, {"consultations": 2},
    {"usage": {"inputTokens": 0, "outputTokens": 2, "cacheReadTokens": 3}},
    {"usage": {"inputTokens": 1, "outputTokens": 2}}, {"spend": {"micros": 2**128 - 2, "currency": "USD"}},
])  # fmt: skip
def test_counters_of_a_run_do_not_fall(members) -> None:
    found = compared(full_resumption(), later(**members))
    assert found.verdict in {"other run", "precedes"}
    (reason,) = found.reasons
    assert isinstance(reason, runsnap.AmountChange)
    assert reason.difference is not None
    assert reason.difference < 0


def test_another_artifact_is_said_whatever_else_differs() -> None:
    assert compared(full_resumption(), later(artifact="sha256:" + "0" * 64)).verdict == "other artifact"


def test_two_runs_that_hold_the_same_names_are_equally_far() -> None:
    found = compared(full_resumption(), full_resumption() | {"bindings": {"x": 2, "$tmp9": 1}})
    assert (found.verdict, found.reasons) == ("equally far", ())


def test_absent_and_empty_are_one() -> None:
    plain = full_resumption()
    for name in ("state", "outputs"):
        del plain[name]
    del plain["usage"]["cacheReadTokens"]
    found = compared(plain, full_resumption())
    assert found.verdict == "continues"
    assert {amount.name: amount.difference for amount in found.amounts} == {"cacheReadTokens": 3}
    assert [change.pointer for change in found.changes] == ["/state/s", "/outputs/o"]
    assert compared(plain, copy.deepcopy(plain)).same


RESUMPTIONS = documents(NEWEST["resumption"])


@settings(max_examples=50)
@given(RESUMPTIONS, RESUMPTIONS)
def test_swapped_sides_mirror_the_relation(one, other) -> None:
    other = {**other, "artifact": one["artifact"], "agent": one["agent"], "inputs": one["inputs"]}
    found, back = compared(one, other), compared(other, one)
    assert back.verdict == MIRRORED.get(found.verdict, found.verdict)
    assert len(back.changes) == len(found.changes)


@given(RESUMPTIONS, RESUMPTIONS)
def test_the_same_are_the_same_to_the_last_member_and_the_plain_form_is_as_its_schema_says(
    one, other
) -> None:
    plain = [runsnap.Resumption.from_dict(document).to_dict() for document in (one, other)]
    assert compared(one, other).same == same_json(*plain)
    assert compared(one, copy.deepcopy(one)).verdict == "same"
    assert list(SCHEMA.iter_errors(compared(one, other).to_dict())) == []
