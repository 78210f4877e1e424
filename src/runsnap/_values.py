"""Single values between plain JSON and Python: what the generated codec calls.

The ``out_*`` functions never raise: what cannot be written passes through, or
becomes a :class:`Refused` marker, for the check of the plain values to place.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NoReturn

from whenever import Instant

EXACT_FLOAT_INTEGERS = 2**53
"""Up to here every integer is a double."""

FLOAT_LITERAL = "integer-from-float-literal"
NOT_A_DOUBLE = "number-is-a-double"
INSTANT_RANGE = "instant-in-range"

VALUE_RULES = {
    FLOAT_LITERAL: "an integer, or a float literal that is integral and at most 2^53",
    NOT_A_DOUBLE: "a number that a double holds exactly",
    INSTANT_RANGE: "an instant from year 0001 to 9999 in UTC",
}
"""Rules that no schema can state, each with what it expects."""


class ValueRuleError(ValueError):
    """A value that the schema accepts and a value rule refuses; ``rule`` is its id."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class Doubt(Exception):  # noqa: N818 - a signal between a fast way and the long one, never seen outside
    """The fast way does not know."""


def doubt() -> NoReturn:
    """Leave the fast way."""
    raise Doubt


class Refused:
    """Stands in plain values for what cannot be written: why, and by which value rule."""

    __slots__ = ("reason", "rule", "value")

    def __init__(self, value: object, reason: str, rule: str | None = None) -> None:
        self.value = value
        self.reason = reason
        self.rule = rule


def integer(value: float) -> int:
    """The integer of an integral float literal; ValueRuleError above 2^53."""
    if abs(value) > EXACT_FLOAT_INTEGERS:
        raise ValueRuleError(FLOAT_LITERAL)
    return int(value)


def number(value: int) -> float:
    """The double of an integer literal; ValueRuleError where it is not exact."""
    try:
        double = float(value)
    except OverflowError:
        raise ValueRuleError(NOT_A_DOUBLE) from None
    if int(double) != value:
        raise ValueRuleError(NOT_A_DOUBLE)
    return double


def instant(text: str) -> Instant:
    """The instant of RFC 3339 text that the schema accepts; ValueRuleError out of range."""
    try:
        return Instant.parse_iso(text)
    except ValueError:
        raise ValueRuleError(INSTANT_RANGE) from None


def instant_text(value: Instant) -> str:
    """RFC 3339 with ``Z`` and 0, 3, 6 or 9 fraction digits, as few as hold the value."""
    text = value.format_iso()
    if "." not in text:
        return text
    digits = len(text) - text.index(".") - len(".Z")
    return f"{text[:-1]}{'0' * (-digits % 3)}Z"


def nanoseconds_between(start: Instant, end: Instant) -> int:
    """From one instant to another; negative where the second is the earlier one."""
    return end.timestamp(unit="nanosecond") - start.timestamp(unit="nanosecond")


def out_integer(value: Any) -> Any:
    """The integer to write for what is not an int."""
    if isinstance(value, float) and value.is_integer():
        if abs(value) > EXACT_FLOAT_INTEGERS:
            return Refused(value, "a float above 2^53 is no exact integer", FLOAT_LITERAL)
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    return value


def out_number(value: Any) -> Any:
    """The double to write for what is not a float."""
    if isinstance(value, float):
        return float(value)
    if isinstance(value, int) and not isinstance(value, bool):
        try:
            return number(value)
        except ValueRuleError:
            return Refused(value, "no double holds this integer exactly", NOT_A_DOUBLE)
    return value


def out_instant(value: Any) -> Any:
    """The text to write for an instant."""
    if isinstance(value, Instant):
        return instant_text(value)
    return refuse(value, "whenever.Instant")


def out_text(value: Any) -> Any:
    """The text to write for a subclass of str."""
    return str.__str__(value) if isinstance(value, str) else value


def out_label(value: Any) -> Any:
    """The label to write for a member of an open enumeration."""
    return value.value if isinstance(value, Enum) else value


def refuse(value: Any, expected: str) -> Any:
    """A marker for a value of the wrong Python type; None passes, the schema judges it."""
    if value is None:
        return None
    return Refused(value, f"expected {expected}, found {type(value).__name__}")


def add_unknown(plain: dict[str, Any], unknown: Any, known: frozenset[str]) -> None:
    """Put unknown members after the declared ones; a declared name among them is refused."""
    if not isinstance(unknown, dict):
        plain["additional_properties"] = refuse(unknown, "a dict in additional_properties")
        return
    for name, value in unknown.items():
        plain[name] = (
            value if name not in known else Refused(value, "a declared member in additional_properties")
        )
