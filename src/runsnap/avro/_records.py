"""Avro records to plain JSON values and back, driven by the Avro schema.

The slow way: for other versions than the newest, for members that a later
version declares, and for whatever the fast way doubts. It explains its refusals.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from runsnap._encode import encode
from runsnap._json import parse_text
from runsnap._limits import Limits
from runsnap._plain import check_plain
from runsnap._pointer import pointer
from runsnap._values import instant, instant_text
from runsnap.avro._values import LARGEST_LONG, SMALLEST_LONG, decimal_bytes, instant_of
from runsnap.errors import LimitError, MalformedError, UnrepresentableError

UNKNOWN = "_unknown"
Path = tuple[str | int, ...]


def to_record(plain: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The Avro record of a valid, normalised document.

    Members that the schema lacks go to its field for unknown members. Raises
    UnrepresentableError with the pointer of a value that Avro cannot carry.
    """
    return _Writer(schema).record(plain, schema, ())


def to_plain(record: dict[str, Any], schema: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """The document of an Avro record, unknown members back in their places.

    The values have not been judged yet. Raises MalformedError or LimitError for
    JSON text that cannot be read, and for a member that stands twice.
    """
    return _Reader(schema, limits).record(record, schema, ())


class Named:
    """Knows the records of a schema by their full names."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self._records: dict[str, dict[str, Any]] = {}
        self._collect(schema)

    def _collect(self, schema: Any) -> None:
        if isinstance(schema, list):
            for branch in schema:
                self._collect(branch)
        elif isinstance(schema, dict):
            if schema["type"] == "record":
                self._records[f"{schema['namespace']}.{schema['name']}"] = schema
                for field in schema["fields"]:
                    self._collect(field["type"])
            else:
                self._collect(schema.get("items", schema.get("values")))

    def resolved(self, schema: Any) -> dict[str, Any]:
        """A schema as an object, references followed."""
        if isinstance(schema, dict):
            return schema
        return self._records.get(schema, {"type": schema})


class _Writer(Named):
    def record(self, plain: dict[str, Any], schema: dict[str, Any], path: Path) -> dict[str, Any]:
        record: dict[str, Any] = {}
        rest = dict(plain)
        for field in schema["fields"]:
            if field["name"] == UNKNOWN:
                continue
            wire = field.get("wire", field["name"])
            if wire in rest:
                record[field["name"]] = self._value(rest.pop(wire), field["type"], (*path, wire))
            else:
                record[field["name"]] = self._default(field)
        record[UNKNOWN] = {name: _json_text(value) for name, value in rest.items()}
        return record

    def _value(self, value: Any, schema: Any, path: Path) -> Any:
        if isinstance(schema, list):
            return None if value is None else self._value(value, schema[1], path)
        resolved = self.resolved(schema)
        match resolved:
            case {"format": "json"}:
                return _json_text(value)
            case {"type": "record"}:
                return self.record(value, resolved, path)
            case {"type": "array", "items": items}:
                return [self._value(item, items, (*path, index)) for index, item in enumerate(value)]
            case {"type": "map", "values": values}:
                return {name: self._value(item, values, (*path, name)) for name, item in value.items()}
            case {"logicalType": "timestamp-nanos"}:
                count = instant(value).timestamp(unit="nanosecond")
                return _long(
                    count, path, "an instant outside 1677 to 2262, which Avro's nanoseconds cannot reach"
                )
            case {"logicalType": "decimal", "precision": digits}:
                return _decimal(value, digits, path)
            case {"type": "long"}:
                return _long(value, path, "an integer beyond 63 bits, which an Avro long cannot hold")
            case _:
                return value

    def _default(self, field: dict[str, Any]) -> Any:
        """The field's default as a datum."""
        return self._default_value(field["default"], field["type"])

    def _default_value(self, value: Any, schema: Any) -> Any:
        if isinstance(schema, list):
            return None
        resolved = self.resolved(schema)
        if resolved["type"] == "bytes":
            return value.encode("latin-1")
        if resolved["type"] == "record":
            return {
                field["name"]: self._default_value(value[field["name"]], field["type"])
                for field in resolved["fields"]
            }
        return value


class _Reader(Named):
    def __init__(self, schema: dict[str, Any], limits: Limits) -> None:
        super().__init__(schema)
        # No text is larger than its block, whose size has been judged.
        self._limits = replace(limits, max_bytes=max(limits.max_bytes, limits.max_block_bytes))

    def record(self, record: dict[str, Any], schema: dict[str, Any], path: Path) -> dict[str, Any]:
        plain: dict[str, Any] = {}
        for field in schema["fields"]:
            if field["name"] != UNKNOWN:
                wire = field.get("wire", field["name"])
                plain[wire] = self._value(record[field["name"]], field["type"], (*path, wire))
        for name, text in (record[UNKNOWN] or {}).items():
            if name in plain:
                raise MalformedError(
                    f"the member {name[:60]!r} is doubled", pointer((*path, name)), format="Avro"
                )
            plain[name] = self._json_value(text, (*path, name))
        return plain

    def _value(self, value: Any, schema: Any, path: Path) -> Any:
        if value is None:
            return None
        if isinstance(schema, list):
            return self._value(value, schema[1], path)
        resolved = self.resolved(schema)
        match resolved:
            case {"format": "json"}:
                return self._json_value(value, path)
            case {"type": "record"}:
                return self.record(value, resolved, path)
            case {"type": "array", "items": items}:
                return [self._value(item, items, (*path, index)) for index, item in enumerate(value)]
            case {"type": "map", "values": values}:
                return {name: self._value(item, values, (*path, name)) for name, item in value.items()}
            case {"logicalType": "timestamp-nanos"}:
                return instant_text(instant_of(value))
            case {"logicalType": "decimal", "precision": digits}:
                return _integer(value, digits, path)
            case _:
                return value

    def _json_value(self, text: str, path: Path) -> Any:
        try:
            return parse_text(text, self._limits)
        except (MalformedError, LimitError) as error:
            error.pointer = pointer(path) + error.pointer
            raise


def _json_text(value: Any) -> str:
    return encode(value, usual_floats=check_plain(value)).decode()


def _long(value: int, path: Path, reason: str) -> int:
    if not SMALLEST_LONG <= value <= LARGEST_LONG:
        raise UnrepresentableError(pointer(path), reason)
    return value


def _decimal(value: int, digits: int, path: Path) -> bytes:
    if abs(value) >= 10**digits:
        raise UnrepresentableError(
            pointer(path), f"an integer of more than {digits} digits, which its Avro decimal cannot hold"
        )
    return decimal_bytes(value)


def _integer(data: bytes, digits: int, path: Path) -> int:
    value = int.from_bytes(data, "big", signed=True)
    if abs(value) >= 10**digits:
        raise MalformedError(f"a decimal of more than {digits} digits", pointer(path), format="Avro")
    return value
