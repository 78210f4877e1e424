"""Small documents for two schemas: every one up to a weight, and random ones that follow the schemas.

Nothing here knows the engine: what it says is judged by these documents.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations, islice, product, zip_longest
from typing import Any

from tests.evolution.sampler import Sampler
from tests.evolution.words import neighbours, words

COUNTS = (
    "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
)  # fmt: skip
NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
CORE = (None, True, False, 0, 1, "", "a", -1, 0.5, 2, "b", [], {})
FORMATS = {
    "date": ("2024-02-29", "2023-02-29"),
    "time": ("12:00:00Z",),
    "date-time": ("2024-02-29T00:00:00Z",),
    "ipv4": ("127.0.0.1", "256.0.0.1"),
    "ipv6": ("::1",),
    "uuid": ("01234567-89ab-cdef-0123-456789abcdef",),
    "email": ("a@b.co",),
    "uri": ("urn:a",),
    "regex": ("(",),
}

_NOTHING = object()


@dataclass(frozen=True, slots=True)
class Hints:
    """What two schemas mention: values worth trying, and names of members."""

    atoms: tuple[Any, ...]
    names: tuple[str, ...]
    lengths: tuple[int, ...]


def hints(*schemas: Any) -> Hints:
    """Values at the edges of everything that the schemas mention."""
    values: list[Any] = []
    names: list[str] = []
    lengths: list[int] = []
    for keyword, value in chain.from_iterable(map(_keywords, schemas)):
        if keyword in NUMBERS and _is_number(value):
            values += _around(value)
        elif keyword in COUNTS and _is_number(value) and value <= 64:
            lengths += [int(value), int(value) + 1, max(int(value) - 1, 0)]
        elif keyword == "const":
            values += [value, *_parts(value)]
        elif keyword == "enum" and isinstance(value, list):
            values += [part for item in value[:12] for part in (item, *_parts(item))]
        elif keyword == "pattern" and isinstance(value, str):
            values += neighbours(value)[:16]
        elif keyword == "format" and isinstance(value, str):
            values += FORMATS.get(value, ())
        else:
            names += _names(keyword, value)
    values += ["a" * length for length in lengths if length > 1]
    return Hints(
        atoms=_distinct([*CORE, *values])[:60],
        names=tuple(dict.fromkeys([*names, "z", "y", ""]))[:10],
        lengths=tuple(dict.fromkeys(length for length in lengths if length < 12)),
    )


def _keywords(schema: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(schema, dict):
        for keyword, value in schema.items():
            yield keyword, value
            if keyword not in {"const", "enum", "default", "examples"}:
                yield from _keywords(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _keywords(item)


def _names(keyword: str, value: Any) -> list[str]:
    if keyword in {"properties", "dependentRequired", "dependentSchemas", "dependencies"} and isinstance(
        value, dict
    ):
        lists = [item for item in value.values() if isinstance(item, list)]
        return [*value, *(name for item in lists for name in item if isinstance(name, str))]
    if keyword == "required" and isinstance(value, list):
        return [name for name in value if isinstance(name, str)]
    if keyword == "patternProperties" and isinstance(value, dict):
        return [word for pattern in value for word in words(pattern)[:3]]
    if keyword == "propertyNames" and isinstance(value, dict) and "pattern" in value:
        return list(neighbours(value["pattern"])[:4])
    return []


def _around(value: int | float) -> list[Any]:
    near = [value, value + 1, value - 1, -value, 2 * value, value + 0.5, value - 0.5, value / 2]
    return [number for number in near if abs(number) < 1e300]


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [{k: v for k, v in value.items() if k != name} for name in value] + [{**value, "z": 0}]
    if isinstance(value, list):
        return [value[:-1], [*value, 0], value[::-1]]
    if isinstance(value, str):
        return [value[:-1], value + "a"]
    return _around(value) if _is_number(value) else []


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _distinct(values: list[Any]) -> tuple[Any, ...]:
    return tuple({json.dumps(value): value for value in values}.values())


def exhaustive(found: Hints, limit: int) -> Iterator[Any]:
    """Every document over the hints, lightest first, until there are enough."""
    few = tuple(value for value in found.atoms if not isinstance(value, list | dict) or not value)[:24]
    layers: list[tuple[Any, ...]] = [(), found.atoms]
    yield from islice(found.atoms, limit)
    left = limit - len(found.atoms)
    for weight in range(2, 5):
        share = max(left // 2, 0) if weight < 4 else left
        layer = tuple(islice(_heavier([(), few, *layers[2:]], found.names, weight), share))
        yield from layer
        layers.append(layer)
        left -= len(layer)


def _heavier(layers: list[tuple[Any, ...]], names: tuple[str, ...], weight: int) -> Iterator[Any]:
    arrays = (list(parts) for shape in _shapes(weight - 1) for parts in product(*(layers[w] for w in shape)))
    objects = (
        dict(zip(chosen, parts, strict=True))
        for shape in _shapes(weight - 1)
        for chosen in combinations(names, len(shape))
        for parts in product(*(layers[w] for w in shape))
    )
    return (
        value
        for pair in zip_longest(arrays, objects, fillvalue=_NOTHING)
        for value in pair
        if value is not _NOTHING
    )


def _shapes(total: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for first in range(1, total + 1):
        yield from ((first, *rest) for rest in _shapes(total - first))


def sampled(old: Any, new: Any, count: int, seed: int) -> Iterator[Any]:
    """Random documents that follow one schema or both, some of them with a change."""
    found = hints(old, new)
    rng = random.Random(seed)
    sampler = Sampler(rng, found.atoms, found.names, found.lengths)
    sides: list[list[Any]] = [[old], [new], [old, new]]
    for _ in range(count):
        document = sampler.document(rng.choice(sides))
        yield sampler.changed(document) if rng.random() < 0.35 else document


def documents(old: Any, new: Any, *, small: int, random_ones: int, seed: int = 0) -> Iterator[Any]:
    """Both kinds, without repetition."""
    seen: set[str] = set()
    for document in chain(exhaustive(hints(old, new), small), sampled(old, new, random_ones, seed)):
        text = json.dumps(document, sort_keys=True)
        if text not in seen:
            seen.add(text)
            yield document
