"""The writer, the reader and the datum behind each row of ``avro-observed.txt``, and our verdict on it."""

from __future__ import annotations

import datetime
import uuid
from decimal import Decimal
from typing import Any, NamedTuple


class Pair(NamedTuple):
    """Our verdict, and whether a library reads what another reader does not."""

    writer: Any
    reader: Any
    datum: Any
    verdict: str
    one_validator: bool = False


def record(*fields: Any, name: str = "R", **members: Any) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": list(fields), **members}


def field(name: str, kind: Any, **members: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, **members}


def a(kind: Any) -> dict[str, Any]:
    """A record with one field."""
    return record(field("a", kind))


def enum(*symbols: str, name: str = "E", **members: Any) -> dict[str, Any]:
    return {"type": "enum", "name": name, "symbols": list(symbols), **members}


def decimal(precision: int, scale: int) -> dict[str, Any]:
    return {"type": "bytes", "logicalType": "decimal", "precision": precision, "scale": scale}


def logical(kind: str, name: str) -> dict[str, Any]:
    return {"type": kind, "logicalType": name}


def fixed(size: int) -> dict[str, Any]:
    return {"type": "fixed", "name": "F", "size": size}


INT = field("a", "int")
NULLABLE = ["null", "string"]
MOMENT = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
SPACED = {"namespace": "old.ns"}

PAIRS: dict[str, Pair] = {
    "int->long": Pair(a("int"), a("long"), {"a": 1}, "safe"),
    "long->double": Pair(a("long"), a("double"), {"a": 2**53 + 1}, "broken", True),
    "long->float": Pair(a("long"), a("float"), {"a": 2**24 + 1}, "broken", True),
    "double->long": Pair(a("double"), a("long"), {"a": 1.5}, "broken"),
    "add field no default": Pair(a("int"), record(INT, field("b", "int")), {"a": 1}, "broken"),
    "add nullable, NO default": Pair(a("int"), record(INT, field("b", NULLABLE)), {"a": 1}, "broken"),
    "add nullable default null": Pair(
        a("int"), record(INT, field("b", NULLABLE, default=None)), {"a": 1}, "safe"
    ),
    "add nullable order[string,null] default null": Pair(
        a("int"), record(INT, field("b", ["string", "null"], default=None)), {"a": 1}, "broken", True
    ),
    "add nullable [null,string] default 'x'": Pair(
        a("int"), record(INT, field("b", NULLABLE, default="x")), {"a": 1}, "broken", True
    ),
    "remove field (reader lacks)": Pair(record(INT, field("b", "int")), a("int"), {"a": 1, "b": 2}, "safe"),
    "string->nullable": Pair(a("string"), a(NULLABLE), {"a": "x"}, "safe"),
    "nullable->string (value non-null)": Pair(a(NULLABLE), a("string"), {"a": "x"}, "broken"),
    "nullable->string (value null)": Pair(a(NULLABLE), a("string"), {"a": None}, "broken"),
    "union order swap": Pair(a(NULLABLE), a(["string", "null"]), {"a": "x"}, "safe"),
    "union branch add(writer has more)": Pair(a([*NULLABLE, "int"]), a(NULLABLE), {"a": 1}, "broken"),
    "int -> union[string,double]": Pair(a("int"), a(["string", "double"]), {"a": 3}, "safe"),
    "int -> union[float,long] (ambiguous promotion)": Pair(
        a("int"), a(["float", "long"]), {"a": 2**24 + 1}, "broken", True
    ),
    "string -> union[bytes,string]": Pair(a("string"), a(["bytes", "string"]), {"a": "x"}, "broken", True),
    "string->bytes": Pair(a("string"), a("bytes"), {"a": "x"}, "broken"),
    "enum add symbol (writer newer), no default": Pair(a(enum("A", "B")), a(enum("A")), {"a": "B"}, "broken"),
    "enum add symbol, reader ENUM default": Pair(
        a(enum("A", "B")), a(enum("A", default="A")), {"a": "B"}, "broken"
    ),
    "enum add symbol, reader FIELD default only": Pair(
        a(enum("A", "B")), record(field("a", enum("A"), default="A")), {"a": "B"}, "broken"
    ),
    "enum->string": Pair(a(enum("A")), a("string"), {"a": "A"}, "broken"),
    "enum reorder": Pair(a(enum("A", "B")), a(enum("B", "A")), {"a": "B"}, "safe"),
    "enum renamed, no alias": Pair(a(enum("A")), a(enum("A", name="E2")), {"a": "A"}, "broken"),
    "record renamed no alias": Pair(a("int"), record(INT, name="S"), {"a": 1}, "broken"),
    "record renamed w/ alias": Pair(
        a("int"), record(INT, name="S", aliases=["R"]), {"a": 1}, "broken", True
    ),
    "ns record renamed w/ UNQUALIFIED alias": Pair(
        record(INT, **SPACED), record(INT, name="S", namespace="new.ns", aliases=["R"]), {"a": 1}, "broken", True
    ),
    "ns record renamed w/ qualified alias": Pair(
        record(INT, **SPACED), record(INT, name="S", namespace="new.ns", aliases=["old.ns.R"]), {"a": 1}, "broken", True
    ),
    "namespace change only": Pair(
        record(INT, **SPACED), record(INT, namespace="new.ns"), {"a": 1}, "broken", True
    ),
    "nested record in union renamed": Pair(
        a(["null", record(field("x", "int"), name="N")]), a(["null", record(field("x", "int"), name="M")]),
        {"a": {"x": 1}}, "broken",
    ),
    "nested record renamed (no union)": Pair(
        a(record(field("x", "int"), name="N")), a(record(field("x", "int"), name="M")), {"a": {"x": 1}}, "broken"
    ),
    "field renamed w/ alias": Pair(
        a("int"), record(field("z", "int", aliases=["a"])), {"a": 1}, "broken", True
    ),
    "field renamed w/ alias, nested rec in array": Pair(
        record(field("l", {"type": "array", "items": record(INT, name="N")})),
        record(field("l", {"type": "array", "items": record(field("z", "int", aliases=["a"]), name="N")})),
        {"l": [{"a": 1}]}, "broken", True,
    ),
    "record->map": Pair(
        a(record(field("x", "int"), name="N")), a({"type": "map", "values": "int"}), {"a": {"x": 1}}, "broken"
    ),
    "decimal scale change": Pair(a(decimal(10, 2)), a(decimal(10, 3)), {"a": Decimal("1.23")}, "broken", True),
    "ts-millis->ts-micros": Pair(
        a(logical("long", "timestamp-millis")), a(logical("long", "timestamp-micros")), {"a": MOMENT}, "broken", True
    ),
    "date(int)->plain int": Pair(
        a(logical("int", "date")), a("int"), {"a": datetime.date(2020, 1, 1)}, "safe"
    ),
    "string(uuid)->string": Pair(
        a(logical("string", "uuid")), a("string"), {"a": uuid.UUID(int=1)}, "safe"
    ),
    "fixed size change": Pair(a(fixed(2)), a(fixed(3)), {"a": b"\x00\x01"}, "broken"),
}  # fmt: skip
