"""What the model says, in words: types, bounds, presence, and how Python and Avro carry a member."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from codegen.emit.markup import Html, code, element, folded, join, json_line, text
from codegen.model import (
    AnyJson,
    Array,
    Boolean,
    EnumRef,
    Field,
    Instant,
    Integer,
    Map,
    Number,
    RecordRef,
    String,
    Type,
)

_RANGES = (
    ("minimum", "maximum", "{} to {}"),
    ("minLength", "maxLength", "{} to {} characters"),
    ("minItems", "maxItems", "{} to {} items"),
    ("minProperties", "maxProperties", "{} to {} members"),
)
_LIMITS = {
    "minimum": "at least {}", "exclusiveMinimum": "above {}", "maximum": "at most {}", "exclusiveMaximum": "below {}",
    "multipleOf": "a multiple of {}", "minLength": "at least {} characters", "maxLength": "at most {} characters",
    "minItems": "at least {} items", "maxItems": "at most {} items",
    "minProperties": "at least {} members", "maxProperties": "at most {} members",
}  # fmt: skip
_LONGEST_PATTERN = 80
"""Patterns above this length open on demand."""


def type_words(type_: Type, named: Callable[[str], Html]) -> Html:
    """The type as JSON has it; ``named`` shows the name of a record or an enumeration."""
    words = _shape_words(type_, named)
    return join(words, text(", or null")) if _adds_null(type_) else words


def _inner_words(type_: Type, named: Callable[[str], Html]) -> Html:
    words = type_words(type_, named)
    return join(text("("), words, text(")")) if _adds_null(type_) else words


def _adds_null(type_: Type) -> bool:
    return type_.nullable and not isinstance(type_.shape, AnyJson)


def _shape_words(type_: Type, named: Callable[[str], Html]) -> Html:
    match type_.shape:
        case String(None):
            return text("text")
        case String(const):
            return join(text("always "), code(json_line(const)))
        case Integer():
            return text("integer")
        case Number():
            return text("number (a double)")
        case Boolean():
            return text("true or false")
        case Instant():
            return text("instant (text of RFC 3339)")
        case AnyJson():
            return text("any JSON")
        case EnumRef(name):
            return join(text("text ("), named(name), text(" or another label)"))
        case RecordRef(name):
            return named(name)
        case Array(items):
            return join(text("list of "), _inner_words(items, named))
        case Map(values):
            return join(text("object: "), _inner_words(values, named), text(" by name"))


def bounds(type_: Type) -> list[Html]:
    """What a value must keep to beyond its type, a phrase each."""
    own = list(_limits(type_.constraints))
    match type_.shape:
        case Array(items):
            return own + _each("each item", bounds(items))
        case Map(values):
            names = _limits(type_.constraints.get("propertyNames", {}))
            return own + _each("each name", names) + _each("each value", bounds(values))
        case _:
            return own


def _each(what: str, phrases: Iterator[Html] | list[Html]) -> list[Html]:
    return [join(text(f"{what}: "), phrase) for phrase in phrases]


def _limits(constraints: Mapping[str, Any]) -> Iterator[Html]:
    rest = dict(constraints)
    for lowest, highest, phrase in _RANGES:
        if lowest in rest and highest in rest:
            low, high = rest.pop(lowest), rest.pop(highest)
            words = phrase.format(low, high) if low != high else phrase.removeprefix("{} to ").format(low)
            yield text(words)
    for keyword, phrase in _LIMITS.items():
        if keyword in rest:
            yield text(phrase.format(rest[keyword]))
    if rest.get("uniqueItems"):
        yield text("no item twice")
    if "pattern" in rest:
        yield _pattern("matches ", rest["pattern"])
    if "not" in rest:
        yield _pattern("has nothing that matches ", rest["not"]["pattern"])


def _pattern(words: str, pattern: str) -> Html:
    if len(pattern) > _LONGEST_PATTERN:
        return folded(text(f"{words}a pattern"), element("p", code(pattern)))
    return join(text(words), code(pattern))


def presence(field: Field) -> Html:
    """When a member may be absent or null, what that means, and how it is written then."""
    any_json = isinstance(field.type.shape, AnyJson)
    if field.required:
        if any_json:
            return text("must be there; null is a value like any other")
        return text("must be there; may be null" if field.type.nullable else "must be there, and not null")
    default = code(json_line(field.default))
    if field.default is None:
        allowed = text("may be absent or null, which is the same")
        written = text("left out" if field.omit_default else "written as null")
        return join(allowed, text("; "), written, text(" when unset"))
    allowed = text(
        "may be absent or null; both stand for "
        if field.type.nullable
        else "may be absent, which stands for "
    )
    never = text("" if field.type.nullable else "; never null")
    written = text("; left out when it holds that" if field.omit_default else "; always written")
    return join(allowed, default, never, written)


def python_type(field: Field) -> str:
    """The annotation of the attribute."""
    return _python(field.type if field.optional_in_python else field.type.without_null())


def _python(type_: Type) -> str:
    return _python_not_null(type_) + (" | None" if _adds_null(type_) else "")


def _python_not_null(type_: Type) -> str:
    match type_.shape:
        case String(None):
            return "str"
        case String(const):
            return f"Literal[{json_line(const)}]"
        case Integer():
            return "int"
        case Number():
            return "float"
        case Boolean():
            return "bool"
        case Instant():
            return "Instant"
        case AnyJson():
            return "JSONValue"
        case EnumRef(name):
            return f"{name} | str"
        case RecordRef(name):
            return name
        case Array(items):
            return f"list[{_python(items)}]"
        case Map(values):
            return f"dict[str, {_python(values)}]"


def avro_type(schema: Any) -> str:
    """An Avro type; a record by its name."""
    match schema:
        case ["null", branch]:
            return f"null or {avro_type(branch)}"
        case {"logicalType": "decimal", "precision": digits}:
            return f"decimal of {digits} digits (bytes)"
        case {"logicalType": logical, "type": carrier}:
            return f"{logical} ({carrier})"
        case {"type": "string", "format": "json"}:
            return "JSON text (string)"
        case {"type": "array", "items": items}:
            return f"array of {avro_type(items)}"
        case {"type": "map", "values": values}:
            return f"map of {avro_type(values)}"
        case {"type": "record", "name": name}:
            return str(name)
        case str(name):
            return name.rpartition(".")[2]
        case _:
            raise AssertionError(schema)
