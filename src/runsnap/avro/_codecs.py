"""Compression of the blocks of a container file, in bounded memory."""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Any

from runsnap._source import zstd_module
from runsnap.errors import LimitError, MalformedError, RunsnapError

Compress = Callable[[bytes], bytes]
Decompress = Callable[[bytes, int], bytes]

_CRC_SIZE = 4
_CHECKSUM_SIZE = 4
"""Apache's Python writer and fastavro leave a part of zlib's checksum behind deflate data."""
_XZ_MEMORY = 128 * 1024 * 1024
"""What decompression may use by itself: the strongest preset needs 65 MiB, a hostile block asks for gigabytes."""
CODECS = ("null", "deflate", "bzip2", "xz", "zstandard", "snappy")


def compressor(codec: str) -> Compress:
    """The function that compresses a block.

    Raises ValueError for a codec that Avro does not know, RunsnapError, naming
    the package, for one whose library is missing.
    """
    match _known(codec):
        case "null":
            return bytes
        case "deflate":
            return _deflate
        case "bzip2":
            return bz2.compress
        case "xz":
            return lzma.compress
        case "zstandard":
            compress: Compress = _zstd().compress
            return compress
        case _:
            return _snappy_compress(_cramjam())


def decompressor(codec: str) -> Decompress:
    """The function that decompresses a block to at most so many bytes.

    It raises LimitError beyond that, MalformedError for damaged data. Raises
    what ``compressor`` raises.
    """
    match _known(codec):
        case "null":
            return _plain
        case "deflate":
            return _bounded(lambda: zlib.decompressobj(-15), codec, (zlib.error,), rest=_CHECKSUM_SIZE)
        case "bzip2":
            return _bounded(bz2.BZ2Decompressor, codec, (OSError, ValueError))
        case "xz":
            return _bounded(lambda: lzma.LZMADecompressor(memlimit=_XZ_MEMORY), codec, (lzma.LZMAError,))
        case "zstandard":
            zstd = _zstd()
            return _bounded(zstd.ZstdDecompressor, codec, (zstd.ZstdError,))
        case _:
            return _snappy_decompress(_cramjam())


def _known(codec: str) -> str:
    if codec not in CODECS:
        raise ValueError(f"no such codec: {codec!r}; known: {', '.join(CODECS)}")
    return codec


def _cramjam() -> Any:
    return _library("snappy", "cramjam", lambda: import_module("cramjam"))


def _zstd() -> Any:
    return _library("zstandard", "backports.zstd", zstd_module)


def _library(codec: str, package: str, find: Callable[[], Any]) -> Any:
    try:
        return find()
    except (ImportError, RunsnapError):
        raise RunsnapError(
            f"the Avro codec {codec} needs the package {package}, which is not installed"
        ) from None


def _deflate(data: bytes) -> bytes:
    encoder = zlib.compressobj(wbits=-15)
    return encoder.compress(data) + encoder.flush()


def _plain(data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise _too_large(most)
    return data


def _bounded(
    make: Callable[[], Any], codec: str, errors: tuple[type[Exception], ...], *, rest: int = 0
) -> Decompress:
    """``rest`` is how many bytes may follow the data that ``make``'s decoder reads."""

    def decompress(data: bytes, most: int) -> bytes:
        decoder = make()
        try:
            result: bytes = decoder.decompress(data, most + 1)
        except errors as error:
            raise MalformedError(f"damaged {codec} data: {error}", format="Avro") from None
        if len(result) > most:
            raise _too_large(most)
        if not decoder.eof or len(decoder.unused_data) > rest:
            raise MalformedError(f"damaged {codec} data: it does not end where the block ends", format="Avro")
        return result

    return decompress


def _snappy_compress(cramjam: Any) -> Compress:
    def compress(data: bytes) -> bytes:
        return bytes(cramjam.snappy.compress_raw(data)) + zlib.crc32(data).to_bytes(_CRC_SIZE, "big")

    return compress


def _snappy_decompress(cramjam: Any) -> Decompress:
    def decompress(data: bytes, most: int) -> bytes:
        body, checksum = data[:-_CRC_SIZE], data[-_CRC_SIZE:]
        try:
            size = cramjam.snappy.decompress_raw_len(body)
            if size > most:
                raise _too_large(most)
            result = bytes(cramjam.snappy.decompress_raw(body))
        except cramjam.DecompressionError as error:
            raise MalformedError(f"damaged snappy data: {error}", format="Avro") from None
        if zlib.crc32(result).to_bytes(_CRC_SIZE, "big") != checksum:
            raise MalformedError("damaged snappy data: its checksum does not match", format="Avro")
        return result

    return decompress


def _too_large(most: int) -> LimitError:
    return LimitError("size of an Avro block in bytes", most)
