"""What a class means for a given value: the formulas, evaluated."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import jsonschema_rs

from runsnap.evolution._automata import automaton
from runsnap.evolution._budget import Unsupported, Work
from runsnap.evolution._formulas import And, Atom, Formula, Formulas, Or
from runsnap.evolution._json_values import Kind, exact, freeze, kind_of, order_of
from runsnap.evolution._shapes import Table


class Meaning:
    """Evaluates classes, formulas and atoms on values."""

    def __init__(self, table: Table, formulas: Formulas, work: Work) -> None:
        self.table = table
        self._formulas = formulas
        self._work = work
        self._patterns: dict[str, jsonschema_rs.Validator] = {}

    def holds(self, number: int, value: Any) -> bool:
        """Whether a value is of a class."""
        kind = kind_of(value)
        return self.formula_holds(self._formulas.expand(number, kind, True), kind, value)

    def formula_holds(self, formula: Formula, kind: Kind, value: Any) -> bool:
        """Whether a formula holds for a value of a kind."""
        self._work.step()
        if isinstance(formula, And):
            return all(self.formula_holds(part, kind, value) for part in formula.parts)
        if isinstance(formula, Or):
            return any(self.formula_holds(part, kind, value) for part in formula.parts)
        atom, holds = formula
        if atom[0] == "class":
            return self.formula_holds(self._formulas.expand(atom[1], kind, True), kind, value) is holds
        return self.atom_holds(atom, value) is holds

    def atom_holds(self, atom: Atom, value: Any) -> bool:
        """Whether an atom holds for a value of the kind that it speaks of."""
        match atom:
            case ("enum", keys):
                return freeze(value) in keys
            case ("at least", size):
                return bool(len(value) >= size)
            case ("at most", size):
                return bool(len(value) <= size)
            case ("pattern", pattern):
                return self.matches(pattern, value)
            case ("format", name):
                return self.has_format(name, value)
            case ("opaque", name):
                raise Unsupported(str(name).split(" ", 1)[1])
            case ("low" | "high" | "multiple", _):
                return _number_holds(atom, value)
            case ("item" | "items" | "count" | "unique", *_):
                return self._array_holds(atom, value)
        return self._object_holds(atom, value)

    def _array_holds(self, atom: Atom, value: list[Any]) -> bool:
        match atom:
            case ("item", index, child):
                return index >= len(value) or self.holds(child, value[index])
            case ("items", start, child):
                return all(self.holds(child, item) for item in value[start:])
            case ("count", child, size):
                return bool(sum(self.holds(child, item) for item in value) >= size)
        return len({freeze(item) for item in value}) == len(value)

    def _object_holds(self, atom: Atom, value: dict[str, Any]) -> bool:
        match atom:
            case ("required", name):
                return name in value
            case ("names", child):
                return all(self.holds(child, name) for name in value)
            case ("members", selector, child):
                return all(
                    self.holds(child, item) for name, item in value.items() if self.selects(selector, name)
                )
        raise AssertionError(atom)

    def selects(self, selector: Atom, name: str) -> bool:
        """Whether a selector of members takes a name."""
        match selector:
            case ("is", wanted):
                return bool(name == wanted)
            case ("like", pattern):
                return self.matches(pattern, name)
            case ("rest", names, patterns):
                return name not in names and not any(self.matches(pattern, name) for pattern in patterns)
        raise AssertionError(selector)

    def matches(self, pattern: str, text: str) -> bool:
        """Whether a pattern is found in a text; jsonschema-rs decides where our automata cannot."""
        machine = automaton(pattern)
        if not isinstance(machine, Unsupported):
            return machine.matches(text)
        return self._checked(f"pattern:{pattern}", text)

    def has_format(self, name: str, text: str) -> bool:
        """Whether a text has a format, by its keyword and name."""
        return self._checked(name, text)

    def _checked(self, assertion: str, text: str) -> bool:
        validator = self._patterns.get(assertion)
        if validator is None:
            keyword, _, word = assertion.partition(":")
            # The newer dialect knows all formats of the older one; only the older one asserts what a text holds.
            make = (
                jsonschema_rs.Draft202012Validator if keyword == "format" else jsonschema_rs.Draft7Validator
            )
            validator = make({keyword: word}, validate_formats=True)
            self._patterns[assertion] = validator
        return validator.is_valid(text)

    def in_order(self, keys: frozenset[Hashable]) -> list[Any]:
        """Values by key, the shortest first."""
        return sorted((self.table.values[key] for key in keys), key=order_of)


def _number_holds(atom: Atom, value: float) -> bool:
    number = exact(value)
    match atom:
        case ("low", bound):
            return bool(number > bound.value if bound.exclusive else number >= bound.value)
        case ("high", bound):
            return bool(number < bound.value if bound.exclusive else number <= bound.value)
    return bool((number / atom[1]).denominator == 1)
