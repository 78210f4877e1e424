"""Written by codegen; not public API."""

from __future__ import annotations

from typing import Any

from runsnap._binding import Binding
from runsnap._values import (
    add_unknown,
    instant,
    integer,
    number,
    out_instant,
    out_integer,
    out_label,
    out_number,
    out_text,
    refuse,
)

from ..catalog import CATALOG
from .models import (
    Capture,
    Cost,
    FinishReason,
    LlmIo,
    RunLog,
    RunStatus,
    Step,
    StepKind,
    ToolCall,
    Usage,
)

_new: Any = object.__new__


_RUN_STATUS_LABELS: dict[Any, Any] = {member.value: member for member in RunStatus}

_STEP_KIND_LABELS: dict[Any, Any] = {member.value: member for member in StepKind}

_FINISH_REASON_LABELS: dict[Any, Any] = {member.value: member for member in FinishReason}


_CAPTURE_MEMBERS: frozenset[str] = frozenset(
    (
        "run_id",
        "run_log",
        "llm_io",
        "model_version",
        "rng_seed",
        "memory_ref",
        "captured_at",
    )
)


def read_capture(cls: type[Capture], plain: dict[str, Any]) -> Capture:
    """Build from plain values that the schema accepts."""
    self: Capture = _new(cls)
    get = plain.get
    value: Any
    self.run_id = plain["run_id"]
    value = plain["run_log"]
    self.run_log = read_run_log(RunLog, value)
    value = plain["llm_io"]
    self.llm_io = [read_llm_io(LlmIo, value_item) for value_item in value]
    self.model_version = get("model_version")
    value = get("rng_seed")
    self.rng_seed = value if type(value) is int or value is None else integer(value)
    self.memory_ref = get("memory_ref")
    value = plain["captured_at"]
    self.captured_at = instant(value)
    self.additional_properties = (
        {}
        if _CAPTURE_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _CAPTURE_MEMBERS}
    )
    return self


def write_capture(self: Capture) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.run_id
    plain["run_id"] = value if type(value) is str else out_text(value)
    value = self.run_log
    plain["run_log"] = (
        write_run_log(value) if isinstance(value, RunLog) else refuse(value, "RunLog")
    )
    value = self.llm_io
    plain["llm_io"] = (
        [
            write_llm_io(value_item)
            if isinstance(value_item, LlmIo)
            else refuse(value_item, "LlmIo")
            for value_item in value
        ]
        if isinstance(value, list)
        else refuse(value, "list")
    )
    value = self.model_version
    plain["model_version"] = value if type(value) is str else out_text(value)
    value = self.rng_seed
    plain["rng_seed"] = value if type(value) is int else out_integer(value)
    value = self.memory_ref
    plain["memory_ref"] = value if type(value) is str else out_text(value)
    value = self.captured_at
    plain["captured_at"] = out_instant(value)

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _CAPTURE_MEMBERS)
    return plain


_STEP_MEMBERS: frozenset[str] = frozenset(
    (
        "idx",
        "kind",
        "name",
        "prompt_tokens",
        "completion_tokens",
        "cost_usd",
        "input",
        "output",
        "error",
        "latency",
        "span_id",
    )
)


def read_step(cls: type[Step], plain: dict[str, Any]) -> Step:
    """Build from plain values that the schema accepts."""
    self: Step = _new(cls)
    get = plain.get
    value: Any
    value = plain["idx"]
    self.idx = value if type(value) is int else integer(value)
    value = plain["kind"]
    self.kind = _STEP_KIND_LABELS.get(value, value)
    self.name = get("name")
    value = get("prompt_tokens")
    self.prompt_tokens = value if type(value) is int or value is None else integer(value)
    value = get("completion_tokens")
    self.completion_tokens = value if type(value) is int or value is None else integer(value)
    value = get("cost_usd")
    self.cost_usd = value if type(value) is float or value is None else number(value)
    self.input = plain["input"]
    self.output = plain["output"]
    self.error = get("error")
    value = get("latency")
    self.latency = value if type(value) is int or value is None else integer(value)
    self.span_id = get("span_id")
    self.additional_properties = (
        {}
        if _STEP_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _STEP_MEMBERS}
    )
    return self


def write_step(self: Step) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.idx
    plain["idx"] = value if type(value) is int else out_integer(value)
    value = self.kind
    plain["kind"] = value if type(value) is str else out_label(value)
    value = self.name
    plain["name"] = value if type(value) is str else out_text(value)
    value = self.prompt_tokens
    plain["prompt_tokens"] = value if type(value) is int else out_integer(value)
    value = self.completion_tokens
    plain["completion_tokens"] = value if type(value) is int else out_integer(value)
    value = self.cost_usd
    plain["cost_usd"] = value if type(value) is float else out_number(value)
    plain["input"] = self.input
    plain["output"] = self.output
    value = self.error
    plain["error"] = value if type(value) is str else out_text(value)
    value = self.latency
    plain["latency"] = value if type(value) is int else out_integer(value)
    value = self.span_id
    plain["span_id"] = value if type(value) is str else out_text(value)

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _STEP_MEMBERS)
    return plain


