"""Written by codegen; not public API."""

from . import codec as codec
from .models import (
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
    "Capture",
    "Cost",
    "FinishReason",
    "LlmIo",
    "RunLog",
    "RunStatus",
    "Step",
    "StepKind",
    "ToolCall",
    "Usage",
]
