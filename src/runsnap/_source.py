"""A path or an open file to bytes; gzip and Zstandard are known by their first bytes."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import sys
import zlib
from collections.abc import Generator
from typing import IO, Any, Protocol, TypeAlias, cast

from runsnap._extras import optional
from runsnap._limits import Limits
from runsnap.errors import LimitError, MalformedError


class Readable(Protocol):
    """An open file that gives bytes."""

    def read(self, size: int, /) -> bytes:
        """At most ``size`` bytes; none at the end."""
        ...


Source: TypeAlias = "str | os.PathLike[str] | Readable"

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_CHUNK = 1 << 20


def read_source(source: Source, limits: Limits) -> bytes:
    """The bytes of a file, decompressed.

    Raises OSError as the system does, LimitError beyond ``max_bytes``,
    MalformedError for compressed data that is damaged, TypeError for what is
    neither a path nor a file that gives bytes.
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            _check_size(os.fstat(file.fileno()), limits)
            return _read_file(file, limits)
    if not hasattr(source, "read"):
        raise TypeError(
            f"expected a path or a binary file, got {type(source).__name__}; text goes to loads()"
        )
    return _read_file(source, limits)


def source_name(source: Source) -> str | None:
    """The path to name in errors, where there is one."""
    if isinstance(source, (str, os.PathLike)):
        return os.fsdecode(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


@contextlib.contextmanager
def open_decompressed(file: IO[bytes]) -> Generator[IO[bytes]]:
    """The file, or what it unpacks to, to be read bit by bit.

    Raises MalformedError, in the block as well, for compressed data that is damaged.
    """
    raw: Any = file
    buffered = raw if hasattr(raw, "peek") else io.BufferedReader(raw)
    with _unpacking(buffered.peek(len(_ZSTD)), buffered) as stream:
        yield stream


def zstd_module() -> Any:
    """The Zstandard module of the standard library, or its copy for older Pythons.

    Raises RunsnapError where there is neither.
    """
    module = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    return optional(module, "Zstandard needs the package backports.zstd", "zstd")


def _read_file(file: Readable, limits: Limits) -> bytes:
    data = _read_at_most(file, limits)
    if not data.startswith((_GZIP, _ZSTD)):
        return data
    with _unpacking(data, io.BytesIO(data)) as stream:
        return _read_at_most(stream, limits)


def _check_size(status: os.stat_result, limits: Limits) -> None:
    """Refuse what is too large before any of it is read; what does not know its size says 0."""
    if status.st_size > limits.max_bytes:
        raise LimitError("size in bytes", limits.max_bytes, found=str(status.st_size))


@contextlib.contextmanager
def _unpacking(head: bytes, file: IO[bytes]) -> Generator[IO[bytes]]:
    damaged: tuple[type[Exception], ...]
    if head.startswith(_GZIP):
        name, stream, damaged = "gzip", gzip.GzipFile(fileobj=file), (gzip.BadGzipFile, EOFError, zlib.error)
    elif head.startswith(_ZSTD):
        zstd = zstd_module()
        name, stream, damaged = "zstd", zstd.ZstdFile(file), (zstd.ZstdError, EOFError)
    else:
        yield file
        return
    try:
        yield cast("IO[bytes]", stream)
    except damaged as error:
        raise MalformedError(f"damaged {name} data: {error}") from None


def _read_at_most(file: Readable, limits: Limits) -> bytes:
    allowed = limits.max_bytes
    chunks: list[bytes] = []
    size = 0
    while size <= allowed:
        chunk: Any = file.read(min(_CHUNK, allowed + 1 - size))
        if isinstance(chunk, str):
            raise TypeError("the file is open in text mode; open it in binary mode")
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
        size += len(chunk)
        if size - len(chunk) < _CHUNK <= size:
            _check_depth(b"".join(chunks), limits)
    raise LimitError("size in bytes", allowed)


def _check_depth(begin: bytes, limits: Limits) -> None:
    """Refuse what is a pile of open brackets before the rest is read."""
    opened = begin.count(b"[") + begin.count(b"{") - begin.count(b"]") - begin.count(b"}")
    if opened > limits.max_depth:
        from runsnap._scan import too_deep

        if error := too_deep(begin, limits):
            raise error
