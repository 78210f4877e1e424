"""Written by codegen; not public API."""

from __future__ import annotations

from typing import Any

from runsnap._values import doubt
from runsnap.avro._values import (
    Text,
    decimal_bytes,
    decimal_int,
    instant_of,
    json_text,
    json_value,
    label,
    nanos,
    unknown_texts,
    unknown_values,
)

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
_RUN_STATUS: dict[str, Any] = {member.value: member for member in RunStatus}
_STEP_KIND: dict[str, Any] = {member.value: member for member in StepKind}
_FINISH_REASON: dict[str, Any] = {member.value: member for member in FinishReason}
_TEXT_0 = Text(
    pattern="^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$", refused=None, shortest=26, longest=26
)

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


def write_capture(self: Any) -> dict[str, Any]:
    if not isinstance(self, Capture):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.run_id
    record["run_id"] = _TEXT_0(value)
    value = self.run_log
    record["run_log"] = write_run_log(value)
    value = self.llm_io
    record["llm_io"] = (
        [(write_llm_io(value_item)) for value_item in value] if type(value) is list else doubt()
    )
    value = self.model_version
    record["model_version"] = None if value is None else (value if type(value) is str else doubt())
    value = self.rng_seed
    record["rng_seed"] = (
        None
        if value is None
        else (
            decimal_bytes(value)
            if type(value) is int and 0 <= value <= 18446744073709551615
            else doubt()
        )
    )
    value = self.memory_ref
    record["memory_ref"] = None if value is None else (value if type(value) is str else doubt())
    value = self.captured_at
    record["captured_at"] = nanos(value)

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _CAPTURE_MEMBERS, 199) if value or type(value) is not dict else {}
    )
    return record


def read_capture(cls: type[Capture], record: dict[str, Any]) -> Capture:
    self: Capture = _new(cls)
    get = record.get
    value: Any
    value = record["run_id"]
    self.run_id = _TEXT_0(value)
    value = record["run_log"]
    self.run_log = read_run_log(RunLog, value)
    value = record["llm_io"]
    self.llm_io = [(read_llm_io(LlmIo, value_item)) for value_item in value]
    value = get("model_version")
    self.model_version = None if value is None else (value if type(value) is str else doubt())
    value = get("rng_seed")
    self.rng_seed = None if value is None else (decimal_int(value, 0, 18446744073709551615))
    value = get("memory_ref")
    self.memory_ref = None if value is None else (value if type(value) is str else doubt())
    value = record["captured_at"]
    self.captured_at = instant_of(value)

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _CAPTURE_MEMBERS, 199) if value else {}
    return self


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


def write_step(self: Any) -> dict[str, Any]:
    if not isinstance(self, Step):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.idx
    record["idx"] = value if type(value) is int and 0 <= value <= 4294967295 else doubt()
    value = self.kind
    record["kind"] = value if type(value) is str else label(value)
    value = self.name
    record["name"] = None if value is None else (value if type(value) is str else doubt())
    value = self.prompt_tokens
    record["prompt_tokens"] = (
        None
        if value is None
        else (value if type(value) is int and 0 <= value <= 4294967295 else doubt())
    )
    value = self.completion_tokens
    record["completion_tokens"] = (
        None
        if value is None
        else (value if type(value) is int and 0 <= value <= 4294967295 else doubt())
    )
    value = self.cost_usd
    record["cost_usd"] = (
        None
        if value is None
        else (value if type(value) is float and value - value == 0.0 else doubt())
    )
    value = self.input
    record["input"] = json_text(value, 196)
    value = self.output
    record["output"] = json_text(value, 196)
    value = self.error
    record["error"] = None if value is None else (value if type(value) is str else doubt())
    value = self.latency
    record["latency"] = (
        None
        if value is None
        else (value if type(value) is int and 0 <= value <= 9223372036854775807 else doubt())
    )
    value = self.span_id
    record["span_id"] = None if value is None else (value if type(value) is str else doubt())

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _STEP_MEMBERS, 196) if value or type(value) is not dict else {}
    )
    return record


def read_step(cls: type[Step], record: dict[str, Any]) -> Step:
    self: Step = _new(cls)
    get = record.get
    value: Any
    value = record["idx"]
    self.idx = value if 0 <= value <= 4294967295 else doubt()
    value = record["kind"]
    self.kind = _STEP_KIND.get(value, value)
    value = get("name")
    self.name = None if value is None else (value if type(value) is str else doubt())
    value = get("prompt_tokens")
    self.prompt_tokens = None if value is None else (value if 0 <= value <= 4294967295 else doubt())
    value = get("completion_tokens")
    self.completion_tokens = (
        None if value is None else (value if 0 <= value <= 4294967295 else doubt())
    )
    value = get("cost_usd")
    self.cost_usd = None if value is None else (value if value - value == 0.0 else doubt())
    value = record["input"]
    self.input = json_value(value, 196)
    value = record["output"]
    self.output = json_value(value, 196)
    value = get("error")
    self.error = None if value is None else (value if type(value) is str else doubt())
    value = get("latency")
    self.latency = (
        None if value is None else (value if 0 <= value <= 18446744073709551615 else doubt())
    )
    value = get("span_id")
    self.span_id = None if value is None else (value if type(value) is str else doubt())

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _STEP_MEMBERS, 196) if value else {}
    return self


