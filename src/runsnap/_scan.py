"""Where JSON text goes wrong: one small scanner, run on failure only.

The parser in use says that text is bad; this finds the pointer, line and
column of its first fault, and what the fault is.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from typing import NoReturn

from runsnap._limits import LONGEST_INTEGER, Limits
from runsnap._pointer import pointer
from runsnap.errors import LimitError, MalformedError

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|([1-9][0-9]*))(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_STRING_RUN = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]*')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u([0-9a-fA-F]{4}))')
_WORD = re.compile(r"true|false|null")
_SHORT_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_EXCERPT = 12


def explain_failure(data: bytes, limits: Limits) -> MalformedError | LimitError | None:
    """The first fault of ``data``, or None if this scanner finds none."""
    if named := _other_encoding(data):
        return MalformedError(named, "", 1, 1)
    try:
        _Scanner(data.decode("utf-8", "surrogateescape"), limits).run()
    except (MalformedError, LimitError) as fault:
        return fault
    return None


def _other_encoding(data: bytes) -> str | None:
    if data.startswith(codecs.BOM_UTF8):
        return "begins with a byte order mark"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "is UTF-16, must be UTF-8"
    if data[:2] in (b"{\0", b"\0{", b"[\0", b"\0["):
        return "looks like UTF-16, must be UTF-8"
    return None


@dataclass
class _Open:
    """A container that is not closed yet."""

    is_object: bool
    names: set[str] = field(default_factory=set)
    count: int = 0
    token: str | int | None = None
    """The member or item that is being read; None between two of them."""


class _Scanner:
    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.at = 0
        self.limits = limits
        self.stack: list[_Open] = []

    def run(self) -> None:
        self._space()
        self._value()
        while self.stack:
            self._go_on(self.stack[-1])
        self._space()
        if self.at < len(self.text):
            self._fail("text goes on after the document")

    def _go_on(self, container: _Open) -> None:
        """Close the innermost open container, or read on up to the end, or the inside, of its next value."""
        closing = "}" if container.is_object else "]"
        container.token = None
        self._space()
        if self._peek() == closing:
            self.stack.pop()
            self.at += 1
            return
        if container.count:
            self._comma(closing)
        container.token = self._name(container) if container.is_object else container.count
        container.count += 1
        self._value()

    def _comma(self, closing: str) -> None:
        if self._peek() != ",":
            self._fail(f"expected , or {closing}")
        self.at += 1
        self._space()
        if self._peek() == closing:
            self._fail(f"a comma before {closing}")

    def _value(self) -> None:
        char = self._peek()
        if char in ("{", "["):
            self._open(char == "{")
        elif char == '"':
            self._string()
        elif match := _WORD.match(self.text, self.at):
            self.at = match.end()
        elif match := _NUMBER.match(self.text, self.at):
            self._number(match)
        else:
            self._fail("expected a value")

    def _open(self, is_object: bool) -> None:
        if len(self.stack) == self.limits.max_depth:
            raise LimitError("nesting depth", self.limits.max_depth, self._pointer())
        self.stack.append(_Open(is_object))
        self.at += 1

    def _name(self, container: _Open) -> str:
        start = self.at
        if self._peek() != '"':
            self._fail("expected a member's name" if container.count else "expected a member's name or }")
        name = self._string()
        if name in container.names:
            self.at = start
            container.token = name
            self._fail(f"the member {name[:60]!r} is doubled")
        container.names.add(name)
        self._colon()
        return name

    def _colon(self) -> None:
        self._space()
        if self._peek() != ":":
            self._fail("expected :")
        self.at += 1
        self._space()

    def _number(self, match: re.Match[str]) -> None:
        digits, fraction, exponent = match.groups()
        if fraction or exponent:
            if abs(float(match.group())) == float("inf"):
                self._fail(f"the number {match.group()[:40]} is beyond the range of a double")
        elif digits and len(digits) > LONGEST_INTEGER:
            raise LimitError("digits of an integer", LONGEST_INTEGER, self._pointer(), str(len(digits)))
        self.at = match.end()
        if self._peek() in tuple("0123456789.eE+-"):
            self._fail("a number in a form that JSON does not have")

    def _string(self) -> str:
        self.at += 1
        pieces: list[str] = []
        while True:
            run = _STRING_RUN.match(self.text, self.at)
            assert run is not None
            pieces.append(run.group())
            self.at = run.end()
            char = self._peek()
            if char == '"':
                self.at += 1
                return "".join(pieces)
            if char == "\\":
                pieces.append(self._escape())
            elif char == "":
                self._fail("the text ends inside a string")
            elif char < " ":
                self._fail(f"the control character U+{ord(char):04X} inside a string")
            else:
                self._fail("bytes that are not UTF-8")

    def _escape(self) -> str:
        match = _ESCAPE.match(self.text, self.at)
        if match is None:
            self._fail("an escape that JSON does not have")
        if match.group(1) is None:
            self.at = match.end()
            char = match.group()[1]
            return _SHORT_ESCAPES.get(char, char)
        code = int(match.group(1), 16)
        if not 0xD800 <= code < 0xE000:
            self.at = match.end()
            return chr(code)
        low = _ESCAPE.match(self.text, match.end())
        low_code = int(low.group(1), 16) if low and low.group(1) else 0
        if code >= 0xDC00 or low is None or not 0xDC00 <= low_code < 0xE000:
            self._fail("a lone surrogate")
        self.at = low.end()
        return chr(0x10000 + ((code - 0xD800) << 10) + (low_code - 0xDC00))

    def _space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _pointer(self) -> str:
        return pointer(container.token for container in self.stack if container.token is not None)

    def _fail(self, reason: str) -> NoReturn:
        line_start = self.text.rfind("\n", 0, self.at) + 1
        rest = self.text[self.at : self.at + _EXCERPT]
        shown = rest.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        found = f"; found {shown!r}" if rest else "; the text ends"
        raise MalformedError(
            reason + found, self._pointer(), self.text.count("\n", 0, self.at) + 1, self.at - line_start + 1
        )
