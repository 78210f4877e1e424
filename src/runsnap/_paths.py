"""Which files some arguments mean: paths, folders, glob patterns and ``-``."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import IO, NamedTuple

from runsnap._stream.formats import format_of

STDIN = STDOUT = "-"

_WILD = re.compile(r"[*?\[]")
_SPECIAL = {
    stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device", stat.S_IFBLK: "a device",
}  # fmt: skip


class Target(NamedTuple):
    """A file to read."""

    path: str


class Skipped(NamedTuple):
    """What lies in a folder and is not read, with the reason."""

    path: str
    reason: str


class Unusable(NamedTuple):
    """What was asked for and cannot be read, with the reason."""

    path: str
    reason: str


Found = Target | Skipped | Unusable


def same_file(path: str, source: str) -> bool:
    """Whether a name leads to what is read, also where nothing is there yet; ``source`` may be ``-``.

    What is there is known by its inode, too: by other names of it (a file system
    may ignore their case), and where the standard input comes from it.
    """
    try:
        if path == source or (source != STDIN and os.path.realpath(path) == os.path.realpath(source)):
            return True
        found, read = os.stat(path), _status(source)
    except (OSError, ValueError):  # not there, or a name that cannot be one; opening it says so
        return False
    return stat.S_ISREG(found.st_mode) and read is not None and os.path.samestat(found, read)


def _status(source: str) -> os.stat_result | None:
    """None for a standard input that is closed."""
    if source != STDIN:
        return os.stat(source)
    return None if sys.stdin is None else os.fstat(sys.stdin.fileno())


def find(arguments: Iterable[str]) -> Iterator[Found]:
    """Every file that the arguments mean, each once, folders in the order of names.

    A path that is named is read, whatever it is. In folders only names of JSON,
    JSON Lines and Avro count; what is neither file nor folder is never opened.
    """
    folders: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    for argument in arguments:
        for found in _expand(argument):
            spot = _spot(found, folders)
            if spot not in seen:
                seen.add(spot)
                yield found


def _spot(found: Found, folders: dict[str, str]) -> tuple[str, str]:
    """What is the same however the way to a file is spelled; a link to a file is a file of its own.

    ``folders`` remembers where folders really are.
    """
    if not isinstance(found, Target) or found.path == STDIN:
        return "", found.path
    folder, name = os.path.split(found.path)
    if folder not in folders:
        folders[folder] = os.path.realpath(folder)
    return folders[folder], name


@contextlib.contextmanager
def opened(path: str) -> Generator[IO[bytes]]:
    """The file, or the standard input for ``-``; OSError or ValueError as ``open`` raises them."""
    if path != STDIN:
        with open(path, "rb") as file:
            yield file
    elif sys.stdin is None:
        raise OSError("there is no standard input")
    else:
        yield sys.stdin.buffer


def os_reason(error: OSError | ValueError) -> str:
    """Why the system refused a file, without its name."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error)


def plain_name(path: str) -> str:
    """The name as it is; bytes that are no UTF-8 are spelled out, since JSON cannot carry them."""
    try:
        data = path.encode(errors="surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        data = path.encode(errors="backslashreplace")
    return data.decode(errors="backslashreplace")


def _expand(argument: str) -> Iterator[Found]:
    if argument == STDIN:
        yield Target(argument)
        return
    try:
        mode = os.stat(argument).st_mode
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError) and _WILD.search(argument):
            yield from _glob(argument)
        else:
            yield Unusable(argument, os_reason(error))
        return
    yield from _Walk().folder(argument) if stat.S_ISDIR(mode) else (Target(argument),)


def _glob(pattern: str) -> Iterator[Found]:
    """The matches of a pattern; ``**`` does not follow links to folders."""
    whole = Path(pattern)
    try:
        inside = str(whole.relative_to(whole.anchor))
        matches = sorted(Path(whole.anchor).glob(inside)) if whole.anchor else sorted(Path().glob(pattern))
    except (ValueError, NotImplementedError, IndexError) as error:
        yield Unusable(pattern, str(error))
        return
    if not matches:
        yield Unusable(pattern, "no file matches")
    for match in matches:
        yield from _Walk().entry(str(match))


class _Walk:
    """A walk that goes into each folder once: loops of links end, and so do mazes of them."""

    def __init__(self) -> None:
        self.visited: set[tuple[int, int]] = set()

    def folder(self, path: str) -> Iterator[Found]:
        """What lies in a folder, at any depth, but not in hidden folders below it."""
        waiting: list[str] = [path]
        while waiting:
            current = waiting.pop()
            try:
                if not self._enter(current):
                    yield Skipped(current, "a link to a folder that was visited")
                    continue
                names = sorted(os.listdir(current))
            except OSError as error:
                yield Unusable(current, os_reason(error))
                continue
            folders: list[str] = []
            for name in names:
                inner = os.path.join(current, name)
                found = _classify(inner, linked="a link that leads nowhere")
                if found is None:
                    folders += [] if name.startswith(".") else [inner]
                elif not isinstance(found, Target) or format_of(name):
                    yield found
            waiting += reversed(folders)

    def entry(self, path: str) -> Iterator[Found]:
        """A file, or what lies in a folder."""
        found = _classify(path)
        yield from self.folder(path) if found is None else (found,)

    def _enter(self, path: str) -> bool:
        status = os.stat(path)
        key = (status.st_dev, status.st_ino)
        if key in self.visited:
            return False
        self.visited.add(key)
        return True


def _classify(path: str, linked: str | None = None) -> Found | None:
    """None for a folder; ``linked`` says what a link without a target is called, where it is skipped."""
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        if linked and os.path.islink(path):
            return Skipped(path, f"{linked} ({os_reason(error)})")
        return Unusable(path, os_reason(error))
    if stat.S_ISDIR(mode):
        return None
    if special := _SPECIAL.get(stat.S_IFMT(mode)):
        return Skipped(path, special)
    return Target(path)
