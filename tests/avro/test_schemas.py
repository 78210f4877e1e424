"""The Avro schemas: both implementations read them and agree on their fingerprints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import fastavro
import pytest
from fastavro.schema import fingerprint, to_parsing_canonical_form

import runsnap
from codegen.avro import avro_schema, reads_directly
from codegen.emit import generate
from codegen.model import Document
from runsnap import avro
from runsnap._generated.avro_catalog import AVRO_CATALOG
from tests.avro import apache
from tests.avro.samples import MODELS, PAIRS, document
from tests.codegen.packages import document as model

PUBLISHED = {
    # Apache Avro's own tests: C#, Ruby, Go and Python.
    "null": "8a8f25cce724dd63",
    "int": "8f5c393f1ad57572",
    "long": "b71df49344e154d0",
    "string": "c70345637248018f",
    "double": "7e95ab32c035758e",
    "bytes": "651920c3da16c04f",
    "boolean": "64f7d4a478fc429f",
}
"""CRC-64-AVRO, little-endian as it stands in single objects."""


@pytest.mark.parametrize("name, code", PUBLISHED.items())
def test_the_fingerprint_is_the_published_one(name: str, code: str) -> None:
    assert fingerprint(to_parsing_canonical_form(name), "CRC-64-AVRO") == code


def test_a_fingerprint_begins_every_single_object() -> None:
    # The marker and the fingerprint of "int" as Apache's Ruby tests have them.
    assert bytes.fromhex("c301") + bytes.fromhex(PUBLISHED["int"]) == bytes.fromhex("c3018f5c393f1ad57572")
    for kind, version in PAIRS:
        code = fingerprint(to_parsing_canonical_form(avro.schema(kind, version)), "CRC-64-AVRO")
        assert avro.encode(document(kind), version=version)[:10] == bytes.fromhex("c301" + code)


@pytest.mark.parametrize("kind, version", PAIRS)
def test_both_implementations_parse(kind: str, version: str) -> None:
    schema = avro.schema(kind, version)
    assert fastavro.parse_schema(schema)["name"] == f"runsnap.{kind}.{kind.title()}"
    assert apache.parsed(schema).fullname == f"runsnap.{kind}.{kind.title()}"


@pytest.mark.parametrize("kind, version", PAIRS)
def test_both_implementations_agree_on_the_fingerprint(kind: str, version: str) -> None:
    schema = avro.schema(kind, version)
    ours = AVRO_CATALOG.fingerprints[kind, version]
    assert apache.parsed(apache.reduced(schema)).fingerprint("CRC-64-AVRO") == ours
    assert apache.parsed(apache.reduced(schema)).canonical_form == to_parsing_canonical_form(schema)


def test_apache_leaves_a_step_of_the_canonical_form_out() -> None:
    """Which is why the test above reduces first: by the specification, ``{"type": "long", …}`` becomes ``"long"``."""
    wrapped = {"type": "long", "logicalType": "timestamp-micros"}
    assert to_parsing_canonical_form(wrapped) == '"long"'
    assert apache.parsed(wrapped).canonical_form == '{"type":"long"}'
    assert apache.parsed(apache.reduced(wrapped)).canonical_form == '"long"'


def test_every_schema_has_a_fingerprint_of_its_own() -> None:
    known = list(AVRO_CATALOG.fingerprints)
    assert known == PAIRS
    assert len(set(AVRO_CATALOG.fingerprints.values())) == len(PAIRS)


def test_the_newest_is_the_default_and_others_are_named() -> None:
    for kind, models in MODELS.items():
        assert avro.schema(kind) == avro.schema(kind, models[-1].version) == avro_schema(models[-1])
    with pytest.raises(ValueError, match="memory"):
        avro.schema("memory")
    with pytest.raises(runsnap.errors.UnsupportedVersionError, match=r"1\.1\.0"):
        avro.schema("capture", "9.9.9")


def test_what_is_given_out_is_a_copy() -> None:
    avro.schema("capture")["fields"].clear()
    assert avro.schema("capture")["fields"]


def test_export_writes_the_packaged_bytes(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "runsnap", "schema", "export", str(tmp_path)], check=True, capture_output=True
    )
    packaged = Path(runsnap.__file__).parent / "_generated" / "schemas"
    for kind, version in PAIRS:
        exported = (tmp_path / kind / f"{version}.avsc").read_bytes()
        assert exported == (packaged / kind / f"{version}.avsc").read_bytes()
        assert json.loads(exported) == avro.schema(kind, version)


def test_generation_gives_the_same_bytes_twice() -> None:
    one, two = (generate(MODELS) for _ in range(2))
    assert one == two
    assert sum(path.endswith(".avsc") for path in one) == len(PAIRS)


@pytest.mark.parametrize("kind, member, type_", [
    ("capture", "rng_seed", ["null", {"type": "bytes", "logicalType": "decimal", "precision": 20, "scale": 0}]),
    ("capture", "captured_at", {"type": "long", "logicalType": "timestamp-nanos"}),
    ("capture", "model_version", ["null", "string"]),
    ("resumption", "steps", "long"),
    ("resumption", "inputs", {"type": "map", "values": {"type": "string", "format": "json"}}),
    ("resumption", "_unknown", {"type": "map", "values": {"type": "string", "format": "json"}}),
])  # fmt: skip
def test_types_are_those_of_the_design(kind: str, member: str, type_: Any) -> None:
    fields = {field["name"]: field["type"] for field in avro.schema(kind)["fields"]}
    assert fields[member] == type_


def text(**others: Any) -> dict[str, Any]:
    return {"type": "string", **others}


@pytest.mark.parametrize("older, newer, direct", [
    ({"a": text(default="")}, {"a": text(default=""), "b": text(default="")}, True),
    ({"a": text(default="")}, {"b": text(default="")}, False),
    ({"a": text(default="")}, {"a": {"type": ["string", "null"], "default": None}}, False),
    ({"a": text(default="")}, {"a": {}}, False),
    ({"a": {"type": "integer", "minimum": 0, "maximum": 9, "default": 0}}, {"a": {"type": "number", "default": 0}}, False),
])  # fmt: skip
def test_only_versions_that_mean_the_same_are_read_directly(older: Any, newer: Any, direct: bool) -> None:
    assert reads_directly(avro_schema(model(newer)), avro_schema(model(older))) is direct


def test_a_version_that_lacks_a_required_member_is_not_read_directly() -> None:
    older, newer = model({"a": text(default="")}), model({"a": text(), "b": text()}, required=["a", "b"])
    assert not reads_directly(avro_schema(newer), avro_schema(older))


def test_every_released_version_is_read_directly() -> None:
    for kind, models in MODELS.items():
        direct = AVRO_CATALOG.codec(kind).DIRECT
        assert direct == {each.version for each in models}


def test_a_version_may_share_its_fingerprint_with_an_earlier_one(tmp_path: Path) -> None:
    from tests.codegen.packages import package

    properties = {"a": text(default="")}
    first, second = model(properties), model(properties | {"a": text(default="", description="Said better.")})
    versions: tuple[Document, ...] = (first, _renamed(second, "1.0.1"))
    module = package(tmp_path, *versions)
    catalog = __import__(f"{module.__name__}.avro_catalog", fromlist=["AVRO_CATALOG"]).AVRO_CATALOG
    one, other = (catalog.compiled("sample", version) for version in ("1.0.0", "1.0.1"))
    assert one.fingerprint == other.fingerprint
    assert (one.version, other.version) == ("1.0.0", "1.0.1")
    assert catalog.named(one.fingerprint) == ("sample", "1.0.1")


def _renamed(made: Document, version: str) -> Document:
    import dataclasses

    return dataclasses.replace(made, version=version)
