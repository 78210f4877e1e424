"""How right and how fast the review is: ``python -m tests.benchmarks.bench_evolution``; prints Markdown.

The other tools are installed in a folder of their own, ``--tools``; one that
cannot be installed is named under the table.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.benchmarks.evolution_tools import Tool, tools
from tests.evolution.judges import DIALECTS
from tests.evolution.pairs import DIRECTIONS, Pair, pairs

SIZES = (10, 100, 1000)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_evolution", description=__doc__)
    parser.add_argument("--tools", type=Path, help="where the other tools are, or are to be installed")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        found, missing = tools(options.tools or Path(temporary))
        few = [pair for pair in pairs() if pair.family == "pairs"]
        judged(f"The {len(few)} pairs of `pairs.json`, both directions", few, found)
        for dialect in DIALECTS:
            chosen = [pair for pair in pairs() if pair.dialect == dialect]
            judged(f"All {len(chosen)} pairs in {dialect}, both directions", chosen, found)
        sizes(found, options.repeat)
        print("\n".join(missing))
        for tool in found:
            tool.close()


def judged(title: str, chosen: list[Pair], found: list[Tool]) -> None:
    """A table of right, wrong and unknown verdicts."""
    breaks = sum(not pair.ok(direction) for pair in chosen for direction in DIRECTIONS)
    print(f"\n### {title}\n\n{2 * len(chosen)} verdicts, {breaks} of them breaks.\n")
    print(
        "| tool | right | wrong | of these: a break called safe | unknown | breaks with a valid witness | ms a pair, median | slowest, s |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for tool in found:
        counts: Counter[str] = Counter()
        seconds = []
        for pair in chosen:
            answer = tool.ask(pair.old, pair.new, formats=pair.formats)
            seconds.append(answer["seconds"])
            for direction in DIRECTIONS:
                counts.update(_marks(pair, direction, answer[direction]))
        shown = " | ".join(str(counts[mark]) for mark in ("right", "wrong", "missed", "unknown", "witness"))
        print(
            f"| {tool.name} | {shown} | {1000 * statistics.median(seconds):.2f} | {max(seconds):.2f} |",
            flush=True,
        )


def _marks(pair: Pair, direction: Any, answer: dict[str, Any]) -> list[str]:
    truth = "safe" if pair.ok(direction) else "broken"
    if answer["verdict"] == "unknown":
        return ["unknown"]
    if answer["verdict"] != truth:
        return ["wrong", "missed"] if truth == "broken" else ["wrong"]
    writer, reader = pair.judges(direction)
    shows = (
        "witness" in answer and writer.agreed(answer["witness"]) and reader.agreed(answer["witness"]) is False
    )
    return ["right", "witness"] if truth == "broken" and shows else ["right"]


def record(count: int, changed: Callable[[int], bool]) -> dict[str, Any]:
    """An object with so many members, some of them narrowed."""
    members = {
        f"member{index}": {
            "type": "integer",
            "minimum": index,
            "maximum": index + (10 if changed(index) else 20),
        }
        for index in range(count)
    }
    return {"type": "object", "properties": members}


def sizes(found: list[Tool], repeat: int) -> None:
    """A table of milliseconds over the number of members and of changes."""
    print("\n### Large schemas: milliseconds a pair, both directions\n")
    print("| tool | members | none changed | one changed | all changed | longest witness, bytes |")
    print("|---|--:|--:|--:|--:|--:|")
    for tool in found:
        for count in SIZES:
            cells, longest = [], 0
            for changed in (lambda _: False, lambda index, count=count: index == count // 2, lambda _: True):
                old, new = record(count, lambda _: False), {**record(count, changed), "title": "new"}
                answers = [tool.ask(old, new)]
                while len(answers) < repeat and answers[-1]["seconds"] < tool.timeout / 4:
                    answers.append(tool.ask(old, new))
                cells.append(_cell(answers, "safe" if not changed(count // 2) else "broken"))
                witness = answers[0]["backward"].get("witness")
                longest = max(longest, len(json.dumps(witness)) if witness is not None else 0)
            print(f"| {tool.name} | {count} | {' | '.join(cells)} | {longest or '–'} |", flush=True)


def _cell(answers: list[dict[str, Any]], truth: str) -> str:
    verdict = answers[0]["backward"]["verdict"]
    time = f"{1000 * statistics.median(answer['seconds'] for answer in answers):.1f}"
    return time if verdict == truth else f"{time} ({'unknown' if verdict == 'unknown' else 'wrong'})"


if __name__ == "__main__":
    main()
