"""Why a document is refused, for lists and tables: the reason in one line, and the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runsnap.errors import InvalidDocumentError, MalformedError, RunsnapError

if TYPE_CHECKING:
    from runsnap._report import Problem

_LISTED = 5


def place_of(error: RunsnapError) -> str:
    """The pointer of the first fault; empty where it is the whole document."""
    if isinstance(error, InvalidDocumentError):
        return next((problem.pointer for problem in error.report.refusals), "")
    place: str = getattr(error, "pointer", "")
    return place


def reason_of(error: RunsnapError) -> str:
    """Why a document is refused, in one line, without its place in a file of many lines."""
    if isinstance(error, InvalidDocumentError):
        report = error.report
        listed: list[Problem] = list(report.refusals[:_LISTED])
        more = report.refusal_count - len(listed)
        return "; ".join([problem.message for problem in listed] + ([f"and {more} more"] if more else []))
    if isinstance(error, MalformedError):
        place = f" at column {error.column}" if error.column else ""
        return f"not {error.format}: {error.reason}{place}"
    return error.explain()
