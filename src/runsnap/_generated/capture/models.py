"""Written by codegen; not public API."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from whenever import Instant

from runsnap._behaviour.capture import CaptureBehaviour
from runsnap._behaviour.record import Record
from runsnap._json import JSONValue


@dataclass(slots=True, kw_only=True, repr=False)
class Capture(CaptureBehaviour):
    """A self-contained record of one run of an agent that can be replayed: the log of the run beside every word exchanged with language models."""

    run_id: str = field(
        metadata={
            "wire": "run_id",
            "minLength": 26,
            "maxLength": 26,
            "pattern": "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$",
        }
    )
    """Identifier of the captured run; equal to that of run_log."""
    run_log: RunLog = field(metadata={"wire": "run_log"})
    """Log of the run."""
    llm_io: list[LlmIo] = field(metadata={"wire": "llm_io"})
    """Every exchange with a language model, in the order of the steps that made them. Empty in early captures."""
    model_version: str | None = field(default=None, metadata={"wire": "model_version"})
    """Model of the last exchange that names one. Null when none does, as in early captures."""
    rng_seed: int | None = field(
        default=None, metadata={"wire": "rng_seed", "minimum": 0, "maximum": 18446744073709551615}
    )
    """Seed of the random numbers of the run; with it a replay can be identical to the byte. Null when the run was not seeded."""
    memory_ref: str | None = field(default=None, metadata={"wire": "memory_ref"})
    """Opaque reference to the memory that the run started from. Null when it had none."""
    captured_at: Instant = field(
        metadata={
            "wire": "captured_at",
            "pattern": "^(?:(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29)[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$",
            "not": {"type": "string", "pattern": "[^0-9TtZz:.+-]"},
        }
    )
    """When the capture was taken, which is later than the run itself."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""


@dataclass(slots=True, kw_only=True, repr=False)
class Cost(Record):
    """An estimated price, by part."""

    prompt_usd: float = field(metadata={"wire": "prompt_usd", "unit": "USD"})
    """Estimated price of the prompt tokens in US dollars."""
    completion_usd: float = field(metadata={"wire": "completion_usd", "unit": "USD"})
    """Estimated price of the completion tokens in US dollars."""
    cache_usd: float = field(default=0.0, metadata={"wire": "cache_usd", "unit": "USD"})
    """Estimated price of reading and filling the provider's cache in US dollars. Null stands for 0."""
    total_usd: float = field(metadata={"wire": "total_usd", "unit": "USD"})
    """Estimated price of the whole run in US dollars."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""


class FinishReason(StrEnum):
    """Why a model stopped. Open: later writers may use labels that are not listed."""

    STOP = "Stop"
    TOOL_CALLS = "ToolCalls"
    LENGTH = "Length"
    CONTENT_FILTER = "ContentFilter"
    ERROR = "Error"


@dataclass(slots=True, kw_only=True, repr=False)
class LlmIo(Record):
    """One recorded exchange with a language model: what it was asked and what it answered, word for word."""

    prompt: str = field(default="", metadata={"wire": "prompt"})
    """The text that the model was asked with, whole. Null stands for the empty text."""
    completion: str = field(default="", metadata={"wire": "completion"})
    """The text that the model answered with, whole. Null stands for the empty text."""
    model: str | None = field(default=None, metadata={"wire": "model"})
    """Model that answered, as its provider names it. Null when the writer did not note it."""
    provider: str | None = field(default=None, metadata={"wire": "provider"})
    """Service that ran the model. Null when the writer did not note it."""
    prompt_tokens: int | None = field(
        default=None,
        metadata={"wire": "prompt_tokens", "unit": "token", "minimum": 0, "maximum": 4294967295},
    )
    """Tokens of the prompt as the provider counted them. Null when it gave no count."""
    completion_tokens: int | None = field(
        default=None,
        metadata={
            "wire": "completion_tokens",
            "unit": "token",
            "minimum": 0,
            "maximum": 4294967295,
        },
    )
    """Tokens of the completion as the provider counted them. Null when it gave no count."""
    tool_calls: list[ToolCall] = field(default_factory=list, metadata={"wire": "tool_calls"})
    """Calls of tools that the model asked for in this answer, in its order. Null stands for none."""
    finish_reason: FinishReason | str | None = field(
        default=None, metadata={"wire": "finish_reason"}
    )
    """Why the model stopped. Null when the provider gave no reason. Labels that this release does not list may occur and are kept."""
    fingerprint: str | None = field(default=None, metadata={"wire": "fingerprint"})
    """Opaque text that identifies the request; equal requests have equal fingerprints. Null when the writer makes none."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""


