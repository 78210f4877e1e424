"""What secrets look like.

Every search takes time in proportion to the text: a match can start only where
a run of its characters starts, and what was taken is not given back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from types import MappingProxyType

from runsnap._redact.placeholders import LOOKS_LIKE_ONE

Span = tuple[int, int]
Detector = Callable[[str], Iterator[Span]]


def _matches(*patterns: str, marks: tuple[str, ...], flags: int = 0) -> Detector:
    """Spans of the group ``secret``, or of the whole match.

    ``marks`` are texts of which every match has one: without any there is
    nothing to search for. Where case is ignored, they are case-folded.
    """
    compiled = [re.compile(pattern, flags) for pattern in patterns]
    ignores_case = bool(flags & re.IGNORECASE)

    def find(text: str) -> Iterator[Span]:
        marked = text.casefold() if ignores_case else text
        if not any(mark in marked for mark in marks):
            return
        for pattern in compiled:
            group = "secret" if "secret" in pattern.groupindex else 0
            for found in pattern.finditer(text):
                yield found.span(group)

    return find


# What repeats possessively is a run of single characters, or alternatives of nothing but single characters: Python
# before 3.11.5 does not go back when more than that fails half-way (cpython 106052).
_PRIVATE_KEY = r"[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_IN_KEY = r"[A-Za-z0-9+/=\s\\:.,]"
_DASHES_IN_KEY = "|".join("-" * count + _IN_KEY for count in range(1, 5))
_pem = _matches(
    rf"-----BEGIN {_PRIVATE_KEY}(?:{_IN_KEY}++|{_DASHES_IN_KEY})*+(?:-----END {_PRIVATE_KEY})?",
    marks=("-----BEGIN ",),
)

_key = _matches(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-[A-Za-z0-9_-]{16,}+"
    r"|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}+"
    r"|gh[pousr]_[A-Za-z0-9]{36,}+"
    r"|github_pat_[A-Za-z0-9_]{22,}+"
    r"|glpat-[A-Za-z0-9_-]{20,}+"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}+"
    r"|AIza[A-Za-z0-9_-]{35,}+"
    r"|(?:hf|npm)_[A-Za-z0-9]{30,}+"
    r"|pypi-[A-Za-z0-9_-]{50,}+"
    r"|SG\.[A-Za-z0-9_-]{16,}+\.[A-Za-z0-9_-]{16,}+"
    r")",
    marks=(
        "sk-", "_live_", "_test_", "gh", "glpat-", "AKIA", "ASIA", "xox", "AIza", "hf_", "npm_", "pypi-", "SG.",
    ),
)  # fmt: skip
_jwt = _matches(
    r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,}+\.[A-Za-z0-9_-]{5,}+(?:\.[A-Za-z0-9_-]*+){1,3}",
    marks=("eyJ",),
)
_CREDENTIALS = r"[A-Za-z0-9._~+/=-]"
_bearer = _matches(
    r"\bauthorization[\"']?\s{0,4}[:=]\s{0,4}[\"']?(?:[A-Za-z-]{1,20}+\s{1,4})?"
    rf"(?P<secret>(?!(?:bearer|basic|digest|token)\b){_CREDENTIALS}{{6,}}+)",
    rf"\bbearer\s{{1,4}}(?={_CREDENTIALS}*[0-9])(?P<secret>{_CREDENTIALS}{{12,}}+)",
    marks=("authorization", "bearer"),
    flags=re.IGNORECASE,
)
_url_login = _matches(r"""://(?P<secret>[^\s/?#:\[\]"'<>]*+:[^\s/?#"'<>]+)@""", marks=("://",))

