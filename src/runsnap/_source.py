"""A path or an open file to bytes; gzip and Zstandard are known by their first bytes."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from typing import IO, Any, BinaryIO, TypeAlias

from runsnap._limits import Limits
from runsnap.errors import LimitError, MalformedError, RunsnapError

Source: TypeAlias = "str | os.PathLike[str] | BinaryIO | IO[bytes]"

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
        with open(source, "rb") as file:  # noqa: PTH123 - a str is a path here
            return _read_file(file, limits)
    if not hasattr(source, "read"):
        raise TypeError(f"expected a path or a binary file, got {type(source).__name__}; text goes to loads()")
    return _read_file(source, limits)


def source_name(source: Source) -> str | None:
    """The path to name in errors, where there is one."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


def _read_file(file: IO[bytes], limits: Limits) -> bytes:
    data = _read_at_most(file, limits.max_bytes)
    if data.startswith(_GZIP):
        return _decompress(gzip.GzipFile(fileobj=io.BytesIO(data)), "gzip", limits)
    if data.startswith(_ZSTD):
        return _decompress(_zstd_file(data), "zstd", limits)
    return data


def _read_at_most(file: Any, allowed: int) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while size <= allowed:
        chunk = file.read(min(_CHUNK, allowed + 1 - size))
        if isinstance(chunk, str):
            raise TypeError("the file is open in text mode; open it in binary mode")
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
        size += len(chunk)
    raise LimitError("size in bytes", allowed)


def _decompress(file: Any, name: str, limits: Limits) -> bytes:
    try:
        return _read_at_most(file, limits.max_bytes)
    except (OSError, EOFError, zlib.error) as error:
        raise MalformedError(f"damaged {name} data: {error}") from None
    except Exception as error:
        if isinstance(error, RunsnapError) or type(error).__name__ != "ZstdError":
            raise
        raise MalformedError(f"damaged {name} data: {error}") from None


def _zstd_file(data: bytes) -> Any:
    try:
        from compression import zstd
    except ImportError:
        try:
            from backports import zstd
        except ImportError:
            raise RunsnapError(
                "the file is compressed with Zstandard; install runsnap[zstd] (backports.zstd) to read it"
            ) from None
    return zstd.ZstdFile(io.BytesIO(data))
