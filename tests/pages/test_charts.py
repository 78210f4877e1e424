"""Charts over the steps of a run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runsnap._pages._charts import Bar, chart, steps_a_column
from tests.pages.parsed import Parsed

amounts = st.floats(0, 1.7e308)


def drawn(values, *, cumulated, marked=()):
    bars = [Bar(value, 1 + place % 6, place in marked) for place, value in enumerate(values)]
    return Parsed(chart("Cost", "told", bars, cumulated=cumulated))


def columns(page):
    """Left edge and height of each column that is not a mark."""
    return [
        (float(each["x"]), float(each["height"]))
        for each, _ in page.all("rect")
        if each["class"].startswith("kind-")
    ]


def line(page):
    ((attributes, _),) = page.all("polyline")
    return [tuple(map(float, point.split(","))) for point in attributes["points"].split()]


def test_columns_are_as_high_as_their_values_and_stand_in_order():
    assert columns(drawn([1, 0, 4, 2], cumulated=False)) == [(0, 24.5), (500, 98), (750, 49)]


def test_the_line_is_the_sum_so_far():
    assert line(drawn([1, 1, 2], cumulated=True)) == [(0, 100), (286.67, 75.5), (620, 51), (953.33, 2)]
    assert not drawn([1, 1, 2], cumulated=False).all("polyline")


def test_a_mark_stands_below_its_column():
    page = drawn([1, 1, 1, 1], cumulated=False, marked={2})
    assert [each["x"] for each, _ in page.all("rect", class_="wrong")] == ["500"]


@pytest.mark.parametrize(("cumulated", "last"), [(True, 49), (False, 98)])
def test_of_many_steps_a_column_is_the_largest_or_the_sum(cumulated, last):
    """241 steps, two a column, the last one alone."""
    assert steps_a_column(241) == 2
    heights = [height for _, height in columns(drawn([10] * 240 + [10], cumulated=cumulated))]
    assert len(heights) == 121
    assert heights[0] == 98
    assert heights[-1] == last


def test_a_column_has_the_colour_of_its_largest_step():
    bars = [Bar(1, 1)] * 239 + [Bar(9, 4), Bar(2, 2)]
    page = Parsed(chart("Latency", "told", bars, cumulated=False))
    assert [each["class"] for each, _ in page.all("rect")][-2:] == ["kind-4", "kind-2"]


@given(st.lists(amounts, max_size=600), st.booleans())
def test_whatever_is_drawn_stays_in_the_picture(values, cumulated):
    page = drawn(values, cumulated=cumulated)
    assert len(page.all("rect")) <= 240
    assert all(0 <= x < 1000 and 0 < height <= 100 for x, height in columns(page))
    if cumulated:
        points = line(page)
        assert points == sorted(points)
        assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
        assert all(0 <= x <= 1000 and 0 <= y <= 100 for x, y in points)
