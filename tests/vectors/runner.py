"""Compares what a consumer found with the manifest; ``README.md`` says what a consumer does.

python -m tests.vectors.runner <out-dir> [--summary FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from tests.vectors.readback import problem_of_avro, problem_of_json

FOLDER = Path(__file__).resolve().parent
CAPABILITIES = [
    "parse", "schema", "pointers", "value", "values", "check", "json", "avro-object", "avro-read", "avro-write",
]  # fmt: skip
REQUIRED = {"schema", "values", "json", "avro-object", "avro-read", "avro-write"}

Case = dict[str, Any]
Results = dict[str, Any]
Consumer = Callable[[Case, bytes], dict[str, Any]]
"""A consumer in Python: a case and its document to the case's entry in the results."""


@dataclass
class Vectors:
    """The manifest and the folder that it stands in."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def cases(self) -> list[Case]:
        return self.manifest["cases"]

    def bytes_of(self, path: str) -> bytes:
        return (self.folder / path).read_bytes()


@dataclass
class Tally:
    """What is known of one capability."""

    claimed: bool
    total: int = 0
    problems: list[str] = field(default_factory=list)
    """One for each thing that failed: the total less these have passed."""


@dataclass
class Report:
    """The outcome of a run."""

    consumer: dict[str, Any]
    tallies: dict[str, Tally]
    faults: list[str]
    """What is wrong with the results as a whole."""

    @property
    def problems(self) -> list[str]:
        """What the consumer promised and did not do."""
        claimed = (tally for tally in self.tallies.values() if tally.claimed)
        return self.faults + [problem for tally in claimed for problem in tally.problems]

    @property
    def passed(self) -> bool:
        return not self.problems

    def summary(self) -> dict[str, Any]:
        """The outcome as JSON, for a table of languages and capabilities."""
        rows = {}
        for name, tally in self.tallies.items():
            row: dict[str, Any] = {"passed": tally.total - len(tally.problems), "total": tally.total}
            rows[name] = row if tally.claimed else row | {"claimed": False}
        return {"consumer": self.consumer, "passed": self.passed, "capabilities": rows}


def read_vectors(folder: Path = FOLDER) -> Vectors:
    return Vectors(folder, json.loads((folder / "manifest.json").read_bytes()))


def judge_program(out: Path, vectors: Vectors | None = None) -> Report:
    """The report on what a program has written to ``out``."""
    vectors = vectors or read_vectors()
    results = json.loads((out / "results.json").read_bytes())
    report = judge(results, vectors)
    if not report.faults:
        report.faults += [
            f"the capability {name} is missing" for name in sorted(REQUIRED - _claimed(results))
        ]
        _judge_written(out, vectors, report)
    return report


def judge_function(
    consumer: Consumer, implements: Iterable[str], vectors: Vectors, cases: Sequence[Case] | None = None
) -> Report:
    """The report on a function that is asked for each case (or some), and has nothing to do with files."""
    asked = vectors.cases if cases is None else cases
    found = {case["id"]: consumer(case, vectors.bytes_of(case["document"])) for case in asked}
    results = {
        "consumer": {"language": "Python", "libraries": {}}, "implements": sorted(implements), "cases": found,
        "containers": {},
    }  # fmt: skip
    manifest = vectors.manifest | {"cases": list(asked), "containers": []}
    return judge(results, Vectors(vectors.folder, manifest))


def judge(results: Results, vectors: Vectors) -> Report:
    """Compare results with the manifest; what the consumer wrote to files is not looked at."""
    claimed = _claimed(results)
    tallies = {name: Tally(name in claimed) for name in CAPABILITIES}
    report = Report(results.get("consumer", {}), tallies, _faults_of_form(results))
    report.faults += [] if report.faults else _missing_or_unknown(results, vectors)
    if not report.faults:
        for case in vectors.cases:
            _judge_case(case, results["cases"][case["id"]], report)
        _judge_containers(results["containers"], vectors, report)
    return report


def _claimed(results: Results) -> set[str]:
    return set(results.get("implements", []))


@cache
def _form() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads((FOLDER / "results.schema.json").read_bytes()))


def _faults_of_form(results: Results) -> list[str]:
    return [f"results.json: {error.message[:200]}" for error in _form().iter_errors(results)][:5]


def _missing_or_unknown(results: Results, vectors: Vectors) -> list[str]:
    known = {case["id"] for case in vectors.cases}
    missing = [f"{name}: no result" for name in sorted(known - results["cases"].keys())]
    return missing + [f"{name}: no such case" for name in sorted(results["cases"].keys() - known)]


def _judge_case(case: Case, found: dict[str, Any], report: Report) -> None:
    _judge_verdict(case, found, report)
    if case["stage"] == "parse":
        return
    if case["loads"]:
        _count(report, "values", case, _values_problem(case["values"], found.get("values", MISSING)))
        _count(report, "check", case, _checks_problem(case.get("checks", []), found.get("checks")))
        if "avro" in case:
            _count(report, "avro-object", case, _values_problem(case["values"], found.get("avro", MISSING)))


def _judge_verdict(case: Case, found: dict[str, Any], report: Report) -> None:
    problem = _verdict_problem(case, found)
    match case["stage"]:
        case "parse":
            problem = problem or (None if case["valid"] else _pointers_problem(case, found))
            if case["valid"]:
                problem = problem or _values_problem(case["values"], found.get("values", MISSING))
            _count(report, "parse", case, problem)
        case "value":
            _count(
                report, "value", case, problem or (None if case["valid"] else _pointers_problem(case, found))
            )
        case _:
            _count(report, "schema", case, problem)
            if not case["loads"]:
                _count(report, "pointers", case, problem or _pointers_problem(case, found))


def _verdict_problem(case: Case, found: dict[str, Any]) -> str | None:
    refused = found["refused"]
    if case["loads"]:
        return None if refused is None else f"refused, at the stage {refused['stage']}"
    if refused is None:
        return f"accepted, but {_shown(case['failures'])}"
    return None if refused["stage"] == case["stage"] else f"refused at the stage {refused['stage']}"


def _pointers_problem(case: Case, found: dict[str, Any]) -> str | None:
    named = {failure["pointer"] for failure in found["refused"]["failures"]}
    right = {failure["pointer"] for failure in case["failures"]}
    missing = {
        f"{failure['pointer']}/{name.replace('~', '~0').replace('/', '~1')}"
        for failure in case["failures"]
        for name in failure.get("missing", [])
    }
    if named & (right | missing) and named <= right | missing | set(case.get("also", [])):
        return None
    return f"names {sorted(named)}, but {_shown(case['failures'])}"


def _shown(failures: list[dict[str, Any]]) -> str:
    return ", ".join(f"{failure['keyword']} at {failure['pointer'] or 'the root'}" for failure in failures)


MISSING = object()


def _values_problem(expected: Any, found: Any) -> str | None:
    if found is MISSING:
        return "no values"
    at = first_difference(expected, found)
    return None if at is None else f"other values at {at or 'the root'}"


def first_difference(expected: Any, found: Any, at: str = "") -> str | None:
    """Where two tagged values differ first; the order of an object's members does not count."""
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return at
        pairs = enumerate(zip(expected, found, strict=True))
        return next(
            (p for i, (one, two) in pairs if (p := first_difference(one, two, f"{at}/{i}")) is not None), None
        )
    if isinstance(expected, dict) and "object" in expected:
        return _object_difference(dict(expected["object"]), found, at)
    return None if type(expected) is type(found) and expected == found else at


