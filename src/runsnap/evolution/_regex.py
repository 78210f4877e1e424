"""Patterns as automata: the part of ECMA 262 that every engine reads alike.

What is left out (look-around, back-references, word boundaries, Unicode
properties, flags, possessive repeats) raises `Unsupported`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from runsnap.evolution._budget import Unsupported

Ranges: TypeAlias = tuple[tuple[int, int], ...]

MAX_CODE_POINT = 0x10FFFF
EVERYTHING: Ranges = ((0, 0xD7FF), (0xE000, MAX_CODE_POINT))
_MOST_STATES = 30_000

_DIGITS: Ranges = ((0x30, 0x39),)
_WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_SPACE: Ranges = (
    (0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029),
    (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF),
)  # fmt: skip
_LINE_ENDS: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_CONTROLS = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D}
_CLASSES = {"d": _DIGITS, "w": _WORD, "s": _SPACE}


def normalised(ranges: list[tuple[int, int]]) -> Ranges:
    """The ranges in order, those that touch joined."""
    result: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if result and low <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(high, result[-1][1]))
        else:
            result.append((low, high))
    return tuple(result)


def complement(ranges: Ranges) -> Ranges:
    """Every code point outside the ranges; surrogates are no code points of a text."""
    gaps: list[tuple[int, int]] = []
    start = 0
    for low, high in ranges:
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    gaps.append((start, MAX_CODE_POINT))
    return normalised(
        [
            (max(low, first), min(high, last))
            for low, high in gaps
            for first, last in EVERYTHING
            if max(low, first) <= min(high, last)
        ]
    )


_ANY = complement(_LINE_ENDS)


@dataclass(slots=True)
class Nfa:
    """States are numbers; ``free`` edges read nothing, ``starts`` and ``ends`` are ``^`` and ``$``."""

    chars: list[list[tuple[Ranges, int]]] = field(default_factory=list)
    free: list[list[int]] = field(default_factory=list)
    starts: list[list[int]] = field(default_factory=list)
    ends: list[list[int]] = field(default_factory=list)
    first: int = 0
    last: int = 0

    def state(self) -> int:
        """A new state."""
        if len(self.chars) >= _MOST_STATES:
            raise Unsupported("the pattern is too large for an automaton")
        for edges in (self.chars, self.free, self.starts, self.ends):
            edges.append([])
        return len(self.chars) - 1

    def alphabet(self) -> set[Ranges]:
        """The character classes that the pattern tells apart."""
        return {ranges for edges in self.chars for ranges, _ in edges}


class _Parser:
    """Recursive descent; builds the automaton while it reads."""

    def __init__(self, pattern: str) -> None:
        self.text = pattern
        self.at = 0
        self.nfa = Nfa()
        self.depth = 0

    def parse(self) -> Nfa:
        self.nfa.first, self.nfa.last = self.alternatives()
        if self.at < len(self.text):
            raise self.no(f"{self.text[self.at]!r}")
        return self.nfa

    def no(self, what: str) -> Unsupported:
        return Unsupported(f"the pattern {self.text!r} uses {what}, which the prover cannot read")

    def peek(self, ahead: int = 0) -> str:
        return self.text[self.at + ahead : self.at + ahead + 1]

    def take(self) -> str:
        char = self.peek()
        if not char:
            raise self.no("an unfinished construct")
        self.at += 1
        return char

    def alternatives(self) -> tuple[int, int]:
        self.depth += 1
        if self.depth > 50:
            raise self.no("deeply nested groups")
        first, last = self.nfa.state(), self.nfa.state()
        while True:
            start, end = self.sequence()
            self.nfa.free[first].append(start)
            self.nfa.free[end].append(last)
            if self.peek() != "|":
                self.depth -= 1
                return first, last
            self.at += 1

    def sequence(self) -> tuple[int, int]:
        first = last = self.nfa.state()
        while self.peek() not in {"", "|", ")"}:
            start, end = self.repeated()
            self.nfa.free[last].append(start)
            last = end
        return first, last

    def repeated(self) -> tuple[int, int]:
        begin = self.at
        piece = self.piece()
        after = self.at
        low, high = self.quantifier()
        if self.at == after:
            return piece
        if self.peek() == "?":
            self.at += 1
        if self.peek() in {"*", "+", "?", "{"}:
            raise self.no("a repeat of a repeat")
        end = self.at
        result = self.copies(piece, begin, low, high)
        self.at = end
        return result

    def quantifier(self) -> tuple[int, int | None]:
        char = self.peek()
        if char in {"*", "+", "?"}:
            self.at += 1
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[char]
        if char != "{":
            return 1, 1
        close = self.text.find("}", self.at)
        low, comma, high = self.text[self.at + 1 : close].partition(",")
        if close < 0 or not low.isascii() or not low.isdigit() or not (high == "" or high.isdigit()):
            raise self.no("a repeat without numbers")
        self.at = close + 1
        if not comma:
            return int(low), int(low)
        return int(low), int(high) if high else None

    def copies(self, piece: tuple[int, int], begin: int, low: int, high: int | None) -> tuple[int, int]:
        """The piece, repeated: each copy is read anew from its text."""
        if max(low, high or 0) > 1_000:
            raise self.no("a repeat of more than a thousand")
        first = last = self.nfa.state()
        fresh: tuple[int, int] | None = piece

        def copy() -> tuple[int, int]:
            nonlocal fresh
            if fresh is not None:
                result, fresh = fresh, None
                return result
            self.at = begin
            return self.piece()

        for _ in range(low):
            start, end = copy()
            self.nfa.free[last].append(start)
            last = end
        if high is None:
            start, end = copy()
            hub, out = self.nfa.state(), self.nfa.state()
            self.nfa.free[last].append(hub)
            self.nfa.free[hub] += [start, out]
            self.nfa.free[end].append(hub)
            return first, out
        out = self.nfa.state()
        for _ in range(high - low):
            self.nfa.free[last].append(out)
            start, end = copy()
            self.nfa.free[last].append(start)
            last = end
        self.nfa.free[last].append(out)
        return first, out

    def piece(self) -> tuple[int, int]:
        char = self.take()
        if char == "(":
            return self.group()
        if char in "*+?{":
            raise self.no("a repeat of nothing")
        first, last = self.nfa.state(), self.nfa.state()
        if char == "^":
            self.nfa.starts[first].append(last)
        elif char == "$":
            self.nfa.ends[first].append(last)
        else:
            self.nfa.chars[first].append((self.characters(char), last))
        return first, last

    def group(self) -> tuple[int, int]:
        if self.peek() == "?":
            if self.text.startswith("?:", self.at):
                self.at += 2
            elif self.text.startswith("?<", self.at) and self.peek(2) not in {"=", "!"}:
                close = self.text.find(">", self.at)
                if close < 0:
                    raise self.no("an unfinished construct")
                self.at = close + 1
            else:
                raise self.no("look-around or flags")
        inner = self.alternatives()
        if self.peek() != ")":
            raise self.no("an unfinished construct")
        self.at += 1
        return inner

    def characters(self, char: str) -> Ranges:
        if char == ".":
            return _ANY
        if char == "[":
            return self.bracket()
        if char == "\\":
            return self.escape()
        return ((ord(char), ord(char)),)

    def escape(self, within_class: bool = False) -> Ranges:
        char = self.take()
        if char in _CLASSES:
            return _CLASSES[char]
        if char.lower() in _CLASSES:
            return complement(_CLASSES[char.lower()])
        if char in _CONTROLS:
            return ((_CONTROLS[char], _CONTROLS[char]),)
        if char in {"x", "u"}:
            code = self.code_point(char)
            return ((code, code),)
        if char == "c" and self.peek().isascii() and self.peek().isalpha():
            code = ord(self.take()) % 32
            return ((code, code),)
        if char.isascii() and not char.isalnum() and char not in {"<", ">"}:
            return ((ord(char), ord(char)),)
        where = " in a class" if within_class else ""
        raise self.no(f"\\{char}{where}")

    def code_point(self, kind: str) -> int:
        if kind == "u" and self.peek() == "{":
            close = self.text.find("}", self.at)
            digits = self.text[self.at + 1 : close]
            self.at = close + 1
        else:
            width = 2 if kind == "x" else 4
            digits = self.text[self.at : self.at + width]
            self.at += width
            if len(digits) != width:
                raise self.no("an unfinished construct")
        try:
            code = int(digits, 16)
        except ValueError:
            raise self.no(f"\\{kind}") from None
        if code > MAX_CODE_POINT or 0xD800 <= code <= 0xDFFF:
            raise self.no("a surrogate")
        return code

    def bracket(self) -> Ranges:
        negated = self.peek() == "^"
        self.at += negated
        ranges: list[tuple[int, int]] = []
        while self.peek() != "]":
            low = self.class_member()
            if self.peek() == "-" and self.peek(1) not in {"]", ""}:
                self.at += 1
                high = self.class_member()
                if len(low) != 1 or low[0][0] != low[0][1] or len(high) != 1 or high[0][0] != high[0][1]:
                    raise self.no("a range between classes")
                if low[0][0] > high[0][0]:
                    raise self.no("a range upside down")
                ranges.append((low[0][0], high[0][0]))
            else:
                ranges += low
        self.at += 1
        if not ranges:
            raise self.no("an empty class")
        result = normalised(ranges)
        return complement(result) if negated else complement(complement(result))

    def class_member(self) -> Ranges:
        char = self.take()
        if char == "\\":
            return self.escape(within_class=True)
        return ((ord(char), ord(char)),)


@lru_cache(maxsize=4096)
def parse(pattern: str) -> Nfa | Unsupported:
    """The automaton of a pattern, or what it uses that the prover cannot read."""
    try:
        return _Parser(pattern).parse()
    except Unsupported as unsupported:
        return unsupported
