"""The types of the public functions and of whole documents."""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

import gzip
import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal, assert_type

from jsonschema import Draft202012Validator
from whenever import Instant

import runsnap
from runsnap.capture import LlmIo, RunLog, Step
from runsnap.resumption import Artifact, Spend, Usage


def loading(path: Path, name: str, entry: os.DirEntry[str], file: BinaryIO, pipe: IO[bytes]) -> None:
    assert_type(runsnap.load(path), runsnap.Capture | runsnap.Resumption)
    assert_type(runsnap.loads("{}", strict=True), runsnap.Capture | runsnap.Resumption)
    assert_type(runsnap.Capture.load(name, limits=runsnap.Limits(max_bytes=1)), runsnap.Capture)
    assert_type(runsnap.Capture.loads(b"{}"), runsnap.Capture)
    assert_type(runsnap.Capture.from_dict({"run_id": 1}), runsnap.Capture)
    assert_type(runsnap.Resumption.load(entry), runsnap.Resumption)
    assert_type(RunLog.load(file), RunLog)
    assert_type(RunLog.load(pipe), RunLog)
    assert_type(LlmIo.load(io.BytesIO()), LlmIo)
    assert_type(Step.loads(bytearray()), Step)
    with gzip.open(path) as compressed:
        assert_type(runsnap.Capture.load(compressed), runsnap.Capture)
    with path.open() as text:
        runsnap.Capture.load(text)  # type: ignore[arg-type]
    runsnap.Capture.load(b"{}")  # type: ignore[arg-type]
    runsnap.Capture.loads(path)  # type: ignore[arg-type]
    runsnap.Capture.load(path, True)  # type: ignore[call-arg]


class Mine(runsnap.Capture):
    """A subclass of a user."""


def subclasses(path: Path, run_log: RunLog) -> None:
    assert_type(Mine.load(path), Mine)
    assert_type(Mine.loads("{}"), Mine)
    assert_type(Mine.from_dict({}), Mine)
    assert_type(Mine.from_runlog(run_log, []), Mine)


def writing(capture: runsnap.Capture, path: Path) -> None:
    assert_type(capture.dumps(), str)
    assert_type(capture.to_bytes(layout="declared"), bytes)
    assert_type(capture.to_dict(), dict[str, Any])
    capture.save(path, layout="sorted")
    capture.save(str(path))
    capture.save(path, layout="pretty")  # type: ignore[arg-type]


def members_of_a_capture(capture: runsnap.Capture) -> None:
    assert_type(capture.run_id, str)
    assert_type(capture.run_log, RunLog)
    assert_type(capture.llm_io, list[LlmIo])
    assert_type(capture.model_version, str | None)
    assert_type(capture.rng_seed, int | None)
    assert_type(capture.captured_at, Instant)
    assert_type(capture.additional_properties, dict[str, runsnap.JSONValue])
    assert_type(capture.calls(), list[tuple[Step, LlmIo]])
    print(capture.misspelt)  # type: ignore[attr-defined]
    print(runsnap.misspelt)  # type: ignore[attr-defined]
    capture.captured_at = "2026-01-02T03:04:05Z"  # type: ignore[assignment]


def captures_of_logs(run_log: RunLog, llm_io: Sequence[LlmIo], at: Instant) -> None:
    assert_type(runsnap.Capture.from_runlog(run_log, llm_io), runsnap.Capture)
    assert_type(runsnap.Capture.from_runlog(run_log, tuple(llm_io), captured_at=at), runsnap.Capture)
    runsnap.Capture.from_runlog({}, [])  # type: ignore[arg-type]


def members_of_a_resumption(resumption: runsnap.Resumption, path: Path) -> None:
    assert_type(resumption.ingot_snapshot, Literal["0.1"])
    assert_type(resumption.kind, Literal["resumption"])
    assert_type(resumption.inputs, dict[str, runsnap.JSONValue])
    assert_type(resumption.outputs, dict[str, Artifact])
    assert_type(resumption.usage, Usage)
    assert_type(resumption.spend, Spend)
    assert_type(resumption.spend.micros, int)
    assert_type(resumption.spend.unpriced, dict[str, str])
    assert_type(resumption.consultations, int)
    resumption.check(path)
    resumption.check(b"{}")
    resumption.check({"nodes": []})
    resumption.check([])  # type: ignore[arg-type]


def reports(document: object) -> None:
    report = runsnap.validate(document, "capture", version="1.0.0", strict=True)
    assert_type(report, runsnap.Report)
    assert_type(report.valid, bool)
    assert_type(report.problems, tuple[runsnap.Problem, ...])
    assert_type(report.notes, tuple[runsnap.Note, ...])
    assert_type(report.kind, str | None)
    assert_type(report.to_dict(), dict[str, Any])
    for problem in report.problems:
        assert_type(problem.stage, Literal["parse", "schema", "value", "check"])
        assert_type(problem.pointer, str)


def schemas() -> None:
    assert_type(runsnap.schema("capture"), dict[str, Any])
    assert_type(runsnap.validator("capture", version="1.0.0"), Draft202012Validator)


def conversions(capture: runsnap.Capture) -> None:
    document, losses = runsnap.convert(capture, version="1.0.0")
    assert_type(document, dict[str, Any])
    assert_type(losses, list[runsnap.Loss])
    assert_type(losses[0].since, str | None)
    runsnap.convert({}, version="1.0.0")  # type: ignore[arg-type]


def redacting(capture: runsnap.Capture, call: LlmIo) -> None:
    policy = runsnap.RedactionPolicy(texts=["prompts"], pointers=("/a/*",), keep={"tier"}, names=True)
    document, report = runsnap.redact(capture, policy, key=b"")
    assert_type(document, runsnap.Capture)
    assert_type(report, runsnap.RedactionReport)
    assert_type(runsnap.redact(call), runsnap.Redaction[LlmIo])
    assert_type(report.replacements, tuple[runsnap.Replacement, ...])
    assert_type(report.by_reason, dict[str, int])
    assert_type(report.replacements[0].part, Literal["value", "name"])
    runsnap.redact(capture, key="text")  # type: ignore[arg-type]
    runsnap.redact({})  # type: ignore[type-var]


def errors() -> None:
    try:
        runsnap.load("run.json")
    except runsnap.MalformedError as error:
        assert_type(error.line, int)
        assert_type(error.pointer, str)
    except runsnap.InvalidDocumentError as error:
        assert_type(error.report, runsnap.Report)
    except runsnap.UnsupportedVersionError as error:
        assert_type(error.supported, tuple[str, ...])
    except runsnap.RunsnapError as error:
        assert_type(error.source, str | None)


def comparing(
    capture: runsnap.Capture, resumption: runsnap.Resumption, either: runsnap.Capture | runsnap.Resumption
) -> None:
    assert_type(runsnap.diff(capture, capture), runsnap.CaptureDiff)
    assert_type(runsnap.diff(resumption, resumption), runsnap.ResumptionDiff)
    assert_type(runsnap.diff(either, either), runsnap.RunDiff)
    assert_type(runsnap.diff(capture, capture).steps, tuple[runsnap.StepDiff, ...])
    assert_type(runsnap.diff(either, either).to_dict(), dict[str, Any])
    runsnap.diff(capture, "run.json")  # type: ignore[call-overload]
