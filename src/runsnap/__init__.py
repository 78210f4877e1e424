"""Files that describe runs of LLM agents: captures and resumptions.

Every name is imported when it is first used, so that ``import runsnap`` costs
next to nothing where nothing is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from runsnap._stack import on_fresh_stack as _on_fresh_stack

if TYPE_CHECKING:
    from runsnap import avro, capture, evolution, resumption, spark
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
    "avro",
    "capture",
    "convert",
    "evolution",
    "load",
    "loads",
    "resumption",
    "schema",
    "spark",
    "validate",
    "validator",
]

_SUBMODULES = frozenset(("avro", "capture", "evolution", "resumption", "spark"))
_HOMES = {
    "Capture": "_generated.capture",
    "Conversion": "_convert",
    "JSONValue": "_json",
    "Limits": "_limits",
    "Loss": "_convert",
    "Note": "_report",
    "Problem": "_report",
    "Report": "_report",
    "Resumption": "_generated.resumption",
    "convert": "_convert",
    "load": "_documents",
    "loads": "_documents",
    "schema": "_documents",
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
