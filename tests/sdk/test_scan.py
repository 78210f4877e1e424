"""The place and the name of the first fault of bad text."""

from __future__ import annotations

import json

import pytest

import runsnap
from runsnap._limits import DEFAULT_LIMITS
from runsnap._scan import explain_failure
from tests.sdk.samples import full_resumption

# text, part of the reason, pointer, line, column
FAULTS = [
    (b"", "expected a value", "", 1, 1),
    (b" \n ", "expected a value", "", 2, 2),
    (b'{"a": {"b": [1, {"c": 1, "c": 2}]}}', "the member 'c' is doubled", "/a/b/1/c", 1, 26),
    (b'{"c": 1,\n  "\\u0063": 2}', "the member 'c' is doubled", "/c", 2, 3),
    (b'{"a:b": 1, "a:b": 2}', "the member 'a:b' is doubled", "/a:b", 1, 12),
    (b'{"x/y~": 1, "x/y~": 2}', "doubled", "/x~1y~0", 1, 13),
    (b'{"": 1, "": 2}', "the member '' is doubled", "/", 1, 9),
    (b'{"a": [0, 1e400]}', "beyond the range of a double", "/a/1", 1, 11),
    (b"-1e400", "beyond the range of a double", "", 1, 1),
    (b'{"a": NaN}', "expected a value", "/a", 1, 7),
    (b"[-Infinity]", "expected a value", "/0", 1, 2),
    (b'["\\ud800"]', "a lone surrogate", "/0", 1, 3),
    (b'["\\udc00"]', "a lone surrogate", "/0", 1, 3),
    (b'["\\udc00\\udc00"]', "a lone surrogate", "/0", 1, 3),
    (b'["x\\ud800\\n"]', "a lone surrogate", "/0", 1, 4),
    (b'["\\ud800\\u0041"]', "a lone surrogate", "/0", 1, 3),
    (b'["\\ud800\\ud800"]', "a lone surrogate", "/0", 1, 3),
    (b'{"a": 1, "\\ud800": 2}', "a lone surrogate", "", 1, 11),
    (b'["\xed\xa0\x80"]', "not UTF-8", "/0", 1, 3),
    (b"\xef\xbb\xbf{}", "byte order mark", "", 1, 1),
    (b"\xff\xfe{\0}\0", "UTF-16", "", 1, 1),
    (b"\xfe\xff\0{\0}", "UTF-16", "", 1, 1),
    (b'{\0"\0', "UTF-16", "", 1, 1),
    (b'\0{\0"', "UTF-16", "", 1, 1),
    (b"[\0]\0", "UTF-16", "", 1, 1),
    (b"\0[\0]", "UTF-16", "", 1, 1),
    (b'{"a": [1, 2', "expected , or ]; the text ends", "/a", 1, 12),
    (b'{"a": 1', "expected , or }; the text ends", "", 1, 8),
    (b'{"a"', "expected :; the text ends", "", 1, 5),
    (b'{"a": ', "expected a value; the text ends", "/a", 1, 7),
    (b"{", "expected a member's name or }; the text ends", "", 1, 2),
    (b'{"a": "x', "ends inside a string", "/a", 1, 9),
    (b'{"a": 1, }', "a comma before }", "", 1, 10),
    (b"[1,\n]", "a comma before ]", "", 2, 1),
    (b"[,1]", "expected a value", "/0", 1, 2),
    (b"{,}", "expected a member's name or }", "", 1, 2),
    (b'{"a": 1, b: 2}', "expected a member's name;", "", 1, 10),
    (b'{"a" 1}', "expected :", "", 1, 6),
    (b'{"a": 1 "b": 2}', "expected , or }", "", 1, 9),
    (b"[1 2]", "expected , or ]", "", 1, 4),
    (b'{"a": [}', "expected a value", "/a/0", 1, 8),
    (b"[1}", "expected , or ]", "", 1, 3),
    (b'["\x00"]', "control character U+0000", "/0", 1, 3),
    (b'["a\tb"]', "control character U+0009", "/0", 1, 4),
    (b'["\xff"]', "not UTF-8", "/0", 1, 3),
    (b'{"k\xff": 1}', "not UTF-8", "", 1, 4),
    (b"[\xff]", "expected a value; found '\\\\xff]'", "/0", 1, 2),
    (b'["\\x"]', "an escape that JSON does not have", "/0", 1, 3),
    (b'["\\u12"]', "an escape that JSON does not have", "/0", 1, 3),
    (b"[01]", "a number in a form", "/0", 1, 3),
    (b"[1.]", "a number in a form", "/0", 1, 3),
    (b"[.5]", "expected a value", "/0", 1, 2),
    (b"[+1]", "expected a value", "/0", 1, 2),
    (b"[1e]", "a number in a form", "/0", 1, 3),
    (b"[0x10]", "expected , or ]", "", 1, 3),
    (b"[truee]", "expected , or ]", "", 1, 6),
    (b"['a']", "expected a value", "/0", 1, 2),
    (b"[1] // done", "text goes on", "", 1, 5),
    (b'{"a": 1}\n{"a": 2}', "text goes on", "", 2, 1),
    (b"[1]\x0c", "text goes on", "", 1, 4),
    ("[\xa01]".encode(), "expected a value", "/0", 1, 2),
    ('{"é😀": "é😀", "b": x}'.encode(), "expected a value", "/b", 1, 19),
    (b'{"a": 1,\r\n "b": x}', "expected a value", "/b", 2, 7),
]  # fmt: skip


@pytest.mark.parametrize(("data", "reason", "pointer", "line", "column"), FAULTS)
def test_the_first_fault(data: bytes, reason: str, pointer: str, line: int, column: int) -> None:
    with pytest.raises(runsnap.MalformedError) as caught:
        runsnap.loads(data)
    error = caught.value
    assert reason in error.reason
    assert (error.pointer, error.line, error.column) == (pointer, line, column)


def test_the_message_tells_the_place() -> None:
    with pytest.raises(runsnap.MalformedError) as caught:
        runsnap.loads(b'{"a": 1,\n "a": 2}')
    assert str(caught.value) == (
        "not JSON: the member 'a' is doubled; found '\"a\": 2}' at line 2 column 2, in /a"
    )


@pytest.mark.parametrize(
    "data", [b"{}", b" [ ] ", b"1\n", b'{"a":{},"b":[[]],"c":"\\ud83d\\ude00"}', b"-0.0e-0"]
)
def test_no_fault_in_good_text(data: bytes) -> None:
    assert explain_failure(data, DEFAULT_LIMITS) is None


def test_a_pointer_of_any_length_leaves_a_short_message() -> None:
    name = "x" * 100_000
    with pytest.raises(runsnap.MalformedError) as caught:
        runsnap.loads(f'{{"{name}": ?}}')
    assert caught.value.pointer == f"/{name}"
    assert len(str(caught.value)) < 300


def test_nothing_in_a_message_steers_a_terminal() -> None:
    name = "\x1b]0;x\x07\u202e\U000e0041"
    with pytest.raises(runsnap.MalformedError) as malformed:
        runsnap.loads(json.dumps({name: 0})[:-2])
    with pytest.raises(runsnap.InvalidDocumentError) as invalid:
        runsnap.Resumption.from_dict(full_resumption() | {"outputs": {name: 5}})
    assert malformed.value.pointer == f"/{name}"
    assert invalid.value.report.problems[0].pointer == f"/outputs/{name}"
    for error in (malformed.value, invalid.value):
        assert str(error).isprintable()
        assert "/\\u001b]0;x\\u0007\\u202e\\U000e0041" in str(error)
