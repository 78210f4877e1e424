"""Faults that other tools shipped: generators, validators, published schemas. Each test names the public bug."""

from __future__ import annotations

import contextlib
import functools
import json
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from jsonschema import Draft202012Validator
from referencing.exceptions import Unresolvable

import codegen.__main__ as command
import runsnap
from codegen.emit import generate
from codegen.reader import UnsupportedSchemaError
from codegen.schemas import SchemaFolderError, read_folder
from runsnap._catalog import compile_verdict
from runsnap._equality import same_json
from tests.compat.corpus import CLASSES, DATA
from tests.compat.generated import files_of, schema_of, thing_of
from tests.compat.places import INSTANTS, put, whole
from tests.compat.test_traps_texts import NO_INSTANTS, WRITTEN

SCHEMAS = DATA.parent.parent / "schemas"

WIRE_NAMES = [
    "class", "from", "None", "def", "async", "match", "type", "self", "cls", "id", "list", "dict", "str", "int", "object", "field",
    "a-b", "a.c", "a/d", "camelCase", "HTTPServer", "x1Y2", "1st", "_hidden", "__dunder__", "$ref", "@context", "é", "名", "with space",
    "load", "loads", "save", "dumps", "to_dict", "from_dict", "to_bytes", "additional_properties", "plain", "value", "get",
    "written", "name", "annotations", "Any", "Thing", "Record",
]  # fmt: skip


def test_A1_every_wire_name_comes_back(tmp_path: Path) -> None:
    """datamodel-code-generator 162 and 2431: no wire names in dataclasses, ``class`` and ``a-b`` lost or crossed over."""
    integer = {"type": "integer", "minimum": 0}
    inner = {
        "title": "Inner",
        "type": "object",
        "required": WIRE_NAMES,
        "properties": dict.fromkeys(WIRE_NAMES, integer),
    }
    schema = schema_of({name: {"$ref": "#/$defs/Inner"} for name in WIRE_NAMES}, {"Inner": inner})
    document = {
        name: {other: 1000 * index + place for place, other in enumerate(WIRE_NAMES)}
        for index, name in enumerate(WIRE_NAMES)
    }
    with thing_of(schema, tmp_path) as thing:
        record = thing.from_dict(document)
        assert same_json(record.to_dict(), document)
        assert same_json(json.loads(record.dumps()), document)
        wires = {
            field.metadata["wire"]: name
            for name, field in thing.__dataclass_fields__.items()
            if "wire" in field.metadata
        }
        assert set(wires) == set(WIRE_NAMES)
        # Nothing is crossed over: each attribute holds the member of its own wire name.
        for index, name in enumerate(WIRE_NAMES):
            held = getattr(getattr(record, wires[name]), wires["class"])
            assert held == 1000 * index + WIRE_NAMES.index("class")
        assert callable(record.to_dict)


MEETING = [
    ("a-b", "a_b"),
    ("aB", "a_b"),
    ("A", "a"),
    ("class", "class_"),
    ("a b", "a.b"),
    ("load", "load_"),
    ("é", "e\u0301"),
]


@pytest.mark.parametrize(("one", "other"), MEETING, ids=str)
def test_A1_names_that_meet_in_python_fail_and_name_both(one: str, other: str) -> None:
    """datamodel-code-generator 2431: the second member replaces the first."""
    with pytest.raises(UnsupportedSchemaError) as caught:
        files_of(schema_of({one: {"type": "string"}, other: {"type": "string"}}))
    assert f"/properties/{one}" in str(caught.value)
    assert f"/properties/{other}" in str(caught.value)


def test_A6_bounds_are_exact_in_generated_code(tmp_path: Path) -> None:
    """datamodel-code-generator 1211 and 1212: bounds rounded through a double, or dropped."""
    bits = {
        "i64": (-(2**63), 2**63 - 1),
        "u64": (0, 2**64 - 1),
        "u128": (0, 2**128 - 1),
        "odd": (2**100 + 1, 2**100 + 3),
    }
    members = {
        name: {"type": "integer", "minimum": low, "maximum": high} for name, (low, high) in bits.items()
    }
    with thing_of(schema_of(members), tmp_path) as thing:
        default = {name: high for name, (_, high) in bits.items()}
        for name, (low, high) in bits.items():
            assert thing.__dataclass_fields__[name].metadata["minimum"] == low
            assert thing.__dataclass_fields__[name].metadata["maximum"] == high
            for value in (low, high):
                assert getattr(thing.from_dict(default | {name: value}), name) == value
            for value in (low - 1, high + 1):
                with pytest.raises(runsnap.InvalidDocumentError) as caught:
                    thing.from_dict(default | {name: value})
                assert [problem.pointer for problem in caught.value.report.problems] == [f"/{name}"]


GENERATE = (
    "import json, sys; from pathlib import Path; from codegen.emit import generate; from codegen.schemas import read_folder; "
    "folder = read_folder(Path(sys.argv[1])); print(json.dumps(generate(folder.documents, folder.lock)))"
)


