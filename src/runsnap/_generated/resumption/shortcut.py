"""Written by codegen; not public API."""

from typing import Annotated as _Annotated
from typing import Any, Literal

import msgspec as _msgspec

from runsnap import _shortcut
from runsnap._values import doubt as _doubt

from .codec import _new
from .models import Artifact, Resumption, Spend, Usage

_UNSET = _msgspec.UNSET


class _ArtifactIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    name: str
    content_type: str = _msgspec.field(name="contentType")
    value: Any


def build_artifact(struct: _ArtifactIn) -> Artifact:
    """The dataclass of what was decoded."""
    self: Artifact = _new(Artifact)
    value: Any
    self.name = struct.name
    self.content_type = struct.content_type
    self.value = struct.value
    self.additional_properties = {}
    return self


class _UsageIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    input_tokens: _Annotated[int, _msgspec.Meta(ge=0)] = _msgspec.field(name="inputTokens")
    output_tokens: _Annotated[int, _msgspec.Meta(ge=0)] = _msgspec.field(name="outputTokens")
    cache_read_tokens: _Annotated[int, _msgspec.Meta(ge=0)] | _msgspec.UnsetType = _msgspec.field(
        name="cacheReadTokens", default=_UNSET
    )


def build_usage(struct: _UsageIn) -> Usage:
    """The dataclass of what was decoded."""
    self: Usage = _new(Usage)
    value: Any
    value = struct.input_tokens
    self.input_tokens = value if value <= 18446744073709551615 else _doubt()
    value = struct.output_tokens
    self.output_tokens = value if value <= 18446744073709551615 else _doubt()
    value = struct.cache_read_tokens
    self.cache_read_tokens = (
        0 if value is _UNSET else (value if value <= 18446744073709551615 else _doubt())
    )
    self.additional_properties = {}
    return self


class _SpendIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    micros: _Annotated[int, _msgspec.Meta(ge=0)] | _msgspec.UnsetType = _msgspec.field(
        default=_UNSET
    )
    currency: str | None | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    unpriced: dict[str, str] | _msgspec.UnsetType = _msgspec.field(default=_UNSET)


def build_spend(struct: _SpendIn) -> Spend:
    """The dataclass of what was decoded."""
    self: Spend = _new(Spend)
    value: Any
    value = struct.micros
    self.micros = (
        0
        if value is _UNSET
        else (value if value <= 340282366920938463463374607431768211455 else _doubt())
    )
    value = struct.currency
    self.currency = None if value is _UNSET else value
    value = struct.unpriced
    self.unpriced = {} if value is _UNSET else value
    self.additional_properties = {}
    return self


class _ResumptionIn(_msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    ingot_snapshot: Literal["0.1"] = _msgspec.field(name="ingotSnapshot")
    kind: Literal["resumption"]
    agent: str
    artifact: str
    label: str
    stopped_at: str = _msgspec.field(name="stoppedAt")
    resume_at: str = _msgspec.field(name="resumeAt")
    inputs: dict[str, Any]
    bindings: dict[str, Any]
    state: dict[str, Any] | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    outputs: dict[str, _ArtifactIn] | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    steps: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]
    usage: _UsageIn
    spend: _SpendIn | _msgspec.UnsetType = _msgspec.field(default=_UNSET)
    model_calls: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | _msgspec.UnsetType = (
        _msgspec.field(name="modelCalls", default=_UNSET)
    )
    tool_calls: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | _msgspec.UnsetType = (
        _msgspec.field(name="toolCalls", default=_UNSET)
    )
    consultations: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] | _msgspec.UnsetType = (
        _msgspec.field(default=_UNSET)
    )


def build_resumption(struct: _ResumptionIn) -> Resumption:
    """The dataclass of what was decoded."""
    self: Resumption = _new(Resumption)
    value: Any
    self.ingot_snapshot = struct.ingot_snapshot
    self.kind = struct.kind
    self.agent = struct.agent
    self.artifact = struct.artifact
    self.label = struct.label
    self.stopped_at = struct.stopped_at
    self.resume_at = struct.resume_at
    self.inputs = struct.inputs
    self.bindings = struct.bindings
    value = struct.state
    self.state = {} if value is _UNSET else value
    value = struct.outputs
    self.outputs = (
        {}
        if value is _UNSET
        else {name: build_artifact(value_item) for name, value_item in value.items()}
    )
    self.steps = struct.steps
    value = struct.usage
    self.usage = build_usage(value)
    value = struct.spend
    self.spend = Spend() if value is _UNSET else build_spend(value)
    value = struct.model_calls
    self.model_calls = 0 if value is _UNSET else value
    value = struct.tool_calls
    self.tool_calls = 0 if value is _UNSET else value
    value = struct.consultations
    self.consultations = 0 if value is _UNSET else value
    self.additional_properties = {}
    return self


