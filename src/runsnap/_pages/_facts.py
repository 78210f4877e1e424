"""What stands at the top of a page: facts, with what rules find wrong in them, and all findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from runsnap._json import JSONValue
from runsnap._pages._listed import part
from runsnap._pages._text import Html, element, folded, foreign
from runsnap._pointer import shortened
from runsnap._report import Problem, Report
from runsnap._units import counted

Fact = tuple[str, Html | str, str]
"""A label, its value, and the pointer of the member that it comes from, if it is of one."""


def title_line(name: str, *details: Html) -> Html:
    """The name of a page, and what stands beside it."""
    return element(
        "header", element("h1", foreign(name, 200) if name else "(no name)"), *details, class_="title"
    )


def facts(rows: Iterable[Fact], failures: Sequence[Problem] = ()) -> Html:
    """Labels and values; a failure of a cross-field rule stands with the member that it is of."""
    cells: list[Html] = []
    for label, value, pointer in rows:
        found = [told(failure) for failure in failures if pointer and failure.pointer == pointer]
        marks = (element("div", text, class_="doubt tone") for text in found)
        cells.append(element("div", element("dt", label), element("dd", value, *marks)))
    return element("dl", *cells, class_="facts paired")


def told(failure: Problem) -> str:
    """What a failed rule says."""
    return f"{failure.keyword}: expected {failure.expected}, found {failure.found}"


def findings(report: Report, place_of: Callable[[Problem], int | None] = lambda _: None) -> Html:
    """All that the cross-field rules find; nothing where they find nothing."""
    if not report.failure_count:
        return Html()
    items = [element("li", *_finding(failure, place_of(failure))) for failure in report.failures]
    rest = report.failure_count - len(items)
    more = element("p", f"{rest:,} more are not listed.") if rest else ""
    return element(
        "section", element("h2", counted(report.failure_count, "cross-field finding")), element("ul", *items), more,
        class_="card doubt",
    )  # fmt: skip


def _finding(failure: Problem, place: int | None) -> tuple[Html | str, ...]:
    where = shortened(failure.pointer)
    shown = foreign(where) if place is None else element("a", where, href=f"#row-{place}")
    return shown, " ", told(failure)


def other_members(records: Mapping[str, dict[str, JSONValue]]) -> Html:
    """Members that no release declares, as JSON by the record that has them; nothing where there are none."""
    kept = [(where, members) for where, members in records.items() if members]
    if not kept:
        return Html()
    said = element("p", "No release of the schema declares them; they are kept.", class_="muted")
    rows = (Html(element("h3", where) + folded(part("", "", members).text)) for where, members in kept)
    return element("section", element("h2", "Other members"), said, *rows, class_="card")
