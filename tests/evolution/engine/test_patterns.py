"""Our automata read patterns as jsonschema-rs does, or say that they cannot."""

from __future__ import annotations

import random

import jsonschema_rs
import pytest

from runsnap.evolution._automata import automaton
from runsnap.evolution._budget import Unsupported

PATTERNS = [
    "", "a", "^a", "a$", "^a$", "^$", "$^", "a^b", "^(a|b)+$", "^(?:ab)*$", "^a{2}$", "^a{2,}$", "^a{0,2}$", "^a{0}$",
    "^[a-c]$", "^[^a-c]$", "^[]a]$"[:0] + "^[a\\]]$", "^[\\d_-]+$", "^\\d+$", "^\\D$", "^\\w$", "^\\W$", "^\\s$", "^\\S$",
    "^.$", "^..$", "(^a|b$)", "^(^a)*$", "^(a$)+$", "^a?b??c*?$", "^\\.$", "^\\/$", "^\\-$", "^\\x41$", "^\\u0041$",
    "^\\u{41}$", "^\\cA$", "^\\t\\n\\v\\f\\r$", "^(?<n>a)b$", "^(a+)+$", "^(a|a)*$", "^(|a)$", "x|^y$|", "[0-9]{2}",
    "^x-", "-x$", "^[\\s\\S]$", "^[\\w.+-]+@[\\w-]+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "^}$", "^]$", "^[[]$", "^[a&&b]$",
]  # fmt: skip
ALPHABET = "ab cxyzAZ09_-.+@[]{}&/\n\r\t\x01\x0b\x0c\u00e9\u0663\u2028\u00a0\ufeff\U0001f600"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_automaton_agrees_with_the_validator_on_many_texts(pattern):
    machine = automaton(pattern)
    assert not isinstance(machine, Unsupported)
    validator = jsonschema_rs.Draft202012Validator({"pattern": pattern})
    roll = random.Random(7)
    texts = ["", *ALPHABET, *("".join(roll.choices(ALPHABET, k=roll.randint(2, 5))) for _ in range(400))]
    texts += ["".join(roll.choices("abA0@.-", k=roll.randint(1, 6))) for _ in range(400)]
    assert [text for text in texts if machine.matches(text) is not validator.is_valid(text)] == []


@pytest.mark.parametrize(
    "pattern",
    [
        "(?=a)",
        "(?!a)b",
        "(?<=a)b",
        r"\bfoo",
        r"(a)\1",
        r"^\p{L}$",
        "(?i)a",
        "a++",
        "a{2}{3}",
        "[b-a]",
        "a{1,2000}",
        r"\e",
    ],
)
def test_what_the_automaton_cannot_read_is_named(pattern):
    machine = automaton(pattern)
    assert isinstance(machine, Unsupported)
    assert repr(pattern) in str(machine) or "pattern" in str(machine)


def test_groups_that_nest_without_end_are_refused_and_not_followed():
    assert isinstance(automaton("(" * 5_000 + ")" * 5_000), Unsupported)
