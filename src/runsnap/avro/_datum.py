"""Documents to Avro data and back: the fast way, and the slow one at any doubt."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from fastavro import schemaless_reader, schemaless_writer

from runsnap._avro_catalog import AvroSchema
from runsnap._documents import class_of
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._json import within_depth
from runsnap._limits import DEEPEST, DEFAULT_LIMITS, Limits
from runsnap._pipeline import build_record
from runsnap._plain import check_plain
from runsnap._stack import on_fresh_stack
from runsnap._values import Doubt
from runsnap.avro._records import to_plain, to_record
from runsnap.avro._structure import BadStructure, Counted, TooManyItems, long_bytes
from runsnap.errors import LimitError, MalformedError, UnrepresentableError

if TYPE_CHECKING:
    from runsnap._behaviour.record import Record

T = TypeVar("T")


def encode_datum(document: Record, schema: AvroSchema) -> bytes:
    """The Avro data of one document, whole or not at all.

    Raises UnrepresentableError, InvalidDocumentError or LimitError.
    """
    return through_record(document, schema, lambda record: _written(record, schema))


def through_record(document: Record, schema: AvroSchema, use: Callable[[dict[str, Any]], T]) -> T:
    """What ``use`` makes of the Avro record of a document. Raises what ``encode_datum`` raises."""
    if schema.version == document._binding.version:
        try:
            return use(AVRO_CATALOG.codec(schema.kind).write_document(document))
        except (Doubt, UnicodeEncodeError, RecursionError):
            pass
    return on_fresh_stack(lambda: use(to_record(document.to_dict(), schema.schema)))


def _written(record: dict[str, Any], schema: AvroSchema) -> bytes:
    buffer = io.BytesIO()
    schemaless_writer(buffer, schema.raw, record)
    return buffer.getvalue()


def check_structure(data: bytes, at: int, schema: AvroSchema, limits: Limits = DEFAULT_LIMITS) -> int:
    """Prove that well-formed data of the schema begins at ``at``; where it ends.

    Raises MalformedError or LimitError.
    """
    try:
        end = schema.skip(data, at)
    except BadStructure as bad:
        raise MalformedError(f"{bad.reason}, at byte {bad.at} of the data", format="Avro") from None
    except IndexError:
        end = len(data) + 1
    if end > len(data):
        raise MalformedError("the data ends inside a document", format="Avro")
    if end - at > limits.max_items:  # fewer bytes cannot hold more items
        _count_items(data[at:end], schema, limits.max_items)
    return end


def _count_items(data: bytes, schema: AvroSchema, allowed: int) -> None:
    counted = Counted(data)
    counted.left = allowed
    try:
        schema.skip(counted, 0)
    except TooManyItems:
        raise LimitError("items and entries of an Avro document", allowed) from None


def decode_records(data: bytes, count: int, schema: AvroSchema) -> list[dict[str, Any]]:
    """The records of so many data in a row, whose structure has been checked."""
    try:
        block: Any = schemaless_reader(io.BytesIO(data), schema.raw_block, None)
    except UnicodeDecodeError as error:
        raise MalformedError(f"a text that is not UTF-8: {error.reason}", format="Avro") from None
    records: list[dict[str, Any]] = block["documents"]
    if len(records) != count:
        raise MalformedError(f"{len(records)} documents where the block has {count}", format="Avro")
    return records


def check_size(data: bytes, limits: Limits) -> None:
    """Refuse data that is too large before anything of it is looked at: LimitError."""
    if len(data) > limits.max_block_bytes:
        raise LimitError("size of an Avro block in bytes", limits.max_block_bytes, found=str(len(data)))


def decode_datum(data: bytes, start: int, schema: AvroSchema, limits: Limits) -> Any:
    """The document whose data is all that stands from ``start`` on, as the newest class.

    Raises MalformedError, LimitError, and what ``load`` raises.
    """
    end = check_structure(data, start, schema, limits)
    if end != len(data):
        raise MalformedError(f"{len(data) - end} bytes after the document", format="Avro")
    (record,) = decode_records(long_bytes(1) + data[start:] + b"\0", 1, schema)
    return build(record, schema, limits)


def build(record: dict[str, Any], schema: AvroSchema, limits: Limits) -> Any:
    """The document of a record, as the newest class. Raises what ``load`` raises."""
    cls, codec = class_of(schema.kind), AVRO_CATALOG.codec(schema.kind)
    if schema.version in codec.DIRECT and limits.max_depth == DEEPEST:
        try:
            return codec.read_document(cls, record)
        except (Doubt, RecursionError):
            pass
    return on_fresh_stack(lambda: build_slowly(cls, record, schema, limits))


def build_slowly(cls: Any, record: dict[str, Any], schema: AvroSchema, limits: Limits) -> Any:
    """The same over plain JSON values; null may stand in any place, and is judged there."""
    try:
        plain = to_plain(record, schema.schema, limits)
        check_plain(plain)
        if not within_depth(plain, limits.max_depth):
            raise LimitError("nesting depth", limits.max_depth)
    except UnrepresentableError as error:
        raise MalformedError(error.reason, error.pointer, format="Avro") from None
    except ValueError as error:
        raise MalformedError(str(error), format="Avro") from None
    return build_record(cls, plain, strict=False, limits=limits)
