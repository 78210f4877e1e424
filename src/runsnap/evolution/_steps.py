"""Steps from a value into a part of it: how a question about the part becomes one about the value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from runsnap.evolution._shapes import Shape, Table


@dataclass(frozen=True, slots=True)
class Member:
    """To the member of a name."""

    name: str

    def around(self, table: Table, inner: int) -> int:
        """The class of the values that have such a part in them."""
        return table.with_member(self.name, inner)

    def put(self, base: Any, value: Any) -> Any:
        """The base with the part put in; None when that is not so simple."""
        return {**base, self.name: value} if isinstance(base, dict) else {self.name: value}

    def label(self) -> str:
        """For people."""
        return f".{self.name}"


@dataclass(frozen=True, slots=True)
class Item:
    """To the item at an index."""

    index: int

    def around(self, table: Table, inner: int) -> int:
        """The class of the values that have such a part in them."""
        return table.with_item(self.index, inner)

    def put(self, base: Any, value: Any) -> Any:
        """The base with the part put in; None when that is not so simple."""
        items = list(base) if isinstance(base, list) else []
        if len(items) < self.index:
            return None
        items[self.index : self.index + 1] = [value]
        return items

    def label(self) -> str:
        """For people."""
        return f"[{self.index}]"


@dataclass(frozen=True, slots=True)
class SomeItem:
    """To any item from an index on."""

    start: int

    def around(self, table: Table, inner: int) -> int:
        """The class of the values that have such a part in them."""
        anything = (table.anything,) * self.start
        never = table.intern(Shape(no=(inner,)))
        return table.intern(
            Shape(kinds=frozenset({"array"}), no=(table.intern(Shape(prefix=anything, rest=never)),))
        )

    def put(self, base: Any, value: Any) -> Any:
        """The base with the part put in; None when that is not so simple."""
        return Item(self.start).put(base, value)

    def label(self) -> str:
        """For people."""
        return "[]"


@dataclass(frozen=True, slots=True)
class SomeMember:
    """To any member whose name matches a pattern, or to any that has none of some names and matches nothing."""

    names: frozenset[str]
    patterns: frozenset[str]
    pattern: str | None = None

    def around(self, table: Table, inner: int) -> int:
        """The class of the values that have such a part in them."""
        never = table.intern(Shape(no=(inner,)))
        if self.pattern is not None:
            bad = Shape(patterns=((self.pattern, never),))
        else:
            bad = rest_shape(table, self.names, self.patterns, never)
        return table.intern(Shape(kinds=frozenset({"object"}), no=(table.intern(bad),)))

    def put(self, base: Any, value: Any) -> Any:
        """The base with the part put in; None when that is not so simple."""
        del base, value

    def label(self) -> str:
        """For people."""
        return ".*"


Step: TypeAlias = Member | Item | SomeItem | SomeMember


def rest_shape(table: Table, names: frozenset[str], patterns: frozenset[str], child: int) -> Shape:
    """That every member outside the names and the patterns is of a class."""
    return Shape(
        properties=tuple((name, table.anything) for name in sorted(names)),
        patterns=tuple((pattern, table.anything) for pattern in sorted(patterns)),
        additional=child,
    )
