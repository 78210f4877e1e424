"""A schema is a conjunction: its parts, each with its place and as a class of its own.

A reader refuses a value if and only if one of its parts does. So each part that
the writer does not have as well is a question of its own, at a place of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from runsnap._pointer import escape
from runsnap.evolution._nodes import Node
from runsnap.evolution._shapes import ANYTHING, Shape, Table


@dataclass(frozen=True, slots=True)
class Part:
    """One conjunct of a node.

    ``family`` names what it speaks of (two sides are compared family by family),
    ``where`` leads to it from its node, ``same`` is equal for equal conjuncts.
    ``child`` is the node of the sub-schema if the part is about a part of the value,
    ``beside`` the class of what stands beside a part that depends on it.
    """

    family: tuple[str, ...]
    where: tuple[str, ...]
    same: Hashable
    node: int
    base: str
    number: Callable[[], int]
    child: int | None = None
    beside: int | None = None

    @property
    def keyword(self) -> str:
        """The keyword that asserts it."""
        return self.where[0] if self.where else "schema"

    @property
    def pointer(self) -> str:
        """Where it stands in its schema."""
        return self.base + "".join(f"/{escape(token)}" for token in self.where)


class _Maker:
    """Makes the parts of one node."""

    def __init__(self, at: int, node: Node, classes: list[int], table: Table) -> None:
        self.at = at
        self.base = node.pointer
        self.classes = classes
        self.table = table

    def part(
        self, family: tuple[str, ...], where: tuple[str, ...], child: int | None = None, **fields: Any
    ) -> Part:
        """A part with a class of its own."""
        number = self.table.intern(Shape(**fields).mapped(self.classes.__getitem__))
        return Part(family, where, number, self.at, self.base, lambda: number, child)

    def without(self, keyword: str) -> int:
        """The class of the node without one of its keywords."""
        whole = self.table.shapes[self.classes[self.at]]
        if keyword == "unevaluatedProperties":
            return self.table.intern(replace(whole, unevaluated_properties=None))
        return self.table.intern(replace(whole, unevaluated_items=None))

    def about(
        self, family: tuple[str, ...], where: tuple[str, ...], child: int, around: Callable[[int], Shape]
    ) -> Part:
        """A part that only says something of parts of the value; its class is made when it is asked for."""
        inner = self.classes[child]
        same = (*family, inner)
        return Part(family, where, same, self.at, self.base, lambda: self.table.intern(around(inner)), child)


def parts_of(at: int, node: Node, classes: list[int], table: Table) -> Iterator[Part]:
    """All conjuncts of a node but for the sub-schemas that it applies to the same value."""
    shape, raw = node.shape, node.raw
    if isinstance(raw, bool):
        if not raw:
            yield Part(("false",), (), table.nothing, at, node.pointer, lambda: table.nothing)
        return
    make = _Maker(at, node, classes, table)
    yield from _simple_parts(shape, raw, make.part)
    yield from _array_parts(shape, raw, make)
    yield from _object_parts(shape, raw, make)
    yield from _logic_parts(shape, raw, make)


def _simple_parts(shape: Shape, raw: dict[str, Any], part: Callable[..., Part]) -> Iterator[Part]:
    if shape.kinds is not None:
        yield part(("type",), ("type",), kinds=shape.kinds)
    if shape.enum is not None:
        yield part(("enum",), ("enum" if "enum" in raw else "const",), enum=shape.enum)
    if shape.low is not None:
        yield part(
            ("minimum",), (_tighter(raw, "minimum", "exclusiveMinimum", shape.low.exclusive),), low=shape.low
        )
    if shape.high is not None:
        yield part(
            ("maximum",),
            (_tighter(raw, "maximum", "exclusiveMaximum", shape.high.exclusive),),
            high=shape.high,
        )
    if shape.multiple is not None:
        yield part(("multipleOf",), ("multipleOf",), multiple=shape.multiple)
    for keyword, field in _SIZES.items():
        value = getattr(shape, field)
        if value != getattr(ANYTHING, field):
            yield part((keyword,), (keyword,), **{field: value})
    if shape.pattern is not None:
        yield part(("pattern",), ("pattern",), pattern=shape.pattern)
    for name in sorted(shape.formats):
        keyword = name.partition(":")[0]
        yield part((keyword,), (keyword,), formats=frozenset({name}))


_SIZES = {
    "minLength": "min_length",
    "maxLength": "max_length",
    "minItems": "min_items",
    "maxItems": "max_items",
    "minProperties": "min_properties",
    "maxProperties": "max_properties",
    "uniqueItems": "unique",
}


def _tighter(raw: dict[str, Any], plain: str, exclusive: str, is_exclusive: bool) -> str:
    return exclusive if is_exclusive and exclusive in raw else plain


def _array_parts(shape: Shape, raw: dict[str, Any], make: _Maker) -> Iterator[Part]:
    listed = "prefixItems" if "prefixItems" in raw else "items"
    anything = make.table.anything
    for index, child in enumerate(shape.prefix):
        yield make.about(
            ("item", str(index)), (listed, str(index)), child, partial(_item_shape, (anything,) * index)
        )
    if shape.rest is not None:
        keyword = "additionalItems" if isinstance(raw.get("items"), list) else "items"
        before = (anything,) * len(shape.prefix)
        yield make.about(("items", str(len(before))), (keyword,), shape.rest, partial(_rest_shape, before))
    if shape.contains is not None:
        yield make.part(("contains",), ("contains",), contains=shape.contains)


def _item_shape(before: tuple[int, ...], child: int) -> Shape:
    return Shape(prefix=(*before, child))


def _rest_shape(before: tuple[int, ...], child: int) -> Shape:
    return Shape(prefix=before, rest=child)


def _member_shape(name: str, child: int) -> Shape:
    return Shape(properties=((name, child),))


def _pattern_shape(pattern: str, child: int) -> Shape:
    return Shape(patterns=((pattern, child),))


def _object_parts(shape: Shape, raw: dict[str, Any], make: _Maker) -> Iterator[Part]:
    for name, child in shape.properties:
        yield make.about(("member", name), ("properties", name), child, partial(_member_shape, name))
    for pattern, child in shape.patterns:
        where = ("patternProperties", pattern)
        yield make.about(("pattern member", pattern), where, child, partial(_pattern_shape, pattern))
    if shape.names is not None:
        yield make.part(("propertyNames",), ("propertyNames",), names=shape.names)
    for index, name in enumerate(raw.get("required", ())):
        if name in shape.required:
            yield make.part(("required", name), ("required", str(index)), required=frozenset({name}))
    for name, wanted in shape.dependent_required:
        keyword = "dependentRequired" if name in raw.get("dependentRequired", {}) else "dependencies"
        yield make.part(("dependent", name), (keyword, name), dependent_required=((name, wanted),))
    for name, child in shape.dependent:
        yield make.part(("dependent schema", name), ("dependentSchemas", name), dependent=((name, child),))
    for name, child in shape.unseen_dependent:
        yield make.part(("dependent schema", name), ("dependencies", name), unseen_dependent=((name, child),))


def _logic_parts(shape: Shape, raw: dict[str, Any], make: _Maker) -> Iterator[Part]:
    if "anyOf" in raw and shape.some:
        yield make.part(("anyOf",), ("anyOf",), some=shape.some[:1])
    if shape.one:
        yield make.part(("oneOf",), ("oneOf",), one=shape.one)
    if shape.no:
        yield make.part(("not",), ("not",), no=shape.no)
    for condition in shape.conditions:
        if condition[1] is not None or condition[2] is not None:
            yield make.part(("if",), ("if",), conditions=(condition,))
    own = make.classes[make.at]
    for keyword, child in (
        ("unevaluatedProperties", shape.unevaluated_properties),
        ("unevaluatedItems", shape.unevaluated_items),
    ):
        if child is not None:
            # What is left over depends on all that stands beside it.
            yield Part(
                (keyword,), (keyword,), own, make.at, make.base, lambda: own, beside=make.without(keyword)
            )
    for name in shape.opaque:
        keyword = "$dynamicRef" if "$ref" not in raw else "$ref"
        yield make.part(("reference", name), (keyword,), opaque=(name,))
    for keyword, value in sorted(shape.undefined, key=str):
        yield make.part(("undefined", keyword), (keyword,), undefined=frozenset({(keyword, value)}))
