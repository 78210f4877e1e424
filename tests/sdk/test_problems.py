"""One problem a fault, and the same verdict and places as the ``jsonschema`` library."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema.exceptions import ValidationError

import runsnap
from runsnap import Limits, Problem
from runsnap._problems import schema_problems
from runsnap._report import tally
from tests.sdk.samples import FULL, GONE, changed, full_capture, full_resumption, places

INSTANT = "an instant as RFC 3339 has it"

# pointer, value, keyword, expected
FAULTS: list[tuple[str, Any, str, str]] = [
    ("/run_id", 5, "type", "string"),
    ("/run_id", "x", "pattern", "a RunId (^[0-7]"),
    ("/run_id", "0" * 27, "pattern", "a RunId (^[0-7]"),
    ("/run_id", "0" * 26 + "\n", "pattern", "a RunId (^[0-7]"),
    ("/run_id", "8" * 26, "pattern", "a RunId (^[0-7]"),
    ("/run_log", None, "type", "object"),
    ("/run_log", [], "type", "object"),
    ("/llm_io", {}, "type", "array"),
    ("/llm_io/1", [], "type", "object"),
    ("/captured_at", 5, "type", "string"),
    ("/captured_at", "yesterday", "pattern", INSTANT),
    ("/captured_at", "2026-01-02T03:04:60Z", "pattern", INSTANT),
    ("/captured_at", "2026-01-02T03:04:05Z\n", "", INSTANT),
    ("/run_log/finished_at", 5, "type", "string or null"),
    ("/run_log/finished_at", "yesterday", "pattern", f"{INSTANT} or null"),
    ("/run_log/finished_at", "2026-01-02T03:04:05Z\n", "", f"{INSTANT} or null"),
    ("/run_log/cost_estimate", "x", "type", "object or null"),
    ("/run_log/cost_estimate", [], "type", "object or null"),
    ("/run_log/cost_estimate/total_usd", "x", "type", "number"),
    ("/run_log/cost_estimate/total_usd", None, "type", "number"),
    ("/run_log/cost_estimate/cache_usd", "x", "type", "number or null"),
    ("/run_log/cost_estimate/total_usd", GONE, "required", "a value, since it is required"),
    ("/run_log/tokens/prompt_tokens", GONE, "required", "a value, since it is required"),
    ("/run_log/tokens/prompt_tokens", 1e300, "maximum", "at most 4294967295"),
    ("/run_log/tokens/prompt_tokens", -1e300, "minimum", "at least 0"),
    ("/run_log/tokens/cache_read_tokens", 2**32, "maximum", "at most 4294967295"),
    ("/run_log/steps/0/kind", 5, "type", "string"),
    ("/run_log/steps/0/input", GONE, "required", "a value, since it is required"),
    ("/run_log/steps/1", None, "type", "object"),
    ("/llm_io/0/finish_reason", 5, "type", "string or null"),
    ("/llm_io/0/tool_calls", "x", "type", "array or null"),
    ("/llm_io/0/tool_calls/0", None, "type", "object"),
    ("/llm_io/0/tool_calls/0/id", 5, "type", "string"),
    ("/llm_io/0/tool_calls/0/args", GONE, "required", "a value, since it is required"),
    ("/model_version", 5, "type", "string or null"),
    ("/rng_seed", 1.5, "type", "integer or null"),
    ("/rng_seed", 2**64, "maximum", "at most 18446744073709551615"),
    ("/rng_seed", 1e300, "maximum", "at most 18446744073709551615"),
    ("/ingotSnapshot", "0.2", "const", '"0.1"'),
    ("/ingotSnapshot", 0.1, "const", '"0.1"'),
    ("/kind", None, "const", '"resumption"'),
    ("/inputs", None, "type", "object"),
    ("/state", None, "type", "object"),
    ("/outputs/o", None, "type", "object"),
    ("/outputs/o/contentType", 5, "type", "string"),
    ("/outputs/o/value", GONE, "required", "a value, since it is required"),
    ("/spend", None, "type", "object"),
    ("/spend/currency", 5, "type", "string or null"),
    ("/spend/micros", 2**128, "maximum", "at most 340282366920938463463374607431768211455"),
    ("/spend/micros", None, "type", "integer"),
    ("/spend/unpriced/m", 5, "type", "string"),
    ("/consultations", None, "type", "integer"),
    ("/steps", True, "type", "integer"),
]


def base(pointer: str) -> dict[str, Any]:
    first = pointer.split("/")[1]
    return full_capture() if first in full_capture() else full_resumption()


@pytest.mark.parametrize(("pointer", "value", "keyword", "expected"), FAULTS)
def test_one_problem_a_fault(pointer: str, value: Any, keyword: str, expected: str) -> None:
    document = base(pointer)
    report = runsnap.validate(
        changed(document, pointer, value), "capture" if "run_log" in document else "resumption"
    )
    assert [problem.pointer for problem in report.problems] == [pointer]
    (problem,) = report.problems
    assert report.problem_count == 1
    assert problem.stage == "schema"
    assert problem.expected.startswith(expected)
    if keyword:
        assert problem.keyword == keyword


def test_several_faults_of_one_document_in_its_order() -> None:
    document = full_capture()
    document["run_log"]["tokens"] = {}
    document["run_log"]["cost_estimate"] = {"prompt_usd": "x"}
    document["run_log"]["finished_at"] = False
    document["run_log"]["steps"][1] = 3
    document["rng_seed"] = "x"
    del document["llm_io"]
    report = runsnap.validate(document)
    assert sorted((problem.pointer, problem.keyword) for problem in report.problems) == [
        ("/llm_io", "required"),
        ("/rng_seed", "type"),
        ("/run_log/cost_estimate/completion_usd", "required"),
        ("/run_log/cost_estimate/prompt_usd", "type"),
        ("/run_log/cost_estimate/total_usd", "required"),
        ("/run_log/finished_at", "type"),
        ("/run_log/steps/1", "type"),
        ("/run_log/tokens/completion_tokens", "required"),
        ("/run_log/tokens/prompt_tokens", "required"),
    ]
    assert report.problem_count == 9


@pytest.mark.parametrize(
    ("kind", "pointer", "value", "rule"),
    [
        ("capture", "/rng_seed", 2.0**60, "integer-from-float-literal"),
        ("capture", "/run_log/steps/0/latency", 2.0**60, "integer-from-float-literal"),
        ("resumption", "/spend/micros", 1e30, "integer-from-float-literal"),
        ("capture", "/run_log/steps/0/cost_usd", 2**53 + 1, "number-is-a-double"),
        ("capture", "/run_log/finished_at", "0001-01-01T00:00:00+00:01", "instant-in-range"),
    ],
)
def test_a_broken_value_rule_is_one_problem(kind: str, pointer: str, value: Any, rule: str) -> None:
    report = runsnap.validate(changed(FULL[kind](), pointer, value))
    (problem,) = report.problems
    assert (problem.stage, problem.pointer, problem.keyword) == ("value", pointer, rule)
    assert problem.found == json.dumps(value)
    beside = runsnap.validate(
        changed(changed(FULL[kind](), pointer, value), "/later", 1) | {"captured_at": 5, "agent": 5}
    )
    assert (pointer, rule) in [(problem.pointer, problem.keyword) for problem in beside.problems]


TITLED = {
    "$defs": {
        "Moment": {"format": "date-time", "pattern": "^m$", "not": {"type": "string", "pattern": "[^m]"}},
        "Name": {"title": "Name", "pattern": "^n$", "not": {"type": "string", "pattern": "[^n]"}},
    },
    "properties": {
        "x": {"pattern": "^x$", "not": {"const": "y"}, "multipleOf": 3, "maxItems": 7, "uniqueItems": True},
        "y": {"type": ["null", "string", "array"], "not": True},
    },
}


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("/$defs/Moment/pattern", INSTANT),
        ("/$defs/Moment/not", INSTANT),
        ("/$defs/Name/pattern", "a Name (^n$)"),
        ("/$defs/Name/not", "a Name (^n$)"),
        ("/properties/x/pattern", "a text that matches ^x$"),
        ("/properties/x/not", "something else"),
        ("/properties/x/multipleOf", "a multiple of 3"),
        ("/properties/x/maxItems", "at most 7 items"),
        ("/properties/y/type", "string or array or null"),
        ("/properties/y/not", "something else"),
        ("/properties/x/uniqueItems", "what uniqueItems demands"),
    ],
)
def test_what_each_keyword_expects(place: str, expected: str) -> None:
    for location in (place, f"urn:x#{place}"):
        found = tally(Limits())
        assert list(schema_problems([("/a/0", location)], TITLED, {"a": [5]}, found)) == ["/a/0"]
        keyword = place.rpartition("/")[2]
        assert found.listed == [Problem("schema", "/a/0", keyword, expected, "5")]
        assert found.count == 1


def test_of_the_keywords_that_refuse_a_scalar_one_tells_the_fault() -> None:
    places = [f"/properties/x/{keyword}" for keyword in ("maxItems", "not", "pattern", "multipleOf")]
    found = tally(Limits())
    assert list(schema_problems([("/a", place) for place in places], TITLED, {"a": 5}, found)) == ["/a"]
    assert [problem.keyword for problem in found.listed] == ["pattern", "maxItems", "multipleOf"]
    assert found.count == 3


WRONG = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        1.5,
        2**32,
        2**64,
        2**128,
        1e300,
        "",
        "x",
        "0.1",
        "0" * 26,
        "2026-01-02T03:04:05Z",
        [],
        [None],
        {},
        {"a": 1},
        GONE,
    ]
)


def faults_by_jsonschema(errors: Any) -> set[str]:
    """The pointers of all faults: a missing member has its own, a union is entered."""
    found: set[str] = set()
    for error in errors:
        where = "".join(f"/{token}" for token in error.absolute_path)
        if error.validator == "required":
            found.update(f"{where}/{name}" for name in error.validator_value if name not in error.instance)
        elif error.validator == "anyOf":
            found |= faults_by_jsonschema(_not_null(error))
        else:
            found.add(where)
    return found


def _not_null(error: ValidationError) -> list[ValidationError]:
    return [inner for inner in error.context or () if inner.validator_value != "null"]


@settings(max_examples=300)
@given(st.sampled_from(sorted(FULL)), st.data())
def test_verdict_and_places_are_those_of_the_jsonschema_library(kind: str, data: st.DataObject) -> None:
    document = FULL[kind]()
    for _ in range(data.draw(st.integers(1, 4))):
        pointer = data.draw(st.sampled_from(sorted(places(document))))
        document = changed(document, pointer, data.draw(WRONG))
    version = data.draw(
        st.sampled_from(["1.0.0", "1.1.0", "1.2.0"] if kind == "capture" else ["0.1.0", "0.1.1"])
    )
    errors = list(runsnap.validator(kind, version).iter_errors(document))
    report = runsnap.validate(document, kind, version)
    schema_problems = [problem.pointer for problem in report.problems if problem.stage == "schema"]
    assert set(schema_problems) == faults_by_jsonschema(errors)
    assert len(schema_problems) == len(set(schema_problems))
    assert report.problem_count == len(report.problems)
    assert report.valid == (not errors and not report.problems)


@settings(max_examples=300)
@given(st.sampled_from(sorted(FULL)), st.data())
def test_what_loads_is_what_validates(kind: str, data: st.DataObject) -> None:
    document = FULL[kind]()
    for _ in range(data.draw(st.integers(0, 2))):
        document = changed(document, data.draw(st.sampled_from(sorted(places(document)))), data.draw(WRONG))
    text, cls = json.dumps(document), {"capture": runsnap.Capture, "resumption": runsnap.Resumption}[kind]
    for strict in (False, True):
        report = runsnap.validate(text, kind, strict=strict)
        if report.valid:
            assert cls.loads(text, strict=strict)
            continue
        with pytest.raises(runsnap.RunsnapError) as caught:
            cls.loads(text, strict=strict)
        if isinstance(caught.value, runsnap.InvalidDocumentError):
            assert caught.value.report == report
        else:
            assert isinstance(caught.value, runsnap.WrongKindError | runsnap.UnsupportedVersionError)
