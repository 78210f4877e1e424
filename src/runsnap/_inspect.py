"""Plain values to a report: all that is to be said of a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runsnap._catalog import Catalog
from runsnap._limits import Limits
from runsnap._pointer import pointer
from runsnap._problems import schema_problems
from runsnap._report import Note, Problem, Report, Tally, excerpt, tally
from runsnap._rules import Failure, Rule
from runsnap._shape import Labels, Leaf, RecordShape, Visited, walk
from runsnap._values import VALUE_RULES, ValueRuleError, instant, integer, number
from runsnap.errors import LimitError, MalformedError


def inspect(
    catalog: Catalog, kind: str, version: str | None, plain: Any, *,
    record: str | None = None, strict: bool = False, limits: Limits,
) -> Report:  # fmt: skip
    """The report on parsed values; ``record`` names a record that stands alone."""
    version = catalog.version(kind, version)
    problems, failures, notes = tally(limits), tally(limits), tally(limits)
    verdict = catalog.verdict(kind, version, record)
    if not verdict.is_valid(plain):
        schema_problems(verdict.evaluate(plain).errors(), catalog.schema(kind, version), plain, problems)
    shapes = catalog.shapes(kind)
    for visited in walk(plain, record or catalog.root(kind), shapes):
        if rule := _broken_value_rule(visited):
            problems.add(_value_problem(visited, rule))
        if note := _note(visited, shapes):
            notes.add(note)
    if not problems.count and record is None:
        _apply_rules(catalog.rules(kind, version), plain, failures)
    return Report(
        kind, version, tuple(problems.listed), problems.count, tuple(failures.listed), failures.count,
        tuple(notes.listed), notes.count, strict,
    )  # fmt: skip


def unreadable(error: MalformedError | LimitError, kind: str | None, version: str | None) -> Report:
    """The report on text that cannot be read."""
    if isinstance(error, LimitError):
        problem = Problem("parse", error.pointer, "limit", f"{error.limit} of at most {error.allowed}", error.found or "more")
    else:
        problem = Problem("parse", error.pointer, "json", "JSON", error.reason, error.line, error.column)
    return Report(kind, version, (problem,), 1)


def _broken_value_rule(visited: Visited) -> str | None:
    value = visited.value
    try:
        match visited.type:
            case Leaf("integer") if type(value) is float and value.is_integer():
                integer(value)
            case Leaf("number") if type(value) is int:
                number(value)
            case Leaf("instant") if type(value) is str:
                instant(value)
            case _:
                return None
    except ValueRuleError as error:
        return error.rule
    return None


def _value_problem(visited: Visited, rule: str) -> Problem:
    return Problem("value", pointer(visited.path), rule, VALUE_RULES[rule], excerpt(visited.value))


def _note(visited: Visited, shapes: Mapping[str, RecordShape]) -> Note | None:
    match visited.type:
        case None:
            return Note(pointer(visited.path), "unknown-member", excerpt(visited.value))
        case Labels(known) if isinstance(visited.value, str) and visited.value not in known:
            return Note(pointer(visited.path), "unknown-label", excerpt(visited.value))
        case _:
            return None


def _apply_rules(rules: tuple[Rule, ...], plain: Any, failures: Tally) -> None:
    for rule in rules:
        for failure in rule.failures(plain):
            failures.add(_failure_problem(rule, failure))


def _failure_problem(rule: Rule, failure: Failure) -> Problem:
    return Problem("check", pointer(failure.path), rule.id, failure.expected, failure.found)