def test_A8_two_runs_give_the_same_bytes() -> None:
    """datamodel-code-generator 961: the output depends on the order of sets, the clock or the folder."""
    runs = [
        subprocess.run(
            [sys.executable, "-c", GENERATE, str(SCHEMAS)], capture_output=True, check=True, cwd=SCHEMAS.parent,
            env={"PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": str(SCHEMAS.parent), "PATH": "/nonexistent"},
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo"))
    ]  # fmt: skip
    assert runs[0] == runs[1]
    folder = read_folder(SCHEMAS)
    assert json.loads(runs[0]) == generate(folder.documents, folder.lock)


def test_A8_line_ends_are_no_drift_and_everything_else_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """datamodel-code-generator 2460: a checkout with CRLF fails the check."""
    files = files_of(schema_of({"a": {"type": "string"}}))
    command.write(tmp_path, files)
    assert command.check(tmp_path, files) == 0
    for path, text in files.items():
        (tmp_path / path).write_bytes(text.replace("\n", "\r\n").encode())
    assert command.check(tmp_path, files) == 0
    models = tmp_path / "thing/models.py"
    models.write_bytes(models.read_bytes().replace(b"class Thing", b"class Think"))
    assert command.check(tmp_path, files) == 1
    assert "-class Think" in capsys.readouterr().out
    command.write(tmp_path, files)
    (tmp_path / "stray.py").touch()
    assert command.check(tmp_path, files) == 1


@functools.cache
def validators(kind: str) -> dict[str, Callable[[Any], bool]]:
    """Every way to a verdict that a user may take, in Python and Rust."""
    schema = runsnap.schema(kind)
    rust = jsonschema_rs.Draft202012Validator
    return {
        "runsnap": lambda document: runsnap.validate(document, kind).valid,
        "jsonschema": runsnap.validator(kind).is_valid,
        "jsonschema with formats": Draft202012Validator(
            schema, format_checker=Draft202012Validator.FORMAT_CHECKER
        ).is_valid,
        "jsonschema-rs": rust(schema).is_valid,
        "jsonschema-rs with formats": rust(schema, validate_formats=True).is_valid,
        "jsonschema-rs without backtracking": rust(
            schema, pattern_options=jsonschema_rs.RegexOptions()
        ).is_valid,
    }


def unanimous(kind: str, document: Any) -> bool:
    """The one verdict of them all."""
    verdicts = {name: verdict(document) for name, verdict in validators(kind).items()}
    assert len(set(verdicts.values())) == 1, verdicts
    return verdicts["runsnap"]


def test_C1_the_formats_are_asserted_where_they_are_switched_on() -> None:
    """Else the test below would compare one validator with itself."""
    checker = Draft202012Validator.FORMAT_CHECKER
    assert not checker.conforms("2026-02-30T00:00:00Z", "date-time")


@pytest.mark.parametrize("place", INSTANTS, ids=str)
def test_C1_every_validator_gives_the_same_verdict_on_instants(place: Any) -> None:
    """jsonschema 848 and 1346: formats off by default, ``$`` before a newline, ``\\d`` taking other digits."""
    for text in (*WRITTEN, *NO_INSTANTS):
        document = put(whole(place.kind), place.path, text)
        assert unanimous(place.kind, document) == (text in WRITTEN), ascii(text)


RUN_ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
RUN_IDS = {
    RUN_ID: True, RUN_ID.lower(): True, "7" + RUN_ID[1:]: True, "8" + RUN_ID[1:]: False, RUN_ID + "\n": False, RUN_ID[:-1] + "\n": False,
    "\n" + RUN_ID: False, RUN_ID + " ": False, RUN_ID[:-1]: False, RUN_ID + "0": False, RUN_ID[:-1] + "I": False, RUN_ID[:-1] + "l": False,
    RUN_ID[:-1] + "O": False, RUN_ID[:-1] + "u": False, "٠" + RUN_ID[1:]: False, RUN_ID[:-1] + "\uff21": False, RUN_ID[:-1] + "\u212a": False,
    "": False, RUN_ID + "\r\n": False, RUN_ID[:-1] + "\u0130": False,
}  # fmt: skip


@pytest.mark.parametrize("path", [("run_id",), ("run_log", "run_id")], ids=str)
def test_C1_every_validator_gives_the_same_verdict_on_run_ids(path: tuple[str, ...]) -> None:
    """jsonschema 1346 and 848, on patterns without a format."""
    for text, valid in RUN_IDS.items():
        assert unanimous("capture", put(whole("capture"), path, text)) == valid, ascii(text)


INTEGRAL = [
    (1, True), (1.0, True), (4294967295.0, True), (-0.0, True), (1.5, False), (4294967296.0, False), (-1.0, False), ("1", False),
    (True, False), (False, False), (None, False), ([1], False),
]  # fmt: skip


def test_C2_every_validator_gives_the_same_verdict_on_integers() -> None:
    """jsonschema 1386: 1.0 is an integer for one validator and none for another; True passes for 1."""
    for value, valid in INTEGRAL:
        assert unanimous("resumption", put(whole("resumption"), ("steps",), value)) == valid, value


def test_C1_nan_is_no_number_for_us() -> None:
    """jsonschema takes NaN for a number, and so would a report that rests on it alone."""
    for value in (float("nan"), float("inf")):
        document = put(whole("capture"), ("run_log", "cost_estimate", "total_usd"), value)
        assert [problem.pointer for problem in runsnap.validate(document).problems] == [
            "/run_log/cost_estimate/total_usd"
        ]


OFFLINE = """
import sys

def refuse(event, arguments):
    if event.startswith(("socket.", "urllib.", "http.")):
        raise SystemExit(f"the network was asked for: {event} {arguments}")

sys.addaudithook(refuse)
import runsnap
from pathlib import Path
for name in sys.argv[1:]:
    path = Path(name)
    record = runsnap.load(path)
    kind = type(record).__name__.lower()
    assert runsnap.validate(path, strict=True).kind == kind
    document = record.to_dict()
    runsnap.convert(record, {"capture": "1.0.0", "resumption": "0.1.0"}[kind])
    assert runsnap.validator(kind).is_valid(document)
    assert not runsnap.validator(kind).is_valid({})
    assert not runsnap.validate("{", kind).valid
    record.dumps()
print("done")
"""


def test_C3_nothing_asks_for_the_network() -> None:
    """jsonschema 1089: a reference is fetched, in silence."""
    files = [str(DATA / "captures/full.json"), str(DATA / "resumptions/0.9.0/research-agent.json")]
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE, *files], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("done\n", "")
    # The guard works: what does ask for it is stopped.
    asking = OFFLINE.replace("import runsnap", "import socket; socket.socket()")
    stopped = subprocess.run(
        [sys.executable, "-c", asking, *files], capture_output=True, text=True, check=False
    )
    assert "the network was asked for" in stopped.stderr


