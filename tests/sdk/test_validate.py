"""What ``validate`` takes, and what its reports say."""

from __future__ import annotations

import contextlib
import io
import json
import os
import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import ValidationError
from referencing.exceptions import Unresolvable

import runsnap
from runsnap import Capture, Limits, Resumption
from runsnap._catalog import compile_verdict
from runsnap._inspect import unreadable
from runsnap.capture import RunLog, ToolCall
from tests.sdk.samples import (
    FULL,
    GONE,
    changed,
    full_capture,
    full_resumption,
    minimal_capture,
    minimal_resumption,
    nested,
)

GOOD = [full_capture(), minimal_capture(), full_resumption(), minimal_resumption()]
BAD = changed(full_capture(), "/run_log/steps/1/idx", -1)
BREAKS_A_RULE = full_capture() | {"model_version": "other"}


class _AnyPath:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)


def ways(document: Any, folder: Path) -> list[Any]:
    """The document as each thing that ``validate`` takes, except a record."""
    path = folder / "document.json"
    text = json.dumps(document)
    path.write_text(text)
    return [
        document,
        text,
        text.encode(),
        bytearray(text.encode()),
        memoryview(text.encode()),
        path,
        _AnyPath(path),
    ]


@pytest.mark.parametrize("document", GOOD)
def test_good_documents_in_every_form(document: Any, tmp_path: Path) -> None:
    kind = "capture" if "run_log" in document else "resumption"
    cls: Any = Capture if kind == "capture" else Resumption
    for way in [*ways(document, tmp_path), cls.from_dict(document)]:
        for report in (
            runsnap.validate(way),
            runsnap.validate(way, kind),
            runsnap.validate(way, strict=True),
        ):
            assert report.valid
            assert (report.kind, report.problems, report.failures, report.notes) == (kind, (), (), ())
            assert report.version == {"capture": "1.2.0", "resumption": "0.1.1"}[kind]


def test_a_bad_document_in_every_form(tmp_path: Path) -> None:
    broken = Capture.from_dict(full_capture())
    broken.run_log.steps[1].idx = -1
    for way in [*ways(BAD, tmp_path), broken]:
        report = runsnap.validate(way)
        assert not report.valid
        (problem,) = report.problems
        assert (problem.stage, problem.pointer, problem.keyword) == (
            "schema",
            "/run_log/steps/1/idx",
            "minimum",
        )
        assert (problem.expected, problem.found) == ("at least 0", "-1")


def test_the_document_is_not_changed() -> None:
    document = full_capture()
    runsnap.validate(document, strict=True)
    assert document == full_capture()


