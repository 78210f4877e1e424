"""What detectors find, what they leave, and that no text keeps them busy.

Numbers of cards are those that payment providers publish for tests; other
secrets are examples of the documents that define them.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

import runsnap
from runsnap._redact.detectors import DETECTORS, FINDERS, is_card, is_sensitive
from runsnap._redact.masking import Mask
from runsnap._redact.placeholders import Placeholders
from tests.redact.texts import CARDS, SECRETS

MASK = Mask(Placeholders(b"0123456789abcdef"), DETECTORS)


def found(name: str, text: str) -> list[str]:
    return [text[start:end] for start, end in FINDERS[name](text)]


@pytest.mark.parametrize(("name", "secret", "text"), SECRETS)
def test_a_secret_is_found_exactly(name: str, secret: str, text: str) -> None:
    assert secret in found(name, text)
    assert secret not in MASK(text).text
    before, after = text.split(secret)
    assert MASK(text).text.startswith(before)
    assert MASK(text).text.endswith(after)


@pytest.mark.parametrize(("name", "secret", "text"), SECRETS)
def test_what_stands_around_a_secret_does_not_hide_it(name: str, secret: str, text: str) -> None:
    for before, after in [
        ("", ""),
        ("x ", " x"),
        ("(", ")"),
        ('"', '"'),
        ("\n", "\n"),
        ("é ", " é"),
        ("😀", "😀"),
    ]:
        assert secret not in MASK(before + text + after).text


@pytest.mark.parametrize("number", CARDS)
@pytest.mark.parametrize("separator", ["", " ", "-", "\u00a0", "\u2011"])
def test_published_card_numbers_are_found_with_any_separator(number: str, separator: str) -> None:
    text = separator.join(number[at : at + 4] for at in range(0, len(number), 4))
    assert found("card", f"pay {text}, please") == [text]
    assert found("card", f"12 {text}" if separator != " " else f"12, {text}") == [text]


@pytest.mark.parametrize("number", CARDS)
def test_a_card_number_may_be_a_number(number: str) -> None:
    assert is_card(int(number))
    assert is_card(float(number)) == (int(float(number)) == int(number))
    assert not is_card(int(number) + 1)
    assert not is_card(-int(number))
    assert not is_card(int(number) + 0.5) or int(number) + 0.5 == int(number)


@pytest.mark.parametrize("number", CARDS)
@pytest.mark.parametrize("digit", range(10))
def test_a_wrong_check_digit_is_no_card(number: str, digit: int) -> None:
    assert bool(found("card", number[:-1] + str(digit))) == (str(digit) == number[-1])


@pytest.mark.parametrize(
    "text",
    [
        "sha256:" + "4111111111111111" * 4,
        "1764540000000000000 ns",
        "41111111111111114111111111111111",
        "a4111111111111111",
        "4111111111111111b",
        "2026-05-28T20:26:40.000000001Z",
        "Where is my order 1042?",
        "orders.lookup claude-sonnet-4-5 fp_7c1e call_1 5b8aa5a2d2c872e1",
        "@mention and a@b, an @ b.com",
        "the bearer understands; the token: see below",
        "https://example.com:8080/path?x=1#y",
        "sk-short, ghp_short, AKIA, eyJ.a.b, xoxb",
        "max_tokens: 512, total tokens = 700",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert MASK(text) == (text, ())


@pytest.mark.parametrize(
    "name",
    ["password", "apiKey", "client_secret", "X-Api-Key", "Authorization", "Set-Cookie", "access_tokens"],
)
def test_names_that_announce_a_secret(name: str) -> None:
    assert is_sensitive(name)


@pytest.mark.parametrize(
    "name", ["prompt_tokens", "passage", "key", "secretary", "keyboard", "token_count", ""]
)
def test_names_that_announce_nothing(name: str) -> None:
    assert not is_sensitive(name)


def test_no_placeholder_looks_like_a_secret() -> None:
    labels = [*DETECTORS, "text", "number", "boolean", "name", "escaped"]
    placeholders = Placeholders(b"0123456789abcdef")
    for label in labels:
        for number in range(50):
            text = placeholders.of(label, f"{number}")
            assert MASK(f"password={text} https://{text}@h {text}@b.co") == (
                f"password={text} https://{text}@h {text}@b.co", (),
            )  # fmt: skip


HOSTILE = """
{
    "digits": "4" * n, "groups": "4 " * (n // 8), "ended by a letter": "4 " * (n // 8) + "a", "dashes": "1-" * (n // 2),
    "letters": "a" * n + " @ :// eyJ sk- token bearer pass -----BEGIN 1", "signs": "@" * n, "addresses": "a@" * (n // 2), "labels": "a@" + "a." * (n // 2),
    "encoded": "a%40" * (n // 4), "wide": "é" * n, "spaces": "password:" + " " * n, "keys": "sk-" * (n // 3),
    "prefixes": "SG." + "a" * n, "tokens": "eyJ" * (n // 3), "parts": "eyJaaaaaa." * (n // 20),
    "blocks": "-----BEGIN PRIVATE KEY-----" * (n // 27), "no end": "-----BEGIN " * (n // 11),
    "capitals": "-----BEGIN " + "A" * n, "logins": "://a:" * (n // 5), "colons": "://" + "a:" * (n // 2),
    "no host": "://a:" + "a" * n, "headers": "authorization:" * (n // 28), "schemes": "bearer " * (n // 7),
    "no digit": "bearer " + "a" * n, "assignments": "password=" * (n // 9), "quotes": 'password="' * (n // 40),
    "escaped quotes": 'password="' + '\\\\"' * (n // 2), "backslashes": "\\\\" * n,
    "escaped escapes": "\\\\u005c" * (n // 6), "nested escapes": "\\\\" + "u005c" * (n // 5),
    "matches in escapes": "\\\\na@b.co " * (n // 36),
}
"""

PROGRAM = f"""
import sys
from runsnap._redact.detectors import DETECTORS
from runsnap._redact.masking import Mask
from runsnap._redact.placeholders import Placeholders
n = 1_000_000
mask = Mask(Placeholders(b"0123456789abcdef"), DETECTORS)
for name, text in {HOSTILE.strip()}.items():
    mask(text)
    print(name, flush=True)
"""


def test_no_hostile_text_of_a_megabyte_keeps_the_detectors_busy() -> None:
    """All together take seconds; with one pattern that goes back, hours."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 31


def test_every_detector_may_be_chosen_and_no_other() -> None:
    for name in DETECTORS:
        runsnap.RedactionPolicy(detectors=[name])
    with pytest.raises(ValueError, match="no such detector: 'phone'"):
        runsnap.RedactionPolicy(detectors=["phone"])


@pytest.mark.parametrize(("name", "secret", "text"), SECRETS)
def test_only_the_chosen_detectors_work(name: str, secret: str, text: str) -> None:
    assert Mask(Placeholders(b"0123456789abcdef"), [])(text) == (text, ())
    alone = Mask(Placeholders(b"0123456789abcdef"), [name])(text)
    assert secret not in alone.text
    assert set(alone.detectors) == {name}
