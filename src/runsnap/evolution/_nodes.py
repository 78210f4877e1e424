"""From a schema document to shapes: one node for each place and each way of reading it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from runsnap._pointer import escape
from runsnap.evolution._formats import is_asserted
from runsnap.evolution._json_values import KINDS, KINDS_OF_TYPE, Kind, exact, freeze
from runsnap.evolution._schema import Mode, Source, UnresolvedReference
from runsnap.evolution._shapes import NOTHING, Bound, Shape, Table


@dataclass(slots=True)
class Node:
    """One place of a schema, read in one mode; its shape holds numbers of nodes."""

    source: Source
    side: int
    pointer: str
    mode: Mode
    shape: Shape

    @property
    def raw(self) -> Any:
        """The schema as it is written."""
        return self.source.raw(self.pointer)


class Nodes:
    """All nodes of both schemas. Nothing here recurses: schemas may nest and refer at will."""

    def __init__(self, table: Table, *, assert_formats: bool) -> None:
        self.table = table
        self.all: list[Node] = []
        self._numbers: dict[tuple[int, str, Mode], int] = {}
        self._waiting: list[int] = []
        self._assert_formats = assert_formats

    def add(self, source: Source, side: int, pointer: str = "", mode: Mode = "strict") -> int:
        """The node of a place, and with it every node that it leads to."""
        number = self._number(source, side, pointer, mode)
        while self._waiting:
            node = self.all[self._waiting.pop()]
            node.shape = _Reader(self, node, assert_formats=self._assert_formats).read()
        return number

    def _number(self, source: Source, side: int, pointer: str, mode: Mode) -> int:
        key = (side, pointer, mode)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.all)
            self.all.append(Node(source, side, pointer, mode, NOTHING))
            self._waiting.append(number)
        return number

    def find(self, side: int, pointer: str) -> int | None:
        """The node of a place as any writer may fill it, if there is one."""
        return self._numbers.get((side, pointer, "strict"))

    def number(self, node: Node, pointer: str, mode: Mode) -> int:
        """The node of another place of the same schema, read soon."""
        return self._number(node.source, node.side, pointer, mode)


class _Reader:
    """Reads the keywords of one place."""

    def __init__(self, nodes: Nodes, node: Node, *, assert_formats: bool) -> None:
        self.nodes = nodes
        self.node = node
        self.dialect = node.source.dialect
        self.modern = not self.dialect.reference_stands_alone
        self.assert_formats = assert_formats

    def child(self, *tokens: str | int, mode: Mode | None = None) -> int:
        """A sub-schema that judges a part of the value."""
        pointer = self.node.pointer + "".join(f"/{escape(str(token))}" for token in tokens)
        return self.nodes.number(self.node, pointer, mode or self.below)

    @property
    def below(self) -> Mode:
        return "strict" if self.node.mode == "strict" else "entry"

    @property
    def inside(self) -> Mode:
        return "strict" if self.node.mode == "strict" else "inner"

    def read(self) -> Shape:
        raw = self.node.raw
        if isinstance(raw, bool):
            return Shape() if raw else NOTHING
        if self.dialect.reference_stands_alone and "$ref" in raw:
            return self.references({"$ref": raw["$ref"]}, Shape())
        shape = self.simple(raw)
        for keywords, reader in (
            (_REFERENCES, self.references),
            (_ARRAYS, self.arrays),
            (_OBJECTS, self.objects),
            (_LOGIC, self.logic),
        ):
            if not keywords.isdisjoint(raw):
                shape = reader(raw, shape)
        return shape

    def simple(self, raw: dict[str, Any]) -> Shape:
        key = self.nodes.table.key
        enum = None
        if "enum" in raw:
            enum = frozenset(key(value) for value in raw["enum"])
        if "const" in raw:
            const = frozenset({key(raw["const"])})
            enum = const if enum is None else enum & const
        labels = raw.get("x-extensible-enum") if self.node.mode != "strict" else None
        return Shape(
            kinds=_kinds(raw.get("type")),
            enum=enum,
            labels=frozenset(label for label in labels if key(label) == label)
            if isinstance(labels, list)
            else None,
            low=_low(raw),
            high=_high(raw),
            multiple=exact(raw["multipleOf"]) if "multipleOf" in raw else None,
            min_length=int(raw.get("minLength", 0)),
            max_length=_whole(raw.get("maxLength")),
            pattern=raw.get("pattern"),
            formats=self.formats(raw),
            undefined=frozenset(
                (word, freeze(value)) for word, value in raw.items() if not self.dialect.knows(word)
            ),
        )

    def formats(self, raw: dict[str, Any]) -> frozenset[str]:
        found = set()
        if self.assert_formats and "format" in raw and is_asserted(raw["format"], self.dialect.draft):
            found.add(f"format:{raw['format']}")
        if not self.modern:
            found |= {
                f"{word}:{raw[word]}" for word in ("contentEncoding", "contentMediaType") if word in raw
            }
        return frozenset(found)

    def references(self, raw: dict[str, Any], shape: Shape) -> Shape:
        targets: list[int] = []
        opaque: list[str] = []
        source, at = self.node.source, self.node.pointer
        for keyword, resolve in (("$ref", source.resolve), ("$dynamicRef", source.resolve_dynamic)):
            if keyword not in raw or (keyword == "$dynamicRef" and not self.modern):
                continue
            try:
                targets.append(self.nodes.number(self.node, resolve(raw[keyword], at), self.inside))
            except UnresolvedReference as reason:
                # The same foreign resource is the same on both sides; what a file says of itself is not.
                whose = "" if reason.foreign else str(self.node.side)
                opaque.append(f"{whose} {reason}")
        return replace(shape, every=tuple(targets), opaque=tuple(opaque))

    def arrays(self, raw: dict[str, Any], shape: Shape) -> Shape:
        prefix: tuple[int, ...] = ()
        rest = None
        listed = "prefixItems" if self.modern else "items"
        if isinstance(raw.get(listed), list):
            prefix = tuple(self.child(listed, index) for index in range(len(raw[listed])))
        if not isinstance(raw.get("items", []), list):
            rest = self.child("items")
        elif not self.modern and isinstance(raw.get("items"), list) and "additionalItems" in raw:
            rest = self.child("additionalItems")
        contains = None
        if "contains" in raw:
            low = int(raw.get("minContains", 1)) if self.modern else 1
            high = _whole(raw.get("maxContains")) if self.modern else None
            contains = (self.child("contains", mode="strict"), low, high)
        unevaluated = self.modern and "unevaluatedItems" in raw
        return replace(
            shape,
            prefix=prefix,
            rest=rest,
            contains=contains,
            unique=bool(raw.get("uniqueItems", False)),
            min_items=int(raw.get("minItems", 0)),
            max_items=_whole(raw.get("maxItems")),
            unevaluated_items=self.child("unevaluatedItems") if unevaluated else None,
        )

    def objects(self, raw: dict[str, Any], shape: Shape) -> Shape:
        unevaluated = self.modern and "unevaluatedProperties" in raw
        dependent_required = dict(raw.get("dependentRequired", {})) if self.modern else {}
        dependencies = raw.get("dependencies", {})
        extra = [(name, frozenset(value)) for name, value in dependencies.items() if isinstance(value, list)]
        legacy = [name for name, value in sorted(dependencies.items()) if not isinstance(value, list)]
        dependent = sorted(raw.get("dependentSchemas", {})) if self.modern else []
        wanted = {(name, frozenset(names)) for name, names in dependent_required.items()} | set(extra)
        return replace(
            shape,
            properties=self.members(raw, "properties"),
            patterns=self.members(raw, "patternProperties"),
            additional=self.child("additionalProperties") if "additionalProperties" in raw else None,
            names=self.child("propertyNames", mode="strict") if "propertyNames" in raw else None,
            required=frozenset(raw.get("required", ())),
            min_properties=int(raw.get("minProperties", 0)),
            max_properties=_whole(raw.get("maxProperties")),
            dependent_required=tuple(sorted((name, names) for name, names in wanted if names)),
            dependent=tuple(
                (name, self.child("dependentSchemas", name, mode=self.inside)) for name in dependent
            ),
            # jsonschema-rs still asserts this keyword in 2020-12, where it evaluates no members.
            unseen_dependent=tuple(
                (name, self.child("dependencies", name, mode=self.inside)) for name in legacy
            ),
            unevaluated_properties=self.child("unevaluatedProperties") if unevaluated else None,
        )

    def members(self, raw: dict[str, Any], keyword: str) -> tuple[tuple[str, int], ...]:
        return tuple((name, self.child(keyword, name)) for name in sorted(raw.get(keyword, {})))

    def logic(self, raw: dict[str, Any], shape: Shape) -> Shape:
        def group(keyword: str, mode: Mode) -> tuple[int, ...]:
            return tuple(self.child(keyword, index, mode=mode) for index in range(len(raw[keyword])))

        some = [group("anyOf", self.inside)] if "anyOf" in raw else []
        one = [group("oneOf", "strict")] if "oneOf" in raw else []
        if one and self.inside == "inner":
            some.append(group("oneOf", "inner"))
        conditions: list[tuple[int, int | None, int | None]] = []
        if "if" in raw and ("then" in raw or "else" in raw or self.modern):
            then = self.child("then", mode=self.inside) if "then" in raw else None
            otherwise = self.child("else", mode=self.inside) if "else" in raw else None
            conditions.append((self.child("if", mode="strict"), then, otherwise))
        return replace(
            shape,
            every=shape.every + (group("allOf", self.inside) if "allOf" in raw else ()),
            some=tuple(some),
            one=tuple(one),
            no=(self.child("not", mode="strict"),) if "not" in raw else (),
            conditions=tuple(conditions),
        )


_REFERENCES = frozenset({"$ref", "$dynamicRef"})
_ARRAYS = frozenset({
    "prefixItems", "items", "additionalItems", "contains", "uniqueItems", "minItems", "maxItems", "unevaluatedItems",
})  # fmt: skip
_OBJECTS = frozenset({
    "properties", "patternProperties", "additionalProperties", "propertyNames", "required", "minProperties",
    "maxProperties", "dependentRequired", "dependentSchemas", "dependencies", "unevaluatedProperties",
})  # fmt: skip
_LOGIC = frozenset({"allOf", "anyOf", "oneOf", "not", "if"})


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)


def _kinds(named: str | list[str] | None) -> frozenset[Kind] | None:
    if named is None:
        return None
    names = [named] if isinstance(named, str) else named
    kinds: frozenset[Kind] = frozenset().union(*(KINDS_OF_TYPE[name] for name in names))
    return None if len(kinds) == len(KINDS) else kinds


def _low(raw: dict[str, Any]) -> Bound | None:
    bounds = [
        Bound(exact(raw[word]), word != "minimum") for word in ("minimum", "exclusiveMinimum") if word in raw
    ]
    return max(bounds, key=lambda bound: (bound.value, bound.exclusive), default=None)


def _high(raw: dict[str, Any]) -> Bound | None:
    bounds = [
        Bound(exact(raw[word]), word != "maximum") for word in ("maximum", "exclusiveMaximum") if word in raw
    ]
    return min(bounds, key=lambda bound: (bound.value, not bound.exclusive), default=None)
