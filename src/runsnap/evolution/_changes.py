"""Changes that no document shows: of meaning, of vocabulary, and those that change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from runsnap._pointer import escape
from runsnap.evolution._json_values import compact, freeze
from runsnap.evolution._model import Change, ChangeClass
from runsnap.evolution._schema import Source, UnresolvedReference

_MEANING = ("default", "x-unit", "x-omit-default")
_ANNOTATIONS = (
    "title", "description", "$comment", "examples", "deprecated", "readOnly", "writeOnly", "$schema", "$id",
    "contentMediaType", "contentEncoding", "contentSchema", "$anchor", "$vocabulary",
)  # fmt: skip
_LISTS_IN_ANY_ORDER = ("required", "enum", "type")
_ONE = (
    "items", "additionalItems", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else",
    "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
_LISTS = ("prefixItems", "allOf", "anyOf", "oneOf", "items")
_MAPS = ("properties", "patternProperties", "dependentSchemas", "dependencies")


@dataclass(slots=True)
class ChangeWalk:
    """Walks both schemas side by side, through references, once for each pair of places."""

    old: Source
    new: Source
    class_of: Callable[[int, str], int]
    found: list[Change] = field(default_factory=list)
    _seen: set[tuple[str, str]] = field(default_factory=set)
    _waiting: list[tuple[str, str]] = field(default_factory=list)

    def all(self) -> list[Change]:
        """Every change, in the order of the new schema, each once."""
        self._checks()
        self._go("", "")
        while self._waiting:
            self._compare(*self._waiting.pop())
        unique = dict.fromkeys(self.found)
        order = {"meaning": 0, "vocabulary": 1, "equivalent": 2}
        return sorted(
            unique,
            key=lambda change: (
                order[change.change],
                change.new_pointer or change.old_pointer or "",
                change.keyword,
                change.sentence,
            ),
        )

    def _go(self, old: str, new: str) -> None:
        if (old, new) not in self._seen:
            self._seen.add((old, new))
            self._waiting.append((old, new))

    def _note(
        self, change: ChangeClass, old: str | None, new: str | None, keyword: str, sentence: str
    ) -> None:
        self.found.append(Change(change, old, new, keyword, sentence))

    def _compare(self, old: str, new: str) -> None:
        before, after = _raw(self.old, old), _raw(self.new, new)
        if not isinstance(before, dict) or not isinstance(after, dict):
            return
        self._own_meaning(old, new, before, after)
        self._labels(old, new, before, after)
        self._members(old, new, before, after)
        self._annotations(old, new, before, after)
        self._order(old, new, before, after)
        for left, right in self._below(old, new, before, after):
            self._go(left, right)
        self._references(old, new, before, after)

    def _own_meaning(self, old: str, new: str, before: dict[str, Any], after: dict[str, Any]) -> None:
        for keyword in _MEANING:
            if (keyword in before, freeze(before.get(keyword))) != (
                keyword in after,
                freeze(after.get(keyword)),
            ):
                self._note(
                    "meaning",
                    f"{old}/{keyword}" if keyword in before else None,
                    f"{new}/{keyword}" if keyword in after else None,
                    keyword,
                    f"{_name(new)}: `{keyword}` was {_shown(before, keyword)}, it is now {_shown(after, keyword)}.",
                )

    def _checks(self) -> None:
        before, after = _rules(self.old.root), _rules(self.new.root)
        for name in sorted({*before, *after}):
            old, new = before.get(name), after.get(name)
            if old is not None and new is not None and freeze(old[1]) == freeze(new[1]):
                continue
            verb = "is new" if old is None else "is gone" if new is None else "has changed"
            self._note(
                "meaning",
                None if old is None else f"/x-checks/{old[0]}",
                None if new is None else f"/x-checks/{new[0]}",
                "x-checks",
                f"The rule `{name}` of `x-checks` {verb}.",
            )

    def _labels(self, old: str, new: str, before: dict[str, Any], after: dict[str, Any]) -> None:
        known, now = _labels(before), _labels(after)
        where_old = f"{old}/x-extensible-enum" if known else None
        where_new = f"{new}/x-extensible-enum" if now else None
        for label in [label for label in now if label not in known]:
            sentence = f"{_name(new)}: the label {compact(label)} is declared now."
            self._note("vocabulary", where_old, where_new, "x-extensible-enum", sentence)
        for label in [label for label in known if label not in now]:
            sentence = f"{_name(new)}: the label {compact(label)} is no longer declared."
            self._note("vocabulary", where_old, where_new, "x-extensible-enum", sentence)

    def _members(self, old: str, new: str, before: dict[str, Any], after: dict[str, Any]) -> None:
        known, now = _members(before), _members(after)
        for name in [name for name in now if name not in known]:
            pointer = f"{new}/properties/{escape(name)}"
            self._note(
                "vocabulary",
                None,
                pointer,
                "properties",
                f"{_name(new)}: the member `{name}` is declared now.",
            )
        for name in [name for name in known if name not in now]:
            pointer = f"{old}/properties/{escape(name)}"
            sentence = f"{_name(new)}: the member `{name}` is no longer declared."
            self._note("vocabulary", pointer, None, "properties", sentence)

    def _annotations(self, old: str, new: str, before: dict[str, Any], after: dict[str, Any]) -> None:
        for keyword in _ANNOTATIONS:
            if freeze(before.get(keyword)) != freeze(after.get(keyword)):
                self._note(
                    "equivalent",
                    f"{old}/{keyword}" if keyword in before else None,
                    f"{new}/{keyword}" if keyword in after else None,
                    keyword,
                    f"{_name(new)}: `{keyword}` changed, which no reader of documents looks at.",
                )

    def _order(self, old: str, new: str, before: dict[str, Any], after: dict[str, Any]) -> None:
        for keyword in _LISTS_IN_ANY_ORDER:
            left, right = before.get(keyword), after.get(keyword)
            if (
                isinstance(left, list)
                and isinstance(right, list)
                and len(left) == len(right)
                and left != right
            ):
                keys: tuple[list[Any], list[Any]] = (
                    [freeze(value) for value in left],
                    [freeze(value) for value in right],
                )
                if keys[0] != keys[1] and set(keys[0]) == set(keys[1]):
                    self._same(old, new, keyword, "stands in another order")
        for keyword in ("allOf", "anyOf", "oneOf"):
            left, right = before.get(keyword), after.get(keyword)
            if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
                first = [self.class_of(0, f"{old}/{keyword}/{index}") for index in range(len(left))]
                second = [self.class_of(1, f"{new}/{keyword}/{index}") for index in range(len(right))]
                if first != second and sorted(first) == sorted(second):
                    self._same(old, new, keyword, "stands in another order")
        known, now = list(_members(before)), list(_members(after))
        if known != now and sorted(known) == sorted(now):
            self._same(old, new, "properties", "stands in another order")

    def _same_class(self, old: str, new: str) -> bool:
        return self.class_of(0, old) == self.class_of(1, new)

    def _same(self, old: str, new: str, keyword: str, what: str) -> None:
        self._note(
            "equivalent",
            f"{old}/{keyword}",
            f"{new}/{keyword}",
            keyword,
            f"{_name(new)}: `{keyword}` {what}.",
        )

    def _references(self, old: str, new: str, before: dict[str, Any], after: dict[str, Any]) -> None:
        left, right = _target(self.old, old, before), _target(self.new, new, after)
        if left is None and right is None:
            return
        if left is not None and right is not None:
            self._go(left, right)
        elif left is not None:
            self._go(left, new)
            if self._same_class(old, new):
                self._note(
                    "equivalent", f"{old}/$ref", None, "$ref", f"{_name(new)}: a reference was written out."
                )
        elif right is not None:
            self._go(old, right)
            if self._same_class(old, new):
                self._note(
                    "equivalent", None, f"{new}/$ref", "$ref", f"{_name(new)}: a definition is referred to."
                )

    def _below(
        self, old: str, new: str, before: dict[str, Any], after: dict[str, Any]
    ) -> Iterator[tuple[str, str]]:
        for keyword in _ONE:
            if isinstance(before.get(keyword), dict) and isinstance(after.get(keyword), dict):
                yield f"{old}/{keyword}", f"{new}/{keyword}"
        for keyword in _LISTS:
            left, right = before.get(keyword), after.get(keyword)
            if isinstance(left, list) and isinstance(right, list):
                pointers = f"{old}/{keyword}", f"{new}/{keyword}"
                keys = [
                    [self.class_of(side, f"{pointers[side]}/{index}") for index in range(len(branches))]
                    for side, branches in enumerate((left, right))
                ]
                for one, other in _aligned(*keys):
                    yield f"{old}/{keyword}/{one}", f"{new}/{keyword}/{other}"
        for keyword in _MAPS:
            left, right = before.get(keyword), after.get(keyword)
            if isinstance(left, dict) and isinstance(right, dict):
                for name in right:
                    if name in left:
                        yield f"{old}/{keyword}/{escape(name)}", f"{new}/{keyword}/{escape(name)}"


def _aligned(left: list[int], right: list[int]) -> list[tuple[int, int]]:
    """Entries of the same class with each other, the others in order."""
    places: dict[int, list[int]] = {}
    for index, value in enumerate(left):
        places.setdefault(value, []).append(index)
    pairs, open_right = [], []
    for index, value in enumerate(right):
        same = places.get(value)
        if same:
            pairs.append((same.pop(0), index))
        else:
            open_right.append(index)
    open_left = sorted(index for indexes in places.values() for index in indexes)
    return pairs + list(zip(open_left, open_right, strict=False))


def _raw(source: Source, pointer: str) -> Any:
    return source.raws.get(pointer)


def _target(source: Source, pointer: str, schema: dict[str, Any]) -> str | None:
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return None
    try:
        return source.resolve(reference, pointer)
    except UnresolvedReference:
        return None


def _rules(root: Any) -> dict[str, tuple[int, Any]]:
    """The rules of ``x-checks`` by their names, without what they say to people."""
    rules = root.get("x-checks") if isinstance(root, dict) else None
    if not isinstance(rules, list):
        return {}
    found: dict[str, tuple[int, Any]] = {}
    for index, rule in enumerate(rules):
        if isinstance(rule, dict):
            said = {keyword: value for keyword, value in rule.items() if keyword != "description"}
            found[str(rule.get("id", index))] = (index, said)
    return found


def _labels(schema: dict[str, Any]) -> list[Any]:
    labels = schema.get("x-extensible-enum")
    return labels if isinstance(labels, list) else []


def _members(schema: dict[str, Any]) -> dict[str, Any]:
    members = schema.get("properties")
    return members if isinstance(members, dict) else {}


def _shown(schema: dict[str, Any], keyword: str) -> str:
    if keyword not in schema:
        return "absent"
    text = compact(schema[keyword])
    return text if len(text) <= 60 else f"{text[:60]}…"


def _name(pointer: str) -> str:
    return f"`{pointer}`" if pointer else "The document"
