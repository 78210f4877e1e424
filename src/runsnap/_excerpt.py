"""Short texts that show a value, for messages."""

from __future__ import annotations

from functools import cache
from typing import Any

_LONGEST_EXCERPT = 60


def excerpt(value: Any) -> str:
    """A short text that shows a value, as JSON where it is JSON."""
    match value:
        case None | True | False:
            return {None: "null", True: "true", False: "false"}[value]
        case str():
            cut = value if len(value) <= _LONGEST_EXCERPT else value[: _LONGEST_EXCERPT - 1] + "…"
            return f'"{cut.translate(_visible())}"'
        case int() if abs(value) >= 10**_LONGEST_EXCERPT:
            return f"an integer of about {round(value.bit_length() * 0.30103)} digits"
        case int() | float():
            return repr(value)
        case dict():
            return f"an object of {len(value)} members"
        case list():
            return f"an array of {len(value)} items"
        case _:
            return f"a {type(value).__name__}"


@cache
def _visible() -> dict[int, str]:
    """How characters are shown that would steer a terminal or end the text."""
    control = [*range(0x20), *range(0x7F, 0xA0), *range(0x200B, 0x2010), *range(0x2028, 0x202F),
               *range(0x2066, 0x206A), *range(0xD800, 0xE000), 0xFEFF]  # fmt: skip
    return {code: f"\\u{code:04x}" for code in control} | {ord('"'): '\\"', ord("\\"): "\\\\"}
