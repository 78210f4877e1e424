"""Bytes to a file: all of them or none."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Generator
from pathlib import Path
from typing import BinaryIO


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace the file's content in one step; see :func:`replacing`."""
    with replacing(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Generator[BinaryIO]:
    """A file to write, which takes the place of ``path`` when the block ends well.

    Parent folders are made. The data is on the disk before the name points to
    it. A link's target is replaced and the link stays; an existing file's mode
    is kept. What is no regular file (a device, a pipe) is written as it is.
    Raises OSError. On any error the old content is whole, and no other file
    stays.
    """
    named = Path(path)
    mode = _existing_mode(named)
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if mode is not None and not stat.S_ISREG(mode):
        with named.open("wb") as file:
            yield file
        return
    target = Path(os.path.realpath(named))
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.parent / f".runsnap-{os.urandom(8).hex()}.tmp"
    try:
        with _new_file(temporary, mode) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError) and error.filename == os.fspath(temporary):
            raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
        raise
    _sync_folder(target.parent)


def _existing_mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _new_file(path: Path, mode: int | None) -> BinaryIO:
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o666)
    if mode is not None and hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(mode))
    return open(descriptor, "w+b")  # the caller closes it


def _sync_folder(folder: Path) -> None:
    """Make the new name last; systems whose folders cannot be opened do so by themselves."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
