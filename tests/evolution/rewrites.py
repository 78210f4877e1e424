"""Schemas written otherwise that mean the same."""

from __future__ import annotations

import random
from typing import Any

from tests.evolution.schemas import LITERAL


def renamed(schema: Any) -> Any:
    """The schema with other names for its definitions."""
    if isinstance(schema, list):
        return [renamed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: value if key in LITERAL else renamed(value) for key, value in schema.items()}
    for word in ("$defs", "definitions"):
        if isinstance(made.get(word), dict):
            made[word] = {f"other-{name}": value for name, value in made[word].items()}
    for word in ("$ref", "$dynamicRef"):
        if isinstance(made.get(word), str):
            made[word] = made[word].replace("/d", "/other-d").replace("/other-definitions", "/definitions")
    return made


def reordered(schema: Any, rng: random.Random) -> Any:
    """The schema with its members written in another order, at every depth."""
    if isinstance(schema, list):
        return [reordered(item, rng) for item in schema]
    if not isinstance(schema, dict):
        return schema
    keys = list(schema)
    rng.shuffle(keys)
    return {key: reordered(schema[key], rng) for key in keys}