_USAGE_MEMBERS: frozenset[str] = frozenset(
    (
        "prompt_tokens",
        "completion_tokens",
        "cache_read_tokens",
        "cache_creation_tokens",
    )
)


def write_usage(self: Any) -> dict[str, Any]:
    if not isinstance(self, Usage):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.prompt_tokens
    record["prompt_tokens"] = value if type(value) is int and 0 <= value <= 4294967295 else doubt()
    value = self.completion_tokens
    record["completion_tokens"] = (
        value if type(value) is int and 0 <= value <= 4294967295 else doubt()
    )
    value = self.cache_read_tokens
    record["cache_read_tokens"] = (
        0
        if value is None
        else (value if type(value) is int and 0 <= value <= 4294967295 else doubt())
    )
    value = self.cache_creation_tokens
    record["cache_creation_tokens"] = (
        0
        if value is None
        else (value if type(value) is int and 0 <= value <= 4294967295 else doubt())
    )

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _USAGE_MEMBERS, 197) if value or type(value) is not dict else {}
    )
    return record


def read_usage(cls: type[Usage], record: dict[str, Any]) -> Usage:
    self: Usage = _new(cls)
    get = record.get
    value: Any
    value = record["prompt_tokens"]
    self.prompt_tokens = value if 0 <= value <= 4294967295 else doubt()
    value = record["completion_tokens"]
    self.completion_tokens = value if 0 <= value <= 4294967295 else doubt()
    value = get("cache_read_tokens")
    self.cache_read_tokens = (
        0 if value is None else (value if 0 <= value <= 4294967295 else doubt())
    )
    value = get("cache_creation_tokens")
    self.cache_creation_tokens = (
        0 if value is None else (value if 0 <= value <= 4294967295 else doubt())
    )

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _USAGE_MEMBERS, 197) if value else {}
    return self


_COST_MEMBERS: frozenset[str] = frozenset(
    (
        "prompt_usd",
        "completion_usd",
        "cache_usd",
        "total_usd",
    )
)


def write_cost(self: Any) -> dict[str, Any]:
    if not isinstance(self, Cost):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.prompt_usd
    record["prompt_usd"] = value if type(value) is float and value - value == 0.0 else doubt()
    value = self.completion_usd
    record["completion_usd"] = value if type(value) is float and value - value == 0.0 else doubt()
    value = self.cache_usd
    record["cache_usd"] = (
        0.0
        if value is None
        else (value if type(value) is float and value - value == 0.0 else doubt())
    )
    value = self.total_usd
    record["total_usd"] = value if type(value) is float and value - value == 0.0 else doubt()

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _COST_MEMBERS, 197) if value or type(value) is not dict else {}
    )
    return record


def read_cost(cls: type[Cost], record: dict[str, Any]) -> Cost:
    self: Cost = _new(cls)
    get = record.get
    value: Any
    value = record["prompt_usd"]
    self.prompt_usd = value if value - value == 0.0 else doubt()
    value = record["completion_usd"]
    self.completion_usd = value if value - value == 0.0 else doubt()
    value = get("cache_usd")
    self.cache_usd = 0.0 if value is None else (value if value - value == 0.0 else doubt())
    value = record["total_usd"]
    self.total_usd = value if value - value == 0.0 else doubt()

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _COST_MEMBERS, 197) if value else {}
    return self


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


def write_run_log(self: Any) -> dict[str, Any]:
    if not isinstance(self, RunLog):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.run_id
    record["run_id"] = _TEXT_0(value)
    value = self.agent
    record["agent"] = value if type(value) is str else doubt()
    value = self.started_at
    record["started_at"] = nanos(value)
    value = self.finished_at
    record["finished_at"] = None if value is None else (nanos(value))
    value = self.status
    record["status"] = value if type(value) is str else label(value)
    value = self.steps
    record["steps"] = (
        [(write_step(value_item)) for value_item in value] if type(value) is list else doubt()
    )
    value = self.tokens
    record["tokens"] = write_usage(value)
    value = self.cost_estimate
    record["cost_estimate"] = None if value is None else (write_cost(value))

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _RUN_LOG_MEMBERS, 198) if value or type(value) is not dict else {}
    )
    return record