def _object_difference(expected: dict[str, Any], found: Any, at: str) -> str | None:
    try:
        [(tag, pairs)] = found.items()
        members = dict(pairs)
    except (AttributeError, TypeError, ValueError):
        return at
    if tag != "object" or len(members) != len(pairs):
        return at
    for name in sorted(expected.keys() | members.keys()):
        inner = f"{at}/{name}"
        if name not in expected or name not in members:
            return inner
        difference = first_difference(expected[name], members[name], inner)
        if difference is not None:
            return difference
    return None


def _checks_problem(expected: list[dict[str, Any]], found: list[dict[str, Any]] | None) -> str | None:
    if found is None:
        return "no checks"
    due = {check["rule"]: sorted(check["pointers"]) for check in expected}
    said = {check["rule"]: sorted(check["pointers"]) for check in found}
    return None if due == said and len(said) == len(found) else f"breaks {due}, found {said}"


def _judge_containers(found: dict[str, list[Any]], vectors: Vectors, report: Report) -> None:
    values = {case["id"]: case.get("values") for case in vectors.cases}
    for entry in vectors.manifest["containers"]:
        what = {"id": f"{entry['kind']}-{entry['version']}, {entry['codec']}"}
        expected = [values[name] for name in entry["cases"]]
        _count(report, "avro-read", what, _values_problem(expected, found.get(entry["file"], MISSING)))


def _judge_written(out: Path, vectors: Vectors, report: Report) -> None:
    judged = [case for case in vectors.cases if case["stage"] != "parse"]
    for case in judged:
        if case["loads"]:
            written = out / "json" / f"{case['id']}.json"
            original = vectors.bytes_of(case["document"])
            _count(report, "json", case, problem_of_json(case, original, written))
    for schema in vectors.manifest["schemas"]:
        if schema["newest"]:
            cases = [case for case in judged if case["kind"] == schema["kind"] and "avro" in case]
            name = f"{schema['kind']}-{schema['version']}"
            documents = [vectors.bytes_of(case["document"]) for case in cases]
            problem = problem_of_avro(cases, documents, out / "avro" / f"{name}.avro")
            _count(report, "avro-write", {"id": name}, problem)


def _count(report: Report, capability: str, case: Case, problem: str | None) -> None:
    tally = report.tallies[capability]
    tally.total += 1
    if problem is not None:
        tally.problems.append(f"{case['id']}: {capability}: {problem}")


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.vectors.runner", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--vectors", type=Path, default=FOLDER)
    parser.add_argument("--summary", type=Path)
    options = parser.parse_args(arguments)
    report = judge_program(options.out, read_vectors(options.vectors))
    summary = report.summary()
    if options.summary:
        options.summary.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    for name, row in summary["capabilities"].items():
        print(
            f"{name:12} {row['passed']:5} of {row['total']}{'' if row.get('claimed', True) else ', recorded'}"
        )
    for problem in report.problems[:40]:
        print(problem)
    print("passed" if report.passed else f"FAILED: {len(report.problems)} problems")
    return 0 if report.passed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
