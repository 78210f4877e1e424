"""The files that a command reads documents from, one after the other, and how far it is."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from typing import IO, Any

from runsnap._limits import Limits
from runsnap._paths import STDIN, opened
from runsnap._stream.formats import Format
from runsnap._stream.items import Chunk
from runsnap._stream.sources import chunks_of
from runsnap.cli._failures import unreadable
from runsnap.errors import RunsnapError

_BUFFER = 1 << 18


class Inputs:
    """Chunks of all documents of some files.

    ``position`` is the number of bytes that were read so far, ``total`` that of
    all bytes; None where it is not known. Errors name the file; UnusableError
    for one that cannot be read.
    """

    def __init__(self, paths: tuple[str, ...], format_: Format | None, limits: Limits) -> None:
        self.position = 0
        self.total: int | None = 0
        self._paths = paths
        self._format: Format | None = format_
        self._limits = limits
        for path in paths:
            self._add_size(path)

    def __iter__(self) -> Iterator[Chunk]:
        for path in self._paths:
            try:
                with opened(path) as file:
                    watched: Any = io.BufferedReader(_Watched(file, self), _BUFFER)
                    yield from chunks_of(watched, path, self._format, self._limits)
            except (OSError, ValueError) as error:
                raise unreadable(path, error) from None
            except RunsnapError as error:
                error.source = path
                raise

    def _add_size(self, path: str) -> None:
        size = None
        if path != STDIN:
            try:
                status = os.stat(path)
            except (OSError, ValueError) as error:
                raise unreadable(path, error) from None
            size = status.st_size if stat.S_ISREG(status.st_mode) else None
        self.total = None if self.total is None or size is None else self.total + size


class _Watched(io.RawIOBase):
    """A file that counts what is read of it; closing it leaves the file open."""

    def __init__(self, file: IO[bytes], inputs: Inputs) -> None:
        self._file: Any = file
        self._inputs = inputs

    def readable(self) -> bool:
        """Always: it is there to be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with what is there."""
        data = self._file.read1(len(buffer)) if hasattr(self._file, "read1") else self._file.read(len(buffer))
        buffer[: len(data)] = data
        self._inputs.position += len(data)
        return len(data)
