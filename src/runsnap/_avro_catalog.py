"""The Avro schemas, by kind and version and by fingerprint."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from runsnap._catalog import Catalog

Names = tuple[str, str]
"""Kind and version."""


@dataclass(frozen=True, slots=True)
class AvroCatalog:
    """Every Avro schema of one generated package."""

    catalog: Catalog
    fingerprints: Mapping[Names, bytes]
    """CRC-64-AVRO of the parsing canonical form, little-endian; oldest version first."""
    _names: dict[bytes, Names] = field(default_factory=dict)
    _compiled: dict[Names, AvroSchema] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._names.update((code, names) for names, code in self.fingerprints.items())

    def named(self, code: bytes) -> Names | None:
        """What a fingerprint stands for, the newest version of those that share it; None where unknown."""
        return self._names.get(code)

    def text(self, kind: str, version: str | None = None) -> str:
        """The schema file."""
        return self.catalog.text(kind, version, ending="avsc")

    def schema(self, kind: str, version: str | None = None) -> dict[str, Any]:
        """The Avro schema, parsed afresh."""
        schema: dict[str, Any] = json.loads(self.text(kind, version))
        return schema

    def compiled(self, kind: str, version: str | None = None) -> AvroSchema:
        """What encoding and decoding need, made once."""
        names = (kind, self.catalog.version(kind, version))
        if names not in self._compiled:
            self._compiled[names] = self._compile(*names)
        return self._compiled[names]

    def codec(self, kind: str) -> Any:
        """The generated functions of the newest version."""
        return importlib.import_module(f"{self.catalog.package}.{kind}.avro")

    def _compile(self, kind: str, version: str) -> AvroSchema:
        from fastavro import parse_schema

        schema = self.schema(kind, version)
        structure = importlib.import_module(f"{self.catalog.package}.{kind}.avro_structure")
        raw = without_logical_types(schema)
        return AvroSchema(
            kind=kind, version=version, schema=schema, fingerprint=self.fingerprints[kind, version], skip=structure.SKIP[version],
            raw=parse_schema(raw), raw_block=parse_schema(block_schema(raw)),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class AvroSchema:
    """One Avro schema, ready for use.

    ``raw`` is the schema without logical types, which this package converts by
    itself: decimals to the last digit, nanoseconds as they are. ``raw_block`` is a
    record whose one field ``documents`` is an array of it.
    """

    kind: str
    version: str
    schema: dict[str, Any]
    fingerprint: bytes
    skip: Callable[[bytes, int], int]
    raw: Any
    raw_block: Any


def block_schema(raw: Any) -> Any:
    """A record around the array: fastavro keeps only named types ready between two calls."""
    field = {"name": "documents", "type": {"type": "array", "items": raw}}
    return {"type": "record", "name": "Block", "fields": [field]}


def without_logical_types(schema: Any) -> Any:
    """The schema of the same bytes, whose values fastavro leaves as they are."""
    if isinstance(schema, list):
        return [without_logical_types(branch) for branch in schema]
    if not isinstance(schema, dict):
        return schema
    if "logicalType" in schema:
        return schema["type"]
    plain = dict(schema)
    for key in ("items", "values"):
        if key in plain:
            plain[key] = without_logical_types(plain[key])
    if "fields" in plain:
        plain["fields"] = [
            {**field_schema, "type": without_logical_types(field_schema["type"])}
            for field_schema in plain["fields"]
        ]
    return plain
