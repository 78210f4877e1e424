"""Faults that other tools shipped: integers and doubles. Each test names the public bug."""

from __future__ import annotations

import json
import math
import struct
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap._equality import same_json
from tests.compat.corpus import CLASSES
from tests.compat.places import (
    FREE,
    INTEGERS,
    NUMBERS,
    Place,
    free_name,
    get,
    load,
    loaded,
    pointer,
    record_with,
    refused,
    text_with,
)

BITS = {
    "capture/rng_seed": 64, "capture/run_log/steps/0/idx": 32, "capture/run_log/steps/0/prompt_tokens": 32,
    "capture/run_log/steps/0/completion_tokens": 32, "capture/run_log/steps/0/latency": 64,
    "capture/run_log/tokens/prompt_tokens": 32, "capture/run_log/tokens/completion_tokens": 32,
    "capture/run_log/tokens/cache_read_tokens": 32, "capture/run_log/tokens/cache_creation_tokens": 32,
    "capture/llm_io/0/prompt_tokens": 32, "capture/llm_io/0/completion_tokens": 32,
    "resumption/steps": 32, "resumption/usage/inputTokens": 64, "resumption/usage/outputTokens": 64,
    "resumption/usage/cacheReadTokens": 64, "resumption/spend/micros": 128, "resumption/modelCalls": 32,
    "resumption/toolCalls": 32, "resumption/consultations": 32,
}  # fmt: skip
"""How many bits the reference has for each integer."""


def test_A6_every_integer_has_its_bound() -> None:
    assert {str(place) for place in INTEGERS} == set(BITS)


@pytest.mark.parametrize("place", INTEGERS, ids=str)
def test_A6_bounds_are_exact(place: Place) -> None:
    """datamodel-code-generator 1211 and 1212: bounds of 64 and 128 bits rounded or dropped."""
    highest = 2 ** BITS[str(place)] - 1
    assert loaded(place, str(highest)) == highest
    assert refused(place.kind, place.path, str(highest + 1)) == (place.pointer, "maximum")
    assert loaded(place, "0") == 0
    assert refused(place.kind, place.path, "-1") == (place.pointer, "minimum")
    for wrong in (highest + 1, -1):
        with pytest.raises(runsnap.InvalidDocumentError):
            record_with(place.kind, place.path, wrong).to_bytes()


INTEGRAL = {
    "1.0": 1, "1e0": 1, "10e-1": 1, "1.5e1": 15, "-0": 0, "0.0": 0, "-0.0": 0, "0e5": 0, "4294967295.0": 2**32 - 1,
}  # fmt: skip


@pytest.mark.parametrize("place", INTEGERS, ids=str)
@pytest.mark.parametrize("raw", INTEGRAL)
def test_C2_an_integral_literal_is_an_integer(place: Place, raw: str) -> None:
    """jsonschema 1386: validators disagree whether 1.0 is an integer."""
    value = loaded(place, raw)
    assert (type(value), value) == (int, INTEGRAL[raw])


@pytest.mark.parametrize("place", INTEGERS, ids=str)
@pytest.mark.parametrize("raw", ["true", "false", "1.5", '"1"', "[1]", "{}", "1e-1", "0.9999999999999999"])
def test_C2_what_is_no_integer_is_refused(place: Place, raw: str) -> None:
    """jsonschema 1386: True passes for 1 in Python."""
    assert refused(place.kind, place.path, raw) == (place.pointer, "type")


WIDE = [place for place in INTEGERS if BITS[str(place)] > 32]


@pytest.mark.parametrize("place", WIDE, ids=str)
def test_C2_float_literals_are_integers_up_to_2_53(place: Place) -> None:
    """jsonschema 1386: beyond it the digits of the literal are not those of the double."""
    assert loaded(place, "9007199254740992.0") == 2**53
    for raw in ("9007199254740994.0", "9007199254740994e0", "1e16"):
        assert refused(place.kind, place.path, raw) == (place.pointer, "integer-from-float-literal")


@pytest.mark.parametrize("place", NUMBERS, ids=str)
def test_C2_an_integer_literal_is_a_number_where_a_double_holds_it(place: Place) -> None:
    """jsonschema 1386, the other way: 3 for a double is 3.0, and no digit is lost."""
    value = load(place.kind, place.path, "3")
    assert (type(value), value) == (float, 3.0)
    assert load(place.kind, place.path, str(2**53 + 2)) == 2.0**53 + 2
    for raw in (str(2**53 + 1), str(10**400)):
        assert refused(place.kind, place.path, raw) == (place.pointer, "number-is-a-double")
    assert refused(place.kind, place.path, "true") == (place.pointer, "type")


