"""What a reader could not see, made visible."""

from __future__ import annotations


def visible(text: str) -> str:
    """The text, what does not show in it as the escapes of JSON and JavaScript; line feeds stay."""
    return "".join(char if char.isprintable() or char == "\n" else _escape(char) for char in text)


def _escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
