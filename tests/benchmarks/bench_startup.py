"""``python -m tests.benchmarks.bench_startup``: how long imports and the command line take to start, as Markdown.

Each measurement is a fresh interpreter. An import is timed within it, without
the start of Python itself; a command from start to end.
"""

from __future__ import annotations

import functools

from tests.benchmarks.processes import PYTHON, in_turn, run, wall
from tests.benchmarks.tables import Options, Table, Tables, command, goals, ratio, shown_time

_IMPORT = 1.5
_HELP = 15
_OURS, _FIRST_USE, _MSGSPEC = "import runsnap", "from runsnap import Capture", "import msgspec"
_ROUNDS_A_SECOND = 40
"""With this, the default of one second gives enough rounds for a steady minimum."""


def tables(options: Options) -> Tables:
    """Imports, then commands."""
    rounds = max(3, round(options.seconds * _ROUNDS_A_SECOND))
    if options.wants("import"):
        yield "import", import_table(rounds)
    if options.wants("command"):
        yield "command", command_table(rounds)


def import_table(rounds: int) -> Table:
    """``import runsnap`` beside ``import msgspec`` and what else its users would import."""
    lines = (_OURS, _FIRST_USE, _MSGSPEC, "import pydantic", "import jsonschema")
    found = in_turn({line: functools.partial(_seconds, line) for line in lines}, rounds)
    msgspec = found[_MSGSPEC]
    rows = [
        [
            f"`{line}`", shown_time(least), shown_time(median), ratio(least, msgspec[0]), ratio(median, msgspec[1]),
            goals([("msgspec", least / msgspec[0], _IMPORT)]) if line == _OURS else "",
        ]
        for line, (least, median) in found.items()
    ]  # fmt: skip
    head = ["what", "minimum", "median", "minimum ÷ msgspec", "median ÷ msgspec", "goal"]
    return Table(head, rows, frozenset({"what", "goal"}))


def _seconds(line: str) -> float:
    code = f"import time; start = time.perf_counter(); {line}; print(time.perf_counter() - start)"
    return float(run([PYTHON, "-c", code]))


def command_table(rounds: int) -> Table:
    """``runsnap --help`` beside an interpreter that does nothing."""
    commands = {
        "`python -c pass`": ["-c", "pass"],
        '`python -c "import runsnap"`': ["-c", "import runsnap"],
        "`runsnap --help`": ["-m", "runsnap", "--help"],
        "`runsnap --version`": ["-m", "runsnap", "--version"],
    }
    found = in_turn(
        {name: functools.partial(wall, [PYTHON, *words]) for name, words in commands.items()}, rounds
    )
    nothing = found["`python -c pass`"]
    rows = [
        [
            name, shown_time(least), shown_time(median), ratio(least, nothing[0]), ratio(median, nothing[1]),
            goals([("python", least / nothing[0], _HELP)]) if name == "`runsnap --help`" else "",
        ]
        for name, (least, median) in found.items()
    ]  # fmt: skip
    head = ["what", "minimum", "median", "minimum ÷ nothing", "median ÷ nothing", "goal"]
    return Table(head, rows, frozenset({"what", "goal"}))


if __name__ == "__main__":
    command("bench_startup", __doc__, tables)
