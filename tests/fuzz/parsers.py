"""Four parsers, and every difference between them: each by name, with its reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import orjson

from runsnap._equality import same_json
from runsnap._json import parse
from runsnap._limits import DEFAULT_LIMITS
from runsnap.errors import LimitError, MalformedError
from tests.fuzz.readings import Reading, read

PARSERS = ("runsnap", "json", "orjson", "msgspec")
REFUSES = "refuses"
FREE = "takes it or refuses it"
"""Nothing is claimed."""
NEAREST = "the nearest double"


@dataclass(frozen=True, slots=True)
class Feature:
    """Something special about a text, and what each parser does with it.

    An answer is REFUSES, FREE or NEAREST; any other tells that the text is
    taken, and as what.
    """

    what: str
    runsnap: str
    json: str
    orjson: str
    msgspec: str
    why: str
    """Why runsnap does what it does."""

    def answer(self, parser: str) -> str:
        return str(getattr(self, parser))

    def differs(self, parser: str) -> bool:
        """Whether the parser does something else than runsnap."""
        return self.answer(parser) not in {self.runsnap, FREE}


FEATURES = {
    "doubled-name": Feature(
        "a member's name twice in one object: `{\"a\": 1, \"a\": 2}`",
        REFUSES, "keeps the last", "keeps the last", "keeps the last",
        "whichever value is kept, another reader may keep the other one",
    ),
    "not-a-number": Feature(
        "`NaN`, `Infinity`, `-Infinity`",
        REFUSES, "a float", REFUSES, REFUSES,
        "not JSON; most readers in other languages stop there",
    ),
    "beyond-double": Feature(
        "a number with a fraction or an exponent that is beyond every double: `1e400`",
        REFUSES, "infinity", REFUSES, REFUSES,
        "infinity is another number, and cannot be written again",
    ),
    "beyond-64-bits": Feature(
        "an integer below -2^63 or above 2^64-1",
        "exact", "exact", NEAREST, "exact",
        "amounts go to 2^128-1, and no digit may be lost",
    ),
    "integer-beyond-double": Feature(
        "an integer beyond every double, which end near 1.8e308",
        "exact", "exact", REFUSES, "exact",
        "the same",
    ),
    "negative-of-4300-digits": Feature(
        "a negative integer of 4,300 digits",
        "exact", "exact", REFUSES, REFUSES,
        "the limit is 4,300 digits; a sign is no digit",
    ),
    "beyond-4300-digits": Feature(
        "an integer of more than 4,300 digits",
        REFUSES, REFUSES, REFUSES, REFUSES,
        "reading one takes time that grows with the square of its length",
    ),
    "lone-surrogate": Feature(
        'half of a surrogate pair, escaped: `"\\ud800"`',
        REFUSES, "half a character", REFUSES, REFUSES,
        "no UTF-8 text can hold it, so it could not be written again",
    ),
    "surrogate-bytes": Feature(
        "half of a surrogate pair in the bytes: `ED A0 80`",
        REFUSES, "half a character", REFUSES, REFUSES,
        "not UTF-8",
    ),
    "byte-order-mark": Feature(
        "a byte order mark before UTF-8",
        REFUSES, "skips it", REFUSES, REFUSES,
        "JSON that is exchanged has none (RFC 8259, section 8.1); the error names it",
    ),
    "not-utf-8": Feature(
        "UTF-16 or UTF-32, guessed from zero bytes",
        REFUSES, "decodes it", REFUSES, REFUSES,
        "JSON that is exchanged is UTF-8; the error names UTF-16",
    ),
    "deep": Feature(
        "201 to 400 `{` and `[` inside one another",
        REFUSES, "takes it", "takes it", "takes it",
        "the limit depends neither on the interpreter nor on how deep the caller's stack is",
    ),
    "deepest": Feature(
        "more than 400 of them",
        REFUSES, FREE, FREE, FREE,
        "the same; orjson stops at 1,024, the others at the interpreter's limit",
    ),
}  # fmt: skip

Outcome = tuple[str, Any]
"""``("value", …)``, or ``("refused", why)``."""


def _refusing(parser: Callable[[bytes], Any], *refusals: type[Exception]) -> Callable[[bytes], Outcome]:
    def ask(data: bytes) -> Outcome:
        try:
            return "value", parser(data)
        except refusals as refusal:
            return REFUSES, refusal

    return ask


_ASK = {
    "runsnap": _refusing(lambda data: parse(data, DEFAULT_LIMITS), MalformedError, LimitError),
    "json": _refusing(json.loads, ValueError, RecursionError),
    "orjson": _refusing(orjson.loads, orjson.JSONDecodeError, RecursionError),
    "msgspec": _refusing(msgspec.json.decode, msgspec.DecodeError, UnicodeDecodeError, RecursionError),
}


def outcome(parser: str, data: bytes) -> Outcome:
    """What a parser makes of a text."""
    return _ASK[parser](data)


def fault(parser: str, data: bytes, reading: Reading | None) -> str | None:
    """What the parser does that the table does not say; None where it does what it says."""
    found, value = outcome(parser, data)
    answers = [] if reading is None else [FEATURES[name].answer(parser) for name in reading.features]
    if reading is None or REFUSES in answers:
        return None if found == REFUSES else f"{parser} takes it, the table says {_said(reading)}"
    if FREE in answers or not reading.built:
        return None
    if found == REFUSES:
        return f"{parser} refuses it ({value!r}), the table says {_said(reading)}"
    expected = _rounded(reading.value) if NEAREST in answers else reading.value
    return None if _same(value, expected) else f"{parser} reads {value!r:.200}, expected {expected!r:.200}"


def disagreements(data: bytes) -> list[str]:
    """Every difference between the parsers that has no name."""
    reading = read(data)
    faults = (fault(parser, data, reading) for parser in PARSERS)
    return [text for text in faults if text is not None]


def _said(reading: Reading | None) -> str:
    if reading is None:
        return "that it is no JSON for anybody"
    return f"of it {sorted(reading.features) or 'that it is JSON for everybody'}"


def _same(one: Any, other: Any) -> bool:
    """Type-strict equality, in which NaN is itself."""
    return same_json(_named_nans(one), _named_nans(other))


def _named_nans(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _named_nans(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_named_nans(item) for item in value]
    return "NaN" if value != value else value  # noqa: PLR0124 - that is what NaN is


def _rounded(value: Any) -> Any:
    """Integers beyond 64 bits as doubles."""
    if isinstance(value, dict):
        return {name: _rounded(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return float(value) if type(value) is int and not -(2**63) <= value < 2**64 else value
