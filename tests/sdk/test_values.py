"""Single values: bounds, float literals, exact numbers, instants."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whenever import Instant

import runsnap
from runsnap import Capture, Resumption
from runsnap._equality import same_json
from runsnap._values import instant_text
from tests.sdk.samples import changed, full_capture, full_resumption


def with_literal(pointer: str, literal: str) -> str:
    """The text of a document with this text at the pointer."""
    base = (
        full_capture() if pointer.startswith(("/run_log", "/rng", "/llm", "/captured")) else full_resumption()
    )
    return json.dumps(changed(base, pointer, "<here>")).replace('"<here>"', literal)


def loaded(text: str, pointer: str) -> Any:
    """What stands at the pointer after loading, writing and loading again."""
    document = runsnap.loads(text)
    value: Any = type(document).loads(document.dumps())
    for token in pointer.split("/")[1:]:
        snake = "".join(f"_{char.lower()}" if char.isupper() else char for char in token)
        value = value[int(token)] if isinstance(value, list) else getattr(value, snake)
    return value


def problem(text: str) -> tuple[str, str, str]:
    with pytest.raises(runsnap.InvalidDocumentError) as caught:
        runsnap.loads(text)
    (only,) = caught.value.report.problems
    assert runsnap.validate(text).problems == (only,)
    return only.stage, only.pointer, only.keyword


U32 = [
    "/run_log/steps/0/idx",
    "/run_log/tokens/cache_read_tokens",
    "/llm_io/0/prompt_tokens",
    "/steps",
    "/consultations",
]
U64 = ["/rng_seed", "/run_log/steps/0/latency", "/usage/inputTokens", "/usage/cacheReadTokens"]
U128 = ["/spend/micros"]
BOUNDS = [(at, 32) for at in U32] + [(at, 64) for at in U64] + [(at, 128) for at in U128]


@pytest.mark.parametrize(("pointer", "bits"), BOUNDS)
def test_unsigned_bounds_are_exact(pointer: str, bits: int) -> None:
    for value in (0, 2**bits - 1):
        found = loaded(with_literal(pointer, str(value)), pointer)
        assert type(found) is int
        assert found == value
    assert problem(with_literal(pointer, str(2**bits))) == ("schema", pointer, "maximum")
    assert problem(with_literal(pointer, "-1")) == ("schema", pointer, "minimum")


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("3.0", 3),
        ("3e0", 3),
        ("-0", 0),
        ("-0.0", 0),
        ("9007199254740992.0", 2**53),
        ("9.007199254740992e15", 2**53),
    ],
)
@pytest.mark.parametrize("pointer", U64 + U128)
def test_integral_float_literals_are_integers_up_to_2_to_the_53(
    pointer: str, literal: str, value: int
) -> None:
    found = loaded(with_literal(pointer, literal), pointer)
    assert type(found) is int
    assert found == value


@pytest.mark.parametrize("literal", ["9007199254740994.0", "1e16", "18446744073709549568.0"])
@pytest.mark.parametrize("pointer", U64 + U128)
def test_larger_float_literals_are_refused_by_the_rule(pointer: str, literal: str) -> None:
    assert problem(with_literal(pointer, literal)) == ("value", pointer, "integer-from-float-literal")


@pytest.mark.parametrize("literal", ["true", "false", '"1"', "1.5", "[]", "{}"])
@pytest.mark.parametrize("pointer", [*U32, *U64, *U128])
def test_what_is_no_integer_is_refused(pointer: str, literal: str) -> None:
    assert problem(with_literal(pointer, literal)) == ("schema", pointer, "type")


NUMBERS = [
    "/run_log/steps/0/cost_usd",
    "/run_log/cost_estimate/total_usd",
    "/run_log/cost_estimate/cache_usd",
]


@pytest.mark.parametrize("pointer", NUMBERS)
@pytest.mark.parametrize("value", [0, 1, -7, 2**53, 2**53 + 2, 2**64, 10**22])
def test_integers_in_number_members_become_exact_floats(pointer: str, value: int) -> None:
    found = loaded(with_literal(pointer, str(value)), pointer)
    assert type(found) is float
    assert found == value


@pytest.mark.parametrize("pointer", NUMBERS)
@pytest.mark.parametrize("value", [2**53 + 1, -(2**53) - 1, 10**23, 10**400])
def test_integers_that_no_double_holds_are_refused_by_the_rule(pointer: str, value: int) -> None:
    assert problem(with_literal(pointer, str(value))) == ("value", pointer, "number-is-a-double")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_keep_every_bit(value: float) -> None:
    capture = Capture.from_dict(changed(full_capture(), "/run_log/cost_estimate/total_usd", value))
    for layout in ("sorted", "declared"):
        again = Capture.loads(capture.dumps(layout=layout))  # type: ignore[arg-type]
        cost = again.run_log.cost_estimate
        assert cost is not None
        assert math.copysign(1, cost.total_usd) == math.copysign(1, value)
        assert cost.total_usd == value


INSTANTS = [
    ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"),
    ("2026-01-02t03:04:05z", "2026-01-02T03:04:05Z"),
    ("2026-01-02T03:04:05+00:00", "2026-01-02T03:04:05Z"),
    ("2026-01-02T03:04:05-00:00", "2026-01-02T03:04:05Z"),
    ("2026-01-02T03:04:05+05:30", "2026-01-01T21:34:05Z"),
    ("2026-01-02T23:04:05-01:00", "2026-01-03T00:04:05Z"),
    ("2026-01-02T03:04:05+23:59", "2026-01-01T03:05:05Z"),
    ("2026-01-02T03:04:05.000Z", "2026-01-02T03:04:05Z"),
    ("2026-01-02T03:04:05.5Z", "2026-01-02T03:04:05.500Z"),
    ("2026-01-02T03:04:05.050Z", "2026-01-02T03:04:05.050Z"),
    ("2026-01-02T03:04:05.0005Z", "2026-01-02T03:04:05.000500Z"),
    ("2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05.123456Z"),
    ("2026-01-02T03:04:05.1234567Z", "2026-01-02T03:04:05.123456700Z"),
    ("2026-01-02T03:04:05.999999999Z", "2026-01-02T03:04:05.999999999Z"),
    ("2024-02-29T23:59:59.000000001+00:00", "2024-02-29T23:59:59.000000001Z"),
    ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ("0001-01-01T01:00:00+01:00", "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
    ("9999-12-31T22:59:59-01:00", "9999-12-31T23:59:59Z"),
]


@pytest.mark.parametrize(("read", "written"), INSTANTS)
def test_instants_are_kept_to_the_nanosecond_and_written_in_utc(read: str, written: str) -> None:
    for pointer in ("/captured_at", "/run_log/started_at", "/run_log/finished_at"):
        capture = Capture.from_dict(changed(full_capture(), pointer, read))
        assert capture.to_dict() == changed(full_capture(), pointer, written)


@pytest.mark.parametrize(
    "text",
    [
        "0001-01-01T00:00:00+00:01",
        "0001-01-01T00:59:59.999999999+01:00",
        "9999-12-31T23:59:59-00:01",
        "9999-12-31T23:00:00-01:00",
    ],
)
def test_instants_outside_the_years_are_refused_by_the_rule(text: str) -> None:
    assert problem(with_literal("/captured_at", f'"{text}"')) == ("value", "/captured_at", "instant-in-range")
    assert problem(with_literal("/run_log/finished_at", f'"{text}"'))[2] == "instant-in-range"


@pytest.mark.parametrize(
    "text",
    ["", "2026-01-02", "2026-01-02 03:04:05Z", "2026-01-02T03:04:05", "2026-01-02T03:04:60Z", "2026-01-02T24:00:00Z",
     "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z", "0000-01-01T00:00:00Z",
     "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05.1234567890Z", "2026-01-02T03:04:05,5Z", "2026-01-02T03:04:05+0530",
     "2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05Z\\n", "２026-01-02T03:04:05Z", "10000-01-01T00:00:00Z", "20260102T030405Z",
     "2026-01-02T03:04:05Z[UTC]", "-2026-01-02T03:04:05Z"],
)  # fmt: skip
def test_other_texts_are_no_instants(text: str) -> None:
    stage, pointer, _ = problem(with_literal("/run_log/finished_at", f'"{text}"'))
    assert (stage, pointer) == ("schema", "/run_log/finished_at")


@given(st.integers(-62_135_596_800_000_000_000, 253_402_300_799_999_999_999))
def test_every_instant_has_one_text(nanoseconds: int) -> None:
    value = Instant.from_timestamp(nanoseconds, unit="nanosecond")
    text = instant_text(value)
    assert Instant.parse_iso(text) == value
    whole, _, fraction = text.removesuffix("Z").partition(".")
    assert len(fraction) in (0, 3, 6, 9)
    assert not fraction.endswith("000")
    assert len(whole) == len("2026-01-02T03:04:05")


def test_wide_integers_in_any_json_are_exact() -> None:
    values: Any = [2**63, -(2**63) - 1, 2**64, 2**128 + 1, -(10**300), 0, -1, 0.0, -0.0, 1e16, 1.0]
    resumption = Resumption.from_dict(changed(full_resumption(), "/bindings/x", values))
    for layout in ("sorted", "declared"):
        again = Resumption.loads(resumption.dumps(layout=layout))  # type: ignore[arg-type]
        assert same_json(again.bindings["x"], values)
