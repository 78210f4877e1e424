"""Written by codegen; not public API."""

from __future__ import annotations

from typing import Any

from runsnap._binding import Binding
from runsnap._values import (
    add_unknown,
    integer,
    out_integer,
    out_text,
    refuse,
)

from ..catalog import CATALOG
from .models import Artifact, Resumption, Spend, Usage

_new: Any = object.__new__


_RESUMPTION_MEMBERS: frozenset[str] = frozenset(
    (
        "ingotSnapshot",
        "kind",
        "agent",
        "artifact",
        "label",
        "stoppedAt",
        "resumeAt",
        "inputs",
        "bindings",
        "state",
        "outputs",
        "steps",
        "usage",
        "spend",
        "modelCalls",
        "toolCalls",
        "consultations",
    )
)


def read_resumption(cls: type[Resumption], plain: dict[str, Any]) -> Resumption:
    """Build from plain values that the schema accepts."""
    self: Resumption = _new(cls)
    get = plain.get
    value: Any
    self.ingot_snapshot = plain["ingotSnapshot"]
    self.kind = plain["kind"]
    self.agent = plain["agent"]
    self.artifact = plain["artifact"]
    self.label = plain["label"]
    self.stopped_at = plain["stoppedAt"]
    self.resume_at = plain["resumeAt"]
    self.inputs = plain["inputs"]
    self.bindings = plain["bindings"]
    value = get("state")
    self.state = {} if value is None else value
    value = get("outputs")
    self.outputs = (
        {}
        if value is None
        else {name: read_artifact(Artifact, value_item) for name, value_item in value.items()}
    )
    value = plain["steps"]
    self.steps = value if type(value) is int else integer(value)
    value = plain["usage"]
    self.usage = read_usage(Usage, value)
    value = get("spend")
    self.spend = Spend() if value is None else read_spend(Spend, value)
    value = get("modelCalls")
    self.model_calls = 0 if value is None else (value if type(value) is int else integer(value))
    value = get("toolCalls")
    self.tool_calls = 0 if value is None else (value if type(value) is int else integer(value))
    value = get("consultations")
    self.consultations = 0 if value is None else (value if type(value) is int else integer(value))
    self.additional_properties = (
        {}
        if _RESUMPTION_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _RESUMPTION_MEMBERS}
    )
    return self


def write_resumption(self: Resumption) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.ingot_snapshot
    plain["ingotSnapshot"] = value if type(value) is str else out_text(value)
    value = self.kind
    plain["kind"] = value if type(value) is str else out_text(value)
    value = self.agent
    plain["agent"] = value if type(value) is str else out_text(value)
    value = self.artifact
    plain["artifact"] = value if type(value) is str else out_text(value)
    value = self.label
    plain["label"] = value if type(value) is str else out_text(value)
    value = self.stopped_at
    plain["stoppedAt"] = value if type(value) is str else out_text(value)
    value = self.resume_at
    plain["resumeAt"] = value if type(value) is str else out_text(value)
    plain["inputs"] = self.inputs
    plain["bindings"] = self.bindings
    value = self.state
    if value is None:
        value = {}
    written = value
    if type(written) is not dict or written != {}:
        plain["state"] = written
    value = self.outputs
    if value is None:
        value = {}
    written = (
        {
            name: write_artifact(value_item)
            if isinstance(value_item, Artifact)
            else refuse(value_item, "Artifact")
            for name, value_item in value.items()
        }
        if isinstance(value, dict)
        else refuse(value, "dict")
    )
    if type(written) is not dict or written != {}:
        plain["outputs"] = written
    value = self.steps
    plain["steps"] = value if type(value) is int else out_integer(value)
    value = self.usage
    plain["usage"] = write_usage(value) if isinstance(value, Usage) else refuse(value, "Usage")
    value = self.spend
    if value is None:
        value = Spend()
    plain["spend"] = write_spend(value) if isinstance(value, Spend) else refuse(value, "Spend")
    value = self.model_calls
    if value is None:
        value = 0
    plain["modelCalls"] = value if type(value) is int else out_integer(value)
    value = self.tool_calls
    if value is None:
        value = 0
    plain["toolCalls"] = value if type(value) is int else out_integer(value)
    value = self.consultations
    if value is None:
        value = 0
    plain["consultations"] = value if type(value) is int else out_integer(value)

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _RESUMPTION_MEMBERS)
    return plain


