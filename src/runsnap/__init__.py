"""Files that describe runs of LLM agents: captures and resumptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runsnap import capture, resumption
from runsnap._convert import Conversion, Loss, convert
from runsnap._documents import load, loads, schema, validate, validator
from runsnap._generated.capture import Capture
from runsnap._generated.resumption import Resumption
from runsnap._json import JSONValue
from runsnap._limits import Limits
from runsnap._report import Note, Problem, Report
from runsnap.errors import (
    DifferentArtifactError,
    InvalidDocumentError,
    LimitError,
    MalformedError,
    RunsnapError,
    UnknownNodeError,
    UnrepresentableError,
    UnsupportedVersionError,
    WrongKindError,
)

if TYPE_CHECKING:
    from runsnap import avro, evolution

__version__ = "0.1.0"

__all__ = [
    "Capture",
    "Conversion",
    "DifferentArtifactError",
    "InvalidDocumentError",
    "JSONValue",
    "LimitError",
    "Limits",
    "Loss",
    "MalformedError",
    "Note",
    "Problem",
    "Report",
    "Resumption",
    "RunsnapError",
    "UnknownNodeError",
    "UnrepresentableError",
    "UnsupportedVersionError",
    "WrongKindError",
    "__version__",
    "avro",
    "capture",
    "convert",
    "evolution",
    "load",
    "loads",
    "resumption",
    "schema",
    "validate",
    "validator",
]


def __getattr__(name: str) -> Any:
    """Import ``runsnap.avro`` and ``runsnap.evolution`` on first use; they are not cheap."""
    if name in ("avro", "evolution"):
        from importlib import import_module

        return import_module(f"runsnap.{name}")
    raise AttributeError(f"module 'runsnap' has no attribute {name!r}")
