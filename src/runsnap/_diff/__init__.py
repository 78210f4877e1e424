"""What differs between two documents of runs: the function ``diff`` and the records of its answer."""

from runsnap._diff._compare import diff
from runsnap._diff._records import (
    AmountChange,
    CaptureDiff,
    Divergence,
    ResumptionDiff,
    RunDiff,
    StepDiff,
    ValueChange,
)
from runsnap._diff._texts import TextPiece

__all__ = [
    "AmountChange", "CaptureDiff", "Divergence", "ResumptionDiff", "RunDiff", "StepDiff", "TextPiece", "ValueChange",
    "diff",
]  # fmt: skip