_ARTIFACT_MEMBERS: frozenset[str] = frozenset(
    (
        "name",
        "contentType",
        "value",
    )
)


def read_artifact(cls: type[Artifact], plain: dict[str, Any]) -> Artifact:
    """Build from plain values that the schema accepts."""
    self: Artifact = _new(cls)
    get = plain.get
    value: Any
    self.name = plain["name"]
    self.content_type = plain["contentType"]
    self.value = plain["value"]
    self.additional_properties = (
        {}
        if _ARTIFACT_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _ARTIFACT_MEMBERS}
    )
    return self


def write_artifact(self: Artifact) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.name
    plain["name"] = value if type(value) is str else out_text(value)
    value = self.content_type
    plain["contentType"] = value if type(value) is str else out_text(value)
    plain["value"] = self.value

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _ARTIFACT_MEMBERS)
    return plain


_USAGE_MEMBERS: frozenset[str] = frozenset(
    (
        "inputTokens",
        "outputTokens",
        "cacheReadTokens",
    )
)


def read_usage(cls: type[Usage], plain: dict[str, Any]) -> Usage:
    """Build from plain values that the schema accepts."""
    self: Usage = _new(cls)
    get = plain.get
    value: Any
    value = plain["inputTokens"]
    self.input_tokens = value if type(value) is int else integer(value)
    value = plain["outputTokens"]
    self.output_tokens = value if type(value) is int else integer(value)
    value = get("cacheReadTokens")
    self.cache_read_tokens = (
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
    value = self.input_tokens
    plain["inputTokens"] = value if type(value) is int else out_integer(value)
    value = self.output_tokens
    plain["outputTokens"] = value if type(value) is int else out_integer(value)
    value = self.cache_read_tokens
    if value is None:
        value = 0
    written = value if type(value) is int else out_integer(value)
    if type(written) is not int or written != 0:
        plain["cacheReadTokens"] = written

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _USAGE_MEMBERS)
    return plain


_SPEND_MEMBERS: frozenset[str] = frozenset(
    (
        "micros",
        "currency",
        "unpriced",
    )
)


def read_spend(cls: type[Spend], plain: dict[str, Any]) -> Spend:
    """Build from plain values that the schema accepts."""
    self: Spend = _new(cls)
    get = plain.get
    value: Any
    value = get("micros")
    self.micros = 0 if value is None else (value if type(value) is int else integer(value))
    self.currency = get("currency")
    value = get("unpriced")
    self.unpriced = {} if value is None else value
    self.additional_properties = (
        {}
        if _SPEND_MEMBERS.issuperset(plain)
        else {name: value for name, value in plain.items() if name not in _SPEND_MEMBERS}
    )
    return self


def write_spend(self: Spend) -> dict[str, Any]:
    """Plain values, in the order in which the schema declares them."""
    plain: dict[str, Any] = {}
    value: Any
    written: Any
    value = self.micros
    if value is None:
        value = 0
    plain["micros"] = value if type(value) is int else out_integer(value)
    value = self.currency
    plain["currency"] = value if type(value) is str else out_text(value)
    value = self.unpriced
    if value is None:
        value = {}
    plain["unpriced"] = (
        {
            name: value_item if type(value_item) is str else out_text(value_item)
            for name, value_item in value.items()
        }
        if isinstance(value, dict)
        else refuse(value, "dict")
    )

    if self.additional_properties:
        add_unknown(plain, self.additional_properties, _SPEND_MEMBERS)
    return plain


Resumption._binding = Binding(
    catalog=CATALOG,
    kind="resumption",
    record="Resumption",
    is_document=True,
    read=read_resumption,
    write=write_resumption,
)

Artifact._binding = Binding(
    catalog=CATALOG,
    kind="resumption",
    record="Artifact",
    is_document=False,
    read=read_artifact,
    write=write_artifact,
)

Usage._binding = Binding(
    catalog=CATALOG,
    kind="resumption",
    record="Usage",
    is_document=False,
    read=read_usage,
    write=write_usage,
)

Spend._binding = Binding(
    catalog=CATALOG,
    kind="resumption",
    record="Spend",
    is_document=False,
    read=read_spend,
    write=write_spend,
)
