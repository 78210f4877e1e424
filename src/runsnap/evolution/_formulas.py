"""What a class says about values of one kind, as formulas over atoms.

A literal is an atom and whether it holds. `expand` gives the formula of a class
for one kind, true or negated, one level deep: sub-schemas that judge the same
value stay literals on their class, so that equal ones meet.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from runsnap.evolution._budget import Unsupported
from runsnap.evolution._json_values import Kind
from runsnap.evolution._shapes import Bound, Shape, Table

Atom: TypeAlias = tuple[Any, ...]
Literal: TypeAlias = tuple[Atom, bool]

_MOST_CASES = 256


@dataclass(frozen=True, slots=True)
class And:
    """All parts hold."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one part holds."""

    parts: tuple[Formula, ...]


Formula: TypeAlias = "And | Or | Literal"

TRUE = And(())
FALSE = Or(())


def negated(formula: Formula) -> Formula:
    """The formula that holds when this one does not."""
    if isinstance(formula, And):
        return Or(tuple(negated(part) for part in formula.parts))
    if isinstance(formula, Or):
        return And(tuple(negated(part) for part in formula.parts))
    atom, holds = formula
    return opposite(atom) if holds else (atom, True)


def opposite(atom: Atom) -> Formula:
    """The negation of an atom; bounds turn into bounds."""
    match atom:
        case ("low", bound):
            return (("high", Bound(bound.value, not bound.exclusive)), True)
        case ("high", bound):
            return (("low", Bound(bound.value, not bound.exclusive)), True)
        case ("at least", size):
            return (("at most", size - 1), True) if size > 0 else FALSE
        case ("at most", size):
            return (("at least", size + 1), True)
    return (atom, False)


def is_class(number: int, holds: bool = True) -> Literal:
    """The literal that a value is of a class, or is not."""
    return (("class", number), holds)


@dataclass(frozen=True, slots=True)
class Seen:
    """Which members or items of the value have been evaluated, for ``unevaluated*`` and for closing."""

    names: frozenset[str] = frozenset()
    patterns: frozenset[str] = frozenset()
    length: int = 0
    containing: frozenset[int] = frozenset()
    everything: bool = False

    def __or__(self, other: Seen) -> Seen:
        return Seen(
            self.names | other.names,
            self.patterns | other.patterns,
            max(self.length, other.length),
            self.containing | other.containing,
            self.everything or other.everything,
        )


NOT_SEEN = Seen()


