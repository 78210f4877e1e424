"""Faults that other tools shipped, by the rows of the list that this package is measured by."""

from __future__ import annotations

import decimal
import io
import json
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from fastavro import reader, schemaless_reader, schemaless_writer
from whenever import Instant

from runsnap import Capture, avro
from runsnap._equality import same_json
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap.errors import InvalidDocumentError, MalformedError, UnrepresentableError, UnsupportedVersionError
from tests.avro.lint import lint
from tests.avro.samples import CAPTURE, MODELS, PAIRS, capture, container, datum, document, resumption, set_at
from tests.avro.test_lint import required

ROOT = Path(__file__).resolve().parents[2]


def test_B1_large_counters_are_exact_or_refused_by_pointer() -> None:
    made = capture(rng_seed=2**64 - 1)
    made.run_log.steps[0].latency = 2**63 - 1
    back: Any = avro.decode(avro.encode(made))
    assert (back.rng_seed, back.run_log.steps[0].latency) == (2**64 - 1, 2**63 - 1)
    made.run_log.steps[0].latency = 2**63
    with pytest.raises(UnrepresentableError) as caught:
        avro.encode(made)
    assert caught.value.pointer == "/run_log/steps/0/latency"


@pytest.mark.parametrize("value", [3.7, True, "3", 3.0000000000000004, -0.5])
def test_B2_what_is_no_integer_is_refused_before_writing(value: Any) -> None:
    file = io.BytesIO()
    made = resumption()
    made.steps = value
    with avro.AvroWriter(file, "resumption") as writer:
        before = file.tell()
        with pytest.raises(InvalidDocumentError) as caught:
            writer.write(made)
        writer.flush()
        assert file.tell() == before
    assert caught.value.report.refusals[0].pointer == "/steps"
    # The library underneath writes them silently.
    data = io.BytesIO()
    schemaless_writer(data, "long", 3.7)
    assert data.getvalue() == b"\x06"


def test_B3_a_mis_cased_name_is_no_null() -> None:
    with pytest.raises(InvalidDocumentError, match="captured_at"):
        Capture.from_dict(
            {"Captured_at" if name == "captured_at" else name: value for name, value in CAPTURE.items()}
        )
    made = Capture.from_dict(
        {"Model_version" if name == "model_version" else name: value for name, value in CAPTURE.items()}
    )
    back: Any = avro.decode(avro.encode(made))
    assert back.model_version is None
    assert back.additional_properties == {"Model_version": "m"}


NANOSECONDS = ["2026-03-02T08:15:00.999999999Z", "1969-12-31T23:59:59.999999999Z", "2026-10-25T02:30:00.000000001+02:00",
               "2026-03-29T02:30:00.123456789Z", "2000-02-29T23:59:59.1-23:59"]  # fmt: skip

IN_A_ZONE = """
import json, sys
from runsnap import Capture, avro
for line in sys.stdin:
    made = Capture.loads(line)
    sys.stdout.write(avro.encode(made).hex() + " " + avro.decode(avro.encode(made)).dumps(layout="declared") + "\\n")
"""


