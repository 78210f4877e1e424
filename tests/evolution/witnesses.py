"""What a witness has to be: accepted by the writer, rejected by the reader, and not shortened any further."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from tests.evolution.judges import Judges


def faults(side: Any, writer: Judges, reader: Judges) -> list[str]:
    """Everything that is wrong with the witnesses of one direction."""
    broken = [finding for finding in side.findings if finding.verdict == "broken"]
    found = [fault for finding in broken for fault in _faults(finding.witness, writer, reader)]
    if side.verdict != "broken" or found:
        return found
    known = [finding.witness.value for finding in broken]
    if side.witness not in known:
        return [f"the witness of the direction is of none of its findings: {side.witness!r}"]
    found += _can_be_shortened(side.witness, [], writer, reader)
    for index, value in enumerate(known):
        found += _can_be_shortened(value, known[:index] + known[index + 1 :], writer, reader)
    return found


def _faults(witness: Any, writer: Judges, reader: Judges) -> list[str]:
    if witness is None:
        return ["no witness"]
    if not shown_by_normative(witness.value, writer, reader):
        return [f"not a witness: {witness.value!r}"]
    if witness.one_validator is both_show(witness.value, writer, reader):
        return [f"one_validator is {witness.one_validator}: {witness.value!r}"]
    return []


def _can_be_shortened(value: Any, others: list[Any], writer: Judges, reader: Judges) -> list[str]:
    """Whether less of it shows the break too; what shows another finding, of a place that this one needs, does not count."""
    shows = both_show if both_show(value, writer, reader) else shown_by_normative
    shortest = min((len(json.dumps(other)) for other in others), default=None)
    for shorter in shortened(value):
        if (shortest is None or len(json.dumps(shorter)) < shortest) and shows(shorter, writer, reader):
            return [f"{value!r} can be shortened to {shorter!r}"]
    return []


def both_show(value: Any, writer: Judges, reader: Judges) -> bool:
    """Both validators say that the writer accepts it and the reader does not."""
    return (
        shown_by_normative(value, writer, reader)
        and writer.second(value) is True
        and reader.second(value) is False
    )


def shown_by_normative(value: Any, writer: Judges, reader: Judges) -> bool:
    """The validator that decides says so."""
    return writer.normative(value) and not reader.normative(value)


def shortened(value: Any) -> Iterator[Any]:
    """The value with one member, one item or one character less, at any depth."""
    if isinstance(value, str):
        yield from (value[:index] + value[index + 1 :] for index in range(len(value)))
    keys = range(len(value)) if isinstance(value, list) else list(value) if isinstance(value, dict) else []
    for key in keys:
        less = copy.copy(value)
        del less[key]
        yield less
        for inner in shortened(value[key]):
            changed = copy.copy(value)
            changed[key] = inner
            yield changed