def test_text_is_never_taken_for_a_path(tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text(json.dumps(full_capture()))
    (problem,) = runsnap.validate(str(path)).problems
    assert (problem.stage, problem.keyword, problem.line, problem.column) == ("parse", "json", 1, 1)


def test_a_path_that_cannot_be_read_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        runsnap.validate(tmp_path / "missing.json")
    with pytest.raises(IsADirectoryError):
        runsnap.validate(tmp_path)


@pytest.mark.parametrize(
    ("text", "pointer", "keyword", "line"),
    [
        (b"", "", "json", 1),
        (b'{"run_log":\n {"a": }}', "/run_log/a", "json", 2),
        (b"\xff", "", "json", 1),
        (b'{"a": 1, "a": 2}', "/a", "json", 1),
        (b"[" * 201 + b"]" * 201, "/0" * 200, "limit", 0),
        (b"[1, " + b"9" * 4301 + b"]", "/1", "limit", 0),
    ],
)
def test_malformed_text_gives_a_report(
    text: bytes, pointer: str, keyword: str, line: int, tmp_path: Path
) -> None:
    (tmp_path / "document.json").write_bytes(text)
    for document in (text, tmp_path / "document.json"):
        report = runsnap.validate(document)
        (problem,) = report.problems
        assert not report.valid
        assert (problem.stage, problem.pointer, problem.keyword, problem.line) == (
            "parse",
            pointer,
            keyword,
            line,
        )


def test_a_report_on_malformed_text_says_what_was_asked_and_what_is_wrong() -> None:
    text = '{"run_log": [1,]}'
    with pytest.raises(runsnap.MalformedError) as caught:
        runsnap.loads(text)
    for kind, version in ((None, None), ("capture", "1.0.0"), ("resumption", None)):
        report = runsnap.validate(text, kind, version)
        assert (report.kind, report.version, report.problem_count) == (kind, version, 1)
        assert [problem.found for problem in report.problems] == [caught.value.reason]


def test_a_fault_that_nobody_knows_is_not_kept_quiet() -> None:
    with pytest.raises(RuntimeError):
        unreadable([RuntimeError()], None, None)


def test_text_beyond_the_size_gives_a_report(tmp_path: Path) -> None:
    (problem,) = runsnap.validate(json.dumps(full_capture()), limits=Limits(max_bytes=100)).problems
    assert (problem.stage, problem.keyword, problem.expected) == (
        "parse",
        "limit",
        "size in bytes of at most 100",
    )


NO_JSON = [{1}, object(), io.BytesIO(b"{}"), [float("nan")], {1: 2}, (), "\ud800", ["\ud800"], [10**4300]]


@pytest.mark.parametrize("document", NO_JSON, ids=range(len(NO_JSON)))
def test_values_that_are_no_json_give_a_report(document: Any) -> None:
    report = runsnap.validate(document)
    assert [problem.stage for problem in report.problems] == ["parse"]
    (problem,) = report.problems
    assert problem.found
    if problem.keyword == "json" and not isinstance(document, str):
        with pytest.raises(runsnap.UnrepresentableError) as caught:
            Capture.from_dict({"run_log": document})
        assert caught.value.reason == problem.found


@pytest.mark.parametrize(("kind", "version"), [(None, None), ("capture", "1.0.0"), ("resumption", "0.1.1")])
def test_values_that_are_no_json_are_listed_up_to_the_limit(kind: str | None, version: str | None) -> None:
    report = runsnap.validate({"run_log": [{1}] * 10}, kind, version, limits=Limits(max_problems=3))
    assert (report.kind, report.version, report.valid) == (kind, version, False)
    assert (report.problem_count, [problem.pointer for problem in report.problems]) == (
        10,
        ["/run_log/0", "/run_log/1", "/run_log/2"],
    )


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        (b"[" * 201, "nesting depth of at most 200", "more"),
        (b"9" * 4321, "digits of an integer of at most 4300", "4321"),
        (b" " * 1001, "size in bytes of at most 1000", "1001"),
    ],
)
def test_a_limit_is_reported_with_what_was_found(text: bytes, expected: str, found: str) -> None:
    limits = Limits(max_bytes=1000) if text.isspace() else Limits()
    (problem,) = runsnap.validate(text, limits=limits).problems
    assert (problem.expected, problem.found) == (expected, found)


def test_what_is_much_too_deep_is_one_problem() -> None:
    report = runsnap.validate({"run_log": nested(300)})
    assert (report.problem_count, report.problems[0].keyword) == (1, "limit")


@pytest.mark.parametrize(
    "document", [None, 5, True, "5", "[]", [], {}, {"a": 1}, {"kind": 5}, {"kind": "memory"}]
)
def test_what_is_of_no_kind_gives_a_report(document: Any) -> None:
    report = runsnap.validate(document)
    (problem,) = report.problems
    assert (problem.stage, problem.pointer, problem.keyword) == ("schema", "", "kind")
    assert (problem.expected, report.problem_count) == ("a capture or a resumption", 1)
    assert (report.kind, report.version, report.valid) == (None, None, False)


def test_a_kind_that_is_given_is_not_guessed() -> None:
    report = runsnap.validate(full_resumption(), "capture")
    assert report.kind == "capture"
    assert {problem.pointer for problem in report.problems} == {
        "/run_id",
        "/run_log",
        "/llm_io",
        "/captured_at",
    }
    assert [problem.pointer for problem in runsnap.validate({"kind": "memory"}, "resumption").problems][
        :1
    ] == ["/ingotSnapshot"]
    assert not runsnap.validate(Capture.from_dict(full_capture()), "resumption").valid