class _ArtifactOut(_msgspec.Struct, kw_only=True, omit_defaults=False, gc=False):
    name: str
    content_type: str = _msgspec.field(name="contentType")
    value: Any


def gather_artifact(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not Artifact or self.additional_properties != {}:
        _doubt()
    free.append(self.value)


class _UsageOut(_msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    input_tokens: _Annotated[int, _msgspec.Meta(ge=0)] = _msgspec.field(name="inputTokens")
    output_tokens: _Annotated[int, _msgspec.Meta(ge=0)] = _msgspec.field(name="outputTokens")
    cache_read_tokens: _Annotated[int, _msgspec.Meta(ge=0)] = _msgspec.field(
        name="cacheReadTokens", default=0
    )


def gather_usage(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not Usage or self.additional_properties != {}:
        _doubt()
    value = self.input_tokens
    if not (value <= 18446744073709551615):
        _doubt()
    value = self.output_tokens
    if not (value <= 18446744073709551615):
        _doubt()
    value = self.cache_read_tokens
    if not (value <= 18446744073709551615):
        _doubt()
    if type(value) is not int:
        _doubt()


class _SpendOut(_msgspec.Struct, kw_only=True, omit_defaults=False, gc=False):
    micros: _Annotated[int, _msgspec.Meta(ge=0)]
    currency: str | None
    unpriced: dict[str, str]


def gather_spend(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not Spend or self.additional_properties != {}:
        _doubt()
    value = self.micros
    if not (value <= 340282366920938463463374607431768211455):
        _doubt()
    value = self.unpriced
    if type(value) is not dict:
        _doubt()


class _ResumptionOut(_msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    ingot_snapshot: Literal["0.1"] = _msgspec.field(name="ingotSnapshot")
    kind: Literal["resumption"]
    agent: str
    artifact: str
    label: str
    stopped_at: str = _msgspec.field(name="stoppedAt")
    resume_at: str = _msgspec.field(name="resumeAt")
    inputs: dict[str, Any]
    bindings: dict[str, Any]
    state: dict[str, Any] = _msgspec.field(default_factory=dict)
    outputs: dict[str, _ArtifactOut] = _msgspec.field(default_factory=dict)
    steps: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]
    usage: _UsageOut
    spend: _SpendOut
    model_calls: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] = _msgspec.field(
        name="modelCalls"
    )
    tool_calls: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)] = _msgspec.field(
        name="toolCalls"
    )
    consultations: _Annotated[int, _msgspec.Meta(ge=0, le=4294967295)]


def gather_resumption(self: Any, free: list[Any]) -> None:
    """Put the values of any JSON into ``free``; doubt what a struct would take on trust."""
    value: Any
    if type(self) is not Resumption or self.additional_properties != {}:
        _doubt()
    value = self.inputs
    if type(value) is not dict:
        _doubt()
    free.append(value)
    value = self.bindings
    if type(value) is not dict:
        _doubt()
    free.append(value)
    value = self.state
    if type(value) is not dict:
        _doubt()
    free.append(value)
    value = self.outputs
    if type(value) is not dict:
        _doubt()
    for value_item in value.values():
        gather_artifact(value_item, free)
    value = self.usage
    gather_usage(value, free)
    value = self.spend
    gather_spend(value, free)


READERS: dict[str, _shortcut.Reader] = {
    "Artifact": _shortcut.Reader(_ArtifactIn, build_artifact),
    "Usage": _shortcut.Reader(_UsageIn, build_usage),
    "Spend": _shortcut.Reader(_SpendIn, build_spend),
    "Resumption": _shortcut.Reader(_ResumptionIn, build_resumption),
}

WRITERS: dict[str, _shortcut.Writer] = {
    "Artifact": _shortcut.Writer(_ArtifactOut, gather_artifact),
    "Usage": _shortcut.Writer(_UsageOut, gather_usage),
    "Spend": _shortcut.Writer(_SpendOut, gather_spend),
    "Resumption": _shortcut.Writer(_ResumptionOut, gather_resumption),
}
