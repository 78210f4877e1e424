"""JSON text, whole: what it may do to whoever loads it, and what must hold of what is loaded."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any

import runsnap
from runsnap._documents import class_of
from runsnap._equality import normalised, same_json
from runsnap._generated.catalog import CATALOG
from runsnap._json import parse
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._pipeline import build_record
from runsnap._scan import explain_failure
from runsnap._values import VALUE_RULES
from runsnap.errors import InvalidDocumentError, MalformedError, RunsnapError
from tests.fuzz.parsers import disagreements, outcome
from tests.fuzz.readings import depth_of

_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
_SMALL = Limits(max_bytes=2000, max_depth=6, max_problems=1)


def target(data: bytes) -> None:
    """Load the text in every way; AssertionError, or whatever escapes, for what must not be."""
    unnamed = disagreements(data)
    assert not unnamed, unnamed
    _is_explained(data)
    for kind in CATALOG.kinds:
        _load_as(kind, data)
    _load_as_either(data)
    _load_under_limits(data)
    _check_against(data)


def _is_explained(data: bytes) -> None:
    """The scanner that explains faults finds one in what is refused, and in nothing else, at a place that is there."""
    fault = explain_failure(data, DEFAULT_LIMITS)
    assert (fault is None) == (outcome("runsnap", data)[0] == "value"), fault
    if isinstance(fault, MalformedError):
        lines = data.decode("utf-8", "surrogateescape").split("\n")
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1


def _load_as(kind: str, data: bytes) -> None:
    cls = class_of(kind)
    report = _report(data, kind, strict=False)
    document, error = _attempt(cls, data)
    assert report.valid == (document is not None), (report, error)
    plainly, other_error = _attempt(_LongWay(cls), data)
    assert type(other_error) is type(error), (other_error, error)
    assert document is None or same_json(_plain(document), _plain(plainly))
    strict, _ = _attempt(cls, data, strict=True)
    assert _report(data, kind, strict=True).valid == (strict is not None)
    text = _text(data)
    if text is not None:
        again, other_error = _attempt(cls, text)
        assert type(other_error) is type(error)
        assert again == document
    if document is None:
        _refused_for_a_reason(kind, data, error)
    else:
        _means_what_it_says(kind, document, json.loads(data))


def _attempt(cls: Any, text: Any, **options: Any) -> tuple[Any, RunsnapError | None]:
    try:
        return cls.loads(text, **options), None
    except RunsnapError as error:
        assert str(error)
        return None, error


@dataclass(frozen=True, slots=True)
class _LongWay:
    """Loads without any shortcut."""

    cls: Any

    def loads(self, data: bytes) -> Any:
        return build_record(self.cls, parse(data, DEFAULT_LIMITS), strict=False, limits=DEFAULT_LIMITS)


def _plain(document: Any) -> Any:
    """What is in memory, by wire names, nothing encoded."""
    return document._binding.write(document)


def _report(data: bytes, kind: str | None, *, strict: bool) -> runsnap.Report:
    report = runsnap.validate(data, kind, strict=strict)
    json.dumps(report.to_dict(), allow_nan=False).encode()
    assert len(report.problems) <= DEFAULT_LIMITS.max_problems
    assert all(problem.message for problem in report.problems + report.failures)
    return report


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _refused_for_a_reason(kind: str, data: bytes, error: RunsnapError | None) -> None:
    """A refused document is refused by the other validator, or by a rule that no schema can state."""
    if isinstance(error, InvalidDocumentError):
        named = {problem.keyword for problem in error.report.problems}
        assert named, "no problem is listed"
        if named.isdisjoint(VALUE_RULES):
            assert not _valid(kind, None, json.loads(data)), "jsonschema takes it"


def _means_what_it_says(kind: str, document: Any, plain: Any) -> None:
    assert _valid(kind, None, plain), "jsonschema refuses it"
    expected = normalised(plain, CATALOG.root(kind), CATALOG.shapes(kind))
    for layout in ("sorted", "declared"):
        text = document.to_bytes(layout=layout)
        assert same_json(json.loads(text), expected)
        again = type(document).loads(text)
        assert again == document
        assert again.to_bytes(layout=layout) == text
    assert same_json(document.to_dict(), expected)
    assert same_json(type(document).from_dict(plain).to_dict(), expected)
    assert repr(document)
    if kind == "capture":
        _goes_back(document)


def _goes_back(capture: runsnap.Capture) -> None:
    capture.calls()
    for version in CATALOG.versions("capture"):
        plain = runsnap.convert(capture, version).document
        assert _valid("capture", version, plain), version


@cache
def _validator(kind: str, version: str | None) -> Any:
    return runsnap.validator(kind, version)


def _valid(kind: str, version: str | None, plain: Any) -> bool:
    return bool(_validator(kind, version).is_valid(plain))


def _load_as_either(data: bytes) -> None:
    document, error = _attempt(runsnap, data)
    assert _report(data, None, strict=False).valid == (document is not None)
    if not data.startswith(_PACKED):
        from_file, other = _loaded_from(BytesIO(data))
        assert type(other) is type(error)
        assert from_file == document
    else:
        _loaded_from(BytesIO(data))


def _loaded_from(file: BytesIO) -> tuple[Any, RunsnapError | None]:
    try:
        return runsnap.load(file), None
    except RunsnapError as error:
        return None, error


def _load_under_limits(data: bytes) -> None:
    report = runsnap.validate(data, "resumption", limits=_SMALL)
    assert len(report.problems) + len(report.notes) <= 2 * _SMALL.max_problems
    if len(data) > _SMALL.max_bytes or depth_of(data) > _SMALL.max_depth:
        assert not report.valid
        assert [problem.stage for problem in report.problems] == ["parse"]


def _check_against(data: bytes) -> None:
    """The text as the agent of a stopped run."""
    try:
        _stopped().check(data)
    except RunsnapError as error:
        assert str(error)


@cache
def _stopped() -> runsnap.Resumption:
    return runsnap.Resumption.from_dict(runsnap.schema("resumption")["examples"][-1])
