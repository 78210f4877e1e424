"""Four parsers agree on every text, or the difference has a name."""

from __future__ import annotations

import random
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import page, parsers
from tests.fuzz.mutate import changed
from tests.fuzz.parsers import FEATURES, FREE, PARSERS, REFUSES, disagreements, outcome
from tests.fuzz.readings import read
from tests.fuzz.registry import TARGETS

CORPUS = [path.read_bytes() for path in sorted((Path(__file__).parent / "corpus" / "json").iterdir())]
SHOWN = {
    "doubled-name": [b'{"a": 1, "a": 2}', b'[{"b": {}, "\\u0062": {}}]'],
    "not-a-number": [b"NaN", b"[-Infinity]", b'{"a": Infinity}'],
    "beyond-double": [b"1e400", b"[-1e309]", b"1" * 400 + b".5"],
    "beyond-64-bits": [
        b"18446744073709551616",
        b"[-9223372036854775809]",
        b"9" * 308,
        b"1" * 309,
        str(2**1024 - 2**970 - 1).encode(),
    ],
    "integer-beyond-double": [b"9" * 309, str(2**1024 - 2**970).encode(), b"-" + b"1" * 4299],
    "negative-of-4300-digits": [b"-" + b"1" * 4300],
    "beyond-4300-digits": [b"1" * 4301, b"[-" + b"1" * 4301 + b"]"],
    "lone-surrogate": [b'"\\ud800"', b'{"\\udfff": 1}', b'"\\ud800\\ud800"'],
    "surrogate-bytes": [b'"\xed\xa0\x80"', b'{"\xed\xb0\x80": 1}'],
    "byte-order-mark": [b"\xef\xbb\xbf1", b"\xef\xbb\xbf{}"],
    "not-utf-8": ["[1]".encode("utf-16"), "[1]".encode("utf-16-be"), "1".encode("utf-32"), b"1\0"],
    "deep": [b"[" * 201 + b"]" * 201, b'{"a":' * 400 + b"1" + b"}" * 400],
    "deepest": [b"[" * 401 + b"]" * 401],
}
PLAIN = [
    b"0", b"-0", b"-0.0", b"5e-324", b"2.4703282292062327e-324", b"1e-99999999999999999999", b"1" * 400 + b"e-99",
    b"9007199254740993", b"9007199254740993.0", b"0.1", b"1E+05", b'"\\ud83d\\ude00"', '"\u2028\x7f"'.encode(), b'"\\u0000"',
    b"[" * 200 + b"]" * 200, b"4" * 19, b"-" + b"9" * 18, b" \t\r\n[ ] ", b'{"a":{"a":{"a":1}},"b":{"a":1}}',
]  # fmt: skip
NOTHING = [
    b"", b" ", b"\0", b"01", b"+1", b"1.", b".5", b"1e", b"0x1", b"-", b"nul", b"True", b"'a'", b"[1,]", b'{"a":1,}', b'{"a"}',
    b"{1:2}", b'"\n"', b'"\\x"', b'"\\u12"', b'"\xff"', b'"\xc0\x80"', b'"\xf4\x90\x80\x80"', b'"\xc3', b"[1]]", b"[1", b"1 2",
    b"//1\n1", b"\x0c1", b"\xc2\xa01", b'"a', "１".encode(), b"-Infinit", b"nan", b"[NaN,]",
]  # fmt: skip
INPUTS = [*CORPUS, *PLAIN, *NOTHING, *(text for texts in SHOWN.values() for text in texts)]


@pytest.mark.parametrize("text", INPUTS, ids=lambda text: f"{len(text)}-{text[:20]!r}")
def test_every_difference_on_the_corpus_has_a_name(text):
    assert disagreements(text) == []


@settings(max_examples=500, derandomize=True, deadline=None, database=None)
@given(st.sampled_from(INPUTS), st.integers(0, 2**32))
def test_every_difference_on_changed_texts_has_a_name(text, seed):
    assert disagreements(changed(text, random.Random(seed), TARGETS["json"].words)) == []


@pytest.mark.parametrize("text", PLAIN)
def test_what_everybody_reads(text):
    assert read(text).features == set()
    assert {outcome(parser, text)[0] for parser in PARSERS} == {"value"}


@pytest.mark.parametrize("text", NOTHING)
def test_what_nobody_reads(text):
    assert read(text) is None
    assert {outcome(parser, text)[0] for parser in PARSERS} == {REFUSES}


@pytest.mark.parametrize("name", FEATURES)
def test_every_row_of_the_table_is_shown_by_a_text_with_that_feature_alone(name):
    for text in SHOWN[name]:
        assert name in read(text).features
    alone = [text for text in SHOWN[name] if read(text).features == {name}]
    assert alone
    for parser in PARSERS[1:]:
        if FEATURES[name].differs(parser):
            assert any(differ(text, parser) for text in alone), parser
        elif FEATURES[name].answer(parser) != FREE:
            assert not any(differ(text, parser) for text in alone), parser


def differ(text, parser):
    """Whether the parser does something else than runsnap with the text."""
    (ours, value), (theirs, other) = outcome("runsnap", text), outcome(parser, text)
    return ours != theirs or (ours == "value" and not parsers._same(value, other))


def test_orjson_stops_where_the_page_says():
    assert orjson.loads(b"[" * 1024 + b"]" * 1024)
    assert outcome("orjson", b"[" * 1025 + b"]" * 1025)[0] == REFUSES


def test_a_row_that_is_wrong_is_noticed(monkeypatch):
    from dataclasses import replace

    for name, feature in FEATURES.items():
        for parser in PARSERS:
            answer = feature.answer(parser)
            if answer == FREE or name == "deepest":  # what is not built cannot be taken for wrong
                continue
            wrong = replace(feature, **{parser: "exact" if answer in {REFUSES, parsers.NEAREST} else REFUSES})
            monkeypatch.setitem(FEATURES, name, wrong)
            assert any(disagreements(text) for text in SHOWN[name]), (name, parser)
            monkeypatch.setitem(FEATURES, name, feature)


def test_the_page_shows_the_table():
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.table() in text
    assert page.with_table(text) == text
