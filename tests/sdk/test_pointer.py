"""JSON Pointers, by the examples of RFC 6901, and how people see them."""

from __future__ import annotations

from typing import Any

import pytest

from runsnap._pointer import escape, pointer, resolve, shortened, tokens_of

# the example of section 5
DOCUMENT: dict[str, Any] = {
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, 'k"l': 6, " ": 7, "m~n": 8,
}  # fmt: skip
PLACES: dict[str, tuple[list[str], Any]] = {
    "": ([], DOCUMENT), "/foo": (["foo"], ["bar", "baz"]), "/foo/0": (["foo", "0"], "bar"), "/": ([""], 0),
    "/a~1b": (["a/b"], 1), "/c%d": (["c%d"], 2), "/e^f": (["e^f"], 3), "/g|h": (["g|h"], 4), "/i\\j": (["i\\j"], 5),
    '/k"l': (['k"l'], 6), "/ ": ([" "], 7), "/m~0n": (["m~n"], 8),
}  # fmt: skip


@pytest.mark.parametrize("text", PLACES)
def test_the_examples_of_the_standard(text: str) -> None:
    tokens, value = PLACES[text]
    assert pointer(tokens) == text
    assert tokens_of(text) == tokens
    assert resolve(DOCUMENT, text) == value


@pytest.mark.parametrize(
    ("name", "token"), [("~1", "~01"), ("~0", "~00"), ("/~", "~1~0"), ("~/", "~0~1"), ("//", "~1~1")]
)
def test_escapes_do_not_meet(name: str, token: str) -> None:
    assert escape(name) == token
    assert tokens_of(f"/{token}") == [name]


def test_an_index_is_a_token() -> None:
    assert pointer(("a", 0, "b", 10)) == "/a/0/b/10"


@pytest.mark.parametrize(("length", "is_cut"), [(119, False), (120, False), (121, True), (5000, True)])
def test_a_long_pointer_is_cut_in_its_middle(length: int, is_cut: bool) -> None:
    text = f"/begin{'x' * (length - 10)}/end"
    shown = shortened(text)
    assert (shown != text) is is_cut
    if is_cut:
        begin, end = shown.split("…")
        assert (begin, end) == (text[:60], text[-60:])
    assert shortened("/123456789", longest=4) == "/1…89"


@pytest.mark.parametrize(
    ("char", "shown"),
    [
        ("é", "é"), ("量", "量"), ("🎉", "🎉"), ("\x1b", "\\u001b"), ("\n", "\\u000a"), ("\x7f", "\\u007f"), ("\u202e", "\\u202e"),
        ("\ud800", "\\ud800"), ("\uffff", "\\uffff"), ("\U0001fffe", "\\U0001fffe"), ("\U000e0001", "\\U000e0001"),
    ],
)  # fmt: skip
def test_what_steers_a_terminal_is_escaped(char: str, shown: str) -> None:
    assert shortened(f"/a{char}b") == f"/a{shown}b"
