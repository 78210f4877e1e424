"""Schemas that are legal, or look so, and hurt: each with the verdicts that are true of it."""

from __future__ import annotations

from tests.evolution.hostile_cases.case import Hostile
from tests.evolution.hostile_cases.meanings import broken, cycles, recursive, wrong_yes
from tests.evolution.hostile_cases.sizes import deep, large, numbers, patterns
from tests.evolution.hostile_cases.unions import exponential


def cases() -> list[Hostile]:
    """All of them."""
    families = (wrong_yes, large, deep, exponential, patterns, numbers, recursive, cycles, broken)
    return [case for family in families for case in family()]
