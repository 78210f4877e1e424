"""What we say of formats is true of jsonschema-rs: examples, implied formats, implied patterns."""

from __future__ import annotations

import random

import jsonschema_rs
import pytest

from runsnap.evolution import compare
from runsnap.evolution._formats import ALSO_OF_FORMAT, EXAMPLES, NON_EXAMPLES, PATTERN_OF_FORMAT

MORE = (
    "1985-04-12T23:20:50.52Z", "1990-12-31t23:59:60z", "2000-01-01T00:00:00+01:00", "12:00:00.5-08:00", "23:59:60Z",
    "P1Y2M3DT4H5M6S", "P4W", "PT0S", "p1d", "2001:db8::ff00:42:8329", "::ffff:192.0.2.1", "fe80::1%eth0", "1.2.3.4",
    "01.2.3.4", "A@B.CO", '"a b"@c.de', "a@[127.0.0.1]", "a@[IPv6:::1]", "é@é.co", "Name <a@b.co>", "x--y.example",
    "xn--nxasmq6b", "a-", "-a", "_a", "a_b", "urn:x:y", "mailto:a@b.co", "x://[::1]/?q#f", "//a/b", "%41:b", "é://a",
    "a+b.c-d:e", "2:b", "/~0/~1", "/a~", "1/a", "01/a", "10#", "-1", "{a,b}", "{+x}", "^a$", "[a-z]+", "2020-02-30",
    "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "f81d4fae7dec11d0a76500a0c91e6bf6", "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}",
)  # fmt: skip
ALPHABET = "aZ09:/?#[]@!$&'()*+,;=-._~%\"<>\\^`{|} \u00e9\u0663\u00a0\n\tTtzZPp"


def holds(name: str, text: str) -> bool:
    keyword, _, word = name.partition(":")
    dialect = jsonschema_rs.Draft202012Validator if keyword == "format" else jsonschema_rs.Draft7Validator
    return dialect({keyword: word}, validate_formats=True).is_valid(text)


def nearly(texts: list[str], count: int) -> list[str]:
    roll = random.Random(11)
    found = []
    for _ in range(count):
        chars = list(roll.choice(texts))
        for _ in range(roll.randint(0, 3)):
            at = roll.randint(0, len(chars))
            chars[at : at + roll.randint(0, 1)] = roll.choices(ALPHABET, k=roll.randint(0, 1))
        found.append("".join(chars))
    return found


TEXTS = nearly(
    [*(text for texts in (*EXAMPLES.values(), *NON_EXAMPLES.values()) for text in texts), *MORE], 20_000
) + list(MORE)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_examples_and_the_others_are_not(name):
    assert [text for text in EXAMPLES[name] if not holds(name, text)] == []
    assert [text for text in NON_EXAMPLES.get(name, ()) if holds(name, text)] == []


@pytest.mark.parametrize("name", ALSO_OF_FORMAT)
def test_a_text_of_one_format_is_of_those_that_it_implies(name):
    validators = [
        jsonschema_rs.Draft202012Validator({"format": other.partition(":")[2]}, validate_formats=True)
        for other in (name, *ALSO_OF_FORMAT[name])
    ]
    mine, *implied = validators
    assert [
        text for text in TEXTS if mine.is_valid(text) and not all(one.is_valid(text) for one in implied)
    ] == []


@pytest.mark.parametrize("name", PATTERN_OF_FORMAT)
def test_a_text_of_a_format_matches_its_pattern(name):
    mine = jsonschema_rs.Draft202012Validator({"format": name.partition(":")[2]}, validate_formats=True)
    pattern = jsonschema_rs.Draft202012Validator({"pattern": PATTERN_OF_FORMAT[name]})
    assert [text for text in TEXTS if mine.is_valid(text) and not pattern.is_valid(text)] == []
    assert any(mine.is_valid(text) for text in TEXTS)


@pytest.mark.parametrize(
    ("old", "new", "backward", "forward"),
    [
        ({"format": "date"}, {"pattern": r"^\d{4}-\d{2}-\d{2}$"}, "safe", "broken"),
        ({"format": "uuid"}, {"minLength": 36, "maxLength": 36}, "safe", "broken"),
        ({"format": "date"}, {"format": "date-time"}, "broken", "broken"),
        ({"format": "uri"}, {"format": "uri-reference"}, "safe", "broken"),
        ({"format": "ipv4"}, {"maxLength": 8}, "broken", "broken"),
        ({"format": "email", "maxLength": 2}, {"maxLength": 1}, "unknown", "broken"),
    ],
)
def test_formats_against_patterns_and_lengths(old, new, backward, forward):
    text = {"type": "string"}
    review = compare({**text, **old}, {**text, **new}, assert_formats=True)
    assert (review.backward.verdict, review.forward.verdict) == (backward, forward)


def test_formats_say_nothing_unless_they_are_asserted():
    review = compare({"format": "date"}, {"format": "uuid"})
    assert (review.backward.verdict, review.forward.verdict) == ("safe", "safe")


@pytest.mark.parametrize("name", ["uuid", "duration", "nobody-knows"])
def test_a_format_that_the_dialect_does_not_know_is_not_asserted(name):
    dialect = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"}
    review = compare(dialect, {**dialect, "format": name}, assert_formats=True)
    assert (review.backward.verdict, review.forward.verdict) == ("safe", "safe")
