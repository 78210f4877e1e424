"""The files of the vectors are whole, right and complete."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import fastavro
import jsonschema
import jsonschema_rs
import pytest

from tests.vectors.__main__ import drift, main, present, write
from tests.vectors.archive import BY_HAND, contents, packed
from tests.vectors.avro_bytes import CODECS, tagged_container, tagged_datum
from tests.vectors.build import FOLDER, build
from tests.vectors.consumers import version_of
from tests.vectors.proof import VECTORS, parsed
from tests.vectors.recorded import DATA
from tests.vectors.runner import Case
from tests.vectors.schemas import ROOT, VERSIONS, Node, Path_, Place, Version, places, resolved, types
from tests.vectors.trees import pointer

MANIFEST = VECTORS.manifest
NAMES = [version.name for version in VERSIONS]


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return build()


def test_the_files_are_what_is_made(made: dict[str, bytes]) -> None:
    assert drift(made, FOLDER) == []


def test_they_are_the_same_in_every_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.vectors", "--check"], cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_drift_is_told(made: dict[str, bytes], tmp_path: Path) -> None:
    files = {path: made[path] for path in list(made)[:50]} | {"manifest.json": made["manifest.json"]}
    write(files, tmp_path)
    assert drift(files, tmp_path) == []
    first, second, *_ = files
    (tmp_path / first).unlink()
    (tmp_path / second).write_bytes(b"{}")
    (tmp_path / "documents" / "more.json").write_bytes(b"{}")
    assert drift(files, tmp_path) == [
        f"{first}: missing",
        "documents/more.json: not made by anything",
        f"{second}: differs",
    ]
    write(files, tmp_path)
    assert drift(files, tmp_path) == []


def test_the_command_refuses_other_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--chek"]) == 2
    assert "--check" in capsys.readouterr().err


def test_they_are_not_too_many() -> None:
    assert len(VECTORS.cases) <= 4000
    assert sum(map(len, present(FOLDER).values())) <= 5_000_000


@pytest.mark.parametrize("name", ["manifest", "results"])
def test_the_schemas_of_the_vectors_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads((FOLDER / f"{name}.schema.json").read_bytes()))


def test_the_manifest_is_valid() -> None:
    schema = json.loads((FOLDER / "manifest.schema.json").read_bytes())
    validator = jsonschema_rs.Draft202012Validator(schema)
    assert [error.message[:200] for error in validator.iter_errors(MANIFEST)] == []


def test_the_schema_of_the_manifest_refuses_what_does_not_fit_together() -> None:
    schema = json.loads((FOLDER / "manifest.schema.json").read_bytes())
    validator = jsonschema_rs.Draft202012Validator(schema)
    valid = next(case for case in VECTORS.cases if "avro" in case)
    invalid = next(case for case in VECTORS.cases if case["stage"] == "schema" and not case["valid"])
    broken = [
        {**valid, "failures": [{"pointer": "", "keyword": "type"}]}, {**valid, "loads": False},
        {**valid, "unrepresentable": [""]}, {name: valid[name] for name in valid if name != "avro"},
        {name: valid[name] for name in valid if name != "values"}, {**valid, "stage": "check"},
        {**invalid, "loads": True}, {**invalid, "failures": []}, {**invalid, "values": None},
        {**valid, "values": {"int": "01"}}, {**valid, "values": {"float": "7ff"}}, {**valid, "id": "A b"},
    ]  # fmt: skip
    for case in broken:
        assert not validator.is_valid({**MANIFEST, "cases": [case]}), case


def test_every_file_is_named_by_its_bytes_and_used() -> None:
    files = present(FOLDER)
    used = {case["document"] for case in VECTORS.cases} | {
        case["avro"] for case in VECTORS.cases if "avro" in case
    }
    used |= {entry["file"] for entry in MANIFEST["containers"]}
    assert {path for path in files if not path.startswith("schemas/")} - {"manifest.json"} == used
    for path in used:
        assert hashlib.sha256(files[path]).hexdigest() == Path(path).stem
    named = {entry[form] for entry in MANIFEST["schemas"] for form in ("json", "avro")}
    assert {path for path in files if path.startswith("schemas/")} == named


def test_names_are_unique_whatever_the_file_system() -> None:
    names = [case["id"].lower() for case in VECTORS.cases]
    assert len(set(names)) == len(names)


# What the cases cover.

ABSENT = object()


def observed(value: Any, path: Path_) -> Iterator[Any]:
    """What stands at a place: in an array any item does, in a map any entry."""
    if not path:
        yield value
    elif isinstance(path[0], int):
        for item in value if isinstance(value, list) else ():
            yield from observed(item, path[1:])
    elif isinstance(value, dict):
        if path[0] in value:
            yield from observed(value[path[0]], path[1:])
        elif len(path) == 1:
            yield ABSENT


def json_type(value: Any) -> str:
    return {
        type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object",
        object: "absent",
    }[type(value)]  # fmt: skip


def alike(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def cases_of(version: Version) -> list[Case]:
    stages = ("schema", "value")
    return [
        case
        for case in VECTORS.cases
        if (case["kind"], case["version"]) == (version.kind, version.version) and case["stage"] in stages
    ]


def values_at(version: Version, place: Place) -> list[Any]:
    return [value for case in cases_of(version) for value in observed(parsed(case["id"]), place.path)]


@pytest.mark.parametrize("version", VERSIONS, ids=NAMES)
def test_every_member_is_absent_null_of_every_type_and_at_its_bounds(version: Version) -> None:
    for place in places(version):
        found = values_at(version, place)
        kinds = {json_type(value) for value in found}
        due = {"null", "boolean", "integer", "number", "string", "array", "object"}
        due |= {"absent"} if place.kind_of_step == "member" else set()
        assert due <= kinds, (pointer(place.path), due - kinds)
        bounds = {"minimum": -1, "maximum": 1}
        for keyword, past in bounds.items():
            if keyword in place.node:
                for due_value in (place.node[keyword], place.node[keyword] + past):
                    assert any(alike(value, due_value) for value in found), (pointer(place.path), due_value)
        if "maxLength" in place.node:
            lengths = {len(value) for value in found if isinstance(value, str)}
            assert {place.node["maxLength"] + change for change in (-1, 0, 1)} <= lengths


@pytest.mark.parametrize("version", VERSIONS, ids=NAMES)
def test_unknown_members_and_labels_stand_at_every_level(version: Version) -> None:
    records = [place for place in places(version) if place.shape == "record"]
    labels = [place for place in places(version) if place.shape == "label"]
    assert len(records) >= 4
    for place in records:
        found = [value for value in values_at(version, place) if isinstance(value, dict)]
        assert any(value.keys() - place.node["properties"].keys() for value in found), pointer(place.path)
    for place in labels:
        texts = {value for value in values_at(version, place) if isinstance(value, str)}
        known = set(place.node["x-extensible-enum"])
        assert known <= texts, pointer(place.path)
        assert texts - known, pointer(place.path)


def test_stages_and_keywords_are_all_there() -> None:
    assert {case["stage"] for case in VECTORS.cases} == {"parse", "schema", "value", "check"}
    of_parse = {
        f["keyword"] for case in VECTORS.cases if case["stage"] == "parse" for f in case.get("failures", [])
    }
    assert of_parse == {
        "duplicate-member", "not-finite", "lone-surrogate", "depth", "integer-digits", "encoding", "syntax",
    }  # fmt: skip


# What the cases say.


def test_generated_cases_fail_for_one_reason_or_are_of_the_texts_with_bounds() -> None:
    for case in VECTORS.cases:
        failures = case.get("failures", [])
        if case["origin"] == "generated" and len(failures) > 1:
            assert {f["keyword"] for f in failures} <= {"minLength", "maxLength", "pattern", "not"}, case[
                "id"
            ]
            assert len({f["pointer"] for f in failures}) == 1


def test_no_older_document_has_members_of_later_versions() -> None:
    for case in VECTORS.cases:
        version = version_of(case)
        if case["loads"]:
            later = version.newest_version
            assert (
                list(_later_members(parsed(case["id"]), version.schema, later.schema, (version, later))) == []
            ), case["id"]


def _later_members(value: Any, node: Node, later: Node, roots: tuple[Version, Version]) -> Iterator[str]:
    node, later = resolved(node, roots[0].schema), resolved(later, roots[1].schema)
    if isinstance(value, dict) and "properties" in node:
        yield from value.keys() - node["properties"].keys() & later["properties"].keys()
        for name in value.keys() & node["properties"].keys():
            yield from _later_members(value[name], node["properties"][name], later["properties"][name], roots)
    elif isinstance(value, dict) and "additionalProperties" in node and "object" in types(node):
        for item in value.values():
            yield from _later_members(
                item, node["additionalProperties"], later["additionalProperties"], roots
            )
    elif isinstance(value, list) and "items" in node:
        for item in value:
            yield from _later_members(item, node["items"], later["items"], roots)


def retagged(value: Any) -> Any:
    """The values of ``tests/data``, which were computed by other code, in the form of the vectors."""
    if isinstance(value, dict):
        return {"object": [[name, retagged(value[name])] for name in sorted(value)]}
    if isinstance(value, list):
        return [retagged(item) for item in value]
    if isinstance(value, str):
        tag, _, text = value.partition(":")
        return {{"double": "float", "text": "string"}.get(tag, tag): text}
    return value


def test_recorded_files_have_the_values_that_are_known_of_them() -> None:
    by_bytes = {}
    for path in DATA.rglob("*.expected.json"):
        document = path.with_name(path.name.replace(".expected.json", ".json"))
        by_bytes[hashlib.sha256(document.read_bytes()).hexdigest()] = json.loads(path.read_bytes())
    known = 0
    for case in VECTORS.cases:
        expected = by_bytes.get(Path(case["document"]).stem, {})
        if "loads" in expected:
            assert case["values"] == retagged(expected["loads"]), case["id"]
            known += 1
    assert known > 120


# Avro.


def test_single_objects_are_read_by_the_newest_schema_to_the_values() -> None:
    by_fingerprint = {bytes.fromhex(entry["fingerprint"]): entry for entry in MANIFEST["schemas"]}
    for case in VECTORS.cases:
        if "avro" in case:
            data = VECTORS.bytes_of(case["avro"])
            assert data[:2] == b"\xc3\x01"
            entry = by_fingerprint[data[2:10]]
            assert (entry["kind"], entry["version"]) == (case["kind"], case["version"])
            version = version_of(case)
            reader = version.newest_version
            record = fastavro.schemaless_reader(BytesIO(data[10:]), version.parsed_avro, reader.parsed_avro)
            assert tagged_datum(record, reader.avro) == case["values"], case["id"]


def test_containers_hold_their_cases() -> None:
    ids = {case["id"]: case for case in VECTORS.cases}
    assert {(e["kind"], e["version"], e["codec"]) for e in MANIFEST["containers"]} == {
        (version.kind, version.version, codec) for version in VERSIONS for codec in CODECS
    }
    for entry in MANIFEST["containers"]:
        data = VECTORS.bytes_of(entry["file"])
        assert fastavro.reader(BytesIO(data)).codec == entry["codec"]
        due = [
            case["id"]
            for case in VECTORS.cases
            if (case["kind"], case["version"]) == (entry["kind"], entry["version"])
            and "avro" in case
            and case["stage"] != "parse"
        ]
        assert entry["cases"] == due
        found = tagged_container(data)
        assert len(found) == len(due)
        if ids[due[0]]["version"] == version_of(ids[due[0]]).newest_version.version:
            assert found == [ids[name]["values"] for name in due]


# The archive.


def test_the_archive_has_everything_and_is_the_same_every_time() -> None:
    files = contents()
    assert {*BY_HAND, "LICENSE", "manifest.json"} <= files.keys()
    backwards = dict(reversed(files.items()))
    data = packed(files, "runsnap-vectors-1")
    assert packed(backwards, "runsnap-vectors-1") == data
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        entries = archive.getmembers()
        assert [entry.name for entry in entries] == sorted(f"runsnap-vectors-1/{path}" for path in files)
        assert {(e.mtime, e.uid, e.gid, e.uname, e.mode) for e in entries} == {(315_532_800, 0, 0, "", 0o644)}
        manifest = archive.extractfile("runsnap-vectors-1/manifest.json")
        assert manifest is not None
        assert json.loads(manifest.read()) == MANIFEST
    used = {case["document"] for case in VECTORS.cases} | {entry["json"] for entry in MANIFEST["schemas"]}
    assert used <= files.keys()
