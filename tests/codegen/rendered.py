"""Pages of the reference as a browser gets them: made with the extensions of the site, read by an HTML parser."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import markdown
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from codegen.emit.reference import emit
from codegen.model import Document

ROOT = Path(__file__).resolve().parents[2]
PART = {"title": "Part", "description": "A part.", "type": "object", "properties": {}}
COLOUR = {"title": "Colour", "type": "string", "x-extensible-enum": ["red", "blue"]}
MOMENT = {
    "title": "Moment", "description": "A moment.", "type": "string", "format": "date-time", "pattern": f"^[0-9]{'x' * 80}$",
}  # fmt: skip
CODE = {"title": "Code", "description": "A code.", "type": "string", "pattern": "^[a-z]{3}$", "maxLength": 3}
DEFS = {"Part": PART, "Colour": COLOUR, "Moment": MOMENT, "Code": CODE}
"""Definitions for members of schemas that tests make."""

VOID = {"br", "hr", "img", "input", "link", "meta"}


@dataclass
class Element:
    """An element, with the elements and texts in it."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def elements(self) -> list[Element]:
        """The elements directly inside."""
        return [child for child in self.children if isinstance(child, Element)]

    @property
    def text(self) -> str:
        """What a reader sees, a line feed for each line break."""
        if self.tag == "br":
            return "\n"
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, tag: str | None = None) -> list[Element]:
        """Every element inside, outer ones first."""
        below = [found for child in self.elements for found in [child, *child.all()]]
        return [found for found in below if tag in {None, found.tag}]

    def at(self, identifier: str) -> Element:
        """The element with that id."""
        [found] = [found for found in self.all() if found.attributes.get("id") == identifier]
        return found


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("page")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def handle_comment(self, data: str) -> None:
        self.open[-1].children.append(Element("comment"))

    def handle_decl(self, decl: str) -> None:
        self.open[-1].children.append(Element("declaration"))

    unknown_decl = handle_decl

    def handle_pi(self, data: str) -> None:
        self.open[-1].children.append(Element("instruction"))


@cache
def settings() -> MkDocsConfig:
    """Those of the site."""
    return load_config(str(ROOT / "mkdocs.yml"))


def rendered(page: str) -> Element:
    """The page."""
    site = settings()
    return parsed(
        markdown.markdown(page, extensions=site.markdown_extensions, extension_configs=site.mdx_configs)
    )


def parsed(html: str) -> Element:
    """Elements of HTML; each must end where it should."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    [root] = builder.open
    return root


def shape(element: Element) -> list[object]:
    """Elements and their attributes' names, without line breaks and texts."""
    return [
        (child.tag, sorted(child.attributes), shape(child)) for child in element.elements if child.tag != "br"
    ]


def page(*versions: Document) -> Element:
    """The page of the last version."""
    return rendered(emit({"sample": versions}, {})[f"sample/{versions[-1].version}.md"])


def facts(page: Element, place: str) -> dict[str, Element]:
    """Cells of the table of a member, by their names."""
    terms = next(found for found in page.all("dl") if page.at(place) in found.elements).elements
    [table] = terms[terms.index(page.at(place)) + 1].all("table")
    return {head.text: cell for head, cell in (row.elements for row in table.all("tr"))}


def places(page: Element) -> list[str]:
    """Every member that a page describes."""
    return [str(term.attributes["id"]) for term in page.all("dt")]
