"""Each cross-field rule: where it holds, where it fails, and where it does not apply."""

from __future__ import annotations

from typing import Any

import pytest

import runsnap
from runsnap._catalog import Catalog
from runsnap._generated.catalog import CATALOG
from runsnap._rules import Consecutive, Equal, NotBefore, Pattern, Present
from tests.sdk.samples import DIGEST, FULL, GONE, RUN_ID, changed, full_capture, step


def failures(document: Any) -> list[tuple[str, str]]:
    report = runsnap.validate(document, strict=True)
    assert report.problems == ()
    assert report.valid == (not report.failures)
    return [(failure.keyword, failure.pointer) for failure in report.failures]


def with_steps(kinds: list[str], entries: int, model_version: Any = None) -> dict[str, Any]:
    document = full_capture() | {"llm_io": [{}] * entries, "model_version": model_version}
    document["run_log"]["steps"] = [step(idx, kind) for idx, kind in enumerate(kinds)]
    return document


def with_models(models: list[Any], model_version: Any) -> dict[str, Any]:
    document = with_steps(["llm_call"] * len(models), 0, model_version)
    document["llm_io"] = [{} if model is GONE else {"model": model} for model in models]
    return document


def with_idx(*indices: int) -> dict[str, Any]:
    document = with_steps(["ops_event"] * len(indices), 0)
    for each, idx in zip(document["run_log"]["steps"], indices, strict=True):
        each["idx"] = idx
    return document


FINISH, START, CAPTURED = "/run_log/finished_at", "/run_log/started_at", "/captured_at"


def with_times(**at: Any) -> dict[str, Any]:
    document = changed(full_capture(), "/run_log/status", "running")
    for name, pointer in (("start", START), ("finish", FINISH), ("captured", CAPTURED)):
        if name in at:
            document = changed(document, pointer, at[name])
    return document


def with_end(status: str, finished_at: Any) -> dict[str, Any]:
    return changed(changed(full_capture(), "/run_log/status", status), FINISH, finished_at)


def with_artifact(text: str) -> dict[str, Any]:
    return changed(FULL["resumption"](), "/artifact", text)


T = "2026-01-02T03:04:05Z"
OTHER = "01HZX3K5T8Q9W2R4Y6B7N1M0CW"

HOLDS: dict[str, Any] = {
    "equal run ids": full_capture(),
    "run ids in another case": full_capture() | {"run_id": RUN_ID.lower()},
    "finished with the start": with_times(start=T, finish=T),
    "finished in another zone": with_times(start="2026-01-02T05:04:05+02:00", finish=T),
    "finished a nanosecond later": with_times(
        start="2026-01-02T03:04:05Z", finish="2026-01-02T03:04:05.000000001Z"
    ),
    "not finished": with_times(finish=None),
    "no finished_at": with_times(finish=GONE),
    "captured with the start": with_times(start=T, captured=T, finish=None),
    "captured before the end": with_times(finish="2027-01-02T03:04:05Z"),
    "running without an end": with_end("running", None),
    "unknown status without an end": with_end("paused", None),
    "failed with an end": with_end("failed", T),
    "steps from 0": with_idx(0, 1, 2, 3),
    "no steps": with_idx(),
    "an entry for each call": with_steps(["llm_call", "tool_call", "llm_call"], 2),
    "an entry for each call and checkpoint": with_steps(["llm_call", "summary_checkpoint"], 2),
    "an entry for each call, none for checkpoints": with_steps(["llm_call", "summary_checkpoint"], 1),
    "no entries at all": with_steps(["llm_call", "llm_call"], 0),
    "no entries, no steps": with_steps([], 0),
    "the last model": with_models(["a", "b"], "b"),
    "the last model that is named": with_models(["a", "b", None, GONE], "b"),
    "no model_version": with_models(["a"], None),
    "no model named": with_models([None, GONE], "x"),
    "no exchange": with_models([], "x"),
    "a digest": with_artifact(DIGEST),
}


@pytest.mark.parametrize("name", HOLDS)
def test_holds_or_does_not_apply(name: str) -> None:
    assert failures(HOLDS[name]) == []


PAIRS = ("llm-io-pairs-with-steps", "/llm_io")
MODEL = ("model-version-is-last-model", "/model_version")
ENDS = ("finished-has-finished-at", FINISH)
ARTIFACT = ("artifact-is-digest", "/artifact")

