"""What a schema asserts, in one form for both dialects, and classes of equal schemas.

A `Shape` holds the assertions of one sub-schema, with other sub-schemas by
number. Two places of either schema get the same class when they assert the
same modulo the order of members, annotations, and where references lead.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from runsnap.evolution._json_values import Kind, freeze, kind_of

Children: TypeAlias = tuple[int, ...]
Named: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """One end of an interval of numbers."""

    value: Fraction
    exclusive: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """All that one sub-schema asserts; what it says nothing about is None, empty or False."""

    kinds: frozenset[Kind] | None = None
    enum: frozenset[Hashable] | None = None
    labels: frozenset[str] | None = None
    low: Bound | None = None
    high: Bound | None = None
    multiple: Fraction | None = None
    min_length: int = 0
    max_length: int | None = None
    pattern: str | None = None
    formats: frozenset[str] = frozenset()
    prefix: Children = ()
    rest: int | None = None
    contains: tuple[int, int, int | None] | None = None
    unique: bool = False
    min_items: int = 0
    max_items: int | None = None
    properties: Named = ()
    patterns: Named = ()
    additional: int | None = None
    names: int | None = None
    required: frozenset[str] = frozenset()
    min_properties: int = 0
    max_properties: int | None = None
    dependent_required: tuple[tuple[str, frozenset[str]], ...] = ()
    dependent: Named = ()
    unseen_dependent: Named = ()
    every: Children = ()
    some: tuple[Children, ...] = ()
    one: tuple[Children, ...] = ()
    no: Children = ()
    conditions: tuple[tuple[int, int | None, int | None], ...] = ()
    unevaluated_properties: int | None = None
    unevaluated_items: int | None = None
    closed: bool = False
    opaque: tuple[str, ...] = ()
    undefined: frozenset[tuple[str, Hashable]] = frozenset()

    def same_value(self) -> Iterator[int]:
        """The sub-schemas that judge the very value that this one judges."""
        yield from self.every
        for group in (*self.some, *self.one):
            yield from group
        yield from self.no
        for condition in self.conditions:
            yield from (part for part in condition if part is not None)
        yield from (child for _, child in (*self.dependent, *self.unseen_dependent))

    def below(self) -> Iterator[int]:
        """The sub-schemas that judge parts of the value."""
        yield from self.prefix
        yield from (child for _, child in (*self.properties, *self.patterns))
        for child in (
            self.rest,
            self.additional,
            self.names,
            self.unevaluated_properties,
            self.unevaluated_items,
        ):
            if child is not None:
                yield child
        if self.contains is not None:
            yield self.contains[0]

    def is_leaf(self) -> bool:
        """Whether there is no sub-schema in it."""
        return not (
            self.every or self.some or self.one or self.no or self.conditions or self.dependent
            or self.unseen_dependent or self.prefix or self.properties or self.patterns or self.contains
        ) and (
            self.rest is None and self.additional is None and self.names is None
            and self.unevaluated_properties is None and self.unevaluated_items is None
        )  # fmt: skip

    def mapped(self, number: Callable[[int], int]) -> Shape:
        """The same shape with other numbers, in an order that no writer of a schema decides."""
        if self.is_leaf():
            return self

        def maybe(child: int | None) -> int | None:
            return None if child is None else number(child)

        def named(members: Named) -> Named:
            return tuple((name, number(child)) for name, child in members)

        return replace(
            self,
            prefix=tuple(map(number, self.prefix)),
            rest=maybe(self.rest),
            contains=None if self.contains is None else (number(self.contains[0]), *self.contains[1:]),
            properties=named(self.properties),
            patterns=named(self.patterns),
            additional=maybe(self.additional),
            names=maybe(self.names),
            dependent=named(self.dependent),
            unseen_dependent=named(self.unseen_dependent),
            every=tuple(sorted(set(map(number, self.every)))),
            some=tuple(sorted({tuple(sorted(set(map(number, group)))) for group in self.some})),
            one=tuple(sorted({tuple(sorted(map(number, group))) for group in self.one})),
            no=tuple(sorted(set(map(number, self.no)))),
            conditions=tuple(
                (number(condition), maybe(then), maybe(otherwise))
                for condition, then, otherwise in self.conditions
            ),
            unevaluated_properties=maybe(self.unevaluated_properties),
            unevaluated_items=maybe(self.unevaluated_items),
        )

    def alias(self) -> int | None:
        """The sub-schema that this one only points to."""
        if len(self.every) + len(self.some) + len(self.one) != 1:
            return None
        for group in (self.every, *self.some, *self.one):
            if len(group) == 1 and replace(self, every=(), some=(), one=()) == ANYTHING:
                return group[0]
        return None


ANYTHING = Shape()
NOTHING = Shape(kinds=frozenset())


class Table:
    """The classes: equal shapes share one number. Grows while the prover asks for more."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []
        self.values: dict[Hashable, Any] = {}
        # What a class declares is also of the class that it is read as by others, and the way back.
        self.implied: dict[int, int] = {}
        self.implying: dict[int, list[int]] = {}
        self._numbers: dict[Shape, int] = {}
        self._by_kind: dict[frozenset[Hashable], dict[Kind, frozenset[Hashable]]] = {}
        self.anything = self.intern(ANYTHING)
        self.nothing = self.intern(NOTHING)

    def intern(self, shape: Shape) -> int:
        """The number of a shape whose children are classes."""
        known = self._numbers.get(shape)
        if known is None:
            alias = shape.alias()
            known = len(self.shapes) if alias is None else alias
            if alias is None:
                self.shapes.append(shape)
            self._numbers[shape] = known
        return known

    def reserve(self) -> int:
        """A number for a shape that is known only later, since it leads back to itself."""
        self.shapes.append(ANYTHING)
        return len(self.shapes) - 1

    def settle(self, number: int, shape: Shape) -> None:
        """Give a reserved number its shape."""
        self.shapes[number] = shape
        self._numbers.setdefault(shape, number)

    def key(self, value: Any) -> Hashable:
        """The key of a value, which the table can turn back."""
        key = freeze(value)
        self.values.setdefault(key, value)
        return key

    def constant(self, *values: Any) -> int:
        """The class of exactly these values."""
        return self.intern(Shape(enum=frozenset(self.key(value) for value in values)))

    def with_member(self, name: str, child: int) -> int:
        """The class of objects that have a member of this class."""
        return self.intern(
            Shape(kinds=frozenset({"object"}), required=frozenset({name}), properties=((name, child),))
        )

    def with_item(self, index: int, child: int) -> int:
        """The class of arrays that have an item of this class at an index."""
        prefix = (*([self.anything] * index), child)
        return self.intern(Shape(kinds=frozenset({"array"}), min_items=index + 1, prefix=prefix))

    def by_kind(self, keys: frozenset[Hashable]) -> dict[Kind, frozenset[Hashable]]:
        """Values by their kind."""
        known = self._by_kind.get(keys)
        if known is None:
            groups: dict[Kind, list[Hashable]] = {}
            for key in keys:
                groups.setdefault(kind_of(self.values[key]), []).append(key)
            known = self._by_kind[keys] = {kind: frozenset(group) for kind, group in groups.items()}
        return known
