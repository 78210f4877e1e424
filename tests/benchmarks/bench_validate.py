"""``python -m tests.benchmarks.bench_validate``: ``runsnap validate`` beside ``check-jsonschema``, as Markdown.

Both judge the same folder of small captures, by the same schema. runsnap also
tells the kind, finds doubled names, applies the cross-field rules and notes
unknown members.
"""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

import msgspec

import runsnap
from tests.benchmarks.documents import small
from tests.benchmarks.processes import PYTHON, in_turn, wall
from tests.benchmarks.tables import Options, Table, Tables, command, goals, ratio, shown_time

_GOALS = {1_000: 1 / 3, 10_000: 1 / 5}
_SECONDS_A_ROUND = 0.25


def tables(options: Options) -> Tables:
    """One table."""
    rows = []
    for count, goal in _GOALS.items():
        if options.wants(f"validate {count}"):
            rows.append(_row(count, goal, max(2, round(options.seconds / _SECONDS_A_ROUND * 1000 / count))))
    head = ["files", "runsnap validate", "a file", "÷ check-jsonschema", "goal"]
    yield "validate", Table(head, rows, frozenset({"goal"}))


def _row(count: int, goal: float, rounds: int) -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "runs")
        folder.mkdir()
        for index, plain in enumerate(small(count)):
            (folder / f"{index:05}.json").write_bytes(msgspec.json.encode(plain))
        schema = Path(name, "schema.json")
        schema.write_bytes(msgspec.json.encode(runsnap.schema("capture")))
        files = sorted(path.name for path in folder.iterdir())
        commands = {
            "runsnap": [PYTHON, "-m", "runsnap", "validate", "."],
            "check-jsonschema": [PYTHON, "-m", "check_jsonschema", "--schemafile", str(schema), *files],
        }
        found = in_turn(
            {peer: functools.partial(wall, words, folder) for peer, words in commands.items()}, rounds
        )
    ours, theirs = found["runsnap"][0], found["check-jsonschema"][0]
    return [
        f"{count:,}", shown_time(ours), shown_time(ours / count), ratio(ours, theirs),
        goals([("check-jsonschema", ours / theirs, goal)]),
    ]  # fmt: skip


if __name__ == "__main__":
    command("bench_validate", __doc__, tables)
