"""Reports: every problem of a document, one a fault, with its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._pointer import shortened

NoteKeyword: TypeAlias = Literal["unknown-member", "unknown-label"]
Stage: TypeAlias = Literal["parse", "schema", "value", "check"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a document.

    ``keyword`` is the keyword of the schema that refuses it, the id of the
    value rule or cross-field rule, or ``json``, ``avro`` or ``limit`` for what
    cannot be read. ``line`` and ``column`` count from 1, 0 when unknown.
    """

    stage: Stage
    pointer: str
    keyword: str
    expected: str
    found: str
    line: int = 0
    column: int = 0

    @property
    def message(self) -> str:
        """One line for people; its wording may change."""
        place = shortened(self.pointer) or "(root)"
        if self.stage == "check":
            return f"{place}: {self.keyword}: expected {self.expected}, found {self.found}"
        return f"{place}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know that is no fault: an unknown member or an unknown label."""

    pointer: str
    keyword: NoteKeyword
    found: str

    @property
    def message(self) -> str:
        """One line for people; its wording may change."""
        what = "member" if self.keyword == "unknown-member" else "label"
        return f"{shortened(self.pointer)}: {what} unknown to this release, kept: {self.found}"


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be said of a document.

    ``problems``, ``failures`` (of cross-field rules) and ``notes`` list at most
    ``max_problems`` each; the counts are true. ``valid`` says whether the
    document loads, with ``strict`` in mind.
    """

    kind: str | None
    version: str | None
    problems: tuple[Problem, ...] = ()
    problem_count: int = 0
    failures: tuple[Problem, ...] = ()
    failure_count: int = 0
    notes: tuple[Note, ...] = ()
    note_count: int = 0
    strict: bool = False

    @property
    def valid(self) -> bool:
        """Whether nothing refuses the document; cross-field failures do so under ``strict`` only."""
        return self.refusal_count == 0

    @property
    def refusals(self) -> tuple[Problem, ...]:
        """What refuses the document."""
        return self.problems + self.failures if self.strict else self.problems

    @property
    def refusal_count(self) -> int:
        """How many refusals there are in truth."""
        return self.problem_count + (self.failure_count if self.strict else 0)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON."""
        return {
            "kind": self.kind, "version": self.version, "valid": self.valid, "strict": self.strict,
            "problemCount": self.problem_count, "problems": [_problem(item) for item in self.problems],
            "failureCount": self.failure_count, "failures": [_problem(item) for item in self.failures],
            "noteCount": self.note_count,
            "notes": [{"pointer": note.pointer, "keyword": note.keyword, "found": note.found} for note in self.notes],
        }  # fmt: skip


def _problem(problem: Problem) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "stage": problem.stage, "pointer": problem.pointer, "keyword": problem.keyword,
        "expected": problem.expected, "found": problem.found,
    }  # fmt: skip
    return plain | ({"line": problem.line, "column": problem.column} if problem.line else {})


@dataclass(slots=True)
class Tally:
    """Lists at most so many things, and counts them all."""

    most: int = DEFAULT_LIMITS.max_problems
    listed: list[Any] = field(default_factory=list)
    count: int = 0

    def add(self, make: Callable[[], Any]) -> None:
        """Count a thing; make it and list it while there is room."""
        self.count += 1
        if len(self.listed) < self.most:
            self.listed.append(make())


def tally(limits: Limits) -> Tally:
    """An empty tally under these limits."""
    return Tally(limits.max_problems)