def test_an_unknown_kind_or_version() -> None:
    with pytest.raises(ValueError, match="no such kind: 'memory'; known: capture, resumption"):
        runsnap.validate({}, "memory")
    for document in (full_capture(), "{", Capture.from_dict(full_capture())):
        with pytest.raises(runsnap.UnsupportedVersionError) as caught:
            runsnap.validate(document, "capture", "2.0.0")
        assert caught.value.supported == ("1.0.0", "1.1.0", "1.2.0")
    with pytest.raises(runsnap.UnsupportedVersionError):
        runsnap.validate(full_capture(), version="0.1.0")


@pytest.mark.parametrize("count", [1, 99, 100, 101, 20_000])
def test_the_count_is_true_and_the_list_is_short(count: int) -> None:
    document = full_capture()
    document["run_log"]["steps"] = [{"idx": -1, "kind": 5, "input": 1, "output": 1, "later": 1}] * count
    report = runsnap.validate(document)
    assert (report.problem_count, len(report.problems)) == (2 * count, min(2 * count, 100))
    assert (report.note_count, len(report.notes)) == (count, min(count, 100))
    assert not report.valid


@pytest.mark.parametrize("most", [1, 3, 1000])
def test_the_length_of_the_list_can_be_set(most: int) -> None:
    document = full_capture()
    document["run_log"]["steps"] = [{"later": 1}] * 10
    report = runsnap.validate(document, limits=Limits(max_problems=most))
    assert (report.problem_count, len(report.problems)) == (40, min(most, 40))
    assert (report.note_count, len(report.notes)) == (10, min(most, 10))
    with pytest.raises(runsnap.InvalidDocumentError) as caught:
        runsnap.loads(json.dumps(document), limits=Limits(max_problems=most))
    assert caught.value.report == report


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 6])
def test_the_list_ends_amid_the_faults_of_one_value(most: int) -> None:
    document = full_capture()
    document["run_log"]["steps"] = [{"idx": -1, "kind": "x", "input": 1, "output": 1}, {}]
    report = runsnap.validate(document, limits=Limits(max_problems=most))
    names = ["0/idx", "1/idx", "1/kind", "1/input", "1/output"]
    assert [problem.pointer for problem in report.problems] == [f"/run_log/steps/{name}" for name in names][
        :most
    ]
    assert report.problem_count == 5


def test_many_failures_of_rules_are_counted() -> None:
    document = full_capture() | {"llm_io": [], "model_version": None}
    document["run_log"]["steps"] = [
        {"idx": 500 - idx, "kind": "ops_event", "input": 1, "output": 1} for idx in range(500)
    ]
    report = runsnap.validate(document)
    assert (report.failure_count, len(report.failures), report.problem_count) == (500, 100, 0)


def test_strict_lets_failures_count() -> None:
    lax, strict = runsnap.validate(BREAKS_A_RULE), runsnap.validate(BREAKS_A_RULE, strict=True)
    assert (lax.valid, strict.valid) == (True, False)
    assert lax.failures == strict.failures
    assert (lax.refusals, strict.refusals) == ((), strict.failures)
    assert (lax.refusal_count, strict.refusal_count) == (0, 1)


def test_rules_see_valid_documents_only() -> None:
    report = runsnap.validate(changed(BREAKS_A_RULE, "/run_log/steps/1/idx", -1), strict=True)
    assert (report.problem_count, report.failure_count) == (1, 0)


def test_a_record_is_judged_by_its_own_schema() -> None:
    run_log = RunLog.from_dict(full_capture()["run_log"])
    report = runsnap.validate(run_log)
    assert (report.kind, report.valid, report.notes) == ("capture", True, ())
    run_log.steps[0].idx = -1
    assert [problem.pointer for problem in runsnap.validate(run_log).problems] == ["/steps/0/idx"]
    assert [problem.pointer for problem in runsnap.validate(run_log, "capture").problems] == ["/steps/0/idx"]


def test_a_record_that_the_version_does_not_have() -> None:
    call = ToolCall(id="1", name="n", args=None)
    assert runsnap.validate(call, version="1.1.0").valid
    with pytest.raises(runsnap.UnsupportedVersionError) as caught:
        runsnap.validate(call, version="1.0.0")
    assert caught.value.supported == ("1.1.0", "1.2.0")


