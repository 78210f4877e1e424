"""What has to be sent so that a registry holds some schemas, or why nothing is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from runsnap.errors import RegistryError
from runsnap.evolution import DEFAULT_BUDGET, Budget
from runsnap.evolution.gate import (
    Accepted,
    Comparison,
    Report,
    Settings,
    Side,
    SourceError,
    View,
    diff,
    joined,
    read_policy,
    version_key,
)
from runsnap.registry._api import TYPES, WORDS, Subject, Version
from runsnap.registry._same import same_schema
from runsnap.registry._schemas import Schema

Compatibility: TypeAlias = Literal["backward", "forward", "full", "none"]

COMPATIBILITIES: Mapping[Compatibility, tuple[str, ...]] = {
    "backward": ("backward",), "forward": ("forward",), "full": ("backward", "forward"), "none": (),
}  # fmt: skip
"""The directions in which nothing may break, or stay undecided."""

What: TypeAlias = Literal["register", "present", "same", "older", "level"]


@dataclass(frozen=True, slots=True)
class Action:
    """What is done for a schema, or with a subject.

    ``register``: it is sent. ``present``: it is there, as version ``number``.
    ``same``: it equals ``other``, which is sent. ``older``: it is left out, since
    ``other``, a later version, is there; the last one registered is what readers
    take for the newest. ``level``: the subject's compatibility level becomes NONE.
    """

    what: What
    subject: str
    schema: Schema | None = None
    number: int | None = None
    other: str | None = None

    @property
    def writes(self) -> bool:
        """Whether the registry is changed."""
        return self.what in {"register", "level"}


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions in their order, what the review said of them, and the subjects on which both rest."""

    actions: tuple[Action, ...]
    report: Report
    subjects: Mapping[str, Subject]

    @property
    def refused(self) -> bool:
        """Whether a review fails; then nothing may be sent."""
        return self.report.exit_code != 0


@dataclass(slots=True)
class _Draft:
    """The plan for one subject, as it grows."""

    subject: Subject
    settings: Settings
    judges: bool
    actions: list[Action] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    sent: list[Schema] = field(default_factory=list)

    def add(self, schema: Schema, family: Sequence[Schema]) -> None:
        """Plan for one schema; the family are all versions of its kind that are known."""
        action = self._action(schema, family)
        if action.what == "register":
            self._judge(schema)
            self.sent.append(schema)
        self.actions.append(action)

    def _action(self, schema: Schema, family: Sequence[Schema]) -> Action:
        name = self.subject.name
        number = _number_of(schema, self.subject)
        if number is not None:
            return Action("present", name, schema, number=number)
        newer = _newer_there(schema, family, self.subject)
        if newer is not None:
            return Action("older", name, schema, other=newer.label)
        for sent in self.sent:
            if same_schema(schema.format, sent.value, schema.value):
                return Action("same", name, schema, other=sent.label)
        return Action("register", name, schema)

    def _judge(self, schema: Schema) -> None:
        if not self.judges:
            return
        before = [_registered_side(schema, self.subject, version) for version in self.subject.versions]
        for old in (*before, *(one.side for one in self.sent)):
            try:
                self.comparisons += diff(old, schema.side, self.settings).comparisons
            except SourceError as error:
                raise RegistryError(
                    f"{schema.label} under {self.subject.name}", f"{old.label}: {error}"
                ) from None


def plan(
    schemas: Iterable[Schema],
    subjects: Iterable[Subject],
    *,
    compatibility: Compatibility = "backward",
    view: View = "declared",
    accepted: Accepted | None = None,
    keep_level: bool = False,
    budget: Budget = DEFAULT_BUDGET,
) -> Plan:
    """Compare schemas with what is registered under their subjects; nothing is asked or sent here.

    Each schema that is not there is reviewed against every version that is, and
    against those that go before it. ``backward``: its readers must read what
    writers of all those wrote, ``forward``: the other way round, ``full``: both,
    ``none``: no review. What breaks, or is not decided, and is not ``accepted``
    makes the plan a refused one.

    Registries judge JSON Schema 2020-12 by rules of older drafts, or not at all.
    Unless ``keep_level``, a subject of JSON Schemas gets the compatibility level
    NONE before its second version.

    Raises RegistryError where a subject holds something else, ValueError for an
    unknown word and for a schema whose subject is not among the given ones.
    """
    if compatibility not in COMPATIBILITIES:
        raise ValueError(f"compatibility is {', '.join(COMPATIBILITIES)}, not {compatibility!r}")
    classes = [
        f"{direction}:{verdict}"
        for direction in COMPATIBILITIES[compatibility]
        for verdict in ("broken", "unknown")
    ]
    today = dt.datetime.now(tz=dt.UTC).date()
    settings = Settings(read_policy(classes, view), accepted or Accepted(), today, budget=budget)
    there = {subject.name: subject for subject in subjects}
    drafts = [
        _draft(there[name], family, settings, judges=compatibility != "none", keep_level=keep_level)
        for name, family in _by_subject(schemas, there).items()
    ]
    report = joined((comparison for draft in drafts for comparison in draft.comparisons), settings)
    return Plan(tuple(action for draft in drafts for action in draft.actions), report, there)


def _by_subject(schemas: Iterable[Schema], there: Mapping[str, Subject]) -> dict[str, list[Schema]]:
    found: dict[str, list[Schema]] = {}
    for schema in schemas:
        if schema.subject not in there:
            raise ValueError(f"nothing is known of the subject {schema.subject!r}")
        found.setdefault(schema.subject, []).append(schema)
    return found


def _draft(
    subject: Subject, family: list[Schema], settings: Settings, *, judges: bool, keep_level: bool
) -> _Draft:
    draft = _Draft(subject, settings, judges)
    family.sort(key=lambda schema: version_key(schema.version) or (0, 0, 0))
    for schema in family:
        _check_type(schema, subject)
        if schema.wanted:
            draft.add(schema, family)
    if subject.level != "NONE" and not keep_level and family[0].format == "json":
        _switch_off_check(draft)
    return draft


def _switch_off_check(draft: _Draft) -> None:
    """Before the second version: some registries know no level of a subject that is not there."""
    writes = [index for index, action in enumerate(draft.actions) if action.what == "register"]
    second = writes if draft.subject.versions else writes[1:]
    if second:
        draft.actions.insert(second[0], Action("level", draft.subject.name))


def _check_type(schema: Schema, subject: Subject) -> None:
    for version in subject.versions:
        if version.type != TYPES[schema.format]:
            found, wanted = (WORDS.get(one, one) for one in (version.type, TYPES[schema.format]))
            raise RegistryError(
                f"{schema.label} under {subject.name}",
                f"version {version.number} there is of type {found}, not {wanted}",
            )


def _number_of(schema: Schema, subject: Subject) -> int | None:
    """The newest version that is this schema."""
    numbers = [
        version.number
        for version in subject.versions
        if same_schema(schema.format, version.value, schema.value)
    ]
    return max(numbers, default=None)


def _newer_there(schema: Schema, family: Sequence[Schema], subject: Subject) -> Schema | None:
    later = family[family.index(schema) + 1 :]
    return next((one for one in later if _number_of(one, subject) is not None), None)


def _registered_side(schema: Schema, subject: Subject, version: Version) -> Side:
    label = f"{subject.name} version {version.number}"
    if version.value is None:
        raise RegistryError(
            f"{schema.label} under {subject.name}", f"version {version.number} there is no JSON"
        )
    if schema.format == "json":
        return Side(label, label, schema=version.value, text=version.text)
    return Side(label, label, avro=version.value, avro_uri=label, avro_text=version.text)
