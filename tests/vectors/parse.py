"""The stage ``parse``: JSON as strictly as every reader of the formats should take it.

The work is that of ``json.loads``; its hooks refuse what it lets pass.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, NoReturn

DEEPEST = 200
MOST_DIGITS = 4300

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class MalformedTextError(Exception):
    """Bytes that the stage refuses, with the keyword that says why."""

    def __init__(self, keyword: str) -> None:
        super().__init__(keyword)
        self.keyword = keyword


def strictly_parsed(data: bytes) -> Any:
    """The value of a document; integers are int, other numbers Decimal, exactly as they are written."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise MalformedTextError("encoding") from None
    if text.startswith("\ufeff"):
        raise MalformedTextError("encoding")
    if depth(text) > DEEPEST:
        raise MalformedTextError("depth")
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant
        )
    except json.JSONDecodeError:
        raise MalformedTextError("syntax") from None
    _refuse_surrogates(value)
    return value


def depth(text: str) -> int:
    depth = deepest = 0
    for char in _STRING.sub("", text):
        if char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise MalformedTextError("duplicate-member")
    return members


def _integer(literal: str) -> int:
    if len(literal.removeprefix("-")) > MOST_DIGITS:
        raise MalformedTextError("integer-digits")
    return int(literal)


def _float(literal: str) -> Decimal:
    if abs(float(literal)) == float("inf"):
        raise MalformedTextError("not-finite")
    return Decimal(literal)


def _constant(literal: str) -> NoReturn:
    raise MalformedTextError("not-finite")


def _refuse_surrogates(value: Any) -> None:
    if isinstance(value, str):
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise MalformedTextError("lone-surrogate")
    elif isinstance(value, list):
        for item in value:
            _refuse_surrogates(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            _refuse_surrogates(name)
            _refuse_surrogates(item)
