"""Builds, tests and runs the consumer of a language on the test vectors, and judges what it finds.

python -m tests.interop LANGUAGE [--tools] [--summary FILE] [--stored]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tests.interop.languages import FOLDER, NAMES, Language, read_language

if TYPE_CHECKING:
    from tests.vectors.runner import Report

PASSED, FAILED, TOOL_MISSING = 0, 1, 77
SHOWN = 40
VECTORS = FOLDER.parent / "vectors"


def main(
    arguments: Sequence[str], folder: Path = FOLDER, judge: Callable[[Path], Report] | None = None
) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.interop", description="Exit code 77: a tool of the language is missing."
    )
    parser.add_argument("language", choices=NAMES)
    parser.add_argument("--tools", action="store_true", help="only say which tools are missing")
    parser.add_argument("--summary", type=Path, help="write the outcome here")
    parser.add_argument("--vectors", type=Path, default=VECTORS, help="another folder of vectors")
    parser.add_argument("--stored", action="store_true", help="fail if results/LANGUAGE.json says otherwise")
    options = parser.parse_args(arguments)
    language = read_language(options.language, folder)
    missing = language.missing()
    if missing:
        print("\n".join(missing))
        return TOOL_MISSING
    if options.tools:
        return PASSED
    return _examine(language, options, judge)


def _examine(language: Language, options: argparse.Namespace, judge: Callable[[Path], Report] | None) -> int:
    from tests.interop import results
    from tests.vectors import runner

    vectors = runner.read_vectors(options.vectors)
    with tempfile.TemporaryDirectory() as name:
        out = Path(name).resolve()
        for command in [
            *language.build,
            *language.test,
            [*language.run, str(vectors.folder.resolve()), str(out)],
        ]:
            if not language.call(command):
                print(f"FAILED: {' '.join(command)}")
                return FAILED
        report = judge(out) if judge else runner.judge_program(out, vectors)
        found = json.loads((out / "results.json").read_bytes())
    problems = report.problems
    if not report.faults:
        summary = results.summary_of(report, found, vectors)
        if options.summary:
            results.write(summary, options.summary)
        if options.stored:
            old = results.stored(options.language, language.folder.parent / "results")
            problems += _stale(options.language, results.differences(summary, old))
    _show(report, problems)
    return FAILED if problems else PASSED


def _stale(language: str, differences: list[str]) -> list[str]:
    if not differences:
        return []
    way = f"python -m tests.interop {language} --summary tests/interop/results/{language}.json"
    return [*differences, f"results/{language}.json is not what was found; if that is right: {way}"]


def _show(report: Report, problems: list[str]) -> None:
    print(f"\n{report.consumer.get('language')}")
    for name, row in report.summary()["capabilities"].items():
        print(
            f"  {name:12} {row['passed']:5} of {row['total']}{'' if row.get('claimed', True) else ', recorded'}"
        )
    for problem in problems[:SHOWN]:
        print(problem)
    if len(problems) > SHOWN:
        print(f"and {len(problems) - SHOWN} more")
    print(f"FAILED: {len(problems)} problems" if problems else "passed", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
