"""JSON Pointer (RFC 6901)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def escape(token: str) -> str:
    """A name as a reference token."""
    return token.replace("~", "~0").replace("/", "~1")


def pointer(tokens: Iterable[str | int]) -> str:
    """The pointer of these reference tokens."""
    return "".join(f"/{escape(str(token))}" for token in tokens)


def tokens_of(text: str) -> list[str]:
    """The names that a pointer's reference tokens stand for."""
    return [token.replace("~1", "/").replace("~0", "~") for token in text.split("/")[1:]]


def shortened(text: str, longest: int = 120) -> str:
    """The pointer for people: its middle is left out where it is very long, and nothing in it steers a terminal."""
    if len(text) > longest:
        text = f"{text[: longest // 2]}…{text[-longest // 2 :]}"
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(char: str) -> str:
    code = ord(char)
    return char if char.isprintable() else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def resolve(value: Any, text: str) -> Any:
    """The value at a pointer that is known to lead somewhere."""
    for name in tokens_of(text):
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value
