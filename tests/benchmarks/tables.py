"""Tables in Markdown, and how their cells are written."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of texts under a head; columns named in ``words`` stand left, all others right."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: frozenset[str] = field(default=frozenset())

    def __str__(self) -> str:
        rule = ["---" if name in self.words else "--:" for name in self.head]
        return "\n".join(f"| {' | '.join(row)} |" for row in (self.head, rule, *self.rows))


Tables = Iterator[tuple[str, Table]]
"""Tables with their names; each comes as soon as it is measured."""


@dataclass(frozen=True, slots=True)
class Options:
    """How long to measure each case, and which cases: those that have all the words in their name."""

    seconds: float = 1.0
    words: frozenset[str] = field(default=frozenset())
    peers: frozenset[str] = field(default=frozenset())

    def wants(self, case: str) -> bool:
        """Whether a case is to be measured."""
        return self.words <= set(case.split())

    def compared(self, peer: str) -> bool:
        """Whether a peer is to be measured."""
        return not self.peers or peer in self.peers


def command(module: str, doc: str | None, tables: Callable[[Options], Tables]) -> None:
    """Measure as the command line says, and print."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.benchmarks.{module}", description=doc)
    parser.add_argument(
        "words", nargs="*", help="only cases with all these words: load compact structured 5 kB"
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each case; more is less noise")
    parser.add_argument("--peers", default="", help="only these, separated by commas")
    given = parser.parse_args()
    options = Options(given.seconds, frozenset(given.words), frozenset(filter(None, given.peers.split(","))))
    for name, table in tables(options):
        if table.rows:
            print(f"\n### {name}\n\n{table}", flush=True)


def shown_time(seconds: float) -> str:
    """Three digits and a unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1 or unit == "µs":
            return f"{_three_digits(seconds * factor)} {unit}"
    raise AssertionError


def ratio(ours: float, theirs: float | None) -> str:
    """Our time in units of theirs; a dash where there is none."""
    return "–" if theirs is None else _three_digits(ours / theirs)


def _three_digits(number: float) -> str:
    if number < 0.1:
        return f"{number:.2g}"
    return f"{number:.2f}" if number < 10 else f"{number:.1f}" if number < 100 else f"{number:,.0f}"


def goals(found: Iterable[tuple[str, float | None, float]]) -> str:
    """One cell for goals: (name, what was measured, at most)."""
    return "; ".join(
        f"{name} ≤ {most:.3g}: {'met' if value <= most else '**missed**'}"
        for name, value, most in found
        if value is not None
    )


def share(ours: float, theirs: float | None) -> float | None:
    """Our time in units of theirs, where there is one."""
    return None if theirs is None else ours / theirs
