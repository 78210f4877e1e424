"""What a review says, ready to be shown in any format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from runsnap.evolution._model import Change, Encoding, Finding, Review, Verdict, View
from runsnap.evolution.gate._accept import Accepted, Entry
from runsnap.evolution.gate._policy import Policy
from runsnap.evolution.gate._repository import Fault
from runsnap.evolution.gate._steps import Step

Group: TypeAlias = Literal[
    "breaks-old-data", "breaks-old-readers", "changes-meaning", "undecided", "other-view", "vocabulary", "safe", "equivalent",
]  # fmt: skip

GROUPS: dict[Group, str] = {
    "breaks-old-data": "Breaks old data (new readers refuse or misread what old writers wrote)",
    "breaks-old-readers": "Breaks old readers (they refuse or misread what new writers write)",
    "changes-meaning": "Changes meaning",
    "undecided": "Not decided",
    "other-view": "Breaks only in the other view",
    "vocabulary": "Vocabulary",
    "safe": "Safe",
    "equivalent": "The same documents",
}


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: what it is called, the file to point at, and its texts."""

    label: str
    uri: str
    schema: Any = None
    text: str = ""
    avro: Any = None
    avro_uri: str = ""
    avro_text: str = ""
    kind: str | None = None
    version: str | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A finding or a change, with what follows from it.

    ``views`` are the views of a JSON finding that say the same. ``avro`` is what
    Avro's readers do at the same member. ``fails`` names why the gate fails on
    it, None where it does not.
    """

    what: Finding | Change
    fingerprint: str
    group: Group
    views: tuple[View, ...]
    needs: Step
    gated: bool
    encoding: Encoding = "json"
    member: str | None = None
    avro: Verdict | None = None
    fails: str | None = None
    accepted: Entry | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions of a schema, judged. ``taken`` is None where no step is asked of the versions."""

    old: Side
    new: Side
    declared: Review | None
    strict: Review | None
    avro: Review | None
    json_note: str
    avro_note: str
    items: tuple[Item, ...]
    needed: Step
    taken: Step | None
    changelog: tuple[str, ...] = ()

    @property
    def step_too_small(self) -> bool:
        """Whether the names promise more than the schemas keep."""
        return self.taken is not None and self.needed > self.taken


@dataclass(frozen=True, slots=True)
class Report:
    """A whole review."""

    comparisons: tuple[Comparison, ...]
    policy: Policy
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    accepted: Accepted = field(default_factory=Accepted)
    expired: tuple[Entry, ...] = ()
    stale: tuple[Entry, ...] = ()

    @property
    def failing(self) -> tuple[Item, ...]:
        """Items that fail the gate, in order."""
        return tuple(item for comparison in self.comparisons for item in comparison.items if item.fails)

    @property
    def exit_code(self) -> int:
        """0 fine, 1 for anything beyond what is allowed."""
        return 1 if self.failing or self.faults else 0
