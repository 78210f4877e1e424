"""Why a document is refused, for lists and tables: the reason in one line, and the place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from runsnap.errors import InvalidDocumentError, MalformedError, RunsnapError

if TYPE_CHECKING:
    from runsnap._report import Problem

T = TypeVar("T")

_LISTED = 5


def attempt(make: Callable[[], T]) -> tuple[T | None, RunsnapError | None]:
    """What ``make`` gives, or why it refuses: one of the two is None."""
    try:
        return make(), None
    except RunsnapError as error:
        return None, error


def place_of(error: RunsnapError) -> str:
    """The pointer of the first fault; empty where it is the whole document."""
    if isinstance(error, InvalidDocumentError):
        return next((problem.pointer for problem in error.report.refusals), "")
    place: str = getattr(error, "pointer", "")
    return place


def reason_of(error: RunsnapError) -> str:
    """Why a document is refused, in one line, without its place in a file of many documents."""
    if isinstance(error, InvalidDocumentError):
        report = error.report
        listed: list[Problem] = list(report.refusals[:_LISTED])
        more = report.refusal_count - len(listed)
        return "; ".join([problem.message for problem in listed] + ([f"and {more} more"] if more else []))
    if isinstance(error, MalformedError):
        line = f" line {error.line}" if error.line > 1 else ""
        place = f" at{line} column {error.column}" if error.column else ""
        return f"not {error.format}: {error.reason}{place}"
    return error.explain()
