"""Requests and reviews as JSON, for the way to the worker process and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from runsnap.evolution._budget import Budget
from runsnap.evolution._model import Change, DirectionReview, Finding, Review, Witness


def request_text(old: Any, new: Any, view: str, *, assert_formats: bool, budget: Budget) -> bytes:
    """What the worker is asked; ValueError for NaN and infinities, which are no JSON."""
    request = {
        "old": old,
        "new": new,
        "view": view,
        "assert_formats": assert_formats,
        "budget": asdict(budget),
    }
    return json.dumps(request, allow_nan=False).encode()


def review_text(review: Review) -> bytes:
    """What the worker answers."""
    return json.dumps(asdict(review)).encode()


def review_of(text: bytes) -> Review:
    """The review that the worker sent."""
    answer = json.loads(text)
    return Review(
        view=answer["view"],
        backward=_direction(answer["backward"]),
        forward=_direction(answer["forward"]),
        changes=tuple(Change(**change) for change in answer["changes"]),
    )


def _direction(answer: dict[str, Any]) -> DirectionReview:
    return DirectionReview(
        verdict=answer["verdict"],
        witness=answer["witness"],
        findings=tuple(_finding(finding) for finding in answer["findings"]),
    )


def _finding(answer: dict[str, Any]) -> Finding:
    witness = answer.pop("witness")
    return Finding(**answer, witness=None if witness is None else Witness(**witness))
