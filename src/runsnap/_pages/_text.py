"""Text as HTML: foreign text stays text, and whatever hides in it is shown.

A page is made of ``Html``; whatever else is put into an element is text, and
passes ``shown``.
"""

from __future__ import annotations

import unicodedata

_SPECIAL = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;"}
_KEPT = "\n\t"
_HIDDEN_CATEGORIES = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_HIDDEN_OTHERS = frozenset((
    0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0,
    *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0),
))  # fmt: skip
"""Letters and marks that Unicode calls ignorable: they are not seen either."""
_VOID = frozenset(("br", "hr", "input", "link", "meta"))


class Html(str):
    """HTML that may stand in a page as it is."""

    __slots__ = ()


class _Shown(dict[int, str]):
    """What stands for a character, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        found = _SPECIAL.get(char, char)
        if is_hidden(char):
            found = f'<span class="hidden-character">U+{code:04X}</span>'
        self[code] = found
        return found


_SHOWN = _Shown()


def is_hidden(char: str) -> bool:
    """Whether a character steers the text, or is not seen at all: controls, formats, bidi, unassigned, ignorable."""
    if char in _KEPT:
        return False
    return unicodedata.category(char) in _HIDDEN_CATEGORIES or ord(char) in _HIDDEN_OTHERS


def shown(text: str) -> Html:
    """Text as HTML, with a visible marker for each hidden character; line ends of Windows are line ends."""
    if isinstance(text, Html):
        return text
    return Html(text.replace("\r\n", "\n").translate(_SHOWN))


def foreign(text: str, longest: int | None = None) -> Html:
    """Text of a document, whose writing direction does not reach what stands around it."""
    begin, rest = _cut(text, longest)
    return Html(element("bdi", begin, dir="auto") + rest)


def dense(text: str, longest: int) -> Html:
    """The same for where there may be very many: hidden characters are ``[U+202E]``, without an element each."""
    begin, rest = _cut(text, longest)
    return Html(element("bdi", _bracketed(begin.replace("\r\n", "\n")), dir="auto") + rest)


def _cut(text: str, longest: int | None) -> tuple[str, Html]:
    if longest is None or len(text) <= longest:
        return text, Html()
    return text[:longest], more_characters(len(text) - longest)


def more_characters(count: int) -> Html:
    """How many are left out."""
    return element("span", f"… {count:,} more characters", class_="muted")


def element(name: str, /, *children: str, **attributes: str | int | bool | None) -> Html:
    """An element. Children that are no ``Html`` are text.

    ``_`` at the end of an attribute's name is dropped and stands for ``-``
    inside of it; True gives an attribute without a value, None and False none.
    """
    head = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Html(f"<{name}{head}>")
    return Html(f"<{name}{head}>{''.join(map(shown, children))}</{name}>")


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{_quoted(str(value))}"'


def _quoted(text: str) -> str:
    return "".join(_SPECIAL.get(char, char) for char in without_hidden(text))


def without_hidden(text: str) -> str:
    """The text for where no element can stand: ``[U+202E]`` for each hidden character, a space for a line end."""
    return _bracketed(text).replace("\n", " ")


def _bracketed(text: str) -> str:
    return "".join(f"[U+{ord(char):04X}]" if is_hidden(char) else char for char in text)