@pytest.fixture
def server() -> Iterator[tuple[str, list[Any]]]:
    """The address of a server that nobody should call, and the calls that it gets."""
    calls: list[Any] = []

    def answer(listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, caller = listening.accept()
                calls.append(caller)
                connection.close()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer, args=(listening,))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/schema.json", calls
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


def test_C3_remote_references_are_never_followed(server: tuple[str, list[Any]]) -> None:
    """jsonschema 1089: the same, where a schema does name another place."""
    url, calls = server
    with pytest.raises(UnsupportedSchemaError, match="/properties/a"):
        files_of(schema_of({"a": {"$ref": url}}))
    with pytest.raises(Unresolvable):
        runsnap.validator("capture").evolve(schema={"$ref": url}).is_valid({})
    with pytest.raises(jsonschema_rs.ValidationError):
        compile_verdict({"$schema": runsnap.schema("capture")["$schema"], "$ref": url})
    assert calls == []


@pytest.mark.parametrize("kind", CLASSES)
def test_C3_released_schemas_refer_to_themselves_alone(kind: str) -> None:
    """jsonschema 1089, at its root: nothing that could be fetched."""
    for path in sorted((SCHEMAS / kind).glob("*.json")):
        references = list(found_references(json.loads(path.read_text(encoding="utf-8"))))
        assert references
        assert all(reference.startswith("#/$defs/") for reference in references)


def found_references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield from (
            node[keyword] for keyword in ("$ref", "$dynamicRef") if isinstance(node.get(keyword), str)
        )
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from found_references(inner)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the schemas that the command reads."""
    folder = tmp_path / "schemas"
    shutil.copytree(SCHEMAS, folder)
    monkeypatch.setattr(command, "SCHEMAS", folder)
    return folder


RELEASED = [
    "capture/1.0.0.json",
    "capture/1.1.0.json",
    "capture/1.2.0.json",
    "resumption/0.1.0.json",
    "resumption/0.1.1.json",
]


@pytest.mark.parametrize("name", RELEASED)
def test_P4_a_released_schema_that_was_edited_fails_the_build(
    name: str, copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """OpenLineage 5a21caaa: a published schema edited in place."""
    assert read_folder(copied)
    file = copied / name
    text = file.read_text(encoding="utf-8")
    edits = [
        text + "\n",
        text.replace("  ", " "),
        text.replace('"type": "string"', '"type":"string"', 1),
        text.replace("run", "Run", 1),
    ]
    for edited in edits:
        assert edited != text
        file.write_text(edited, encoding="utf-8", newline="\n")
        with pytest.raises(SchemaFolderError, match=name):
            read_folder(copied)
        assert command.main(["--check"]) == 1
        assert f"{name}: released" in capsys.readouterr().err
    file.unlink()
    assert command.main([]) == 1
    assert f"{name}: released, but the file is missing" in capsys.readouterr().err
    file.write_text(text, encoding="utf-8", newline="\r\n")
    assert read_folder(copied)


def test_P4_every_released_schema_is_locked() -> None:
    """OpenLineage 5a21caaa: the lock covers all that the packages carry."""
    lock = json.loads((SCHEMAS / "released.json").read_text(encoding="utf-8"))
    assert [f"{kind}/{version}.json" for kind, versions in lock.items() for version in versions] == RELEASED
