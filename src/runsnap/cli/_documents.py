"""Reading documents from files and the standard input, and writing bytes back."""

from __future__ import annotations

import gzip
import sys
from typing import TypeAlias

import runsnap
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._paths import STDIN, opened
from runsnap._save import write_atomically
from runsnap._source import zstd_module
from runsnap.cli._failures import UnusableError, unreadable
from runsnap.cli._screen import is_terminal
from runsnap.cli._text import visible_json

Document: TypeAlias = "runsnap.Capture | runsnap.Resumption"

COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
"""Compressions by the suffix of a file's name."""


def load(path: str, limits: Limits = DEFAULT_LIMITS) -> Document:
    """A document of either kind. Raises RunsnapError, and UnusableError where the file cannot be read."""
    try:
        with opened(path) as file:
            return runsnap.load(file, limits=limits)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def compressed(data: bytes, compression: str) -> bytes:
    """The bytes in gzip, in zstd or as they are; equal bytes for equal input.

    Raises RunsnapError where the library for zstd is missing.
    """
    if compression == "gzip":
        return gzip.compress(data, mtime=0)
    if compression == "zstd":
        packed: bytes = zstd_module().compress(data)
        return packed
    return data


def write(path: str, data: bytes) -> None:
    """Replace the file in one step, or write to the standard output for ``-``.

    A terminal gets JSON with the characters escaped that could steer it, and
    nothing compressed. Raises UnusableError where the file cannot be written.
    """
    if path == STDIN:
        _write_out(data)
        return
    try:
        write_atomically(path, data)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def _write_out(data: bytes) -> None:
    if sys.stdout is None:
        raise UnusableError("standard output is closed")
    if is_terminal(sys.stdout):
        try:
            sys.stdout.write(visible_json(data.decode()))
        except UnicodeDecodeError:
            raise UnusableError("compressed data is not written to a terminal") from None
        return
    sys.stdout.flush()
    rest = memoryview(data)
    while rest:  # an unbuffered stream may take a part only
        rest = rest[sys.stdout.buffer.write(rest) :]
