"""Foreign text for a terminal: what documents and file names hold is never printed as it is."""

from __future__ import annotations

import json
import os
import unicodedata

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_BYTES_OF_NAMES = range(0xDC80, 0xDD00)
"""Lone surrogates that stand for the bytes of a file name that is not UTF-8."""


def visible(text: str) -> str:
    """The text with every character escaped that could steer a terminal or hide.

    These are control characters (C0, C1, DEL), format characters (those that
    turn the writing direction among them), line and paragraph separators, lone
    surrogates, private and unassigned characters. The result is one line.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    code = ord(char)
    if unicodedata.category(char) == "Zs":
        return char
    if char in _SHORT:
        return _SHORT[char]
    if code in _BYTES_OF_NAMES:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def visible_json(text: str) -> str:
    """The same JSON, with such characters written as escapes of JSON; line feeds of the layout stay."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text
    ).replace("\x7f", "\\u007f")


def shown_name(path: str | os.PathLike[str]) -> str:
    """A file's name for people; ``-`` is the standard input."""
    name = os.fspath(path)
    return "(standard input)" if name == "-" else visible(name)


_NOTE = 24
"""Length of a note: to cut less than that would gain nothing."""


def cut(text: str, longest: int | None) -> tuple[str, str]:
    """The beginning of a text, and a note on how much of it is missing; None for no limit."""
    if longest is None or len(text) <= longest + _NOTE:
        return text, ""
    return text[:longest], f"… {len(text) - longest:,} more characters"


def place(name: str, line: int | None, index: int | None) -> str:
    """``runs.jsonl line 3``, ``runs.avro document 2``: a document in a file of many."""
    if line is not None:
        return f"{name} line {line:,}"
    return name if index is None else f"{name} document {index:,}"


def short(text: str, longest: int) -> str:
    """Foreign text for a cell of a table: harmless, and cut with a note."""
    begin, note = cut(text, longest)
    return visible(begin) + note
