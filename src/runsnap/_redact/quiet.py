"""Errors without what the document holds: a message must not tell what a redaction is to hide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from runsnap._pointer import pointer, tokens_of
from runsnap._report import Problem, Report
from runsnap.errors import (
    InvalidDocumentError,
    LimitError,
    MalformedError,
    RunsnapError,
    UnrepresentableError,
    UnsupportedVersionError,
    WrongKindError,
)

_HIDDEN = "something else"


def without_excerpts(error: RunsnapError) -> RunsnapError:
    """The same error without values, and with ``*`` for every name that no schema declares."""
    quiet = _quiet(error)
    quiet.source = error.source
    return quiet


def _quiet(error: RunsnapError) -> RunsnapError:
    match error:
        case MalformedError():
            return MalformedError("it cannot be parsed", "", error.line, error.column, error.format)
        case InvalidDocumentError():
            return InvalidDocumentError(_quiet_report(error.report))
        case LimitError():
            return LimitError(error.limit, error.allowed, declared_only(error.pointer))
        case WrongKindError():
            return WrongKindError(error.expected, _HIDDEN)
        case UnsupportedVersionError():
            return UnsupportedVersionError("(not shown)", error.supported)
        case UnrepresentableError():
            return UnrepresentableError(declared_only(error.pointer), "a value that is not JSON")
        case _:
            return error  # a library is missing


def _quiet_report(report: Report) -> Report:
    return replace(
        report,
        problems=tuple(map(_quiet_problem, report.problems)),
        failures=tuple(map(_quiet_problem, report.failures)),
        notes=(),
    )


def _quiet_problem(problem: Problem) -> Problem:
    expected = f"the rule {problem.keyword} to hold" if problem.stage == "check" else problem.expected
    return replace(problem, pointer=declared_only(problem.pointer), expected=expected, found=_HIDDEN)


def declared_only(text: str) -> str:
    """The pointer with ``*`` for every token that is neither an index nor the name of a declared member."""
    return pointer(_declared(tokens_of(text)))


def _declared(tokens: list[str]) -> Iterator[str]:
    names = _declared_names()
    for token in tokens:
        yield token if token in names or (token.isascii() and token.isdigit()) else "*"


def _declared_names() -> frozenset[str]:
    from runsnap._generated.catalog import CATALOG

    shapes = [shape for kind in CATALOG.kinds for shape in CATALOG.shapes(kind).values()]
    return frozenset(wire for shape in shapes for wire in shape.members)
