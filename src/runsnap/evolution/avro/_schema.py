"""An Avro schema as a graph of types, and back as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

PRIMITIVES = ("null", "boolean", "int", "long", "float", "double", "bytes", "string")

_CARRIERS = {
    "uuid": ("string", "fixed"),
    "date": ("int",),
    "time-millis": ("int",),
    "time-micros": ("long",),
    **{f"{shape}-{unit}": ("long",) for shape in ("timestamp", "local-timestamp") for unit in ("millis", "micros", "nanos")},
}  # fmt: skip
_UUID_SIZE = 16

MOST_DIGITS = 4_300
"""Of a decimal; Python writes no longer integers."""
LARGEST_FIXED = 1 << 20
"""Bytes of a fixed type: values of it are made."""

NO_DEFAULT: Any = object()
"""Stands for a default that is not there; null is a default."""


class AvroSchemaError(ValueError):
    """The schema is no Avro schema, or uses what is not supported here; the message names the place."""


@dataclass(frozen=True, slots=True)
class Logical:
    """A logical type with the attributes that it depends on."""

    name: str
    precision: int | None = None
    scale: int | None = None

    def attributes(self) -> dict[str, Any]:
        """As members of a schema."""
        members = {"logicalType": self.name, "precision": self.precision, "scale": self.scale}
        return {name: value for name, value in members.items() if value is not None}


@dataclass(frozen=True, slots=True, eq=False)
class Primitive:
    """A type without parts."""

    pointer: str
    kind: str
    logical: Logical | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """Bytes of one length."""

    pointer: str
    name: str
    aliases: tuple[str, ...]
    size: int
    logical: Logical | None = None
    kind: str = "fixed"


@dataclass(frozen=True, slots=True, eq=False)
class Enum:
    """One of some symbols."""

    pointer: str
    name: str
    aliases: tuple[str, ...]
    symbols: tuple[str, ...]
    default: str | None = None
    kind: str = "enum"


@dataclass(frozen=True, slots=True, eq=False)
class Array:
    """Items of one type."""

    pointer: str
    items: Node
    kind: str = "array"


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """Values of one type under names."""

    pointer: str
    values: Node
    kind: str = "map"


@dataclass(frozen=True, slots=True, eq=False)
class Union:
    """A value of one of the branches."""

    pointer: str
    branches: tuple[Node, ...]
    kind: str = "union"


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A member of a record."""

    pointer: str
    name: str
    type: Node
    default: Any = NO_DEFAULT
    aliases: tuple[str, ...] = ()
    doc: str = ""


@dataclass(slots=True, eq=False)
class Record:
    """Fields by name. Its fields are set once its name can be referred to, since records nest in themselves."""

    pointer: str
    name: str
    aliases: tuple[str, ...]
    fields: tuple[Field, ...] = ()
    doc: str = ""
    kind: str = "record"
    taking: dict[str, Field] | None = None
    """Which field takes a written name; made when it is asked for first."""


Node: TypeAlias = Primitive | Fixed | Enum | Array | Map | Union | Record
Named: TypeAlias = Fixed | Enum | Record


def local_name(fullname: str) -> str:
    """The name without its namespace."""
    return fullname.rpartition(".")[2]


def parse(schema: Any) -> Node:
    """The type that a parsed Avro schema describes; AvroSchemaError for anything else."""
    try:
        return _Parser().node(schema, "", "")
    except RecursionError:
        raise AvroSchemaError("the Avro schema nests too deep") from None


