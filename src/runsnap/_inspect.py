"""Plain values to a report: all that is to be said of a document."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from runsnap._catalog import Catalog
from runsnap._excerpt import excerpt
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._pieces import pieces
from runsnap._plain import ValueRuleRefusal
from runsnap._pointer import pointer
from runsnap._problems import schema_problems
from runsnap._report import Note, NoteKeyword, Problem, Report, Tally, tally
from runsnap._rules import Failure, Rule
from runsnap._shape import Labels, Leaf, Visited, is_newer, walk
from runsnap._values import VALUE_RULES, ValueRuleError, instant, integer, number
from runsnap.errors import LimitError, MalformedError, UnrepresentableError

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator as Verdict


def inspect(
    catalog: Catalog, kind: str, version: str | None, plain: Any, *,
    record: str | None = None, strict: bool = False, limits: Limits,
) -> Report:  # fmt: skip
    """The report on parsed values; ``record`` names a record that stands alone."""
    version = catalog.version(kind, version)
    problems, failures, notes = tally(limits), tally(limits), tally(limits)
    root = record or catalog.root(kind)
    broken: dict[str, Callable[[], Problem]] = {}
    for visited in walk(plain, root, catalog.known(kind, version)):
        if rule := _broken_value_rule(visited):
            where = pointer(visited.path)
            broken[where] = partial(_value_problem, where, rule, visited.value)
        if keyword := _noteworthy(visited, version):
            notes.add(partial(_note, keyword, visited))
    verdict = catalog.verdict(kind, version, record)
    if not verdict.is_valid(plain):
        for where in _refused_places(catalog, kind, version, plain, root, verdict, problems):
            broken.pop(where, None)
    for problem in broken.values():
        problems.add(problem)
    if not problems.count and record is None:
        _apply_rules(catalog.rules(kind, version), plain, failures)
    return Report(
        kind, version, tuple(problems.listed), problems.count, tuple(failures.listed), failures.count,
        tuple(notes.listed), notes.count, strict,
    )  # fmt: skip


def _refused_places(
    catalog: Catalog, kind: str, version: str, plain: Any, root: str, verdict: Verdict, problems: Tally
) -> Iterator[str]:
    """Where the schema refuses values; its problems are counted on the way."""
    text = catalog.text(kind, version)
    schema = json.loads(text)
    for piece in pieces(plain, root, catalog.shapes(kind), text):
        found = verdict.evaluate(piece.document).errors()
        placed = ((piece.real_place(error["instanceLocation"]), error["schemaLocation"]) for error in found)
        yield from schema_problems(placed, schema, plain, problems)


def unreadable(
    faults: Iterable[Exception], kind: str | None, version: str | None, limits: Limits = DEFAULT_LIMITS
) -> Report:
    """The report on what is no JSON: text that cannot be read, or values that cannot be written."""
    problems = tally(limits)
    for fault in faults:
        problems.add(partial(_fault_problem, fault))
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


def _noteworthy(visited: Visited, version: str) -> NoteKeyword | None:
    match visited.type:
        case None:
            return "unknown-member"
        case Labels(since) if isinstance(visited.value, str):
            first = since.get(visited.value)
            return "unknown-label" if first is None or is_newer(first, version) else None
    return None


def _note(keyword: NoteKeyword, visited: Visited) -> Note:
    return Note(pointer(visited.path), keyword, excerpt(visited.value))


def _apply_rules(rules: tuple[Rule, ...], plain: Any, failures: Tally) -> None:
    for rule in rules:
        for failure in rule.failures(plain):
            failures.add(partial(_failure_problem, rule, failure))


def _failure_problem(rule: Rule, failure: Failure) -> Problem:
    return Problem("check", pointer(failure.path), rule.id, failure.expected, failure.found)