_USAGE_MEMBERS: frozenset[str] = frozenset(
    (
        "prompt_tokens",
        "completion_tokens",
        "cache_read_tokens",
        "cache_creation_tokens",
    )
)


def read_usage(cls: type[Usage], plain: dict[str, Any]) -> Usage:
    """Build from plain values that the schema accepts."""
    self: Usage = _new(cls)
    get = plain.get
    value: Any
    value = plain["prompt_tokens"]
    self.prompt_tokens = value if type(value) is int else integer(value)
    value = plain["completion_tokens"]
    self.completion_tokens = value if type(value) is int else integer(value)
    value = get("cache_read_tokens")
    self.cache_read_tokens = (
        0 if value is None else (value if type(value) is int else integer(value))
    )
    value = get("cache_creation_tokens")
    self.cache_creation_tokens = (
        0 if value is None else (value if type(value) is int else integer(value))
    )
    self.additional_properties = (
        {}
        if _USAGE_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _USAGE_MEMBERS}
    )
    return self


def write_usage(self: Usage) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.prompt_tokens
    plain["prompt_tokens"] = value if type(value) is int else out_integer(value)
    value = self.completion_tokens
    plain["completion_tokens"] = value if type(value) is int else out_integer(value)
    value = self.cache_read_tokens
    if value is None:
        value = 0
    plain["cache_read_tokens"] = value if type(value) is int else out_integer(value)
    value = self.cache_creation_tokens
    if value is None:
        value = 0
    plain["cache_creation_tokens"] = value if type(value) is int else out_integer(value)

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _USAGE_MEMBERS)
    return plain


_COST_MEMBERS: frozenset[str] = frozenset(
    (
        "prompt_usd",
        "completion_usd",
        "cache_usd",
        "total_usd",
    )
)


def read_cost(cls: type[Cost], plain: dict[str, Any]) -> Cost:
    """Build from plain values that the schema accepts."""
    self: Cost = _new(cls)
    get = plain.get
    value: Any
    value = plain["prompt_usd"]
    self.prompt_usd = value if type(value) is float else number(value)
    value = plain["completion_usd"]
    self.completion_usd = value if type(value) is float else number(value)
    value = get("cache_usd")
    self.cache_usd = 0.0 if value is None else (value if type(value) is float else number(value))
    value = plain["total_usd"]
    self.total_usd = value if type(value) is float else number(value)
    self.additional_properties = (
        {}
        if _COST_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _COST_MEMBERS}
    )
    return self


def write_cost(self: Cost) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.prompt_usd
    plain["prompt_usd"] = value if type(value) is float else out_number(value)
    value = self.completion_usd
    plain["completion_usd"] = value if type(value) is float else out_number(value)
    value = self.cache_usd
    if value is None:
        value = 0.0
    plain["cache_usd"] = value if type(value) is float else out_number(value)
    value = self.total_usd
    plain["total_usd"] = value if type(value) is float else out_number(value)

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _COST_MEMBERS)
    return plain


_RUN_LOG_MEMBERS: frozenset[str] = frozenset(
    (
        "run_id",
        "agent",
        "started_at",
        "finished_at",
        "status",
        "steps",
        "tokens",
        "cost_estimate",
    )
)


def read_run_log(cls: type[RunLog], plain: dict[str, Any]) -> RunLog:
    """Build from plain values that the schema accepts."""
    self: RunLog = _new(cls)
    get = plain.get
    value: Any
    self.run_id = plain["run_id"]
    self.agent = plain["agent"]
    value = plain["started_at"]
    self.started_at = instant(value)
    value = get("finished_at")
    self.finished_at = None if value is None else instant(value)
    value = plain["status"]
    self.status = _RUN_STATUS_LABELS.get(value, value)
    value = plain["steps"]
    self.steps = [read_step(Step, value_item) for value_item in value]
    value = plain["tokens"]
    self.tokens = read_usage(Usage, value)
    value = get("cost_estimate")
    self.cost_estimate = None if value is None else read_cost(Cost, value)
    self.additional_properties = (
        {}
        if _RUN_LOG_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _RUN_LOG_MEMBERS}
    )
    return self


def write_run_log(self: RunLog) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.run_id
    plain["run_id"] = value if type(value) is str else out_text(value)
    value = self.agent
    plain["agent"] = value if type(value) is str else out_text(value)
    value = self.started_at
    plain["started_at"] = out_instant(value)
    value = self.finished_at
    plain["finished_at"] = out_instant(value)
    value = self.status
    plain["status"] = value if type(value) is str else out_label(value)
    value = self.steps
    plain["steps"] = (
        [
            write_step(value_item) if isinstance(value_item, Step) else refuse(value_item, "Step")
            for value_item in value
        ]
        if isinstance(value, list)
        else refuse(value, "list")
    )
    value = self.tokens
    plain["tokens"] = write_usage(value) if isinstance(value, Usage) else refuse(value, "Usage")
    value = self.cost_estimate
    plain["cost_estimate"] = write_cost(value) if isinstance(value, Cost) else refuse(value, "Cost")

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _RUN_LOG_MEMBERS)
    return plain


