"""Random schemas over the whole vocabulary of both dialects, and Hypothesis strategies for them.

Names, numbers and patterns come from small pools, so that the parts of a schema
meet. Every reference descends into the value or goes to a later definition: no
cycle stays at one place.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from tests.evolution.judges import DIALECTS, DRAFT_07, is_schema

NAMES = ("a", "b", "ab", "c", "")
PATTERNS = (
    "^a", "b$", "^[ab]$", "a", "^a*$", "^(ab)+$", "^$", "^[^a]", "^.{2}$", "^a|b$", "[0-9]", "^\\w+$",
    "^(a|b)*a(a|b)$", "^[^b]*$", "a{2,3}", "^.*$", "\\s",
)  # fmt: skip
NUMBERS = (0, 1, 2, 3, -1, 0.5, 1.5, 5, 10, 1.0)
MULTIPLES = (1, 2, 3, 0.5, 1.5, 4)
COUNTS = (0, 1, 2, 3)
NUMERIC = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
COUNTED = (
    "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains",
)  # fmt: skip
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
VALUES = (
    None, True, False, 0, 1, 1.0, 2, 0.5, -1, "", "a", "b", "ab", [], [1], [1, 2], ["a"], [[1]], [True], {},
    {"a": 1}, {"a": 1, "b": 2}, {"a": {"b": 1}}, {"b": [1]}, [{"a": 1}], [{}],
)  # fmt: skip
FORMATS = ("date", "ipv4", "date-time", "uuid", "no-such-format")
FOCUSES = ("unevaluated", "if", "literals", "contains", "oneOf")
"""Groups of keywords to draw more often: where canonical forms went wrong before."""
OTHER_FOCUSES = ("numbers", "strings", "counts", "members", "items", "dependent", "reference", "negation")

LITERAL = {"const", "enum", "default", "examples"}
MAPS = {"properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"}


class Maker:
    """Draws schemas of one dialect."""

    def __init__(
        self, rng: random.Random, dialect: str = "2020-12", focus: tuple[str, ...] = (), depth: int = 3
    ) -> None:
        self.rng = rng
        self.modern = dialect == "2020-12"
        self.focus = focus
        self.depth = depth
        self.definitions = rng.choice((0, 0, 1, 2, 3))
        self.old_word = rng.random() < (0.1 if self.modern else 0.7)

    def document(self) -> Any:
        """A whole schema, with its definitions."""
        body = self.schema(0, lowest=0)
        if isinstance(body, bool):
            return body
        defined = {f"d{index}": self._definition(index) for index in range(self.definitions)}
        made = {**body, self.definitions_word: defined} if defined else body
        if self.rng.random() < 0.05:
            made = {"$id": f"urn:example:{self.rng.choice('ab')}", **made}
        return made if self.modern else {"$schema": DRAFT_07, **made}

    @property
    def definitions_word(self) -> str:
        """Where definitions stand; both dialects may use either word."""
        return "definitions" if self.old_word else "$defs"

    def _definition(self, index: int) -> Any:
        made = self.schema(1, lowest=index + 1)
        if not self.modern or isinstance(made, bool):
            return made
        return {**made, "$anchor": f"n{index}", "$dynamicAnchor": f"m{index}"}

    def schema(self, depth: int, lowest: int) -> Any:
        """A schema; a reference that stays at the same place may go to definitions from ``lowest`` on."""
        rng = self.rng
        if rng.random() < (0.06 if depth < self.depth else 0.3):
            return rng.random() < 0.6
        groups = self._groups(deep=depth >= self.depth)
        made: dict[str, Any] = {}
        for _ in range(rng.choice((1, 1, 2, 2, 3))):
            name = rng.choice(groups)
            made |= getattr(self, f"_{name}")(depth + 1, lowest)
        keys = list(made)
        rng.shuffle(keys)
        return {key: made[key] for key in keys}

    def _groups(self, *, deep: bool) -> list[str]:
        flat = ["type", "type", "literals", "numbers", "strings", "counts", "required", "annotations"]
        nested = [
            "members", "members", "members", "items", "items", "contains", "unions", "oneOf", "negation", "if",
            "dependent", "reference",
        ]  # fmt: skip
        if self.modern:
            nested.append("unevaluated")
        if deep:
            return flat
        return (
            flat
            + nested
            + [group for group in self.focus for _ in range(6) if group != "unevaluated" or self.modern]
        )

    def _inner(self, depth: int) -> Any:
        """A schema for a part of the value: references may go anywhere from there."""
        return self.schema(depth, lowest=0)

    def _some(self, pool: tuple[Any, ...], most: int = 3) -> list[Any]:
        return self.rng.sample(pool, self.rng.randint(1, min(most, len(pool))))

    def _type(self, depth: int, lowest: int) -> dict[str, Any]:
        return {"type": self._some(TYPES) if self.rng.random() < 0.3 else self.rng.choice(TYPES)}

    def _literals(self, depth: int, lowest: int) -> dict[str, Any]:
        if self.rng.random() < 0.5:
            return {"const": copy.deepcopy(self.rng.choice(VALUES))}
        distinct = {
            json.dumps(1 if value == 1.0 and value is not True else value): value
            for value in self._some(VALUES, 4)
        }
        return {"enum": copy.deepcopy(list(distinct.values()))}

    def _numbers(self, depth: int, lowest: int) -> dict[str, Any]:
        names = self._some(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), 2)
        return {name: self.rng.choice(MULTIPLES if name == "multipleOf" else NUMBERS) for name in names}

    def _strings(self, depth: int, lowest: int) -> dict[str, Any]:
        pools: dict[str, tuple[Any, ...]] = {
            "minLength": COUNTS,
            "maxLength": COUNTS,
            "pattern": PATTERNS,
            "format": FORMATS,
            "contentEncoding": ("base64",),
            "contentMediaType": ("application/json",),
        }
        rare = tuple(pools)[3:]
        names = [name for name in self._some(tuple(pools), 2) if name not in rare or self.rng.random() < 0.2]
        return {name: self.rng.choice(pools[name]) for name in names}

    def _counts(self, depth: int, lowest: int) -> dict[str, Any]:
        names = self._some(("minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems"), 2)
        return {
            name: self.rng.random() < 0.8 if name == "uniqueItems" else self.rng.choice(COUNTS)
            for name in names
        }

    def _required(self, depth: int, lowest: int) -> dict[str, Any]:
        return {"required": self._some(NAMES, 2)}

    def _annotations(self, depth: int, lowest: int) -> dict[str, Any]:
        name = self.rng.choice(
            (
                "title",
                "description",
                "default",
                "examples",
                "$comment",
                "readOnly",
                "writeOnly",
                "deprecated",
                "x-unit",
            )
        )
        return {
            name: {
                "default": 1,
                "examples": [1],
                "readOnly": True,
                "writeOnly": True,
                "deprecated": True,
            }.get(name, "text")
        }

    def _members(self, depth: int, lowest: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name in self._some(
            ("properties", "properties", "patternProperties", "additionalProperties", "propertyNames"), 2
        ):
            if name in {"properties", "patternProperties"}:
                keys = self._some(NAMES if name == "properties" else PATTERNS[:8], 2)
                made[name] = {key: self._inner(depth) for key in keys}
            elif name == "propertyNames":
                made[name] = self.rng.choice(
                    [self._strings(depth, lowest), {"enum": self._some(NAMES)}, False, {"const": "a"}]
                )
            else:
                made[name] = False if self.rng.random() < 0.4 else self._inner(depth)
        return made

    def _items(self, depth: int, lowest: int) -> dict[str, Any]:
        first, rest = ("prefixItems", "items") if self.modern else ("items", "additionalItems")
        kind = self.rng.random()
        if kind < 0.4:
            return {"items": self._inner(depth)}
        head = {first: [self._inner(depth) for _ in range(self.rng.randint(1, 2))]}
        return head if kind < 0.6 else head | {rest: False if self.rng.random() < 0.4 else self._inner(depth)}

    def _contains(self, depth: int, lowest: int) -> dict[str, Any]:
        made = {"contains": self._inner(depth)}
        if self.modern:
            made |= {
                name: self.rng.choice(COUNTS)
                for name in ("minContains", "maxContains")
                if self.rng.random() < 0.4
            }
        return made

    def _branches(self, depth: int, lowest: int) -> list[Any]:
        return [self.schema(depth, lowest) for _ in range(self.rng.choice((1, 2, 2, 3)))]

    def _unions(self, depth: int, lowest: int) -> dict[str, Any]:
        return {self.rng.choice(("allOf", "anyOf")): self._branches(depth, lowest)}

    def _oneOf(self, depth: int, lowest: int) -> dict[str, Any]:
        return {"oneOf": self._branches(depth, lowest)}

    def _negation(self, depth: int, lowest: int) -> dict[str, Any]:
        return {"not": self.schema(depth, lowest)}

    def _if(self, depth: int, lowest: int) -> dict[str, Any]:
        names = [
            name for name in ("if", "then", "else") if self.rng.random() < (0.95 if name == "if" else 0.7)
        ]
        return {name: self.schema(depth, lowest) for name in names}

    def _dependent(self, depth: int, lowest: int) -> dict[str, Any]:
        lists = {name: self._some(NAMES, 2) for name in self._some(NAMES, 2)}
        schemas = {name: self.schema(depth, lowest) for name in self._some(NAMES, 1)}
        if not self.modern or self.rng.random() < 0.05:
            return {"dependencies": {**lists, **schemas}}
        return {"dependentRequired": lists} if self.rng.random() < 0.5 else {"dependentSchemas": schemas}

    def _unevaluated(self, depth: int, lowest: int) -> dict[str, Any]:
        name = self.rng.choice(("unevaluatedProperties", "unevaluatedProperties", "unevaluatedItems"))
        return {name: False if self.rng.random() < 0.7 else self._inner(depth)}

    def _reference(self, depth: int, lowest: int) -> dict[str, Any]:
        if lowest >= self.definitions:
            return self._type(depth, lowest)
        index = self.rng.randrange(lowest, self.definitions)
        pointer = f"#/{self.definitions_word}/d{index}"
        options = [("$ref", pointer), ("$ref", pointer)]
        if self.modern:
            options += [("$ref", f"#n{index}"), ("$dynamicRef", f"#m{index}"), ("$dynamicRef", pointer)]
        keyword, target = self.rng.choice(options)
        return {keyword: target}


class Changer:
    """Makes a similar schema of a schema."""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        self.rng = maker.rng

    def changed(self, schema: Any) -> Any:
        """The schema after one to three changes."""
        made = copy.deepcopy(schema)
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            made = self._step(made)
        return made

    def _step(self, schema: Any) -> Any:
        """One change; a place is changed in its holder, so that the root stays one object with its definitions."""
        places = list(subschemas(schema))
        if not places:
            return self.maker.document()
        holder, key = self.rng.choice(places)
        holder[key] = self._other(holder[key])
        return schema

    def _other(self, schema: Any) -> Any:
        fresh = self.maker.schema(self.maker.depth - 1, lowest=self.maker.definitions)
        if isinstance(schema, bool):
            return fresh
        options: list[Callable[[], Any]] = [
            lambda: fresh,
            lambda: {**schema, **fresh} if isinstance(fresh, dict) else fresh,
            lambda: {**fresh, **schema} if isinstance(fresh, dict) else schema,
            lambda: self._without_one(schema),
            lambda: self._without_one(schema),
            lambda: self._nudged(schema),
            lambda: self._nudged(schema),
            lambda: {"allOf": [schema]},
            lambda: {"not": {"not": schema}},
            lambda: {"anyOf": [schema, fresh]},
            lambda: {"anyOf": [schema, False]},
            lambda: {"oneOf": [schema, fresh]},
            lambda: {"if": fresh, "then": schema, "else": _unnamed(schema)},
        ]
        return self.rng.choice(options)()

    def _without_one(self, schema: dict[str, Any]) -> dict[str, Any]:
        dropped = self.rng.choice([*schema, ""])
        return {key: value for key, value in schema.items() if key != dropped}

    def _nudged(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Bounds moved by one, lists in another order or one shorter."""
        made = dict(schema)
        for key, value in schema.items():
            if key in {"type", *LITERAL} or self.rng.random() < 0.4:
                continue
            if key in NUMERIC:
                made[key] = value + self.rng.choice((-1, 1))
            elif key in COUNTED:
                made[key] = max(value + self.rng.choice((-1, 1)), 0)
            elif isinstance(value, list) and len(value) > 1 and key != "$defs":
                made[key] = value[::-1] if self.rng.random() < 0.5 else value[:-1]
        return made


