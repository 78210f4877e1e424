"""Numbers with a unit."""

from __future__ import annotations

import pytest
from whenever import Instant

from runsnap._units import dollars, duration, latency, micros
from runsnap._values import nanoseconds_between
from runsnap.cli._bars import bar

SECOND = 10**9


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0, "0 ms"),
        (999, "999 ns"),
        (1_000, "1 µs"),
        (999_999, "999 µs"),
        (12_345_678, "12 ms"),
        (999_999_999, "999 ms"),
        (SECOND, "1.00 s"),
        (1_234 * 10**6, "1.23 s"),
        (59_999 * 10**6, "59.99 s"),
        (125 * SECOND, "2 min 05 s"),
        (3_600 * SECOND, "1 h 00 min"),
        (86_400 * SECOND, "1 d 0 h"),
        (-2 * SECOND, "-2.00 s"),
    ],
)
def test_durations(nanoseconds: int, text: str) -> None:
    assert duration(nanoseconds) == text


def test_the_largest_latency_has_a_text() -> None:
    assert latency(2**64 - 1) == "213,503,982,334 d 14 h"
    assert latency(None) == "–"


def test_the_time_between_instants_is_exact() -> None:
    start = Instant.parse_iso("0001-01-01T00:00:00.000000001Z")
    assert (
        nanoseconds_between(start, Instant.parse_iso("9999-12-31T23:59:59.999999999Z"))
        == 315_537_897_599 * SECOND + 999_999_998
    )
    assert (
        nanoseconds_between(
            Instant.parse_iso("2026-03-02T08:15:01.5Z"), Instant.parse_iso("2026-03-02T08:15:00Z")
        )
        == -1_500_000_000
    )


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0.0, "$0"),
        (-0.0, "$0"),
        (0.001425, "$0.001425"),
        (1.5, "$1.50"),
        (1234567.0, "$1,234,567.00"),
        (1e-7, "$1e-07"),
        (-2.25, "-$2.25"),
        (1e300, "$1e+300"),
    ],
)
def test_dollars(amount: float, text: str) -> None:
    assert dollars(amount) == text


def test_micros_are_exact() -> None:
    assert micros(2**128 - 1) == "340,282,366,920,938,463,463,374,607,431,768.211455"
    assert micros(42) == "0.000042"


def test_the_largest_value_has_the_whole_bar() -> None:
    assert bar(50, 50, 4, blocks=True) == "████"
    assert bar(25, 50, 4, blocks=True) == "██  "
    assert bar(25, 50, 4, blocks=False) == "##  "


def test_a_small_value_has_some_bar_and_none_has_none() -> None:
    assert bar(1, 2**64 - 1, 4, blocks=True) == "▏   "
    assert bar(1, 2**64 - 1, 4, blocks=False) == "#   "
    assert bar(0, 5, 4, blocks=True) == bar(None, 5, 4, blocks=True) == "    "