@dataclass(slots=True, kw_only=True, repr=False)
class RunLog(Record):
    """Log of one run of an agent: who ran, when, how it ended and what it did step by step."""

    run_id: str = field(
        metadata={
            "wire": "run_id",
            "minLength": 26,
            "maxLength": 26,
            "pattern": "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$",
        }
    )
    """Identifier of the run."""
    agent: str = field(metadata={"wire": "agent"})
    """Name of the agent that ran."""
    started_at: Instant = field(
        metadata={
            "wire": "started_at",
            "pattern": "^(?:(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29)[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$",
            "not": {"type": "string", "pattern": "[^0-9TtZz:.+-]"},
        }
    )
    """When the run started."""
    finished_at: Instant | None = field(
        default=None,
        metadata={
            "wire": "finished_at",
            "pattern": "^(?:(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29)[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$",
            "not": {"type": "string", "pattern": "[^0-9TtZz:.+-]"},
        },
    )
    """When the run ended. Null while it is running."""
    status: RunStatus | str = field(metadata={"wire": "status"})
    """How the run stands. Labels that this release does not list may occur and are kept."""
    steps: list[Step] = field(metadata={"wire": "steps"})
    """Everything that the run did, in order."""
    tokens: Usage = field(metadata={"wire": "tokens"})
    """Tokens used by the whole run."""
    cost_estimate: Cost | None = field(default=None, metadata={"wire": "cost_estimate"})
    """Estimated price of the whole run. Null when the prices of its models are not known."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""


class RunStatus(StrEnum):
    """How a run stands. Open: later writers may use labels that are not listed."""

    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(slots=True, kw_only=True, repr=False)
class Step(Record):
    """One thing that the run did: a call of a model or a tool, or an event of the framework around it."""

    idx: int = field(metadata={"wire": "idx", "minimum": 0, "maximum": 4294967295})
    """Position of the step in the run, counted from 0 in the order in which the steps happened."""
    kind: StepKind | str = field(metadata={"wire": "kind"})
    """What the step was. Labels that this release does not list may occur and are kept."""
    name: str | None = field(default=None, metadata={"wire": "name"})
    """Name of the model for a call of a language model, or of the tool for a call of a tool. Null when the step has no such name."""
    prompt_tokens: int | None = field(
        default=None,
        metadata={"wire": "prompt_tokens", "unit": "token", "minimum": 0, "maximum": 4294967295},
    )
    """Tokens that the step sent to the model. Null when the writer did not split tokens by step, or the step called no model."""
    completion_tokens: int | None = field(
        default=None,
        metadata={
            "wire": "completion_tokens",
            "unit": "token",
            "minimum": 0,
            "maximum": 4294967295,
        },
    )
    """Tokens that the model produced in the step. Null when the writer did not split tokens by step, or the step called no model."""
    cost_usd: float | None = field(default=None, metadata={"wire": "cost_usd", "unit": "USD"})
    """Estimated price of the step in US dollars. Null when no price is known."""
    input: JSONValue = field(metadata={"wire": "input"})
    """What the step was given: any JSON. Null when it was given nothing."""
    output: JSONValue = field(metadata={"wire": "output"})
    """What the step returned: any JSON. Null when it returned nothing, for example because it failed."""
    error: str | None = field(default=None, metadata={"wire": "error"})
    """Message of the fault that ended the step. Null when the step went well."""
    latency: int | None = field(
        default=None,
        metadata={"wire": "latency", "unit": "ms", "minimum": 0, "maximum": 18446744073709551615},
    )
    """How long the step took, in whole milliseconds. Null when it was not measured."""
    span_id: str | None = field(default=None, metadata={"wire": "span_id"})
    """Identifier of the tracing span that covered the step. Null when the run was not traced."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""


class StepKind(StrEnum):
    """What a step was. Open: later writers may use labels that are not listed."""

    LLM_CALL = "llm_call"
    TOOL_CALL = "tool_call"
    SUMMARY_CHECKPOINT = "summary_checkpoint"
    OPS_EVENT = "ops_event"
    MEMORY_RECALL = "memory_recall"


@dataclass(slots=True, kw_only=True, repr=False)
class ToolCall(Record):
    """A call of a tool that a model asked for."""

    id: str = field(metadata={"wire": "id"})
    """Identifier that the provider gave the call; it may be empty."""
    name: str = field(metadata={"wire": "name"})
    """Name of the tool."""
    args: JSONValue = field(metadata={"wire": "args"})
    """Arguments for the tool: any JSON."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""


@dataclass(slots=True, kw_only=True, repr=False)
class Usage(Record):
    """Counts of tokens."""

    prompt_tokens: int = field(
        metadata={"wire": "prompt_tokens", "unit": "token", "minimum": 0, "maximum": 4294967295}
    )
    """Tokens sent to models over the whole run."""
    completion_tokens: int = field(
        metadata={"wire": "completion_tokens", "unit": "token", "minimum": 0, "maximum": 4294967295}
    )
    """Tokens produced by models over the whole run."""
    cache_read_tokens: int = field(
        default=0,
        metadata={
            "wire": "cache_read_tokens",
            "unit": "token",
            "minimum": 0,
            "maximum": 4294967295,
        },
    )
    """Prompt tokens that the provider read from its cache. Null stands for 0."""
    cache_creation_tokens: int = field(
        default=0,
        metadata={
            "wire": "cache_creation_tokens",
            "unit": "token",
            "minimum": 0,
            "maximum": 4294967295,
        },
    )
    """Prompt tokens that the provider wrote to its cache. Null stands for 0."""
    additional_properties: dict[str, JSONValue] = field(default_factory=dict)
    """Members that this release does not declare, by wire name; written after the declared ones."""
