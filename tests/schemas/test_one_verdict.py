"""Every validator gives the same verdict on texts, whether it asserts formats or not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from codegen.portability import subschemas
from tests.schemas.folders import FILES
from tests.strategies import instants


def _definitions() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in FILES:
        for _, schema in subschemas(json.loads(path.read_text(encoding="utf-8"))):
            if "pattern" in schema and "title" in schema:
                yield schema["title"], dict(schema)


DEFINITIONS = dict(_definitions())
INSTANT, RUN_ID = DEFINITIONS["Instant"], DEFINITIONS["RunId"]
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz"
ULIDS = st.builds(str.__add__, st.sampled_from("01234567"), st.text(CROCKFORD, min_size=25, max_size=25))

ADDED = [
    "\n",
    "\r\n",
    "\r",
    "\x00",
    " ",
    "\t",
    "\u2028",
    "\u2029",
    "\x85",
    "\ufeff",
    "\u200b",
    "\u0301",
    "Z",
    "0",
    "٣",
]
ALIKE = {"0": "\uff10", "1": "\u0661", "2": "\u0968", "3": "\U0001d7d1", "T": "\u03a4", "Z": "\u0396", "-": "\u2212", ":": "\uff1a",
         "+": "\uff0b", ".": "\u3002", "k": "\u212a", "K": "\u212a", "s": "\u017f", "S": "\u017f"}  # fmt: skip


def verdicts(schema: dict[str, Any], value: Any) -> dict[str, bool]:
    """The verdict of every validator, by its name."""
    return {name: is_valid(value) for name, is_valid in VALIDATORS[schema["title"]].items()}


def _validators(schema: dict[str, Any]) -> dict[str, Callable[[Any], bool]]:
    linear = jsonschema_rs.RegexOptions()
    formats = jsonschema.Draft202012Validator.FORMAT_CHECKER
    assert "date-time" in formats.checkers, "without its checker the format is not asserted"
    return {
        "jsonschema": jsonschema.Draft202012Validator(schema).is_valid,
        "jsonschema, formats": jsonschema.Draft202012Validator(schema, format_checker=formats).is_valid,
        "jsonschema-rs": jsonschema_rs.Draft202012Validator(schema, validate_formats=False).is_valid,
        "jsonschema-rs, formats": jsonschema_rs.Draft202012Validator(schema, validate_formats=True).is_valid,
        "jsonschema-rs, linear": jsonschema_rs.Draft202012Validator(
            schema, validate_formats=False, pattern_options=linear
        ).is_valid,
    }


VALIDATORS = {title: _validators(schema) for title, schema in DEFINITIONS.items()}


def agreed(schema: dict[str, Any], value: Any) -> bool:
    """The verdict on which all validators agree."""
    found = verdicts(schema, value)
    assert len(set(found.values())) == 1, (value, found)
    return found["jsonschema"]


def test_the_definitions_with_patterns_are_known() -> None:
    assert set(DEFINITIONS) == {"Instant", "RunId"}


@given(instants())
@settings(max_examples=200, deadline=None)
def test_instants_are_valid_for_all(text: str) -> None:
    assert agreed(INSTANT, text)


@given(ULIDS)
@settings(max_examples=100, deadline=None)
def test_run_identifiers_are_valid_for_all(text: str) -> None:
    assert agreed(RUN_ID, text)


VALID = [(INSTANT, instants()), (RUN_ID, ULIDS)]


@pytest.mark.parametrize(("schema", "valid"), VALID, ids=["Instant", "RunId"])
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_character_too_many_is_refused_by_all(
    schema: dict[str, Any], valid: st.SearchStrategy[str], data: st.DataObject
) -> None:
    text = data.draw(valid)
    added = data.draw(st.sampled_from(ADDED))
    assert not agreed(schema, text + added)
    assert not agreed(schema, added + text)


@pytest.mark.parametrize(("schema", "valid"), VALID, ids=["Instant", "RunId"])
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_a_character_that_looks_alike_is_refused_by_all(
    schema: dict[str, Any], valid: st.SearchStrategy[str], data: st.DataObject
) -> None:
    text = data.draw(valid.filter(lambda text: any(char in ALIKE for char in text)))
    at = data.draw(st.sampled_from([index for index, char in enumerate(text) if char in ALIKE]))
    assert not agreed(schema, text[:at] + ALIKE[text[at]] + text[at + 1 :])


@pytest.mark.parametrize(("schema", "valid"), VALID, ids=["Instant", "RunId"])
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_all_agree_on_any_change(
    schema: dict[str, Any], valid: st.SearchStrategy[str], data: st.DataObject
) -> None:
    text = data.draw(valid)
    at = data.draw(st.integers(0, len(text)))
    agreed(schema, text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :])


@pytest.mark.parametrize("schema", [INSTANT, RUN_ID], ids=["Instant", "RunId"])
@given(
    value=st.text()
    | st.from_regex(r"[0-9TtZz:.+-]{0,40}")
    | st.none()
    | st.integers()
    | st.floats()
    | st.booleans()
)
@example(value="")
@example(value=[])
@example(value={})
@settings(max_examples=100, deadline=None)
def test_all_agree_on_anything(schema: dict[str, Any], value: Any) -> None:
    agreed(schema, value)


@pytest.mark.parametrize("schema", [INSTANT, RUN_ID], ids=["Instant", "RunId"])
@pytest.mark.parametrize(
    "text",
    ["0" * 1_000_000, "2024-01-01T00:00:00." + "0" * 1_000_000 + "Z", "Z" * 100_000 + "\n", "-" * 100_000],
)
def test_very_long_texts_are_refused_by_all(schema: dict[str, Any], text: str) -> None:
    assert not agreed(schema, text)


DAYS = [
    (year, month, day)
    for year in (1, 4, 100, 1900, 2000, 2023, 2024, 9999)
    for month in range(14)
    for day in range(33)
]


def test_the_calendar_is_that_of_python() -> None:
    for year, month, day in DAYS:
        text = f"{year:04}-{month:02}-{day:02}T12:00:00Z"
        try:
            datetime(year, month, day)
        except ValueError:
            assert not agreed(INSTANT, text)
        else:
            assert agreed(INSTANT, text), text


REFUSED = [
    "2024-01-01 00:00:00Z", "2024-01-01T00:00:00,5Z", "2024-01-01T00:00:60Z", "2024-01-01T23:59:60Z", "2024-01-01T24:00:00Z",
    "2024-01-01T00:60:00Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00.1234567890Z", "2024-01-01T00:00:00",
    "2024-01-01T00:00Z", "2024-01-01", "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+01:60", "2024-01-01T00:00:00+0100",
    "2024-01-01T00:00:00+01", "2024-01-01T00:00:00ZZ", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z",
    "-2024-01-01T00:00:00Z", "2024-1-1T0:0:0Z", "2024-W01-1T00:00:00Z", "2024-001T00:00:00Z", "20240101T000000Z",
    "2024-01-01T00:00:00[UTC]", "2024-01-01T00:00:00Z[UTC]",
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED)
def test_other_spellings_of_a_moment_are_refused_by_all(text: str) -> None:
    assert not agreed(INSTANT, text)


@pytest.mark.parametrize("char", "ILOUilou")
def test_letters_that_crockford_leaves_out_are_refused_by_all(char: str) -> None:
    assert not agreed(RUN_ID, f"0{char}" + "0" * 24)


@pytest.mark.parametrize("text", ["8" + "0" * 25, "0" * 25, "0" * 27, "A" + "0" * 25])
def test_identifiers_out_of_range_are_refused_by_all(text: str) -> None:
    assert not agreed(RUN_ID, text)


def test_without_the_guard_validators_disagree() -> None:
    """The guard and the bounds are there for this: Python's $ matches before a line feed."""
    for schema in (INSTANT, RUN_ID):
        bare = {key: schema[key] for key in ("type", "pattern")}
        valid = "2024-01-01T00:00:00Z" if schema is INSTANT else "0" * 26
        assert jsonschema.Draft202012Validator(bare).is_valid(f"{valid}\n")
        assert not jsonschema_rs.Draft202012Validator(bare).is_valid(f"{valid}\n")
