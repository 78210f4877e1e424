"""The document around every page, and text in it."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runsnap._pages._shell import packaged, page
from runsnap._pages._text import Html, dense, element, foreign, is_hidden, shown, without_hidden
from tests.pages.parsed import Parsed, assert_closed

HOSTILE = [
    "</script><script>alert(1)</script>", "<!--<script>", "]]>", "<img src=x onerror=alert(1)>", "&lt;b&gt;",
    '"><b>', "' onfocus='alert(1)", "\u202egnp.exe", "\u2066\u2069", "\0", "\ufeff", "a\rb", "\U000e0041", "</textarea>",
    "</title>", "\u2028\u2029", "{{x}}", "javascript:alert(1)",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_text_wherever_it_stands(text):
    body = [element("p", text, title=text), foreign(text)]
    html = page(text, body, data={"data": {text: [text]}})
    assert_closed(html)
    parsed = Parsed(html)
    names = [tag for tag, _, _ in parsed.elements]
    assert set(names) <= {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "p",
        "bdi",
        "pre",
        "span",
        "script",
    }
    assert names.count("script") == 1
    assert parsed.data("data") == {text: [text]}


def test_the_policy_allows_the_own_style_and_script_by_digest_and_nothing_else():
    policy = Parsed(page("t", [])).policy()
    assert set(policy) == {
        "default-src", "style-src", "script-src", "base-uri", "form-action", "require-trusted-types-for",
        "trusted-types",
    }  # fmt: skip
    assert "unsafe" not in str(policy)
    assert "http" not in str(policy)


def test_the_policy_comes_before_anything_that_it_rules():
    names = [tag for tag, _, _ in Parsed(page("t", [])).elements]
    assert names[:4] == ["html", "head", "meta", "meta"]
    assert names.index("style") > 3


@given(st.text())
def test_text_comes_back_but_for_what_is_hidden(text):
    seen = Parsed(shown(text) or "").elements
    assert [tag for tag, _, _ in seen if tag != "span"] == []
    whole = Parsed(element("p", text)).text("p")
    unix = text.replace("\r\n", "\n")
    assert whole == "".join(f"U+{ord(char):04X}" if is_hidden(char) else char for char in unix)


@given(st.text())
def test_attributes_and_titles_come_back_but_for_what_is_hidden(text):
    ((attributes, _),) = Parsed(element("p", title=text)).all("p")
    assert attributes["title"] == without_hidden(text)
    assert not any(is_hidden(char) for char in without_hidden(text))


@given(st.recursive(st.none() | st.text() | st.integers(-(2**53), 2**53), st.lists))
def test_data_comes_back(value):
    html = page("t", [], data={"d": value})
    assert Parsed(html).data("d") == value
    inside = html.split('id="d">')[1].split("</script>")[0]
    assert not set(inside) & set("<>&\u2028\u2029")
    assert json.loads(inside) == value


@pytest.mark.parametrize("code", [0x00, 0x0D, 0x1B, 0x7F, 0x85, 0xAD, 0x061C, 0x200B, 0x200D, 0x200E, 0x202A,
    0x202E, 0x2028, 0x2060, 0x2066, 0x2069, 0xFE0F, 0xFEFF, 0x3164, 0xE0001, 0xE0020, 0xE0100, 0xE000, 0xD800])  # fmt: skip
def test_what_is_not_seen_is_shown(code):
    assert f"U+{code:04X}" in shown(f"a{chr(code)}b")
    assert chr(code) not in shown(f"a{chr(code)}b")


def test_all_bidi_controls_of_unicode_are_hidden_characters():
    controls = [chr(code) for code in range(0x110000)
                if unicodedata.bidirectional(chr(code)) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}]  # fmt: skip
    assert len(controls) == 9
    assert all(map(is_hidden, controls))


@pytest.mark.parametrize("text", ["naïve 量子 مرحبا 😀", "tab\tand\nline", "a\u00a0b", "e\u0301"])
def test_what_is_seen_stays(text):
    assert shown(text) == text


def test_line_ends_of_windows_are_line_ends():
    assert shown("a\r\nb") == "a\nb"
    assert "U+000D" in shown("a\rb")


def test_foreign_text_is_isolated_and_cut_with_a_note():
    assert foreign("<b>") == '<bdi dir="auto">&lt;b&gt;</bdi>'
    assert foreign("abcdef", 2) == '<bdi dir="auto">ab</bdi><span class="muted">… 4 more characters</span>'


def test_dense_text_has_no_elements_for_what_is_hidden():
    assert dense("a\u202e\r\n<", 9) == '<bdi dir="auto">a[U+202E]\n&lt;</bdi>'
    assert dense("abcdef", 2) == '<bdi dir="auto">ab</bdi><span class="muted">… 4 more characters</span>'


def test_html_is_not_escaped_again():
    assert element("p", Html("<b>x</b>"), "<") == "<p><b>x</b>&lt;</p>"
    assert element("input", type="search", disabled=True, hidden=False, aria_label="a") == (
        '<input type="search" disabled aria-label="a">'
    )


def test_equal_arguments_give_equal_pages():
    assert page("t", [element("p", "x")], data={"d": 1}) == page("t", [element("p", "x")], data={"d": 1})


def test_packaged_files_follow_one_another():
    assert packaged("base.css", "base.css").count("--background: #f5f6f8") == 2
    assert packaged() == ""
