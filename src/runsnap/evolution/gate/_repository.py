"""A folder of schemas: ``KIND/VERSION.json``, with ``released.json`` as the lock on the released ones."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from runsnap._json import parse as parse_json
from runsnap._limits import DEFAULT_LIMITS
from runsnap.errors import RunsnapError
from runsnap.evolution.gate._git import Commit
from runsnap.evolution.gate._steps import version_key

RELEASED = "released.json"

Lock = dict[str, dict[str, str]]
"""Kind to version to digest."""
Name = tuple[str, str]
"""Kind and version."""


class Tree(Protocol):
    """A folder, wherever it stands."""

    def files(self) -> list[str]:
        """Names of all files, from the folder."""
        ...

    def read(self, name: str) -> bytes:
        """The bytes of one."""
        ...

    def uri(self, name: str) -> str:
        """What reports call it."""
        ...


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of the file system."""

    path: Path

    def files(self) -> list[str]:
        """Only what can be a file of ours: two levels."""
        found = [entry for pattern in ("*", "*/*") for entry in self.path.glob(pattern) if entry.is_file()]
        return sorted(entry.relative_to(self.path).as_posix() for entry in found)

    def read(self, name: str) -> bytes:
        """The bytes of one."""
        return (self.path / name).read_bytes()

    def uri(self, name: str) -> str:
        """Its path."""
        return (self.path / name).as_posix()


@dataclass(frozen=True, slots=True)
class CommittedFolder:
    """The same folder in a commit."""

    commit: Commit
    inside: str
    shown: Path

    def files(self) -> list[str]:
        """Names from the folder; none where the commit has no such folder."""
        prefix = "" if self.inside == "." else f"{self.inside}/"
        found = self.commit.files(prefix or ".")
        return [name.removeprefix(prefix) for name in found if name.startswith(prefix)]

    def read(self, name: str) -> bytes:
        """The bytes of one."""
        return self.commit.read(name if self.inside == "." else f"{self.inside}/{name}")

    def uri(self, name: str) -> str:
        """Its path in the working tree: reports point there."""
        return (self.shown / name).as_posix()


@dataclass(slots=True)
class Snapshot:
    """What a folder of schemas holds, with the faults of its files."""

    tree: Tree
    lock: Lock = field(default_factory=dict)
    has_lock: bool = False
    texts: dict[Name, str] = field(default_factory=dict)
    schemas: dict[Name, Any] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def versions(self, kind: str) -> list[str]:
        """Versions of a kind that have a schema, the oldest first."""
        return sorted(
            (version for known, version in self.schemas if known == kind),
            key=lambda one: version_key(one) or (0, 0, 0),
        )

    def kinds(self) -> list[str]:
        """Kinds that have a schema."""
        return sorted({kind for kind, _ in self.schemas})

    def released(self, name: Name) -> bool:
        """Whether the lock lists it."""
        return name[1] in self.lock.get(name[0], {})


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a file, whatever its schema says."""

    file: str
    sentence: str


def digest(text: str) -> str:
    """``sha256:`` and the digest of the text in UTF-8, lines ending in LF."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def text_of(data: bytes) -> str:
    """The text, its lines ending in LF; UnicodeDecodeError for what is not UTF-8."""
    return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def read_schema(data: bytes) -> Any:
    """A schema or an Avro schema, parsed strictly: no member is doubled. ValueError with a line for people."""
    try:
        return parse_json(data, DEFAULT_LIMITS)
    except RunsnapError as error:
        raise ValueError(error.explain()) from None


def snapshot(tree: Tree, suffix: str = ".json") -> Snapshot:
    """Read a folder: each ``KIND/VERSION`` with that suffix, and the lock."""
    found = Snapshot(tree)
    names = tree.files()
    if suffix == ".json" and RELEASED in names:
        found.has_lock = True
        _read_lock(found)
    for name in names:
        kind, _, file = name.partition("/")
        version = file.removesuffix(suffix)
        if kind and file.endswith(suffix) and version_key(version) is not None and not kind.startswith("."):
            _read_document(found, name, (kind, version))
    return found


def _read_document(found: Snapshot, file: str, name: Name) -> None:
    data = found.tree.read(file)
    try:
        found.texts[name] = text_of(data)
        found.schemas[name] = read_schema(data)
    except ValueError as error:
        reason = "no text in UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        found.faults.append(Fault(found.tree.uri(file), reason))


def _read_lock(found: Snapshot) -> None:
    try:
        lock = json.loads(text_of(found.tree.read(RELEASED)))
    except (ValueError, RecursionError) as error:
        found.faults.append(Fault(found.tree.uri(RELEASED), f"not JSON: {error}"))
        return
    if isinstance(lock, dict) and all(
        isinstance(versions, dict) and all(isinstance(known, str) for known in versions.values())
        for versions in lock.values()
    ):
        found.lock = lock
    else:
        sentence = "must list kinds, each with versions and their digests"
        found.faults.append(Fault(found.tree.uri(RELEASED), sentence))


def lock_faults(now: Snapshot, before: Snapshot | None) -> list[Fault]:
    """What contradicts the lock of the working tree, or the lock as it stood before."""
    return [*_changed_files(now), *(_changed_lines(now, before) if before else ())]


def _changed_files(now: Snapshot) -> Iterator[Fault]:
    for kind, version, expected in _lines(now.lock):
        file = now.tree.uri(f"{kind}/{version}.json")
        text = now.texts.get((kind, version))
        if text is None:
            yield Fault(file, f"{kind}@{version} is released, but its file is missing")
        elif digest(text) != expected:
            sentence = (
                f"{kind}@{version} is released with {expected}, its file is now {digest(text)}; "
                "a released schema never changes: add a new version instead"
            )
            yield Fault(file, sentence)


def _changed_lines(now: Snapshot, before: Snapshot) -> Iterator[Fault]:
    lock = now.tree.uri(RELEASED)
    for kind, version, expected in _lines(before.lock):
        found = now.lock.get(kind, {}).get(version)
        if found is None:
            yield Fault(lock, f"{kind}@{version} was released, its line is gone")
        elif found != expected:
            yield Fault(lock, f"{kind}@{version} was released with {expected}, its line now says {found}")


def _lines(lock: Lock) -> Iterator[tuple[str, str, str]]:
    for kind, versions in lock.items():
        for version, expected in versions.items():
            yield kind, version, expected


def folder_below(path: str) -> Path:
    """A path as it was given; the folder must be there."""
    folder = Path(path)
    if not folder.is_dir():
        raise ValueError(f"{os.fspath(folder)}: no such folder")
    return folder
