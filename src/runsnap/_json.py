"""Bytes to plain values: the parse arrow.

Plain values are None, bool, int, float, str, list and dict, as JSON has them.
Integers are exact to their last digit; names that are doubled, numbers that no
double can hold, lone surrogates and nesting beyond the limit are refused.
"""

from __future__ import annotations

import json
import sys
from typing import Any, TypeAlias

import jiter
import msgspec

from runsnap._limits import LONGEST_INTEGER, Limits
from runsnap._scan import explain_failure
from runsnap.errors import LimitError, MalformedError

_SAFE_RECURSION = 3000
"""Up to here Python's own limit keeps msgspec from using up the stack of the process."""

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
    may_be_deep = data.count(b"[") + data.count(b"{") > limits.max_depth
    if may_be_deep and sys.getrecursionlimit() > _SAFE_RECURSION:
        _check_with_jiter(data, limits)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return _second_opinion(data, limits, error)
    except RecursionError:
        if fault := explain_failure(data, limits):
            raise fault from None
        raise
    if may_be_deep and not within_depth(value, limits.max_depth):
        raise explain_failure(data, limits) or LimitError("nesting depth", limits.max_depth)
    if not _surely_without_doubles(data, value):
        _check_with_jiter(data, limits)
    return value


def _second_opinion(data: bytes, limits: Limits, error: Exception) -> Any:
    """The fault of text that the parser refuses, or its value where the text has none.

    msgspec counts a sign among the digits of an integer, so it refuses the
    longest negative ones. Interpreters can be set to read shorter integers than
    ours, too.
    """
    if fault := explain_failure(data, limits):
        raise fault from None
    try:
        return json.loads(data)
    except ValueError:
        longest = sys.get_int_max_str_digits()
        if 0 < longest < LONGEST_INTEGER:
            raise LimitError("digits of an integer", longest) from None
        raise MalformedError(str(error)) from None


def parse_text(text: JSONText, limits: Limits) -> Any:
    """The same for text that is in memory; MalformedError for text that UTF-8 cannot carry."""
    if isinstance(text, (bytes, bytearray, memoryview)):
        return parse(bytes(text), limits)
    if not isinstance(text, str):
        raise TypeError(f"expected JSON text, str or bytes, got {type(text).__name__}")
    try:
        return parse(text.encode(), limits)
    except UnicodeEncodeError as error:
        line_start = text.rfind("\n", 0, error.start) + 1
        line = text.count("\n", 0, error.start) + 1
        raise MalformedError("a lone surrogate", "", line, error.start - line_start + 1) from None


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


def _surely_without_doubles(data: bytes, value: Any) -> bool:
    """Whether counting proves that no object names a member twice.

    Each member has one colon outside strings; colons inside strings come back
    as they are, unless the text escapes them. So the value, encoded again, has
    fewer colons than the text if, and only if, a member was dropped.
    """
    if b"\\u003" in data:
        return False
    return msgspec.json.encode(value).count(b":") == data.count(b":")


def _check_with_jiter(data: bytes, limits: Limits) -> None:
    """Refuse doubled names, and nesting beyond 200 levels whatever Python's own limit is.

    jiter is quick; where it refuses, the scanner has the last word.
    """
    try:
        jiter.from_json(data, allow_inf_nan=False, catch_duplicate_keys=True)
    except ValueError:
        if fault := explain_failure(data, limits):
            raise fault from None