@pytest.mark.parametrize("environment", [
    {"TZ": "UTC"}, {"TZ": "America/New_York"}, {"TZ": "Asia/Kathmandu"}, {"TZ": "Pacific/Apia"}, {"TZ": "Nowhere-14:59"},
    {"LC_ALL": "de_DE.UTF-8"}, {"LC_ALL": "tr_TR.UTF-8"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
], ids=str)  # fmt: skip
def test_B5_the_zone_and_the_language_of_the_host_do_not_matter(environment: dict[str, str]) -> None:
    lines = "".join(json.dumps(CAPTURE | {"captured_at": text}) + "\n" for text in NANOSECONDS)
    result = subprocess.run(
        [sys.executable, "-c", IN_A_ZONE],
        input=lines,
        env={**os.environ, **environment},
        text=True,
        capture_output=True,
        check=True,
    )
    expected = [
        avro.encode(capture(captured_at=text)).hex()
        + " "
        + capture(captured_at=text).dumps(layout="declared")
        for text in NANOSECONDS
    ]
    assert result.stdout.splitlines() == expected


def test_B5_and_D7_instants_are_nanoseconds_since_1970_as_a_long() -> None:
    made = capture(captured_at="1970-01-01T00:00:01.000000001Z")
    record: Any = schemaless_reader(io.BytesIO(datum(made)), avro.schema("capture"), None)
    assert record["captured_at"] == 1_000_000_001


@pytest.mark.parametrize("text, written", [
    ("2026-03-02T08:15:00.999999999Z", "2026-03-02T08:15:00.999999999Z"),
    ("2026-03-02T23:59:59.999999999Z", "2026-03-02T23:59:59.999999999Z"),
    ("2026-03-02T08:15:00.100Z", "2026-03-02T08:15:00.100Z"),
    ("2026-03-02T08:15:00.1Z", "2026-03-02T08:15:00.100Z"),
    ("2026-03-02T08:15:00.0001Z", "2026-03-02T08:15:00.000100Z"),
    ("2026-03-02T08:15:00.000000000Z", "2026-03-02T08:15:00Z"),
    ("2026-03-02T08:15:00.000000010Z", "2026-03-02T08:15:00.000000010Z"),
])  # fmt: skip
def test_D7_fraction_digits_survive_and_do_not_round(text: str, written: str) -> None:
    for _, version in [pair for pair in PAIRS if pair[0] == "capture"]:
        assert (
            avro.decode(avro.encode(capture(captured_at=text), version=version)).to_dict()["captured_at"]
            == written
        )


def test_D7_instants_are_no_datetimes() -> None:
    assert type(avro.decode(avro.encode(capture())).captured_at) is Instant


@pytest.mark.parametrize("digits", [1, 27, 28, 29, 37, 38])
@pytest.mark.parametrize("context", [3, 28])
def test_B6_decimals_are_exact_to_38_digits_in_any_context(digits: int, context: int) -> None:
    micros = int("98765432109876543210987654321098765432"[:digits])
    with decimal.localcontext(prec=context):
        made = resumption(spend={"micros": micros})
        data = container([made])
        assert [back.spend.micros for back in avro.load(io.BytesIO(data))] == [micros]
        assert avro.decode(avro.encode(made)).spend.micros == micros
    with decimal.localcontext(prec=60):
        (record,) = reader(io.BytesIO(data))
        assert record["spend"]["micros"] == Decimal(micros)


def test_B6_no_decimal_is_longer_than_38_digits() -> None:
    found = [
        schema["precision"]
        for kind, version in PAIRS
        for schema in everything(avro.schema(kind, version))
        if isinstance(schema, dict) and schema.get("logicalType") == "decimal"
    ]
    assert set(found) == {20, 38}
    with pytest.raises(UnrepresentableError, match="38 digits"):
        avro.encode(resumption(spend={"micros": 10**38}))


def everything(schema: Any) -> Any:
    yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from everything(inner)


@pytest.mark.parametrize("kind, version", PAIRS)
def test_B7_names_and_defaults_pass_the_lint(kind: str, version: str) -> None:
    model = next(model for model in MODELS[kind] if model.version == version)
    assert lint(avro.schema(kind, version), kind=kind, required=required(model)) == []


def test_B8_a_datum_without_a_fingerprint_is_refused() -> None:
    data = avro.encode(resumption())
    with pytest.raises(MalformedError):
        avro.decode(data[10:])
    with pytest.raises(MalformedError):
        avro.decode(b"\xc3\x02" + data[2:])
    with pytest.raises(MalformedError):
        avro.decode(data[:9])


def test_B8_a_schema_with_reordered_fields_has_another_fingerprint() -> None:
    schema = avro.schema("resumption")
    first, second, *rest = schema["fields"]
    from fastavro.schema import fingerprint, to_parsing_canonical_form

    reordered = {**schema, "fields": [second, first, *rest]}
    code = bytes.fromhex(fingerprint(to_parsing_canonical_form(reordered), "CRC-64-AVRO"))
    with pytest.raises(UnsupportedVersionError) as caught:
        avro.decode(b"\xc3\x01" + code + datum(resumption()))
    assert code.hex() in caught.value.found
    for (kind, version), known in AVRO_CATALOG.fingerprints.items():
        assert f"{kind}@{version} ({known.hex()})" in caught.value.supported


@pytest.mark.parametrize("kind, version", PAIRS)
def test_B9_nothing_is_recursive_and_any_json_is_a_string(kind: str, version: str) -> None:
    schema = avro.schema(kind, version)
    assert "no-recursion" not in {fault.rule for fault in lint(schema, kind=kind)}
    record: Any = schemaless_reader(
        io.BytesIO(datum(document(kind, unknown=[{"a": [1]}]), version)), schema, None
    )
    assert record["_unknown"]["unknown"] == '[{"a":[1]}]'


@pytest.mark.parametrize("label", ["memory_erased", "", "LLM_CALL", "llm_call ", "é", "unknown"])
def test_E2_an_unknown_label_stays_as_it_is(label: str) -> None:
    for _, version in [pair for pair in PAIRS if pair[0] == "capture"]:
        plain = set_at(set_at(CAPTURE, "/run_log/steps/0/kind", label), "/llm_io/0/finish_reason", label)
        made = Capture.from_dict(plain)
        back: Any = avro.decode(avro.encode(made, version=version))
        assert type(back.run_log.steps[0].kind) is str
        assert back.run_log.steps[0].kind == back.llm_io[0].finish_reason == label
        assert same_json(back.to_dict(), made.to_dict())
