"""What was replaced and where, without a word of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Part: TypeAlias = Literal["value", "name"]


@dataclass(frozen=True, slots=True, order=True)
class Replacement:
    """How often something was replaced at a place.

    ``pointer`` is a JSON Pointer with ``*`` for indices, by the names as they
    are in the new document. ``part`` says whether values or names of members
    were replaced. ``reason`` is the group of texts, ``unknown``, ``pointer``,
    ``names``, ``escaped`` for a text whose escapes are nested too deep, or the
    detector.
    """

    pointer: str
    part: Part
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class RedactionReport:
    """What ``redact`` has replaced."""

    replacements: tuple[Replacement, ...]
    """By pointer, then by reason."""
    unmatched: tuple[str, ...]
    """Patterns, of places to replace or to keep, that no place has matched."""
    random_key: bool
    """Whether the key was made for this call: placeholders are comparable within this document only."""

    @property
    def count(self) -> int:
        """Placeholders, masked run ids and masked digests in the new document that the old one did not have."""
        return sum(each.count for each in self.replacements)

    @property
    def by_reason(self) -> dict[str, int]:
        """The count by reason, most frequent first."""
        counts: Counter[str] = Counter()
        for each in self.replacements:
            counts[each.reason] += each.count
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON."""
        return {
            "count": self.count,
            "byReason": self.by_reason,
            "replacements": [
                {"pointer": each.pointer, "part": each.part, "reason": each.reason, "count": each.count}
                for each in self.replacements
            ],
            "unmatched": list(self.unmatched),
            "randomKey": self.random_key,
        }


class ReportSum:
    """One report on several documents; unmatched is what no document matches."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, Part, str]] = Counter()
        self._unmatched: tuple[str, ...] | None = None

    def add(self, report: RedactionReport) -> None:
        """Count one more document."""
        for each in report.replacements:
            self._counts[each.pointer, each.part, each.reason] += each.count
        before = report.unmatched if self._unmatched is None else self._unmatched
        self._unmatched = tuple(text for text in before if text in report.unmatched)

    def report(self, *, random_key: bool) -> RedactionReport:
        """The sum so far."""
        return report_of(self._counts, self._unmatched or (), random_key=random_key)


def report_of(
    counts: Counter[tuple[str, Part, str]], unmatched: tuple[str, ...], *, random_key: bool
) -> RedactionReport:
    """The report on one document."""
    return RedactionReport(_sorted(counts), unmatched, random_key)


def _sorted(counts: Counter[tuple[str, Part, str]]) -> tuple[Replacement, ...]:
    return tuple(Replacement(*place, count) for place, count in sorted(counts.items()))
