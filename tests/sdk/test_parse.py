"""Bytes to plain values: the same values as a strict ``json.loads``, and the same texts refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import runsnap
from runsnap._equality import same_json
from runsnap._json import parse, parse_text
from runsnap._limits import DEFAULT_LIMITS
from runsnap._scan import explain_failure
from tests.sdk.samples import json_values

NOT_JSON = object()


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a doubled name")
    return members


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("beyond the range of a double")
    return value


def strictly(data: bytes) -> Any:
    """What Python's own parser makes of the text, told to be strict; NOT_JSON if it refuses."""
    try:
        value = json.loads(
            data.decode(), object_pairs_hook=_no_doubles, parse_constant=_refuse, parse_float=_finite
        )
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate fails here
    except ValueError:
        return NOT_JSON
    return value


def ours(data: bytes) -> Any:
    try:
        return parse(data, DEFAULT_LIMITS)
    except runsnap.MalformedError:
        return NOT_JSON


def agree(data: bytes) -> None:
    expected, found = strictly(data), ours(data)
    if expected is NOT_JSON or found is NOT_JSON:
        assert found is expected, (data, found)
    else:
        assert same_json(found, expected), (data, found)
    assert (explain_failure(data, DEFAULT_LIMITS) is None) == (expected is not NOT_JSON), data


TOKENS = st.sampled_from(
    ["{", "}", "[", "]", ",", ":", " ", "\n", "\t", "\r", '"', '"a"', '"b"', '"a:b"', '"\\u0061"', '"\\u003a"',
     '"\\ud800"', '"\\ud83d\\ude00"', '"\\udc00"', "\\", "0", "-0", "-", "1", "01", "1.", ".5", "1.0", "1e5", "1E+5",
     "1e400", "-1e400", "1e-400", "0.1e1", "9" * 20, "-" + "9" * 30, "true", "false", "null", "nul", "NaN", "Infinity",
     "-Infinity", "\x00", "\x1f", "\x7f", "é", "\u2028", "\ufeff", "😀", "/*", "//", "'", "\x0c", "\xa0"],
)  # fmt: skip


@given(st.lists(TOKENS, max_size=12).map("".join))
@example('{"a":1,"a":2}')
@example('{"a":{"b":1},"c":{"b":1,"\\u0062":2}}')
@example('{"a:b":":","c":"\\u003a:"}')
@example('{"":1,"":2}')
def test_texts_of_json_tokens(text: str) -> None:
    agree(text.encode())


@given(st.binary(max_size=12))
def test_any_bytes(data: bytes) -> None:
    agree(data)


@given(json_values, st.booleans(), st.sampled_from([None, 1]))
def test_any_value_in_any_spelling(value: Any, ascii_only: bool, indent: int | None) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode("utf-8", "surrogatepass")
    agree(data)
    assert same_json(ours(data), value)


@given(json_values, st.data())
def test_texts_with_one_byte_changed(value: Any, data: st.DataObject) -> None:
    text = bytearray(
        json.dumps(value, ensure_ascii=data.draw(st.booleans())).encode("utf-8", "surrogatepass")
    )
    at = data.draw(st.integers(0, len(text) - 1))
    match data.draw(st.sampled_from(["drop", "double", "put", "cut"])):
        case "drop":
            del text[at]
        case "double":
            text.insert(at, text[at])
        case "put":
            text[at] = data.draw(st.integers(0, 255))
        case "cut":
            del text[at:]
    agree(bytes(text))


NAMES = st.sampled_from(["a", "b", ":", "a:", "\\u0061", "\\u003a", "\\\\u003a", "é", ""])


@given(st.recursive(st.sampled_from(['":"', '"\\u003a"', "1", "[]"]), lambda inner: st.one_of(
    st.lists(st.tuples(NAMES, inner), max_size=4).map(lambda pairs: "{" + ",".join(f'"{n}":{v}' for n, v in pairs) + "}"),
    st.lists(inner, max_size=3).map(lambda items: "[" + ",".join(items) + "]"),
), max_leaves=8))  # fmt: skip
def test_doubled_names_never_slip_through(text: str) -> None:
    agree(text.encode())


@pytest.mark.parametrize(
    "text", ['{"a":1,"a":1}', '[{"b":{"a:":1,"a:":1}}]', '{"\\u0061":1,"a":1}', '{":":":",":":":"}']
)
def test_a_doubled_name_is_refused(text: str) -> None:
    with pytest.raises(runsnap.MalformedError, match="doubled"):
        parse(text.encode(), DEFAULT_LIMITS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-0", 0), ("-0.0", -0.0), ("0.0", 0.0), ("1e5", 100000.0), ("5e-324", 5e-324), ("1e-400", 0.0),
        ("1.7976931348623157e308", 1.7976931348623157e308), ("9007199254740993", 9007199254740993),
        ("9007199254740993.0", 9007199254740992.0), ("18446744073709551616", 2**64), ("-9223372036854775809", -(2**63) - 1),
        ("0.30000000000000004", 0.30000000000000004), ("2.2250738585072011e-308", 2.225073858507201e-308),
    ],
)  # fmt: skip
def test_numbers_to_the_last_digit(text: str, value: float) -> None:
    assert same_json(parse(text.encode(), DEFAULT_LIMITS), value)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, bytes.decode])
def test_text_comes_as_str_or_in_bytes(kind: Any) -> None:
    assert parse_text(kind(b'["\xc3\xa9"]'), DEFAULT_LIMITS) == ["é"]


@pytest.mark.parametrize("text", [None, 5, [49], {}, ("1",)])
def test_what_is_no_text_is_a_type_error(text: Any) -> None:
    with pytest.raises(TypeError, match="expected JSON text"):
        runsnap.loads(text)


def test_a_lone_surrogate_in_text_is_named_at_its_place() -> None:
    with pytest.raises(runsnap.MalformedError, match="a lone surrogate") as caught:
        runsnap.loads('{"a":\n "x\ud800"}')
    assert (caught.value.line, caught.value.column) == (2, 4)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("\ud800", 1, 1),
        ('"\ud800', 1, 2),
        ('\n"\ud800"', 2, 2),
        ('{\n\n "a": "é\ud800"\n\n}\n', 3, 9),
        ('["\udfff", "\ud800"]\n', 1, 3),
    ],
)
def test_where_text_that_utf_8_cannot_carry_goes_wrong(text: str, line: int, column: int) -> None:
    for read in (runsnap.loads, runsnap.Capture.loads):
        with pytest.raises(runsnap.MalformedError) as caught:
            read(text)
        assert (caught.value.pointer, caught.value.line, caught.value.column) == ("", line, column)
