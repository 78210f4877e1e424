"""A schema is a conjunction: its parts, each with its place and as a class of its own.

A reader refuses a value if and only if one of its parts does. So each part that
the writer does not have as well is a question of its own, at a place of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from runsnap.evolution._nodes import Node
from runsnap.evolution._schema import escape
from runsnap.evolution._shapes import ANYTHING, Shape, Table

Numbered: TypeAlias = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Part:
    """One conjunct of a node.

    ``family`` names what it speaks of (two sides are compared family by family),
    ``pointer`` is where it stands, ``number`` its class, ``keyword`` its keyword.
    ``child`` is the node of the sub-schema if the part is about a part of the value.
    """

    family: tuple[str, ...]
    keyword: str
    pointer: str
    number: int
    node: int
    child: int | None = None


def parts_of(at: int, node: Node, classes: list[int], table: Table) -> Iterator[Part]:
    """All conjuncts of a node but for the sub-schemas that it applies to the same value."""
    shape, raw = node.shape, node.raw

    def part(family: tuple[str, ...], where: tuple[str, ...], child: int | None = None, **fields: Any) -> Part:
        number = table.intern(Shape(**fields).mapped(lambda other: table.anything if other == _ANYTHING else classes[other]))
        pointer = node.pointer + "".join(f"/{escape(token)}" for token in where)
        return Part(family, where[0], pointer, number, at, child)

    if isinstance(raw, bool):
        if not raw:
            yield Part(("false",), "false", node.pointer, table.nothing, at)
        return
    yield from _simple_parts(shape, raw, part)
    yield from _array_parts(shape, raw, part)
    yield from _object_parts(shape, raw, part)
    yield from _logic_parts(shape, raw, part, classes[at], at, node.pointer)


def _simple_parts(shape: Shape, raw: dict[str, Any], part: Callable[..., Part]) -> Iterator[Part]:
    if shape.kinds is not None:
        yield part(("type",), ("type",), kinds=shape.kinds)
    if shape.enum is not None:
        yield part(("enum",), ("enum" if "enum" in raw else "const",), enum=shape.enum)
    if shape.low is not None:
        yield part(("minimum",), (_tighter(raw, "minimum", "exclusiveMinimum", shape.low.exclusive),), low=shape.low)
    if shape.high is not None:
        yield part(("maximum",), (_tighter(raw, "maximum", "exclusiveMaximum", shape.high.exclusive),), high=shape.high)
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


def _array_parts(shape: Shape, raw: dict[str, Any], part: Callable[..., Part]) -> Iterator[Part]:
    listed = "prefixItems" if "prefixItems" in raw else "items"
    for index, child in enumerate(shape.prefix):
        anything = (_ANYTHING,) * index
        yield part(("item", str(index)), (listed, str(index)), child, prefix=(*anything, child))
    if shape.rest is not None:
        keyword = "additionalItems" if isinstance(raw.get("items"), list) else "items"
        length = len(shape.prefix)
        yield part(("items", str(length)), (keyword,), shape.rest, prefix=(_ANYTHING,) * length, rest=shape.rest)
    if shape.contains is not None:
        yield part(("contains",), ("contains",), contains=shape.contains)


def _object_parts(shape: Shape, raw: dict[str, Any], part: Callable[..., Part]) -> Iterator[Part]:
    for name, child in shape.properties:
        yield part(("member", name), ("properties", name), child, properties=((name, child),))
    for pattern, child in shape.patterns:
        yield part(("pattern member", pattern), ("patternProperties", pattern), child, patterns=((pattern, child),))
    if shape.names is not None:
        yield part(("propertyNames",), ("propertyNames",), names=shape.names)
    for index, name in enumerate(raw.get("required", ())):
        if name in shape.required:
            yield part(("required", name), ("required", str(index)), required=frozenset({name}))
    for name, wanted in shape.dependent_required:
        keyword = "dependentRequired" if name in raw.get("dependentRequired", {}) else "dependencies"
        yield part(("dependent", name), (keyword, name), dependent_required=((name, wanted),))
    for name, child in shape.dependent:
        yield part(("dependent schema", name), ("dependentSchemas", name), dependent=((name, child),))
    for name, child in shape.unseen_dependent:
        yield part(("dependent schema", name), ("dependencies", name), unseen_dependent=((name, child),))


def _logic_parts(
    shape: Shape, raw: dict[str, Any], part: Callable[..., Part], own: int, at: int, pointer: str
) -> Iterator[Part]:
    if "anyOf" in raw and shape.some:
        yield part(("anyOf",), ("anyOf",), some=shape.some[:1])
    if shape.one:
        yield part(("oneOf",), ("oneOf",), one=shape.one)
    if shape.no:
        yield part(("not",), ("not",), no=shape.no)
    for condition in shape.conditions:
        if condition[1] is not None or condition[2] is not None:
            yield part(("if",), ("if",), conditions=(condition,))
    for keyword, child in (
        ("unevaluatedProperties", shape.unevaluated_properties),
        ("unevaluatedItems", shape.unevaluated_items),
    ):
        if child is not None:
            # What is left over depends on all that stands beside it.
            yield Part((keyword,), keyword, f"{pointer}/{keyword}", own, at)
    for name in shape.opaque:
        yield part(("reference", name), ("$dynamicRef" if "$ref" not in raw else "$ref",), opaque=(name,))
    for keyword, value in sorted(shape.undefined, key=str):
        yield part(("undefined", keyword), (keyword,), undefined=frozenset({(keyword, value)}))


# A child that stands for "anything" before it is numbered: no node has this number.
_ANYTHING = -1
