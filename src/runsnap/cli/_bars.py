"""Bars of characters."""

from __future__ import annotations

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(value: int | None, largest: int, width: int, *, blocks: bool) -> str:
    """A bar as long as the value is large, ``width`` columns for the largest; some for whatever is not 0."""
    if not value or largest <= 0:
        return " " * width
    if not blocks:
        return ("#" * max(1, value * width // largest)).ljust(width)
    eighths = max(1, value * width * 8 // largest)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width)
