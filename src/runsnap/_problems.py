"""What the fast validator says, as problems: one a fault.

The validator that gives the verdict also names the faults, so that a report
never disagrees with it. The only unions of our schemas are those with null.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from runsnap._excerpt import excerpt
from runsnap._pointer import pointer, resolve
from runsnap._report import Problem, Tally

_PRECEDENCE = ("type", "const", "enum", "pattern", "not", "format", "minLength", "maxLength")
"""Of several keywords that refuse one scalar, the first of these is reported."""

_BOUNDS: dict[str, str] = {
    "minimum": "at least {}", "maximum": "at most {}", "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}", "multipleOf": "a multiple of {}",
    "minLength": "at least {} characters", "maxLength": "at most {} characters",
    "minItems": "at least {} items", "maxItems": "at most {} items",
    "minProperties": "at least {} members", "maxProperties": "at most {} members",
}  # fmt: skip


def schema_problems(
    errors: Iterable[tuple[str | None, str]], schema: Mapping[str, Any], plain: Any, tally: Tally
) -> Iterator[str]:
    """Count each fault once, and list the first ones; give the pointer of each value at fault.

    ``errors`` are those of an evaluation by ``jsonschema_rs`` under ``schema``:
    the places in ``plain``, None for what is no fault of it, and those in the
    schema. Those of one value stand together.
    """
    titles = _titles(schema)
    known: dict[str, _Refusal] = {}
    for place, group in groupby(errors, key=itemgetter(0)):
        refusals = [_refusal(location, schema, known) for _, location in group]
        faults = _faults(refusals)
        if place is None or not faults:
            continue
        if tally.count < tally.most:
            nullable = any(refusal.is_null_branch for refusal in refusals)
            value = resolve(plain, place)
            problems = [_problem(fault, place, value, titles, nullable) for fault in _each(faults, value)]
            tally.listed += problems[: tally.most - tally.count]
        tally.count += len(faults)
        yield place


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A keyword that refuses a value, and what it says."""

    keyword: str
    says: Any

    @property
    def is_null_branch(self) -> bool:
        """Whether this is the branch of a union that allows null."""
        return self.keyword == "type" and self.says == "null"


def _refusal(location: str, schema: Mapping[str, Any], known: dict[str, _Refusal]) -> _Refusal:
    if location not in known:
        inside = location if location.startswith("/") else location.partition("#")[2]
        known[location] = _Refusal(inside.rpartition("/")[2], resolve(schema, inside))
    return known[location]


def _faults(refusals: list[_Refusal]) -> list[_Refusal]:
    """The refusals of one value that are faults of their own.

    The null branch of a union is none. Of the keywords that refuse a scalar,
    one tells the fault.
    """
    real = [refusal for refusal in refusals if not refusal.is_null_branch]
    scalar = [refusal for refusal in real if refusal.keyword in _PRECEDENCE]
    others = [refusal for refusal in real if refusal.keyword not in _PRECEDENCE]
    return [*sorted(scalar, key=lambda refusal: _PRECEDENCE.index(refusal.keyword))[:1], *others]


def _each(faults: list[_Refusal], value: Any) -> list[_Refusal]:
    """The same, where each ``required`` says the one member that it misses."""
    required = next((fault for fault in faults if fault.keyword == "required"), None)
    if required is None:
        return faults
    missing = [_Refusal("required", name) for name in required.says if name not in value]
    return missing + [fault for fault in faults if fault.keyword != "required"]


def _problem(fault: _Refusal, place: str, value: Any, titles: Mapping[str, str], nullable: bool) -> Problem:
    if fault.keyword == "required":
        where = place + pointer((fault.says,))
        return Problem("schema", where, "required", "a value, since it is required", "nothing")
    expected = _expected(fault, titles) + (" or null" if nullable else "")
    return Problem("schema", place, fault.keyword, expected, excerpt(value))


def _expected(fault: _Refusal, titles: Mapping[str, str]) -> str:
    says = fault.says
    match fault.keyword:
        case "type":
            names = [says] if isinstance(says, str) else says
            return " or ".join(sorted(names, key=lambda name: name == "null"))
        case "const":
            return excerpt(says)
        case "pattern":
            return titles.get(says, f"a text that matches {says}")
        case "not":
            guard = says.get("pattern") if isinstance(says, dict) else None
            return titles.get(str(guard), "something else")
        case keyword if keyword in _BOUNDS:
            return _BOUNDS[keyword].format(says)
        case keyword:
            return f"what {keyword} demands"


def _titles(schema: Mapping[str, Any]) -> dict[str, str]:
    """What texts with a pattern are called, by the pattern or by the pattern of their guard."""
    titles: dict[str, str] = {}
    for definition in schema.get("$defs", {}).values():
        if "pattern" in definition:
            is_instant = definition.get("format") == "date-time"
            named = f"a {definition.get('title', 'text')} ({definition['pattern']})"
            name = "an instant as RFC 3339 has it" if is_instant else named
            titles[definition["pattern"]] = name
            titles[str(definition.get("not", {}).get("pattern"))] = name
    return titles
