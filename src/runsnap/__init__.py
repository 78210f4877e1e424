"""Files that describe runs of LLM agents: captures and resumptions.

Every name is imported when it is first used, so that ``import runsnap`` costs
next to nothing where nothing is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runsnap._stack import on_fresh_stack as _on_fresh_stack

if TYPE_CHECKING:
    from runsnap import avro, capture, evolution, kafka, registry, resumption, spark
    from runsnap._convert import Conversion, Loss, convert
    from runsnap._diff import (
        AmountChange,
        CaptureDiff,
        Divergence,
        ResumptionDiff,
        RunDiff,
        StepDiff,
        TextPiece,
        ValueChange,
        diff,
    )
    from runsnap._documents import load, loads, schema, validate, validator
    from runsnap._generated.capture import Capture
    from runsnap._generated.resumption import Resumption
    from runsnap._json import JSONValue
    from runsnap._limits import Limits
    from runsnap._listing.files import list_runs
    from runsnap._listing.summary import Money, Place, RunSummary, Unreadable
    from runsnap._listing.totals import RunTotals, total_runs
    from runsnap._pages._report import report_html
    from runsnap._redact import Redaction, RedactionPolicy, RedactionReport, Replacement, redact
    from runsnap._report import Note, Problem, Report
    from runsnap.errors import (
        DifferentArtifactError,
        InvalidDocumentError,
        LimitError,
        MalformedError,
        RegistryError,
        RunsnapError,
        UnknownNodeError,
        UnrepresentableError,
        UnsupportedVersionError,
        WrongKindError,
    )

__version__ = "0.1.0"

__all__ = [
    "AmountChange",
    "Capture",
    "CaptureDiff",
    "Conversion",
    "DifferentArtifactError",
    "Divergence",
    "InvalidDocumentError",
    "JSONValue",
    "LimitError",
    "Limits",
    "Loss",
    "MalformedError",
    "Money",
    "Note",
    "Place",
    "Problem",
    "Redaction",
    "RedactionPolicy",
    "RedactionReport",
    "RegistryError",
    "Replacement",
    "Report",
    "Resumption",
    "ResumptionDiff",
    "RunDiff",
    "RunSummary",
    "RunTotals",
    "RunsnapError",
    "StepDiff",
    "TextPiece",
    "UnknownNodeError",
    "Unreadable",
    "UnrepresentableError",
    "UnsupportedVersionError",
    "ValueChange",
    "WrongKindError",
    "__version__",
    "avro",
    "capture",
    "convert",
    "diff",
    "evolution",
    "kafka",
    "list_runs",
    "load",
    "loads",
    "redact",
    "registry",
    "report_html",
    "resumption",
    "schema",
    "spark",
    "total_runs",
    "validate",
    "validator",
]

_SUBMODULES = frozenset(("avro", "capture", "evolution", "kafka", "registry", "resumption", "spark"))
_HOMES = {
    "AmountChange": "_diff",
    "Capture": "_generated.capture",
    "CaptureDiff": "_diff",
    "Conversion": "_convert",
    "Divergence": "_diff",
    "JSONValue": "_json",
    "Limits": "_limits",
    "Loss": "_convert",
    "Money": "_listing.summary",
    "Note": "_report",
    "Place": "_listing.summary",
    "Problem": "_report",
    "Redaction": "_redact",
    "RedactionPolicy": "_redact",
    "RedactionReport": "_redact",
    "Replacement": "_redact",
    "Report": "_report",
    "Resumption": "_generated.resumption",
    "ResumptionDiff": "_diff",
    "RunDiff": "_diff",
    "RunSummary": "_listing.summary",
    "RunTotals": "_listing.totals",
    "StepDiff": "_diff",
    "TextPiece": "_diff",
    "Unreadable": "_listing.summary",
    "ValueChange": "_diff",
    "convert": "_convert",
    "diff": "_diff",
    "list_runs": "_listing.files",
    "load": "_documents",
    "loads": "_documents",
    "redact": "_redact",
    "report_html": "_pages._report",
    "schema": "_documents",
    "total_runs": "_listing.totals",
    "validate": "_documents",
    "validator": "_documents",
}
"""The module of each name, but for the errors."""

if not TYPE_CHECKING:  # a type checker would take it to define every name

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'runsnap' has no attribute {name!r}")
        found = _on_fresh_stack(lambda: _imported(name))
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


def _imported(name: str) -> object:
    from importlib import import_module

    if name in _SUBMODULES:
        return import_module(f"runsnap.{name}")
    return getattr(import_module(f"runsnap.{_HOMES.get(name, 'errors')}"), name)
