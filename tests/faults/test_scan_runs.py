"""The first fault of long text, behind much that is good and is skipped many members at a time."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runsnap
from runsnap import Limits, _scanner
from runsnap._pointer import pointer
from runsnap._redact import detectors
from runsnap._scan import explain_failure
from runsnap._scanner import Scanner
from tests.sdk.samples import json_values

MARK = "the place"
DEFAULT = Limits()


def good(member: int) -> dict[str, Any]:
    """A value of many kinds, some of them nested more deeply than a run may hold."""
    deep: Any = member
    for level in range(member % 9):
        deep = {f"é{level}": [deep, {}]}
    numbers = [0, -1, 1.5e-7, 1e99, 2**64, -0.0, *([] if member % 300 else [1e300, 10**100])]
    return {
        "text": 'a "b" \\ \n \u00e9 \U0001f600',
        "numbers": numbers,
        "words": [True, False, None, [], {}],
        "deep": deep,
    }


def surroundings(marked: Any) -> Iterator[tuple[str, Any]]:
    """Documents that hold a value behind some thousands of others, with its pointer."""
    yield "/1200", [*range(1200), marked, 1]
    yield "/1200", [*map(good, range(1200)), marked, good(1)]
    yield "/m/x", {**{f"n{turn}": good(turn) for turn in range(1200)}, "m": {"a": 1, "x": marked, "y": 2}}
    yield "/2/1100/k/0/1", [good(1), 2, [*map(good, range(1100)), {"a": 1, "k": [[good(3), marked]]}], 3]
    yield "/0" * 20 + "/1", _wrapped([1, marked], 20)


def _wrapped(value: Any, levels: int) -> Any:
    for _ in range(levels):
        value = [value, good(levels)]
    return value


LAYOUTS: list[dict[str, Any]] = [
    {"separators": (",", ":"), "ensure_ascii": False},
    {"indent": 2},
    {"separators": (" , ", " : ")},
]


def check(text: str, fault: str, place: str, reason: str) -> None:
    """The text with ``fault`` at the mark is refused there."""
    before, found, after = text.partition(json.dumps(MARK))
    assert found
    error = explain_failure(f"{before}{fault}{after}".encode("utf-8", "surrogatepass"), DEFAULT)
    assert isinstance(error, runsnap.MalformedError)
    assert reason in error.reason
    line = before.rpartition("\n")[2]
    assert (error.pointer, error.line, error.column) == (place, before.count("\n") + 1, len(line) + 1)


FAULTS = [
    ("?", "expected a value"),
    ("1e400", "beyond the range of a double"),
]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("fault", "reason"), FAULTS)
def test_the_place_of_a_fault_far_behind(fault: str, reason: str, layout: dict[str, Any]) -> None:
    for place, document in surroundings(MARK):
        check(json.dumps(document, **layout), fault, place, reason)


@pytest.mark.parametrize(
    ("fault", "reason", "shift"),
    [
        (b'"ab\xff"', "bytes that are not UTF-8", 3),
        (b'"ab\xed\xa0\x80"', "bytes that are not UTF-8", 3),
        (b'"ab\\ud800"', "a lone surrogate", 3),
        (b'"ab\\ud800\\u0041"', "a lone surrogate", 3),
        (b'"ab\\x"', "an escape that JSON does not have", 3),
        (b'"ab\tc"', "the control character U+0009", 3),
        (b"012", "a number in a form", 1),
        (b"1.x", "a number in a form", 1),
    ],
)
def test_faults_inside_a_token(fault: bytes, reason: str, shift: int) -> None:
    for place, document in surroundings(MARK):
        before, _, after = (
            json.dumps(document, ensure_ascii=False).encode().partition(json.dumps(MARK).encode())
        )
        error = explain_failure(before + fault + after, DEFAULT)
        assert isinstance(error, runsnap.MalformedError)
        assert reason in error.reason
        assert (error.pointer, error.column) == (place, len(before.decode()) + shift + 1)


@pytest.mark.parametrize("again", ["n0", "n999", "n1199", "\\u006e1100", "m"])
@pytest.mark.parametrize("value", ["1", "{}", '{"a": [1]}'])
def test_a_doubled_name_far_behind(again: str, value: str) -> None:
    members = ", ".join(f'"n{turn}": {json.dumps(good(turn))}' for turn in range(1200))
    before = f'{{{members}, "m": 1, '
    error = explain_failure(f'{before}"{again}": {value}, "n5": 1}}'.encode(), DEFAULT)
    assert isinstance(error, runsnap.MalformedError)
    name = json.loads(f'"{again}"')
    assert (error.pointer, error.column) == (f"/{name}", len(before) + 1)
    assert f"the member {name!r} is doubled" in error.reason


@pytest.mark.parametrize("levels", [0, 1, 5, 6, 7, 20])
def test_a_doubled_name_inside_what_could_be_skipped(levels: int) -> None:
    inner = '{"a":1,"b":2,"a":3}'
    wrapped = "[" * levels + inner + "]" * levels
    text = f'[{{"a":1}},{wrapped},{{"a":1}}]'
    error = explain_failure(text.encode(), DEFAULT)
    assert isinstance(error, runsnap.MalformedError)
    assert (error.pointer, error.column) == ("/1" + "/0" * levels + "/a", text.rindex('"a":3') + 1)


@pytest.mark.parametrize("wrong", ["[1,2}", '{"a":1]', '{"a":1,2}', '["a":1]', "{1}", "[[],[],[}]"])
def test_brackets_that_do_not_match_are_no_part_of_a_run(wrong: str) -> None:
    error = explain_failure(f"[0,{wrong},1]".encode(), DEFAULT)
    alone = explain_failure(f"[{wrong}]".encode(), DEFAULT)
    assert isinstance(error, runsnap.MalformedError)
    assert isinstance(alone, runsnap.MalformedError)
    assert error.pointer == alone.pointer.replace("/0", "/1", 1)
    assert error.column == alone.column + 2


@pytest.mark.parametrize("limit", [1, 2, 6, 7, 8, 50, 199])
def test_depth_is_counted_in_what_could_be_skipped(limit: int) -> None:
    limits = Limits(max_depth=limit)
    deepest = "[" * (limit - 1) + "]" * (limit - 1)
    items = ",".join(["0", *[deepest or "1"] * 10])
    assert explain_failure(f"[{items}]".encode(), limits) is None
    error = explain_failure(f"[{items},[{deepest or 1}]]".encode(), limits)
    assert isinstance(error, runsnap.LimitError)
    assert error.pointer == "/11" + "/0" * (limit - 1)


def _paths(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    for token, item in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from _paths(item, (*path, token))


def _replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    items = list(value) if isinstance(value, list) else dict(value)
    items[path[0]] = _replaced(value[path[0]], path[1:], new)
    return items


@settings(max_examples=300)
@given(st.lists(json_values, min_size=1) | st.dictionaries(st.text(), json_values, min_size=1), st.data())
def test_a_fault_anywhere_in_any_document(document: Any, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(list(_paths(document))))
    text = json.dumps(_replaced(document, path, MARK), **data.draw(st.sampled_from(LAYOUTS)))
    if text.count(json.dumps(MARK)) == 1:
        check(text, "?", pointer(path), "expected a value")


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many values the scanner reads one by one, from here."""
    one_by_one = [0]
    real: Callable[[Scanner], None] = Scanner._value

    def value(self: Scanner) -> None:
        one_by_one[0] += 1
        real(self)

    monkeypatch.setattr(Scanner, "_value", value)
    return one_by_one


