"""Foreign text never steers a terminal."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runsnap._units import counted
from runsnap.cli._text import cut, shown_name, visible, visible_json

HOSTILE = {
    "escape": "\x1b[2J", "bell": "\x07", "backspace": "a\x08b", "delete": "\x7f", "C1 CSI": "\x9b31m", "C1 OSC": "\x9d0;t",
    "right to left override": "\u202egnp.exe", "isolate": "\u2066x\u2069", "arabic mark": "\u061c", "zero width": "a\u200bb",
    "byte order mark": "\ufeff", "line separator": "\u2028", "lone surrogate": "\ud800", "byte of a name": "\udc9b",
    "tag": "\U000e0041", "soft hyphen": "\xad", "carriage return": "good\rbad",
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_characters_are_escaped(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert "\\" in shown
    shown.encode()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", "\\u001b[31m"),
        ("a\tb\r\n", "a\\tb\\r\\n"),
        ("\x9b", "\\u009b"),
        ("\u202e", "\\u202e"),
        ("\udc9b", "\\x9b"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_escapes_say_which_character_it_was(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize("text", ["агент", "漢字", "🦀", "é", "a b", "it's \\ fine", "a\u00a0b", ""])
def test_harmless_text_stays(text: str) -> None:
    assert visible(text) == text


@given(st.text(st.characters()))
def test_what_is_shown_is_one_printable_line(text: str) -> None:
    assert all(
        char.isprintable() or char in "\xa0\u1680\u202f\u205f\u3000" or "\u2000" <= char <= "\u200a"
        for char in visible(text)
    )


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_escaped_json_is_the_same_json(text: str) -> None:
    written = json.dumps({"text": text}, ensure_ascii=False, indent=2)
    shown = visible_json(written)
    assert json.loads(shown) == {"text": text}
    assert all(char.isprintable() or char == "\n" for char in shown)


def test_a_cut_says_how_much_is_missing() -> None:
    assert cut("x" * 1300, 100) == ("x" * 100, "… 1,200 more characters")


def test_nothing_is_cut_where_the_note_would_be_as_long() -> None:
    assert cut("x" * 120, 100) == ("x" * 120, "")
    assert cut("x" * 9999, None) == ("x" * 9999, "")


def test_names_of_files_are_shown_harmlessly() -> None:
    assert shown_name("a\nb\x1b\udcff.json") == "a\\nb\\u001b\\xff.json"
    assert shown_name("-") == "(standard input)"


def test_counts_have_a_plural() -> None:
    assert [counted(1, "file"), counted(0, "file"), counted(2000, "loss", "losses")] == [
        "1 file",
        "0 files",
        "2,000 losses",
    ]
