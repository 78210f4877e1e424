"""Where JSON text goes wrong; imported on failure only."""

from __future__ import annotations

import codecs

from runsnap._limits import Limits
from runsnap._scanner import Scanner
from runsnap.errors import LimitError, MalformedError


def explain_failure(data: bytes, limits: Limits) -> MalformedError | LimitError | None:
    """The first fault of ``data``, or None if this scanner finds none."""
    if named := _other_encoding(data):
        return MalformedError(named, "", 1, 1)
    try:
        Scanner(data, limits).run()
    except (MalformedError, LimitError) as fault:
        return fault
    return None


def too_deep(begin: bytes, limits: Limits) -> LimitError | None:
    """The error for text that is beyond the allowed depth where it begins, whatever follows."""
    fault = explain_failure(begin, limits)
    return fault if isinstance(fault, LimitError) and fault.limit == "nesting depth" else None


def _other_encoding(data: bytes) -> str | None:
    if data.startswith(codecs.BOM_UTF8):
        return "begins with a byte order mark"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "is UTF-16, must be UTF-8"
    if data[:2] in (b"{\0", b"\0{", b"[\0", b"\0["):
        return "looks like UTF-16, must be UTF-8"
    return None
