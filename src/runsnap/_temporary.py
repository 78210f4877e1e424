"""Temporary files that can be told from what writers left behind when they were killed.

A writer holds a lock on its temporary file until the file has its final name.
So a file whose lock can be had belongs to nobody any more, wherever locks can
be trusted; elsewhere it has to be a day old as well.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import zlib
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

LOCKS = sys.platform != "win32"
"""Whether a lock keeps a file; on Windows, where nobody can remove a file that is open, that does."""

_NAME = re.compile(r"\.runsnap-([0-9a-f]{8})-[0-9a-f]{16}\.tmp")
_DAY = 24 * 60 * 60
_BINARY = getattr(os, "O_BINARY", 0)
_CAREFULLY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | _BINARY
_ENTRIES_A_SAVE = 1000
_saves_to_come: dict[str, int] = {}
"""Saves into a large folder until it is searched again: what all searches cost stays in proportion."""


def new_file(folder: Path, permissions: int) -> tuple[Path, BinaryIO]:
    """A new file in ``folder``, locked; the caller closes it, after it has its final name where ``LOCKS``."""
    while True:
        path = folder / f".runsnap-{_realm(folder)}-{os.urandom(8).hex()}.tmp"
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, permissions)
        try:
            if _locked(descriptor, path):
                return path, open(descriptor, "w+b")
        except BaseException:
            os.close(descriptor)
            remove(path)
            raise
        os.close(descriptor)
        remove(path)


def is_temporary(name: object) -> bool:
    """Whether this is the name of a temporary file of this module."""
    return isinstance(name, str) and _NAME.fullmatch(os.path.basename(name)) is not None


def remove(path: Path) -> None:
    """Remove a file, if that can be done."""
    with contextlib.suppress(OSError):
        path.unlink()


def remove_leftovers(folder: Path, now: float) -> None:
    """Remove temporary files whose writers are gone; ``now`` is the time by the clock of the file system."""
    name = os.fspath(folder)
    if (left := _saves_to_come.pop(name, 0)) > 0:
        _saves_to_come[name] = left - 1
        return
    with contextlib.suppress(OSError):
        names = os.listdir(folder)
        if (saves := len(names) // _ENTRIES_A_SAVE) > 0:
            _saves_to_come[name] = saves
        for match in filter(None, map(_NAME.fullmatch, names)):
            oldest = None if match[1] == _realm(folder) and LOCKS else now - _DAY
            with contextlib.suppress(OSError):
                _remove_if_left(folder / match[0], oldest)


def _remove_if_left(path: Path, oldest: float | None) -> None:
    """Remove a regular file whose lock nobody holds, if nothing was written to it since ``oldest``.

    The lock is held until the file is gone, or its writer could lock it, and go on, in between.
    """
    descriptor = os.open(path, os.O_RDONLY | _CAREFULLY)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or (oldest is not None and status.st_mtime > oldest):
            return
        if LOCKS:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
            remove(path)
    finally:
        os.close(descriptor)
    if not LOCKS:
        remove(path)


def _locked(descriptor: int, path: Path) -> bool:
    """Lock a file of ours; False where somebody took it for left behind before it was locked.

    Where there are no locks, nobody can have one, and nobody removes the file.
    """
    if not LOCKS:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


def _realm(folder: Path) -> str:
    """Where every process sees the locks of every other: one name for each such place.

    On a disk of this machine that is the disk, also after a restart. Elsewhere
    (network file systems, some of which keep locks to the machine or even to the
    mount) it is this mount on this machine since it started.
    """
    device = folder.stat().st_dev
    if sys.platform == "linux" and os.major(device):
        return "0" * 8
    return f"{zlib.crc32(f'{_machine()} {device}'.encode()):08x}"


def _machine() -> str:
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read()
    except OSError:
        return os.uname().nodename if hasattr(os, "uname") else ""