@dataclass(slots=True)
class _Parser:
    known: dict[str, Node] = field(default_factory=dict)

    def node(self, schema: Any, pointer: str, namespace: str) -> Node:
        match schema:
            case str():
                return self._reference(schema, pointer, namespace)
            case list():
                return self._union(schema, pointer, namespace)
            case {"type": "record", "fields": list()}:
                return self._record(schema, pointer, namespace)
            case {"type": "enum", "symbols": list()}:
                return self._enum(schema, pointer, namespace)
            case {"type": "fixed", "size": int() as size}:
                return self._fixed(schema, size, pointer, namespace)
            case {"type": "array", "items": items}:
                return Array(pointer, self.node(items, f"{pointer}/items", namespace))
            case {"type": "map", "values": values}:
                return Map(pointer, self.node(values, f"{pointer}/values", namespace))
            case {"type": str() as kind} if kind in PRIMITIVES:
                return Primitive(pointer, kind, _logical(schema, kind, pointer))
        raise AvroSchemaError(f"{pointer or 'the root'}: no Avro type that is supported")

    def _reference(self, name: str, pointer: str, namespace: str) -> Node:
        if name in PRIMITIVES:
            return Primitive(pointer, name)
        fullname = name if "." in name or not namespace else f"{namespace}.{name}"
        if fullname not in self.known:
            raise AvroSchemaError(f"{pointer or 'the root'}: unknown type {name}")
        return self.known[fullname]

    def _union(self, branches: list[Any], pointer: str, namespace: str) -> Union:
        nodes = tuple(
            self.node(branch, f"{pointer}/{index}", namespace) for index, branch in enumerate(branches)
        )
        if not nodes or any(isinstance(node, Union) for node in nodes):
            raise AvroSchemaError(f"{pointer or 'the root'}: a union has branches, none of them a union")
        return Union(pointer, nodes)

    def _record(self, schema: Mapping[str, Any], pointer: str, namespace: str) -> Node:
        name = self._name(schema, pointer, namespace)
        record = Record(pointer, name, _aliases(schema), doc=_text(schema, "doc"))
        self._named(record, pointer)
        inside = name.rpartition(".")[0]
        record.fields = tuple(
            self._field(item, f"{pointer}/fields/{index}", inside)
            for index, item in enumerate(schema["fields"])
        )
        if len({item.name for item in record.fields}) < len(record.fields):
            raise AvroSchemaError(f"{pointer or 'the root'}: two fields of one name")
        return record

    def _field(self, schema: Any, pointer: str, namespace: str) -> Field:
        if not isinstance(schema, dict) or not isinstance(schema.get("name"), str) or "type" not in schema:
            raise AvroSchemaError(f"{pointer}: a field has a name and a type")
        node = self.node(schema["type"], f"{pointer}/type", namespace)
        default = schema.get("default", NO_DEFAULT)
        return Field(pointer, schema["name"], node, default, _aliases(schema), _text(schema, "doc"))

    def _enum(self, schema: Mapping[str, Any], pointer: str, namespace: str) -> Node:
        symbols = tuple(schema["symbols"])
        if (
            not symbols
            or not all(isinstance(symbol, str) for symbol in symbols)
            or len(set(symbols)) < len(symbols)
        ):
            raise AvroSchemaError(f"{pointer or 'the root'}: an enum has symbols, each a string, none twice")
        name = self._name(schema, pointer, namespace)
        return self._named(Enum(pointer, name, _aliases(schema), symbols, schema.get("default")), pointer)

    def _fixed(self, schema: Mapping[str, Any], size: int, pointer: str, namespace: str) -> Node:
        if isinstance(size, bool) or not 0 <= size <= LARGEST_FIXED:
            raise AvroSchemaError(
                f"{pointer or 'the root'}: a fixed type has 0 to {LARGEST_FIXED} bytes here"
            )
        name, logical = self._name(schema, pointer, namespace), _logical(schema, "fixed", pointer, size)
        return self._named(Fixed(pointer, name, _aliases(schema), size, logical), pointer)

    def _named(self, node: Named, pointer: str) -> Node:
        if node.name in self.known:
            raise AvroSchemaError(f"{pointer}: {node.name} is defined twice")
        self.known[node.name] = node
        return node

    @staticmethod
    def _name(schema: Mapping[str, Any], pointer: str, namespace: str) -> str:
        name, own = schema.get("name"), schema.get("namespace", namespace)
        if not isinstance(name, str) or not name or not isinstance(own, str):
            raise AvroSchemaError(f"{pointer or 'the root'}: the type has no name")
        return name if "." in name or not own else f"{own}.{name}"