def test_a_report_as_plain_json() -> None:
    document = changed(BAD, "/later", 1)
    assert json.loads(json.dumps(runsnap.validate(document).to_dict())) == {
        "kind": "capture", "version": "1.2.0", "valid": False, "strict": False,
        "problemCount": 1,
        "problems": [
            {"stage": "schema", "pointer": "/run_log/steps/1/idx", "keyword": "minimum", "expected": "at least 0", "found": "-1"}
        ],
        "failureCount": 0, "failures": [],
        "noteCount": 1, "notes": [{"pointer": "/later", "keyword": "unknown-member", "found": "1"}],
    }  # fmt: skip
    (malformed,) = runsnap.validate("[").to_dict()["problems"]
    assert (malformed["line"], malformed["column"]) == (1, 2)


def test_messages_are_short_whatever_the_document_holds() -> None:
    name = "n" * 100_000
    document = changed(full_capture(), "/run_log/agent", [name]) | {name: name}
    report = runsnap.validate(document)
    for item in (*report.problems, *report.notes):
        assert len(item.message) < 400
    document["outputs"] = {name: 1}
    broken = changed(full_resumption(), "/outputs", {name: 1})
    (problem,) = runsnap.validate(broken).problems
    assert problem.pointer == f"/outputs/{name}"
    assert len(problem.message) < 400


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (None, "null"), (True, "true"), (-1, "-1"), (1.5, "1.5"), ([1], "an array of 1 items"),
        ("x" * 61, '"' + "x" * 59 + '…"'), ('a"\\\n\x1b\u202e', '"a\\"\\\\\\u000a\\u001b\\u202e"'),
        (5 * 10**120, "an integer of about 121 digits"),
    ],
)  # fmt: skip
def test_what_was_found_is_shown_short_and_without_control_characters(found: Any, shown: str) -> None:
    document = changed(full_capture(), "/run_log/tokens", found)
    (problem,) = runsnap.validate(document).problems
    assert problem.found == shown


def test_a_missing_member_is_named_by_its_own_pointer() -> None:
    document = changed(full_capture(), "/run_log/steps/1/kind", GONE)
    (problem,) = runsnap.validate(document).problems
    assert (problem.pointer, problem.keyword, problem.found) == (
        "/run_log/steps/1/kind",
        "required",
        "nothing",
    )
    assert os.linesep not in problem.message


@pytest.mark.parametrize("kind", FULL)
def test_the_schema_and_the_validator_of_each_version(kind: str) -> None:
    newest = runsnap.schema(kind)
    for version in {"capture": ["1.0.0", "1.1.0", "1.2.0"], "resumption": ["0.1.0", "0.1.1"]}[kind]:
        schema = runsnap.schema(kind, version)
        assert schema["$id"] == f"urn:runsnap:schema:{kind}:{version}"
        assert runsnap.validator(kind, version).schema == schema
        for example in schema["examples"]:
            runsnap.validator(kind, version).validate(example)
            assert runsnap.validate(example, kind, version).valid
    assert schema == newest
    newest.clear()
    assert runsnap.schema(kind) == schema
    with pytest.raises(runsnap.UnsupportedVersionError):
        runsnap.schema(kind, "9.9.9")
    with pytest.raises(ValueError, match="no such kind"):
        runsnap.validator("memory")


def test_a_validator_never_fetches_what_it_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("urllib.request.urlopen", lambda *args, **options: asked.append(args))
    elsewhere = runsnap.validator("capture").evolve(schema={"$ref": "http://localhost:9/schema.json"})
    with pytest.raises(Unresolvable):
        elsewhere.is_valid({})
    assert asked == []


def test_the_verdict_never_fetches_what_it_does_not_have() -> None:
    asked: list[Any] = []

    def answer_nothing(server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, address = server.accept()
                asked.append(address)
                connection.close()

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        answering = threading.Thread(target=answer_nothing, args=(server,))
        answering.start()
        with pytest.raises(ValidationError):
            compile_verdict({"$ref": f"http://127.0.0.1:{port}/schema.json"})
        server.shutdown(socket.SHUT_RDWR)
        answering.join()
    assert asked == []
