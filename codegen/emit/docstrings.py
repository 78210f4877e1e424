"""Text of a description as the inside of a docstring."""

from __future__ import annotations

import re

_ENDING_QUOTE = re.compile(r'"(?=""|"?\Z)')


def docstring(description: str) -> str:
    """The text between three double quotes that stands for ``description``.

    What a reader could not see, or what would end the docstring, is escaped.
    """
    return _ENDING_QUOTE.sub(r'\\"', "".join(map(_visible, description)))


def _visible(char: str) -> str:
    if char == "\\":
        return "\\\\"
    if char.isprintable() or char == "\n":
        return char
    return char.encode("unicode_escape").decode()
