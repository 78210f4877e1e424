"""A long list that the page's script shows: rows to choose from, and the whole of the chosen one.

The rows are data, of which the script makes elements for those that are in view.
A table of the first ones stands in the page as well: it is what is printed, and
what is there without scripts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from runsnap._encode import encode
from runsnap._json import JSONValue
from runsnap._pages._text import Html, dense, element, foreign
from runsnap._units import counted

SCRIPTS = ("text.js", "list.js")
STYLES = ("list.css",)
_ID = "rows"
_PRINTED = 200
_PRINTED_MARKED = 100
_PRINTED_PARTS = 20
_LONGEST_PRINTED = 1500
_LONGEST_NAME = 200
_OTHER_TONE = 6


class Part(NamedTuple):
    """A text of a row: what was given, or what came back; ``form`` is ``text`` or ``JSON``."""

    side: str
    label: str
    form: str
    text: str


def part(side: str, label: str, value: Any) -> Part:
    """A text as it is, any other value as JSON with every digit."""
    if isinstance(value, str):
        return Part(side, label, "text", value)
    return Part(side, label, "JSON", encode(value, usual_floats=False, indent=True).decode().rstrip())


@dataclass(slots=True)
class Row:
    """One thing of the list.

    ``tone`` is the number of its colour, ``bar`` where its bar begins and how
    long it is, as shares of the whole. ``facts`` has a text or None for each of
    the list's labels.
    """

    number: str
    kind: str
    tone: int
    name: str
    small: Sequence[str | None]
    facts: Sequence[str | None] = ()
    bar: tuple[float, float] | None = None
    error: str | None = None
    findings: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def is_marked(self) -> bool:
        """Whether something is wrong with it."""
        return self.error is not None or bool(self.findings)

    def data(self) -> list[Any]:
        """What the script reads, in the order in which it takes it apart."""
        small = [text for text in self.small if text]
        return [self.number, self.kind, self.tone, self.name, small, self.facts, self.bar, self.error,
                self.findings, [[*each, len(each.text)] for each in self.parts]]  # fmt: skip


def other_rows(
    texts: Mapping[str, str | None], records: Mapping[str, Mapping[str, JSONValue]], longest: int
) -> Iterator[Row]:
    """Rows for what has no other place: texts that are too long for the top of a page, and unknown members."""
    for name, text in texts.items():
        if text is not None and len(text) > longest:
            yield Row("", "long text", _OTHER_TONE, name, [], parts=[part("given", name, text)])
    for name, members in records.items():
        if members:
            yield Row(
                "", "other members", _OTHER_TONE, name, [], parts=[part("given", "Other members", members)]
            )


@dataclass(frozen=True, slots=True)
class Listed:
    """Rows, what one of them and several are called, and the labels of their facts."""

    title: str
    one: str
    several: str
    labels: Sequence[str]
    rows: Sequence[Row]

    def data(self) -> dict[str, Any]:
        """What the page embeds, by the id under which the script finds it."""
        rows = [row.data() for row in self.rows]
        return {_ID: {"one": self.one, "several": self.several, "labels": self.labels, "rows": rows}}

    def html(self) -> Html:
        """The places that the script fills, and the table."""
        return Html(self._explorer() + self._still())

    def _explorer(self) -> Html:
        marked = any(row.is_marked for row in self.rows)
        only = element(
            "label", element("input", type="checkbox", id="only-marked"), " only with errors or findings"
        )
        toolbar = element(
            "div",
            element("label", "Search", for_="search"),
            element("input", type="search", id="search", autocomplete="off", spellcheck="false"),
            only if marked else "",
            element("span", role="status", id="found", class_="muted"),
            class_="toolbar", role="search",
        )  # fmt: skip
        keys = "Keys: arrows choose, Enter reads, Escape goes back, / searches."
        panes = element(
            "div",
            element("div", id="list", role="listbox", tabindex=0, aria_label=self.title),
            element("section", id="detail", tabindex=-1, aria_label=f"The chosen {self.one}"),
            class_="panes",
        )
        return element(
            "section", element("h2", self.title), toolbar, element("p", keys, class_="keys muted"), panes,
            id="explorer", class_="card explorer screen-only", hidden=True,
        )  # fmt: skip

    def _still(self) -> Html:
        chosen = list(self._printed())
        left_out = len(self.rows) - len(chosen)
        told = f"{counted(len(self.rows), self.one, self.several)}."
        if left_out:
            told += (
                f" {left_out:,} are not in this table: it has the first {_PRINTED} and up to {_PRINTED_MARKED} later ones "
                "with errors or findings. The page on a screen has them all."
            )
        head = element("tr", *(element("th", text, scope="col") for text in ("#", "What", "Texts")))
        body = (self._table_row(place, row) for place, row in chosen)
        table = element("table", element("caption", told), element("thead", head), element("tbody", *body))
        return element("section", element("h2", self.title), table, class_="card still")

    def _printed(self) -> Iterator[tuple[int, Row]]:
        marked = 0
        for place, row in enumerate(self.rows):
            if place >= _PRINTED:
                if not row.is_marked or marked == _PRINTED_MARKED:
                    continue
                marked += 1
            yield place, row

    def _table_row(self, place: int, row: Row) -> Html:
        what = [
            element("div", element("span", dense(row.kind, 40), class_=f"kind kind-{row.tone}"), " ",
                    dense(row.name, _LONGEST_NAME)),
            element("div", dense(", ".join(filter(None, row.small)), _LONGEST_NAME), class_="muted"),
        ]  # fmt: skip
        wrong = [text for text in (row.error, *row.findings) if text is not None]
        what += [element("div", dense(text, _LONGEST_PRINTED), class_="bad tone") for text in wrong]
        texts = [_printed_part(each) for each in row.parts[:_PRINTED_PARTS]]
        if (more := len(row.parts) - _PRINTED_PARTS) > 0:
            texts.append(element("div", f"and {counted(more, 'more text')}", class_="muted"))
        cells = (element("td", row.number), element("td", *what), element("td", *texts))
        return element("tr", *cells, id=f"row-{place}")


def _printed_part(each: Part) -> Html:
    return element(
        "div",
        element("div", dense(each.label, _LONGEST_NAME), class_="muted"),
        element("div", dense(each.text, _LONGEST_PRINTED), class_="printed-text"),
        class_="printed-part",
    )


def badge(kind: str, tone: int) -> Html:
    """The kind of a row in its colour."""
    return element("span", foreign(kind, 40), class_=f"kind kind-{tone}")
