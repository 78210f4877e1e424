"""Hypothesis strategies: documents that a schema accepts, made from the generator's model of it.

What the schema leaves open is drawn too: unknown members at every level,
unknown labels, nulls and absent members where they are allowed, float literals
for integers, instants with offsets and any number of fraction digits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from hypothesis import strategies as st

from codegen.model import (
    AnyJson,
    Array,
    Boolean,
    Document,
    EnumRef,
    Instant,
    Integer,
    Map,
    Number,
    RecordRef,
    String,
    Type,
)

EXACT = 2**53
"""Up to here a float literal may stand for an integer, and any integer for a number."""

Members = Literal["any", "minimal", "full"]

_FLOATS = {"allow_nan": False, "allow_infinity": False}


def json_values(max_leaves: int = 6) -> st.SearchStrategy[Any]:
    """Any JSON value."""
    scalars = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.integers(-(10**40), 10**40)
        | st.floats(**_FLOATS)
        | st.text(max_size=8)
    )
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=max_leaves,
    )


@st.composite
def instants(draw: st.DrawFn) -> str:
    """RFC 3339 text of a moment from year 0001 to 9999 in UTC."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from(_EDGES))
    moment = draw(st.datetimes(datetime.min + timedelta(days=1), datetime.max - timedelta(days=1)))
    digits = draw(st.text("0123456789", max_size=9))
    zone = draw(st.sampled_from("Zz") | _OFFSETS)
    separator = draw(st.sampled_from("Tt"))
    fraction = f".{digits}" if digits else ""
    return f"{moment.isoformat(sep=separator, timespec='seconds')}{fraction}{zone}"


_EDGES = ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "2000-02-29T23:59:59.999999999+23:59",
          "2024-02-29t00:00:00z", "1970-01-01T00:00:00-00:00")  # fmt: skip
_OFFSETS = st.builds("{}{:02}:{:02}".format, st.sampled_from("+-"), st.integers(0, 23), st.integers(0, 59))


def documents(
    document: Document, *, members: Members = "any", unknown: bool = True, float_literals: bool = True
) -> st.SearchStrategy[dict[str, Any]]:
    """Plain JSON values of documents that the schema and the value rules accept.

    ``members``: ``minimal`` has the required members alone, ``full`` has every
    declared one and null in none. ``unknown`` adds members and labels that are
    not declared; ``float_literals`` writes some integers as ``3.0`` and some
    numbers as ``3``.
    """
    return _Strategies(document, members, unknown, float_literals).record(document.root.name)


def records(document: Document, name: str, **options: Any) -> st.SearchStrategy[dict[str, Any]]:
    """The same for one record of a document."""
    defaults: dict[str, Any] = {"members": "any", "unknown": True, "float_literals": True}
    return _Strategies(document, **(defaults | options)).record(name)


@dataclass
class _Strategies:
    document: Document
    members: Members
    unknown: bool
    float_literals: bool

    def record(self, name: str) -> st.SearchStrategy[dict[str, Any]]:
        fields = self.document.record(name).fields
        always = [field for field in fields if field.required or self.members == "full"]
        sometimes = [field for field in fields if not field.required] if self.members == "any" else []
        declared = st.fixed_dictionaries(
            {field.wire: self._type(field.type) for field in always},
            optional={field.wire: self._type(field.type) for field in sometimes},
        )
        if not self.unknown:
            return declared
        known = {field.wire for field in fields}
        others = st.dictionaries(
            st.text(max_size=6).filter(lambda name: name not in known), json_values(3), max_size=2
        )
        return st.builds(lambda first, second: first | second, declared, others)

    def _type(self, type_: Type) -> st.SearchStrategy[Any]:
        values = self._shape(type_)
        return st.none() | values if type_.nullable and self.members != "full" else values

    def _shape(self, type_: Type) -> st.SearchStrategy[Any]:
        rules = type_.constraints
        match type_.shape:
            case String(const=None):
                return _texts(rules)
            case String(const=const):
                return st.just(const)
            case Integer():
                return _integers(rules, self.float_literals)
            case Number():
                return _numbers(rules, self.float_literals)
            case Boolean():
                return st.booleans()
            case Instant():
                return instants()
            case AnyJson():
                return json_values()
            case EnumRef(name):
                known = st.sampled_from([label for _, label in self.document.enum(name).labels])
                return known | st.text(max_size=8) if self.unknown else known
            case RecordRef(name):
                return self.record(name)
            case Array(items):
                return st.lists(
                    self._type(items),
                    min_size=rules.get("minItems", 0),
                    max_size=_most(rules, "minItems", "maxItems"),
                )
            case Map(values):
                names = _texts(rules.get("propertyNames", {}), 6)
                low, high = rules.get("minProperties", 0), _most(rules, "minProperties", "maxProperties")
                return st.dictionaries(names, self._type(values), min_size=low, max_size=high)


def _most(rules: Any, least: str, most: str) -> int:
    return min(rules.get(most, 3), rules.get(least, 0) + 3)


def _texts(rules: Any, most: int = 12) -> st.SearchStrategy[str]:
    least, longest = rules.get("minLength", 0), rules.get("maxLength")
    if "pattern" not in rules:
        return st.text(min_size=least, max_size=longest if longest is not None else least + most)
    found = st.from_regex(rules["pattern"].removeprefix("^").removesuffix("$"), fullmatch=True)
    guard = rules.get("not", {}).get("pattern", "(?!)")
    return found.filter(
        lambda text: (
            least <= len(text) <= (longest if longest is not None else len(text))
            and not re.search(guard, text)
        )
    )


def _bounds(rules: Any) -> tuple[Any, Any]:
    least = rules.get("minimum")
    most = rules.get("maximum")
    if "exclusiveMinimum" in rules:
        least = rules["exclusiveMinimum"] + 1
    if "exclusiveMaximum" in rules:
        most = rules["exclusiveMaximum"] - 1
    return least, most


def _integers(rules: Any, float_literals: bool) -> st.SearchStrategy[Any]:
    least, most = _bounds(rules)
    low, high = -(10**40) if least is None else least, 10**40 if most is None else most
    step = rules.get("multipleOf", 1)
    exact = _multiples(low, high, step)
    if not float_literals or low > EXACT or high < -EXACT:
        return exact
    small = _multiples(max(low, -EXACT), min(high, EXACT), step).map(float)
    zero = st.just(-0.0) if low <= 0 <= high else st.nothing()
    return exact | small | zero


def _multiples(low: int, high: int, step: int) -> st.SearchStrategy[int]:
    first, last = -(-low // step), high // step
    return (st.integers(first, last) | st.sampled_from([first, last])).map(lambda value: value * step)


def _numbers(rules: Any, integer_literals: bool) -> st.SearchStrategy[Any]:
    least, most = rules.get("minimum"), rules.get("maximum")
    floats = st.floats(
        None if least is None else float(least), None if most is None else float(most), **_FLOATS
    )
    if not integer_literals:
        return floats
    low, high = -EXACT if least is None else int(least) + 1, EXACT if most is None else int(most)
    return floats | (st.integers(low, high) if low <= high else st.nothing())
