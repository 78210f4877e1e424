"""Bytes to a file: all of them or none."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace the file's content in one step.

    Parent folders are made. The data is on the disk before the name points to
    it. A link's target is replaced and the link stays; an existing file's mode
    is kept. What is no regular file (a device, a pipe) is written as it is.
    Raises OSError; the old content is whole then, and no other file stays.
    """
    target = Path(os.path.realpath(path))
    mode = _existing_mode(target)
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(21, os.strerror(21), os.fspath(path))
    if mode is not None and not stat.S_ISREG(mode):
        target.write_bytes(data)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.parent / f".runsnap-{secrets.token_hex(8)}.tmp"
    try:
        _write_new(temporary, data, mode)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _existing_mode(target: Path) -> int | None:
    try:
        return target.stat().st_mode
    except FileNotFoundError:
        return None


def _write_new(path: Path, data: bytes, mode: int | None) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, stat.S_IMODE(mode))
        file.write(data)
        file.flush()
        os.fsync(descriptor)


def _sync_folder(folder: Path) -> None:
    """Make the new name last; systems whose folders cannot be opened do so by themselves."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
