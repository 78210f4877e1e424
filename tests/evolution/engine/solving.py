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


def between(writer: Any, reader: Any, *, assert_formats: bool = False, steps: int = 200_000) -> Answer:
    """Whether there is a value that the one accepts and the other refuses."""
    work = Work(Budget(steps=steps))
    table = Table()
    nodes = Nodes(table, assert_formats=assert_formats)
    sides = [
        nodes.add(Source(schema, dialect), side)
        for side, schema in enumerate((writer, reader))
        if (dialect := dialect_of(schema)) is not None
    ]
    check_founded(nodes)
    classes = classify(nodes, table, work)
    formulas = Formulas(table)
    solver = Solver(table, formulas, Meaning(table, formulas, work), work)
    return solver.solve((classes[sides[0]], True), (classes[sides[1]], False))


def classes_of(old: Any, new: Any) -> tuple[int, int]:
    """The classes of the roots of two schemas."""
    work = Work(Budget())
    table = Table()
    nodes = Nodes(table, assert_formats=False)
    sides = [nodes.add(Source(schema, dialect_of(schema)), side) for side, schema in enumerate((old, new))]  # type: ignore[arg-type]
    classes = classify(nodes, table, work)
    return classes[sides[0]], classes[sides[1]]
