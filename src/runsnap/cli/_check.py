"""One file to the reports on its documents: the work of ``validate``, without any output."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

import runsnap
from runsnap._inspect import unreadable
from runsnap._limits import Limits
from runsnap._report import Report
from runsnap._source import read_source
from runsnap.cli._documents import lines, opened
from runsnap.cli._failures import os_reason
from runsnap.cli._paths import has_lines
from runsnap.errors import LimitError, MalformedError, RunsnapError


@dataclass(frozen=True, slots=True)
class Options:
    """How documents are judged."""

    kind: str | None
    version: str | None
    strict: bool
    lines: bool
    limits: Limits


@dataclass(frozen=True, slots=True)
class Checked:
    """The report on one document, with its line in JSON Lines; or why the file cannot be read."""

    path: str
    line: int | None
    report: Report | None
    error: str = ""


def check_file(path: str, options: Options) -> Iterator[Checked]:
    """The documents of a file, one after the other; never raises for what the file holds."""
    try:
        with opened(path) as file:
            if options.lines or has_lines(path):
                for number, line in lines(file, options.limits):
                    yield Checked(path, number, _report(line, options, number))
            else:
                yield Checked(path, None, _report(read_source(file, options.limits), options))
    except (MalformedError, LimitError) as error:
        yield Checked(path, None, unreadable([error], options.kind, options.version, options.limits))
    except RunsnapError as error:
        yield Checked(path, None, None, error.explain())
    except (OSError, ValueError) as error:
        yield Checked(path, None, None, os_reason(error))


def _report(data: bytes | LimitError, options: Options, line: int = 0) -> Report:
    if isinstance(data, LimitError):
        return unreadable([data], options.kind, options.version, options.limits)
    report = runsnap.validate(data, options.kind, options.version, options.strict, limits=options.limits)
    if not line:
        return report
    problems = (
        dataclasses.replace(problem, line=line) if problem.line else problem for problem in report.problems
    )
    return dataclasses.replace(report, problems=tuple(problems))
