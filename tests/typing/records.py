"""The types of the parts of a document, of their constructors and of ``match``."""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

import copy
import dataclasses
from typing import assert_type

from whenever import Instant

import runsnap
from runsnap.capture import Cost, FinishReason, LlmIo, RunLog, RunStatus, Step, StepKind, ToolCall
from runsnap.capture import Usage as CaptureUsage
from runsnap.resumption import Artifact, Spend, Usage


def parts(run_log: RunLog, step: Step, exchange: LlmIo, call: ToolCall, cost: Cost) -> None:
    assert_type(run_log.status, RunStatus | str)
    assert_type(run_log.finished_at, Instant | None)
    assert_type(run_log.steps, list[Step])
    assert_type(run_log.tokens, CaptureUsage)
    assert_type(run_log.cost_estimate, Cost | None)
    assert_type(run_log.tokens.cache_read_tokens, int)
    assert_type(step.kind, StepKind | str)
    assert_type(step.input, runsnap.JSONValue)
    assert_type(step.latency, int | None)
    assert_type(step.cost_usd, float | None)
    assert_type(exchange.finish_reason, FinishReason | str | None)
    assert_type(exchange.tool_calls, list[ToolCall])
    assert_type(exchange.prompt, str)
    assert_type(call.args, runsnap.JSONValue)
    assert_type(cost.cache_usd, float)
    print(run_log.cost_estimate.total_usd)  # type: ignore[union-attr]


def constructors() -> None:
    Step(idx=0, kind=StepKind.LLM_CALL, input={"a": [1, None]}, output=None, additional_properties={"x": 1})
    Step(idx=0, kind="later", input=None, output=None)
    Artifact(name="", content_type="", value=[1.5])
    Spend()
    Step(idx=0, kind="later", input=None)  # type: ignore[call-arg]
    Step(0, "later", None, None)  # type: ignore[call-arg]
    Step(idx="0", kind="later", input=None, output=None)  # type: ignore[arg-type]
    Step(idx=0, kind="later", input={1}, output=None)  # type: ignore[arg-type]
    Usage(input_tokens=1, output_tokens=1, misspelt=1)  # type: ignore[call-arg]


def copies(step: Step) -> None:
    assert_type(copy.deepcopy(step), Step)
    assert_type(dataclasses.replace(step, idx=1), Step)
    assert_type(Step.from_dict(step.to_dict()), Step)
    assert_type(step.dumps(), str)


def matching(document: runsnap.Capture | runsnap.Resumption) -> str:
    match document:
        case runsnap.Capture(run_log=RunLog(agent=agent, cost_estimate=Cost(total_usd=total))):
            assert_type(agent, str)
            assert_type(total, float)
            return agent
        case runsnap.Capture():
            return document.run_id
        case runsnap.Resumption(resume_at=node):
            assert_type(node, str)
            return node


def labels(step: Step) -> str:
    if step.kind == StepKind.LLM_CALL:
        return step.kind
    if isinstance(step.kind, StepKind):
        return step.kind.value
    return step.kind
