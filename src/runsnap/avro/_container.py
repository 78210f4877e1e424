"""Reading container files, block by block."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from runsnap._avro_catalog import AvroSchema
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._source import Readable
from runsnap.avro._codecs import Decompress, decompressor
from runsnap.avro._datum import build, check_structure, decode_records
from runsnap.avro._header import COUNT_WIDTH, SYNC_SIZE, UNFINISHED, Header, read_header
from runsnap.avro._structure import BadStructure, long_bytes, read_long
from runsnap.errors import LimitError, MalformedError, RunsnapError

_CHUNK = 1 << 16
_SLICE = 1 << 18
"""Bytes of a block that are decoded at a time."""


class AvroDocuments(Iterator[Any]):
    """The documents of a container file, in order: an iterator that holds one block.

    ``kind`` and ``version`` name the schema that the file was written with,
    ``codec`` its compression. ``declared_count`` is the number of documents that
    the writer noted, or None where it noted none (a pipe, another writer): then
    nothing tells whether whole blocks are missing at the end.
    """

    def __init__(self, file: Readable, limits: Limits, *, source: str | None, owned: bool) -> None:
        self._file = file
        self._limits = limits
        self._source = source
        self._owned = owned
        try:
            with _named(source):
                self._blocks = AvroBlocks(file, limits)
                header = self._blocks.header
                self._decompress = known_decompressor(header.codec)
        except BaseException:
            self.close()
            raise
        self.declared_count = self._blocks.declared_count
        self.kind = header.schema.kind
        self.version = header.schema.version
        self.codec = header.codec
        self.count = 0
        """Documents read so far."""
        self._documents = self._read(header)

    def __next__(self) -> Any:
        """The next document: a Capture or a Resumption.

        Raises MalformedError, LimitError or InvalidDocumentError, and at the end
        MalformedError where the file holds another number than it says.
        """
        try:
            with _named(self._source):
                return next(self._documents)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file, if it was opened from a path."""
        if self._owned and isinstance(self._file, io.IOBase):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _read(self, header: Header) -> Iterator[Any]:
        for block in self._blocks:
            data = self._decompress(block.data, self._limits.max_block_bytes)
            for record, _ in block_records(data, block.count, header.schema, self._limits):
                document = build(record, header.schema, self._limits)
                self.count += 1
                yield document


@dataclass(frozen=True, slots=True)
class AvroBlock:
    """A block as it stands in the file: so many documents, compressed."""

    count: int
    data: bytes


class AvroBlocks(Iterator[AvroBlock]):
    """The blocks of a container file, in order, none of them unpacked.

    ``header`` is the file's; ``declared_count`` the number of documents that it
    names, or None; ``count`` that of the blocks so far. Raises MalformedError
    or LimitError, and at the end MalformedError where the numbers differ.
    """

    def __init__(self, file: Readable, limits: Limits) -> None:
        self.header = read_header(file)
        self.declared_count = _count(self.header.count)
        self.count = 0
        self._limits = limits
        self._stream = _Stream(file, self.header.rest)

    def __next__(self) -> AvroBlock:
        """The next block."""
        count = self._stream.long_or_end()
        if count is None:
            self._check_count()
            raise StopIteration
        size = self._stream.long()
        if count < 0 or size < 0:
            raise MalformedError(f"a block of {count} documents in {size} bytes", format="Avro")
        if size > self._limits.max_block_bytes:
            raise LimitError("size of an Avro block in bytes", self._limits.max_block_bytes, found=str(size))
        data = self._stream.exactly(size)
        if self._stream.exactly(SYNC_SIZE) != self.header.sync:
            raise MalformedError("a block does not end with the file's sync marker", format="Avro")
        self.count += count
        return AvroBlock(count, data)

    def _check_count(self) -> None:
        if self.header.count == UNFINISHED:
            raise MalformedError(
                f"the writer did not finish the file; it holds {self.count} whole documents", format="Avro"
            )
        if self.declared_count is not None and self.declared_count != self.count:
            raise MalformedError(
                f"the file holds {self.count} documents, its header says {self.declared_count}", format="Avro"
            )


def block_records(
    data: bytes, count: int, schema: AvroSchema, limits: Limits = DEFAULT_LIMITS
) -> Iterator[tuple[dict[str, Any], bytes]]:
    """The records of a block that has been unpacked, each with its bytes; MalformedError for damage."""
    at = 0
    while count:
        ends = [at]
        while len(ends) <= count and ends[-1] - at < _SLICE:
            ends.append(check_structure(data, ends[-1], schema, limits))
        taken, end = len(ends) - 1, ends[-1]
        records = decode_records(long_bytes(taken) + data[at:end] + b"\0", taken, schema)
        for index, record in enumerate(records):
            yield record, data[ends[index] : ends[index + 1]]
        at, count = end, count - taken
    if at != len(data):
        raise MalformedError(f"{len(data) - at} bytes after the last document of a block", format="Avro")


class _Stream:
    """Reads numbers and bytes from a file, never more than asked for."""

    def __init__(self, file: Readable, rest: bytes) -> None:
        self._file = file
        self._rest = rest

    def long_or_end(self) -> int | None:
        """A number, or None at the end of the file."""
        if not self._rest:
            self._rest = self._file.read(_CHUNK)
        return self.long() if self._rest else None

    def long(self) -> int:
        """A number; MalformedError at the end of the file."""
        while True:
            try:
                value, end = read_long(self._rest, 0)
            except IndexError:
                self._more()
            except BadStructure as bad:
                raise MalformedError(bad.reason, format="Avro") from None
            else:
                self._rest = self._rest[end:]
                return value

    def exactly(self, size: int) -> bytes:
        """So many bytes; MalformedError where the file has fewer."""
        pieces = [self._rest[:size]]
        self._rest = self._rest[size:]
        missing = size - len(pieces[0])
        while missing:
            piece = self._file.read(min(missing, _CHUNK))
            if not piece:
                raise _ends_inside()
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)

    def _more(self) -> None:
        more = self._file.read(_CHUNK)
        if not more:
            raise _ends_inside()
        self._rest += more


def _ends_inside() -> MalformedError:
    return MalformedError("the file ends inside a block", format="Avro")


def _count(text: bytes | None) -> int | None:
    if text is None or text == UNFINISHED:
        return None
    if not text.isdigit() or len(text) > COUNT_WIDTH:
        raise MalformedError("header: the number of documents is not a number", format="Avro")
    return int(text)


def known_decompressor(codec: str) -> Decompress:
    """The function that unpacks blocks.

    Raises MalformedError for a codec that Avro does not know, RunsnapError for one whose package is missing.
    """
    try:
        return decompressor(codec)
    except ValueError as error:
        raise MalformedError(str(error), format="Avro") from None


class _named:  # noqa: N801 - used as a statement
    """Errors inside the block carry the file's name."""

    def __init__(self, source: str | None) -> None:
        self._source = source

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, RunsnapError):
            error.source = self._source
