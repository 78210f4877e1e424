"""Files to chunks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

from runsnap._limits import Limits
from runsnap._source import open_decompressed, read_source
from runsnap._stream.formats import CONTAINER, Format, format_of
from runsnap._stream.items import Chunk, Overlong, Packed, Texts
from runsnap.errors import LimitError

if TYPE_CHECKING:
    from runsnap.avro._container import AvroBlocks

CHUNK = 1 << 18
"""A chunk ends with the line that makes it so long, in bytes."""

_MOST_LINES = 5_000
_SKIPPED = 1 << 20


def chunks_of(file: IO[bytes], source: str, format_: Format | None, limits: Limits) -> Iterator[Chunk]:
    """The documents of a file, many at a time, decompressed on the way.

    Without a ``format_`` the first bytes tell Avro, else the name of ``source``
    does; any other file is one document in JSON. Raises MalformedError for
    damage after which nothing can be found, LimitError, OSError.
    """
    with open_decompressed(file) as stream:
        match format_ or detected(stream, source):
            case "avro":
                from runsnap.avro._container import AvroBlocks

                yield from packed(AvroBlocks(stream, limits), source)
            case "jsonl":
                yield from _texts(stream, source, limits)
            case _:
                data = read_source(stream, limits)
                yield Texts(source, [(None, data)], len(data))


def detected(stream: IO[bytes], source: str) -> Format:
    """The format of a file that is open at its begin."""
    peek: Any = getattr(stream, "peek")  # noqa: B009 - all that open_decompressed gives have it
    if bytes(peek(len(CONTAINER))).startswith(CONTAINER):
        return "avro"
    return format_of(source) or "json"


def lines(stream: IO[bytes], limits: Limits) -> Iterator[tuple[int, bytes | Overlong]]:
    """The lines that are not blank, without their ends, with their numbers from 1.

    Of a line beyond the limit no more than the limit is held in memory.
    """
    number = offset = 0
    most = min(limits.max_bytes, sys.maxsize - len(b"\r\n")) + len(b"\r\n")
    while line := stream.readline(most):
        number += 1
        start, offset = offset, offset + len(line)
        cut = len(line) == most and not line.endswith(b"\n")
        text = line.removesuffix(b"\n").removesuffix(b"\r")
        if cut or len(text) > limits.max_bytes:
            offset += _rest_of_line(stream) if cut else 0
            yield number, Overlong(start, offset - start)
        elif not text.isspace() and text:
            yield number, text


def _rest_of_line(stream: IO[bytes]) -> int:
    size = 0
    while piece := stream.readline(_SKIPPED):
        size += len(piece)
        if piece.endswith(b"\n"):
            break
    return size


def _texts(stream: IO[bytes], source: str, limits: Limits) -> Iterator[Texts]:
    texts: list[tuple[int | None, bytes | Overlong]] = []
    size = 0
    for number, text in lines(stream, limits):
        texts.append((number, text))
        size += len(text) if isinstance(text, bytes) else 0
        if size >= CHUNK or len(texts) >= _MOST_LINES:
            yield Texts(source, texts, size)
            texts, size = [], 0
    if texts:
        yield Texts(source, texts, size)


def packed(blocks: AvroBlocks, source: str) -> Iterator[Packed]:
    """The blocks of a container file, each with all that is needed to read it. Raises MalformedError, LimitError."""
    schema, codec = blocks.header.schema, blocks.header.codec
    for block in blocks:
        first = blocks.count - block.count
        yield Packed(source, schema.kind, schema.version, codec, first, block.count, block.data)


def too_long(limits: Limits) -> LimitError:
    """What is to be said of a line beyond the limit."""
    return LimitError("size in bytes", limits.max_bytes)
