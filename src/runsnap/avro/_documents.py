"""The functions of ``runsnap.avro``."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any

from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._save import replacing
from runsnap._source import Source, source_name
from runsnap.avro._container import AvroDocuments
from runsnap.avro._datum import check_size, decode_datum, encode_datum
from runsnap.avro._schemas import schema_of
from runsnap.avro._writer import AvroWriter, kind_of
from runsnap.errors import MalformedError, RunsnapError

if TYPE_CHECKING:
    from runsnap.capture import Capture
    from runsnap.resumption import Resumption

_MARKER = b"\xc3\x01"
_CODE_SIZE = 8


def dump(
    documents: Iterable[Capture | Resumption],
    file: str | os.PathLike[str] | IO[bytes],
    *,
    codec: str = "deflate",
    version: str | None = None,
    kind: str | None = None,
) -> int:
    """Write documents of one kind to a container file; how many there were.

    ``file`` is a path, which is replaced in one step when all is written, or a
    binary file, which holds every document before an error as a valid file.
    ``version`` is a released schema version, the newest by default: what it
    does not declare goes to its fields for unknown members. ``kind`` is that of
    the first document by default.

    Raises ValueError where there is neither a document nor a kind, and for an
    unknown codec; TypeError for what is no document; WrongKindError, UnrepresentableError, InvalidDocumentError or
    LimitError for a document that cannot be written; OSError.
    """
    rest = iter(documents)
    first = list(itertools.islice(rest, 1))
    if kind is None:
        if not first:
            raise ValueError(
                "no documents: say of which kind the empty file is, kind='capture' or kind='resumption'"
            )
        kind = kind_of(first[0])
    stream = itertools.chain(first, rest)
    if not isinstance(file, (str, os.PathLike)):
        return _write(stream, file, kind, codec, version)
    try:
        with replacing(file) as target:
            return _write(stream, target, kind, codec, version)
    except RunsnapError as error:
        if error.source is None:  # else it comes from where the documents are read
            error.source = os.fspath(file)
        raise


def _write(documents: Iterable[Any], file: Any, kind: str, codec: str, version: str | None) -> int:
    with AvroWriter(file, kind, codec=codec, version=version) as writer:
        for document in documents:
            writer.write(document)
    return writer.count


def load(file: Source, *, limits: Limits = DEFAULT_LIMITS) -> AvroDocuments:
    """Read a container file of captures or resumptions, written with any released version.

    Returns an iterator of documents that holds one block in memory; it knows
    ``kind``, ``version``, ``codec`` and ``declared_count``. Raises
    MalformedError, LimitError, UnsupportedVersionError for a schema that this
    release does not know, or OSError; its iterator also InvalidDocumentError
    and WrongKindError.
    """
    if isinstance(file, (str, os.PathLike)):
        opened = open(file, "rb")  # noqa: PTH123, SIM115 - closed by the iterator
        return AvroDocuments(opened, limits, source=os.fspath(file), owned=True)
    if not hasattr(file, "read"):
        raise TypeError(
            f"expected a path or a binary file, got {type(file).__name__}; one encoded document goes to decode()"
        )
    return AvroDocuments(file, limits, source=source_name(file), owned=False)


def encode(document: Capture | Resumption, *, version: str | None = None) -> bytes:
    """One document in single-object encoding: marker, fingerprint, data.

    Raises UnrepresentableError, InvalidDocumentError or LimitError;
    WrongKindError for a record that is only a part of a document.
    """
    schema = AVRO_CATALOG.compiled(kind_of(document), version)
    return _MARKER + schema.fingerprint + encode_datum(document, schema)


def decode(data: bytes, *, limits: Limits = DEFAULT_LIMITS) -> Capture | Resumption:
    """The document of single-object encoding, written with any released version.

    Raises MalformedError, LimitError, InvalidDocumentError, WrongKindError for
    a snapshot of another kind, or UnsupportedVersionError, listing the known
    fingerprints, for another schema.
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"expected bytes, got {type(data).__name__}")
    data = bytes(data)
    start = len(_MARKER) + _CODE_SIZE
    if data[: len(_MARKER)] != _MARKER or len(data) < start:
        raise MalformedError("does not begin as a single object does", format="Avro")
    check_size(data, limits)
    document: Capture | Resumption = decode_datum(data, start, schema_of(data[len(_MARKER) : start]), limits)
    return document


def schema(kind: str, version: str | None = None) -> dict[str, Any]:
    """The Avro schema of a kind, the newest version by default.

    Members that hold any JSON are strings marked ``"format": "json"``; members
    that a version does not declare stand in its field ``_unknown``. Raises
    ValueError for an unknown kind, UnsupportedVersionError for an unknown version.
    """
    return AVRO_CATALOG.schema(kind, version)
