"""What Avro's libraries were seen to do, row by row: they still do it, and our verdict tells it."""

from __future__ import annotations

import io
import json
import warnings
from pathlib import Path
from typing import Any

import avro.compatibility
import avro.io
import avro.schema
import fastavro
import pytest

from runsnap.evolution.avro import compare_avro
from tests.evolution.gate.avro_pairs import PAIRS

ROWS = [
    [cell.strip() for cell in line.split(" | ")]
    for line in Path(__file__).with_name("data").joinpath("avro-observed.txt").read_text().splitlines()
]
WIDTH = 60


def test_every_row_has_its_pair() -> None:
    assert [row[0] for row in ROWS] == list(PAIRS)


def seen(read: Any) -> str:
    """A row's cell: what comes out, cut as the rows are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            text = repr(read())
        except Exception as error:  # noqa: BLE001 - libraries fail in every way
            text = f"ERR {type(error).__name__}:{error}"
    return " ".join(text[:WIDTH].split())


def through_apache(pair: Any) -> Any:
    writer, reader = avro.schema.parse(json.dumps(pair.writer)), avro.schema.parse(json.dumps(pair.reader))
    buffer = io.BytesIO()
    avro.io.DatumWriter(writer).write(pair.datum, avro.io.BinaryEncoder(buffer))
    buffer.seek(0)
    return avro.io.DatumReader(writer, reader).read(avro.io.BinaryDecoder(buffer))


def through_fastavro(pair: Any) -> Any:
    buffer = io.BytesIO()
    fastavro.schemaless_writer(buffer, fastavro.parse_schema(pair.writer), pair.datum)
    buffer.seek(0)
    return fastavro.schemaless_reader(
        buffer, fastavro.parse_schema(pair.writer), fastavro.parse_schema(pair.reader)
    )


def checked(pair: Any) -> str:
    """What Apache's checker says of the schemas."""
    checker = avro.compatibility.ReaderWriterCompatibilityChecker()
    found = checker.get_compatibility(
        reader=avro.schema.parse(json.dumps(pair.reader)), writer=avro.schema.parse(json.dumps(pair.writer))
    )
    kinds = ",".join(str(kind.value) for kind in found.incompatibilities)
    return " ".join(f"{found.compatibility.value} {kinds}".split())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_libraries_do_what_was_seen(row: list[str]) -> None:
    pair = PAIRS[row[0]]
    assert [checked(pair), seen(lambda: through_apache(pair)), seen(lambda: through_fastavro(pair))] == row[
        1:
    ]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_our_verdict(row: list[str]) -> None:
    pair = PAIRS[row[0]]
    for review, name in (
        (compare_avro(pair.writer, pair.reader), "backward"),
        (compare_avro(pair.reader, pair.writer), "forward"),
    ):
        direction = getattr(review, name)
        assert direction.verdict == pair.verdict
        shown = [finding.witness for finding in direction.findings if finding.verdict == "broken"]
        assert [witness.one_validator for witness in shown] == [pair.one_validator] * len(shown)
        assert all(witness.detail for witness in shown)
