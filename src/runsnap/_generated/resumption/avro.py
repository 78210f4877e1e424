"""Written by codegen; not public API."""

from __future__ import annotations

from typing import Any

from runsnap._values import doubt
from runsnap.avro._values import (
    decimal_bytes,
    decimal_int,
    json_text,
    json_value,
    names,
    unknown_texts,
    unknown_values,
)

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


def write_resumption(self: Any) -> dict[str, Any]:
    if not isinstance(self, Resumption):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.ingot_snapshot
    record["ingotSnapshot"] = value if type(value) is str and value == "0.1" else doubt()
    value = self.kind
    record["kind"] = value if type(value) is str and value == "resumption" else doubt()
    value = self.agent
    record["agent"] = value if type(value) is str else doubt()
    value = self.artifact
    record["artifact"] = value if type(value) is str else doubt()
    value = self.label
    record["label"] = value if type(value) is str else doubt()
    value = self.stopped_at
    record["stoppedAt"] = value if type(value) is str else doubt()
    value = self.resume_at
    record["resumeAt"] = value if type(value) is str else doubt()
    value = self.inputs
    record["inputs"] = (
        {name: (json_text(value_item, 198)) for name, value_item in value.items()}
        if names(value)
        else doubt()
    )
    value = self.bindings
    record["bindings"] = (
        {name: (json_text(value_item, 198)) for name, value_item in value.items()}
        if names(value)
        else doubt()
    )
    value = self.state
    record["state"] = (
        {name: (json_text(value_item, 198)) for name, value_item in value.items()}
        if names(value)
        else doubt()
    )
    value = self.outputs
    record["outputs"] = (
        {name: (write_artifact(value_item)) for name, value_item in value.items()}
        if names(value)
        else doubt()
    )
    value = self.steps
    record["steps"] = value if type(value) is int and 0 <= value <= 4294967295 else doubt()
    value = self.usage
    record["usage"] = write_usage(value)
    value = self.spend
    record["spend"] = write_spend(value)
    value = self.model_calls
    record["modelCalls"] = value if type(value) is int and 0 <= value <= 4294967295 else doubt()
    value = self.tool_calls
    record["toolCalls"] = value if type(value) is int and 0 <= value <= 4294967295 else doubt()
    value = self.consultations
    record["consultations"] = value if type(value) is int and 0 <= value <= 4294967295 else doubt()

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _RESUMPTION_MEMBERS, 199) if value or type(value) is not dict else {}
    )
    return record


def read_resumption(cls: type[Resumption], record: dict[str, Any]) -> Resumption:
    self: Resumption = _new(cls)
    get = record.get
    value: Any
    value = record["ingotSnapshot"]
    self.ingot_snapshot = value if value == "0.1" else doubt()
    value = record["kind"]
    self.kind = value if value == "resumption" else doubt()
    value = record["agent"]
    self.agent = value if type(value) is str else doubt()
    value = record["artifact"]
    self.artifact = value if type(value) is str else doubt()
    value = record["label"]
    self.label = value if type(value) is str else doubt()
    value = record["stoppedAt"]
    self.stopped_at = value if type(value) is str else doubt()
    value = record["resumeAt"]
    self.resume_at = value if type(value) is str else doubt()
    value = record["inputs"]
    self.inputs = {name: (json_value(value_item, 198)) for name, value_item in value.items()}
    value = record["bindings"]
    self.bindings = {name: (json_value(value_item, 198)) for name, value_item in value.items()}
    value = get("state")
    self.state = (
        {}
        if value is None
        else ({name: (json_value(value_item, 198)) for name, value_item in value.items()})
    )
    value = get("outputs")
    self.outputs = (
        {}
        if value is None
        else ({name: (read_artifact(Artifact, value_item)) for name, value_item in value.items()})
    )
    value = record["steps"]
    self.steps = value if 0 <= value <= 4294967295 else doubt()
    value = record["usage"]
    self.usage = read_usage(Usage, value)
    value = get("spend")
    self.spend = Spend() if value is None else (read_spend(Spend, value))
    value = get("modelCalls")
    self.model_calls = 0 if value is None else (value if 0 <= value <= 4294967295 else doubt())
    value = get("toolCalls")
    self.tool_calls = 0 if value is None else (value if 0 <= value <= 4294967295 else doubt())
    value = get("consultations")
    self.consultations = 0 if value is None else (value if 0 <= value <= 4294967295 else doubt())

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _RESUMPTION_MEMBERS, 199) if value else {}
    return self


