"""Files that describe runs of LLM agents: captures and resumptions."""

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
    "capture",
    "convert",
    "load",
    "loads",
    "resumption",
    "schema",
    "validate",
    "validator",
]
