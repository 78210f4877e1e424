"""Chunks to parts of the new file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from runsnap._compact import one_line
from runsnap._convert import Loss
from runsnap._convert import convert as to_older
from runsnap._pipeline import encode_plain
from runsnap._report import Problem
from runsnap._stream.items import Bad, Chunk, Document, Item, Overlong, Packed, Part, Spec
from runsnap._stream.read import read
from runsnap.errors import InvalidDocumentError, MalformedError, RunsnapError, WrongKindError

if TYPE_CHECKING:
    from runsnap._avro_catalog import AvroSchema

_PART = 1 << 20
"""A part ends with the document that makes it so long, in bytes."""

_LISTED = 5
_MOST_LOSSES = 100


class Converter:
    """Makes parts of chunks. ``kind`` is the one that is written: in Avro that of the first document, if not given."""

    def __init__(self, spec: Spec) -> None:
        self.kind = spec.kind
        self._spec = spec
        self._encoder = encoder_of(spec)

    def parts(self, chunk: Chunk) -> Iterator[Part]:
        """The parts that a chunk becomes; raises what ``read`` raises."""
        part, size = Part(), 0
        for item in read(chunk, self._spec.limits):
            try:
                size += self._encoder.add(self._expected(item), part)
                part.documents += 1
            except RunsnapError as error:
                part.bad.append(bad_of(chunk, item, error))
                size += 0 if isinstance(item.raw, Overlong) else len(item.raw)
            if size >= _PART:
                yield self._ended(part)
                part, size = Part(), 0
        if part.documents or part.bad:
            yield self._ended(part)

    def _expected(self, item: Item) -> Document:
        if item.error is not None:
            raise item.error
        document = item.document
        assert document is not None
        kind = document._binding.kind
        if self.kind is None and self._spec.format == "avro":
            self.kind = kind
        if self.kind not in (None, kind):
            raise WrongKindError(f"a {self.kind}", f"a {kind}")
        return document

    def _ended(self, part: Part) -> Part:
        self._encoder.end(part)
        part.kind = self.kind
        return part


class _TextEncoder:
    """Documents to JSON: lines, or the text of a file."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._pending: list[bytes] = []

    def add(self, document: Document, part: Part) -> int:
        """Encode a document; its size. Raises RunsnapError, and adds nothing then."""
        spec = self._spec
        losses: list[Loss] = []
        layout = spec.layout if spec.format == "json" else "declared"
        if spec.version is None:
            data = document.to_bytes(layout=layout)
        else:
            plain, losses = to_older(document, spec.version)
            data = encode_plain(type(document), plain, layout)
        if spec.format == "jsonl":
            data = one_line(data) + b"\n"
        self._pending.append(data)
        _count_losses(losses, part.losses)
        return len(data)

    def end(self, part: Part) -> None:
        """Hand over what is waiting."""
        if self._pending:
            part.blocks.append((len(self._pending), b"".join(self._pending)))
            self._pending.clear()


class _AvroEncoder:
    """Documents to blocks of an Avro container file."""

    def __init__(self, spec: Spec) -> None:
        from runsnap._generated.avro_catalog import AVRO_CATALOG
        from runsnap.avro._codecs import compressor
        from runsnap.avro._datum import encode_datum
        from runsnap.avro._writer import BLOCK_SIZE

        self._compiled, self._encode, self._block_size = AVRO_CATALOG.compiled, encode_datum, BLOCK_SIZE
        self._spec = spec
        self._compress = compressor(spec.codec)
        self._schema: AvroSchema | None = None
        self._pending: list[bytes] = []
        self._size = 0

    def add(self, document: Document, part: Part) -> int:
        """Encode a document; its size. Raises RunsnapError, and adds nothing then."""
        if self._schema is None:
            self._schema = self._compiled(document._binding.kind, self._spec.version)
        data = self._encode(document, self._schema)
        self._pending.append(data)
        self._size += len(data)
        if self._size >= self._block_size:
            self.end(part)
        return len(data)

    def end(self, part: Part) -> None:
        """Hand over what is waiting, as one block."""
        if self._pending:
            part.blocks.append((len(self._pending), self._compress(b"".join(self._pending))))
            self._pending.clear()
            self._size = 0


Encoder: TypeAlias = _TextEncoder | _AvroEncoder


def encoder_of(spec: Spec) -> Encoder:
    """What encodes documents in the format of ``spec``."""
    return _AvroEncoder(spec) if spec.format == "avro" else _TextEncoder(spec)


def bad_of(chunk: Chunk, item: Item, error: RunsnapError) -> Bad:
    """What is to be kept of a document that cannot be converted."""
    raw = item.raw
    if isinstance(chunk, Packed) and isinstance(raw, bytes):
        raw = _single_object(chunk, raw)
    column = error.column if isinstance(error, MalformedError) else 0
    return Bad(item.source, item.line, item.index, reason_of(error), place_of(error), column, raw)


def place_of(error: RunsnapError) -> str:
    """The pointer of the first fault; empty where it is the whole document."""
    if isinstance(error, InvalidDocumentError):
        return next((problem.pointer for problem in error.report.refusals), "")
    place: str = getattr(error, "pointer", "")
    return place


def reason_of(error: RunsnapError) -> str:
    """Why a document is refused, in one line, without its place in a file of many documents."""
    if isinstance(error, InvalidDocumentError):
        report = error.report
        listed: list[Problem] = list(report.refusals[:_LISTED])
        more = report.refusal_count - len(listed)
        return "; ".join([problem.message for problem in listed] + ([f"and {more} more"] if more else []))
    if isinstance(error, MalformedError):
        line = f" line {error.line}" if error.line > 1 else ""
        place = f" at{line} column {error.column}" if error.column else ""
        return f"not {error.format}: {error.reason}{place}"
    return error.explain()


def _single_object(chunk: Packed, raw: bytes) -> bytes:
    """The data with the fingerprint of its schema: it can be read on its own."""
    from runsnap._generated.avro_catalog import AVRO_CATALOG
    from runsnap._stream.formats import SINGLE_OBJECT

    return SINGLE_OBJECT + AVRO_CATALOG.compiled(chunk.kind, chunk.version).fingerprint + raw


def _count_losses(losses: list[Loss], counts: Counter[str]) -> None:
    for loss in losses:
        place = "/".join("*" if token.isdecimal() else token for token in loss.pointer.split("/"))
        what = "left out" if loss.keyword == "newer-member" else "kept, though unknown to the older release"
        since = f"since {loss.since}" if loss.since else "unknown to every release"
        text = f"{place} ({since}) {what}"
        counts[text if text in counts or len(counts) < _MOST_LOSSES else "at other places"] += 1
