"""Leaves become findings: proved, broken with a witness, or unknown with a reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from runsnap.evolution._budget import Exhausted
from runsnap.evolution._json_values import order_of
from runsnap.evolution._lift import Lifter
from runsnap.evolution._model import DirectionReview, Finding, Verdict, Witness
from runsnap.evolution._rules import LISTED, PROVER, UNREACHABLE
from runsnap.evolution._sentences import sentence
from runsnap.evolution._solver import Answer
from runsnap.evolution._visits import Key, Leaf
from runsnap.evolution._walk import Walk


@dataclass(slots=True)
class Judgement:
    """What was found out about a leaf."""

    leaf: Leaf
    verdict: Verdict
    rule: str | None = None
    reason: str | None = None
    witness: Witness | None = None


@dataclass(slots=True)
class Judgements:
    """Judges all leaves of one direction."""

    lifter: Lifter
    walk: Walk
    broken_at: set[Key] = field(default_factory=set)
    _by_key: dict[Key, list[Leaf]] = field(default_factory=dict)

    def all(self) -> list[Judgement]:
        """One judgement a leaf, alternatives after the places below them."""
        found: dict[int, Judgement | None] = {}
        for leaf in self.walk.leaves:
            if not leaf.below:
                found[id(leaf)] = self._judge(leaf)
        for leaf in reversed(self.walk.leaves):
            if leaf.below:
                found[id(leaf)] = self._choice(leaf, found)
        judged = [found[id(leaf)] for leaf in self.walk.leaves]
        return [judgement for judgement in judged if judgement is not None]

    def _judge(self, leaf: Leaf) -> Judgement:
        if leaf.rule is not None:
            return Judgement(leaf, "safe", rule=leaf.rule)
        if leaf.reason is not None:
            return Judgement(leaf, "unknown", reason=leaf.reason)
        self.lifter.work.renew()
        try:
            self.lifter.work.check_clock()
        except Exhausted as reason:
            return Judgement(leaf, "unknown", reason=str(reason))
        answer = self.lifter.local(leaf)
        if answer.verdict == "none":
            return Judgement(leaf, "safe", rule=self._rule(leaf))
        if answer.verdict == "unknown":
            return Judgement(leaf, "unknown", reason=answer.reason)
        return self._lifted(leaf, answer.value)

    def _rule(self, leaf: Leaf) -> str:
        shapes = [self.lifter.table.shapes[self.lifter.classes[place]] for place in leaf.visit.writers]
        if any(shape.enum is not None for shape in shapes):
            return LISTED
        return PROVER

    def _lifted(self, leaf: Leaf, value: Any) -> Judgement:
        ways = self.walk.ways[leaf.visit.key]
        self.lifter.work.renew()
        answer: Answer = self.lifter.document(leaf, value, ways)
        if answer.verdict == "none":
            return Judgement(leaf, "safe", rule=UNREACHABLE)
        if answer.verdict == "unknown":
            return Judgement(leaf, "unknown", reason=answer.reason)
        self.broken_at.add(leaf.visit.key)
        document = self.lifter.smallest_at(leaf, answer.value)
        return Judgement(leaf, "broken", witness=self.lifter.roles.witness(document))

    def _choice(self, leaf: Leaf, found: dict[int, Judgement | None]) -> Judgement | None:
        """An alternative whose branches show the break needs no finding of its own."""
        if self._breaks_below(leaf.below):
            return None
        judgement = self._judge(leaf)
        if judgement.verdict == "safe" and self._all_safe_below(leaf.below, found):
            return None
        return judgement

    def _all_safe_below(self, keys: list[Key], found: dict[int, Judgement | None]) -> bool:
        """Whether the branches have findings of their own, all safe: one more would say nothing."""
        if not self._by_key:
            for leaf in self.walk.leaves:
                self._by_key.setdefault(leaf.visit.key, []).append(leaf)
        below = [found.get(id(leaf)) for key in self.walk.reached(keys) for leaf in self._by_key.get(key, ())]
        return bool(below) and all(judgement is None or judgement.verdict == "safe" for judgement in below)

    def _breaks_below(self, keys: list[Key]) -> bool:
        return not self.broken_at.isdisjoint(self.walk.reached(keys))


def finding_of(judgement: Judgement, lifter: Lifter, walk: Walk) -> Finding:
    """The finding, with its pointers by side and its sentence."""
    leaf = judgement.leaf
    backward = lifter.roles.direction == "backward"
    old, new = (
        (leaf.writer_pointer, leaf.reader_pointer) if backward else (leaf.reader_pointer, leaf.writer_pointer)
    )
    return Finding(
        direction=lifter.roles.direction,
        verdict=judgement.verdict,
        old_pointer=old,
        new_pointer=new,
        keyword=leaf.keyword,
        sentence=sentence(judgement, lifter, walk),
        rule=judgement.rule,
        reason=judgement.reason,
        witness=judgement.witness,
    )


def direction_review(findings: list[Finding], document: Any, *, has_document: bool) -> DirectionReview:
    """The verdict over the whole: broken before unknown before safe."""
    verdicts = {finding.verdict for finding in findings}
    if has_document:
        return DirectionReview("broken", document, tuple(findings))
    verdict: Verdict = "unknown" if "unknown" in verdicts else "safe"
    return DirectionReview(verdict, None, tuple(findings))


def shortest(witnesses: list[Witness]) -> Witness:
    """The witness that takes the least room; those that both validators confirm come first."""
    return min(witnesses, key=lambda witness: (witness.one_validator, order_of(witness.value)))
