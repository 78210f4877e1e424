"""A witness made small: nothing can be taken out of it, and nothing shortened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from runsnap.evolution._budget import Exhausted, Work

_MOST_TRIES = 4_000


def shrunk(document: Any, is_witness: Callable[[Any], bool], work: Work) -> Any:
    """The first smaller document that is still a witness, again and again until there is none."""
    tries = 0
    improved = True
    while improved:
        improved = False
        for candidate in _smaller(document):
            tries += 1
            if tries > _MOST_TRIES:
                return document
            if tries % 64 == 0:
                try:
                    work.check_clock()
                except Exhausted:
                    return document
            if is_witness(candidate):
                document = candidate
                improved = True
                break
    return document


def _smaller(value: Any) -> Iterator[Any]:
    """Documents one step smaller: the boldest steps first."""
    if isinstance(value, dict):
        yield from _smaller_objects(value)
    elif isinstance(value, list):
        yield from _smaller_arrays(value)
    elif isinstance(value, str):
        yield from _smaller_texts(value)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield from _smaller_numbers(value)


def _smaller_objects(value: dict[str, Any]) -> Iterator[Any]:
    if len(value) > 1:
        yield {}
    for name in value:
        yield {other: item for other, item in value.items() if other != name}
    for name, item in value.items():
        for simple in (*_simpler(item), *_smaller(item)):
            yield {other: simple if other == name else kept for other, kept in value.items()}


def _smaller_arrays(value: list[Any]) -> Iterator[Any]:
    if len(value) > 2:
        yield []
        yield value[: len(value) // 2]
    for index in range(len(value)):
        yield [*value[:index], *value[index + 1 :]]
    for index, item in enumerate(value):
        for simple in (*_simpler(item), *_smaller(item)):
            yield [*value[:index], simple, *value[index + 1 :]]


def _simpler(value: Any) -> Iterator[Any]:
    """Plain values in the place of an array or an object."""
    if isinstance(value, (dict, list)):
        yield from (0, "", None)
        if value:
            yield type(value)()


def _smaller_texts(value: str) -> Iterator[Any]:
    if len(value) > 1:
        yield ""
        yield value[: len(value) // 2]
    for index in range(len(value)):
        yield value[:index] + value[index + 1 :]
    for index, char in enumerate(value):
        if char not in "a0":
            yield value[:index] + "a" + value[index + 1 :]


def _smaller_numbers(value: float) -> Iterator[Any]:
    if isinstance(value, float):
        if not value.is_integer():
            shorter = (0.5, -0.5, 1.5, round(value, 1), round(value, 2), round(value, 3))
            yield from (int(value), *(other for other in shorter if _length(other) < _length(value)))
            return
        yield int(value)
    whole = int(value)
    size = abs(whole)
    for smaller in dict.fromkeys((0, 1, size // 10, size // 2, size - size // 8, size - 1)):
        if 0 <= smaller < size:
            yield smaller if whole > 0 else -smaller
            if whole < 0 and smaller:
                yield smaller


def _length(number: float) -> int:
    return len(repr(number))
