"""The columns of Spark's rows are those of the Avro records."""

import json

import pytest

from codegen.emit import generate
from codegen.schemas import read_folder
from runsnap import avro
from runsnap.spark._library import struct
from tests.avro.samples import PAIRS
from tests.schemas.folders import SCHEMAS


def flat(type_, place=""):
    """Every column, and whether it may be null, by place."""
    match type_:
        case {"type": "struct", "fields": fields}:
            for field in fields:
                here = f"{place}/{field['name']}"
                yield here, simple(field["type"]) + ("?" if field["nullable"] else "")
                yield from flat(field["type"], here)
        case {"type": "array", "elementType": items}:
            yield from flat(items, f"{place}/*")
        case {"type": "map", "valueType": values}:
            yield from flat(values, f"{place}/*")


def simple(type_):
    return type_ if isinstance(type_, str) else type_["type"]


def test_the_columns_of_a_capture():
    found = dict(flat(struct("capture", "1.2.0")))
    wanted = {
        "/run_id": "string",
        "/run_log": "struct",
        "/run_log/started_at": "long",
        "/run_log/finished_at": "long?",
        "/run_log/status": "string",
        "/run_log/steps": "array",
        "/run_log/steps/*/idx": "long",
        "/run_log/steps/*/cost_usd": "double?",
        "/run_log/steps/*/input": "string",
        "/run_log/steps/*/_unknown": "map",
        "/run_log/cost_estimate": "struct?",
        "/llm_io/*/tool_calls/*/args": "string",
        "/rng_seed": "decimal(20,0)?",
        "/captured_at": "long",
        "/_unknown": "map",
    }
    assert {place: found.get(place) for place in wanted} == wanted


def test_the_columns_of_a_resumption():
    found = dict(flat(struct("resumption", "0.1.1")))
    assert found["/spend/micros"] == "decimal(38,0)"
    assert [found[f"/{name}"] for name in ("inputs", "state", "outputs")] == ["map"] * 3
    assert found["/outputs/*/contentType"] == "string"
    assert found["/spend/unpriced"] == "map"


@pytest.mark.parametrize(("kind", "version"), PAIRS)
def test_every_column_has_the_name_and_the_description_of_its_avro_field(kind, version):
    fields = struct(kind, version)["fields"]
    known = avro.schema(kind, version)["fields"]
    assert [field["name"] for field in fields] == [field["name"] for field in known]
    assert all(
        field["metadata"]["comment"].startswith(each["doc"])
        for field, each in zip(fields, known, strict=True)
    )


def test_a_description_says_what_the_type_does_not():
    comments = {field["name"]: field["metadata"]["comment"] for field in struct("capture", None)["fields"]}
    assert comments["captured_at"].endswith("Nanoseconds since 1970-01-01T00:00:00Z.")
    (log,) = (field["type"] for field in struct("capture", None)["fields"] if field["name"] == "run_log")
    (steps,) = (field["type"] for field in log["fields"] if field["name"] == "steps")
    of_steps = {field["name"]: field["metadata"]["comment"] for field in steps["elementType"]["fields"]}
    assert of_steps["input"].endswith("JSON text.")
    assert not of_steps["name"].endswith("JSON text.")


def test_the_files_are_the_same_every_time():
    history = read_folder(SCHEMAS).documents
    one, other = generate(history), generate(history)
    names = [name for name in one if name.endswith(".struct")]
    assert len(names) == len(PAIRS)
    assert all(one[name] == other[name] and json.loads(one[name])["type"] == "struct" for name in names)