_TOOL_CALL_MEMBERS: frozenset[str] = frozenset(
    (
        "id",
        "name",
        "args",
    )
)


def read_tool_call(cls: type[ToolCall], plain: dict[str, Any]) -> ToolCall:
    """Build from plain values that the schema accepts."""
    self: ToolCall = _new(cls)
    get = plain.get
    value: Any
    self.id = plain["id"]
    self.name = plain["name"]
    self.args = plain["args"]
    self.additional_properties = (
        {}
        if _TOOL_CALL_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _TOOL_CALL_MEMBERS}
    )
    return self


def write_tool_call(self: ToolCall) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.id
    plain["id"] = value if type(value) is str else out_text(value)
    value = self.name
    plain["name"] = value if type(value) is str else out_text(value)
    plain["args"] = self.args

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _TOOL_CALL_MEMBERS)
    return plain


_LLM_IO_MEMBERS: frozenset[str] = frozenset(
    (
        "prompt",
        "completion",
        "model",
        "provider",
        "prompt_tokens",
        "completion_tokens",
        "tool_calls",
        "finish_reason",
        "fingerprint",
    )
)


def read_llm_io(cls: type[LlmIo], plain: dict[str, Any]) -> LlmIo:
    """Build from plain values that the schema accepts."""
    self: LlmIo = _new(cls)
    get = plain.get
    value: Any
    value = get("prompt")
    self.prompt = "" if value is None else value
    value = get("completion")
    self.completion = "" if value is None else value
    self.model = get("model")
    self.provider = get("provider")
    value = get("prompt_tokens")
    self.prompt_tokens = value if type(value) is int or value is None else integer(value)
    value = get("completion_tokens")
    self.completion_tokens = value if type(value) is int or value is None else integer(value)
    value = get("tool_calls")
    self.tool_calls = (
        [] if value is None else [read_tool_call(ToolCall, value_item) for value_item in value]
    )
    value = get("finish_reason")
    self.finish_reason = _FINISH_REASON_LABELS.get(value, value)
    self.fingerprint = get("fingerprint")
    self.additional_properties = (
        {}
        if _LLM_IO_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _LLM_IO_MEMBERS}
    )
    return self


def write_llm_io(self: LlmIo) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.prompt
    if value is None:
        value = ""
    plain["prompt"] = value if type(value) is str else out_text(value)
    value = self.completion
    if value is None:
        value = ""
    plain["completion"] = value if type(value) is str else out_text(value)
    value = self.model
    plain["model"] = value if type(value) is str else out_text(value)
    value = self.provider
    plain["provider"] = value if type(value) is str else out_text(value)
    value = self.prompt_tokens
    plain["prompt_tokens"] = value if type(value) is int else out_integer(value)
    value = self.completion_tokens
    plain["completion_tokens"] = value if type(value) is int else out_integer(value)
    value = self.tool_calls
    if value is None:
        value = []
    plain["tool_calls"] = (
        [
            write_tool_call(value_item)
            if isinstance(value_item, ToolCall)
            else refuse(value_item, "ToolCall")
            for value_item in value
        ]
        if isinstance(value, list)
        else refuse(value, "list")
    )
    value = self.finish_reason
    plain["finish_reason"] = value if type(value) is str else out_label(value)
    value = self.fingerprint
    plain["fingerprint"] = value if type(value) is str else out_text(value)

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _LLM_IO_MEMBERS)
    return plain


Capture._binding = Binding(
    catalog=CATALOG,
    kind="capture",
    record="Capture",
    is_document=True,
    read=read_capture,
    write=write_capture,
)

Step._binding = Binding(
    catalog=CATALOG,
    kind="capture",
    record="Step",
    is_document=False,
    read=read_step,
    write=write_step,
)

Usage._binding = Binding(
    catalog=CATALOG,
    kind="capture",
    record="Usage",
    is_document=False,
    read=read_usage,
    write=write_usage,
)

Cost._binding = Binding(
    catalog=CATALOG,
    kind="capture",
    record="Cost",
    is_document=False,
    read=read_cost,
    write=write_cost,
)

RunLog._binding = Binding(
    catalog=CATALOG,
    kind="capture",
    record="RunLog",
    is_document=False,
    read=read_run_log,
    write=write_run_log,
)

ToolCall._binding = Binding(
    catalog=CATALOG,
    kind="capture",
    record="ToolCall",
    is_document=False,
    read=read_tool_call,
    write=write_tool_call,
)

LlmIo._binding = Binding(
    catalog=CATALOG,
    kind="capture",
    record="LlmIo",
    is_document=False,
    read=read_llm_io,
    write=write_llm_io,
)
