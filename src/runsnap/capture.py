"""The records of a capture: ``Capture`` and everything in it."""

from runsnap._generated.capture import (
    Capture,
    Cost,
    FinishReason,
    LlmIo,
    RunLog,
    RunStatus,
    Step,
    StepKind,
    ToolCall,
    Usage,
)

__all__ = [
    "Capture", "Cost", "FinishReason", "LlmIo", "RunLog", "RunStatus", "Step", "StepKind", "ToolCall", "Usage",
]  # fmt: skip
