"""Avro by ``fastavro`` alone: documents to bytes, and bytes to tagged values."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from io import BytesIO
from typing import Any

import fastavro

from tests.vectors.parse import strictly_parsed
from tests.vectors.schemas import Node, Path_, Version
from tests.vectors.tagged import float_tag, nanoseconds, object_tag, tagged_any
from tests.vectors.trees import pointer

CODECS = ["null", "deflate", "zstandard"]
MARKER = b"\xc3\x01"
UNKNOWN = "_unknown"
SYNC = bytes(range(16))
LARGEST_LONG = 2**63 - 1
SMALLEST_LONG = -(2**63)


class UncarriedError(Exception):
    """Values that an Avro schema cannot carry."""

    def __init__(self, pointers: list[str]) -> None:
        super().__init__(pointers)
        self.pointers = pointers


def single_object(document: Any, version: Version) -> bytes:
    """A document, numbers as int and Decimal, in single-object encoding; raises UncarriedError."""
    file = BytesIO()
    fastavro.schemaless_writer(file, version.parsed_avro, datum(document, version.avro), strict=True)
    return MARKER + version.fingerprint + file.getvalue()


def container(data: Iterable[Any], version: Version, codec: str) -> bytes:
    """A container file of datums; the same ones give the same bytes."""
    file = BytesIO()
    fastavro.writer(file, version.parsed_avro, data, codec=codec, sync_marker=SYNC, strict=True)
    return file.getvalue()


def datum(document: Any, schema: Node) -> Any:
    """The Avro record of a document; raises UncarriedError."""
    writer = _Datum(schema)
    record = writer.record(document, schema, ())
    if writer.uncarried:
        raise UncarriedError(writer.uncarried)
    return record


def tagged_container(data: bytes) -> list[Any]:
    """The tagged values of a container's documents, told by the schema that stands in it."""
    reader = fastavro.reader(BytesIO(data))
    schema: Any = reader.writer_schema
    return [tagged_datum(record, schema) for record in reader]


def tagged_datum(record: Any, schema: Node) -> Any:
    """The tagged values of a record that fastavro has read."""
    return _Tagged(schema).record(record, schema)


class _Named:
    """Finds the records of a schema by their names."""

    def __init__(self, schema: Node) -> None:
        self.records: dict[str, Node] = {}
        self._collect(schema)

    def _collect(self, schema: Any) -> None:
        if isinstance(schema, list):
            for branch in schema:
                self._collect(branch)
        elif isinstance(schema, dict):
            if schema["type"] == "record":
                space = (
                    f"{schema['namespace']}." if "namespace" in schema and "." not in schema["name"] else ""
                )
                self.records[space + schema["name"]] = schema
                for field in schema["fields"]:
                    self._collect(field["type"])
            else:
                self._collect(schema.get("items", schema.get("values")))

    def node(self, schema: Any) -> Node:
        return schema if isinstance(schema, dict) else self.records.get(schema, {"type": schema})


class _Datum(_Named):
    def __init__(self, schema: Node) -> None:
        super().__init__(schema)
        self.uncarried: list[str] = []

    def record(self, members: dict[str, Any], schema: Node, path: Path_) -> Any:
        rest = dict(members)
        record: dict[str, Any] = {}
        for field in schema["fields"]:
            if field["name"] != UNKNOWN:
                wire = field.get("wire", field["name"])
                found = rest.pop(wire, None)
                missing = found is None and not _is_json(field["type"])
                record[field["name"]] = (
                    self._default(field.get("default"), field["type"])
                    if missing
                    else self._value(found, field["type"], (*path, wire))
                )
        record[UNKNOWN] = {name: json_text(value) for name, value in rest.items()}
        return record

    def _value(self, value: Any, schema: Any, path: Path_) -> Any:
        if isinstance(schema, list):
            return None if value is None else self._value(value, schema[1], path)
        node = self.node(schema)
        match node:
            case {"format": "json"}:
                return json_text(value)
            case {"type": "record"}:
                return self.record(value, node, path)
            case {"type": "array"}:
                return [self._value(item, node["items"], (*path, at)) for at, item in enumerate(value)]
            case {"type": "map"}:
                return {
                    name: self._value(item, node["values"], (*path, name)) for name, item in value.items()
                }
            case {"logicalType": "timestamp-nanos"}:
                return self._long(nanoseconds(value), path)
            case {"logicalType": "decimal"}:
                return self._decimal(int(value), node["precision"], path)
            case {"type": "long"}:
                return self._long(int(value), path)
            case {"type": "double"}:
                return float(value)
        return value

    def _long(self, value: int, path: Path_) -> int:
        if not SMALLEST_LONG <= value <= LARGEST_LONG:
            self.uncarried.append(pointer(path))
            return 0
        return value

    def _decimal(self, value: int, digits: int, path: Path_) -> bytes:
        if abs(value) >= 10**digits:
            self.uncarried.append(pointer(path))
        return value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)

    def _default(self, default: Any, schema: Any) -> Any:
        """A default of the schema as a datum."""
        node = self.node(schema[0] if isinstance(schema, list) else schema)
        match node["type"]:
            case "bytes":
                return default.encode("latin-1")
            case "record":
                return {f["name"]: self._default(default[f["name"]], f["type"]) for f in node["fields"]}
        return default


class _Tagged(_Named):
    def record(self, record: Any, schema: Node) -> Any:
        members = {name: _tagged_text(text) for name, text in record[UNKNOWN].items()}
        for field in schema["fields"]:
            if field["name"] != UNKNOWN:
                members[field.get("wire", field["name"])] = self._value(record[field["name"]], field["type"])
        return object_tag(members)

    def _value(self, value: Any, schema: Any) -> Any:
        if isinstance(schema, list):
            return None if value is None else self._value(value, schema[1])
        node = self.node(schema)
        match node:
            case {"format": "json"}:
                return _tagged_text(value)
            case {"type": "record"}:
                return self.record(value, node)
            case {"type": "array"}:
                return [self._value(item, node["items"]) for item in value]
            case {"type": "map"}:
                return object_tag({name: self._value(item, node["values"]) for name, item in value.items()})
            case {"logicalType": "timestamp-nanos"}:
                return {"instant": str(value)}
            case {"type": "double"}:
                return float_tag(value)
        return {"int": str(int(value))} if isinstance(value, (int, Decimal)) else tagged_any(value)


def _is_json(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("format") == "json"


def _tagged_text(text: str) -> Any:
    return tagged_any(strictly_parsed(text.encode()))


def json_text(value: Any) -> str:
    """JSON text of plain values with exact numbers; doubles in their shortest form."""
    match value:
        case Decimal():
            return repr(float(value))
        case list():
            return "[" + ",".join(map(json_text, value)) + "]"
        case dict():
            return (
                "{" + ",".join(f"{json_text(name)}:{json_text(item)}" for name, item in value.items()) + "}"
            )
    return json.dumps(value, ensure_ascii=False)