FAILS: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "other run ids": (full_capture() | {"run_id": OTHER}, [("run-id-matches", "/run_id")]),
    "finished before the start": (with_times(finish="2026-01-02T03:04:04.999999999Z"), [("finished-not-before-started", FINISH)]),
    "finished before the start, by zone": (with_times(finish="2026-01-02T03:04:05+00:01"), [("finished-not-before-started", FINISH)]),
    "captured before the start": (with_times(captured="2026-01-02T03:04:04Z"), [("captured-not-before-started", CAPTURED)]),
    "completed without an end": (with_end("completed", None), [ENDS]),
    "failed without an end": (with_end("failed", None), [ENDS]),
    "cancelled without an end": (with_end("cancelled", GONE), [ENDS]),
    "steps from 1": (with_idx(1), [("step-idx-consecutive", "/run_log/steps/0/idx")]),
    "steps out of order": (with_idx(0, 2, 1), [("step-idx-consecutive", f"/run_log/steps/{at}/idx") for at in (1, 2)]),
    "a gap is one fault": (with_idx(0, 1, 5, 6, 7), [("step-idx-consecutive", "/run_log/steps/2/idx")]),
    "a doubled step": (with_idx(0, 1, 1), [("step-idx-consecutive", "/run_log/steps/2/idx")]),
    "too few entries": (with_steps(["llm_call", "llm_call"], 1), [PAIRS]),
    "too many entries": (with_steps(["llm_call", "tool_call"], 2), [PAIRS]),
    "entries between the counts": (with_steps(["llm_call", "summary_checkpoint", "summary_checkpoint"], 2), [PAIRS]),
    "entries without steps": (with_steps([], 1), [PAIRS]),
    "not the last model": (with_models(["a", "b"], "a"), [MODEL]),
    "another case of the last model": (with_models(["a"], "A"), [MODEL]),
    "no digest": (with_artifact(""), [ARTIFACT]),
    "a digest without its name": (with_artifact(DIGEST.removeprefix("sha256:")), [ARTIFACT]),
    "a digest in upper case": (with_artifact(DIGEST.upper()), [ARTIFACT]),
    "a digest with a line feed": (with_artifact(DIGEST + "\n"), [ARTIFACT]),
    "a digest in other digits": (with_artifact(DIGEST[:-1] + "\N{FULLWIDTH DIGIT ZERO}"), [ARTIFACT]),
    "a longer digest": (with_artifact(DIGEST + "0"), [ARTIFACT]),
    "several rules": (
        full_capture() | {"run_id": OTHER, "model_version": "x", "llm_io": [{"model": "m"}]},
        [("run-id-matches", "/run_id"), PAIRS, MODEL],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILS)
def test_fails(name: str) -> None:
    document, expected = FAILS[name]
    assert failures(document) == expected
    assert runsnap.validate(document).valid


def test_every_rule_is_tried() -> None:
    ids = {rule["id"] for kind in FULL for rule in runsnap.schema(kind)["x-checks"]}
    assert ids == {keyword for _, found in FAILS.values() for keyword, _ in found}


def test_a_failure_tells_what_it_expected() -> None:
    report = runsnap.validate(FAILS["finished before the start"][0])
    (failure,) = report.failures
    assert failure.stage == "check"
    assert failure.expected == f"not before /run_log/started_at, {T}"
    assert failure.found == '"2026-01-02T03:04:04.999999999Z"'
    assert failure.message == (
        f"/run_log/finished_at: finished-not-before-started: expected not before /run_log/started_at, {T}, "
        'found "2026-01-02T03:04:04.999999999Z"'
    )


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "1.2.0"])
def test_rules_are_those_of_the_version(version: str) -> None:
    ids = {rule["id"] for rule in runsnap.schema("capture", version)["x-checks"]}
    report = runsnap.validate(FAILS["several rules"][0], version=version)
    assert [failure.keyword for failure in report.failures] == [
        name for name, _ in FAILS["several rules"][1] if name in ids
    ]


def test_an_older_version_is_not_held_to_newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    newest = CATALOG.rules("capture")
    monkeypatch.setattr(
        Catalog, "rules", lambda self, kind, version=None: newest if version in (None, "1.2.0") else ()
    )
    document, expected = FAILS["several rules"]
    for version, count in (("1.2.0", len(expected)), ("1.1.0", 0), ("1.0.0", 0)):
        assert runsnap.validate(document, version=version).failure_count == count


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [(1, 1, True), (1, 1.0, False), (1, True, False), ("a", "A", False), ([1], [1], True)],
)
def test_equal_values_are_of_one_type(left: Any, right: Any, equal: bool) -> None:
    rule = Equal("id", "description", left=("a",), right=("b",), ignore_case=False)
    assert (list(rule.failures({"a": left, "b": right})) == []) is equal


def test_a_pattern_means_the_same_as_in_other_languages() -> None:
    rule = Pattern("id", "description", at=("a",), pattern="^\\d$", max_length=1)
    assert list(rule.failures({"a": "7"})) == []
    assert [failure.path for failure in rule.failures({"a": "\N{ARABIC-INDIC DIGIT SEVEN}"})] == [("a",)]


@pytest.mark.parametrize("document", [{}, {"a": 1}, {"b": 1}, {"a": 1, "b": None}, {"a": None, "b": 1}])
def test_values_that_are_not_both_there_are_not_compared(document: Any) -> None:
    assert list(Equal("id", "d", left=("a",), right=("b",), ignore_case=False).failures(document)) == []
    instants = {name: value and T for name, value in document.items()}
    assert list(NotBefore("id", "d", later=("a",), earlier=("b",)).failures(instants)) == []


@pytest.mark.parametrize(
    ("name", "expected", "found"),
    [
        ("other run ids", "the value of /run_log/run_id", f'"{OTHER}"'),
        ("failed without an end", "a value, since /run_log/status is failed", "nothing"),
        ("a gap is one fault", "2", "5"),
        ("entries between the counts", "1 or 3 entries", "2 entries"),
        ("not the last model", "the last of /llm_io/*/model, b", '"a"'),
        ("no digest", "a text that matches ^sha256:[0-9a-f]{64}$", '""'),
    ],
)
def test_a_failure_shows_what_it_compared(name: str, expected: str, found: str) -> None:
    (failure,) = runsnap.validate(FAILS[name][0]).failures
    assert (failure.expected, failure.found) == (expected, found)


@pytest.mark.parametrize("parent", [None, 1, "text", [], {}, {"here": None}])
def test_what_would_lie_inside_something_else_is_absent(parent: Any) -> None:
    inside = ("parent", "here")
    assert list(Pattern("id", "d", inside, "^x$", None).failures({"parent": parent})) == []
    assert list(Present("id", "d", inside, ("when",), ("now",)).failures({"parent": parent, "when": "now"}))
    assert list(Consecutive("id", "d", ("parent", "*"), 5).failures({"parent": parent})) == []
