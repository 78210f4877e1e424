"""Parts to the new file, and bad documents to the quarantine."""

from __future__ import annotations

import base64
import contextlib
import gzip
import os
from types import TracebackType
from typing import IO, Any, Protocol, Self

from runsnap._compact import compact
from runsnap._save import replacing
from runsnap._source import zstd_module
from runsnap._stream.items import Bad, Overlong, Part, Spec

_GZIP_LEVEL = 6
"""Half the time of the strongest, for a file that is hardly larger."""


class ManyDocumentsError(Exception):
    """More than one document, where the format holds one."""


class NoDocumentError(Exception):
    """Nothing to write, and the format cannot say so."""


class Target(Protocol):
    """A file of one format that is being written."""

    def write(self, part: Part) -> None:
        """Add a part. Raises OSError, ManyDocumentsError."""

    def finish(self) -> None:
        """Write what comes last. Raises OSError, NoDocumentError; ``file`` stays open."""


def target_of(file: IO[bytes], spec: Spec, compression: str) -> Target:
    """What writes to ``file`` in the format of ``spec``. Raises RunsnapError for a library that is missing."""
    if spec.format == "avro":
        return _Avro(file, spec)
    return _Text(file, compression, single=spec.format == "json")


class _Text:
    def __init__(self, file: IO[bytes], compression: str, *, single: bool) -> None:
        self._single = single
        self._count = 0
        self._file: Any = file
        if compression == "gzip":
            self._file = gzip.GzipFile("", "wb", _GZIP_LEVEL, file, mtime=0)
        elif compression == "zstd":
            self._file = zstd_module().ZstdFile(file, "wb")
        self._close = self._file.close if self._file is not file else lambda: None

    def write(self, part: Part) -> None:
        self._count += part.documents
        if self._single and self._count > 1:
            raise ManyDocumentsError
        for _, data in part.blocks:
            self._file.write(data)

    def finish(self) -> None:
        if self._single and not self._count:
            raise NoDocumentError
        self._close()


class _Avro:
    def __init__(self, file: IO[bytes], spec: Spec) -> None:
        self._file = file
        self._spec = spec
        self._writer: Any = None

    def write(self, part: Part) -> None:
        for count, data in part.blocks:
            self._opened(part.kind).append_block(count, data)

    def finish(self) -> None:
        self._opened(self._spec.kind).close()

    def _opened(self, kind: str | None) -> Any:
        if self._writer is None:
            from runsnap.avro import AvroWriter

            if kind is None:
                raise NoDocumentError
            self._writer = AvroWriter(self._file, kind, codec=self._spec.codec, version=self._spec.version)
        return self._writer


class Quarantine:
    """A file of JSON Lines with all that is bad. There is one only if there is something to write to it.

    Used in a ``with`` statement; it takes its name at ``keep`` and is gone after
    an error before that.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.count = 0
        self._stack = contextlib.ExitStack()
        self._file: IO[bytes] | None = None

    def add(self, bad: Bad) -> None:
        """Write down what is bad. Raises OSError, which names the file."""
        self.count += 1
        with _naming(self.path):
            if self._file is None:
                self._file = self._stack.enter_context(replacing(self.path))
            self._file.write(compact(_entry(bad)) + b"\n")

    def keep(self) -> None:
        """Give the file its name."""
        with _naming(self.path):
            self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, traceback)


@contextlib.contextmanager
def _naming(path: str) -> Any:
    try:
        yield
    except OSError as error:
        error.filename = path
        raise


def _entry(bad: Bad) -> dict[str, Any]:
    source = os.fsencode(bad.source).decode("utf-8", "backslashreplace")
    entry: dict[str, Any] = {"source": source}
    if bad.line is not None:
        entry["line"] = bad.line
    if bad.index is not None:
        entry["index"] = bad.index
    entry |= {"reason": bad.reason, "pointer": bad.pointer}
    if bad.column:
        entry["column"] = bad.column
    if isinstance(bad.raw, Overlong):
        return entry | {"offset": bad.raw.offset, "size": bad.raw.size}
    if bad.index is not None:
        return entry | {"base64": base64.b64encode(bad.raw).decode()}
    try:
        return entry | {"text": bad.raw.decode()}
    except UnicodeDecodeError:
        return entry | {"base64": base64.b64encode(bad.raw).decode()}
