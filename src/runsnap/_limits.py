"""Limits on what is read, each with its default."""

from __future__ import annotations

from dataclasses import dataclass

DEEPEST = 200
"""Levels that every parser in use can read."""

LONGEST_INTEGER = 4300
"""Digits of an integer that every parser in use can read."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on untrusted input; going beyond one raises LimitError.

    Raises TypeError for a limit that is no int, ValueError for one below 1, and
    for a depth above 200.
    """

    max_bytes: int = 256 * 1024 * 1024
    """Size of the text in bytes, after decompression."""
    max_block_bytes: int = 64 * 1024 * 1024
    """Size of an Avro block, or of a single object, in bytes, before and after decompression."""
    max_items: int = 500_000
    """Items of arrays and entries of maps in one Avro document, all together."""
    max_depth: int = DEEPEST
    """Open ``{`` and ``[`` at any place, counted from the root."""
    max_problems: int = 100
    """Problems, failures and notes that a report lists, each; it counts them all."""

    def __post_init__(self) -> None:
        limits = (self.max_bytes, self.max_block_bytes, self.max_items, self.max_depth, self.max_problems)
        if not all(type(limit) is int for limit in limits):
            raise TypeError("a limit must be an int")
        if min(limits) < 1:
            raise ValueError("a limit must be at least 1")
        if self.max_depth > DEEPEST:
            raise ValueError(f"max_depth can be at most {DEEPEST}")


DEFAULT_LIMITS = Limits()
