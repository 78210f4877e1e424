"""How much a comparison may cost, and the account that is kept of it."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one call of ``compare``; what they stop becomes *unknown* and says so.

    ``seconds``: wall time of the whole call; the engine's process is killed when
    it takes much longer. ``memory``: bytes of address space that process may
    take. ``steps``: steps of the prover on one changed place, so that an answer
    does not depend on the speed of the machine. ``documents``: random documents
    tried against each distinct pair of sub-schemas that was proved safe.
    ``seed``: seed of those documents. ``depth``: levels of nesting of a schema.
    ``findings``: changed places looked at in each direction.
    """

    seconds: float = 20.0
    memory: int = 2 * 1024**3
    steps: int = 200_000
    documents: int = 60
    seed: int = 0
    depth: int = 1_000
    findings: int = 5_000


DEFAULT_BUDGET = Budget()


class Exhausted(Exception):  # noqa: N818 - an outcome, not an error
    """The budget ends before the answer is found."""


class Unsupported(Exception):  # noqa: N818 - an outcome, not an error
    """The prover does not know how to handle something, which the message names."""


class Work:
    """Counts the steps spent on one place and watches the clock of the whole call."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._deadline = time.monotonic() + budget.seconds
        self._left = budget.steps

    def renew(self) -> None:
        """Give the next place its own steps; the clock goes on."""
        self._left = self.budget.steps

    def step(self, count: int = 1) -> None:
        """Spend steps; raises `Exhausted` at the end of the steps or of the time."""
        before = self._left
        self._left = before - count
        if self._left < 0:
            raise Exhausted(f"the prover stopped after {self.budget.steps} steps")
        if before // 256 != self._left // 256:
            self.check_clock()

    def check_clock(self) -> None:
        """Raise `Exhausted` when the time of the whole call is over."""
        if time.monotonic() > self._deadline:
            raise Exhausted(f"the time budget of {self.budget.seconds:g} seconds is spent")
