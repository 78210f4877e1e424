"""Whom does a change of schema break? Every verdict with a proof or a counterexample."""

from runsnap.evolution._budget import DEFAULT_BUDGET, Budget
from runsnap.evolution._compare import compare
from runsnap.evolution._model import Change, DirectionReview, Finding, Review, Witness

__all__ = ["DEFAULT_BUDGET", "Budget", "Change", "DirectionReview", "Finding", "Review", "Witness", "compare"]
