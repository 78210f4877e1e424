"""Random documents that try to please some schemas, part by part, and mostly do."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from tests.evolution.words import words

TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")
DEPTH = 5
LITERAL = ("const", "enum")


@dataclass(frozen=True, slots=True)
class Place:
    """A schema, and the document that its references are read in."""

    schema: Any
    root: Any


class Sampler:
    """Draws documents; the same random numbers give the same documents."""

    def __init__(
        self, rng: random.Random, atoms: tuple[Any, ...], names: tuple[str, ...], lengths: tuple[int, ...]
    ) -> None:
        self.rng = rng
        self.atoms = atoms
        self.names = names
        self.lengths = (*lengths, 0, 1, 2)

    def document(self, schemas: list[Any]) -> Any:
        """A document that tries to please all of these."""
        return self._value([Place(schema, schema) for schema in schemas], 0)

    def changed(self, document: Any) -> Any:
        """The document with one place of it changed."""
        document = copy.deepcopy(document)
        spots = list(_spots(document))
        if not spots or self.rng.random() < 0.1:
            return self._atom()
        holder, key = self.rng.choice(spots)
        action = self.rng.random()
        if action < 0.4:
            del holder[key]
        elif action < 0.8:
            holder[key] = self._atom()
        elif isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]) if self.rng.random() < 0.5 else self._atom())
        else:
            holder[self.rng.choice(self.names)] = self._atom()
        return document

    def _atom(self) -> Any:
        return copy.deepcopy(self.rng.choice(self.atoms))

    def _value(self, places: list[Place], depth: int) -> Any:
        here = [place for place in self._in_force(places) if isinstance(place.schema, dict)]
        fixed = [value for place in here for value in _literals(place.schema)]
        if fixed and self.rng.random() < 0.85:
            return copy.deepcopy(self.rng.choice(fixed))
        kind = self._type(here)
        if kind == "object" and depth < DEPTH:
            return self._object(here, depth)
        if kind == "array" and depth < DEPTH:
            return self._array(here, depth)
        if kind == "string":
            return self._string(here)
        return self._scalar(kind)

    def _in_force(self, places: list[Place]) -> list[Place]:
        """These schemas, and what they apply to the same value; one branch of each union."""
        found: list[Place] = []
        waiting = list(places)
        while waiting and len(found) < 40:
            place = waiting.pop()
            found.append(place)
            if isinstance(place.schema, dict):
                waiting += [Place(schema, place.root) for schema in self._applied(place)]
        return found

    def _applied(self, place: Place) -> Iterator[Any]:
        schema = place.schema
        yield from _list(schema.get("allOf"))
        for keyword in ("anyOf", "oneOf"):
            if branches := _list(schema.get(keyword)):
                yield self.rng.choice(branches)
        for keyword in ("$ref", "$dynamicRef"):
            if keyword in schema:
                yield resolve(place.root, schema[keyword])
        if "if" in schema:
            yield from (
                [schema["if"], schema.get("then", True)]
                if self.rng.random() < 0.5
                else [schema.get("else", True)]
            )
        for keyword in ("dependentSchemas", "dependencies"):
            for dependent in _dict(schema.get(keyword)).values():
                if self.rng.random() < 0.5 and not isinstance(dependent, list):
                    yield dependent
        if self.rng.random() < 0.2:
            yield schema.get("not", True)

    def _type(self, here: list[Place]) -> str:
        allowed = set(TYPES)
        for place in here:
            if "type" in place.schema and self.rng.random() < 0.95:
                stated = place.schema["type"]
                allowed &= set([stated] if isinstance(stated, str) else stated) | (
                    {"integer"} if stated == "number" else set()
                )
        if allowed == set(TYPES):
            likely = [_likely(keyword) for place in here for keyword in place.schema]
            allowed = {kind for kind in likely if kind} or allowed
        return self.rng.choice(sorted(allowed) or TYPES)

    def _object(self, here: list[Place], depth: int) -> dict[str, Any]:
        wanted: dict[str, None] = {}
        for place in here:
            wanted |= dict.fromkeys(
                name for name in _list(place.schema.get("required")) if self.rng.random() < 0.95
            )
            known = [*_dict(place.schema.get("properties"))]
            known += [
                word
                for pattern in _dict(place.schema.get("patternProperties"))
                for word in words(pattern)[:4]
            ]
            wanted |= dict.fromkeys(name for name in known if self.rng.random() < 0.45)
            for keyword in ("dependentRequired", "dependencies", "dependentSchemas"):
                wanted |= dict.fromkeys(
                    name for name in _dict(place.schema.get(keyword)) if self.rng.random() < 0.4
                )
        least = max((place.schema.get("minProperties", 0) for place in here), default=0)
        spare = list(self.names)
        self.rng.shuffle(spare)
        while spare and (len(wanted) < least or self.rng.random() < 0.3):
            wanted[spare.pop()] = None
        made: dict[str, Any] = {}
        for name in wanted:
            places = [inner for place in here for inner in _member_places(place, name)]
            if not any(inner.schema is False for inner in places) or self.rng.random() < 0.2:
                made[name] = self._value(places, depth + 1)
        return made

    def _array(self, here: list[Place], depth: int) -> list[Any]:
        least = max((place.schema.get("minItems", 0) for place in here), default=0)
        length = min(max(self.rng.choice(self.lengths), int(least)), 12)
        made = []
        for index in range(length):
            places = [inner for place in here for inner in _item_places(place, index)]
            hopes = [
                Place(place.schema["contains"], place.root) for place in here if "contains" in place.schema
            ]
            made.append(self._value(places + (hopes if self.rng.random() < 0.5 else []), depth + 1))
        return made

    def _string(self, here: list[Place]) -> str:
        patterns = [place.schema["pattern"] for place in here if "pattern" in place.schema]
        if patterns and self.rng.random() < 0.8 and (made := words(self.rng.choice(patterns))):
            return self.rng.choice(made)
        known = [atom for atom in self.atoms if isinstance(atom, str)]
        if any("minLength" in place.schema for place in here) and self.rng.random() < 0.5:
            return "b" * max(
                place.schema.get("minLength", 0) for place in here if place.schema.get("minLength", 0) < 64
            )
        return self.rng.choice(known)

    def _scalar(self, kind: str) -> Any:
        if kind == "null":
            return None
        if kind == "boolean":
            return self.rng.random() < 0.5
        numbers = [
            atom for atom in self.atoms if isinstance(atom, int | float) and not isinstance(atom, bool)
        ]
        if kind == "integer":
            numbers = [number for number in numbers if number == int(number)]
        return self.rng.choice(numbers)


def _spots(document: Any) -> Iterator[tuple[Any, Any]]:
    keys = (
        range(len(document))
        if isinstance(document, list)
        else list(document)
        if isinstance(document, dict)
        else []
    )
    for key in keys:
        yield document, key
        yield from _spots(document[key])


def _literals(schema: dict[str, Any]) -> list[Any]:
    return [schema["const"]] if "const" in schema else _list(schema.get("enum"))


def _likely(keyword: str) -> str | None:
    if keyword in {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}:
        return "number"
    if keyword in {"pattern", "minLength", "maxLength", "format"}:
        return "string"
    if "tems" in keyword or "ontains" in keyword:
        return "array"
    return "object" if "ropert" in keyword or "depend" in keyword or keyword == "required" else None


def _member_places(place: Place, name: str) -> Iterator[Place]:
    schema = place.schema
    matched = [
        value for pattern, value in _dict(schema.get("patternProperties")).items() if _finds(pattern, name)
    ]
    if name in _dict(schema.get("properties")):
        matched.append(schema["properties"][name])
    if not matched:
        matched = [schema[k] for k in ("additionalProperties", "unevaluatedProperties") if k in schema]
    yield from (Place(value, place.root) for value in matched)


def _finds(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:
        return False


def _item_places(place: Place, index: int) -> Iterator[Place]:
    schema = place.schema
    first = _list(schema.get("prefixItems")) or _list(schema.get("items"))
    if index < len(first):
        yield Place(first[index], place.root)
        return
    for keyword in ("items", "additionalItems", "unevaluatedItems"):
        if isinstance(schema.get(keyword), dict | bool):
            yield Place(schema[keyword], place.root)
            return


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def resolve(root: Any, reference: str) -> Any:
    """What a local reference points at; ``True`` where it points at nothing."""
    _, _, fragment = reference.partition("#")
    fragment = unquote(fragment)
    if fragment and not fragment.startswith("/"):
        return next(
            (
                schema
                for schema in _dicts(root)
                if fragment in {schema.get("$anchor"), schema.get("$dynamicAnchor")}
            ),
            True,
        )
    found = root
    for token in fragment.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        try:
            found = found[int(key)] if isinstance(found, list) else found[key]
        except (KeyError, IndexError, ValueError, TypeError):
            return True
    return found


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from _dicts(inner)
