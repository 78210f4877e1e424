"""A report as Markdown, for a merge request."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable, Iterator

from runsnap.evolution._model import Finding, Review
from runsnap.evolution.gate._report import GROUPS, Comparison, Group, Item, Report

_FOLDED: tuple[Group, ...] = ("other-view", "vocabulary", "safe", "equivalent")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
_LONGEST = 4000


def as_markdown(report: Report, *, clean: Callable[[str], str], today: dt.date) -> str:
    """The report as Markdown; ``clean`` takes what could steer a terminal out of foreign text."""
    return "\n".join(_Markdown(report, clean, today).lines()) + "\n"


class _Markdown:
    def __init__(self, report: Report, clean: Callable[[str], str], today: dt.date) -> None:
        self._report = report
        self._clean = clean
        self._today = today

    def lines(self) -> Iterator[str]:
        """The whole page."""
        report = self._report
        yield "# Schema review: " + ("fine" if report.exit_code == 0 else "not allowed as it is")
        if report.faults:
            yield "\n## Faults\n"
            yield from (
                f"- {self._code(fault.file)}: {self._text(fault.sentence)}" for fault in report.faults
            )
        for comparison in report.comparisons:
            yield from self._comparison(comparison)
        yield from self._failing()
        for title, entries in (("Expired", report.expired), ("Stale", report.stale)):
            if entries:
                yield f"\n## {title} entries of the accept file\n"
                yield from (f"- `{entry.fingerprint}`: {self._text(entry.reason)}" for entry in entries)
        if report.notes:
            yield "\n## Notes\n"
            yield from (f"- {self._text(note)}" for note in report.notes)

    def _comparison(self, comparison: Comparison) -> Iterator[str]:
        yield f"\n## {self._text(comparison.old.label)} → {self._text(comparison.new.label)}\n"
        yield "| view | new readers, old data | old readers, new data |\n|---|---|---|"
        rows = (("declared", comparison.declared), ("strict", comparison.strict), ("Avro", comparison.avro))
        yield from (_row(name, review) for name, review in rows if review is not None)
        notes = [note for note in (comparison.json_note, comparison.avro_note) if note]
        yield from (f"\n{self._text(note)}." for note in notes)
        yield f"\n{step_sentence(comparison)}"
        for group, title in GROUPS.items():
            items = [item for item in comparison.items if item.group == group]
            if items:
                yield from self._group(group, title, items)
        if comparison.changelog:
            yield "\n**Draft of the changelog**\n"
            yield from (self._changelog_line(line) for line in comparison.changelog)

    def _group(self, group: Group, title: str, items: list[Item]) -> Iterator[str]:
        if group in _FOLDED:
            yield f"\n<details><summary>{title}: {len(items)}</summary>\n"
        else:
            yield f"\n### {title}\n"
        for item in items:
            yield from self._item(item)
        if group in _FOLDED:
            yield "\n</details>"

    def _item(self, item: Item) -> Iterator[str]:
        what = item.what
        labels = ", ".join([item.encoding, *item.views])
        place = what.new_pointer if what.new_pointer is not None else what.old_pointer
        accepted = f" — accepted: {self._text(item.accepted.reason)}" if item.accepted else ""
        yield f"- `{item.fingerprint}` ({labels}) {self._code(place or '#')}: {self._text(what.sentence)}{accepted}"
        if not isinstance(what, Finding):
            return
        if item.avro is not None:
            yield f"  - Avro readers at this member: {item.avro}"
        if what.rule is not None:
            yield f"  - rule: {self._text(what.rule)}"
        if what.reason is not None:
            yield f"  - not decided: {self._text(what.reason)}"
        if what.witness is not None:
            yield f"  - witness: {self._code(json.dumps(what.witness.value))}"
            if what.witness.data is not None:
                yield f"  - bytes: {self._code(what.witness.data or '(none)')}"
            if what.witness.detail:
                yield f"  - {self._text(what.witness.detail)}"
            if what.witness.one_validator:
                yield "  - one validator only"

    def _failing(self) -> Iterator[str]:
        if not self._report.failing:
            return
        yield "\n## What fails\n\nTo accept a finding, add its line to the accept file, with the reason:\n"
        for item in unique(self._report.failing):
            yield f"- {self._text(item.fails or '')}: {self._text(item.what.sentence)}\n"
            line = self._report.accepted.line(item.fingerprint, item.what.sentence, self._today)
            fence = "`" * max(3, _longest_run(line) + 1)
            yield from (f"  {part}" for part in (fence, *map(self._clean, line.splitlines()), fence))

    def _changelog_line(self, line: str) -> str:
        """The line, whose code spans are ours, with nothing else in it that Markdown would read."""
        return "- " + re.sub(r"[<>|]", lambda found: f"\\{found[0]}", self._clean(line.removeprefix("- ")))

    def _text(self, text: str) -> str:
        """Foreign text, as it reads; code spans in our sentences stay."""
        parts = self._clean(text).split("`")
        if len(parts) % 2 == 0:
            return _SPECIAL.sub(r"\\\1", "`".join(parts))
        return "".join(
            f"`{part}`" if index % 2 else _SPECIAL.sub(r"\\\1", part) for index, part in enumerate(parts)
        )

    def _code(self, text: str) -> str:
        shown = self._clean(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
        longest = _longest_run(shown)
        fence = "`" * (longest + 1)
        return f"{fence} {shown} {fence}" if longest else f"{fence}{shown}{fence}"


def _longest_run(text: str) -> int:
    """Of backticks."""
    return max((len(run) for run in re.findall(r"`+", text)), default=0)


def unique(items: tuple[Item, ...]) -> list[Item]:
    """One item a fingerprint: what is accepted once is accepted for every pair."""
    return list({item.fingerprint: item for item in reversed(items)}.values())[::-1]


def step_sentence(comparison: Comparison) -> str:
    """What the names of the versions have to do with it."""
    needed = comparison.needed.word
    if comparison.taken is None:
        return f"Step: this change needs {needed}."
    fits = "which is too small" if comparison.step_too_small else "which is enough"
    return f"Step: this change needs {needed}, the names take {comparison.taken.word}, {fits}."


def _row(name: str, review: Review) -> str:
    return f"| {name} | {_word(review.backward.verdict)} | {_word(review.forward.verdict)} |"


def _word(verdict: str) -> str:
    return verdict if verdict == "safe" else f"**{verdict}**"
