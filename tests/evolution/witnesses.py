"""What a witness has to be: accepted by the writer, rejected by the reader, and not shortened any further."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from tests.evolution.judges import Judges


def faults(finding: Any, writer: Judges, reader: Judges) -> list[str]:
    """Everything that is wrong with the witness of a broken finding."""
    witness = finding.witness
    if witness is None:
        return ["no witness"]
    if not (writer.normative(witness.value) and not reader.normative(witness.value)):
        return [f"not a witness: {witness.value!r}"]
    if witness.one_validator is not (not both_show(witness.value, writer, reader)):
        return [f"one_validator is {witness.one_validator}: {witness.value!r}"]
    shows = shown_by_normative if witness.one_validator else both_show
    shorter = next((value for value in shortened(witness.value) if shows(value, writer, reader)), _NONE)
    return [] if shorter is _NONE else [f"{witness.value!r} can be shortened to {shorter!r}"]


def both_show(value: Any, writer: Judges, reader: Judges) -> bool:
    """Both validators say that the writer accepts it and the reader does not."""
    return shown_by_normative(value, writer, reader) and writer.second(value) and not reader.second(value)


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


_NONE = object()
