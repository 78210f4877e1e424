"""A net under every proof: random documents near a schema, judged by jsonschema-rs.

It knows nothing of the prover: it reads shapes only to get near what a schema
allows. A document that contradicts a proof takes the proof back.
"""

from __future__ import annotations

import random
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from runsnap.evolution._automata import automaton
from runsnap.evolution._budget import Unsupported
from runsnap.evolution._json_values import KINDS, Kind, plain
from runsnap.evolution._shapes import Shape, Table

_DEEPEST = 4
_NAMES = ("a", "b", "x-", "0", "")
_TEXTS = ("", "a", "ab", "abc", "0", "12", "A", "é", " ", "2000-01-01")


class Generator:
    """Makes random values that a class allows, mostly: some rules are left out on purpose."""

    def __init__(self, table: Table, seed: int) -> None:
        self._table = table
        self._sorted: dict[frozenset[Hashable], list[Hashable]] = {}
        self._random = random.Random(seed)  # noqa: S311 - test data, not secrets

    def value(self, number: int, depth: int = 0) -> Any:
        """A random value near a class."""
        shape = self._table.shapes[number]
        roll = self._random
        if depth > _DEEPEST or roll.random() < 0.03:
            return roll.choice((None, False, 0, "", "a", 1.5))
        if shape.enum and roll.random() < 0.95:
            return self._listed(shape.enum)
        parts = self._chosen(shape)
        kinds = self._kinds(parts)
        return self._of_kind(roll.choice(kinds), parts, depth)

    def _listed(self, keys: frozenset[Hashable]) -> Any:
        """One of the values that a class lists."""
        if keys not in self._sorted:
            self._sorted[keys] = sorted(keys, key=str)
        return self._table.values[self._random.choice(self._sorted[keys])]

    def _chosen(self, shape: Shape) -> list[Shape]:
        """The shape and what it applies to the same value, one branch of each alternative."""
        found: list[Shape] = []
        stack = [shape]
        while stack and len(found) < 40:
            at = stack.pop()
            found.append(at)
            numbers = list(at.every)
            numbers += [self._random.choice(group) for group in (*at.some, *at.one)]
            for _, then, otherwise in at.conditions:
                chosen = self._random.choice((then, otherwise))
                numbers += [] if chosen is None else [chosen]
            numbers += [child for _, child in at.dependent if self._random.random() < 0.5]
            stack += [self._table.shapes[other] for other in numbers]
        return found

    def _kinds(self, parts: list[Shape]) -> list[Kind]:
        allowed: list[Kind] = [
            kind for kind in KINDS if all(part.kinds is None or kind in part.kinds for part in parts)
        ]
        if not allowed or self._random.random() < 0.03:
            return list(KINDS)
        if any(part.properties or part.required or part.additional is not None for part in parts):
            allowed.extend(("object",) * 4 if "object" in allowed else ())
        if any(part.prefix or part.rest is not None or part.contains for part in parts):
            allowed.extend(("array",) * 4 if "array" in allowed else ())
        return allowed

    def _of_kind(self, kind: Kind, parts: list[Shape], depth: int) -> Any:
        roll = self._random
        listed = [part.enum for part in parts if part.enum]
        if listed and roll.random() < 0.9:
            return self._listed(roll.choice(listed))
        match kind:
            case "null":
                return None
            case "boolean":
                return roll.random() < 0.5
            case "integer" | "fraction":
                return self._number(kind, parts)
            case "string":
                return self._text(parts)
            case "array":
                return self._array(parts, depth)
            case "object":
                return self._object(parts, depth)

    def _number(self, kind: Kind, parts: list[Shape]) -> float:
        roll = self._random
        edges = [bound.value for part in parts for bound in (part.low, part.high) if bound is not None]
        steps = [part.multiple for part in parts if part.multiple is not None]
        value = roll.choice(edges) if edges and roll.random() < 0.8 else Fraction(roll.randint(-3, 20))
        value += roll.choice((0, 0, 1, -1, 2))
        if kind == "fraction":
            value += Fraction(roll.choice((50, 10, 25)), 100)
        if steps and roll.random() < 0.7:
            step = roll.choice(steps)
            value = round(value / step) * step
        try:
            return plain(value)
        except OverflowError:
            return 0

    def _text(self, parts: list[Shape]) -> str:
        roll = self._random
        patterns = [part.pattern for part in parts if part.pattern is not None]
        text = roll.choice(_TEXTS)
        if patterns and roll.random() < 0.9:
            text = self._matching(roll.choice(patterns)) or text
        low = max((part.min_length for part in parts), default=0)
        highs = [part.max_length for part in parts if part.max_length is not None]
        if len(text) < low <= 1000 and roll.random() < 0.9:
            text += (text or "a") * low
            text = text[:low]
        if highs and roll.random() < 0.5:
            text = (
                text[: min(highs)]
                if len(text) > min(highs) or min(highs) > 1000
                else text.ljust(min(highs), "a")
            )
        return text

    def _matching(self, pattern: str) -> str | None:
        """A random walk through the automaton that stops where the text may end."""
        machine = automaton(pattern)
        if isinstance(machine, Unsupported):
            return None
        chars = sorted({low for ranges in machine.alphabet for low, _ in ranges} | {0x61, 0x30})[:60]
        state, text, best = machine.first, "", None
        for _ in range(24):
            if machine.accepts_end(state):
                best = text
                if self._random.random() < 0.4:
                    break
            moves = [(char, machine.move(state, char)) for char in chars]
            char, state = self._random.choice(moves)
            text += chr(char) if not 0xD800 <= char <= 0xDFFF else "a"
        return best

    def _array(self, parts: list[Shape], depth: int) -> list[Any]:
        roll = self._random
        low = max((part.min_items for part in parts), default=0)
        length = min(low, 50) + roll.choice((0, 0, 1, 1, 2, 3))
        highs = [part.max_items for part in parts if part.max_items is not None]
        if highs and roll.random() < 0.8:
            length = min(length, *highs)
        children: list[Any] = []
        for index in range(length):
            options = [part.prefix[index] for part in parts if index < len(part.prefix)]
            options = options or [part.rest for part in parts if part.rest is not None]
            options += [part.contains[0] for part in parts if part.contains is not None]
            children.append(self.value(roll.choice(options) if options else self._table.anything, depth + 1))
        if len(children) > 1 and roll.random() < 0.2:
            children[-1] = children[0]
        return children

    def _object(self, parts: list[Shape], depth: int) -> dict[str, Any]:
        roll = self._random
        found: dict[str, Any] = {}
        declared = [(name, child) for part in parts for name, child in part.properties]
        required = {name for part in parts for name in part.required}
        chance = min(0.5, 6 / (len(declared) + 1))
        for name, child in declared:
            if (name in required and roll.random() < 0.97) or roll.random() < chance:
                found[name] = self.value(child, depth + 1)
        extra = [part.additional for part in parts if part.additional is not None]
        extra += [part.unevaluated_properties for part in parts if part.unevaluated_properties is not None]
        for name in required.difference(found):
            if roll.random() < 0.97:
                found[name] = self.value(roll.choice(extra) if extra else self._table.anything, depth + 1)
        for pattern, child in (member for part in parts for member in part.patterns):
            name_or_none = self._matching(pattern)
            if name_or_none is not None and roll.random() < 0.5:
                found[name_or_none] = self.value(child, depth + 1)
        for _ in range(roll.choice((0, 0, 1, 2))):
            found[roll.choice(_NAMES)] = self.value(
                roll.choice(extra) if extra else self._table.anything, depth + 1
            )
        return found
