"""Which schema Avro data was written with: by fingerprint, and by what a header says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastavro.schema import fingerprint, to_parsing_canonical_form

from runsnap import _json
from runsnap._avro_catalog import AvroSchema
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._limits import DEFAULT_LIMITS
from runsnap.errors import LimitError, MalformedError, UnsupportedVersionError


def schema_of(code: bytes) -> AvroSchema:
    """The schema of a fingerprint; UnsupportedVersionError, listing the known ones, for another."""
    names = AVRO_CATALOG.named(code)
    if names is None:
        known = (
            f"{kind}@{version} ({each.hex()})" for (kind, version), each in AVRO_CATALOG.fingerprints.items()
        )
        raise UnsupportedVersionError(f"Avro schema with the fingerprint {code.hex()}", tuple(known))
    return AVRO_CATALOG.compiled(*names)


def schema_of_header(text: bytes, kind: str, version: str) -> AvroSchema:
    """The schema of a container file: its JSON text, and what the writer calls it.

    Raises MalformedError or UnsupportedVersionError; a RecursionError passes.
    """
    return known_schema(*read_schema(text, "header"), kind, version)


def read_schema(text: bytes, source: str) -> tuple[Any, bytes]:
    """A schema of its JSON text, and its fingerprint.

    Raises MalformedError, naming the source; a RecursionError passes.
    """
    try:
        parsed: Any = _json.parse(text, DEFAULT_LIMITS)
        code = bytes.fromhex(fingerprint(to_parsing_canonical_form(parsed), "CRC-64-AVRO"))
    except (MalformedError, LimitError) as error:
        error.pointer = ""
        raise MalformedError(f"{source}: the schema is {error.explain()}", format="Avro") from None
    except RecursionError:
        raise
    except Exception as error:  # noqa: BLE001 - fastavro raises what it runs into
        reason = f"{source}: not an Avro schema: {type(error).__name__}: {error}"
        raise MalformedError(reason[:200], format="Avro") from None
    return parsed, code


def known_schema(parsed: Any, code: bytes, kind: str = "", version: str = "") -> AvroSchema:
    """The schema of a release that has this fingerprint and means the same; else UnsupportedVersionError.

    Kind and version are what its writer calls it.
    """
    # Two versions may share a fingerprint; what the writer calls it then tells them apart.
    noted = AVRO_CATALOG.fingerprints.get((kind, version)) == code
    schema = AVRO_CATALOG.compiled(kind, version) if noted else schema_of(code)
    for place, said, known in _logical_types(parsed, schema.schema, ""):
        if said is not None and said != known:
            raise UnsupportedVersionError(
                f"Avro schema with {_shown(said)} at {place}",
                (f"{_shown(known)}, as {kind_and_version(schema)} has it",),
            )
    return schema


def kind_and_version(schema: AvroSchema) -> str:
    """As the command line writes it."""
    return f"{schema.kind}@{schema.version}"


LogicalType = tuple[object, object] | None
"""Name and scale: what fingerprints leave out, though it says what a value means."""


def _logical_types(found: Any, ours: Any, place: str) -> Iterator[tuple[str, LogicalType, LogicalType]]:
    """The logical types of two schemas that have the same fingerprint, place by place."""
    if isinstance(ours, list):
        for branch, known in zip(found, ours, strict=True):
            yield from _logical_types(branch, known, place)
        return
    yield place, _logical_type(found), _logical_type(ours)
    if not isinstance(found, dict) or not isinstance(ours, dict):
        return
    for key in ("items", "values"):
        if key in ours:
            yield from _logical_types(found[key], ours[key], place)
    for field, known in zip(found.get("fields", ()), ours.get("fields", ()), strict=True):
        yield from _logical_types(field["type"], known["type"], f"{place}/{known['name']}")


def _logical_type(schema: Any) -> LogicalType:
    if not isinstance(schema, dict) or "logicalType" not in schema:
        return None
    return schema["logicalType"], schema.get("scale", 0)


def _shown(logical_type: LogicalType) -> str:
    if logical_type is None:
        return "a plain value"
    name, scale = logical_type
    return f"{name!s:.40} of scale {scale!s:.10}" if scale else f"{name!s:.40}"
