"""The two questions of the command line: two schemas, or a whole repository of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runsnap.evolution._budget import DEFAULT_BUDGET, Budget
from runsnap.evolution._compare import compare
from runsnap.evolution.avro import AvroSchemaError, compare_avro
from runsnap.evolution.gate._accept import Accepted
from runsnap.evolution.gate._git import Commit
from runsnap.evolution.gate._judge import Court, Reviews
from runsnap.evolution.gate._policy import Policy
from runsnap.evolution.gate._report import Comparison, Report, Side
from runsnap.evolution.gate._repository import (
    CommittedFolder,
    Fault,
    Folder,
    Name,
    Snapshot,
    digest,
    lock_faults,
    snapshot,
)
from runsnap.evolution.gate._sources import SourceError, is_avro
from runsnap.evolution.gate._steps import version_key

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to compare and judge."""

    policy: Policy
    accepted: Accepted
    today: dt.date
    assert_formats: bool = False
    budget: Budget = DEFAULT_BUDGET
    progress: Progress = lambda _: None

    @property
    def court(self) -> Court:
        """Who judges."""
        return Court(self.policy, self.accepted, self.today)


def diff(old: Side, new: Side, settings: Settings) -> Report:
    """The review of two sides. SourceError for a JSON Schema against an Avro schema."""
    if is_avro(old) != is_avro(new):
        raise SourceError("an Avro schema is compared with an Avro schema, a JSON Schema with a JSON Schema")
    try:
        reviews = _reviews(old, new, settings)
    except AvroSchemaError as error:
        raise SourceError(f"no Avro schema: {error}") from None
    return _report((settings.court.judge(old, new, reviews),), settings, (), ())


def _reviews(old: Side, new: Side, settings: Settings) -> Reviews:
    settings.progress(f"{old.label} → {new.label}")
    avro, avro_note = None, "Avro: not judged (no Avro schema of both sides)"
    if old.avro is not None and new.avro is not None:
        avro, avro_note = compare_avro(old.avro, new.avro, budget=settings.budget), ""
    if old.schema is None or new.schema is None:
        return Reviews(avro=avro, json_note="JSON: not judged (Avro schemas were given)", avro_note=avro_note)
    return Reviews(
        _json(old, new, "declared", settings), _json(old, new, "strict", settings), avro, "", avro_note
    )


def _json(old: Side, new: Side, view: Any, settings: Settings) -> Any:
    return compare(
        old.schema, new.schema, view=view, assert_formats=settings.assert_formats, budget=settings.budget
    )


def _report(
    comparisons: tuple[Comparison, ...], settings: Settings, faults: tuple[Fault, ...], notes: tuple[str, ...]
) -> Report:
    seen = {item.fingerprint for comparison in comparisons for item in comparison.items}
    accepted = settings.accepted
    return Report(
        comparisons, settings.policy, faults, notes, accepted,
        accepted.expired(settings.today), accepted.stale(seen),
    )  # fmt: skip


def joined(comparisons: Iterable[Comparison], settings: Settings) -> Report:
    """One report of comparisons that were judged apart."""
    return _report(tuple(comparisons), settings, (), ())


@dataclass(frozen=True, slots=True)
class Repository:
    """Where a repository keeps its schemas, its Avro schemas, and the commit to compare with."""

    schemas: Path
    avro: Path
    against: Commit | None = None


def review(repository: Repository, settings: Settings) -> Report:
    """The review of every kind of a repository. SourceError where there is no schema at all."""
    found = _Review(repository, settings)
    if not found.now.schemas and not found.now.faults:
        raise SourceError(
            f"{repository.schemas}: no schema; one is named KIND/VERSION.json, as in order/1.0.0.json"
        )
    comparisons = tuple(found.comparisons())
    faults = [*found.now.faults, *found.avro_now.faults, *lock_faults(found.now, found.before), *found.faults]
    return _report(comparisons, settings, tuple(faults), tuple(found.notes))


