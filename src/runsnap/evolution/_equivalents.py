"""Places that are safe in both directions accept the same documents: they are named apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from runsnap.evolution._model import Change, DirectionReview, Finding, Review

Place: TypeAlias = tuple[str | None, str | None, str]


def with_equivalents(review: Review) -> Review:
    """The review with such places as changes instead of findings.

    A place counts only if nothing else of the same schema is other than safe: a
    new keyword may be safe both ways because another one makes up for it.
    """
    if review.view != "strict":
        return review
    findings = (*review.backward.findings, *review.forward.findings)
    unsafe = {node for finding in findings if finding.verdict != "safe" for node in _nodes(finding)}
    safe_forward = _places(review.forward)
    same = {
        place: None
        for place in _places(review.backward)
        if place in safe_forward and unsafe.isdisjoint(_nodes_of(place))
    }
    changes = [
        Change("equivalent", *place, f"`{place[2]}` changed and still accepts the same documents.")
        for place in same
    ]

    def without(side: DirectionReview) -> DirectionReview:
        return replace(
            side, findings=tuple(finding for finding in side.findings if _place(finding) not in same)
        )

    return replace(
        review,
        backward=without(review.backward),
        forward=without(review.forward),
        changes=(*review.changes, *changes),
    )


def _place(finding: Finding) -> Place:
    return finding.old_pointer, finding.new_pointer, finding.keyword


def _places(side: DirectionReview) -> dict[Place, None]:
    return dict.fromkeys(_place(finding) for finding in side.findings if finding.verdict == "safe")


def _nodes(finding: Finding) -> Iterator[str]:
    return _nodes_of(_place(finding))


def _nodes_of(place: Place) -> Iterator[str]:
    """The schemas in which a place stands, on either side."""
    *pointers, keyword = place
    for pointer in pointers:
        if pointer is not None:
            before, found, _ = pointer.rpartition(f"/{keyword}")
            yield before if found else pointer.rpartition("/")[0]