def read_run_log(cls: type[RunLog], record: dict[str, Any]) -> RunLog:
    self: RunLog = _new(cls)
    get = record.get
    value: Any
    value = record["run_id"]
    self.run_id = _TEXT_0(value)
    value = record["agent"]
    self.agent = value if type(value) is str else doubt()
    value = record["started_at"]
    self.started_at = instant_of(value)
    value = get("finished_at")
    self.finished_at = None if value is None else (instant_of(value))
    value = record["status"]
    self.status = _RUN_STATUS.get(value, value)
    value = record["steps"]
    self.steps = [(read_step(Step, value_item)) for value_item in value]
    value = record["tokens"]
    self.tokens = read_usage(Usage, value)
    value = get("cost_estimate")
    self.cost_estimate = None if value is None else (read_cost(Cost, value))

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _RUN_LOG_MEMBERS, 198) if value else {}
    return self


_TOOL_CALL_MEMBERS: frozenset[str] = frozenset(
    (
        "id",
        "name",
        "args",
    )
)


def write_tool_call(self: Any) -> dict[str, Any]:
    if not isinstance(self, ToolCall):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.id
    record["id"] = value if type(value) is str else doubt()
    value = self.name
    record["name"] = value if type(value) is str else doubt()
    value = self.args
    record["args"] = json_text(value, 195)

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _TOOL_CALL_MEMBERS, 195) if value or type(value) is not dict else {}
    )
    return record


def read_tool_call(cls: type[ToolCall], record: dict[str, Any]) -> ToolCall:
    self: ToolCall = _new(cls)
    get = record.get
    value: Any
    value = record["id"]
    self.id = value if type(value) is str else doubt()
    value = record["name"]
    self.name = value if type(value) is str else doubt()
    value = record["args"]
    self.args = json_value(value, 195)

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _TOOL_CALL_MEMBERS, 195) if value else {}
    return self


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


def write_llm_io(self: Any) -> dict[str, Any]:
    if not isinstance(self, LlmIo):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.prompt
    record["prompt"] = "" if value is None else (value if type(value) is str else doubt())
    value = self.completion
    record["completion"] = "" if value is None else (value if type(value) is str else doubt())
    value = self.model
    record["model"] = None if value is None else (value if type(value) is str else doubt())
    value = self.provider
    record["provider"] = None if value is None else (value if type(value) is str else doubt())
    value = self.prompt_tokens
    record["prompt_tokens"] = (
        None
        if value is None
        else (value if type(value) is int and 0 <= value <= 4294967295 else doubt())
    )
    value = self.completion_tokens
    record["completion_tokens"] = (
        None
        if value is None
        else (value if type(value) is int and 0 <= value <= 4294967295 else doubt())
    )
    value = self.tool_calls
    record["tool_calls"] = (
        []
        if value is None
        else (
            [(write_tool_call(value_item)) for value_item in value]
            if type(value) is list
            else doubt()
        )
    )
    value = self.finish_reason
    record["finish_reason"] = (
        None if value is None else (value if type(value) is str else label(value))
    )
    value = self.fingerprint
    record["fingerprint"] = None if value is None else (value if type(value) is str else doubt())

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _LLM_IO_MEMBERS, 197) if value or type(value) is not dict else {}
    )
    return record


def read_llm_io(cls: type[LlmIo], record: dict[str, Any]) -> LlmIo:
    self: LlmIo = _new(cls)
    get = record.get
    value: Any
    value = get("prompt")
    self.prompt = "" if value is None else (value if type(value) is str else doubt())
    value = get("completion")
    self.completion = "" if value is None else (value if type(value) is str else doubt())
    value = get("model")
    self.model = None if value is None else (value if type(value) is str else doubt())
    value = get("provider")
    self.provider = None if value is None else (value if type(value) is str else doubt())
    value = get("prompt_tokens")
    self.prompt_tokens = None if value is None else (value if 0 <= value <= 4294967295 else doubt())
    value = get("completion_tokens")
    self.completion_tokens = (
        None if value is None else (value if 0 <= value <= 4294967295 else doubt())
    )
    value = get("tool_calls")
    self.tool_calls = (
        [] if value is None else ([(read_tool_call(ToolCall, value_item)) for value_item in value])
    )
    value = get("finish_reason")
    self.finish_reason = None if value is None else (_FINISH_REASON.get(value, value))
    value = get("fingerprint")
    self.fingerprint = None if value is None else (value if type(value) is str else doubt())

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _LLM_IO_MEMBERS, 197) if value else {}
    return self


write_document = write_capture
read_document = read_capture
# Versions whose records read_document can read.
DIRECT = frozenset(
    (
        "1.0.0",
        "1.1.0",
        "1.2.0",
    )
)
