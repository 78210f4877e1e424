"""Bytes to plain values: the parse arrow.

Plain values are None, bool, int, float, str, list and dict, as JSON has them.
Integers are exact to their last digit; names that are doubled, numbers that no
double can hold, lone surrogates and nesting beyond the limit are refused.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import jiter
import msgspec

from runsnap._limits import Limits
from runsnap._scan import explain_failure
from runsnap.errors import LimitError, MalformedError

JSONValue: TypeAlias = (
    "None | bool | int | float | str | list[JSONValue] | dict[str, JSONValue]"
)
"""Any JSON value, as Python has it."""


def parse(data: bytes, limits: Limits) -> Any:
    """The plain value of JSON text.

    Raises MalformedError or LimitError. A RecursionError passes: the caller
    runs the work again on a fresh stack.
    """
    if len(data) > limits.max_bytes:
        raise LimitError("size in bytes", limits.max_bytes, found=str(len(data)))
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise explain_failure(data, limits) or MalformedError(str(error)) from None
    except RecursionError:
        if fault := explain_failure(data, limits):
            raise fault from None
        raise
    if data.count(b"[") + data.count(b"{") > limits.max_depth and not within_depth(value, limits.max_depth):
        raise explain_failure(data, limits) or LimitError("nesting depth", limits.max_depth)
    if not _surely_without_doubles(data, value):
        _refuse_doubles(data, limits)
    return value


def parse_text(text: str | bytes | bytearray | memoryview, limits: Limits) -> Any:
    """The same for text that is in memory; MalformedError for text that UTF-8 cannot carry."""
    if not isinstance(text, str):
        return parse(bytes(text), limits)
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


def _refuse_doubles(data: bytes, limits: Limits) -> None:
    try:
        jiter.from_json(data, allow_inf_nan=False, catch_duplicate_keys=True)
    except ValueError as error:
        raise explain_failure(data, limits) or MalformedError(str(error)) from None
