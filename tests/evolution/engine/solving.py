"""The solver on small questions."""

from __future__ import annotations

from typing import Any

from runsnap.evolution._budget import Budget, Work
from runsnap.evolution._classes import check_founded, classify
from runsnap.evolution._formulas import Formulas
from runsnap.evolution._keywords import dialect_of
from runsnap.evolution._meaning import Meaning
from runsnap.evolution._nodes import Nodes
from runsnap.evolution._schema import Source
from runsnap.evolution._shapes import Table
from runsnap.evolution._solver import Answer, Solver


def between(writer: Any, reader: Any, *, assert_formats: bool = False) -> Answer:
    """Whether there is a value that the one accepts and the other refuses."""
    solver, first, second = _solver(writer, reader, assert_formats=assert_formats)
    return solver.solve((first, True), (second, False))


def both_ways(old: Any, new: Any) -> list[Answer]:
    """The same in both directions, asked of one solver."""
    solver, first, second = _solver(old, new, assert_formats=False)
    return [solver.solve((first, True), (second, False)), solver.solve((second, True), (first, False))]


def classes_of(old: Any, new: Any) -> tuple[int, int]:
    """The classes of the roots of two schemas."""
    _, first, second = _solver(old, new, assert_formats=False)
    return first, second


def _solver(old: Any, new: Any, *, assert_formats: bool) -> tuple[Solver, int, int]:
    work = Work(Budget())
    table = Table()
    nodes = Nodes(table, assert_formats=assert_formats)
    roots = []
    for side, schema in enumerate((old, new)):
        dialect = dialect_of(schema)
        assert dialect is not None
        roots.append(nodes.add(Source(schema, dialect), side))
    check_founded(nodes)
    classes = classify(nodes, table, work)
    formulas = Formulas(table)
    solver = Solver(table, formulas, Meaning(table, formulas, work), work)
    return solver, classes[roots[0]], classes[roots[1]]