def test_usual_text_is_not_read_value_by_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """This, and not the speed of a value, makes it fast to say what is wrong at the end of a large file."""
    one_by_one = counted(monkeypatch)
    steps = [{"idx": turn, "input": {"a": [1, {"b": "c"}]}, "output": None} for turn in range(20_000)]
    text = json.dumps({"run_log": {"steps": steps}})
    assert explain_failure(text[:-1].encode(), DEFAULT)
    assert one_by_one[0] < 100


@pytest.mark.parametrize("levels", [7, 30, 150])
def test_deep_text_is_read_once_however_deep(levels: int, monkeypatch: pytest.MonkeyPatch) -> None:
    one_by_one = counted(monkeypatch)
    item = "[1," * levels + "1" + "]" * levels
    assert explain_failure(f"[{','.join([item] * 50)},?]".encode(), DEFAULT)
    assert one_by_one[0] <= 50 * levels * 2 + 5


def test_a_run_that_is_bad_is_not_tried_again_at_every_item(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0
    real = _scanner._inside

    def inside(run: bytes, *, is_object: bool) -> Any:
        nonlocal tried
        tried += len(run)
        return real(run, is_object=is_object)

    monkeypatch.setattr(_scanner, "_inside", inside)
    text = "[0," + '{"a":1,"b":2},' * 900 + '{"a":1,"a":2}]'
    assert explain_failure(text.encode(), DEFAULT)
    assert tried <= 4 * len(text)


SINGLE_CHARACTERS = {"IN", "LITERAL", "NOT_LITERAL"}


def possessive_bodies(node: Any) -> Iterator[Any]:
    """What is repeated possessively anywhere in a parsed pattern."""
    if isinstance(node, tuple) and len(node) == 2 and str(node[0]) == "POSSESSIVE_REPEAT":
        yield node[1][2]
    if isinstance(node, (tuple, list, re._parser.SubPattern)):
        for inner in node:
            yield from possessive_bodies(inner)


def ends_at_once(body: Any) -> bool:
    """Whether it cannot fail half-way after something that Python keeps a place for."""
    if [str(op) for op, _ in body] == ["BRANCH"]:
        return all(map(plain, body[0][1][1]))
    return len(body) == 1 and plain(body)


def plain(body: Any) -> bool:
    first, *rest = [str(op) for op, _ in body]
    return SINGLE_CHARACTERS.issuperset(rest) and (
        first in SINGLE_CHARACTERS or (first == "POSSESSIVE_REPEAT" and not rest)
    )


def test_old_pythons_read_the_patterns_as_new_ones_do() -> None:
    # cpython 106052, mended in 3.11.5: a possessive repeat of more does not go back when it fails half-way.
    patterns = [*_scanner._RUNS.values(), *(
        value for value in vars(_scanner).values() if isinstance(value, re.Pattern)
    )]  # fmt: skip
    assert len(bodies_of(patterns)) > 100
    assert [body for body in bodies_of(patterns) if not ends_at_once(body)] == []


def test_old_pythons_find_what_new_ones_find() -> None:
    find = [value for value in vars(detectors).values() if getattr(value, "__name__", "") == "find"]
    patterns = [pattern for each in find for pattern in inspect.getclosurevars(each).nonlocals["compiled"]]
    patterns += [value for value in vars(detectors).values() if isinstance(value, re.Pattern)]
    assert len(patterns) > 10
    assert [body for body in bodies_of(patterns) if not ends_at_once(body)] == []


def bodies_of(patterns: list[re.Pattern[Any]]) -> list[Any]:
    return [body for pattern in patterns for body in possessive_bodies(re._parser.parse(pattern.pattern))]
