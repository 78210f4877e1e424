"""A schema as a graph of nodes: one for each place, references followed within the file only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias
from urllib.parse import unquote, urldefrag, urljoin

from runsnap._pointer import escape, tokens_of
from runsnap._pointer import pointer as pointer_of
from runsnap.evolution._budget import Unsupported
from runsnap.evolution._keywords import Dialect, dialect_of

# "entry" and "inner" are the writer's places in the declared view: an entry closes
# its object, an inner place is closed by the entry that applies it to the same value.
Mode: TypeAlias = Literal["strict", "entry", "inner"]


class UnresolvedReference(Exception):  # noqa: N818 - named after what is found
    """A reference that leads out of the file (it is foreign then), or nowhere."""

    def __init__(self, message: str, *, foreign: bool = False) -> None:
        super().__init__(message)
        self.foreign = foreign


@dataclass(slots=True)
class Source:
    """One schema document: resolves references without ever leaving it."""

    root: Any
    dialect: Dialect
    resources: dict[str, str] = field(default_factory=dict)
    anchors: dict[tuple[str, str], str] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    raws: dict[str, Any] = field(default_factory=dict)
    dynamic: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.resources[""] = ""
        for pointer, schema, base in self._schemas():
            self.raws[pointer] = schema
            self.bases[pointer] = base

    def _schemas(self) -> Iterator[tuple[str, Any, str]]:
        stack: list[tuple[str, Any, str]] = [("", self.root, "")]
        while stack:
            pointer, schema, base = stack.pop()
            if isinstance(schema, dict):
                base = self._enter(pointer, schema, base)
            yield pointer, schema, base
            stack += [(child, below, base) for child, below in children(schema, pointer, self.dialect)]

    def _enter(self, pointer: str, schema: dict[str, Any], base: str) -> str:
        """Note the names by which this place is known; returns the base of what lies below it."""
        alone = self.dialect.reference_stands_alone
        name = schema.get("$id")
        if isinstance(name, str) and not (alone and "$ref" in schema):
            try:
                uri, fragment = urldefrag(name)
                joined = urljoin(base, uri)
            except ValueError:
                raise Unsupported(f"the identifier {name!r} is no URI") from None
            if alone and fragment:
                self.anchors[base, fragment] = pointer
            if uri:
                base = joined
                self.resources[base] = pointer
        for keyword in ("$anchor", "$dynamicAnchor"):
            anchor = schema.get(keyword)
            if isinstance(anchor, str) and not alone:
                self.anchors[base, anchor] = pointer
                if keyword == "$dynamicAnchor":
                    self.dynamic.add(anchor)
        return base

    def raw(self, pointer: str) -> Any:
        """The schema at a pointer."""
        return self.raws[pointer]

    def resolve(self, reference: str, pointer: str) -> str:
        """The pointer to which a reference leads from a place."""
        base = self.bases[pointer]
        try:
            uri, fragment = urldefrag(reference)
            target = urljoin(base, uri) if uri else base
        except ValueError:
            raise UnresolvedReference(f"the reference {reference!r} is no URI", foreign=True) from None
        start = self.resources.get(target)
        if start is None:
            raise UnresolvedReference(
                f"a reference leads out of the file, to {target}#{fragment}", foreign=True
            )
        fragment = unquote(fragment)
        if fragment and not fragment.startswith("/"):
            anchored = self.anchors.get((target, fragment))
            if anchored is None:
                raise UnresolvedReference(f"the reference {reference!r} leads nowhere")
            return anchored
        found = start + _normal(fragment)
        if found not in self.raws:
            self._add_unwalked(found, target, reference)
        return found

    def mixes_dialects(self) -> bool:
        """Whether a sub-schema names a dialect of its own."""
        return any(
            dialect_of(schema) is not self.dialect
            for schema in self.raws.values()
            if isinstance(schema, dict) and "$schema" in schema
        )

    def foreign_reference(self) -> str | None:
        """The first reference that leads out of the file, if there is one."""
        for pointer, schema in list(self.raws.items()):
            for keyword in ("$ref", "$dynamicRef"):
                reference = schema.get(keyword) if isinstance(schema, dict) else None
                if isinstance(reference, str):
                    try:
                        self.resolve(reference, pointer)
                    except UnresolvedReference as unresolved:
                        if unresolved.foreign:
                            return reference
        return None

    def _add_unwalked(self, pointer: str, base: str, reference: str) -> None:
        """A reference may lead to a place that no keyword applies."""
        value = self.root
        for name in tokens_of(pointer):
            if isinstance(value, dict) and name in value:
                value = value[name]
            elif isinstance(value, list) and name.isdigit() and int(name) < len(value):
                value = value[int(name)]
            else:
                raise UnresolvedReference(f"the reference {reference!r} leads nowhere")
        if not isinstance(value, (dict, bool)):
            raise UnresolvedReference(f"the reference {reference!r} leads to no schema")
        stack = [(pointer, value)]
        while stack:
            at, schema = stack.pop()
            self.raws[at] = schema
            self.bases[at] = base
            stack += children(schema, at, self.dialect)

    def resolve_dynamic(self, reference: str, pointer: str) -> str:
        """In a file of one resource a dynamic reference leads where a plain one does."""
        if any(self.resources.values()):
            raise UnresolvedReference("a $dynamicRef in a file of several resources is not followed")
        return self.resolve(reference, pointer)


def _normal(fragment: str) -> str:
    """A pointer with each token escaped as we escape it."""
    return pointer_of(tokens_of(fragment))


def children(schema: Any, pointer: str, dialect: Dialect) -> list[tuple[str, Any]]:
    """The sub-schemas that stand directly in a schema, with their pointers."""
    if not isinstance(schema, dict):
        return []
    if dialect.reference_stands_alone and "$ref" in schema:
        return [
            (f"{pointer}/{keyword}/{escape(name)}", child)
            for keyword in ("definitions", "$defs")
            if isinstance(schema.get(keyword), dict)
            for name, child in schema[keyword].items()
        ]
    found: list[tuple[str, Any]] = []
    for keyword, value in schema.items():
        at = f"{pointer}/{escape(keyword)}"
        if keyword in dialect.lists and isinstance(value, list):
            found += [(f"{at}/{index}", child) for index, child in enumerate(value)]
        elif keyword in dialect.maps and isinstance(value, dict):
            found += [
                (f"{at}/{escape(name)}", child)
                for name, child in value.items()
                if not isinstance(child, list)
            ]
        elif keyword in dialect.one and isinstance(value, (dict, bool)):
            found.append((at, value))
    return found
