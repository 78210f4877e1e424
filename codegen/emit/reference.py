"""The reference: a page for every version of every kind, in Markdown, and one that lists them.

Headings are Markdown, so that a site can list them; every text of a schema
stands in HTML, which :mod:`codegen.emit.markup` escapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from codegen import runtime
from codegen.avro import UNKNOWN, avro_schema, by_name
from codegen.emit.definitions import Definition, definition_of, definitions
from codegen.emit.examples import examples
from codegen.emit.markup import Html, block, code, element, folded, join, json_block, json_line, link, text
from codegen.emit.rule_words import rule_words
from codegen.emit.tree import anchor, in_reading_order, tree
from codegen.emit.wording import avro_type, bounds, presence, python_type, type_words
from codegen.history import Versions, label_since, rule_since, since
from codegen.model import Document, Enum, Field, Record

Released = Mapping[str, Mapping[str, str]]


def emit(history: Mapping[str, Versions], released: Released) -> dict[str, str]:
    """``KIND/VERSION.md`` for every version, and ``index.md``."""
    pages = {
        f"{kind}/{document.version}.md": _Page(versions, index, is_released(document, released)).text()
        for kind, versions in history.items()
        for index, document in enumerate(versions)
    }
    return pages | {"index.md": _index(history, released)}


def is_released(document: Document, released: Released) -> bool:
    """Whether the lock lists it."""
    return document.version in released.get(document.kind, {})


def _index(history: Mapping[str, Versions], released: Released) -> str:
    rows = [
        f"| {document.root.name} | [{document.version}]({kind}/{document.version}.md) "
        f"| {'released' if is_released(document, released) else 'draft'} "
        f"| [JSON Schema](../schemas/{kind}/{document.version}.json) "
        f"| [Avro schema](../schemas/{kind}/{document.version}.avsc) |\n"
        for kind, versions in history.items()
        for document in reversed(versions)
    ]
    return f"""{_INDEX}{"".join(rows)}{_HOW_TO_READ}"""


_WRITTEN = "<!-- Written by `python -m codegen`; do not edit. -->\n"

_INDEX = f"""{_WRITTEN}
# Reference

Every member of every version. A version that is released never changes, and neither do the addresses of its schemas:
`/schemas/KIND/VERSION.json` and `/schemas/KIND/VERSION.avsc`. A draft may still change.

| document | version | state | | |
|---|---|---|---|---|
"""

_HOW_TO_READ = f"""
How versions differ, and who can read whose files, stands in the [reviews of the releases](../releases.md).

## How to read a page

