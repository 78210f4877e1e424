"""From reviews to what follows from them: groups, the step that is needed, what fails."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from runsnap.evolution._model import Change, Encoding, Finding, Review, Verdict, View
from runsnap.evolution.gate._accept import Accepted
from runsnap.evolution.gate._changelog import changelog
from runsnap.evolution.gate._places import avro_member, json_member
from runsnap.evolution.gate._policy import Policy
from runsnap.evolution.gate._report import Comparison, Group, Item, Side
from runsnap.evolution.gate._steps import Step, step_needed, step_taken, version_key

_WORST: tuple[Verdict, ...] = ("broken", "unknown", "safe")


@dataclass(frozen=True, slots=True)
class Reviews:
    """What the engines said of two sides, or why they said nothing."""

    declared: Review | None = None
    strict: Review | None = None
    avro: Review | None = None
    json_note: str = ""
    avro_note: str = ""


@dataclass(frozen=True, slots=True)
class Court:
    """The rules by which everything is judged."""

    policy: Policy
    accepted: Accepted
    today: dt.date

    def judge(self, old: Side, new: Side, reviews: Reviews, *, names_count: bool = True) -> Comparison:
        """The comparison of two sides; with ``names_count`` their versions must take the step that is needed."""
        taken = _taken(old, new) if names_count else None
        items = [self._accept(item, new) for item in _items(old, new, reviews, self.policy.view)]
        counted = [item for item in items if item.gated and item.accepted is None]
        needed = max((item.needs for item in counted), default=Step.NONE)
        judged = tuple(self._fail(item, taken) for item in items)
        return Comparison(
            old, new, reviews.declared, reviews.strict, reviews.avro, reviews.json_note, reviews.avro_note,
            judged, needed, taken, changelog(judged),
        )  # fmt: skip

    def _accept(self, item: Item, new: Side) -> Item:
        fingerprint = scoped(new, item.fingerprint)
        return replace(item, fingerprint=fingerprint, accepted=self.accepted.entry(fingerprint, self.today))

    def _fail(self, item: Item, taken: Step | None) -> Item:
        if not item.gated or item.accepted is not None:
            return item
        if self.policy.fails(item.what):
            return replace(item, fails=f"{_class(item.what)} is not allowed")
        if self.policy.judges_step and taken is not None and item.needs > taken:
            return replace(item, fails=f"needs a {item.needs.word} step, the name takes a {taken.word} one")
        return item


def scoped(new: Side, fingerprint: str) -> str:
    """The fingerprint of a finding about one version: what is accepted there is not accepted in the next."""
    if new.kind is None:
        return fingerprint
    return hashlib.sha256(f"{new.kind}@{new.version} {fingerprint}".encode()).hexdigest()[:12]


def _class(what: Finding | Change) -> str:
    return what.change if isinstance(what, Change) else f"{what.direction}:{what.verdict}"


def _taken(old: Side, new: Side) -> Step | None:
    if old.kind is None or old.kind != new.kind or old.version is None or new.version is None:
        return None
    before, after = version_key(old.version), version_key(new.version)
    if before is None or after is None or before >= after:
        return None
    return step_taken(old.version, new.version)


def _items(old: Side, new: Side, reviews: Reviews, view: View) -> Iterator[Item]:
    yield from _json_items(old, new, reviews, view)
    if reviews.avro is not None:
        for finding in (*reviews.avro.backward.findings, *reviews.avro.forward.findings):
            member = avro_member(new.avro, finding.new_pointer) or avro_member(old.avro, finding.old_pointer)
            yield _item(finding, (), gated=True, encoding="avro", member=member)
    yield from _changes(old, new, reviews, view)


def _json_items(old: Side, new: Side, reviews: Reviews, view: View) -> Iterator[Item]:
    """Findings of both views, each once; those of the deciding view first."""
    found: dict[str, tuple[Finding, tuple[View, ...]]] = {}
    deciding = [reviews.declared, reviews.strict]
    for review in deciding if view == "declared" else reversed(deciding):
        if review is None:
            continue
        for finding in (*review.backward.findings, *review.forward.findings):
            views = found[finding.fingerprint][1] if finding.fingerprint in found else ()
            shown = found[finding.fingerprint][0] if views else finding
            found[finding.fingerprint] = (shown, (*views, review.view))
    avro = _avro_members(old, new, reviews.avro)
    for finding, views in found.values():
        member = json_member(new.schema, finding.new_pointer) or json_member(old.schema, finding.old_pointer)
        beside = None if avro is None or member is None else avro.get((finding.direction, member), "safe")
        yield replace(_item(finding, views, gated=view in views, member=member), avro=beside)


def _avro_members(old: Side, new: Side, review: Review | None) -> dict[tuple[str, str], Verdict] | None:
    """The worst verdict of Avro at each member, by direction."""
    if review is None:
        return None
    found: dict[tuple[str, str], Verdict] = {}
    for finding in (*review.backward.findings, *review.forward.findings):
        member = avro_member(new.avro, finding.new_pointer) or avro_member(old.avro, finding.old_pointer)
        if member is not None:
            key = (finding.direction, member)
            found[key] = min((finding.verdict, found.get(key, finding.verdict)), key=_WORST.index)
    return found


def _changes(old: Side, new: Side, reviews: Reviews, view: View) -> Iterator[Item]:
    review = reviews.declared if view == "declared" else reviews.strict
    for change in review.changes if review else ():
        member = json_member(new.schema, change.new_pointer) or json_member(old.schema, change.old_pointer)
        yield _item(change, (), gated=True, member=member)
    for change in reviews.avro.changes if reviews.avro else ():
        # Beside JSON, the vocabulary and the descriptions of Avro follow from those of JSON.
        if review is None or change.change == "meaning":
            member = avro_member(new.avro, change.new_pointer) or avro_member(old.avro, change.old_pointer)
            yield _item(change, (), gated=True, encoding="avro", member=member)


def _item(
    what: Finding | Change, views: tuple[View, ...], *, gated: bool, encoding: Encoding = "json", member: str | None = None
) -> Item:  # fmt: skip
    return Item(
        what, what.fingerprint, _group(what, gated=gated), views, step_needed(what), gated, encoding, member
    )


def _group(what: Finding | Change, *, gated: bool) -> Group:
    if isinstance(what, Change):
        groups: dict[str, Group] = {
            "meaning": "changes-meaning", "vocabulary": "vocabulary", "equivalent": "equivalent",
        }  # fmt: skip
        return groups[what.change]
    if what.verdict == "safe":
        return "safe"
    if not gated:
        return "other-view"
    if what.verdict == "unknown":
        return "undecided"
    return "breaks-old-data" if what.direction == "backward" else "breaks-old-readers"
