"""A report as JSON; ``report.schema.json`` beside this file describes it."""

from __future__ import annotations

from typing import Any

from runsnap.evolution._model import Change, DirectionReview, Finding, Review, Witness
from runsnap.evolution.gate._accept import Entry
from runsnap.evolution.gate._report import Comparison, Item, Report, Side

FORMAT = "1.0.0"


def as_json(report: Report) -> dict[str, Any]:
    """The report as plain values."""
    return {
        "format": FORMAT,
        "exitCode": report.exit_code,
        "failOn": report.policy.words(),
        "view": report.policy.view,
        "faults": [{"file": fault.file, "sentence": fault.sentence} for fault in report.faults],
        "notes": list(report.notes),
        "expired": [_entry(entry) for entry in report.expired],
        "stale": [_entry(entry) for entry in report.stale],
        "comparisons": [_comparison(comparison) for comparison in report.comparisons],
    }


def report_schema_text() -> str:
    """The JSON Schema of it, as the package carries it."""
    from importlib.resources import files

    return (files("runsnap.evolution.formats") / "report.schema.json").read_text(encoding="utf-8")


def _entry(entry: Entry) -> dict[str, Any]:
    until = None if entry.until is None else entry.until.isoformat()
    return {"fingerprint": entry.fingerprint, "reason": entry.reason, "until": until}


def _comparison(comparison: Comparison) -> dict[str, Any]:
    taken = comparison.taken
    return {
        "old": _side(comparison.old),
        "new": _side(comparison.new),
        "declared": _review(comparison.declared),
        "strict": _review(comparison.strict),
        "avro": _review(comparison.avro),
        "notJudged": [note for note in (comparison.json_note, comparison.avro_note) if note],
        "step": {
            "needed": comparison.needed.word,
            "taken": None if taken is None else taken.word,
            "enough": None if taken is None else not comparison.step_too_small,
        },
        "changelog": list(comparison.changelog),
        "findings": [_item(item) for item in comparison.items if isinstance(item.what, Finding)],
        "changes": [_item(item) for item in comparison.items if isinstance(item.what, Change)],
    }


def _side(side: Side) -> dict[str, Any]:
    return {"label": side.label, "file": side.uri}


def _review(review: Review | None) -> dict[str, Any] | None:
    if review is None:
        return None
    return {"backward": _direction(review.backward), "forward": _direction(review.forward)}


def _direction(review: DirectionReview) -> dict[str, Any]:
    if review.verdict != "broken":
        return {"verdict": review.verdict}
    return {"verdict": review.verdict, "witness": review.witness}


def _item(item: Item) -> dict[str, Any]:
    return {
        "fingerprint": item.fingerprint,
        "group": item.group,
        "encoding": item.encoding,
        **_what(item),
        "oldPointer": item.what.old_pointer,
        "newPointer": item.what.new_pointer,
        "keyword": item.what.keyword,
        "member": item.member,
        "sentence": item.what.sentence,
        "needs": item.needs.word,
        "fails": item.fails,
        "accepted": None if item.accepted is None else _entry(item.accepted),
    }


def _what(item: Item) -> dict[str, Any]:
    what = item.what
    if isinstance(what, Change):
        return {"change": what.change}
    return {
        "direction": what.direction,
        "verdict": what.verdict,
        "views": list(item.views),
        "avro": item.avro,
        "rule": what.rule,
        "reason": what.reason,
        "witness": None if what.witness is None else _witness(what.witness),
    }


def _witness(witness: Witness) -> dict[str, Any]:
    return {
        "value": witness.value,
        "bytes": witness.data,
        "oneValidator": witness.one_validator,
        "detail": witness.detail,
    }
