"""JSON Pointer (RFC 6901)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def pointer(tokens: Iterable[str | int]) -> str:
    """The pointer of these reference tokens."""
    return "".join(f"/{str(token).replace('~', '~0').replace('/', '~1')}" for token in tokens)


def shortened(text: str, longest: int = 120) -> str:
    """The pointer for people: its middle is left out where it is very long."""
    if len(text) <= longest:
        return text
    return f"{text[: longest // 2]}…{text[-longest // 2 :]}"


def resolve(value: Any, text: str) -> Any:
    """The value at a pointer that is known to lead somewhere."""
    for token in text.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value
