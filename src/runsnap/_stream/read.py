"""Chunks to documents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import runsnap
from runsnap._limits import Limits
from runsnap._reasons import attempt
from runsnap._stream.formats import has_single_object
from runsnap._stream.items import Chunk, Document, Item, Overlong, Packed, Texts
from runsnap._stream.sources import too_long
from runsnap.errors import RunsnapError


def read(chunk: Chunk, limits: Limits) -> Iterator[Item]:
    """Each document of a chunk, or why it is none.

    Raises MalformedError or LimitError for an Avro block that is damaged: where
    its documents begin and end is not known then.
    """
    if isinstance(chunk, Packed):
        return _packed(chunk, limits)
    return (_text(chunk, line, text, limits) for line, text in chunk.texts)


def _text(chunk: Texts, line: int | None, text: bytes | Overlong, limits: Limits) -> Item:
    if isinstance(text, Overlong):
        return Item(chunk.source, line, None, text, None, too_long(limits))
    document, error = attempt(lambda: parsed(text, limits))
    return Item(chunk.source, line, None, text, document, error)


def parsed(text: bytes, limits: Limits) -> Document:
    """The document of JSON text, or of a single object of Avro."""
    if has_single_object(text):
        from runsnap import avro

        return avro.decode(text, limits=limits)
    return runsnap.loads(text, limits=limits)


def _packed(chunk: Packed, limits: Limits) -> Iterator[Item]:
    from runsnap._generated.avro_catalog import AVRO_CATALOG
    from runsnap.avro._container import block_records, known_decompressor
    from runsnap.avro._datum import build

    schema = AVRO_CATALOG.compiled(chunk.kind, chunk.version)
    try:
        data = known_decompressor(chunk.codec)(chunk.data, limits.max_block_bytes)
        for index, (record, raw) in enumerate(block_records(data, chunk.count, schema), chunk.index):
            document, error = attempt(partial(build, record, schema, limits))
            yield Item(chunk.source, None, index, raw, document, error)
    except RunsnapError as error:
        error.source = chunk.source
        raise


def plain_of(chunk: Packed, raw: bytes, limits: Limits) -> Any:
    """The plain values of a document in a block, whether they are valid or not. Raises what ``read`` reports."""
    from runsnap._generated.avro_catalog import AVRO_CATALOG
    from runsnap.avro._datum import decode_records
    from runsnap.avro._records import to_plain
    from runsnap.avro._structure import long_bytes

    schema = AVRO_CATALOG.compiled(chunk.kind, chunk.version)
    (record,) = decode_records(long_bytes(1) + raw + b"\0", 1, schema)
    return to_plain(record, schema.schema, limits)
