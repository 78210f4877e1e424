"""The one function of the package: it asks whom a change of schema breaks."""

from __future__ import annotations

from typing import Any

from runsnap.evolution._budget import DEFAULT_BUDGET, Budget
from runsnap.evolution._json_values import depth_exceeds, written_alike
from runsnap.evolution._model import Direction, DirectionReview, Finding, Review, View
from runsnap.evolution._process import WORKER, WorkerLost
from runsnap.evolution._wire import request_text, review_of

# How much longer than its time the engine may take to say so, before it is killed.
_GRACE = 1.5
_LEAST_GRACE = 2.0


def compare(
    old: Any,
    new: Any,
    *,
    view: View = "strict",
    assert_formats: bool = False,
    budget: Budget = DEFAULT_BUDGET,
) -> Review:
    """Compare two JSON Schemas of draft 2020-12 or draft-07, in both directions.

    *backward* asks whether readers of the new schema accept all documents of the
    old one, *forward* the opposite. Each finding is *safe* (proved, by the rule
    it names), *broken* (with a witness that both validators judged) or
    *unknown* (with what stopped the proof). In the view "strict" a writer may
    emit whatever its schema accepts; in the view "declared" it emits only the
    members and labels that it declares.

    The engine runs in a process of its own, kept between calls, that is killed
    when it exceeds the budget. The same schemas give the same review.
    """
    if view not in {"strict", "declared"}:
        raise ValueError(f"the view is 'strict' or 'declared', not {view!r}")
    if written_alike(old, new):
        return Review(view, DirectionReview("safe"), DirectionReview("safe"))
    for name, schema in (("old", old), ("new", new)):
        if depth_exceeds(schema, budget.depth):
            return undecided(view, f"the {name} schema nests deeper than {budget.depth} levels")
    try:
        request = request_text(old, new, view, assert_formats=assert_formats, budget=budget)
    except (ValueError, RecursionError) as reason:
        return undecided(view, f"the schemas cannot be written as JSON: {reason}")
    try:
        return review_of(WORKER.ask(request, budget.seconds * _GRACE + _LEAST_GRACE))
    except WorkerLost as reason:
        return undecided(view, str(reason))


def undecided(view: View, reason: str) -> Review:
    """Nothing was decided, and why."""

    def direction(name: Direction) -> DirectionReview:
        sentence = f"Whether the change is safe was not decided: {reason}."
        finding = Finding(name, "unknown", "", "", "schema", sentence, reason=reason)
        return DirectionReview("unknown", None, (finding,))

    return Review(view, direction("backward"), direction("forward"))