_SENSITIVE = (
    r"(?:password|passwd|passphrase|pwd|secret|credentials?"
    r"|(?:api|private|access|secret)[_ -]?key|(?:access|auth|refresh|id|session|bearer|api)[_ -]?token)"
)
_ASSIGNED = rf"{_SENSITIVE}[\"']?\s{{0,4}}[:=]\s{{0,4}}"
_assigned = _matches(
    rf'{_ASSIGNED}"(?!{LOOKS_LIKE_ONE}")(?P<secret>(?:[^"\\]++|\\[\s\S])++)"',
    rf"{_ASSIGNED}'(?!{LOOKS_LIKE_ONE}')(?P<secret>(?:[^'\\]++|\\[\s\S])++)'",
    rf"""{_ASSIGNED}(?!\\++["'])(?!{LOOKS_LIKE_ONE}(?:[\s"',;&]|\Z))(?P<secret>[^\s"',;&]{{4,}}+)""",
    marks=("pass", "pwd", "secret", "credential", "key", "token"),
    flags=re.IGNORECASE,
)
_SENSITIVE_NAME = re.compile(rf"(?:{_SENSITIVE}|authorization|cookie)s?\Z", re.IGNORECASE)

_DOMAIN = r"[\w-]++(?:[\w-]++|\.[\w-])++"
_email = _matches(
    rf"(?<![\w.+%-])[\w.+%-]++@{_DOMAIN}",
    rf"(?<![\w.+-])[\w.+-]++%40{_DOMAIN}",
    marks=("@", "%40"),
)

_DIGITS = re.compile(r"(?<![0-9A-Za-z_])[0-9]++(?:[0-9]++|[ \u00a0\u2009\u202f\u2010-\u2015-][0-9])*+")
_WORD_BEGINS = re.compile("[A-Za-z_]")
_GROUP = re.compile(r"[0-9]++")
_CARD_LENGTHS = range(13, 20)
_FIRST_OF_CARDS = "23456"
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def _card(text: str) -> Iterator[Span]:
    """Whole groups of digits that make up a card number by their count, first digit and check digit."""
    for run in _DIGITS.finditer(text):
        groups = [found.span() for found in _GROUP.finditer(text, *run.span())]
        if _WORD_BEGINS.match(text, run.end()):
            groups.pop()
        digits = "".join(text[start:end] for start, end in groups)
        if len(digits) >= _CARD_LENGTHS.start:
            yield from _cards(groups, digits)


def _cards(groups: list[Span], digits: str) -> Iterator[Span]:
    before = list(accumulate((end - start for start, end in groups), initial=0))
    is_valid = _luhn(digits)
    first = 0
    while first < len(groups):
        last = _last_of_card(before, first, digits, is_valid)
        if last is not None:
            yield groups[first][0], groups[last][1]
            first = last
        first += 1


def _last_of_card(
    before: list[int], first: int, digits: str, is_valid: Callable[[int, int], bool]
) -> int | None:
    """The last group of the longest card number that starts with this group."""
    start, longest = before[first], None
    if digits[start] not in _FIRST_OF_CARDS:
        return None
    for last in range(first, min(first + _CARD_LENGTHS.stop, len(before) - 1)):
        length = before[last + 1] - start
        if length >= _CARD_LENGTHS.stop:
            break
        if length in _CARD_LENGTHS and is_valid(start, before[last + 1]):
            longest = last
    return longest


def _luhn(digits: str) -> Callable[[int, int], bool]:
    """Whether the check digit of a piece is right, told from sums over all digits."""
    values = list(map(int, digits))
    sums = [
        list(accumulate((_DOUBLED[v] if i % 2 == doubled else v for i, v in enumerate(values)), initial=0))
        for doubled in (0, 1)
    ]

    def is_valid(start: int, end: int) -> bool:
        of_parity = sums[end % 2]  # the last digit, at end - 1, is not doubled
        return (of_parity[end] - of_parity[start]) % 10 == 0

    return is_valid


FINDERS: Mapping[str, Detector] = MappingProxyType(
    {
        "pem": _pem,
        "url-login": _url_login,
        "jwt": _jwt,
        "key": _key,
        "bearer": _bearer,
        "assigned": _assigned,
        "email": _email,
        "card": _card,
    }
)
"""By name; where two find the same, the first one gives its name. No name may look like a secret in a placeholder."""

DETECTORS = tuple(FINDERS)
"""The names of all detectors."""


def is_card(number: float) -> bool:
    """Whether a number is that of a card."""
    if isinstance(number, float) and not number.is_integer():
        return False
    if not 10**12 <= number < 10**19:
        return False
    return any(True for _ in _card(str(int(number))))


def is_sensitive(name: str) -> bool:
    """Whether a member of this name holds a secret by what its name says."""
    return _SENSITIVE_NAME.search(name) is not None
