"""What is said of one run, and how it is taken from a document."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from runsnap._paths import plain_name
from runsnap._values import instant_text, nanoseconds_between

if TYPE_CHECKING:
    from whenever import Instant

Kind = Literal["capture", "resumption"]

DOLLARS = "USD"
"""The currency of every price in a capture."""

STOPPED = "stopped"
"""The status of a resumption, which has none of its own."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document stands: ``line`` counts from 1, in JSON Lines; ``index`` from 0, in Avro."""

    path: str
    line: int | None = None
    index: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it; bytes of a name that are no UTF-8 are spelled out."""
        plain: dict[str, Any] = {"path": plain_name(self.path)}
        if self.line is not None:
            plain["line"] = self.line
        if self.index is not None:
            plain["index"] = self.index
        return plain


@dataclass(frozen=True, slots=True)
class Money:
    """An exact amount; ``currency`` as the writer spells it, None where it names none."""

    amount: Decimal
    currency: str | None

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it: the amount as text without an exponent, so that no digit is lost."""
        return {"amount": f"{self.amount:f}", "currency": self.currency}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """One capture or resumption in a list of runs."""

    place: Place
    """The file, and the line or index in a file of many documents."""
    kind: Kind
    run_id: str | None
    """Identifier of the run; None for a resumption, which has none."""
    agent: str
    status: str
    """How the run stands, as the capture says; ``stopped`` for a resumption."""
    model: str | None = None
    """Model of the last exchange of a capture; None where it names none, and for a resumption."""
    started_at: Instant | None = None
    finished_at: Instant | None = None
    steps: int
    input_tokens: int
    """Tokens sent to models."""
    output_tokens: int
    """Tokens produced by models."""
    cache_read_tokens: int
    """Tokens that were read from a provider's cache."""
    cost: Money | None = None
    """What the run has cost so far; None where nothing is said of it."""
    errors: int | None = None
    """Steps that ended with an error; None for a resumption, which keeps none."""
    label: str | None = None
    """Label of the checkpoint that a resumption stopped at."""
    stopped_at: str | None = None
    """Node of that checkpoint."""
    resume_at: str | None = None
    """Node that a resumption continues from."""
    unpriced: tuple[str, ...] = ()
    """Models of a resumption whose price is not part of ``cost``."""

    @property
    def tokens(self) -> int:
        """Tokens sent and produced."""
        return self.input_tokens + self.output_tokens

    @property
    def duration(self) -> int | None:
        """Nanoseconds from start to end; None for a run that is not finished, and for a resumption."""
        if self.started_at is None or self.finished_at is None:
            return None
        return nanoseconds_between(self.started_at, self.finished_at)

    def to_dict(self) -> dict[str, Any]:
        """As ``runsnap list --json`` has it."""
        return self.place.to_dict() | {
            "kind": self.kind, "runId": self.run_id, "agent": self.agent, "status": self.status, "model": self.model,
            "startedAt": _text(self.started_at), "finishedAt": _text(self.finished_at), "durationNs": self.duration,
            "steps": self.steps, "inputTokens": self.input_tokens, "outputTokens": self.output_tokens,
            "cacheReadTokens": self.cache_read_tokens, "cost": self.cost.to_dict() if self.cost else None,
            "errors": self.errors, "label": self.label, "stoppedAt": self.stopped_at, "resumeAt": self.resume_at,
            "unpriced": list(self.unpriced),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What cannot be listed, and the reason in one line."""

    place: Place
    reason: str
    refused: bool
    """Whether it was read and is no document; else nothing is known of what it holds."""

    def to_dict(self) -> dict[str, Any]:
        """As ``runsnap list --json`` has it."""
        return self.place.to_dict() | {"kind": None, "error": self.reason, "refused": self.refused}


def _text(instant: Instant | None) -> str | None:
    return None if instant is None else instant_text(instant)


def of_capture(place: Place, capture: Any) -> RunSummary:
    """The summary of a capture, or of what was read of one: its attributes have the same names."""
    log = capture.run_log
    cost = log.cost_estimate
    return RunSummary(
        place=place, kind="capture", run_id=log.run_id, agent=log.agent, status=str(log.status), model=capture.model_version,
        started_at=log.started_at, finished_at=log.finished_at, steps=len(log.steps),
        input_tokens=log.tokens.prompt_tokens, output_tokens=log.tokens.completion_tokens,
        cache_read_tokens=log.tokens.cache_read_tokens or 0,
        cost=None if cost is None else Money(decimal_of(cost.total_usd), DOLLARS),
        errors=sum([step.error is not None for step in log.steps]),
    )  # fmt: skip


def of_resumption(place: Place, stopped: Any) -> RunSummary:
    """The summary of a resumption, or of what was read of one."""
    usage, spend = stopped.usage, stopped.spend
    nothing = not spend.micros and spend.currency is None
    return RunSummary(
        place=place, kind="resumption", run_id=None, agent=stopped.agent, status=STOPPED, steps=stopped.steps,
        input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cache_read_tokens=usage.cache_read_tokens,
        cost=None if nothing else Money(Decimal(f"{spend.micros}e-6"), spend.currency),
        label=stopped.label, stopped_at=stopped.stopped_at, resume_at=stopped.resume_at, unpriced=tuple(spend.unpriced),
    )  # fmt: skip


def decimal_of(amount: float) -> Decimal:
    """The shortest decimal number that stands for a double: what its writer meant."""
    return Decimal(repr(amount))
