"""What a witness has to be: accepted by the writer, rejected by the reader, and not shortened any further."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from tests.evolution.judges import Judges


def faults(side: Any, writer: Judges, reader: Judges) -> list[str]:
    """Everything that is wrong with the witnesses of one direction."""
    if side.verdict != "broken":
        return []
    broken = [finding for finding in side.findings if finding.verdict == "broken"]
    found = [fault for finding in broken for fault in _faults(finding.witness, writer, reader)]
    if not shown_by_normative(side.witness, writer, reader):
        found.append(f"not a witness: {side.witness!r}")
    if found:
        return found
    for shorter in _shorter_witnesses(side.witness, writer, reader):
        return [f"{side.witness!r} can be shortened to {shorter!r}"]
    return []


def longer_than_needed(side: Any, writer: Judges, reader: Judges) -> list[str]:
    """Findings whose witness could be shortened and still be refused at their place.

    What is refused elsewhere shows another finding. That a part of several
    places stands at each of them cannot be seen from outside: rare cases count here
    that are none.
    """
    broken = [finding for finding in side.findings if finding.verdict == "broken"]
    return [fault for finding in broken for fault in _not_minimal(finding, writer, reader)]


def _faults(witness: Any, writer: Judges, reader: Judges) -> list[str]:
    if witness is None:
        return ["no witness"]
    if not shown_by_normative(witness.value, writer, reader):
        return [f"not a witness: {witness.value!r}"]
    if witness.one_validator is both_show(witness.value, writer, reader):
        return [f"one_validator is {witness.one_validator}: {witness.value!r}"]
    return []


def _not_minimal(finding: Any, writer: Judges, reader: Judges) -> list[str]:
    pointer = finding.new_pointer if finding.direction == "backward" else finding.old_pointer
    value = finding.witness.value
    for shorter in _shorter_witnesses(value, writer, reader) if pointer is not None else ():
        if any(f"{place}/".startswith(f"{pointer}/") for place in reader.refusing_places(shorter)):
            return [f"{value!r} for {pointer} can be shortened to {shorter!r}"]
    return []


def _shorter_witnesses(value: Any, writer: Judges, reader: Judges) -> Iterator[Any]:
    shows = both_show if both_show(value, writer, reader) else shown_by_normative
    return (shorter for shorter in shortened(value) if shows(shorter, writer, reader))


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
