"""Version steps: the one that a change needs, and the one that a file's name takes."""

from __future__ import annotations

import re
from enum import IntEnum

from runsnap.evolution._model import Change, Finding

_VERSION = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)")


class Step(IntEnum):
    """How far a version moves, by what its readers have to know; a greater step allows more."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3

    @property
    def word(self) -> str:
        """For people."""
        return self.name.lower()


def version_key(version: str) -> tuple[int, int, int] | None:
    """Sort key of a version X.Y.Z; None for anything else."""
    match = _VERSION.fullmatch(version)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


def step_taken(old: str, new: str) -> Step:
    """The step between two versions, the older one first.

    While the first number is 0 the steps stand one place to the right: the
    second number is major, the third is minor.
    """
    before, after = version_key(old), version_key(new)
    if before is None or after is None or before == after:
        return Step.NONE
    place = next(index for index in range(3) if before[index] != after[index])
    if before[0] == after[0] == 0:
        return Step.MAJOR if place == 1 else Step.MINOR
    return (Step.MAJOR, Step.MINOR, Step.PATCH)[place]


def step_needed(item: Finding | Change) -> Step:
    """The step that one finding needs; what is not decided needs what its worst case does."""
    if isinstance(item, Change):
        return {"meaning": Step.MAJOR, "vocabulary": Step.MINOR, "equivalent": Step.PATCH}[item.change]
    if item.verdict == "safe":
        return Step.PATCH
    return Step.MAJOR if item.direction == "backward" else Step.MINOR


def next_version(old: str, step: Step) -> str:
    """The lowest version that takes a step from another."""
    key = version_key(old)
    if key is None or step is Step.NONE:
        return old
    major, minor, patch = key
    if major == 0:
        return f"0.{minor + 1}.0" if step is Step.MAJOR else f"0.{minor}.{patch + 1}"
    if step is Step.MAJOR:
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if step is Step.MINOR else f"{major}.{minor}.{patch + 1}"