- **Type** is the type in JSON. An integer may be written as `3.0`; the [value rules](../rules.md#value-rules) say up to
  where. An instant has `T`, an offset or `Z`, and up to nine fraction digits.
- **Presence** tells when a member may be absent or null, what that means, and what is written then. Where absent and
  null mean the same, they are one value in memory.
- **Since** is the first version that declares the member. Files of that version and later ones may have it.
- **Python** is the attribute of the dataclass and its type. The dataclasses are those of the newest version, and read
  every version.
- **Avro** is the field of the Avro schema and its type. Types that Avro does not have, such as any JSON, are
  described on the [page on Avro](../avro.md).

Content is open: an object may have members that no version declares, and an enumeration labels that no version lists.
They are kept: unknown members in `additional_properties` in Python and in the field `{UNKNOWN}` in Avro, unknown labels
as texts.
"""


class _Page:
    """One version of a kind among the others."""

    def __init__(self, versions: Versions, index: int, released: bool) -> None:
        self._document = versions[index]
        self._others = [document.version for document in versions if document is not self._document]
        self._until_here = versions[: index + 1]
        self._newest = {record.name: record for record in versions[-1].records}
        self._released = released
        self._examples = examples(self._document)
        self._avro = by_name(avro_schema(self._document))
        self._definitions = definitions(self._document)

    def text(self) -> str:
        """The page."""
        return "\n".join([*self._head(), *self._body(), *self._rules(), *self._full_examples()])

    def _head(self) -> Iterator[str]:
        document = self._document
        stem = f"/schemas/{document.kind}/{document.version}"
        yield _WRITTEN
        yield f"# {document.root.name} {document.version}\n"
        yield f"{_paragraph(document.root.description)}\n"
        if not self._released:
            yield "**Draft**: it is not released, and may still change.\n"
        yield f"- [JSON Schema](../..{stem}.json), at `{stem}.json`"
        yield f"- [Avro schema](../..{stem}.avsc), at `{stem}.avsc`"
        if self._others:
            yield f"- Other versions: {', '.join(f'[{other}]({other}.md)' for other in self._others)}"
        yield "- [How to read this page](../index.md#how-to-read-a-page)\n"
        yield f"## The whole document\n\n{tree(document)}\n"

    def _body(self) -> Iterator[str]:
        yield "## Records\n"
        for record in in_reading_order(self._document):
            yield from self._record(record)
        if self._document.enums:
            yield "## Labels\n"
        for enum in self._document.enums:
            yield from self._enum(enum)
        if self._definitions:
            yield "## Forms of texts and numbers\n"
        for definition in self._definitions:
            yield from _definition(definition)

    def _record(self, record: Record) -> Iterator[str]:
        yield f"{_heading(record.name)}\n"
        if record is not self._document.root:  # described at the top
            yield f"{_paragraph(record.description)}\n"
        yield f"{self._names(record.name, in_avro=True)}\n"
        if record.fields:
            yield f"{block('dl', *(self._member(record, field) for field in record.fields))}\n"

    def _names(self, name: str, *, in_avro: bool) -> Html:
        full = code(f"{runtime.PACKAGE}.{self._document.kind}.{name}")
        in_python = name in self._newest or not in_avro
        languages = " and ".join(["Python"] * in_python + ["Avro"] * in_avro)
        return element("p", text(f"In {languages}: "), full)

    def _member(self, record: Record, field: Field) -> Html:
        place = anchor(record, field)
        name = element("dt", link(code(field.wire), place), id=place)
        return join(
            name,
            Html("\n"),
            block("dd", _paragraph(field.description), block("table", *self._facts(record, field))),
        )

    def _facts(self, record: Record, field: Field) -> Iterator[Html]:
        form = definition_of(self._document, field)
        kind = type_words(field.type, lambda name: link(text(name), name))
        yield _fact(
            "Type", kind if form is None else join(kind, text("; form: "), link(text(form.name), form.name))
        )
        if field.unit is not None:
            yield _fact("Unit", text(field.unit))
        yield _fact("Presence", presence(field))
        if form is None or form.type != field.type.without_null():
            yield from (_fact("Bounds", phrase) for phrase in bounds(field.type))
        yield _fact("Since", text(since(record, field, self._until_here)))
        if (record.name, field.wire) in self._examples:
            yield _fact("Example", _example(self._examples[record.name, field.wire]))
        yield _fact("Python", self._python(record, field))
        yield _fact("Avro", self._avro_field(record, field))

    def _python(self, record: Record, field: Field) -> Html:
        newest = self._newest.get(record.name)
        for known in newest.fields if newest else ():
            if known.wire == field.wire:
                return code(f"{known.python}: {python_type(known)}")
        return text("no attribute: the newest version does not declare it")

    def _avro_field(self, record: Record, field: Field) -> Html:
        for known in self._avro[record.name]["fields"]:
            if known.get("wire", known["name"]) == field.wire:
                default = (
                    [text(", default "), code(json_line(known["default"]))] if "default" in known else []
                )
                return join(code(known["name"]), text(f": {avro_type(known['type'])}"), *default)
        raise AssertionError(field.pointer)

    def _enum(self, enum: Enum) -> Iterator[str]:
        yield f"{_heading(enum.name)}\n"
        yield f"{_paragraph(enum.description)}\n"
        yield f"{self._names(enum.name, in_avro=False)}\n"
        head = element(
            "tr", *(element("th", text(title), scope="col") for title in ("Label", "Python", "Since"))
        )
        rows = [
            element(
                "tr",
                element("td", code(label)),
                element("td", code(f"{enum.name}.{python}")),
                element("td", text(label_since(enum, label, self._until_here))),
            )
            for python, label in enum.labels
        ]
        yield f"{block('table', block('thead', head), block('tbody', *rows))}\n"

    def _rules(self) -> Iterator[str]:
        yield "## Rules\n"
        yield "The [value rules](../../rules.md#value-rules) hold for every document."
        if not self._document.checks:
            return
        yield (
            "These rules go across members; [what their data mean](../../rules.md#the-kinds), and when they are\n"
            "enforced, is the same for all versions. A rule whose inputs are absent or null does not apply.\n"
        )
        for check in self._document.checks:
            first = text(f"Since {rule_since(check['id'], self._until_here)}.")
            words = join(rule_words(check), text(" "), first)
            data = folded(text("As data"), json_block(check))
            yield f"### {check['id']}\n\n{_paragraph(check['description'])}\n\n{element('p', words)}\n\n{data}\n"

    def _full_examples(self) -> Iterator[str]:
        given: list[Any] = list(self._document.schema.get("examples", ()))
        if given:
            yield "## Examples\n"
        for number, example in enumerate(given, start=1):
            yield f"{folded(text(f'Example {number}'), json_block(example))}\n"


def _definition(definition: Definition) -> Iterator[str]:
    yield f"{_heading(definition.name)}\n"
    yield f"{_paragraph(definition.description)}\n"
    if phrases := bounds(definition.type):
        yield f"{block('ul', *(element('li', phrase) for phrase in phrases))}\n"


def _heading(name: str) -> str:
    """A heading that is linked by the name, which is of ASCII letters and digits."""
    return f"### {name} {{ #{name} }}"


def _paragraph(plain: str) -> Html:
    return element("p", text(plain))


def _fact(name: str, value: Html) -> Html:
    return element("tr", element("th", text(name), scope="row"), element("td", value))


_LONGEST_LINE = 80


def _example(value: Any) -> Html:
    line = json_line(value)
    return code(line) if len(line) <= _LONGEST_LINE else folded(text("an example"), json_block(value))
