"""Pairs of places that judge the same value, and the questions that are left there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from runsnap.evolution._steps import Step

Key: TypeAlias = tuple[frozenset[int], int]


@dataclass(slots=True)
class Visit:
    """A pair of places that judge the same value: the writer's (all hold) and the reader's."""

    writers: tuple[int, ...]
    reader: int
    parent: Visit | None = None
    step: Step | None = None
    writer_pointer: str | None = None
    reader_pointer: str | None = None
    keyword: str = ""

    @property
    def key(self) -> Key:
        """What makes two visits the same."""
        return frozenset(self.writers), self.reader

    def steps(self) -> list[Step]:
        """The way here from the root of the document."""
        found: list[Step] = []
        at: Visit | None = self
        while at is not None:
            if at.step is not None:
                found.append(at.step)
            at = at.parent
        return found[::-1]


@dataclass(slots=True)
class Leaf:
    """A part of the reader's that may refuse.

    ``beside`` is the class of all that stands beside the part, where only that
    decides what the part is about. ``rule`` or ``reason`` is set where no
    question is needed.
    """

    visit: Visit
    number: int
    keyword: str
    writer_pointer: str | None
    reader_pointer: str | None
    family: tuple[str, ...] = ()
    beside: int | None = None
    rule: str | None = None
    reason: str | None = None
    below: list[Key] = field(default_factory=list)
