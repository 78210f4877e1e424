"""Plain values to a report: all that is to be said of a document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from runsnap._catalog import Catalog
from runsnap._excerpt import excerpt
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._plain import ValueRuleRefusal
from runsnap._pointer import pointer
from runsnap._problems import schema_problems
from runsnap._report import Note, Problem, Report, Tally, tally
from runsnap._rules import Failure, Rule
from runsnap._shape import Labels, Leaf, Visited, is_newer, walk
from runsnap._values import VALUE_RULES, ValueRuleError, instant, integer, number
from runsnap.errors import LimitError, MalformedError, UnrepresentableError


def inspect(
    catalog: Catalog, kind: str, version: str | None, plain: Any, *,
    record: str | None = None, strict: bool = False, limits: Limits,
) -> Report:  # fmt: skip
    """The report on parsed values; ``record`` names a record that stands alone."""
    version = catalog.version(kind, version)
    problems, failures, notes = tally(limits), tally(limits), tally(limits)
    verdict = catalog.verdict(kind, version, record)
    refused: set[str] = set()
    if not verdict.is_valid(plain):
        errors = verdict.evaluate(plain).errors()
        refused = schema_problems(errors, catalog.schema(kind, version), plain, problems)
    for visited in walk(plain, record or catalog.root(kind), catalog.known(kind, version)):
        rule = _broken_value_rule(visited)
        if rule and pointer(visited.path) not in refused:
            problems.add(_value_problem(pointer(visited.path), rule, visited.value))
        if note := _note(visited, version):
            notes.add(note)
    if not problems.count and record is None:
        _apply_rules(catalog.rules(kind, version), plain, failures)
    return Report(
        kind, version, tuple(problems.listed), problems.count, tuple(failures.listed), failures.count,
        tuple(notes.listed), notes.count, strict,
    )  # fmt: skip


def unreadable(
    faults: Iterable[Exception], kind: str | None, version: str | None, limits: Limits = DEFAULT_LIMITS
) -> Report:
    """The report on what is no JSON: text that cannot be read, or values that cannot be written."""
    problems = tally(limits)
    for fault in faults:
        problems.add(_fault_problem(fault))
    return Report(kind, version, tuple(problems.listed), problems.count)


def _fault_problem(fault: Exception) -> Problem:
    match fault:
        case MalformedError():
            keyword = fault.format.lower()
            return Problem(
                "parse", fault.pointer, keyword, fault.format, fault.reason, fault.line, fault.column
            )
        case LimitError():
            expected = f"{fault.limit} of at most {fault.allowed}"
            return Problem("parse", fault.pointer, "limit", expected, fault.found or "more")
        case UnrepresentableError():
            return Problem("parse", fault.pointer, "json", "a JSON value", fault.reason)
        case ValueRuleRefusal():
            return _value_problem(fault.where, fault.rule, fault.value)
        case _:
            raise fault


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


def _value_problem(where: str, rule: str, value: Any) -> Problem:
    return Problem("value", where, rule, VALUE_RULES[rule], excerpt(value))


def _note(visited: Visited, version: str) -> Note | None:
    match visited.type:
        case None:
            return Note(pointer(visited.path), "unknown-member", excerpt(visited.value))
        case Labels(since) if isinstance(visited.value, str):
            first = since.get(visited.value)
            if first is None or is_newer(first, version):
                return Note(pointer(visited.path), "unknown-label", excerpt(visited.value))
    return None


def _apply_rules(rules: tuple[Rule, ...], plain: Any, failures: Tally) -> None:
    for rule in rules:
        for failure in rule.failures(plain):
            failures.add(_failure_problem(rule, failure))


def _failure_problem(rule: Rule, failure: Failure) -> Problem:
    return Problem("check", pointer(failure.path), rule.id, failure.expected, failure.found)
