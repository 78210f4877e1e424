"""A whole comparison, in the order that keeps it sound: guards, walk, proofs, witnesses, net."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from runsnap.evolution._budget import Budget, Exhausted, Unsupported, Work
from runsnap.evolution._changes import ChangeWalk
from runsnap.evolution._classes import IllFounded, check_founded, classify, close_entries
from runsnap.evolution._compare import undecided
from runsnap.evolution._equivalents import with_equivalents
from runsnap.evolution._findings import Judgements, direction_review, finding_of, shortest
from runsnap.evolution._formulas import Formulas
from runsnap.evolution._json_values import depth_exceeds, integers_exceed
from runsnap.evolution._judge import Judge, fault_of
from runsnap.evolution._keywords import Dialect, dialect_of
from runsnap.evolution._lift import Lifter
from runsnap.evolution._meaning import Meaning
from runsnap.evolution._model import Direction, DirectionReview, Finding, Review, View, Witness
from runsnap.evolution._nets import Nets
from runsnap.evolution._nodes import Nodes
from runsnap.evolution._rules import WHOLE, WHY
from runsnap.evolution._schema import Source
from runsnap.evolution._shapes import Table
from runsnap.evolution._side import Roles
from runsnap.evolution._solver import Solver
from runsnap.evolution._walk import Walk

_MOST_DIGITS = 1_000
"""What is calculated from integers of this size can be written, which Python does up to 4,300 digits."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller of ``compare`` chose."""

    view: View
    assert_formats: bool
    budget: Budget


class Refused(Exception):  # noqa: N818 - named after what happens
    """The engine does not compare these schemas; the message says why."""


def review(old: Any, new: Any, options: Options) -> Review:
    """Both directions of a change of schema."""
    try:
        return _Comparison(old, new, options).review()
    except (Refused, Exhausted, Unsupported) as reason:
        return undecided(options.view, str(reason))
    except RecursionError:
        return undecided(options.view, "the schemas nest too deep for the prover")


def _checked_dialect(old: Any, new: Any, budget: Budget) -> Dialect:
    for name, schema in (("old", old), ("new", new)):
        if depth_exceeds(schema, budget.depth):
            raise Refused(f"the {name} schema nests deeper than {budget.depth} levels")
        if integers_exceed(schema, _MOST_DIGITS):
            raise Refused(f"the {name} schema holds an integer of more than {_MOST_DIGITS} digits")
        dialect = dialect_of(schema)
        if dialect is None:
            raise Refused(f"the {name} schema is of a dialect that is not supported: {schema['$schema']!r}")
        source = Source(schema, dialect)
        if source.mixes_dialects():
            raise Refused(f"the {name} schema holds schemas of other dialects")
        foreign = source.foreign_reference()
        if foreign is not None:
            raise Refused(f"the {name} schema refers out of its file: {foreign}")
        fault = fault_of(schema, dialect)
        if fault is not None:
            raise Refused(f"the {name} schema {fault}")
    first, second = dialect_of(old), dialect_of(new)
    assert first is not None
    assert second is not None
    if first is not second:
        # Booleans mean the same in every dialect.
        if isinstance(old, bool):
            return second
        if isinstance(new, bool):
            return first
        raise Refused(f"the schemas are of different dialects: {first.uri} and {second.uri}")
    return first


class _Graph:
    """Both schemas as nodes and classes; in the declared view one of them as its writer reads it, too."""

    def __init__(
        self, sources: tuple[Source, Source], options: Options, work: Work, declared: int | None
    ) -> None:
        self.table = Table()
        self.nodes = Nodes(self.table, assert_formats=options.assert_formats)
        self.strict = [self.nodes.add(source, side) for side, source in enumerate(sources)]
        self.declared: int | None = None
        if declared is not None:
            self.declared = self.nodes.add(sources[declared], declared, mode="entry")
        self._refuse_cycles()
        if declared is not None:
            close_entries(self.nodes)
        self.classes = classify(self.nodes, self.table, work)
        formulas = Formulas(self.table)
        self.meaning = Meaning(self.table, formulas, work)
        self.solver = Solver(self.table, formulas, self.meaning, work)

    def _refuse_cycles(self) -> None:
        try:
            check_founded(self.nodes)
        except IllFounded as cycle:
            node = self.nodes.all[cycle.args[0]]
            side = ("old", "new")[node.side]
            where = node.pointer or "its root"
            raise Refused(
                f"references of the {side} schema lead back to the same value without a step into it, at {where}"
            ) from None

    def class_of(self, side: int, pointer: str) -> int:
        """The class of a place as any writer may fill it; places that nothing leads to have one of their own."""
        place = self.nodes.find(side, pointer)
        return -1 - side if place is None else self.classes[place]


