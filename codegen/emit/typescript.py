"""TypeScript declarations: ``schemas/KIND/VERSION.d.ts``, and ``schemas/newest.d.ts`` with every kind."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from codegen.emit.visible import visible
from codegen.history import Versions, since
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

COMMAND = "runsnap schema export --language typescript"
_WIDTH = 110
_MOST_EXACT = 2**53 - 1
"""The largest integer that JavaScript's ``number`` tells from its neighbours."""

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_MARKUP = re.compile(r"[\\{}@<>]|(?<=\*)/")
_BOUNDS = {
    "minimum": "At least", "exclusiveMinimum": "Above", "maximum": "At most", "exclusiveMaximum": "Below",
    "multipleOf": "A multiple of", "minLength": "Length at least", "maxLength": "Length at most",
    "pattern": "Pattern", "minItems": "Items at least", "maxItems": "Items at most",
    "minProperties": "Members at least", "maxProperties": "Members at most",
}  # fmt: skip
_RANGES = (
    ("minimum", "maximum", "Range: "),
    ("minLength", "maxLength", "Length: "),
    ("minItems", "maxItems", "Number of items: "),
    ("minProperties", "maxProperties", "Number of members: "),
)

_PREAMBLE = """\
/**
 * Any JSON.
 *
 * `JSON.parse` makes a `number` of every number: it rounds integers beyond `Number.MAX_SAFE_INTEGER`, and takes `1`
 * and `1.0` for the same. A parser that keeps them apart gives a `bigint` for an integer.
 */
export type JSONValue = null | boolean | number | bigint | string | JSONValue[] | {object};

/** A JSON object whose names are data. */
export interface {object} {{
  [name: string]: JSONValue | undefined;
}}

/**
 * An integer that may lie beyond `Number.MAX_SAFE_INTEGER`.
 *
 * As a `number` it is exact up to there, and only if the parser has not rounded it: `JSON.parse` does. Beyond, it is
 * exact as a `bigint`.
 */
export type {integer} = number | bigint;

/**
 * A moment as RFC 3339 writes it, with up to nine fraction digits: `2026-03-02T08:15:00.250000001Z`.
 *
 * A `Date` keeps three of the digits. Two texts may stand for one moment; do not compare them as texts.
 */
export type Instant = string;
"""


def emit(history: Mapping[str, Versions]) -> dict[str, str]:
    """One file a version, and one of the newest version of every kind."""
    files = {
        f"schemas/{kind}/{document.version}.d.ts": _module(versions[: index + 1])
        for kind, versions in history.items()
        for index, document in enumerate(versions)
    }
    return files | {"schemas/newest.d.ts": _collection(history)}


def _module(versions: Versions) -> str:
    newest = versions[-1]
    about = f"A {newest.kind}, version {newest.version} of its schema: {newest.root.name} is the document."
    names = _Names([newest])
    return "\n".join([_head(about, f"{COMMAND} {newest.kind} --version {newest.version}"), names.preamble(),
                      *_declarations(versions, names)])  # fmt: skip


def _collection(history: Mapping[str, Versions]) -> str:
    newest = [versions[-1] for versions in history.values()]
    listed = ", ".join(f"{document.kind} {document.version}" for document in newest)
    names = _Names(newest)
    rooms = [
        f"export namespace {kind} {{\n{textwrap.indent(chr(10).join(_declarations(versions, names)), '  ')}}}\n"
        for kind, versions in history.items()
    ]
    return "\n".join(
        [_head(f"Every kind of document, a namespace each: {listed}.", COMMAND), names.preamble(), *rooms]
    )


def _head(about: str, command: str) -> str:
    return _comment([
        about,
        f"Written by `{command}`; do not edit.",
        "Content is open: objects may hold members, and enumerations labels, that are not listed here. Keep them.",
    ])  # fmt: skip


