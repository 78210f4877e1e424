"""Two schemas for the engine of the review: JSON text of old, new and options."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs

from runsnap.evolution import Budget, compare
from runsnap.evolution._compare import undecided
from runsnap.evolution._engine import Options, review
from runsnap.evolution._json_values import depth_exceeds
from runsnap.evolution._model import Review
from runsnap.evolution._wire import request_text, review_of, review_text
from runsnap.evolution.avro import AvroSchemaError, compare_avro
from tests.fuzz.readings import DEEPEST, depth_of

BUDGET = Budget(seconds=4, steps=3_000, documents=5, findings=40, depth=60)


def target(data: bytes) -> None:
    """Compare; a fault of the engine is a fault, though the process around it hides it from users."""
    if depth_of(data) > DEEPEST:
        return
    try:
        pair = json.loads(data)
    except ValueError:
        return
    if not isinstance(pair, dict) or not {"old", "new"} <= pair.keys():
        return
    if pair.get("avro"):
        _compare_avro(pair["old"], pair["new"])
    else:
        view = "declared" if pair.get("declared") else "strict"
        _compare_json(pair["old"], pair["new"], view, assert_formats=bool(pair.get("formats")))


def _compare_json(old: Any, new: Any, view: Any, *, assert_formats: bool) -> None:
    try:
        found = _reviewed(old, new, view, assert_formats=assert_formats)
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        # A library fell over: what the process of its own is for.
        found = compare(old, new, view=view, assert_formats=assert_formats, budget=BUDGET)
        assert found.backward.verdict == found.forward.verdict == "unknown"
    _is_sound(found, old, new, assert_formats=assert_formats)
    assert review_of(review_text(found)) == found


def _reviewed(old: Any, new: Any, view: Any, *, assert_formats: bool) -> Review:
    """What ``compare`` does, in this process."""
    if depth_exceeds(old, BUDGET.depth) or depth_exceeds(new, BUDGET.depth):
        return undecided(view, "depth")
    try:
        asked = json.loads(request_text(old, new, view, assert_formats=assert_formats, budget=BUDGET))
    except ValueError:
        return undecided(view, "no JSON")
    return review(asked["old"], asked["new"], Options(view, assert_formats, BUDGET))


def _is_sound(found: Review, old: Any, new: Any, *, assert_formats: bool) -> None:
    for side, writer, reader in ((found.backward, old, new), (found.forward, new, old)):
        if side.verdict == "broken":
            assert _accepts(writer, side.witness, formats=assert_formats), (side.witness, "is not written")
            assert not _accepts(reader, side.witness, formats=assert_formats), (side.witness, "is read")
        assert side.findings or side.verdict == "safe"


def _accepts(schema: Any, document: Any, *, formats: bool) -> bool:
    return bool(
        jsonschema_rs.validator_for(schema, validate_formats=formats, offline=True).is_valid(document)
    )


def _compare_avro(old: Any, new: Any) -> None:
    try:
        found = compare_avro(old, new, budget=BUDGET)
    except AvroSchemaError as error:
        assert str(error)
        return
    assert review_of(review_text(found)) == found
    for side in (found.backward, found.forward):
        assert side.findings or side.verdict == "safe"
