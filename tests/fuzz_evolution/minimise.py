"""Makes a failing pair of schemas as small as it stays failing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Fails = Callable[[Any, Any], bool]


def minimised(old: Any, new: Any, fails: Fails, tries: int = 600) -> tuple[Any, Any]:
    """The smallest pair that the steps lead to; each step takes something away."""
    improved = True
    while improved and tries > 0:
        improved = False
        for candidate in _smaller_pairs(old, new):
            tries -= 1
            if fails(*candidate):
                old, new = candidate
                improved = True
                break
            if tries <= 0:
                break
    return old, new


def _smaller_pairs(old: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [key for key in old if key in new and key != "$schema" and old[key] == new[key]]:
            yield _without(old, key), _without(new, key)
    yield from ((smaller, new) for smaller in _smaller(old))
    yield from ((old, smaller) for smaller in _smaller(new))


def _without(schema: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in schema.items() if name != key}


def _smaller(value: Any) -> Iterator[Any]:
    """The value without one part, or with a schema in it replaced by one of its own parts."""
    if isinstance(value, dict):
        for key in [key for key in value if key != "$schema"]:
            yield _without(value, key)
        for key in [key for key in value if key != "$schema"]:
            inner = value[key]
            if isinstance(inner, dict) and inner:
                yield {**value, key: True}
            yield from ({**value, key: smaller} for smaller in _smaller(inner))
    elif isinstance(value, list):
        yield from (value[:index] + value[index + 1 :] for index in range(len(value)))
        for index, inner in enumerate(value):
            yield from ([*value[:index], smaller, *value[index + 1 :]] for smaller in _smaller(inner))
