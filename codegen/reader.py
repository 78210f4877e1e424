"""JSON Schema to model: the one reader of the schemas.

What the model cannot carry is refused with the pointer of the schema that says
it; nothing is skipped. The subset is the one that ``schemas/README.md``
describes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator

from codegen import names
from codegen.model import (
    AnyJson,
    Array,
    Boolean,
    Document,
    Enum,
    EnumRef,
    Field,
    Instant,
    Integer,
    Map,
    Number,
    Record,
    RecordRef,
    String,
    Type,
)
from codegen.pointer import escape

Schema = Mapping[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ROOT_ONLY = {"$schema", "$id", "$defs", "examples", "x-checks"}
_NOTES = {"title", "description", "examples", "$comment"}
_MEMBER = {"default", "x-unit", "x-omit-default", "x-avro"}
_STRING = {"minLength", "maxLength", "pattern", "not"}
_NUMERIC = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
_ARRAY = {"minItems", "maxItems", "uniqueItems"}
_MAP = {"minProperties", "maxProperties", "propertyNames"}


class UnsupportedSchemaError(ValueError):
    """A schema says something that the model cannot carry.

    ``pointer`` is the JSON Pointer of the place, ``reason`` what is wrong there.
    """

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{pointer or '(root)'}: {reason}")
        self.pointer = pointer
        self.reason = reason


def read_document(kind: str, version: str, schema: Schema, text: str = "") -> Document:
    """The model of one schema.

    Raises UnsupportedSchemaError, naming the pointer, for anything outside the
    subset.
    """
    return _Reader(schema).document(kind, version, text)


class _Reader:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._defs: Schema = schema.get("$defs", {})
        self._records: dict[str, Record] = {}
        self._enums: dict[str, Enum] = {}
        self._open: list[str] = []

    def document(self, kind: str, version: str, text: str) -> Document:
        schema = self._schema
        if schema.get("$schema") != DIALECT:
            raise UnsupportedSchemaError("/$schema", f"the dialect must be {DIALECT}")
        if "title" not in schema:
            raise UnsupportedSchemaError("", "the root needs a title: it names the document's class")
        body = {key: value for key, value in schema.items() if key not in _ROOT_ONLY}
        root = self._record(body, "")
        for name in self._defs:
            self._definition(name, f"/$defs/{escape(name)}", "/$defs")
        return Document(
            kind=kind, version=version, root=root,
            records=(root, *(record for record in self._records.values() if record is not root)),
            enums=tuple(self._enums.values()), checks=tuple(schema.get("x-checks", ())),
            schema=schema, text=text,
        )  # fmt: skip

    def _record(self, schema: Schema, pointer: str) -> Record:
        title = self._title(schema, pointer)
        self._allow(schema, pointer, {"type", "required", "properties", "additionalProperties"} | _NOTES)
        if schema.get("type") != "object":
            raise UnsupportedSchemaError(pointer, "a record must say \"type\": \"object\"")
        if schema.get("additionalProperties", True) not in (True, {}):
            raise UnsupportedSchemaError(
                f"{pointer}/additionalProperties", "content is open: a record keeps its unknown members"
            )
        properties: Schema = schema["properties"]
        required = schema.get("required", [])
        if undeclared := [name for name in required if name not in properties]:
            raise UnsupportedSchemaError(f"{pointer}/required", f"{undeclared[0]!r} is not declared")
        if title in self._open:
            raise UnsupportedSchemaError(pointer, f"{title} contains itself; records cannot be recursive")
        self._open.append(title)
        record = Record(
            name=title, description=schema.get("description", ""), pointer=pointer,
            fields=tuple(
                self._field(wire, sub, wire in required, f"{pointer}/properties/{escape(wire)}")
                for wire, sub in properties.items()
            ),
        )  # fmt: skip
        self._open.pop()
        _refuse_clashes(record)
        self._records[title] = record
        return record

    def _field(self, wire: str, schema: Schema, required: bool, pointer: str) -> Field:
        body = {key: value for key, value in schema.items() if key not in _MEMBER}
        type_ = self._type(body, pointer)
        default = schema.get("default")
        if "default" in schema:
            _refuse_default(default, type_, required, pointer)
            self._refuse_invalid_default(schema, pointer)
        if not (required or type_.nullable or default is not None or isinstance(type_.shape, AnyJson)):
            raise UnsupportedSchemaError(
                pointer, "a member that is not required needs a default or must allow null"
            )
        return Field(
            wire=wire, python=names.field_name(wire), type=type_, required=required, default=default,
            description=schema.get("description", ""), unit=schema.get("x-unit"),
            omit_default=schema.get("x-omit-default", False), avro=schema.get("x-avro"), pointer=pointer,
        )  # fmt: skip

    def _refuse_invalid_default(self, schema: Schema, pointer: str) -> None:
        validator = Draft202012Validator({"$schema": DIALECT, "$defs": self._defs, **schema})
        if not validator.is_valid(schema["default"]):
            raise UnsupportedSchemaError(f"{pointer}/default", "the member's own schema refuses it")

    def _type(self, schema: Any, pointer: str) -> Type:
        if schema is True:
            schema = {}
        if not isinstance(schema, Mapping):
            raise UnsupportedSchemaError(pointer, "false accepts nothing")
        if "$ref" in schema:
            self._allow(schema, pointer, {"$ref"} | _NOTES)
            return self._reference(schema["$ref"], f"{pointer}/$ref")
        if "anyOf" in schema:
            return self._nullable_union(schema, pointer)
        if "const" in schema:
            self._allow(schema, pointer, {"const", "type"} | _NOTES)
            if not isinstance(schema["const"], str) or schema.get("type", "string") != "string":
                raise UnsupportedSchemaError(f"{pointer}/const", "only string constants are supported")
            return Type(String(const=schema["const"]))
        return self._typed(schema, pointer)

    def _typed(self, schema: Schema, pointer: str) -> Type:
        kind, nullable = _single_type(schema.get("type"), pointer)
        if kind == "string" and "x-extensible-enum" in schema:
            return Type(self._enum(schema, pointer), nullable)
        if kind == "string" and schema.get("format") == "date-time":
            self._allow(schema, pointer, {"type", "format"} | _STRING | _NOTES)
            return Type(Instant(), nullable, _constraints(schema, _STRING))
        match kind:
            case None:
                self._allow(schema, pointer, _NOTES)
                return Type(AnyJson(), nullable=True)
            case "string":
                shape, constraints = String(), _STRING
            case "integer":
                shape, constraints = Integer(), _NUMERIC
            case "number":
                shape, constraints = Number(), _NUMERIC
            case "boolean":
                shape, constraints = Boolean(), set()
            case "array":
                return self._array(schema, pointer, nullable)
            case "object":
                return self._map_or_record(schema, pointer, nullable)
            case _:
                raise UnsupportedSchemaError(f"{pointer}/type", f"{kind!r} alone is not supported")
        self._allow(schema, pointer, {"type"} | constraints | _NOTES)
        return Type(shape, nullable, _constraints(schema, constraints))

    def _array(self, schema: Schema, pointer: str, nullable: bool) -> Type:
        self._allow(schema, pointer, {"type", "items"} | _ARRAY | _NOTES)
        items = self._type(schema.get("items", {}), f"{pointer}/items")
        return Type(Array(items), nullable, _constraints(schema, _ARRAY))

    def _map_or_record(self, schema: Schema, pointer: str, nullable: bool) -> Type:
        if "properties" in schema:
            if nullable:
                raise UnsupportedSchemaError(
                    f"{pointer}/type", "write a nullable record as anyOf of a $ref and null"
                )
            return Type(RecordRef(self._record(schema, pointer).name))
        self._allow(schema, pointer, {"type", "additionalProperties"} | _MAP | _NOTES)
        values = self._type(schema.get("additionalProperties", {}), f"{pointer}/additionalProperties")
        return Type(Map(values), nullable, _constraints(schema, _MAP))

    def _nullable_union(self, schema: Schema, pointer: str) -> Type:
        self._allow(schema, pointer, {"anyOf"} | _NOTES)
        branches = schema["anyOf"]
        if len(branches) != 2 or {"type": "null"} not in branches:
            raise UnsupportedSchemaError(f"{pointer}/anyOf", "only a schema beside {\"type\": \"null\"}")
        index = 1 - branches.index({"type": "null"})
        inner = self._type(branches[index], f"{pointer}/anyOf/{index}")
        return Type(inner.shape, True, inner.constraints)

    def _reference(self, ref: str, pointer: str) -> Type:
        prefix = "#/$defs/"
        name = ref.removeprefix(prefix)
        if not ref.startswith(prefix) or name not in self._defs:
            raise UnsupportedSchemaError(pointer, f"{ref!r} is not a definition of this file")
        return self._definition(name, f"/$defs/{escape(name)}", pointer)

    def _definition(self, name: str, pointer: str, named_at: str) -> Type:
        schema = self._defs[name]
        is_record = isinstance(schema, Mapping) and "properties" in schema
        if is_record and schema.get("title") != name:
            raise UnsupportedSchemaError(f"{pointer}/title", f"must be {name!r}, as the definition is named")
        if is_record and name in self._records:
            return Type(RecordRef(name))
        if f"${name}" in self._open:
            raise UnsupportedSchemaError(named_at, f"{name} refers to itself")
        self._open.append(f"${name}")
        type_ = self._type(schema, pointer)
        self._open.pop()
        return type_

    def _enum(self, schema: Schema, pointer: str) -> EnumRef:
        self._allow(schema, pointer, {"type", "x-extensible-enum"} | _NOTES)
        name = self._title(schema, pointer)
        labels = tuple((names.label_name(label), label) for label in schema["x-extensible-enum"])
        seen: dict[str, str] = {}
        for python, label in labels:
            if python in seen:
                raise UnsupportedSchemaError(
                    f"{pointer}/x-extensible-enum", f"{seen[python]!r} and {label!r} both become {python}"
                )
            seen[python] = label
        enum = Enum(name, schema.get("description", ""), labels)
        if self._enums.setdefault(name, enum) != enum or name in self._records:
            raise UnsupportedSchemaError(f"{pointer}/title", f"two definitions are named {name}")
        return EnumRef(name)

    def _title(self, schema: Schema, pointer: str) -> str:
        title = schema.get("title", "")
        if not (title.isidentifier() and title.isascii() and title[:1].isupper()):
            raise UnsupportedSchemaError(f"{pointer}/title", "needs a PascalCase title: it names the class")
        known = self._records.get(title)
        if known is not None and known.pointer != pointer:
            raise UnsupportedSchemaError(f"{pointer}/title", f"{known.pointer or '(root)'} is named {title} too")
        return title

    @staticmethod
    def _allow(schema: Schema, pointer: str, keywords: set[str]) -> None:
        for keyword in schema:
            if keyword not in keywords:
                raise UnsupportedSchemaError(
                    f"{pointer}/{escape(keyword)}", f"{keyword} is not supported here"
                )


def _single_type(value: Any, pointer: str) -> tuple[str | None, bool]:
    if isinstance(value, list):
        named = [name for name in value if name != "null"]
        if len(named) != 1 or len(value) != len(named) + 1:
            raise UnsupportedSchemaError(f"{pointer}/type", "one type, alone or beside null")
        return named[0], True
    return value, False


def _constraints(schema: Schema, keywords: set[str]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key in keywords}


def _refuse_clashes(record: Record) -> None:
    seen: dict[str, Field] = {}
    for field in record.fields:
        if field.python in seen:
            raise UnsupportedSchemaError(
                field.pointer, f"becomes {field.python!r} in Python, as {seen[field.python].pointer} does"
            )
        seen[field.python] = field


def _refuse_default(default: Any, type_: Type, required: bool, pointer: str) -> None:
    if required:
        raise UnsupportedSchemaError(f"{pointer}/default", "a required member cannot have a default")
    if default is None and not type_.nullable:
        raise UnsupportedSchemaError(f"{pointer}/default", "null is not allowed here, so it is no default")
    match default, type_.shape:
        case (None, _) | ([], Array()) | ({}, Map() | RecordRef()) | (bool(), Boolean()):
            return
        case (bool(), _):
            pass
        case (str(), String()) | (int(), Integer()) | (int() | float(), Number()):
            return
        case _:
            pass
    raise UnsupportedSchemaError(
        f"{pointer}/default", "only null, a scalar of the member's type, [] or {} can be a default"
    )
