"""Schemas of later releases: where data comes with its schema, they can be read, too.

What this release does not know becomes unknown members. A schema of another
shape than ours is refused, since nothing says what its data would mean.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastavro import parse_schema

from runsnap._avro_catalog import AvroSchema, block_schema, without_logical_types
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._generated.catalog import CATALOG
from runsnap.avro._structure import Skip, read_long, refuse, skip_array, skip_long, skip_map, skip_text
from runsnap.errors import UnsupportedVersionError

_DOUBLE_SIZE = 8


def later_schema(parsed: Any, code: bytes) -> AvroSchema:
    """A schema that no release known here has, ready to read with.

    Raises UnsupportedVersionError where it is not one of ours with something added.
    """
    kind = _kind(parsed)
    if kind is None:
        raise _unsupported(f"Avro schema {_name(parsed)}")
    skip = _Skips().of(parsed, "")
    raw = without_logical_types(parsed)
    return AvroSchema(
        kind=kind, version="", schema=parsed, fingerprint=code, skip=skip,
        raw=parse_schema(raw), raw_block=parse_schema(block_schema(raw)),
    )  # fmt: skip


def _kind(parsed: Any) -> str | None:
    """The kind whose documents have the name of this record."""
    name = _name(parsed)
    return next((kind for kind in CATALOG.kinds if name == _name(AVRO_CATALOG.schema(kind))), None)


def _name(parsed: Any) -> str:
    if not isinstance(parsed, dict):
        return "without a name"
    return f"{parsed.get('namespace')!s:.60}.{parsed.get('name')!s:.60}"


def _unsupported(found: str) -> UnsupportedVersionError:
    return UnsupportedVersionError(found, tuple(f"{kind}@{each}" for kind, each in AVRO_CATALOG.fingerprints))


class _Skips:
    """The structure checks of one schema; records are known by their full names, once they are whole."""

    def __init__(self) -> None:
        self._named: dict[str, Skip] = {}

    def of(self, schema: Any, place: str) -> Skip:
        """What steps over data of a schema."""
        match schema:
            case {
                "type": "record",
                "namespace": str(),
                "fields": [*_, {"name": "_unknown", "type": {"values": {"format": "json"}}}],
            }:
                return self._record(schema, place)
            case {"type": "array", "items": items}:
                return partial(skip_array, item=self.of(items, place))
            case {"type": "map", "values": values}:
                return partial(skip_map, value=self.of(values, place))
            case ["null", branch]:
                return partial(_skip_nullable, branch=self.of(branch, place), place=place)
            case "string" | {"type": "string", "format": "json"}:
                return skip_text
            case {"type": "bytes", "logicalType": "decimal", "scale": 0}:
                return skip_text
            case "long" | {"type": "long", "logicalType": "timestamp-nanos"}:
                return skip_long
            case "double":
                return lambda _data, at: at + _DOUBLE_SIZE
            case "boolean":
                return _skip_boolean
            case str() if schema in self._named:
                return self._named[schema]
            case _:
                raise _unsupported(f"Avro schema with a type of another shape at {place or '(root)'}")

    def _record(self, schema: dict[str, Any], place: str) -> Skip:
        skips = [self.of(field["type"], f"{place}/{field['name']}") for field in schema["fields"]]
        skip = partial(_skip_fields, skips=skips)
        self._named[f"{schema['namespace']}.{schema['name']}"] = skip
        return skip


def _skip_fields(data: bytes, at: int, skips: list[Callable[[bytes, int], int]]) -> int:
    for skip in skips:
        at = skip(data, at)
    return at


def _skip_nullable(data: bytes, at: int, branch: Skip, place: str) -> int:
    index, after = read_long(data, at)
    if index not in (0, 1):
        refuse(at, f"a branch that the union at {place} does not have")
    return branch(data, after) if index else after


def _skip_boolean(data: bytes, at: int) -> int:
    if data[at] > 1:
        refuse(at, "a boolean that is neither 0 nor 1")
    return at + 1
