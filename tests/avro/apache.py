"""Apache's Python implementation, as a second reader and writer.

It knows neither nanoseconds nor decimals in bytes of our kind as we do: it says
so in warnings, and takes the values for plain longs. Both are expected here.
"""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from collections.abc import Iterator
from decimal import Decimal, localcontext
from typing import Any

import avro.codecs
import avro.datafile
import avro.errors
import avro.io
import avro.schema

PRIMITIVES = ("null", "boolean", "int", "long", "float", "double", "bytes", "string")


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Without its warnings on logical types that it does not know."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", avro.errors.IgnoredLogicalType)
        yield


def parsed(schema: Any) -> Any:
    """One of its schemas."""
    with quiet():
        return avro.schema.parse(json.dumps(schema))


def reduced(schema: Any) -> Any:
    """A schema whose primitive types stand by their names, as the canonical form of the specification has them."""
    if isinstance(schema, list):
        return [reduced(branch) for branch in schema]
    if not isinstance(schema, dict):
        return schema
    if schema["type"] in PRIMITIVES:
        return schema["type"]
    inner = {key: reduced(schema[key]) for key in ("items", "values") if key in schema}
    if "fields" in schema:
        inner["fields"] = [field | {"type": reduced(field["type"])} for field in schema["fields"]]
    return schema | inner


def read(data: bytes) -> list[dict[str, Any]]:
    """Every record of a container file, decimals as integers."""
    with (
        quiet(),
        localcontext(prec=60),
        avro.datafile.DataFileReader(io.BytesIO(data), avro.io.DatumReader()) as reader,
    ):
        return [_plain(record) for record in reader]


def write(records: list[dict[str, Any]], schema: Any, codec: str = "null") -> bytes:
    """A container file of records, decimals as integers."""
    buffer = io.BytesIO()
    made = parsed(schema)
    with quiet(), localcontext(prec=60):
        writer = avro.datafile.DataFileWriter(buffer, avro.io.DatumWriter(), made, codec=codec)
        for record in records:
            writer.append(_decimals(record, schema, {}))
        writer.flush()
    return buffer.getvalue()


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        assert value == int(value)
        return int(value)
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


def _decimals(value: Any, schema: Any, records: dict[str, Any]) -> Any:
    """The value with decimals where the schema has them: it writes no integers there."""
    if isinstance(schema, list):
        return None if value is None else _decimals(value, schema[1], records)
    schema = records.get(schema, schema) if isinstance(schema, str) else schema
    if not isinstance(schema, dict):
        return value
    match schema:
        case {"type": "record", "name": name, "namespace": namespace, "fields": fields}:
            records[f"{namespace}.{name}"] = schema
            return {
                field["name"]: _decimals(value[field["name"]], field["type"], records) for field in fields
            }
        case {"type": "array", "items": items}:
            return [_decimals(item, items, records) for item in value]
        case {"type": "map", "values": values}:
            return {name: _decimals(item, values, records) for name, item in value.items()}
        case {"logicalType": "decimal"}:
            return Decimal(value)
        case _:
            return value