class Formulas:
    """Makes and remembers the formulas of the classes of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._formulas: dict[tuple[int, Kind, bool], Formula] = {}
        self._annotates: dict[tuple[int, bool], bool] = {}

    def expand(self, number: int, kind: Kind, holds: bool) -> Formula:
        """The formula of a class for values of a kind, or its negation."""
        key = (number, kind, holds)
        formula = self._formulas.get(key)
        if formula is None:
            formula = (
                self._make(self.table.shapes[number], kind)
                if holds
                else negated(self.expand(number, kind, True))
            )
            self._formulas[key] = formula
        return formula

    def _make(self, shape: Shape, kind: Kind) -> Formula:
        own = self._without_annotations(shape, kind)
        if own == FALSE:
            return FALSE
        if kind == "object" and shape.closed:
            cases = [
                And((case, (("members", _outside(seen), self.table.nothing), True)))
                if seen.names and not seen.everything
                else case
                for case, seen in self._cases(shape, kind, closing=True)
            ]
            own = And((own, Or(tuple(cases))))
        unevaluated = {"object": shape.unevaluated_properties, "array": shape.unevaluated_items}.get(kind)
        if unevaluated is None:
            return own
        return Or(
            tuple(
                And((case, self._rest_is(kind, seen, unevaluated)))
                for case, seen in self._cases(shape, kind, closing=False)
            )
        )

    def _rest_is(self, kind: Kind, seen: Seen, child: int) -> Formula:
        if seen.everything:
            return TRUE
        if kind == "object":
            return (("members", _outside(seen), child), True)
        if seen.containing:
            child = self.table.intern(Shape(some=(tuple(sorted({child, *seen.containing})),)))
        return (("items", seen.length, child), True)

    def _without_annotations(self, shape: Shape, kind: Kind) -> Formula:
        if shape.kinds is not None and kind not in shape.kinds:
            return FALSE
        parts: list[Formula] = []
        if shape.enum is not None:
            parts.append(self._enum(shape.enum, kind))
        if kind in {"integer", "fraction"}:
            parts += _number_atoms(shape)
        elif kind == "string":
            parts += _string_atoms(shape)
        elif kind == "array":
            parts += _array_atoms(shape)
        elif kind == "object":
            parts += _object_atoms(shape)
        parts = [part for part in parts if not self._says_nothing(part)]
        parts += [(("opaque", name), True) for name in shape.opaque]
        parts += self._logic(shape, kind)
        return And(tuple(parts))

    def _says_nothing(self, part: Formula) -> bool:
        """Whether a part asks of members, items or names only that they are anything."""
        if isinstance(part, (And, Or)):
            return False
        atom = part[0]
        return atom[0] in {"members", "item", "items", "names"} and atom[-1] == self.table.anything

    def _enum(self, keys: frozenset[Hashable], kind: Kind) -> Formula:
        fitting = self.table.by_kind(keys).get(kind)
        return (("enum", fitting), True) if fitting else FALSE

    def _logic(self, shape: Shape, kind: Kind) -> list[Formula]:
        parts: list[Formula] = [is_class(child) for child in shape.every]
        parts += [Or(tuple(is_class(child) for child in group)) for group in shape.some]
        parts += [exactly_one([is_class(child) for child in group]) for group in shape.one]
        parts += [is_class(child, False) for child in shape.no]
        for condition, then, otherwise in shape.conditions:
            parts.append(
                Or(
                    (
                        And((is_class(condition), TRUE if then is None else is_class(then))),
                        And((is_class(condition, False), TRUE if otherwise is None else is_class(otherwise))),
                    )
                )
                if then is not None or otherwise is not None
                else TRUE
            )
        if kind == "object":
            dependent = (*shape.dependent, *shape.unseen_dependent)
            parts += [Or(((("required", name), False), is_class(child))) for name, child in dependent]
        return parts

    def annotates(self, number: int, closing: bool) -> bool:
        """Whether a class may evaluate members or items."""
        key = (number, closing)
        known = self._annotates.get(key)
        if known is None:
            shape = self.table.shapes[number]
            known = bool(
                shape.properties
                or shape.patterns
                or shape.prefix
                or shape.contains
                or any(
                    child is not None
                    for child in (
                        shape.additional,
                        shape.rest,
                        shape.unevaluated_properties,
                        shape.unevaluated_items,
                    )
                )
            )
            known = known or any(self.annotates(child, closing) for child in shape.same_value())
            self._annotates[key] = known
        return known

    def _of_class(self, number: int, kind: Kind, closing: bool) -> list[tuple[Formula, Seen]]:
        """The ways in which a class may hold, each with what it evaluates."""
        if not self.annotates(number, closing):
            return [(is_class(number), NOT_SEEN)]
        shape = self.table.shapes[number]
        cases: list[tuple[Formula, Seen]] = [
            (And((is_class(number), case)), seen) for case, seen in self._cases(shape, kind, closing)
        ]
        unevaluated = {"object": shape.unevaluated_properties, "array": shape.unevaluated_items}.get(kind)
        if unevaluated is not None:
            return [(case, Seen(everything=True)) for case, _ in cases]
        return cases

    def _cases(self, shape: Shape, kind: Kind, closing: bool) -> list[tuple[Formula, Seen]]:
        """Every way in which a shape may hold but for its own unevaluated members and items."""
        cases = [(self._without_annotations(shape, kind), self._own(shape, kind, closing))]
        for child in shape.every:
            cases = _both(cases, self._of_class(child, kind, closing))
        for group in shape.some:
            cases = _both(cases, self._any_of(group, kind, closing))
        if not closing:
            for group in shape.one:
                cases = _both(cases, self._one_of(group, kind, closing))
        for condition, then, otherwise in shape.conditions:
            held = self._of_class(condition, kind, closing)
            if then is not None:
                held = _both(held, self._of_class(then, kind, closing))
            failed: list[tuple[Formula, Seen]] = [(is_class(condition, False), NOT_SEEN)]
            if otherwise is not None:
                failed = _both(failed, self._of_class(otherwise, kind, closing))
            cases = _both(cases, held + failed)
        if kind == "object":
            for name, child in (*shape.dependent, *(shape.unseen_dependent if closing else ())):
                if self.annotates(child, closing):
                    with_name = [
                        (And(((("required", name), True), case)), seen)
                        for case, seen in self._of_class(child, kind, closing)
                    ]
                    cases = _both(cases, [((("required", name), False), NOT_SEEN), *with_name])
        return cases

    def _any_of(self, group: tuple[int, ...], kind: Kind, closing: bool) -> list[tuple[Formula, Seen]]:
        cases: list[tuple[Formula, Seen]] = [(Or(tuple(is_class(child) for child in group)), NOT_SEEN)]
        for child in group:
            if self.annotates(child, closing):
                failed: list[tuple[Formula, Seen]] = [(is_class(child, False), NOT_SEEN)]
                cases = _both(cases, self._of_class(child, kind, closing) + failed)
        return cases

    def _one_of(self, group: tuple[int, ...], kind: Kind, closing: bool) -> list[tuple[Formula, Seen]]:
        return [
            case
            for child in group
            if self.annotates(child, closing)
            for case in self._of_class(child, kind, closing)
        ] + [(is_class(child), NOT_SEEN) for child in group if not self.annotates(child, closing)]

    def _own(self, shape: Shape, kind: Kind, closing: bool) -> Seen:
        if kind == "object":
            names = frozenset(name for name, _ in shape.properties)
            patterns = frozenset(pattern for pattern, _ in shape.patterns)
            additional = shape.additional
            everything = additional is not None and not (closing and additional == self.table.anything)
            return Seen(names=names, patterns=patterns, everything=everything)
        if kind == "array":
            containing = frozenset() if shape.contains is None else frozenset({shape.contains[0]})
            return Seen(length=len(shape.prefix), containing=containing, everything=shape.rest is not None)
        return NOT_SEEN


def _both(
    first: list[tuple[Formula, Seen]], second: list[tuple[Formula, Seen]]
) -> list[tuple[Formula, Seen]]:
    if len(first) * len(second) > _MOST_CASES:
        raise Unsupported("unevaluated members or items depend on too many cases")
    return [(And((one, two)), seen | more) for one, seen in first for two, more in second]


def _outside(seen: Seen) -> Atom:
    return ("rest", seen.names, seen.patterns)


def exactly_one(options: list[Formula]) -> Formula:
    """One option holds, the others do not."""
    return Or(
        tuple(
            And((option, *(negated(other) for index, other in enumerate(options) if index != at)))
            for at, option in enumerate(options)
        )
    )


def _number_atoms(shape: Shape) -> list[Formula]:
    parts: list[Formula] = []
    if shape.low is not None:
        parts.append((("low", shape.low), True))
    if shape.high is not None:
        parts.append((("high", shape.high), True))
    if shape.multiple is not None:
        parts.append((("multiple", shape.multiple), True))
    return parts


def _sizes(low: int, high: int | None) -> list[Formula]:
    parts: list[Formula] = [(("at least", low), True)] if low > 0 else []
    if high is not None:
        parts.append((("at most", high), True))
    return parts


def _string_atoms(shape: Shape) -> list[Formula]:
    parts = _sizes(shape.min_length, shape.max_length)
    if shape.pattern is not None:
        parts.append((("pattern", shape.pattern), True))
    parts += [(("format", name), True) for name in sorted(shape.formats)]
    if shape.labels is not None:
        parts.append((("enum", frozenset(shape.labels)), True))
    return parts


def _array_atoms(shape: Shape) -> list[Formula]:
    parts = _sizes(shape.min_items, shape.max_items)
    parts += [(("item", index, child), True) for index, child in enumerate(shape.prefix)]
    if shape.rest is not None:
        parts.append((("items", len(shape.prefix), shape.rest), True))
    if shape.contains is not None:
        child, low, high = shape.contains
        if low > 0:
            parts.append((("count", child, low), True))
        if high is not None:
            parts.append((("count", child, high + 1), False))
    if shape.unique:
        parts.append((("unique",), True))
    return parts


def _object_atoms(shape: Shape) -> list[Formula]:
    parts = _sizes(shape.min_properties, shape.max_properties)
    parts += [(("required", name), True) for name in sorted(shape.required)]
    parts += [(("members", ("is", name), child), True) for name, child in shape.properties]
    parts += [(("members", ("like", pattern), child), True) for pattern, child in shape.patterns]
    if shape.additional is not None:
        names = frozenset(name for name, _ in shape.properties)
        patterns = frozenset(pattern for pattern, _ in shape.patterns)
        parts.append((("members", ("rest", names, patterns), shape.additional), True))
    if shape.names is not None:
        parts.append((("names", shape.names), True))
    for name, wanted in shape.dependent_required:
        parts.append(
            Or(
                (
                    (("required", name), False),
                    And(tuple((("required", other), True) for other in sorted(wanted))),
                )
            )
        )
    return parts
