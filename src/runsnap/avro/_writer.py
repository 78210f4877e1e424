"""Writing container files, document by document."""

from __future__ import annotations

import gzip
from types import TracebackType
from typing import IO, TYPE_CHECKING, Self

from runsnap._behaviour.record import Record
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap.avro._codecs import compressor
from runsnap.avro._datum import encode_datum
from runsnap.avro._header import COUNT_WIDTH, write_header
from runsnap.avro._structure import long_bytes
from runsnap.errors import WrongKindError

if TYPE_CHECKING:
    from runsnap.capture import Capture
    from runsnap.resumption import Resumption

BLOCK_SIZE = 64 * 1024
"""A block is written when it holds so many bytes before compression."""


def kind_of(document: object) -> str:
    """The kind of a whole document.

    Raises TypeError for what is no record of this package, WrongKindError for
    one that is a part of a document.
    """
    if not isinstance(document, Record):
        raise TypeError(f"expected a Capture or a Resumption, got {type(document).__name__}")
    if not document._binding.is_document:
        raise WrongKindError("a whole document", f"a {type(document).__name__}")
    return document._binding.kind


class AvroWriter:
    """An Avro container file that is being written.

    Every document is encoded whole before anything of it is written, so that
    after an error the file holds all documents before it. ``close`` writes what
    is left and, where the file can seek, the number of documents; it does not
    close ``file``. Used in a ``with`` statement, it closes also on an error.
    """

    def __init__(
        self, file: IO[bytes], kind: str, *, codec: str = "deflate", version: str | None = None
    ) -> None:
        """Write the header.

        Raises ValueError for an unknown kind or codec, UnsupportedVersionError
        for an unknown version, RunsnapError for a codec whose package is
        missing.
        """
        from runsnap import __version__

        self._compress = compressor(codec)
        self._schema = AVRO_CATALOG.compiled(kind, version)
        self._file = file
        self._pending: list[bytes] = []
        self._pending_size = 0
        self._closed = False
        self.count = 0
        """Documents so far."""
        counted = _can_go_back(file)
        start = file.tell() if counted else 0
        header, self._sync, at = write_header(self._schema, codec, __version__, counted=counted)
        self._count_at = start + at if counted else None
        file.write(header)

    def write(self, document: Capture | Resumption) -> None:
        """Add a document.

        Raises TypeError for what is no record of this package, WrongKindError
        for one of another kind, and UnrepresentableError,
        InvalidDocumentError or LimitError for what cannot be written; the file
        goes on to be usable. Raises ValueError after ``close``.
        """
        self._check_open()
        if kind_of(document) != self._schema.kind:
            raise WrongKindError(f"a {self._schema.kind}", f"a {type(document).__name__}")
        data = encode_datum(document, self._schema)
        self._pending.append(data)
        self._pending_size += len(data)
        self.count += 1
        if self._pending_size >= BLOCK_SIZE:
            self.flush()

    def flush(self) -> None:
        """Write the documents that are waiting, as one block."""
        if not self._pending:
            return
        self._write_block(len(self._pending), self._compress(b"".join(self._pending)))
        self._pending.clear()
        self._pending_size = 0

    def append_block(self, count: int, data: bytes) -> None:
        """Add a block of so many documents that was encoded and compressed elsewhere, with schema and codec of this file."""
        self._check_open()
        self.flush()
        self._write_block(count, data)
        self.count += count

    def _check_open(self) -> None:
        if self._closed:
            raise ValueError("the Avro file has been closed")

    def _write_block(self, count: int, data: bytes) -> None:
        try:
            self._file.write(long_bytes(count) + long_bytes(len(data)) + data + self._sync)
        except BaseException:
            self._closed = True  # how much was written is not known: the file stays one that is not finished
            raise

    def close(self) -> None:
        """Write what is left, and the number of documents; a second time does nothing."""
        if self._closed:
            return
        self._closed = True
        self.flush()
        if self._count_at is not None:
            end = self._file.tell()
            self._file.seek(self._count_at)
            self._file.write(str(self.count).zfill(COUNT_WIDTH).encode())
            self._file.seek(end)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _can_go_back(file: IO[bytes]) -> bool:
    """Whether what has been written can be written over: the number of documents comes last.

    Files that were opened to append write to their end wherever they are, and
    gzip files say that they can seek when they cannot.
    """
    mode = getattr(file, "mode", "")
    return (
        file.seekable()
        and not isinstance(file, gzip.GzipFile)
        and not (isinstance(mode, str) and "a" in mode)
    )
