"""Random values against every pair of places that was proved safe, and documents against the whole.

The net is judged by jsonschema-rs alone, on the schemas as they are written. A
value that contradicts a proof leads to a witness, or at least to *unknown*.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jsonschema_rs

from runsnap.evolution._budget import Exhausted, Unsupported
from runsnap.evolution._findings import Judgement
from runsnap.evolution._lift import Lifter
from runsnap.evolution._net import Generator
from runsnap.evolution._rules import UNREACHABLE
from runsnap.evolution._visits import Key, Leaf, Visit
from runsnap.evolution._walk import Walk

_MOST_PAIRS = 100


@dataclass(slots=True)
class Nets:
    """The nets of one direction."""

    lifter: Lifter
    walk: Walk
    documents: int
    seed: int

    def cast(self, judged: list[Judgement]) -> list[Judgement]:
        """The judgements, but for those that a random value contradicts."""
        by_visit: dict[Key, list[Judgement]] = {}
        for judgement in judged:
            by_visit.setdefault(judgement.leaf.visit.key, []).append(judgement)
        # A pair that holds another one which is not safe by itself is not safe by itself either.
        doubtful = {one.leaf.visit.key for one in judged if not _safe_by_itself(one)}
        pairs = {
            key: group
            for key, group in by_visit.items()
            if doubtful.isdisjoint(self.walk.reached([key])) and any(one.leaf.rule is None for one in group)
        }
        if self.lifter.roles.declared is not None:
            # What a writer declares has no schema of its own that jsonschema-rs could judge by.
            return judged
        tried: set[Key] = set()
        for key, group in pairs.items():
            alike = self._classes(key)
            if alike in tried or len(tried) >= _MOST_PAIRS:
                continue
            tried.add(alike)
            caught = self._caught(key)
            if caught is not None:
                for judgement in group:
                    self._take_back(judgement, caught)
        return judged

    def _classes(self, key: Key) -> Key:
        """The pair by its classes: equal sub-schemas need one net only."""
        classes = self.lifter.classes
        return frozenset(classes[place] for place in key[0]), classes[key[1]]

    def _caught(self, key: Key) -> Any:
        """A value that the writer's schemas of a place accept and the reader's refuses, in a list; or None."""
        visit = self.walk.ways[key][0]
        classes = self.lifter.classes
        try:
            writers, reader = self._validators(visit)
        except (ValueError, jsonschema_rs.ReferencingError):
            return None
        generator = Generator(self.lifter.table, self.seed)
        numbers = [*(classes[place] for place in visit.writers), classes[visit.reader]]
        for turn in range(self.documents):
            self.lifter.work.check_clock()
            value = generator.value(numbers[turn % len(numbers)])
            try:
                if not reader.is_valid(value) and all(writer.is_valid(value) for writer in writers):
                    return [value]
            except (ValueError, OverflowError):
                continue
        return None

    def _validators(self, visit: Visit) -> tuple[list[jsonschema_rs.Validator], jsonschema_rs.Validator]:
        nodes = self.walk.nodes.all
        roles = self.lifter.roles
        writers = roles.writer.parts([nodes[place].pointer for place in visit.writers])
        (reader,) = roles.reader.parts([nodes[visit.reader].pointer])
        return writers, reader

    def _take_back(self, judgement: Judgement, caught: list[Any]) -> None:
        leaf = judgement.leaf
        whole = Leaf(
            leaf.visit,
            self.lifter.classes[leaf.visit.reader],
            leaf.keyword,
            leaf.writer_pointer,
            leaf.reader_pointer,
        )
        answer = self.lifter.document(whole, caught[0], self.walk.ways[leaf.visit.key])
        judgement.rule = None
        if answer.verdict == "some":
            judgement.verdict = "broken"
            judgement.witness = self.lifter.roles.witness(self.lifter.smallest(answer.value))
        else:
            judgement.verdict = "unknown"
            judgement.reason = "a random value contradicts the proof"

    def whole(self) -> Any:
        """A random document that breaks, in a list, whatever the prover says; None if none was met."""
        generator = Generator(self.lifter.table, self.seed)
        numbers = (self.lifter.root_writer, self.lifter.root_writer, self.lifter.root_reader)
        for turn in range(self.documents):
            self.lifter.work.check_clock()
            document = generator.value(numbers[turn % 3])
            try:
                if self.lifter.roles.is_witness(document):
                    return [document]
            except (Exhausted, Unsupported, RecursionError):
                continue
        return None


def _safe_by_itself(judgement: Judgement) -> bool:
    """Whether a place is safe whatever stands around it."""
    return judgement.verdict == "safe" and judgement.rule != UNREACHABLE
