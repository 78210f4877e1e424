"""Where JSON text goes wrong: one small scanner, run on failure only.

The parser in use says that text is bad; this finds the pointer, line and
column of its first fault, and what the fault is. Members and items that are
plainly good it skips, many at a time: a regular expression finds where they
end, and jiter confirms that they are good.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, NoReturn

import jiter

from runsnap._limits import LONGEST_INTEGER, Limits
from runsnap._pointer import pointer
from runsnap.errors import LimitError, MalformedError

# Python before 3.11.5 does not go back when what repeats possessively fails half-way (cpython 106052): only runs of
# single characters, and alternatives of nothing but single characters, repeat so. Atomic groups do the same safely,
# but remember every repetition until they end.
_S = rb"[ \t\n\r]*+"
_HEX = rb"[0-9a-fA-F]"
_ESCAPES = (
    rb'\\["\\/bfnrt]',
    rb"\\u[0-9abcefABCEF]" + _HEX * 3,
    rb"\\u[dD][0-7]" + _HEX * 2,
    rb"\\u[dD][89abAB]" + _HEX * 2 + rb"\\u[dD][c-fC-F]" + _HEX * 2,
)
_INSIDE = rb'(?:[^"\\\x00-\x1f]++|' + rb"|".join(_ESCAPES) + rb")*+"
_TEXT = rb'"' + _INSIDE + rb'"'
_NAME = _TEXT + _S + rb":" + _S
_GOES_ON = rb"[0-9.eE+-]"
_SURE_NUMBER = rb"-?(?:0|[1-9][0-9]{0,99}+)(?>(?:\.[0-9]++)?(?:[eE][+-]?[0-9]{1,2}+)?)(?!" + _GOES_ON + rb")"
"""One that a double holds."""
_SCALAR = _TEXT + rb"|true|false|null|" + _SURE_NUMBER

_SPACE = re.compile(_S)
_NUMBER = re.compile(rb"-?(?:0|([1-9][0-9]*+))(\.[0-9]++)?([eE][+-]?[0-9]++)?")
_NUMBER_GOES_ON = re.compile(_GOES_ON)
_STRING = re.compile(_TEXT)
_STRING_RUN = re.compile(rb'"' + _INSIDE)
_ESCAPE = re.compile(rb'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_WORD = re.compile(rb"true|false|null")

_LEVELS = 6
"""Of containers that a run holds; more take longer where the text is deep."""


def _run(name: bytes, levels: int) -> re.Pattern[bytes]:
    """Many members or items, each after a comma. Brackets may not match and names may be missing: jiter sees to that."""
    value = rb"(?:" + _SCALAR + rb")"
    for _ in range(levels):
        inner = rb"(?>(?:" + _NAME + rb")?)" + value + _S + rb"(?:," + _S + rb"(?![\]}])|(?=[\]}]))"
        value = rb"(?:" + _SCALAR + rb"|[\[{]" + _S + rb"(?>(?:" + inner + rb"){0,100})[\]}])"
    return re.compile(rb"(?>(?:," + _S + name + value + _S + rb"){1,1000})")


_RUNS = {(True, True): _run(_NAME, _LEVELS), (True, False): _run(_NAME, 0),
         (False, True): _run(b"", _LEVELS), (False, False): _run(b"", 0)}  # fmt: skip
"""Of members or of items; with containers in them or without."""

_EXCERPT = 12
_LONGEST_CHARACTER = 4
_CONTINUATION = bytes(range(0x80, 0xC0))
_CHUNK = 1 << 20


def _end_of_utf8(data: bytes) -> int:
    """Where the first bytes stand that are not UTF-8; bit by bit, so that little memory is in use."""
    decode = codecs.getincrementaldecoder("utf-8")().decode
    for start in range(0, len(data), _CHUNK):
        chunk = data[start : start + _CHUNK]
        try:
            decode(chunk, final=start + _CHUNK >= len(data))
        except UnicodeDecodeError as error:
            return start + len(chunk) - len(error.object) + error.start
    return len(data)


@dataclass(slots=True)
class _Open:
    """A container that is not closed yet."""

    is_object: bool
    names: set[str] = field(default_factory=set)
    count: int = 0
    token: str | int | None = None
    """The member or item that is being read; None between two of them."""
    careful: bool = False
    """Whether a fault is near."""


class Scanner:
    """Reads text up to its first fault."""

    def __init__(self, data: bytes, limits: Limits) -> None:
        self.data = data
        self.end = len(data) if data.isascii() else _end_of_utf8(data)
        self.at = 0
        self.limits = limits
        self.stack: list[_Open] = []

    def run(self) -> None:
        """Raise MalformedError or LimitError for the first fault."""
        self._space()
        self._value()
        while self.stack:
            self._go_on(self.stack[-1])
        self._space()
        if self.at < len(self.data):
            self._fail("text goes on after the document")

    def _go_on(self, container: _Open) -> None:
        """Close the innermost open container, or read on up to the end, or the inside, of its next value."""
        closing = b"}" if container.is_object else b"]"
        container.token = None
        self._space()
        if container.count and not container.careful:
            self._skip(container)
        if self._peek() == closing:
            self.stack.pop()
            self.at += 1
            return
        if container.count:
            self._comma(closing)
        container.token = self._name(container) if container.is_object else container.count
        container.count += 1
        self._value()

    def _skip(self, container: _Open) -> None:
        """Read on over the next members or items, as long as they are plainly good."""
        roomy = len(self.stack) + _LEVELS <= self.limits.max_depth
        run = _RUNS[container.is_object, roomy].match(self.data, self.at, self.end)
        if run is None:
            return
        inside = _inside(run.group()[1:], is_object=container.is_object)
        if inside is None or (container.is_object and not container.names.isdisjoint(inside)):
            container.careful = True
            return
        if container.is_object:
            container.names.update(inside)
        container.count += len(inside)
        self.at = run.end()

    def _comma(self, closing: bytes) -> None:
        if self._peek() != b",":
            self._fail(f"expected , or {closing.decode()}")
        self.at += 1
        self._space()
        if self._peek() == closing:
            self._fail(f"a comma before {closing.decode()}")

    def _value(self) -> None:
        char = self._peek()
        if char in (b"{", b"["):
            self._open(char == b"{")
        elif char == b'"':
            self._string()
        elif match := _WORD.match(self.data, self.at, self.end):
            self.at = match.end()
        elif match := _NUMBER.match(self.data, self.at, self.end):
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
        if self._peek() != b'"':
            self._fail("expected a member's name" if container.count else "expected a member's name or }")
        name: str = json.loads(self._string())
        if name in container.names:
            self.at = start
            container.token = name
            self._fail(f"the member {name[:60]!r} is doubled")
        container.names.add(name)
        self._colon()
        return name

    def _colon(self) -> None:
        self._space()
        if self._peek() != b":":
            self._fail("expected :")
        self.at += 1
        self._space()

    def _number(self, match: re.Match[bytes]) -> None:
        digits, fraction, exponent = match.groups()
        if fraction or exponent:
            if abs(float(match.group())) == float("inf"):
                self._fail(f"the number {match.group()[:40].decode()} is beyond the range of a double")
        elif digits and len(digits) > LONGEST_INTEGER:
            raise LimitError("digits of an integer", LONGEST_INTEGER, self._pointer(), str(len(digits)))
        self.at = match.end()
        if _NUMBER_GOES_ON.match(self.data, self.at, self.end):
            self._fail("a number in a form that JSON does not have")

    def _string(self) -> bytes:
        """The text as it stands there, with its quotes."""
        match = _STRING.match(self.data, self.at, self.end)
        if match is None:
            self._fail_in_string()
        self.at = match.end()
        return match.group()

    def _fail_in_string(self) -> NoReturn:
        run = _STRING_RUN.match(self.data, self.at, self.end)
        assert run is not None
        self.at = run.end()
        char = self._peek()
        if char == b"":
            self._fail("the text ends inside a string")
        if char == b"\\":
            known = _ESCAPE.match(self.data, self.at, self.end)
            self._fail("a lone surrogate" if known else "an escape that JSON does not have")
        if char < b" ":
            self._fail(f"the control character U+{ord(char):04X} inside a string")
        self._fail("bytes that are not UTF-8")

    def _space(self) -> None:
        match = _SPACE.match(self.data, self.at, self.end)
        assert match is not None
        self.at = match.end()

    def _peek(self) -> bytes:
        return self.data[self.at : self.at + 1]

    def _pointer(self) -> str:
        return pointer(tuple(opened.token for opened in self.stack if opened.token is not None))

    def _fail(self, reason: str) -> NoReturn:
        rest = self.data[self.at : self.at + _EXCERPT * _LONGEST_CHARACTER]
        cut = rest.decode("utf-8", "surrogateescape")[:_EXCERPT]
        shown = cut.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        found = f"; found {shown!r}" if rest else "; the text ends"
        line_start = self.data.rfind(b"\n", 0, self.at) + 1
        raise MalformedError(
            reason + found, self._pointer(),
            self.data.count(b"\n", 0, self.at) + 1, _characters(self.data, line_start, self.at) + 1,
        )  # fmt: skip


def _inside(run: bytes, *, is_object: bool) -> Collection[Any] | None:
    """The members or items of a run; None where they are not good after all."""
    wrapped = b"{" + run + b"}" if is_object else b"[" + run + b"]"
    try:
        inside: Collection[Any] = jiter.from_json(wrapped, catch_duplicate_keys=True)
    except ValueError:
        return None
    return inside


def _characters(data: bytes, start: int, end: int) -> int:
    """How many characters UTF-8 has there."""
    chunks = (data[at : min(at + _CHUNK, end)] for at in range(start, end, _CHUNK))
    return sum(len(chunk.translate(None, _CONTINUATION)) for chunk in chunks)
