"""Written by codegen; not public API."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from runsnap._behaviour.record import Record
from runsnap._behaviour.resumption import ResumptionBehaviour
from runsnap._json import JSONValue


@dataclass(slots=True, kw_only=True, repr=False)
class Artifact(Record):
    """Something that the run has put out."""

    name: str = field(metadata={"wire": "name"})
    """Name of the output."""
    content_type: str = field(metadata={"wire": "contentType"})
    """Type of its content, such as markdown."""
    value: JSONValue = field(metadata={"wire": "value"})
    """The content: any JSON, null among it."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""


@dataclass(slots=True, kw_only=True, repr=False)
class Resumption(ResumptionBehaviour):
    """A run that was stopped at a checkpoint and can be continued: where it stopped, what it holds and what it has used."""

    ingot_snapshot: Literal["0.1"] = field(default="0.1", metadata={"wire": "ingotSnapshot"})
    """Version of the snapshot format."""
    kind: Literal["resumption"] = field(default="resumption", metadata={"wire": "kind"})
    """Kind of the snapshot."""
    agent: str = field(metadata={"wire": "agent"})
    """Name of the agent that was stopped; it may be empty."""
    artifact: str = field(metadata={"wire": "artifact"})
    """Digest of the agent's compiled form: sha256: and 64 lower-case hexadecimal digits. A run continues only with the agent of this digest."""
    label: str = field(metadata={"wire": "label"})
    """Label of the checkpoint that the run stopped at; it may be empty."""
    stopped_at: str = field(metadata={"wire": "stoppedAt"})
    """Identifier of the checkpoint's node."""
    resume_at: str = field(metadata={"wire": "resumeAt"})
    """Identifier of the node that the run continues from: the one after the checkpoint, which is not passed again."""
    inputs: dict[str, JSONValue] = field(metadata={"wire": "inputs"})
    """Values that the run was started with, by name."""
    bindings: dict[str, JSONValue] = field(metadata={"wire": "bindings"})
    """Values bound when the run stopped, by name; inputs and temporary names among them."""
    state: dict[str, JSONValue] = field(default_factory=dict, metadata={"wire": "state"})
    """State of the agent, by field. Absent when empty."""
    outputs: dict[str, Artifact] = field(default_factory=dict, metadata={"wire": "outputs"})
    """What the run has put out so far, by name. Absent when empty."""
    steps: int = field(metadata={"wire": "steps", "minimum": 0, "maximum": 4294967295})
    """Steps taken so far."""
    usage: Usage = field(metadata={"wire": "usage"})
    """Tokens used so far."""
    spend: Spend = field(default_factory=lambda: Spend(), metadata={"wire": "spend"})
    """Money spent so far. Absent stands for nothing spent."""
    model_calls: int = field(
        default=0, metadata={"wire": "modelCalls", "minimum": 0, "maximum": 4294967295}
    )
    """Calls of models so far; recorded answers are matched by this position. Absent stands for 0."""
    tool_calls: int = field(
        default=0, metadata={"wire": "toolCalls", "minimum": 0, "maximum": 4294967295}
    )
    """Calls of tools so far; recorded results are matched by this position. Absent stands for 0."""
    consultations: int = field(
        default=0, metadata={"wire": "consultations", "minimum": 0, "maximum": 4294967295}
    )
    """Consultations of people so far; recorded answers are matched by this position. Absent stands for 0, as in files of earlier writers."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""


@dataclass(slots=True, kw_only=True, repr=False)
class Spend(Record):
    """Money spent on models."""

    micros: int = field(
        default=0,
        metadata={
            "wire": "micros",
            "unit": "1e-6 currency",
            "minimum": 0,
            "maximum": 340282366920938463463374607431768211455,
        },
    )
    """Amount in millionths of the currency. Absent stands for 0."""
    currency: str | None = field(default=None, metadata={"wire": "currency"})
    """Code of the currency, as the writer spells it. Null when nothing with a price was used."""
    unpriced: dict[str, str] = field(default_factory=dict, metadata={"wire": "unpriced"})
    """Models without a price, each with the reason. Absent stands for none."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""


@dataclass(slots=True, kw_only=True, repr=False)
class Usage(Record):
    """Counts of tokens."""

    input_tokens: int = field(
        metadata={
            "wire": "inputTokens",
            "unit": "token",
            "minimum": 0,
            "maximum": 18446744073709551615,
        }
    )
    """Tokens sent to models."""
    output_tokens: int = field(
        metadata={
            "wire": "outputTokens",
            "unit": "token",
            "minimum": 0,
            "maximum": 18446744073709551615,
        }
    )
    """Tokens produced by models."""
    cache_read_tokens: int = field(
        default=0,
        metadata={
            "wire": "cacheReadTokens",
            "unit": "token",
            "minimum": 0,
            "maximum": 18446744073709551615,
        },
    )
    """Tokens that were read from a provider's cache. Absent stands for 0."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""