class _Comparison:
    """What both directions share."""

    def __init__(self, old: Any, new: Any, options: Options) -> None:
        self.options = options
        self.work = Work(options.budget)
        dialect = _checked_dialect(old, new, options.budget)
        self.sources = (Source(old, dialect), Source(new, dialect))
        self.judges = [Judge(schema, dialect, assert_formats=options.assert_formats) for schema in (old, new)]

    def review(self) -> Review:
        if self.options.view == "strict":
            graph = _Graph(self.sources, self.options, self.work, None)
            graphs = [graph, graph]
        else:
            graphs = [_Graph(self.sources, self.options, self.work, side) for side in (0, 1)]
        first = _OneDirection(self, graphs[0], "backward", 0).review()
        second = _OneDirection(self, graphs[1], "forward", 1).review()
        changes = ChangeWalk(*self.sources, graphs[0].class_of).all()
        return with_equivalents(Review(self.options.view, first, second, tuple(changes)))


class _OneDirection:
    """The side ``writer`` writes, the other reads."""

    def __init__(self, comparison: _Comparison, graph: _Graph, direction: Direction, writer: int) -> None:
        self.comparison = comparison
        self.direction: Direction = direction
        self.work = comparison.work
        self.table = graph.table
        self.classes = graph.classes
        self.reader = graph.strict[1 - writer]
        self.writer = graph.strict[writer] if graph.declared is None else graph.declared
        judges = comparison.judges
        declared = None if graph.declared is None else graph.classes[graph.declared]
        self.roles = Roles(direction, judges[writer], judges[1 - writer], graph.meaning, declared)
        self.lifter = Lifter(
            graph.solver,
            graph.table,
            graph.classes,
            self.roles,
            self.work,
            graph.classes[self.writer],
            graph.classes[self.reader],
        )
        self.walk = Walk(graph.nodes, graph.classes, graph.table, graph.meaning, self.work)
        budget = comparison.options.budget
        self.nets = Nets(self.lifter, self.walk, budget.documents, budget.seed)

    def review(self) -> DirectionReview:
        self.work.renew()
        self.walk.run(self.writer, self.reader)
        judged = self.nets.cast(Judgements(self.lifter, self.walk).all())
        findings = [finding_of(judgement, self.lifter, self.walk) for judgement in judged]
        verdicts = {finding.verdict for finding in findings}
        if "broken" not in verdicts and "unknown" in verdicts:
            findings = self._whole(findings)
        elif "broken" not in verdicts and findings:
            findings += self._caught()
        witnesses = [finding.witness for finding in findings if finding.witness is not None]
        if not witnesses:
            return direction_review(findings, None, has_document=False)
        document = self.lifter.smallest(shortest(witnesses).value)
        return direction_review(findings, document, has_document=True)

    def _whole(self, findings: list[Finding]) -> list[Finding]:
        """What was not decided place by place may be for the documents as a whole."""
        self.work.renew()
        root = ((self.classes[self.writer], True), (self.classes[self.reader], False))
        undefined = any(
            finding.verdict == "unknown" and "does not define" in (finding.reason or "")
            for finding in findings
        )
        if not undefined:
            answer = self.lifter.ask(*root)
            if answer.verdict == "none":
                return [_proved(finding) for finding in findings]
            if answer.verdict == "some" and self.roles.is_witness(answer.value):
                return [*findings, self._broken_whole(answer.value)]
        return [*findings, *self._caught()]

    def _caught(self) -> list[Finding]:
        caught = self.nets.whole()
        return [] if caught is None else [self._broken_whole(caught[0])]

    def _broken_whole(self, document: Any) -> Finding:
        witness: Witness = self.roles.witness(self.lifter.smallest(document))
        name = self.roles.reader_name
        sentence = f"Readers of the {name} schema refuse a document that writers of the other may emit."
        return Finding(self.direction, "broken", "", "", "schema", sentence, witness=witness)


def _proved(finding: Finding) -> Finding:
    if finding.verdict != "unknown":
        return finding
    sentence = f"The change of `{finding.keyword}` breaks nobody: {WHY[WHOLE]}."
    return replace(finding, verdict="safe", reason=None, rule=WHOLE, sentence=sentence)
