"""Bytes to a file: all of them or none."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Generator
from pathlib import Path
from typing import BinaryIO

from runsnap._temporary import LOCKS, is_temporary, new_file, remove, remove_leftovers

_PRIVATE = 0o600
_UP_TO_THE_UMASK = 0o666


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
    stays; what killed writers left in the folder is removed.
    """
    named = Path(path)
    mode = _existing_mode(named)
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if mode is not None and not stat.S_ISREG(mode):
        with named.open("wb") as device:
            yield device
        return
    target = Path(os.path.realpath(named))
    changed = _with_parents(target)
    with _naming(path):
        temporary, file = new_file(target.parent, _UP_TO_THE_UMASK if mode is None else _PRIVATE)
        try:
            remove_leftovers(target.parent, os.fstat(file.fileno()).st_mtime)
            yield file
            file.flush()
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), stat.S_IMODE(mode))
            os.fsync(file.fileno())
            if not LOCKS:
                file.close()  # or Windows does not let it be renamed
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                file.close()
            remove(temporary)
            raise
        file.close()
    for folder in changed:
        _sync_folder(folder)


def _existing_mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _with_parents(target: Path) -> list[Path]:
    """Make the folder of a file; all folders that have or get a new entry, innermost first."""
    changed = [target.parent]
    while not changed[-1].exists():
        changed.append(changed[-1].parent)
    target.parent.mkdir(parents=True, exist_ok=True)
    return changed


@contextlib.contextmanager
def _naming(path: str | os.PathLike[str]) -> Generator[None]:
    """Errors of the file beside the target name the target."""
    try:
        yield
    except OSError as error:
        if is_temporary(error.filename):
            raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
        raise


def _sync_folder(folder: Path) -> None:
    """Make the new name last; systems whose folders cannot be opened do so by themselves."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
