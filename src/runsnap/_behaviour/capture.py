"""What a capture can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from whenever import Instant

from runsnap._behaviour.record import Record
from runsnap._kinds import describe, recognise
from runsnap.errors import RunsnapError, WrongKindError

if TYPE_CHECKING:
    from runsnap._generated.capture.models import LlmIo, RunLog, Step


def exchange_places(kinds: Sequence[str], exchanges: int) -> dict[int, int]:
    """The position of each exchange by that of its step; empty where their counts match in neither way."""
    for recorded in (("llm_call",), ("llm_call", "summary_checkpoint")):
        steps = [place for place, kind in enumerate(kinds) if kind in recorded]
        if len(steps) == exchanges:
            return {step: exchange for exchange, step in enumerate(steps)}
    return {}


class CaptureBehaviour(Record):
    """The base of ``Capture``."""

    __slots__ = ()

    _declared_indent: ClassVar[bool] = False

    run_log: RunLog
    llm_io: list[LlmIo]

    @classmethod
    def from_runlog(
        cls, run_log: RunLog, llm_io: Sequence[LlmIo], captured_at: Instant | None = None
    ) -> Self:
        """A capture of a run that was logged.

        ``captured_at`` is the clock's time by default. ``model_version`` is the
        model of the last exchange that names one; ``rng_seed`` and
        ``memory_ref`` stay None.
        """
        models = [exchange.model for exchange in llm_io if exchange.model is not None]
        members: dict[str, Any] = {
            "run_id": run_log.run_id,
            "run_log": run_log,
            "llm_io": list(llm_io),
            "model_version": models[-1] if models else None,
            "captured_at": Instant.now() if captured_at is None else captured_at,
        }
        return cls(**members)

    def calls(self) -> list[tuple[Step, LlmIo]]:
        """Each ``llm_call`` step with its recorded exchange.

        Newer writers also record the exchange of each ``summary_checkpoint``
        step. Where the counts match neither way, nothing is paired: the list is
        empty rather than shifted.
        """
        steps = self.run_log.steps
        return [
            (steps[step], self.llm_io[exchange])
            for step, exchange in self._exchange_places().items()
            if steps[step].kind == "llm_call"
        ]

    def _exchange_places(self) -> dict[int, int]:
        """The position of each exchange by that of its step, for steps of both kinds."""
        return exchange_places([step.kind for step in self.run_log.steps], len(self.llm_io))

    @classmethod
    def _other_document(cls, plain: Any) -> RunsnapError | None:
        if recognise(plain) == "snapshot":
            return WrongKindError("a capture", describe(plain))
        return None