class _Names:
    """Names of the types that every file begins with, apart from those that schemas define."""

    def __init__(self, documents: Sequence[Document]) -> None:
        taken = {record.name for document in documents for record in document.records}
        taken |= {enum.name for document in documents for enum in document.enums}
        self.object = _free("JSONObject", taken)
        self.integer = _free("LargeInteger", taken)

    def preamble(self) -> str:
        return _PREAMBLE.format(object=self.object, integer=self.integer)

    def of(self, type_: Type) -> str:
        """The TypeScript type."""
        if isinstance(type_.shape, AnyJson):
            return "JSONValue"
        name = self._of_shape(type_)
        return f"{name} | null" if type_.nullable else name

    def _of_shape(self, type_: Type) -> str:
        match type_.shape:
            case String(const):
                return "string" if const is None else literal(const)
            case Boolean():
                return "boolean"
            case Number():
                return "number"
            case Integer():
                return "number" if _is_small(type_.constraints) else self.integer
            case Instant():
                return "Instant"
            case EnumRef(name) | RecordRef(name):
                return name
            case Array(items):
                inner = self.of(items)
                return f"({inner})[]" if " " in inner and not inner.startswith('"') else f"{inner}[]"
            case Map(Type(AnyJson())):
                return self.object
            case Map(values):
                return f"{{ [name: string]: {self.of(values)} | undefined }}"
            case AnyJson():
                return "JSONValue"


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _is_small(constraints: Mapping[str, Any]) -> bool:
    """Whether every integer within the bounds is exact as a ``number``."""
    lowest = constraints.get("minimum", constraints.get("exclusiveMinimum", -_MOST_EXACT - 1))
    highest = constraints.get("maximum", constraints.get("exclusiveMaximum", _MOST_EXACT + 1))
    return bool(lowest >= -_MOST_EXACT and highest <= _MOST_EXACT)


def _declarations(versions: Versions, names: _Names) -> Iterator[str]:
    newest = versions[-1]
    for record in newest.records:
        yield _record(record, versions, names)
    for enum in newest.enums:
        yield _enum(enum)


def _record(record: Record, versions: Versions, names: _Names) -> str:
    lines = [_comment([inert(record.description)]), f"export interface {record.name} {{\n"]
    for field in record.fields:
        first = since(record, field, versions)
        notes = [*_notes(field), *([] if first == versions[0].version else [f"Since {first}."])]
        mark = "" if field.required else "?"
        lines += [
            _comment([inert(field.description), " ".join(notes), *_default(field)], "  "),
            f"  {_member_name(field.wire)}{mark}: {names.of(field.type)};\n\n",
        ]
    lines += [
        _comment(["Members that this version does not declare; they are kept."], "  "),
        "  [unknown: string]: JSONValue | undefined;\n}\n",
    ]
    return "".join(lines)


def _enum(enum: Enum) -> str:
    labels = " | ".join(literal(label) for _, label in enum.labels)
    return f"{_comment([inert(enum.description)])}export type {enum.name} = {labels} | (string & {{}});\n"


def _notes(field: Field) -> Iterator[str]:
    """What the type does not say, a sentence each."""
    if field.unit is not None:
        yield f"Unit: {inert(field.unit)}."
    if not isinstance(field.type.shape, Instant):
        yield from _bounds(field.type.constraints)
    if field.omit_default:
        yield "Left out when it holds its default."


def _bounds(constraints: Mapping[str, Any]) -> Iterator[str]:
    rest = dict(constraints)
    for lowest, highest, what in _RANGES:
        if lowest in rest and highest in rest:
            bounds = rest.pop(lowest), rest.pop(highest)
            yield f"{what}{bounds[0]}." if bounds[0] == bounds[1] else f"{what}{bounds[0]} to {bounds[1]}."
    for keyword, what in _BOUNDS.items():
        if keyword in rest:
            yield f"{what}: {_code(str(rest[keyword]))}."
    if rest.get("uniqueItems"):
        yield "No item twice."


def _default(field: Field) -> Iterator[str]:
    if not field.required:
        yield f"@defaultValue {_code(json.dumps(field.default, ensure_ascii=False))}"


def _code(text: str) -> str:
    """A code span, which shows its text as it is; or plain text, where that would end the span or the comment."""
    if "`" in text or "*/" in text or "\n" in text:
        return inert(text)
    return f"`{visible(text)}`"


def _comment(paragraphs: Iterable[str], indent: str = "") -> str:
    """A documentation comment; empty paragraphs are left out."""
    lines: list[str] = []
    for paragraph in filter(None, paragraphs):
        lines += [""] if lines else []
        for line in paragraph.split("\n"):
            lines += textwrap.wrap(
                line, _WIDTH - len(indent), break_long_words=False, break_on_hyphens=False
            ) or [""]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n" if lines else ""


def inert(text: str) -> str:
    """Text that stands in a comment as it reads: it ends nothing, and marks nothing up."""
    return visible(_MARKUP.sub(r"\\\g<0>", text))


def literal(text: str) -> str:
    """A TypeScript string."""
    return visible(json.dumps(text, ensure_ascii=False))


def _member_name(wire: str) -> str:
    return wire if _NAME.fullmatch(wire) else literal(wire)
