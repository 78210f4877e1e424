"""A document as a tree that opens part by part."""

from __future__ import annotations

from codegen.emit.markup import Html, block, code, element, folded, join, link, text
from codegen.emit.wording import type_words
from codegen.model import Document, Field, Record, RecordRef, Type, parts


def anchor(record: Record, field: Field) -> str:
    """Where a member is described on the page of its version."""
    return f"{record.name}.{field.python}"


def tree(document: Document) -> Html:
    """The document, and below it every member; a record that occurs again is not opened again."""
    return folded(code(document.root.name), _Tree(document).members(document.root), unfolded=True)


def in_reading_order(document: Document) -> list[Record]:
    """Every record, in the order in which the tree shows them."""
    found: dict[str, Record] = {}

    def add(record: Record) -> None:
        if record.name not in found:
            found[record.name] = record
            for field in record.fields:
                for name in _records_inside(field.type):
                    add(document.record(name))

    for record in document.records:
        add(record)
    return list(found.values())


def _records_inside(type_: Type) -> list[str]:
    return [part.shape.name for part in parts(type_) if isinstance(part.shape, RecordRef)]


class _Tree:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._shown: set[str] = set()

    def members(self, record: Record) -> Html:
        self._shown.add(record.name)
        return block("ul", *(element("li", self._member(record, field)) for field in record.fields))

    def _member(self, record: Record, field: Field) -> Html:
        place = anchor(record, field)
        kind = join(text(" "), type_words(field.type, text))
        inner = self._record_inside(field.type)
        if inner is None:
            return join(link(code(field.wire), place), kind)
        about = element("p", text(f"{field.description} "), link(code(place), place))
        return folded(join(code(field.wire), kind), about, self.members(inner))

    def _record_inside(self, type_: Type) -> Record | None:
        """The record that the type leads to, unless the tree shows it elsewhere."""
        names = [name for name in _records_inside(type_) if name not in self._shown]
        return self._document.record(names[0]) if names else None
