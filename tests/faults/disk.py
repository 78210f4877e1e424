"""A disk that notes what is done to it, and what a power cut may leave of that.

The model takes the little that POSIX promises: what was written to a file is
safe once the file was synced, and an entry of a folder once the folder was.
Before that any part of it may have arrived, in any order.
"""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

FIRST = 1
"""The file that is there before."""


@dataclass(frozen=True)
class Event:
    """``write``: text at an offset of a file. ``sync``: of a file. ``link`` and ``unlink``: names. ``sync-folder``."""

    what: str
    file: int = 0
    at: int = 0
    data: bytes = b""
    new: str = ""
    old: str = ""


@dataclass
class Noted:
    """What has been done to a folder, in order; files go by number."""

    folder: Path
    events: list[Event] = field(default_factory=list)
    files: dict[int, int] = field(default_factory=dict)

    def add(self, what: str, **members: Any) -> None:
        self.events.append(Event(what, **members))

    def number(self, descriptor: int) -> int:
        """The number of an open file; it follows the file, not its name."""
        inode = os.fstat(descriptor).st_ino
        return self.files.setdefault(inode, FIRST + 1 + len(self.files))


class _Raw(io.FileIO):
    noted: Noted

    def write(self, data: Any, /) -> int:
        at = self.tell()
        count = super().write(data)
        self.noted.add("write", file=self.noted.number(self.fileno()), at=at, data=bytes(data)[:count])
        return count


def watched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Noted:
    """Note from here what happens in the folder."""
    noted = Noted(folder)
    real_open, real_fsync, real_replace, real_unlink = os.open, os.fsync, os.replace, os.unlink

    def noted_open(path: Any, flags: int, *rest: Any, **options: Any) -> int:
        descriptor = real_open(path, flags, *rest, **options)
        if flags & os.O_CREAT and Path(path).parent == folder:
            noted.add("link", file=noted.number(descriptor), new=Path(path).name)
        return descriptor

    def noted_fsync(descriptor: int) -> None:
        real_fsync(descriptor)
        if os.path.samestat(os.fstat(descriptor), folder.stat()):
            noted.add("sync-folder")
        else:
            noted.add("sync", file=noted.number(descriptor))

    def noted_replace(source: Any, target: Any) -> None:
        descriptor = real_open(source, os.O_RDONLY)
        number = noted.number(descriptor)
        os.close(descriptor)
        real_replace(source, target)
        if Path(target).parent == folder:
            noted.add("link", file=number, new=Path(target).name, old=Path(source).name)

    def noted_unlink(path: Any, **options: Any) -> None:
        real_unlink(path, **options)
        if Path(path).parent == folder:
            noted.add("unlink", old=Path(path).name)

    def noted_file(descriptor: int, mode: str) -> Any:
        raw = _Raw(descriptor, mode.replace("b", ""))
        raw.noted = noted
        return io.BufferedRandom(raw)

    monkeypatch.setattr(os, "open", noted_open)
    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(os, "replace", noted_replace)
    monkeypatch.setattr(os, "unlink", noted_unlink)
    monkeypatch.setattr("runsnap._temporary.open", noted_file, raising=False)
    return noted


Contents = dict[str, bytes]


def whole(events: list[Event], before: Contents) -> Contents:
    """The folder without a power cut."""
    names, texts = _start(before)
    for event in events:
        _apply(event, names)
        _write(event, texts)
    return {name: texts.get(file, b"") for name, file in names.items()}


def after_power_cuts(events: list[Event], before: Contents) -> Iterator[tuple[int, Contents]]:
    """What the folder may hold when the power fails after so many events, for all numbers."""
    for done in range(len(events) + 1):
        for state in _left(events[:done], before):
            yield done, state


def _left(events: list[Event], before: Contents) -> Iterator[Contents]:
    names, texts = _start(before)
    folder_synced = max((at for at, event in enumerate(events) if event.what == "sync-folder"), default=-1)
    for event in events[: folder_synced + 1]:
        _apply(event, names)
    unsafe = [event for event in events[folder_synced + 1 :] if event.what in ("link", "unlink")]
    safe, late = _safe_texts(events, texts)
    for arrived in itertools.product((False, True), repeat=len(unsafe)):
        reached = dict(names)
        for event, here in zip(unsafe, arrived, strict=True):
            if here:
                _apply(event, reached)
        for variant in _variants(safe, late):
            yield {name: variant.get(file, b"") for name, file in reached.items()}


def _start(before: Contents) -> tuple[dict[str, int], dict[int, bytes]]:
    assert len(before) <= 1
    return dict.fromkeys(before, FIRST), dict.fromkeys([FIRST] * len(before), *before.values() or [b""])


def _apply(event: Event, names: dict[str, int]) -> None:
    if event.what == "link":
        names[event.new] = event.file
    if event.what in ("link", "unlink"):
        names.pop(event.old, None)


def _write(event: Event, texts: dict[int, bytes]) -> None:
    if event.what == "write":
        text = texts.get(event.file, b"").ljust(event.at, b"\0")
        texts[event.file] = text[: event.at] + event.data + text[event.at + len(event.data) :]


def _safe_texts(events: list[Event], texts: dict[int, bytes]) -> tuple[dict[int, bytes], list[Event]]:
    """The synced part of each file, and the writes after it."""
    late: list[Event] = []
    for event in events:
        if event.what == "write":
            late.append(event)
        elif event.what == "sync":
            for write in [each for each in late if each.file == event.file]:
                _write(write, texts)
            late = [each for each in late if each.file != event.file]
    return dict(texts), late


def _variants(safe: dict[int, bytes], late: list[Event]) -> Iterator[dict[int, bytes]]:
    """Nothing, all, each alone, the first half of the last, or as many zeros."""
    chosen = [[], late, *([each] for each in late)]
    for event in late[-1:]:
        half = Event("write", event.file, event.at, event.data[: len(event.data) // 2])
        zeros = Event("write", event.file, event.at, bytes(len(event.data)))
        chosen += [[*late[:-1], half], [*late[:-1], zeros]]
    for writes in chosen:
        texts = dict(safe)
        for event in writes:
            _write(event, texts)
        yield texts
