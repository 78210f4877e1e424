"""Secrets behind escapes of JSON, and what masking leaves of the text around them."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runsnap._redact.detectors import DETECTORS
from runsnap._redact.escapes import views
from runsnap._redact.masking import Mask
from runsnap._redact.placeholders import Placeholders
from tests.redact.texts import SECRETS

PLACEHOLDERS = Placeholders(b"0123456789abcdef")
MASK = Mask(PLACEHOLDERS, DETECTORS)


def escaped(text: str, keep: str = "") -> str:
    """The text of a JSON string in which every character is an escape, but those to keep."""
    return "".join(
        char if char in keep else json.dumps(char)[1:-1] if ord(char) > 0xFFFF else f"\\u{ord(char):04x}"
        for char in text
    )


@pytest.mark.parametrize(("name", "secret", "text"), SECRETS)
@pytest.mark.parametrize("levels", [1, 2, 3])
def test_json_in_a_text_shows_its_secrets(name: str, secret: str, text: str, levels: int) -> None:
    value = {"a": [text], "b": 1}
    for _ in range(levels):
        value = json.dumps(value)
    masked = MASK(value).text
    for _ in range(levels):
        masked = json.loads(masked)
    assert secret not in masked["a"][0]
    assert re.search(r"\[redacted:", masked["a"][0])
    assert masked["b"] == 1


@pytest.mark.parametrize(("name", "secret", "text"), SECRETS)
def test_a_secret_that_is_escaped_character_by_character_is_found(name: str, secret: str, text: str) -> None:
    for levels in range(1, 4):
        hidden = text
        for _ in range(levels):
            hidden = escaped(hidden)
        masked = MASK(f"{hidden}| and more").text
        for view in views(masked):
            assert secret not in view.text
        assert masked.endswith("| and more")


def test_a_line_feed_that_is_written_as_an_escape_is_no_part_of_an_address() -> None:
    masked = MASK(r'{"text": "Contact:\nalice@example.com\nBye"}').text
    assert json.loads(masked)["text"] == f"Contact:\n{PLACEHOLDERS.of('email', 'alice@example.com')}\nBye"


def test_a_name_after_a_backslash_goes_too() -> None:
    assert "alice" not in MASK(r"CORP\alice@example.com").text
    assert "example" not in MASK(r"CORP\nancy@example.com").text


def test_escapes_within_escapes_without_end_are_replaced_as_one() -> None:
    text = "alice" + "\\" + "u005c" * 50 + "u0040example.com"
    assert MASK(text) == (PLACEHOLDERS.of("escaped", text), ("escaped",))


def test_pieces_that_overlap_become_one() -> None:
    masked = MASK("https://alice@example.com:hunter2@host/")
    assert masked == (
        f"https://{PLACEHOLDERS.of('url-login', 'alice@example.com:hunter2')}@host/",
        ("url-login",),
    )


@given(st.text(alphabet='\\u0041nt"@.a x', max_size=40))
def test_every_position_of_a_view_leads_back(text: str) -> None:
    for view in views(text):
        for start in range(len(view.text)):
            first, last = view.in_original((start, start + 1))
            assert first < last
            piece = text[first:last]
            assert view.text[start] in {inner.text for inner in views(piece)}
        assert view.in_original((0, len(view.text)))[1] == len(text)


pieces = st.lists(
    st.sampled_from([text for _, _, text in SECRETS])
    | st.sampled_from(
        ["\\", '"', "\\n", "\\u0040", " ", "password=", "://", ":", "@", "[redacted:email:", "]"]
    )
    | st.text(max_size=5),
    max_size=6,
).map("".join)


@given(pieces)
def test_what_is_masked_shows_nothing_any_more(text: str) -> None:
    masked = MASK(text)
    assert MASK(masked.text) == (masked.text, ())
    assert len(masked.detectors) == sum(PLACEHOLDERS.labels_in(masked.text).values())


@given(pieces, pieces)
def test_texts_that_differ_still_differ(one: str, other: str) -> None:
    assert (MASK(one).text == MASK(other).text) == (one == other)


@given(pieces)
def test_embedded_json_stays_json(text: str) -> None:
    """Not where something is assigned: a quotation mark after ``password=`` may open a value or end the text."""
    mask = Mask(PLACEHOLDERS, {*DETECTORS} - {"assigned"})
    masked = mask(json.dumps({"text": text, "n": [1]})).text
    assert json.loads(masked)["n"] == [1]