@pytest.mark.parametrize("free", FREE, ids=free_name)
def test_C4_integers_of_4300_digits_load_and_longer_ones_are_refused(free: tuple[str, Any]) -> None:
    """cpython 107263: integers of thousands of digits."""
    kind, path = free
    for sign in ("", "-"):
        longest = sign + "9" * 4300
        assert load(kind, path, longest) == int(longest)
        with pytest.raises(runsnap.LimitError) as caught:
            CLASSES[kind].loads(text_with(kind, path, f"[{longest}9]"))
        assert caught.value.pointer == f"{pointer(path)}/0"
        with pytest.raises(runsnap.LimitError) as caught:
            record_with(kind, path, [int(longest) * 10]).to_bytes()
        assert caught.value.pointer == f"{pointer(path)}/0"


NO_NUMBERS = [
    "NaN",
    "-NaN",
    "nan",
    "Infinity",
    "-Infinity",
    "inf",
    "1e400",
    "-1e400",
    "1e309",
    "1.8e308",
    "9" * 310 + ".0",
]
ANYWHERE = FREE + [(place.kind, place.path) for place in (*NUMBERS, *INTEGERS)]


@pytest.mark.parametrize("raw", NO_NUMBERS, ids=lambda raw: raw[:10])
@pytest.mark.parametrize("free", ANYWHERE, ids=free_name)
def test_D1_what_is_no_finite_number_is_refused_with_its_place(free: tuple[str, Any], raw: str) -> None:
    """serde json 202, opik 8455: NaN and infinities become null, or stop the reader later."""
    kind, path = free
    for text, below in ((raw, ""), (f'[0, {{"a": {raw}}}]', "/1/a")):
        document = text_with(kind, path, text)
        with pytest.raises(runsnap.MalformedError) as caught:
            CLASSES[kind].loads(document)
        assert caught.value.pointer == pointer(path) + below
        [problem] = runsnap.validate(document, kind).problems
        assert (problem.stage, problem.pointer) == ("parse", pointer(path) + below)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("free", ANYWHERE, ids=free_name)
def test_D1_no_such_number_is_written(free: tuple[str, Any], value: float, tmp_path: Path) -> None:
    """serde json 202: NaN written as null."""
    kind, path = free
    for layout in ("sorted", "declared"):
        with pytest.raises(runsnap.RunsnapError) as caught:
            record_with(kind, path, value).save(tmp_path / "run.json", layout=layout)
        assert isinstance(caught.value, runsnap.UnrepresentableError)
        assert caught.value.pointer == pointer(path)
    assert list(tmp_path.iterdir()) == []


EXACT = [
    2**53 + 1, 2**63, -(2**63) - 1, 2**64, 2**64 + 1, 2**128 - 1, -(2**128), 10**38 + 1, 12345678901234567890123456789,
    10**4299 + 7,
]  # fmt: skip
DOUBLES = [
    0.1, 0.30000000000000004, 5e-324, 2.225073858507201e-308, 2.2250738585072014e-308, 1.7976931348623157e308, -0.0, 0.0,
    1.0, 1e15, 1e16, 9007199254740993.0, 1e21, 1e22, 1e23, 8.41e21, 123456789.125, 1e-5, 1e-6, 1e-7, -1.5e300,
    3.141592653589793, 2.0**-1074 * 3, 5e15 + 0.5,
]  # fmt: skip


@pytest.mark.parametrize("free", FREE, ids=free_name)
def test_D2_numbers_are_exact_to_the_last_digit(free: tuple[str, Any]) -> None:
    """serde json 502: digits of 128-bit integers lost on the way through a double."""
    kind, path = free
    values = [*EXACT, *DOUBLES]
    record = CLASSES[kind].loads(text_with(kind, path, json.dumps(values)))
    for layout in ("sorted", "declared"):
        written = get(json.loads(record.dumps(layout=layout)), path)
        assert same_json(written, values)
        bits = [struct.pack(">d", value) for value in written[len(EXACT) :]]
        assert bits == [struct.pack(">d", value) for value in DOUBLES]


def test_D2_literals_round_to_the_nearest_double() -> None:
    """serde json 502: a reader that is one unit off, as the reference is for a tenth of all doubles."""
    literals = ["0.1000000000000000055511151231257827021181583404541015625", "2.2250738585072011e-308", "1e-400", "4.9e-324",
                "9007199254740993e0", "1.00000000000000011102230246251565404236316680908203125", "1" * 300 + "e-290"]  # fmt: skip
    for literal in literals:
        value = load("resumption", ("inputs", "files"), literal)
        assert struct.pack(">d", value) == struct.pack(">d", float(literal))


def test_the_numbers_are_the_declared_ones() -> None:
    """The traps above are laid at every number of both kinds."""
    assert {str(place) for place in NUMBERS} == {
        "capture/run_log/steps/0/cost_usd", "capture/run_log/cost_estimate/prompt_usd", "capture/run_log/cost_estimate/cache_usd",
        "capture/run_log/cost_estimate/completion_usd", "capture/run_log/cost_estimate/total_usd",
    }  # fmt: skip
