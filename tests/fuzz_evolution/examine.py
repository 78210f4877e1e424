"""One pair of schemas: what the engine says, and what documents say to that."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from runsnap.evolution import Budget, compare
from tests.evolution.documents import documents
from tests.evolution.judges import DIALECTS, Judges
from tests.evolution.pairs import DIRECTIONS
from tests.evolution.records import record_pair
from tests.evolution.schemas import FOCUSES, OTHER_FOCUSES, pair
from tests.evolution.witnesses import faults, longer_than_needed, shown_by_normative
from tests.fuzz_evolution.minimise import minimised

ILL = ("contradicts", "the engine failed")
"""Signs of a fault in the reason of an unknown: a proof that was wrong, a fault in the engine."""


@dataclass(frozen=True, slots=True)
class Case:
    """Two schemas, and how to read them."""

    old: Any
    new: Any
    dialect: str
    formats: bool


@dataclass(slots=True)
class Tally:
    """Counts over all cases."""

    budget: Budget = field(default_factory=Budget)
    pairs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    documents: int = 0
    accepted: int = 0
    longer: int = 0
    problems: list[str] = field(default_factory=list)
    slowest: float = 0.0
    slowest_case: Case | None = None
    seconds: float = 0.0


def case(seed: int, index: int) -> Case:
    """The case of this number: both dialects, plain, with a focus, or like people write them; formats now and then."""
    rng = random.Random(f"{seed}-{index}")
    dialect = DIALECTS[index % 2]
    if rng.random() < 0.25:
        return Case(*record_pair(rng, dialect), dialect, formats=False)
    focus = (
        ()
        if rng.random() < 0.4
        else tuple(rng.sample((*FOCUSES, *FOCUSES, *OTHER_FOCUSES), rng.choice((1, 1, 2))))
    )
    return Case(*pair(rng, dialect, focus), dialect, rng.random() < 0.1)


def examine(drawn: Case, tally: Tally, *, small: int, random_ones: int) -> None:
    """Compare the pair and try to prove the engine wrong."""
    started = time.perf_counter()
    try:
        review = compare(drawn.old, drawn.new, assert_formats=drawn.formats, budget=tally.budget)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        tally.problems.append(f"{type(error).__name__}: {error}\n{shown(drawn)}")
        return
    spent = time.perf_counter() - started
    tally.pairs += 1
    tally.seconds += spent
    if spent > tally.slowest:
        tally.slowest, tally.slowest_case = spent, drawn
    if tally.pairs % 5 == 0:
        _declared(drawn, review, tally)
    for direction in DIRECTIONS:
        side = getattr(review, direction)
        tally.verdicts[side.verdict] += 1
        tally.rules.update({str(finding.rule) for finding in side.findings if finding.verdict == "safe"})
        tally.reasons.update(
            {str(finding.reason) for finding in side.findings if finding.verdict == "unknown"}
        )
        reasons = {str(finding.reason) for finding in side.findings if side.verdict == "unknown"}
        ill = [reason for reason in reasons if any(sign in reason for sign in ILL)]
        tally.problems += [f"{direction}: {text}\n{shown(drawn)}" for text in ill]
        if side.verdict == "safe":
            _try_to_contradict(drawn, direction, tally, small, random_ones)
        tally.longer += len(longer_than_needed(side, *judges(drawn, direction)))
        wrong = faults(side, *judges(drawn, direction))
        tally.problems += [f"{direction}: {fault}\n{shown(drawn)}" for fault in wrong]


def _declared(drawn: Case, strict: Any, tally: Tally) -> None:
    """The declared view: never broken where the strict one is safe, and its witnesses are witnesses."""
    review = compare(drawn.old, drawn.new, view="declared", assert_formats=drawn.formats)
    for direction in DIRECTIONS:
        side = getattr(review, direction)
        writer, reader = judges(drawn, direction)
        if side.verdict == "broken" and getattr(strict, direction).verdict == "safe":
            tally.problems.append(f"{direction}: broken for a declared writer only\n{shown(drawn)}")
        if side.verdict == "broken" and not shown_by_normative(side.witness, writer, reader):
            tally.problems.append(f"{direction}: declared, not a witness: {side.witness!r}\n{shown(drawn)}")


def judges(drawn: Case, direction: str) -> tuple[Judges, Judges]:
    """Of the writer and of the reader."""
    old, new = (Judges(side, dialect=drawn.dialect, formats=drawn.formats) for side in (drawn.old, drawn.new))
    return (old, new) if direction == "backward" else (new, old)


def _try_to_contradict(drawn: Case, direction: str, tally: Tally, small: int, random_ones: int) -> None:
    writer, reader = judges(drawn, direction)
    for document in documents(drawn.old, drawn.new, small=small, random_ones=random_ones):
        tally.documents += 1
        if writer.normative(document):
            tally.accepted += 1
            if not reader.normative(document):
                smallest = _minimised(drawn, direction, small, random_ones, tally.budget)
                tally.problems.append(f"{direction} is safe, but there is {document!r}\n{shown(smallest)}")
                return


def _minimised(drawn: Case, direction: str, small: int, random_ones: int, budget: Budget) -> Case:
    def fails(old: Any, new: Any) -> bool:
        tried = Case(old, new, drawn.dialect, drawn.formats)
        try:
            side = getattr(compare(old, new, assert_formats=drawn.formats, budget=budget), direction)
            return side.verdict == "safe" and any(_contradictions(tried, direction, small, random_ones))
        except Exception:  # noqa: BLE001 - no schema any more: not the same failure
            return False

    return Case(*minimised(drawn.old, drawn.new, fails), drawn.dialect, drawn.formats)


def _contradictions(drawn: Case, direction: str, small: int, random_ones: int) -> Iterator[bool]:
    writer, reader = judges(drawn, direction)
    for document in documents(drawn.old, drawn.new, small=small, random_ones=random_ones):
        if writer.normative(document) and not reader.normative(document):
            yield True


def shown(drawn: Case) -> str:
    """The case as text that can be pasted into Python."""
    return (
        f"  old={drawn.old!r}\n  new={drawn.new!r}\n  dialect={drawn.dialect} assert_formats={drawn.formats}"
    )
