"""Schemas that are legal, or look so, and hurt: each with the verdicts that are true of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Truth = Literal["safe", "broken", "meaningless"]
"""*meaningless*: no verdict is true, so the only answer is unknown."""


@dataclass(frozen=True, slots=True)
class Hostile:
    """A pair, and its true verdicts."""

    name: str
    old: Any
    new: Any
    backward: Truth
    forward: Truth
