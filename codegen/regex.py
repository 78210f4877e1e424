"""The regular expressions that every engine reads alike.

A small grammar: literals, classes, groups that capture nothing, alternatives
and greedy repetition, in ASCII. What ECMAScript with the ``u`` flag, RE2, Java,
Rust and Python read differently, or not at all, is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

_ESCAPED = frozenset(r"^$\.*+?()[]{}|")
_ESCAPED_IN_CLASS = _ESCAPED | {"-"}
_SPECIAL = frozenset(r"^$\.*+?()[]{}|")
_SET_OPERATORS = ("&&", "--", "~~", "||")
_MOST_REPEATS = 1000
"""RE2 counts no further."""


class UnportableError(ValueError):
    """Engines disagree on this regular expression."""


@dataclass(frozen=True)
class Width:
    """How many characters a match has; ``most`` is None without a limit."""

    least: int
    most: int | None

    @property
    def fixed(self) -> bool:
        """Whether every match is equally long."""
        return self.least == self.most


def anchored_width(pattern: str) -> Width:
    """Width of the matches of ``^…$``; UnportableError for anything else."""
    if not (pattern.startswith("^") and pattern.endswith("$")):
        raise UnportableError("must start with ^ and end with $")
    parser = _Parser(pattern[1:-1])
    if parser.has_open_alternatives():
        raise UnportableError("alternatives need a group: ^a|b$ is anchored in part only")
    return parser.whole()


def guarded(pattern: str) -> frozenset[str]:
    """The characters that the guard ``[^…]`` lets pass; UnportableError for anything else."""
    if not pattern.startswith("[^"):
        raise UnportableError("a guard is one negated class")
    parser = _Parser(pattern)
    characters = parser.characters()
    parser.end()
    return characters


class _Parser:
    def __init__(self, text: str) -> None:
        if not all(" " <= char <= "~" for char in text):
            raise UnportableError("only printable ASCII")
        self._text = text
        self._at = 0

    def has_open_alternatives(self) -> bool:
        start = self._at
        self._sequence()
        open_ = self._peek() == "|"
        self._at = start
        return open_

    def whole(self) -> Width:
        width = self._alternatives()
        self.end()
        return width

    def end(self) -> None:
        if self._at < len(self._text):
            raise UnportableError(f"{self._text[self._at]!r} at {self._at} has no meaning there")

    def characters(self) -> frozenset[str]:
        """A class, whose negation is left to the caller."""
        self._at += 1
        if self._peek() == "^":
            self._at += 1
        found: set[str] = set()
        while (char := self._peek()) != "]" or not found:
            if not char:
                raise UnportableError("a class is not closed")
            if self._text.startswith(_SET_OPERATORS, self._at):
                raise UnportableError("a set operator in a class")
            found |= self._range(first=not found)
        self._at += 1
        return frozenset(found)

    def _range(self, *, first: bool) -> set[str]:
        low = self._class_char(hyphen=first or self._text.startswith("-]", self._at))
        if self._peek() != "-" or self._text.startswith("-]", self._at):
            return {low}
        self._at += 1
        high = self._class_char(hyphen=False)
        if high < low:
            raise UnportableError("a range that runs backwards")
        return {chr(code) for code in range(ord(low), ord(high) + 1)}

    def _class_char(self, *, hyphen: bool) -> str:
        char = self._peek()
        self._at += 1
        if char == "\\":
            return self._escaped(_ESCAPED_IN_CLASS)
        if char in ("[", "]", "^") or (char == "-" and not hyphen):
            raise UnportableError(f"{char} in a class needs an escape")
        return char

    def _alternatives(self) -> Width:
        widths = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            widths.append(self._sequence())
        mosts = [width.most for width in widths]
        most = None if None in mosts else max(most for most in mosts if most is not None)
        return Width(min(width.least for width in widths), most)

    def _sequence(self) -> Width:
        total = Width(0, 0)
        while self._peek() not in ("", "|", ")"):
            width = self._repeated(self._atom())
            most = None if total.most is None or width.most is None else total.most + width.most
            total = Width(total.least + width.least, most)
        return total

    def _atom(self) -> Width:
        char = self._peek()
        if char == "[":
            self.characters()
            return Width(1, 1)
        if char == "(":
            return self._group()
        self._at += 1
        if char == "\\":
            self._escaped(_ESCAPED)
        elif char in _SPECIAL:
            raise UnportableError(f"{char} at {self._at - 1} is not supported there")
        return Width(1, 1)

    def _group(self) -> Width:
        if not self._text.startswith("(?:", self._at):
            raise UnportableError("only groups that start with (?:")
        self._at += len("(?:")
        width = self._alternatives()
        if self._peek() != ")":
            raise UnportableError("a group is not closed")
        self._at += 1
        return width

    def _repeated(self, width: Width) -> Width:
        least, most = self._quantifier()
        if self._peek() and self._peek() in "*+?{":
            raise UnportableError("a repetition of a repetition, or a lazy one")
        longest = None if most is None or width.most is None else width.most * most
        return Width(width.least * least, longest)

    def _quantifier(self) -> tuple[int, int | None]:
        simple: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        char = self._peek()
        if char in simple:
            self._at += 1
            return simple[char]
        if char != "{":
            return 1, 1
        end = self._text.find("}", self._at)
        body = self._text[self._at + 1 : end] if end > 0 else ""
        low, comma, high = body.partition(",")
        counts = [low, high] if high else [low]
        if not all(count.isdecimal() and int(count) <= _MOST_REPEATS for count in counts):
            raise UnportableError(f"a count is {{n}}, {{n,}} or {{n,m}}, up to {_MOST_REPEATS}")
        self._at = end + 1
        least = int(low)
        most = int(high) if high else None if comma else least
        if most is not None and most < least:
            raise UnportableError("a count that runs backwards")
        return least, most

    def _escaped(self, allowed: frozenset[str]) -> str:
        char = self._peek()
        if not char or char not in allowed:
            raise UnportableError(f"\\{char} is not an escape that all engines share")
        self._at += 1
        return char

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]
