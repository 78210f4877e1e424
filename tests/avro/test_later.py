"""Schemas of later releases, which come with their data, are read: what is new becomes unknown members."""

import copy
import io
import json

import fastavro
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runsnap
from runsnap import avro
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._limits import DEFAULT_LIMITS
from runsnap.avro._datum import decode_datum, encode_datum
from runsnap.avro._later import later_schema
from runsnap.avro._schemas import read_schema
from runsnap.errors import RunsnapError
from tests.avro.samples import PAIRS, document

ANY_JSON = {"type": "string", "format": "json"}
UNKNOWN = {"name": "_unknown", "type": {"type": "map", "values": ANY_JSON}, "default": {}}


def ready(schema):
    return later_schema(*read_schema(json.dumps(schema).encode(), "the test"))


def with_fields(schema, *fields):
    """A copy with more fields before the last one."""
    changed = copy.deepcopy(schema)
    changed["fields"][-1:-1] = fields
    return changed


def as_record(made, schema):
    """The record that fastavro, which knows nothing of later schemas of ours, is to write."""
    older = AVRO_CATALOG.compiled(made._binding.kind)
    data = encode_datum(made, older)
    return fastavro.schemaless_reader(io.BytesIO(data), older.raw, None)


def test_what_a_later_release_adds_is_kept_as_unknown_members():
    part = {
        "type": "record", "name": "Place", "namespace": "runsnap.capture", "fields": [
            {"name": "host", "type": "string"},
            {"name": "since", "type": ["null", {"type": "long", "logicalType": "timestamp-nanos"}], "default": None},
            UNKNOWN,
        ],
    }  # fmt: skip
    schema = with_fields(
        avro.schema("capture"),
        {"name": "place", "type": part},
        {"name": "other_places", "type": {"type": "array", "items": "runsnap.capture.Place"}},
        {"name": "big", "type": {"type": "bytes", "logicalType": "decimal", "precision": 38, "scale": 0}},
        {"name": "anything", "type": ["null", ANY_JSON]},
        {"name": "is_dry", "type": "boolean"},
        {"name": "share", "type": "double"},
        {"name": "from_", "type": "string", "wire": "from"},
    )
    made = document("capture")
    place = {"host": "h", "since": 1, "_unknown": {"x": "[1]"}}
    record = as_record(made, schema) | {
        "place": place, "other_places": [place, place], "big": (10**38 - 1).to_bytes(16, "big"), "anything": '{"a":18446744073709551616}',
        "is_dry": True, "share": 0.5, "from_": "there",
    }  # fmt: skip
    data = io.BytesIO()
    later = ready(schema)
    fastavro.schemaless_writer(data, later.raw, record)
    back = decode_datum(data.getvalue(), 0, later, DEFAULT_LIMITS)
    read_place = {"host": "h", "since": "1970-01-01T00:00:00.000000001Z", "x": [1]}
    assert back.additional_properties == {
        "place": read_place, "other_places": [read_place, read_place], "big": 10**38 - 1, "anything": {"a": 2**64},
        "is_dry": True, "share": 0.5, "from": "there",
    }  # fmt: skip
    back.additional_properties.clear()
    assert back == made
    with pytest.raises(runsnap.MalformedError, match="place/since"):
        decode_datum(data.getvalue().replace(b"\x02h\x02\x02", b"\x02h\x04\x02"), 0, later, DEFAULT_LIMITS)


REFUSED = {
    "another record": {"type": "record", "name": "Other", "namespace": "x", "fields": []},
    "no record": "string",
    "a root without a namespace": {"type": "record", "name": "runsnap.capture.Capture", "fields": [UNKNOWN]},
    "a namespace that is null": {"type": "record", "name": "Capture", "namespace": None, "fields": [UNKNOWN]},
    "an enumeration": {"type": "enum", "name": "E", "symbols": ["A"]},
    "a fixed": {"type": "fixed", "name": "F", "size": 4},
    "a union of three": ["null", "string", "long"],
    "a union without null": ["string", "long"],
    "an int": "int",
    "plain bytes": "bytes",
    "a decimal with a scale": {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2},
    "an instant in microseconds": {"type": "long", "logicalType": "timestamp-micros"},
    "a record that keeps nothing unknown": {
        "type": "record", "name": "R", "namespace": "n", "fields": [{"name": "a", "type": "long"}],
    },
    "a record in itself": {
        "type": "record", "name": "R", "namespace": "n", "fields": [
            {"name": "again", "type": ["null", "n.R"]}, UNKNOWN,
        ],
    },
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_schema_of_another_shape_is_refused(case):
    changed = REFUSED[case]
    if case not in {"another record", "no record", "a root without a namespace", "a namespace that is null"}:
        changed = with_fields(avro.schema("capture"), {"name": "new", "type": changed})
    with pytest.raises(runsnap.UnsupportedVersionError, match=r"capture@1\.2\.0"):
        ready(changed)


def test_what_is_no_schema_is_malformed():
    with pytest.raises(runsnap.MalformedError, match=r"n\.Nothing"):
        ready(with_fields(avro.schema("capture"), {"name": "new", "type": "n.Nothing"}))


@pytest.mark.parametrize(("kind", "version"), PAIRS)
@given(data=st.data())
@settings(max_examples=40)
def test_any_bytes_are_judged_as_by_the_generated_checks(kind, version, data):
    known = AVRO_CATALOG.compiled(kind, version)
    later = ready(avro.schema(kind, version))
    raw = bytearray(encode_datum(document(kind), known))
    for _ in range(data.draw(st.integers(0, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(raw[: data.draw(st.sampled_from([len(raw), len(raw) // 2, len(raw) - 1]))])
    outcomes = []
    for schema in (known, later):
        try:
            outcomes.append(decode_datum(cut, 0, schema, DEFAULT_LIMITS).to_dict())
        except RunsnapError as error:
            outcomes.append(type(error))
    assert outcomes[0] == outcomes[1]
