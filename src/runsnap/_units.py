"""Numbers with a unit, for people."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whenever import Instant

_NS_IN_MS = 1_000_000


def between(start: Instant, end: Instant) -> int:
    """Nanoseconds from one instant to another."""
    return _nanoseconds(end) - _nanoseconds(start)


def _nanoseconds(instant: Instant) -> int:
    """Since the year 1. Taken from the written form, the one thing that every release of the library has alike."""
    from runsnap._values import instant_text  # late: most who count need no instants

    whole, _, fraction = instant_text(instant).removesuffix("Z").partition(".")
    since = datetime.fromisoformat(whole) - datetime.min  # noqa: DTZ901 - both are in UTC
    return (since.days * 86_400 + since.seconds) * 10**9 + int(fraction.ljust(9, "0"))


def duration(nanoseconds: int) -> str:
    """``12 ms``, ``1.23 s``, ``2 min 05 s``, ``3 h 07 min``, ``4 d 11 h``; cut, not rounded."""
    if nanoseconds < 0:
        return f"-{duration(-nanoseconds)}"
    milliseconds, rest = divmod(nanoseconds, _NS_IN_MS)
    if milliseconds < 1000:
        return (
            f"{rest // 1000} µs" if not milliseconds and rest >= 1000 else _below_a_second(milliseconds, rest)
        )
    seconds, rest = divmod(milliseconds, 1000)
    if seconds < 60:
        return f"{seconds}.{rest // 10:02d} s"
    minutes, seconds = divmod(seconds, 60)
    if minutes < 60:
        return f"{minutes} min {seconds:02d} s"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} h {minutes:02d} min"
    days, hours = divmod(hours, 24)
    return f"{days:,} d {hours} h"


def _below_a_second(milliseconds: int, rest: int) -> str:
    return f"{rest} ns" if not milliseconds and rest else f"{milliseconds} ms"


def latency(milliseconds: int | None) -> str:
    """A latency; a dash where it was not measured."""
    return "–" if milliseconds is None else duration(milliseconds * _NS_IN_MS)


def dollars(amount: float) -> str:
    """``$0.00142``: up to six decimals; as the number is written where they do not suit."""
    sign, size = ("-" if amount < 0 else ""), abs(amount)
    if size == 0:
        return "$0"
    if not 1e-6 <= size < 1e12:
        return f"{sign}${size!r}"
    whole, _, decimals = f"{size:,.6f}".partition(".")
    return f"{sign}${whole}.{decimals.rstrip('0'):0<2}"


def micros(amount: int) -> str:
    """Millionths, exactly: ``1.234567``."""
    return f"{amount // 10**6:,}.{amount % 10**6:06d}"


def counted(count: int, what: str, plural: str = "") -> str:
    """``1 file``, ``1,200 files``."""
    return f"{count:,} {what if count == 1 else plural or what + 's'}"
