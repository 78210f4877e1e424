"""Whether plain values are JSON: the check before anything is encoded.

Python lets much pass for JSON that is not: sets, tuples, NaN, keys that are no
texts, lists that contain themselves. Here only None, bool, int, float, str,
list and dict pass, of exactly these types.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from runsnap._limits import DEEPEST, DEFAULT_LIMITS, LONGEST_INTEGER
from runsnap._pointer import pointer
from runsnap._values import Refused
from runsnap.errors import LimitError, UnrepresentableError

_PLAIN_FLOATS = 1e16
"""From here on floats are written with an exponent that has a sign."""

_SCALARS = frozenset({str, int, bool, type(None)})
"""Types of values that are looked at no further."""

_MOST_ITEMS = DEFAULT_LIMITS.max_bytes // 2
"""An item takes two bytes of JSON text at least; more of them could not be read back."""


class ValueRuleRefusal(Exception):  # noqa: N818 - internal, becomes InvalidDocumentError
    """A value rule refuses a value that is to be written."""

    def __init__(self, where: str, rule: str, value: object) -> None:
        super().__init__(where, rule, value)
        self.where = where
        self.rule = rule
        self.value = value


def check_plain(value: Any, *, deepest: int = DEEPEST) -> bool:
    """Refuse what JSON cannot carry; say whether every float has its usual text.

    Raises UnrepresentableError or LimitError with the pointer, or
    ValueRuleRefusal for a marker that names a value rule.
    """
    level: list[Any] = [[value]]
    usual, shared = True, False
    for _ in range(deepest + 1):
        inner: list[Any] = []
        for container in level:
            items: Iterable[Any] = container
            if type(container) is dict:
                for name in container:
                    if type(name) is not str:
                        raise first_fault(value)
                items = container.values()
            for item in items:
                kind = type(item)
                if kind in _SCALARS:
                    continue
                if kind is dict or kind is list:
                    inner.append(item)
                elif kind is float:
                    if not -_PLAIN_FLOATS < item < _PLAIN_FLOATS:
                        if not math.isfinite(item):
                            raise first_fault(value)
                        usual = False
                else:
                    raise first_fault(value)
        if not inner:
            if shared:
                _refuse_explosion(value)
            return usual
        once = {id(container): container for container in inner}
        shared = shared or len(once) < len(inner)
        level = list(once.values())
    raise first_fault(value)


def _refuse_explosion(root: Any) -> None:
    """Refuse containers that stand in so many places that their text could not be read back."""
    level = {id(root): (root, 1)}
    items = 0
    while level:
        inner: dict[int, tuple[Any, int]] = {}
        for container, times in level.values():
            items += times * len(container)
            for item in container.values() if type(container) is dict else container:
                if type(item) in (dict, list):
                    inner[id(item)] = (item, times + inner.get(id(item), (item, 0))[1])
        if items > _MOST_ITEMS:
            raise LimitError("size in bytes", DEFAULT_LIMITS.max_bytes)
        level = inner


def first_fault(root: Any) -> Exception:
    """The error that names the first value that JSON cannot carry."""
    return next(faults(root))


def faults(root: Any) -> Iterator[Exception]:
    """The error of each value that JSON cannot carry, in document order; one at least."""
    none_found = True
    for path, value in _walk(root):
        if fault := _fault(path, value):
            none_found = False
            yield fault
    if none_found:
        yield UnrepresentableError("", "cannot be encoded as JSON")


def _walk(root: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value with its path, in document order, down to the deepest level and up to a cycle."""
    stack: list[tuple[tuple[str | int, ...], frozenset[int], Any]] = [((), frozenset(), root)]
    while stack:
        path, above, value = stack.pop()
        if type(value) in (dict, list):
            if id(value) in above:
                yield path, Refused(value, "a container that contains itself")
                return
            above |= {id(value)}
        yield path, value
        if len(path) >= DEEPEST:
            continue
        if type(value) is dict:
            stack.extend(((*path, name), above, item) for name, item in reversed(value.items()))
        elif type(value) is list:
            stack.extend(((*path, index), above, value[index]) for index in range(len(value) - 1, -1, -1))


def _fault(path: tuple[str | int, ...], value: Any) -> Exception | None:
    kind = type(value)
    if kind is Refused:
        if value.rule is not None:
            return ValueRuleRefusal(pointer(path), value.rule, value.value)
        return UnrepresentableError(pointer(path), value.reason)
    if kind in (dict, list):
        return _container_fault(path, value)
    if kind is str:
        return (
            None if _is_utf8(value) else UnrepresentableError(pointer(path), "a text with a lone surrogate")
        )
    if kind is float and not math.isfinite(value):
        return UnrepresentableError(pointer(path), f"{value} is not a JSON number")
    if kind is int and abs(value) >= 10 ** (most := _longest_integer()):
        return LimitError("digits of an integer", most, pointer(path))
    if kind in (int, float, bool) or value is None:
        return None
    return UnrepresentableError(pointer(path), f"a {kind.__name__} is not a JSON value")


def _longest_integer() -> int:
    """Digits that can be written; interpreters can be set to write fewer than ours."""
    return min(LONGEST_INTEGER, sys.get_int_max_str_digits() or LONGEST_INTEGER)


def _container_fault(path: tuple[str | int, ...], value: Any) -> Exception | None:
    if len(path) >= DEEPEST:
        return LimitError("nesting depth", DEEPEST, pointer(path))
    for name in value if type(value) is dict else ():
        if type(name) is not str:
            return UnrepresentableError(
                pointer(path), f"a member's name is a {type(name).__name__}, not a text"
            )
        if not _is_utf8(name):
            return UnrepresentableError(pointer(path), "a member's name with a lone surrogate")
    return None


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