_ARTIFACT_MEMBERS: frozenset[str] = frozenset(
    (
        "name",
        "contentType",
        "value",
    )
)


def write_artifact(self: Any) -> dict[str, Any]:
    if not isinstance(self, Artifact):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.name
    record["name"] = value if type(value) is str else doubt()
    value = self.content_type
    record["contentType"] = value if type(value) is str else doubt()
    value = self.value
    record["value"] = json_text(value, 197)

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _ARTIFACT_MEMBERS, 197) if value or type(value) is not dict else {}
    )
    return record


def read_artifact(cls: type[Artifact], record: dict[str, Any]) -> Artifact:
    self: Artifact = _new(cls)
    get = record.get
    value: Any
    value = record["name"]
    self.name = value if type(value) is str else doubt()
    value = record["contentType"]
    self.content_type = value if type(value) is str else doubt()
    value = record["value"]
    self.value = json_value(value, 197)

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _ARTIFACT_MEMBERS, 197) if value else {}
    return self


_USAGE_MEMBERS: frozenset[str] = frozenset(
    (
        "inputTokens",
        "outputTokens",
        "cacheReadTokens",
    )
)


def write_usage(self: Any) -> dict[str, Any]:
    if not isinstance(self, Usage):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.input_tokens
    record["inputTokens"] = (
        value if type(value) is int and 0 <= value <= 9223372036854775807 else doubt()
    )
    value = self.output_tokens
    record["outputTokens"] = (
        value if type(value) is int and 0 <= value <= 9223372036854775807 else doubt()
    )
    value = self.cache_read_tokens
    record["cacheReadTokens"] = (
        value if type(value) is int and 0 <= value <= 9223372036854775807 else doubt()
    )

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _USAGE_MEMBERS, 198) if value or type(value) is not dict else {}
    )
    return record


def read_usage(cls: type[Usage], record: dict[str, Any]) -> Usage:
    self: Usage = _new(cls)
    get = record.get
    value: Any
    value = record["inputTokens"]
    self.input_tokens = value if 0 <= value <= 18446744073709551615 else doubt()
    value = record["outputTokens"]
    self.output_tokens = value if 0 <= value <= 18446744073709551615 else doubt()
    value = get("cacheReadTokens")
    self.cache_read_tokens = (
        0 if value is None else (value if 0 <= value <= 18446744073709551615 else doubt())
    )

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _USAGE_MEMBERS, 198) if value else {}
    return self


_SPEND_MEMBERS: frozenset[str] = frozenset(
    (
        "micros",
        "currency",
        "unpriced",
    )
)


def write_spend(self: Any) -> dict[str, Any]:
    if not isinstance(self, Spend):
        doubt()
    record: dict[str, Any] = {}
    value: Any
    value = self.micros
    record["micros"] = (
        decimal_bytes(value)
        if type(value) is int and 0 <= value <= 99999999999999999999999999999999999999
        else doubt()
    )
    value = self.currency
    record["currency"] = None if value is None else (value if type(value) is str else doubt())
    value = self.unpriced
    record["unpriced"] = (
        {
            name: (value_item if type(value_item) is str else doubt())
            for name, value_item in value.items()
        }
        if names(value)
        else doubt()
    )

    value = self.additional_properties
    record["_unknown"] = (
        unknown_texts(value, _SPEND_MEMBERS, 198) if value or type(value) is not dict else {}
    )
    return record


def read_spend(cls: type[Spend], record: dict[str, Any]) -> Spend:
    self: Spend = _new(cls)
    get = record.get
    value: Any
    value = get("micros")
    self.micros = (
        0 if value is None else (decimal_int(value, 0, 99999999999999999999999999999999999999))
    )
    value = get("currency")
    self.currency = None if value is None else (value if type(value) is str else doubt())
    value = get("unpriced")
    self.unpriced = (
        {}
        if value is None
        else (
            {
                name: (value_item if type(value_item) is str else doubt())
                for name, value_item in value.items()
            }
        )
    )

    value = record["_unknown"]
    self.additional_properties = unknown_values(value, _SPEND_MEMBERS, 198) if value else {}
    return self


write_document = write_resumption
read_document = read_resumption
# Versions whose records read_document can read.
DIRECT = frozenset(
    (
        "0.1.0",
        "0.1.1",
    )
)