class _Review:
    def __init__(self, repository: Repository, settings: Settings) -> None:
        self.settings = settings
        self.now = snapshot(Folder(repository.schemas))
        self.avro_now = snapshot(Folder(repository.avro), ".avsc")
        self.before = _committed(repository.against, repository.schemas, ".json")
        self.avro_before = _committed(repository.against, repository.avro, ".avsc")
        self.faults: list[Fault] = []
        self.notes: list[str] = []
        if not self.now.has_lock:
            self.notes.append(
                f"{self.now.tree.uri('released.json')} is not there: no version counts as released"
            )

    def comparisons(self) -> Iterator[Comparison]:
        """Every pair that has to hold, kind by kind."""
        for kind in self.now.kinds():
            versions = self.now.versions(kind)
            for version in versions:
                if version == versions[-1] or not self._is_released((kind, version)):
                    yield from self._against_the_released(kind, version)
                yield from self._against_itself((kind, version))

    def _against_the_released(self, kind: str, version: str) -> Iterator[Comparison]:
        """A draft, or the newest version, with every other version that is released, the older one as the old."""
        known = sorted(set(self.now.versions(kind)) | self._versions_before(kind), key=_sort_key)
        released = [other for other in known if self._is_released((kind, other))]
        for other in released or known:
            if other == version or (_sort_key(other) > _sort_key(version) and not released):
                continue
            old, new = sorted((other, version), key=_sort_key)
            yield from self._judge(self._side((kind, old)), self._side((kind, new)), names_count=True)

    def _against_itself(self, name: Name) -> Iterator[Comparison]:
        """The same version as it stood in the commit, where it differs: a draft may, a released one is a fault."""
        if self.before is None:
            return
        changed = self.before.texts.get(name, self.now.texts[name]) != self.now.texts[name]
        avro = (self.avro_before.texts.get(name) if self.avro_before else None, self.avro_now.texts.get(name))
        changed_avro = None not in avro and avro[0] != avro[1]
        if changed or changed_avro:
            old, new = self._side_before(name), self._side_now(name)
            yield from self._judge(old, new, names_count=False)

    def _versions_before(self, kind: str) -> set[str]:
        return set(self.before.versions(kind)) if self.before else set()

    def _is_released(self, name: Name) -> bool:
        return self.now.released(name) or (self.before is not None and self.before.released(name))

    def _judge(self, old: Side, new: Side, *, names_count: bool) -> Iterator[Comparison]:
        if old.schema is None or new.schema is None:
            return  # a file that cannot be read is a fault already
        try:
            reviews = _reviews(old, new, self.settings)
        except AvroSchemaError as error:
            self.faults.append(Fault(new.avro_uri, f"compared with {old.label}: {error}"))
            return
        yield self.settings.court.judge(old, new, reviews, names_count=names_count)

    def _side(self, name: Name) -> Side:
        """A version as it was released, where a commit or an untouched file can tell; else as it stands."""
        before = self.before
        if before is not None and before.released(name) and name in before.schemas:
            text = self.now.texts.get(name)
            if text is None or digest(text) != before.lock[name[0]][name[1]]:
                return self._side_before(name)
        return self._side_now(name)

    def _side_now(self, name: Name) -> Side:
        return _side(f"{name[0]}@{name[1]}", name, self.now, self.avro_now)

    def _side_before(self, name: Name) -> Side:
        assert self.before is not None
        commit = self.before.tree.commit.name if isinstance(self.before.tree, CommittedFolder) else ""
        return _side(f"{name[0]}@{name[1]} in {commit}", name, self.before, self.avro_before)


def _committed(against: Commit | None, folder: Path, suffix: str) -> Snapshot | None:
    if against is None:
        return None
    return snapshot(CommittedFolder(against, against.inside(folder), folder), suffix)


def _side(label: str, name: Name, schemas: Snapshot, avro: Snapshot | None) -> Side:
    kind, version = name
    return Side(
        label, schemas.tree.uri(f"{kind}/{version}.json"), schema=schemas.schemas.get(name), text=schemas.texts.get(name, ""),
        avro=avro.schemas.get(name) if avro else None, avro_uri=avro.tree.uri(f"{kind}/{version}.avsc") if avro else "",
        avro_text=avro.texts.get(name, "") if avro else "", kind=kind, version=version,
    )  # fmt: skip


def _sort_key(version: str) -> tuple[int, int, int]:
    return version_key(version) or (0, 0, 0)
