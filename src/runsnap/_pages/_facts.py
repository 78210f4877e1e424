"""What stands at the top of a page: facts, with what rules find wrong in them, and all findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from runsnap._pages._text import Html, element, foreign
from runsnap._pointer import shortened
from runsnap._report import Problem, Report
from runsnap._units import counted

Fact = tuple[str, Html | str, str]
"""A label, its value, and the pointer of the member that it comes from, if it is of one."""

LONGEST = 200
"""Of a text at the top of a page; a longer one is a row of the list as well."""

_LONGEST_FINDING = 500


def title_line(name: str, *details: Html) -> Html:
    """The name of a page, and what stands beside it."""
    return element(
        "header", element("h1", foreign(name, LONGEST) if name else "(no name)"), *details, class_="title"
    )


def facts(rows: Iterable[Fact], failures: Sequence[Problem] = ()) -> Html:
    """Labels and values; a failure of a cross-field rule stands with the member that it is of."""
    cells: list[Html] = []
    for label, value, pointer in rows:
        found = [told(failure) for failure in failures if pointer and failure.pointer == pointer]
        marks = (element("div", foreign(text, _LONGEST_FINDING), class_="doubt tone") for text in found)
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
    return shown, " ", foreign(told(failure), _LONGEST_FINDING)
