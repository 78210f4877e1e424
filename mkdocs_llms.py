"""Hook of mkdocs: ``llms.txt`` at the root of the site, its pages for readers that are programs (llmstxt.org).

Sections, titles and addresses follow from ``nav``, descriptions from the first sentence of each page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig


class _FirstParagraph(HTMLParser):
    """The text of the first paragraph that says something."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._inside = self._done = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self._inside |= tag == "p"

    def handle_endtag(self, tag: str) -> None:
        if tag == "p":
            self._inside = False
            self._done = self._done or bool(self.text.strip())

    def handle_data(self, data: str) -> None:
        if self._inside and not self._done:
            self.text += data


class _Site:
    navigation: Navigation | None = None


def on_nav(nav: Navigation, config: MkDocsConfig, files: object) -> None:  # noqa: ARG001 - as mkdocs calls it
    """Keep the navigation until its pages have been rendered."""
    _Site.navigation = nav


def on_post_build(config: MkDocsConfig) -> None:
    """Write the file."""
    if _Site.navigation is not None:
        text = llms_text(config.site_name, config.site_description or "", _Site.navigation)
        Path(config.site_dir, "llms.txt").write_text(text, encoding="utf-8", newline="\n")


def llms_text(name: str, description: str, navigation: Navigation) -> str:
    """The file: a section for each section of the navigation, a line for each page."""
    lines = [f"# {name}", "", f"> {description}."]
    for item in navigation.items:
        pages = list(_pages(item))
        if pages:
            lines += ["", f"## {item.title}", "", *map(_line, pages)]
    return "\n".join(lines) + "\n"


def _pages(item: object) -> Iterator[Page]:
    if isinstance(item, Page):
        yield item
    elif isinstance(item, Section):
        for child in item.children:
            yield from _pages(child)


def _line(page: Page) -> str:
    about = _first_sentence(page.content or "")
    return f"- [{page.title}]({page.url or './'})" + (f": {about}" if about else "")


def _first_sentence(html: str) -> str:
    parser = _FirstParagraph()
    parser.feed(html)
    text = " ".join(parser.text.split())
    sentence = re.match(r".*?[.!?](?= |$)", text)
    return sentence[0] if sentence else text.rstrip(":")
