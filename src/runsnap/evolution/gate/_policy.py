"""What fails a review."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from runsnap.evolution._model import Change, Direction, Finding, View

DIRECTIONS: tuple[Direction, ...] = ("backward", "forward")
DIRECTED = ("broken", "unknown")
CLASSES = (*DIRECTED, "meaning", "step")


class PolicyError(ValueError):
    """A word of ``--fail-on`` that means nothing."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The classes that fail, each ``broken`` and ``unknown`` by direction; ``view`` is the one that decides."""

    classes: frozenset[str]
    view: View = "declared"

    def fails(self, item: Finding | Change) -> bool:
        """Whether this finding fails by its class alone."""
        if isinstance(item, Change):
            return item.change in self.classes
        return f"{item.direction}:{item.verdict}" in self.classes

    @property
    def judges_step(self) -> bool:
        """Whether a version step that is too small fails."""
        return "step" in self.classes

    def words(self) -> list[str]:
        """The classes, sorted."""
        return sorted(self.classes)


def read_policy(words: Iterable[str], view: View) -> Policy:
    """From words such as ``broken``, ``forward:unknown``, ``meaning``, ``step`` and ``none``."""
    classes: set[str] = set()
    for text in words:
        for word in filter(None, (part.strip() for part in text.split(","))):
            classes |= _classes(word)
    return Policy(frozenset(classes), view)


def _classes(word: str) -> set[str]:
    if word == "none":
        return set()
    if word in DIRECTED:
        return {f"{direction}:{word}" for direction in DIRECTIONS}
    direction, _, verdict = word.partition(":")
    if verdict in DIRECTED and direction in DIRECTIONS:
        return {word}
    if word in CLASSES:
        return {word}
    known = ", ".join([*CLASSES, "backward:broken, forward:unknown …", "none"])
    raise PolicyError(f"{word!r} is no class of findings; known: {known}")
