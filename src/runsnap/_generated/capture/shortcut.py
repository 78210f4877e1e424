"""Written by codegen; not public API."""

from typing import Annotated as _Annotated
from typing import Any

import msgspec as _msgspec
from whenever import Instant

from runsnap import _shortcut
from runsnap._values import doubt as _doubt
from runsnap._values import instant

from .codec import _FINISH_REASON_LABELS, _RUN_STATUS_LABELS, _STEP_KIND_LABELS, _new
from .models import Capture, Cost, LlmIo, RunLog, Step, ToolCall, Usage

_UNSET = _msgspec.UNSET


_is_valid_0 = _shortcut.judge(
    {
        "type": "string",
        "minLength": 26,
        "maxLength": 26,
        "pattern": "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$",
    }
)

_is_valid_1 = _shortcut.judge(
    {
        "type": "string",
        "pattern": "^(?:(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29)[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$",
        "not": {"type": "string", "pattern": "[^0-9TtZz:.+-]"},
    }
)


class _StepIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    idx: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]
    kind: str
    name: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    prompt_tokens: (
        _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None | _msgspec.UnsetType
    ) = _msgspec.field(default=_UNSET)
    completion_tokens: (
        _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None | _msgspec.UnsetType
    ) = _msgspec.field(default=_UNSET)
    cost_usd: float | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    input: Any
    output: Any
    error: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    latency: _Annotated[int, _msgspec.Meta(ge=0)] | None | _msgspec.UnsetType = _msgspec.field(
        default=_UNSET
    )
    span_id: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)


def build_step(struct: _StepIn) -> Step:
    """The dataclass of what was decoded."""
    self: Step = _new(Step)
    value: Any
    self.idx = struct.idx
    value = struct.kind
    self.kind = _STEP_KIND_LABELS.get(value, value)
    value = struct.name
    self.name = None if value is _UNSET else value
    value = struct.prompt_tokens
    self.prompt_tokens = None if value is _UNSET else value
    value = struct.completion_tokens
    self.completion_tokens = None if value is _UNSET else value
    value = struct.cost_usd
    self.cost_usd = (
        None
        if value is _UNSET
        else (
            value if value is None or -9007199254740992.0 < value < 9007199254740992.0 else _doubt()
        )
    )
    self.input = struct.input
    self.output = struct.output
    value = struct.error
    self.error = None if value is _UNSET else value
    value = struct.latency
    self.latency = (
        None
        if value is _UNSET
        else (value if value is None or value <= 18446744073709551615 else _doubt())
    )
    value = struct.span_id
    self.span_id = None if value is _UNSET else value
    self.additional_properties = {}
    return self


class _UsageIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    prompt_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]
    completion_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]
    cache_read_tokens: (
        _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None | _msgspec.UnsetType
    ) = _msgspec.field(default=_UNSET)
    cache_creation_tokens: (
        _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None | _msgspec.UnsetType
    ) = _msgspec.field(default=_UNSET)


def build_usage(struct: _UsageIn) -> Usage:
    """The dataclass of what was decoded."""
    self: Usage = _new(Usage)
    value: Any
    self.prompt_tokens = struct.prompt_tokens
    self.completion_tokens = struct.completion_tokens
    value = struct.cache_read_tokens
    self.cache_read_tokens = 0 if value is _UNSET or value is None else value
    value = struct.cache_creation_tokens
    self.cache_creation_tokens = 0 if value is _UNSET or value is None else value
    self.additional_properties = {}
    return self


class _CostIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    prompt_usd: float
    completion_usd: float
    cache_usd: float | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    total_usd: float


def build_cost(struct: _CostIn) -> Cost:
    """The dataclass of what was decoded."""
    self: Cost = _new(Cost)
    value: Any
    value = struct.prompt_usd
    self.prompt_usd = value if -9007199254740992.0 < value < 9007199254740992.0 else _doubt()
    value = struct.completion_usd
    self.completion_usd = value if -9007199254740992.0 < value < 9007199254740992.0 else _doubt()
    value = struct.cache_usd
    self.cache_usd = (
        0.0
        if value is _UNSET or value is None
        else (value if -9007199254740992.0 < value < 9007199254740992.0 else _doubt())
    )
    value = struct.total_usd
    self.total_usd = value if -9007199254740992.0 < value < 9007199254740992.0 else _doubt()
    self.additional_properties = {}
    return self


class _RunLogIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    run_id: str
    agent: str
    started_at: str
    finished_at: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    status: str
    steps: list[_StepIn]
    tokens: _UsageIn
    cost_estimate: _CostIn | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)