def _aliases(schema: Mapping[str, Any]) -> tuple[str, ...]:
    aliases = schema.get("aliases", [])
    return tuple(alias for alias in aliases if isinstance(alias, str)) if isinstance(aliases, list) else ()


def _text(schema: Mapping[str, Any], name: str) -> str:
    value = schema.get(name, "")
    return value if isinstance(value, str) else ""


def _logical(schema: Mapping[str, Any], kind: str, pointer: str, size: int = 0) -> Logical | None:
    """The logical type; one that is not valid counts as none, as the specification wants it."""
    name = schema.get("logicalType")
    if not isinstance(name, str):
        return None
    if name == "decimal":
        return _decimal(schema, kind, pointer, size)
    fits = kind in _CARRIERS.get(name, (kind,)) and (name != "uuid" or kind == "string" or size == _UUID_SIZE)
    return Logical(name) if fits else None


def _decimal(schema: Mapping[str, Any], kind: str, pointer: str, size: int) -> Logical | None:
    precision, scale = schema.get("precision"), schema.get("scale", 0)
    if kind not in {"bytes", "fixed"} or not isinstance(precision, int) or not isinstance(scale, int):
        return None
    if not 0 <= scale <= precision or precision < 1 or (kind == "fixed" and size == 0):
        return None
    if precision > MOST_DIGITS:
        raise AvroSchemaError(f"{pointer or 'the root'}: a decimal has at most {MOST_DIGITS} digits here")
    return Logical("decimal", precision, scale)


def emit(node: Node, seen: set[str] | None = None) -> Any:
    """A schema of its own for the type, with everything that it names."""
    seen = set() if seen is None else seen
    match node:
        case Primitive(kind=kind, logical=logical):
            return {"type": kind, **logical.attributes()} if logical else kind
        case Array(items=items):
            return {"type": "array", "items": emit(items, seen)}
        case Map(values=values):
            return {"type": "map", "values": emit(values, seen)}
        case Union(branches=branches):
            return [emit(branch, seen) for branch in branches]
    if node.name in seen:
        return node.name
    seen.add(node.name)
    return _emit_named(node, seen)


def _emit_named(node: Named, seen: set[str]) -> dict[str, Any]:
    namespace, _, name = node.name.rpartition(".")
    schema: dict[str, Any] = {"type": node.kind, "name": name, "namespace": namespace}
    if node.aliases:
        schema["aliases"] = list(node.aliases)
    match node:
        case Fixed(size=size, logical=logical):
            schema |= {"size": size, **(logical.attributes() if logical else {})}
        case Enum(symbols=symbols, default=default):
            schema |= {"symbols": list(symbols)} | ({} if default is None else {"default": default})
        case Record(fields=fields):
            schema["fields"] = [_emit_field(item, seen) for item in fields]
    return schema


def _emit_field(item: Field, seen: set[str]) -> dict[str, Any]:
    schema: dict[str, Any] = {"name": item.name, "type": emit(item.type, seen)}
    if item.default is not NO_DEFAULT:
        schema["default"] = item.default
    if item.aliases:
        schema["aliases"] = list(item.aliases)
    return schema


def field_from(reader: Record, written: Field) -> Field | None:
    """The reader's field that takes a field of the writer: by its name, else by an alias."""
    if reader.taking is None:
        reader.taking = {alias: item for item in reversed(reader.fields) for alias in item.aliases}
        reader.taking |= {item.name: item for item in reversed(reader.fields)}
    return reader.taking.get(written.name)


def shallow(record: Record, name: str, *fields: Field) -> Record:
    """The record under another name, with only some of its fields."""
    return replace(record, name=name, fields=fields, taking=None)
