"""Draft lines for a changelog."""

from __future__ import annotations

from collections.abc import Iterable

from runsnap.evolution._model import Change
from runsnap.evolution.gate._report import Item


def changelog(items: Iterable[Item]) -> tuple[str, ...]:
    """One line for each change that readers of a changelog care about, each line once."""
    lines = [line for item in items if item.gated and (line := _line(item)) is not None]
    return tuple(dict.fromkeys(lines))


def _line(item: Item) -> str | None:
    what = item.what
    if isinstance(what, Change):
        return _changed(item, what)
    if what.verdict == "broken":
        word = "Breaking" if what.direction == "backward" else "Older readers"
        return f"- {word}{_encoding(item)}: {what.sentence}"
    if what.verdict == "unknown":
        return f"- Not decided{_encoding(item)}: {what.sentence}"
    return None


def _changed(item: Item, change: Change) -> str | None:
    if change.change == "equivalent":
        return None
    if change.change == "meaning":
        return f"- Changed meaning{_encoding(item)}: {change.sentence}"
    if item.member is not None and change.old_pointer is None:
        return f"- Added: `{item.member}`"
    if item.member is not None and change.new_pointer is None:
        return f"- Removed: `{item.member}`"
    return f"- Changed: {change.sentence}"


def _encoding(item: Item) -> str:
    return " (Avro)" if item.encoding == "avro" else ""
