"""What a capture and a resumption can do: ``from_runlog``, ``calls`` and ``check``."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from whenever import Instant

import runsnap
from runsnap import Capture, DifferentArtifactError, Resumption, UnknownNodeError
from runsnap.capture import LlmIo, RunLog, Step, StepKind
from tests.sdk.samples import full_capture, full_resumption


@pytest.fixture
def run_log() -> RunLog:
    return RunLog.from_dict(full_capture()["run_log"])


def exchange(model: str | None, prompt: str = "") -> LlmIo:
    return LlmIo(model=model, prompt=prompt)


def test_a_capture_of_a_run_log(run_log: RunLog) -> None:
    at = Instant.from_utc(2026, 1, 3, nanosecond=1)
    llm_io = (exchange("a"), exchange("b"), exchange(None))
    capture = Capture.from_runlog(run_log, llm_io, captured_at=at)
    assert capture.run_id == run_log.run_id
    assert capture.run_log is run_log
    assert capture.llm_io == list(llm_io)
    assert capture.model_version == "b"
    assert capture.captured_at == at
    assert (capture.rng_seed, capture.memory_ref, capture.additional_properties) == (None, None, {})
    assert Capture.loads(capture.dumps()) == capture


def test_the_clock_stamps_a_capture(run_log: RunLog) -> None:
    before = Instant.now()
    capture = Capture.from_runlog(run_log, [])
    assert before <= capture.captured_at <= Instant.now()
    assert runsnap.validate(capture, strict=True).valid


@pytest.mark.parametrize(
    ("models", "version"),
    [
        ([], None),
        ([None, None], None),
        (["a"], "a"),
        (["a", None], "a"),
        (["a", "", None], ""),
        (["b", "a"], "a"),
    ],
)
def test_the_model_version_is_the_last_model_that_is_named(
    run_log: RunLog, models: list[str | None], version: str | None
) -> None:
    capture = Capture.from_runlog(run_log, [exchange(model) for model in models])
    assert capture.model_version == version


def test_a_subclass_makes_itself(run_log: RunLog) -> None:
    class Mine(Capture):
        pass

    assert type(Mine.from_runlog(run_log, [])) is Mine


def paired(kinds: list[str], entries: int) -> list[tuple[int, str]]:
    run_log = RunLog.from_dict(full_capture()["run_log"])
    run_log.steps = [Step(idx=idx, kind=kind, input=None, output=None) for idx, kind in enumerate(kinds)]
    capture = Capture.from_runlog(run_log, [exchange(None, prompt=str(at)) for at in range(entries)])
    calls = capture.calls()
    assert all(step.kind == "llm_call" for step, _ in calls)
    return [(step.idx, entry.prompt) for step, entry in calls]


L, S, T = "llm_call", "summary_checkpoint", "tool_call"


@pytest.mark.parametrize(
    ("kinds", "entries", "expected"),
    [
        ([], 0, []),
        ([T, S], 0, []),
        ([L], 1, [(0, "0")]),
        ([T, L, "later", L], 2, [(1, "0"), (3, "1")]),
        ([L, S, L], 2, [(0, "0"), (2, "1")]),
        ([L, S, L], 3, [(0, "0"), (2, "2")]),
        ([S, L], 2, [(1, "1")]),
        ([S, S], 2, []),
        ([L, L], 0, []),
        ([L, L], 1, []),
        ([L, L], 3, []),
        ([L, S, S, L], 3, []),
        ([T], 1, []),
    ],
)
def test_calls_pair_steps_with_exchanges_or_nothing(
    kinds: list[str], entries: int, expected: list[tuple[int, str]]
) -> None:
    assert paired(kinds, entries) == expected


def test_calls_give_the_objects_themselves() -> None:
    capture = Capture.from_dict(full_capture())
    calls = capture.calls()
    assert [step.kind for step, _ in calls] == [StepKind.LLM_CALL] * 2
    assert calls[1][0] is capture.run_log.steps[2]
    assert calls[1][1] is capture.llm_io[1]


IR = {"agent": "a", "nodes": [{"id": "n1"}, {"id": "n2", "é": [1.5, {}, []]}], "empty": {}}
IR_TEXT = """\
{
  "agent": "a",
  "nodes": [
    {
      "id": "n1"
    },
    {
      "id": "n2",
      "é": [
        1.5,
        {},
        []
      ]
    }
  ],
  "empty": {}
}
""".encode()


def stopped(**members: Any) -> Resumption:
    digest = f"sha256:{hashlib.sha256(IR_TEXT).hexdigest()}"
    return Resumption.from_dict(full_resumption() | {"artifact": digest, "resumeAt": "n2"} | members)


@pytest.mark.parametrize(
    "text",
    [
        IR_TEXT,
        IR_TEXT.rstrip(),
        IR_TEXT.replace(b"\n", b"\r\n"),
        json.dumps(IR).encode(),
        json.dumps(IR, indent=4).encode(),
    ],
)
def test_an_agent_is_the_same_in_any_white_space(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "agent.ir.json"
    path.write_bytes(text)
    ways: list[Any] = [text, path, str(path), io.BytesIO(text), json.loads(text)]
    for way in ways:
        stopped().check(way)


def test_agent_label_and_stopping_point_are_not_compared() -> None:
    stopped(agent="other", label="other", stoppedAt="nowhere").check(IR_TEXT)


@pytest.mark.parametrize(
    "text",
    [
        IR_TEXT.replace(b'"a"', b'"b"'),
        IR_TEXT.replace(b"1.5", b"1.25"),
        json.dumps(IR, sort_keys=True).encode(),
    ],
)
def test_another_agent_is_refused(text: bytes) -> None:
    with pytest.raises(DifferentArtifactError) as caught:
        stopped().check(text)
    error = caught.value
    assert (error.agent, error.expected) == ("a", stopped().artifact)
    assert error.found.startswith("sha256:")
    assert error.found != error.expected


@pytest.mark.parametrize(
    "artifact", [stopped().artifact.upper(), stopped().artifact.removeprefix("sha256:"), "", "sha256:"]
)
def test_a_digest_in_another_form_does_not_match(artifact: str) -> None:
    with pytest.raises(DifferentArtifactError):
        stopped(artifact=artifact).check(IR_TEXT)


@pytest.mark.parametrize("node", ["n3", "", "N2", "agent"])
def test_a_node_that_the_agent_does_not_have(node: str) -> None:
    with pytest.raises(UnknownNodeError) as caught:
        stopped(resumeAt=node).check(IR_TEXT)
    assert caught.value.node == node


def test_the_artifact_is_judged_before_the_node() -> None:
    with pytest.raises(DifferentArtifactError):
        stopped(artifact="", resumeAt="n3").check(IR_TEXT)


def test_an_ir_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "agent.ir.json"
    path.write_bytes(b"{")
    with pytest.raises(runsnap.MalformedError) as caught:
        stopped().check(path)
    assert caught.value.source == str(path)
    with pytest.raises(FileNotFoundError):
        stopped().check(tmp_path / "missing.json")


@pytest.mark.parametrize(
    ("ir", "pointer"),
    [({"nodes": {1}}, "/nodes"), ({"a": ["\ud800"]}, "/a/0"), ({"a": [1.0, {"b": float("nan")}]}, "/a/1/b")],
)
def test_a_parsed_ir_that_is_no_json(ir: Any, pointer: str) -> None:
    with pytest.raises(runsnap.UnrepresentableError) as caught:
        stopped().check(ir)
    assert caught.value.pointer == pointer


@pytest.mark.parametrize(
    "ir", [[], {}, {"nodes": None}, {"nodes": ["n2"]}, {"nodes": [{"id": None}]}, {"n2": {"id": "n2"}}]
)
def test_an_ir_without_such_nodes(ir: Any) -> None:
    text = (json.dumps(ir, indent=2) + "\n").encode()
    digest = f"sha256:{hashlib.sha256(text).hexdigest()}"
    with pytest.raises(UnknownNodeError):
        stopped(artifact=digest).check(text)
