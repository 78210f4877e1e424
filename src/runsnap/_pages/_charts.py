"""Small charts over the steps of a run, in SVG. Of very many steps, several share a column."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from runsnap._pages._text import Html, element

_MOST_COLUMNS = 240
_WIDTH, _HEIGHT, _STRIP = 1000, 100, 7


@dataclass(frozen=True, slots=True)
class Bar:
    """A step in a chart: its value, its colour, and whether it is marked as wrong."""

    value: float
    tone: int
    marked: bool = False


def chart(title: str, told: str, bars: Sequence[Bar], *, cumulated: bool) -> Html:
    """Columns in the order of steps, and a line of the sum so far where that is wanted.

    Where several steps share a column, it is as high as the largest of them, or
    as their sum if the values are cumulated.
    """
    columns = _columns(bars, _sum if cumulated else _largest)
    highest = max((column.value for column in columns), default=0) or 1
    share = _WIDTH / max(1, len(columns))
    shapes = [
        _rect(place * share, share, column.value / highest, column.tone)
        for place, column in enumerate(columns)
        if column.value > 0
    ]
    shapes += [_mark(place * share, share) for place, column in enumerate(columns) if column.marked]
    if cumulated:
        shapes.append(_line([column.value for column in columns], share))
    drawing = element(
        "svg", *shapes, viewBox=f"0 0 {_WIDTH} {_HEIGHT + _STRIP}", preserveAspectRatio="none", role="img",
        aria_label=f"{title}: {told}",
    )  # fmt: skip
    caption = element("figcaption", element("strong", title), f" {told}")
    return element(
        "figure", caption, drawing, class_="chart", data_steps=len(bars), data_columns=len(columns)
    )


def steps_a_column(steps: int) -> int:
    """How many steps share a column."""
    return -(-steps // _MOST_COLUMNS)


def _columns(bars: Sequence[Bar], together: Callable[[Sequence[Bar]], float]) -> list[Bar]:
    size = max(1, steps_a_column(len(bars)))
    groups = (bars[start : start + size] for start in range(0, len(bars), size))
    return [
        Bar(together(group), max(group, key=lambda bar: bar.value).tone, any(bar.marked for bar in group))
        for group in groups
    ]


def _largest(group: Sequence[Bar]) -> float:
    return max(bar.value for bar in group)


def _sum(group: Sequence[Bar]) -> float:
    return min(sum(bar.value for bar in group), sys.float_info.max)


def _rect(left: float, share: float, height: float, tone: int) -> Html:
    high = max(1.0, height * (_HEIGHT - 2))
    return element(
        "rect", x=_number(left), y=_number(_HEIGHT - high), width=_number(share * 0.86), height=_number(high),
        class_=f"kind-{tone}",
    )  # fmt: skip


def _mark(left: float, share: float) -> Html:
    return element(
        "rect", x=_number(left), y=_number(_HEIGHT + 1), width=_number(max(share * 0.86, 3)),
        height=_number(_STRIP - 1), class_="wrong",
    )  # fmt: skip


def _line(values: Sequence[float], share: float) -> Html:
    whole = min(sum(values), sys.float_info.max) or 1
    sofar, points = 0.0, [f"0,{_HEIGHT}"]
    for place, value in enumerate(values):
        sofar = min(sofar + value, whole)
        points.append(f"{_number((place + 0.86) * share)},{_number(_HEIGHT - sofar / whole * (_HEIGHT - 2))}")
    return element("polyline", points=" ".join(points), class_="sofar")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
