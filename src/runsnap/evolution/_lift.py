"""From a value that breaks at a place to a document that breaks: built around it, checked, made small."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from runsnap.evolution._budget import Exhausted, Unsupported, Work
from runsnap.evolution._shapes import Shape, Table
from runsnap.evolution._shrink import shrunk
from runsnap.evolution._side import Roles
from runsnap.evolution._solver import Answer, Solver, unknown
from runsnap.evolution._visits import Leaf, Visit


@dataclass(slots=True)
class Lifter:
    """Looks for documents of one direction."""

    solver: Solver
    table: Table
    classes: list[int]
    roles: Roles
    work: Work
    root_writer: int
    root_reader: int

    def local(self, leaf: Leaf) -> Answer:
        """Whether the writer's schemas of a place accept a value that a part of the reader's refuses."""
        asked = [(self.classes[place], True) for place in leaf.visit.writers]
        if leaf.beside is not None:
            asked.append((leaf.beside, True))
        least = self.ask(*asked)
        if least.verdict == "none" or (least.verdict == "some" and self._refused(leaf, least.value)):
            return least
        return self.ask(*asked, (leaf.number, False))

    def _refused(self, leaf: Leaf, value: Any) -> bool:
        try:
            return not self.roles.meaning.holds(leaf.number, value)
        except (Exhausted, Unsupported):
            return False

    def ask(self, *classes: tuple[int, bool]) -> Answer:
        """The solver's answer; what stops it becomes *unknown*."""
        try:
            return self.solver.solve(*classes)
        except (Exhausted, Unsupported) as reason:
            return unknown(str(reason))
        except RecursionError:
            return unknown("the schemas nest too deep for the prover")

    def document(self, leaf: Leaf, value: Any, ways: list[Visit]) -> Answer:
        """A document that is broken by a value at a place; *none* if it is proved that there is none."""
        quick = self._wrapped(leaf.visit, value)
        if quick is not None and self.roles.is_witness(quick):
            return Answer("some", quick)
        verdict = unknown("no document was found that leads to the place and is refused")
        harmless = True
        for visit in ways:
            answer = self._by_way(leaf, visit)
            if answer.verdict == "some":
                return answer
            if answer.verdict == "unknown":
                harmless = False
                verdict = answer
        return Answer("none") if harmless and len(ways) < _MANY_WAYS else verdict

    def _by_way(self, leaf: Leaf, visit: Visit) -> Answer:
        place = self.around(leaf, visit, leaf.visit.writers)
        writer = (self.root_writer, True)
        answer = self.ask(writer, (place, True))
        if answer.verdict == "some" and not self.roles.is_witness(answer.value):
            answer = self.ask(writer, (self.root_reader, False), (place, True))
            if answer.verdict == "some" and not self.roles.is_witness(answer.value):
                return unknown("the validators do not confirm the document that the prover found")
        return answer

    def around(self, leaf: Leaf, visit: Visit, writers: tuple[int, ...] = ()) -> int:
        """The class of documents in which a part of the reader's refuses what stands at the place.

        ``writers`` are places of the writer that must take it, where a branch is meant.
        """
        table = self.table
        refused = table.intern(Shape(no=(leaf.number,)))
        every = {refused, *(self.classes[place] for place in writers)}
        if leaf.beside is not None:
            every.add(leaf.beside)
        inner = table.intern(Shape(every=tuple(sorted(every - {table.anything}))))
        for step in reversed(visit.steps()):
            inner = step.around(table, inner)
        return inner

    def _wrapped(self, visit: Visit, value: Any) -> Any:
        """The value with the least document around it that each place on the way alone would take."""
        at = visit
        while at.parent is not None:
            assert at.step is not None
            base = self.ask(*((self.classes[place], True) for place in at.parent.writers))
            value = at.step.put(base.value, value)
            if value is None:
                return None
            at = at.parent
        return value

    def smallest(self, document: Any) -> Any:
        """A witness that no deletion or shortening leaves one."""
        return shrunk(document, self.roles.like(document), self.work)

    def smallest_at(self, leaf: Leaf, document: Any) -> Any:
        """The same, while the document still breaks at the place."""
        place = self.around(leaf, leaf.visit)
        meaning = self.roles.meaning
        is_witness = self.roles.like(document)

        def still(candidate: Any) -> bool:
            try:
                return is_witness(candidate) and meaning.holds(place, candidate)
            except (Exhausted, Unsupported):
                return False

        if not still(document):
            return self.smallest(document)
        return shrunk(document, still, self.work)


_MANY_WAYS = 4