def build_run_log(struct: _RunLogIn) -> RunLog:
    """The dataclass of what was decoded."""
    self: RunLog = _new(RunLog)
    value: Any
    value = struct.run_id
    self.run_id = value if _is_valid_0(value) else _doubt()
    self.agent = struct.agent
    value = struct.started_at
    self.started_at = instant(value) if _is_valid_1(value) else _doubt()
    value = struct.finished_at
    self.finished_at = (
        None
        if value is _UNSET
        else (None if value is None else instant(value) if _is_valid_1(value) else _doubt())
    )
    value = struct.status
    self.status = _RUN_STATUS_LABELS.get(value, value)
    value = struct.steps
    self.steps = [build_step(value_item) for value_item in value]
    value = struct.tokens
    self.tokens = build_usage(value)
    value = struct.cost_estimate
    self.cost_estimate = None if value is _UNSET else (None if value is None else build_cost(value))
    self.additional_properties = {}
    return self


class _ToolCallIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    id: str
    name: str
    args: Any


def build_tool_call(struct: _ToolCallIn) -> ToolCall:
    """The dataclass of what was decoded."""
    self: ToolCall = _new(ToolCall)
    value: Any
    self.id = struct.id
    self.name = struct.name
    self.args = struct.args
    self.additional_properties = {}
    return self


class _LlmIoIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    prompt: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    completion: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    model: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    provider: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    prompt_tokens: (
        _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None | _msgspec.UnsetType
    ) = _msgspec.field(default=_UNSET)
    completion_tokens: (
        _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None | _msgspec.UnsetType
    ) = _msgspec.field(default=_UNSET)
    tool_calls: list[_ToolCallIn] | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    finish_reason: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    fingerprint: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)


def build_llm_io(struct: _LlmIoIn) -> LlmIo:
    """The dataclass of what was decoded."""
    self: LlmIo = _new(LlmIo)
    value: Any
    value = struct.prompt
    self.prompt = "" if value is _UNSET or value is None else value
    value = struct.completion
    self.completion = "" if value is _UNSET or value is None else value
    value = struct.model
    self.model = None if value is _UNSET else value
    value = struct.provider
    self.provider = None if value is _UNSET else value
    value = struct.prompt_tokens
    self.prompt_tokens = None if value is _UNSET else value
    value = struct.completion_tokens
    self.completion_tokens = None if value is _UNSET else value
    value = struct.tool_calls
    self.tool_calls = (
        []
        if value is _UNSET or value is None
        else [build_tool_call(value_item) for value_item in value]
    )
    value = struct.finish_reason
    self.finish_reason = None if value is _UNSET else _FINISH_REASON_LABELS.get(value, value)
    value = struct.fingerprint
    self.fingerprint = None if value is _UNSET else value
    self.additional_properties = {}
    return self


class _CaptureIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    run_id: str
    run_log: _RunLogIn
    llm_io: list[_LlmIoIn]
    model_version: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    rng_seed: _Annotated[int, _msgspec.Meta(ge=0)] | None | _msgspec.UnsetType = _msgspec.field(
        default=_UNSET
    )
    memory_ref: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    captured_at: str


def build_capture(struct: _CaptureIn) -> Capture:
    """The dataclass of what was decoded."""
    self: Capture = _new(Capture)
    value: Any
    value = struct.run_id
    self.run_id = value if _is_valid_0(value) else _doubt()
    value = struct.run_log
    self.run_log = build_run_log(value)
    value = struct.llm_io
    self.llm_io = [build_llm_io(value_item) for value_item in value]
    value = struct.model_version
    self.model_version = None if value is _UNSET else value
    value = struct.rng_seed
    self.rng_seed = (
        None
        if value is _UNSET
        else (value if value is None or value <= 18446744073709551615 else _doubt())
    )
    value = struct.memory_ref
    self.memory_ref = None if value is _UNSET else value
    value = struct.captured_at
    self.captured_at = instant(value) if _is_valid_1(value) else _doubt()
    self.additional_properties = {}
    return self


class _StepOut(_msgspec.Struct, kw_only=True, omit_defaults=False, gc=False):
    idx: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]
    kind: str
    name: str | None
    prompt_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None
    completion_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None
    cost_usd: float | None
    input: Any
    output: Any
    error: str | None
    latency: _Annotated[int, _msgspec.Meta(ge=0)] | None
    span_id: str | None


def gather_step(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not Step or self.additional_properties != {}:
        _doubt()
    value = self.cost_usd
    if value is not None and not (type(value) is float and -1e16 < value < 1e16):
        _doubt()
    free.append(self.input)
    free.append(self.output)
    value = self.latency
    if value is not None and not (value <= 18446744073709551615):
        _doubt()


class _UsageOut(_msgspec.Struct, kw_only=True, omit_defaults=False, gc=False):
    prompt_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]
    completion_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]
    cache_read_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]
    cache_creation_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]


