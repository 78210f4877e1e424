"""Other readers read every file that we write to the same values, and we read what other writers write."""

from __future__ import annotations

import decimal
import io
import json
from decimal import Decimal
from typing import Any

import fastavro
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runsnap import avro
from runsnap._equality import same_json
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._limits import DEFAULT_LIMITS
from runsnap.avro import _writer
from runsnap.avro._records import to_plain, to_record
from tests.avro import apache
from tests.avro.samples import (
    CLASSES,
    MODELS,
    PAIRS,
    capture,
    carried_documents,
    container,
    document,
    loaded,
    numbered,
    resumption,
)
from tests.avro.test_agreement import same

RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
BOTH_CODECS = ["null", "deflate", "bzip2"]


def expected_records(kind: str, items: list[Any], version: str) -> list[dict[str, Any]]:
    """What stands in the file, decimals as integers: the values of the plain document."""
    schema = avro.schema(kind, version)
    return [integers(to_record(made.to_dict(), schema), schema, {}) for made in items]


def integers(value: Any, schema: Any, records: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return None if value is None else integers(value, schema[1], records)
    schema = records.get(schema, schema) if isinstance(schema, str) else schema
    match schema:
        case {"type": "record", "name": name, "namespace": namespace, "fields": fields}:
            records[f"{namespace}.{name}"] = schema
            return {field["name"]: integers(value[field["name"]], field["type"], records) for field in fields}
        case {"type": "array", "items": items}:
            return [integers(item, items, records) for item in value]
        case {"type": "map", "values": values}:
            return {name: integers(item, values, records) for name, item in value.items()}
        case {"logicalType": "decimal"}:
            return int.from_bytes(value, "big", signed=True)
        case _:
            return value


@pytest.mark.parametrize("kind, version", PAIRS)
@given(data=st.data())
@settings(RELAXED, max_examples=15)
def test_apache_reads_what_we_write(kind: str, version: str, data: st.DataObject) -> None:
    plain = data.draw(st.lists(carried_documents(data.draw(st.sampled_from(MODELS[kind]))), max_size=3))
    made = [CLASSES[kind].loads(json.dumps(each)) for each in plain]
    written = container(made, kind=kind, version=version, codec=data.draw(st.sampled_from(BOTH_CODECS)))
    found = apache.read(written)
    wanted = expected_records(kind, made, version)
    assert len(found) == len(wanted)
    assert all(map(same, found, wanted))
    for record, each in zip(found, made, strict=True):
        assert same_json(plain_of(record, kind, version), each.to_dict())


def plain_of(record: dict[str, Any], kind: str, version: str) -> Any:
    """The document that a record of another reader stands for."""
    from runsnap._equality import normalised

    schema = avro.schema(kind, version)
    plain = to_plain(raw(record, schema, {}), schema, DEFAULT_LIMITS)
    binding = CLASSES[kind]._binding
    return normalised(plain, binding.record, binding.shapes)


def raw(value: Any, schema: Any, records: dict[str, Any]) -> Any:
    if isinstance(schema, list):
        return None if value is None else raw(value, schema[1], records)
    schema = records.get(schema, schema) if isinstance(schema, str) else schema
    match schema:
        case {"type": "record", "name": name, "namespace": namespace, "fields": fields}:
            records[f"{namespace}.{name}"] = schema
            return {field["name"]: raw(value[field["name"]], field["type"], records) for field in fields}
        case {"type": "array", "items": items}:
            return [raw(item, items, records) for item in value]
        case {"type": "map", "values": values}:
            return {name: raw(item, values, records) for name, item in value.items()}
        case {"logicalType": "decimal"}:
            return value.to_bytes(20, "big", signed=True)
        case _:
            return value


@pytest.mark.parametrize("kind, version", PAIRS)
@given(data=st.data())
@settings(RELAXED, max_examples=15)
def test_we_read_what_apache_writes(kind: str, version: str, data: st.DataObject) -> None:
    plain = data.draw(st.lists(carried_documents(data.draw(st.sampled_from(MODELS[kind]))), max_size=3))
    made = [CLASSES[kind].loads(json.dumps(each)) for each in plain]
    codec = data.draw(st.sampled_from(BOTH_CODECS))
    written = apache.write(expected_records(kind, made, version), avro.schema(kind, version), codec)
    reader = avro.load(io.BytesIO(written))
    assert (reader.kind, reader.version, reader.codec, reader.declared_count) == (kind, version, codec, None)
    back = list(reader)
    assert back == made
    assert all(same_json(one.to_dict(), other.to_dict()) for one, other in zip(back, made, strict=True))


@pytest.mark.parametrize("codec", ["null", "deflate", "bzip2", "xz", "zstandard"])
@pytest.mark.parametrize("kind, version", PAIRS)
def test_fastavro_reads_what_we_write(kind: str, version: str, codec: str) -> None:
    made = document(kind)
    with decimal.localcontext(prec=60):
        reader = fastavro.reader(io.BytesIO(container([made] * 3, version=version, codec=codec)))
        records: Any = list(reader)
    assert reader.codec == codec
    decimals_as_integers = json.loads(json.dumps(records, default=int))
    assert decimals_as_integers == expected_records(kind, [made] * 3, version)


@pytest.mark.parametrize("codec", ["null", "deflate", "bzip2", "xz", "zstandard"])
@pytest.mark.parametrize("kind, version", PAIRS)
def test_we_read_what_fastavro_writes(kind: str, version: str, codec: str) -> None:
    made = document(kind)
    schema = avro.schema(kind, version)
    file = io.BytesIO()
    records = expected_records(kind, [made] * 100, version)
    with decimal.localcontext(prec=60):
        if kind == "capture":
            records = [record | {"rng_seed": Decimal(record["rng_seed"])} for record in records]
        else:
            records = [
                record | {"spend": record["spend"] | {"micros": Decimal(record["spend"]["micros"])}}
                for record in records
            ]
        fastavro.writer(file, fastavro.parse_schema(schema), records, codec=codec, sync_interval=2000)
    reader = avro.load(io.BytesIO(file.getvalue()))
    assert (reader.version, reader.codec, reader.declared_count) == (version, codec, None)
    assert list(reader) == [made] * 100


@pytest.mark.parametrize("kind, version", PAIRS)
def test_single_objects_go_both_ways(kind: str, version: str) -> None:
    from fastavro.schema import fingerprint, to_parsing_canonical_form

    made, schema = document(kind), avro.schema(kind, version)
    data = avro.encode(made, version=version)
    marker = b"\xc3\x01" + bytes.fromhex(fingerprint(to_parsing_canonical_form(schema), "CRC-64-AVRO"))
    assert data.startswith(marker)
    with decimal.localcontext(prec=60):
        record = fastavro.schemaless_reader(io.BytesIO(data[10:]), schema, None)
        file = io.BytesIO()
        fastavro.schemaless_writer(file, schema, record)  # type: ignore[arg-type]
    assert avro.decode(marker + file.getvalue()) == made


def test_a_plain_reader_of_another_version_resolves_and_loses_only_what_it_does_not_know() -> None:
    made = resumption(consultations=3)
    older, newer = avro.schema("resumption", "0.1.0"), avro.schema("resumption", "0.1.1")
    with decimal.localcontext(prec=60):
        (forward,) = fastavro.reader(io.BytesIO(container([made], version="0.1.1")), older)
        (backward,) = fastavro.reader(io.BytesIO(container([made], version="0.1.0")), newer)
    assert "consultations" not in forward
    assert forward["steps"] == backward["steps"] == 3
    assert backward["consultations"] == 0
    assert backward["_unknown"] == {"consultations": "3"}


@pytest.mark.parametrize("kind", MODELS)
def test_every_older_schema_resolves_to_every_newer_one_for_both(kind: str) -> None:
    import avro.io as apache_io

    made = document(kind)
    versions = [model.version for model in MODELS[kind]]
    for older in versions:
        for newer in versions:
            data = container([made], version=older)
            with decimal.localcontext(prec=60):
                (found,) = fastavro.reader(io.BytesIO(data), avro.schema(kind, newer))
                with apache.quiet():
                    reader = apache_io.DatumReader(
                        apache.parsed(avro.schema(kind, older)), apache.parsed(avro.schema(kind, newer))
                    )
                    other = reader.read(
                        apache_io.BinaryDecoder(io.BytesIO(avro.encode(made, version=older)[10:]))
                    )
            assert found == other
            assert set(found) == {field["name"] for field in avro.schema(kind, newer)["fields"]}


def test_files_of_several_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_writer, "BLOCK_SIZE", 1000)
    data = container(numbered(30))
    assert [record["steps"] for record in apache.read(data)] == list(range(30))


def test_what_apache_writes_in_blocks_of_its_own_size() -> None:
    made = [capture(memory_ref="x" * 5000) for _ in range(20)]
    data = apache.write(expected_records("capture", made, "1.2.0"), avro.schema("capture"))
    assert data.count(data[-16:]) == 3
    assert loaded(data) == made


def test_our_metadata_does_not_disturb_others() -> None:
    assert AVRO_CATALOG.named(AVRO_CATALOG.fingerprints["capture", "1.0.0"]) == ("capture", "1.0.0")
    records = fastavro.reader(io.BytesIO(container([capture()])))
    assert records.metadata["runsnap.kind"] == "capture"
    assert (
        records.writer_schema
        == fastavro.reader(io.BytesIO(container([capture()], codec="null"))).writer_schema
    )
