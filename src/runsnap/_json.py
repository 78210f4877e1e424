"""Bytes to plain values: the parse arrow.

Plain values are None, bool, int, float, str, list and dict, as JSON has them.
Integers are exact to their last digit; names that are doubled, numbers that no
double can hold, lone surrogates and nesting beyond the limit are refused.
"""

from __future__ import annotations

import sys
from typing import Any, TypeAlias

import jiter
import msgspec

from runsnap._compact import compact
from runsnap._limits import LONGEST_INTEGER, Limits
from runsnap.errors import LimitError, MalformedError

_SAFE_RECURSION = 3000
"""Up to here Python's own limit keeps msgspec from using up the stack of the process."""

_FEW_BRACKETS = 16_384
"""Bytes up to which counting brackets is quicker than laying the text out."""

JSONValue: TypeAlias = "bool | int | float | str | list[JSONValue] | dict[str, JSONValue] | None"
"""Any JSON value, as Python has it."""

JSONText: TypeAlias = str | bytes | bytearray | memoryview
"""JSON text in memory; bytes are UTF-8."""


def parse(data: bytes, limits: Limits) -> Any:
    """The plain value of JSON text.

    Raises MalformedError or LimitError. A RecursionError passes: the caller
    runs the work again on a fresh stack.
    """
    if len(data) > limits.max_bytes:
        raise LimitError("size in bytes", limits.max_bytes, found=str(len(data)))
    if crashes_when_deep(data, limits):
        _check_with_jiter(data, limits)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _second_opinion(data, limits, error)
    except RecursionError:
        if fault := _explain(data, limits):
            raise fault from None
        raise
    if not is_whole(data, compact(value), limits):
        if not within_depth(value, limits.max_depth):
            raise _explain(data, limits) or LimitError("nesting depth", limits.max_depth)
        _check_with_jiter(data, limits)
    return value


def _second_opinion(data: bytes, limits: Limits, error: Exception) -> Any:
    """The fault of text that the parser refuses, or its value where the text has none.

    msgspec counts a sign among the digits of an integer, so it refuses the
    longest negative ones. Interpreters can be set to read shorter integers than
    ours, too.
    """
    if fault := _explain(data, limits):
        raise fault from None
    import json

    try:
        return json.loads(data)
    except ValueError:
        longest = sys.get_int_max_str_digits()
        if 0 < longest < LONGEST_INTEGER:
            raise LimitError("digits of an integer", longest) from None
        raise MalformedError(str(error)) from None


def parse_text(text: JSONText, limits: Limits) -> Any:
    """The same for text that is in memory; MalformedError for text that UTF-8 cannot carry."""
    return parse(text_bytes(text), limits)


def text_bytes(text: JSONText) -> bytes:
    """JSON text in UTF-8; MalformedError for text that UTF-8 cannot carry, TypeError for no text."""
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text)
    if not isinstance(text, str):
        raise TypeError(f"expected JSON text, str or bytes, got {type(text).__name__}")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        line_start = text.rfind("\n", 0, error.start) + 1
        line = text.count("\n", 0, error.start) + 1
        raise MalformedError("a lone surrogate", "", line, error.start - line_start + 1) from None


def crashes_when_deep(data: bytes, limits: Limits) -> bool:
    """Whether Python lets msgspec recurse so far that text could use up the stack of the process."""
    return sys.getrecursionlimit() > _SAFE_RECURSION and _brackets(data) > limits.max_depth


def _brackets(data: bytes) -> int:
    return data.count(b"[") + data.count(b"{")


def is_whole(data: bytes, again: bytes, limits: Limits) -> bool:
    """Whether the value of JSON text is surely all of it, and within the limit of depth.

    ``again`` is the value's compact text. Where the text is that, or that laid
    out, no object names a member twice, since all but the last would be gone.
    Else counting tells: each member has one colon outside strings, and colons
    inside strings come back as they are, unless the text escapes them.
    """
    same = data.startswith(again)
    if same and len(data) < _FEW_BRACKETS and _brackets(data) <= limits.max_depth:
        return True
    laid_out = msgspec.json.format(again, indent=2)
    if b"\n" + b"  " * limits.max_depth in laid_out:
        return False
    return same or data.startswith(laid_out) or has_as_many_members(data, again)


def has_as_many_members(data: bytes, again: bytes) -> bool:
    """Whether colons prove that no member of the text is missing from its value, written again."""
    return b"\\u003" not in data and data.count(b":") == again.count(b":")


def within_depth(value: Any, deepest: int) -> bool:
    """Whether no more than ``deepest`` lists and dicts lie inside one another."""
    level = [value] if type(value) in (dict, list) else []
    for _ in range(deepest):
        level = [
            item
            for container in level
            for item in (container.values() if type(container) is dict else container)
            if type(item) is dict or type(item) is list
        ]
        if not level:
            return True
    return not level


def _explain(data: bytes, limits: Limits) -> Exception | None:
    from runsnap._scan import explain_failure

    return explain_failure(data, limits)


def _check_with_jiter(data: bytes, limits: Limits) -> None:
    """Refuse doubled names, and nesting beyond 200 levels whatever Python's own limit is.

    jiter is quick; where it refuses, the scanner has the last word.
    """
    try:
        jiter.from_json(data, allow_inf_nan=False, catch_duplicate_keys=True)
    except ValueError:
        if fault := _explain(data, limits):
            raise fault from None