def _unnamed(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema a second time: a name may stand only once."""
    return {key: value for key, value in schema.items() if key not in {"$anchor", "$dynamicAnchor", "$id"}}


def subschemas(schema: Any) -> Iterator[tuple[Any, Any]]:
    """The holder and the key of each schema below this one; definitions and literals are left alone, but not their insides."""
    if not isinstance(schema, dict):
        return
    for keyword in schema:
        if keyword in LITERAL:
            continue
        holder, keys = _places(schema, keyword)
        for key in keys:
            if keyword not in _NO_SCHEMAS and isinstance(holder[key], dict | bool):
                yield holder, key
                yield from subschemas(holder[key])


def _places(schema: dict[str, Any], keyword: str) -> tuple[Any, list[Any]]:
    value = schema[keyword]
    if isinstance(value, list):
        return value, list(range(len(value)))
    return (value, list(value)) if keyword in MAPS and isinstance(value, dict) else (schema, [keyword])


_NO_SCHEMAS = {"uniqueItems", "readOnly", "writeOnly", "deprecated", "required", "type", "dependentRequired"}


def pair(rng: random.Random, dialect: str, focus: tuple[str, ...] = ()) -> tuple[Any, Any]:
    """Two schemas, most often one and what some changes make of it."""
    while True:
        old, new = _drawn(rng, dialect, focus)
        if is_schema(old, dialect) and is_schema(new, dialect):
            return (old, new) if rng.random() < 0.5 else (new, old)


def _drawn(rng: random.Random, dialect: str, focus: tuple[str, ...]) -> tuple[Any, Any]:
    depth = rng.choice((1, 2, 2, 3))
    maker = Maker(rng, dialect, focus, depth)
    old = maker.document()
    another = Maker(rng, dialect, focus, depth).document() if rng.random() < 0.2 else None
    return old, Changer(maker).changed(old) if another is None else another


@st.composite
def schemas(draw: st.DrawFn, dialect: str | None = None) -> Any:
    """A schema of one of the dialects."""
    rng = draw(st.randoms(use_true_random=False))
    return Maker(rng, dialect or draw(st.sampled_from(DIALECTS))).document()


@st.composite
def schema_pairs(draw: st.DrawFn) -> tuple[Any, Any, str]:
    """Two schemas and their dialect."""
    dialect = draw(st.sampled_from(DIALECTS))
    focus = draw(st.sampled_from([(), *((name,) for name in FOCUSES)]))
    return (*pair(draw(st.randoms(use_true_random=False)), dialect, focus), dialect)
