"""The review of two Avro schemas, both directions."""

from __future__ import annotations

import json
from typing import Any

from runsnap.evolution._budget import DEFAULT_BUDGET, Budget, Work
from runsnap.evolution._model import DirectionReview, Finding, Review, Verdict
from runsnap.evolution.avro._changes import changes
from runsnap.evolution.avro._probe import Probe
from runsnap.evolution.avro._resolution import Resolution
from runsnap.evolution.avro._schema import parse

_READERS = {"backward": "Readers with the new schema", "forward": "Readers with the old schema"}


def compare_avro(old: Any, new: Any, *, budget: Budget = DEFAULT_BUDGET) -> Review:
    """Who cannot read whose data after a change of an Avro schema, given parsed.

    Raises AvroSchemaError for what is no Avro schema. The view is *strict*: a
    writer may write whatever its schema describes. Of the budget, the seconds
    count: what they stop is *unknown*.
    """
    work = Work(budget)
    before, after = parse(old), parse(new)
    backward = Resolution("backward", Probe(before, after, (old, new)), _READERS["backward"], work)
    forward = Resolution("forward", Probe(after, before, (new, old)), _READERS["forward"], work)
    return Review("strict", _whole(backward.run()), _whole(forward.run()), changes(before, after))


def _whole(findings: list[Finding]) -> DirectionReview:
    shown = [finding.witness for finding in findings if finding.witness is not None]
    verdicts = {finding.verdict for finding in findings}
    verdict: Verdict = "broken" if "broken" in verdicts else "unknown" if "unknown" in verdicts else "safe"
    shortest = min(shown, key=lambda one: (len(one.data or ""), json.dumps(one.value)), default=None)
    return DirectionReview(verdict, shortest.value if shortest else None, tuple(findings))
