"""Which member a pointer means, and on which line of a file it stands."""

from __future__ import annotations

import json
from typing import Any

from runsnap._pointer import resolve, tokens_of


def json_member(schema: Any, pointer: str | None) -> str | None:
    """``Record.member`` for a place inside a member of a JSON Schema; None elsewhere."""
    if pointer is None:
        return None
    tokens = tokens_of(pointer)
    at = next((index for index in range(len(tokens) - 2, -1, -1) if tokens[index] == "properties"), None)
    if at is None:
        return None
    above = pointer.split("/")[: at + 1]
    try:
        record = resolve(schema, "/".join(above))
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    title = record.get("title") if isinstance(record, dict) else None
    name = title if isinstance(title, str) else (tokens[at - 1] if at else "")
    return f"{name}.{tokens[at + 1]}"


def avro_member(schema: Any, pointer: str | None) -> str | None:
    """``Record.field`` for a place inside a field of an Avro schema; None elsewhere."""
    found: str | None = None
    record: Any = ""
    value, before = schema, ""
    for token in tokens_of(pointer or ""):
        above: Any = value
        try:
            value = above[int(token)] if isinstance(above, list) else above[token]
            if before == "fields":
                found = f"{record}.{value['name']}"
            elif token == "fields" and isinstance(above, dict):
                record = above["name"]
        except (KeyError, IndexError, TypeError, ValueError):
            return found
        before = token
    return found


def line_of(text: str, pointer: str | None) -> int:
    """The line on which the value at a pointer begins, counted from 1; the first where it is not found."""
    try:
        position = _Locator(text).find(tokens_of(pointer or ""))
    except (ValueError, IndexError, RecursionError):
        return 1
    return text.count("\n", 0, position) + 1


class _Locator:
    """Walks JSON text, skipping what the pointer does not lead through."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._decoder = json.JSONDecoder()

    def find(self, tokens: list[str]) -> int:
        """The position of the value; ValueError where there is none."""
        position = self._space(0)
        for token in tokens:
            position = (
                self._member(position, token) if self._text[position] == "{" else self._item(position, token)
            )
        return position

    def _space(self, position: int) -> int:
        while self._text[position] in " \t\r\n":
            position += 1
        return position

    def _skip(self, position: int) -> int:
        """Past a value and the comma after it, if there is one."""
        _, end = self._decoder.raw_decode(self._text, position)
        end = self._space(end)
        return self._space(end + 1) if self._text[end] == "," else end

    def _member(self, position: int, name: str) -> int:
        position = self._space(position + 1)
        while self._text[position] == '"':
            found, end = self._decoder.raw_decode(self._text, position)
            value = self._space(self._space(end) + 1)
            if found == name:
                return value
            position = self._skip(value)
        raise ValueError(name)

    def _item(self, position: int, index: str) -> int:
        if self._text[position] != "[":
            raise ValueError(index)
        position = self._space(position + 1)
        for _ in range(int(index)):
            if self._text[position] == "]":
                raise ValueError(index)
            position = self._skip(position)
        return position