def gather_usage(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not Usage or self.additional_properties != {}:
        _doubt()


class _CostOut(_msgspec.Struct, kw_only=True, omit_defaults=False, gc=False):
    prompt_usd: float
    completion_usd: float
    cache_usd: float
    total_usd: float


def gather_cost(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not Cost or self.additional_properties != {}:
        _doubt()
    value = self.prompt_usd
    if not (type(value) is float and -1e16 < value < 1e16):
        _doubt()
    value = self.completion_usd
    if not (type(value) is float and -1e16 < value < 1e16):
        _doubt()
    value = self.cache_usd
    if not (type(value) is float and -1e16 < value < 1e16):
        _doubt()
    value = self.total_usd
    if not (type(value) is float and -1e16 < value < 1e16):
        _doubt()


class _RunLogOut(_msgspec.Struct, kw_only=True, omit_defaults=False, gc=False):
    run_id: str
    agent: str
    started_at: Instant
    finished_at: Instant | None
    status: str
    steps: list[_StepOut]
    tokens: _UsageOut
    cost_estimate: _CostOut | None


def gather_run_log(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not RunLog or self.additional_properties != {}:
        _doubt()
    value = self.run_id
    if not (_is_valid_0(value)):
        _doubt()
    value = self.steps
    if type(value) is not list:
        _doubt()
    for value_item in value:
        gather_step(value_item, free)
    value = self.tokens
    gather_usage(value, free)
    value = self.cost_estimate
    if value is not None:
        gather_cost(value, free)


class _ToolCallOut(_msgspec.Struct, kw_only=True, omit_defaults=False, gc=False):
    id: str
    name: str
    args: Any


def gather_tool_call(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not ToolCall or self.additional_properties != {}:
        _doubt()
    free.append(self.args)


class _LlmIoOut(_msgspec.Struct, kw_only=True, omit_defaults=False, gc=False):
    prompt: str
    completion: str
    model: str | None
    provider: str | None
    prompt_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None
    completion_tokens: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | None
    tool_calls: list[_ToolCallOut]
    finish_reason: str | None
    fingerprint: str | None


def gather_llm_io(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not LlmIo or self.additional_properties != {}:
        _doubt()
    value = self.tool_calls
    if type(value) is not list:
        _doubt()
    for value_item in value:
        gather_tool_call(value_item, free)


class _CaptureOut(_msgspec.Struct, kw_only=True, omit_defaults=False, gc=False):
    run_id: str
    run_log: _RunLogOut
    llm_io: list[_LlmIoOut]
    model_version: str | None
    rng_seed: _Annotated[int, _msgspec.Meta(ge=0)] | None
    memory_ref: str | None
    captured_at: Instant


def gather_capture(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not Capture or self.additional_properties != {}:
        _doubt()
    value = self.run_id
    if not (_is_valid_0(value)):
        _doubt()
    value = self.run_log
    gather_run_log(value, free)
    value = self.llm_io
    if type(value) is not list:
        _doubt()
    for value_item in value:
        gather_llm_io(value_item, free)
    value = self.rng_seed
    if value is not None and not (value <= 18446744073709551615):
        _doubt()


READERS: dict[str, _shortcut.Reader] = {
    "Step": _shortcut.Reader(_StepIn, build_step),
    "Usage": _shortcut.Reader(_UsageIn, build_usage),
    "Cost": _shortcut.Reader(_CostIn, build_cost),
    "RunLog": _shortcut.Reader(_RunLogIn, build_run_log),
    "ToolCall": _shortcut.Reader(_ToolCallIn, build_tool_call),
    "LlmIo": _shortcut.Reader(_LlmIoIn, build_llm_io),
    "Capture": _shortcut.Reader(_CaptureIn, build_capture),
}

WRITERS: dict[str, _shortcut.Writer] = {
    "Step": _shortcut.Writer(_StepOut, gather_step),
    "Usage": _shortcut.Writer(_UsageOut, gather_usage),
    "Cost": _shortcut.Writer(_CostOut, gather_cost),
    "RunLog": _shortcut.Writer(_RunLogOut, gather_run_log),
    "ToolCall": _shortcut.Writer(_ToolCallOut, gather_tool_call),
    "LlmIo": _shortcut.Writer(_LlmIoOut, gather_llm_io),
    "Capture": _shortcut.Writer(_CaptureOut, gather_capture),
}
