"""JSON Schema to model: the one reader of the schemas.

What the model cannot carry is refused with the pointer of the schema that says
it; nothing is skipped. The subset is the one that ``schemas/README.md``
describes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry

from codegen import names, runtime
from codegen.errors import UnsupportedSchemaError
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
    Shape,
    String,
    Type,
)
from codegen.pointer import escape
from codegen.rules import refuse_bad_checks
from codegen.wellformed import DIALECT, refuse_broken_pattern, refuse_malformed

__all__ = ["DIALECT", "UnsupportedSchemaError", "read_document"]

Schema = Mapping[str, Any]

_ROOT_ONLY = {"$schema", "$id", "$defs", "examples", "x-checks"}
_NOTES = {"title", "description", "examples", "$comment"}
_MEMBER = {"default", "x-unit", "x-omit-default", "x-avro"}
_STRING = {"minLength", "maxLength", "pattern", "not"}
_NUMERIC = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
_ARRAY = {"minItems", "maxItems", "uniqueItems"}
_MAP = {"minProperties", "maxProperties", "propertyNames"}


def read_document(kind: str, version: str, schema: Schema, text: str = "") -> Document:
    """The model of one schema.

    Raises UnsupportedSchemaError, naming the pointer, for anything outside the
    subset.
    """
    refuse_malformed(schema)
    return _Reader(schema).document(kind, version, text)


class _Reader:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._defs: Schema = schema.get("$defs", {})
        self._records: dict[str, Record] = {}
        self._enums: dict[str, Enum] = {}
        self._open: list[str] = []
        self._titles: dict[str, str] = {}
        self._functions: dict[str, str] = {}
        self._defaults: list[tuple[Schema, str]] = []

    def document(self, kind: str, version: str, text: str) -> Document:
        schema = self._schema
        if "title" not in schema:
            raise UnsupportedSchemaError("", "the root needs a title: it names the document's class")
        body = {key: value for key, value in schema.items() if key not in _ROOT_ONLY}
        root = self._record(body, "")
        for name in self._defs:
            self._definition(name, f"/$defs/{escape(name)}", "/$defs")
        for member, pointer in self._defaults:
            self._refuse_invalid_default(member, pointer)
        refuse_bad_checks(schema.get("x-checks", []), root, self._records, self._enums)
        return Document(
            kind=kind, version=version, root=root,
            records=(root, *(record for record in self._records.values() if record is not root)),
            enums=tuple(self._enums.values()), checks=tuple(schema.get("x-checks", ())),
            schema=schema, text=text,
        )  # fmt: skip

    def _record(self, schema: Schema, pointer: str) -> Record:
        self._allow(schema, pointer, {"type", "required", "properties", "additionalProperties"} | _NOTES)
        title = self._title(schema, pointer)
        if schema.get("type") != "object":
            raise UnsupportedSchemaError(pointer, 'a record must say "type": "object"')
        if schema.get("additionalProperties", True) not in (True, {}):
            raise UnsupportedSchemaError(
                f"{pointer}/additionalProperties", "content is open: a record keeps its unknown members"
            )
        properties: Schema = schema.get("properties", {})
        required = schema.get("required", [])
        if undeclared := [name for name in required if name not in properties]:
            raise UnsupportedSchemaError(f"{pointer}/required", f"{undeclared[0]!r} is not declared")
        record = Record(
            name=title, description=schema.get("description", ""), pointer=pointer,
            fields=tuple(
                self._field(wire, sub, wire in required, f"{pointer}/properties/{escape(wire)}")
                for wire, sub in properties.items()
            ),
        )  # fmt: skip
        _refuse_clashes(record)
        self._records[title] = record
        return record

    def _field(self, wire: str, schema: Any, required: bool, pointer: str) -> Field:
        schema = _members(schema, pointer)
        body = {key: value for key, value in schema.items() if key not in _MEMBER}
        type_ = self._type(body, pointer)
        _refuse_annotations(schema, type_, pointer)
        default = schema.get("default")
        if "default" in schema:
            _refuse_default(default, type_, required, pointer)
            self._defaults.append((schema, pointer))
        if not (required or type_.nullable or default is not None or isinstance(type_.shape, AnyJson)):
            raise UnsupportedSchemaError(
                pointer, "a member that is not required needs a default or must allow null"
            )
        if isinstance(type_.shape, Number) and default is not None:
            default = float(default)
        return Field(
            wire=wire, python=names.field_name(wire), type=type_, required=required, default=default,
            description=schema.get("description", ""), unit=schema.get("x-unit"),
            omit_default=schema.get("x-omit-default", False), avro=schema.get("x-avro"), pointer=pointer,
        )  # fmt: skip

    def _refuse_invalid_default(self, schema: Schema, pointer: str) -> None:
        validator = Draft202012Validator(
            {**schema, "$schema": DIALECT, "$defs": self._defs}, registry=Registry()
        )
        if not validator.is_valid(schema["default"]):
            raise UnsupportedSchemaError(f"{pointer}/default", "the member's own schema refuses it")

    def _type(self, schema: Any, pointer: str) -> Type:
        schema = _members(schema, pointer)
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
        self._refuse_patterns(schema, pointer)
        if kind == "string" and "x-extensible-enum" in schema:
            return Type(self._enum(schema, pointer), nullable)
        if kind == "string" and schema.get("format") == "date-time":
            self._allow(schema, pointer, {"type", "format"} | _STRING | _NOTES)
            return Type(Instant(), nullable, _constraints(schema, _STRING))
        shape: Shape
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
            raise UnsupportedSchemaError(
                f"{pointer}/properties",
                "a record stands in $defs; refer to it, in an anyOf with null where null is allowed",
            )
        self._allow(schema, pointer, {"type", "additionalProperties"} | _MAP | _NOTES)
        values = self._type(schema.get("additionalProperties", {}), f"{pointer}/additionalProperties")
        constraints = _constraints(schema, _MAP)
        if "propertyNames" in schema:
            constraints["propertyNames"] = self._names(schema["propertyNames"], f"{pointer}/propertyNames")
        return Type(Map(values), nullable, constraints)

    def _nullable_union(self, schema: Schema, pointer: str) -> Type:
        self._allow(schema, pointer, {"anyOf"} | _NOTES)
        branches = schema["anyOf"]
        if len(branches) != 2 or {"type": "null"} not in branches:
            raise UnsupportedSchemaError(f"{pointer}/anyOf", 'only a schema beside {"type": "null"}')
        index = 1 - branches.index({"type": "null"})
        inner = self._type(branches[index], f"{pointer}/anyOf/{index}")
        if isinstance(inner.shape, String) and inner.shape.const is not None:
            raise UnsupportedSchemaError(f"{pointer}/anyOf/{index}", "a constant cannot be nullable")
        return Type(inner.shape, True, inner.constraints)

    def _reference(self, ref: str, pointer: str) -> Type:
        prefix = "#/$defs/"
        name = ref.removeprefix(prefix)
        if not ref.startswith(prefix) or name not in self._defs:
            raise UnsupportedSchemaError(pointer, f"{ref!r} is not a definition of this file")
        return self._definition(name, f"/$defs/{escape(name)}", pointer)

    def _definition(self, name: str, pointer: str, named_at: str) -> Type:
        if name in self._records and self._records[name].pointer == pointer:
            return Type(RecordRef(name))
        if name in self._open:
            raise UnsupportedSchemaError(named_at, f"{name} contains itself; definitions cannot be recursive")
        self._open.append(name)
        schema = _members(self._defs[name], pointer)
        if "properties" in schema:
            if schema.get("title") != name:
                raise UnsupportedSchemaError(
                    f"{pointer}/title", f"must be {name!r}, as the definition is named"
                )
            type_ = Type(RecordRef(self._record(schema, pointer).name))
        else:
            type_ = self._type(schema, pointer)
        self._open.pop()
        return type_

    def _names(self, schema: Any, pointer: str) -> Mapping[str, Any]:
        """The constraints on the names of a map."""
        match self._type(schema, pointer):
            case Type(String(const=None), nullable=False, constraints=constraints):
                return constraints
            case _:
                raise UnsupportedSchemaError(
                    pointer, "names are texts: only a string with lengths and a pattern"
                )

    @staticmethod
    def _refuse_patterns(schema: Schema, pointer: str) -> None:
        if "pattern" in schema:
            refuse_broken_pattern(schema["pattern"], f"{pointer}/pattern")
        match schema.get("not"):
            case None:
                return
            case {"type": "string", "pattern": pattern, **others} if not others:
                refuse_broken_pattern(pattern, f"{pointer}/not/pattern")
            case _:
                raise UnsupportedSchemaError(f"{pointer}/not", "only a guard: a string with a pattern")

    def _enum(self, schema: Schema, pointer: str) -> EnumRef:
        self._allow(schema, pointer, {"type", "x-extensible-enum"} | _NOTES)
        where = f"{pointer}/x-extensible-enum"
        listed = schema["x-extensible-enum"]
        if not (isinstance(listed, list) and listed and all(isinstance(label, str) for label in listed)):
            raise UnsupportedSchemaError(where, "must list the known labels, which are texts")
        labels = tuple((names.label_name(label), label) for label in listed)
        seen: dict[str, str] = {}
        for python, label in labels:
            if python in seen:
                raise UnsupportedSchemaError(where, f"{seen[python]!r} and {label!r} both become {python}")
            seen[python] = label
        name = self._title(schema, pointer)
        self._enums[name] = Enum(name, schema.get("description", ""), labels)
        return EnumRef(name)

    def _title(self, schema: Schema, pointer: str) -> str:
        title: str = schema.get("title", "")
        where = f"{pointer}/title"
        if not names.is_class_name(title):
            raise UnsupportedSchemaError(
                where, "needs a PascalCase title of ASCII letters and digits: it names the class"
            )
        if title in names.BUILTIN_CLASSES | runtime.IMPORTED_NAMES:
            raise UnsupportedSchemaError(where, f"{title} has a meaning of its own in the generated modules")
        for seen, name in ((self._titles, title), (self._functions, names.function_name(title))):
            if seen.setdefault(name, pointer) != pointer:
                raise UnsupportedSchemaError(where, f"{seen[name] or '(root)'} becomes {name} in Python, too")
        return title

    @staticmethod
    def _allow(schema: Schema, pointer: str, keywords: set[str]) -> None:
        for keyword in schema:
            if keyword not in keywords:
                raise UnsupportedSchemaError(
                    f"{pointer}/{escape(keyword)}", f"{keyword} is not supported here"
                )


def _members(schema: Any, pointer: str) -> Schema:
    """The members of a schema, which may be a boolean."""
    if schema is False:
        raise UnsupportedSchemaError(pointer, "false accepts nothing")
    return {} if schema is True else schema


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


def _refuse_annotations(schema: Schema, type_: Type, pointer: str) -> None:
    numeric = isinstance(type_.shape, Integer | Number)
    if "x-unit" in schema and not (numeric and isinstance(schema["x-unit"], str)):
        raise UnsupportedSchemaError(f"{pointer}/x-unit", "a text, beside a number")
    if "x-avro" in schema and not (isinstance(type_.shape, Integer) and isinstance(schema["x-avro"], str)):
        raise UnsupportedSchemaError(f"{pointer}/x-avro", "a text, beside an integer")
    if "x-omit-default" in schema:
        where = f"{pointer}/x-omit-default"
        if schema["x-omit-default"] is not True or "default" not in schema:
            raise UnsupportedSchemaError(where, "true, beside a default")
        if isinstance(type_.shape, RecordRef) and schema["default"] is not None:
            raise UnsupportedSchemaError(where, "is for members without members of their own")


def _refuse_default(default: Any, type_: Type, required: bool, pointer: str) -> None:
    if required:
        raise UnsupportedSchemaError(f"{pointer}/default", "a required member cannot have a default")
    if default is None and not type_.nullable:
        raise UnsupportedSchemaError(f"{pointer}/default", "null is not allowed here, so it is no default")
    if not _is_plain_default(default, type_):
        raise UnsupportedSchemaError(
            f"{pointer}/default", "only null, a scalar of the member's type, [] or {} can be a default"
        )


def _is_plain_default(default: Any, type_: Type) -> bool:
    match type_.shape:
        case _ if default is None:
            return True
        case Boolean():
            return isinstance(default, bool)
        case String():
            return isinstance(default, str)
        case Integer():
            return type(default) is int
        case Number():
            return type(default) is float or (type(default) is int and _is_double(default))
        case Array():
            return bool(default == [])
        case Map() | RecordRef():
            return bool(default == {})
        case _:
            return False


def _is_double(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False
