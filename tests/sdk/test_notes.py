"""What a report notes: members and labels that the version does not know."""

from __future__ import annotations

from typing import Any

import pytest

import runsnap
from runsnap import Capture, Resumption
from tests.sdk.samples import FULL, changed, full_capture, full_resumption


def test_an_older_version_judges_by_its_own_schema() -> None:
    document = changed(full_capture(), "/run_log/tokens/cache_read_tokens", "many")
    assert [problem.pointer for problem in runsnap.validate(document, version="1.2.0").problems] == [
        "/run_log/tokens/cache_read_tokens"
    ]
    for version in ("1.0.0", "1.1.0"):
        report = runsnap.validate(document, version=version)
        assert (report.valid, report.version) == (True, version)
        assert "/run_log/tokens/cache_read_tokens" in [note.pointer for note in report.notes]


def test_a_value_rule_does_not_reach_members_that_are_newer_than_the_version() -> None:
    document = changed(full_capture(), "/run_log/cost_estimate/cache_usd", 2**53 + 1)
    assert [problem.keyword for problem in runsnap.validate(document).problems] == ["number-is-a-double"]
    assert runsnap.validate(document, version="1.1.0").valid


def test_what_is_newer_than_the_version_is_noted() -> None:
    document = changed(full_capture(), "/run_log/steps/1/kind", "memory_recall")
    assert runsnap.validate(document).notes == ()
    notes = {(note.pointer, note.keyword) for note in runsnap.validate(document, version="1.1.0").notes}
    assert notes == {
        ("/run_log/steps/1/kind", "unknown-label"),
        ("/run_log/tokens/cache_read_tokens", "unknown-member"),
        ("/run_log/tokens/cache_creation_tokens", "unknown-member"),
        ("/run_log/cost_estimate/cache_usd", "unknown-member"),
    }
    oldest = {note.pointer for note in runsnap.validate(document, version="1.0.0").notes}
    assert {"/llm_io/0/tool_calls", "/llm_io/1/fingerprint", "/run_log/steps/0/cost_usd"} < oldest
    assert "/llm_io/0/tool_calls/0/id" not in oldest


MEMBERS_OF_RECORDS = {
    "capture": [
        "",
        "/run_log",
        "/run_log/steps/1",
        "/run_log/tokens",
        "/run_log/cost_estimate",
        "/llm_io/1",
        "/llm_io/1/tool_calls/0",
    ],
    "resumption": ["", "/outputs/o", "/usage", "/spend"],
}


@pytest.mark.parametrize(
    ("kind", "record"), [(kind, record) for kind, all_ in MEMBERS_OF_RECORDS.items() for record in all_]
)
def test_an_unknown_member_is_noted_at_every_level(kind: str, record: str) -> None:
    document = changed(FULL[kind](), f"{record}/later", {"and": {"more": 1}})
    report = runsnap.validate(document, strict=True)
    assert report.valid
    (note,) = report.notes
    assert (note.pointer, note.keyword, note.found) == (
        f"{record}/later",
        "unknown-member",
        "an object of 1 members",
    )
    cls: Any = Capture if kind == "capture" else Resumption
    assert cls.from_dict(document).to_dict() == document


@pytest.mark.parametrize("pointer", ["/run_log/status", "/run_log/steps/1/kind", "/llm_io/0/finish_reason"])
@pytest.mark.parametrize("label", ["later", "LLM_CALL", "", "é"])
def test_an_unknown_label_is_noted_and_kept(pointer: str, label: str) -> None:
    document = changed(full_capture(), pointer, label)
    report = runsnap.validate(document)
    assert report.valid
    assert [(note.pointer, note.keyword, note.found) for note in report.notes] == [
        (pointer, "unknown-label", f'"{label}"')
    ]
    assert Capture.from_dict(document).to_dict() == document


def test_names_in_maps_are_no_unknown_members() -> None:
    document = full_resumption()
    for place in ("inputs", "bindings", "state", "outputs"):
        document[place]["anything"] = document[place][next(iter(document[place]))]
    document["spend"]["unpriced"]["anything"] = "x"
    assert runsnap.validate(document).notes == ()
