"""Which kind a document is, and which error wins where several would do."""

from __future__ import annotations

import json
from typing import Any

import pytest

import runsnap
from runsnap import (
    Capture,
    InvalidDocumentError,
    LimitError,
    MalformedError,
    Resumption,
    UnsupportedVersionError,
    WrongKindError,
)
from tests.sdk.samples import GONE, changed, full_capture, full_resumption, minimal_capture, nested

C, R = full_capture(), full_resumption()
MEMORY = {"ingotSnapshot": "0.1", "kind": "memory", "agent": "a", "shape": "s", "fields": {}}

# document, outcome of load, of Capture.load, of Resumption.load: None where it loads
CASES: dict[str, tuple[Any, Any, Any, Any]] = {
    "capture": (C, None, None, WrongKindError),
    "resumption": (R, None, WrongKindError, None),
    "memory": (MEMORY, WrongKindError, WrongKindError, WrongKindError),
    "memory, incomplete": ({"kind": "memory"}, WrongKindError, WrongKindError, WrongKindError),
    "memory with a version unknown": (MEMORY | {"ingotSnapshot": "9"}, WrongKindError, WrongKindError, WrongKindError),
    "other kind, else valid": (R | {"kind": "other"}, WrongKindError, WrongKindError, WrongKindError),
    "other kind, incomplete": ({"kind": "other"}, InvalidDocumentError, WrongKindError, InvalidDocumentError),
    "other kind and version": (R | {"kind": "x", "ingotSnapshot": "9"}, WrongKindError, WrongKindError, WrongKindError),
    "other kind, else invalid": (R | {"kind": "x", "steps": -1}, InvalidDocumentError, WrongKindError, InvalidDocumentError),
    "other version": (R | {"ingotSnapshot": "0.2"}, UnsupportedVersionError, WrongKindError, UnsupportedVersionError),
    "other version, incomplete": ({"ingotSnapshot": "9", "kind": "resumption"}, InvalidDocumentError, WrongKindError, InvalidDocumentError),
    "version is no text": (R | {"ingotSnapshot": 0.1}, InvalidDocumentError, WrongKindError, InvalidDocumentError),
    "no version": (changed(R, "/ingotSnapshot", GONE), InvalidDocumentError, WrongKindError, InvalidDocumentError),
    "no kind": (changed(R, "/kind", GONE), InvalidDocumentError, WrongKindError, InvalidDocumentError),
    "kind is null": (R | {"kind": None}, InvalidDocumentError, WrongKindError, InvalidDocumentError),
    "run_log only": ({"run_log": None}, InvalidDocumentError, InvalidDocumentError, WrongKindError),
    "capture with a kind": (C | {"kind": "run"}, None, None, WrongKindError),
    "capture and snapshot": (C | {"ingotSnapshot": "0.1"}, InvalidDocumentError, None, InvalidDocumentError),
    "snapshot with a run_log": (R | {"run_log": 1}, None, WrongKindError, None),
    "kind is a number": ({"kind": 5}, WrongKindError, InvalidDocumentError, InvalidDocumentError),
    "empty": ({}, WrongKindError, InvalidDocumentError, InvalidDocumentError),
    "some object": ({"a": 1}, WrongKindError, InvalidDocumentError, InvalidDocumentError),
    "array": ([C], WrongKindError, InvalidDocumentError, InvalidDocumentError),
    "text": ("capture", WrongKindError, InvalidDocumentError, InvalidDocumentError),
    "number": (5, WrongKindError, InvalidDocumentError, InvalidDocumentError),
    "null": (None, WrongKindError, InvalidDocumentError, InvalidDocumentError),
    "memory, but too deep": (MEMORY | {"fields": nested(200)}, LimitError, LimitError, LimitError),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_a_document_is(name: str) -> None:
    document, *outcomes = CASES[name]
    text = json.dumps(document)
    for loads, outcome in zip((runsnap.loads, Capture.loads, Resumption.loads), outcomes, strict=True):
        if outcome is None:
            assert loads(text)
            continue
        with pytest.raises(runsnap.RunsnapError) as caught:
            loads(text)
        assert type(caught.value) is outcome


@pytest.mark.parametrize("document", [C, R])
def test_load_gives_the_class_of_the_kind(document: Any) -> None:
    assert type(runsnap.loads(json.dumps(document))) is (Capture if document is C else Resumption)


def test_malformed_text_is_malformed_whatever_it_looks_like() -> None:
    for loads in (runsnap.loads, Capture.loads, Resumption.loads):
        with pytest.raises(MalformedError):
            loads('{"kind": "memory",}')


@pytest.mark.parametrize(
    ("loads", "document", "expected", "found"),
    [
        (runsnap.loads, MEMORY, "a capture or a resumption", 'a snapshot of kind "memory"'),
        (runsnap.loads, {"a": 1, "b": 2}, "a capture or a resumption", 'an object with the members "a", "b"'),
        (
            runsnap.loads,
            dict.fromkeys("abcdef"),
            "a capture or a resumption",
            'an object with the members "a", "b", "c", "d", "e"',
        ),
        (runsnap.loads, {}, "a capture or a resumption", "an empty object"),
        (runsnap.loads, [1], "a capture or a resumption", "an array of 1 items"),
        (Capture.loads, R, "a capture", 'a snapshot of kind "resumption"'),
        (Capture.loads, {"ingotSnapshot": 1}, "a capture", "a snapshot"),
        (Resumption.loads, C, "a resumption", "a capture"),
        (Resumption.loads, R | {"kind": "other"}, "a resumption", 'a snapshot of kind "other"'),
    ],
)
def test_the_error_says_what_was_seen(loads: Any, document: Any, expected: str, found: str) -> None:
    with pytest.raises(WrongKindError) as caught:
        loads(json.dumps(document))
    assert (caught.value.expected, caught.value.found) == (expected, found)
    assert str(caught.value) == f"expected {expected}, found {found}"


def test_an_unsupported_version_names_those_that_are_supported() -> None:
    with pytest.raises(UnsupportedVersionError) as caught:
        Resumption.loads(json.dumps(R | {"ingotSnapshot": "0.2"}))
    assert (caught.value.found, caught.value.supported) == ("0.2", ("0.1",))


def test_a_capture_that_breaks_a_rule_is_refused_under_strict_only() -> None:
    text = json.dumps(minimal_capture() | {"run_id": "7" * 26})
    assert runsnap.loads(text)
    for loads in (runsnap.loads, Capture.loads):
        with pytest.raises(InvalidDocumentError) as caught:
            loads(text, strict=True)
        report = caught.value.report
        assert [failure.keyword for failure in report.failures] == ["run-id-matches"]
        assert (report.valid, report.problem_count, report.refusal_count) == (False, 0, 1)
        assert "run-id-matches" in str(caught.value)


@pytest.mark.parametrize(("count", "shown"), [(1, 1), (2, 2), (5, 5), (6, 5), (40, 5)])
def test_the_message_of_an_invalid_document_is_short(count: int, shown: int) -> None:
    document = full_capture()
    document["run_log"]["steps"] = [{"idx": -1, "kind": "x", "input": 1, "output": 1}] * count
    with pytest.raises(InvalidDocumentError) as caught:
        Capture.loads(json.dumps(document))
    message = str(caught.value)
    assert message.count("at least 0") == shown
    assert (f"{count} problems" in message) == (count > 1)
    assert (f"and {count - 5} more" in message) == (count > 5)
