"""Faults that other tools shipped: members, nulls, labels. Each test names the public bug."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import json
import uuid
from collections import OrderedDict, deque
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap._equality import same_json
from tests.compat.corpus import CLASSES, LOADING, Entry, path_of
from tests.compat.places import (
    ALL,
    FREE,
    LABELS,
    MEMBERS,
    RECORDS,
    Place,
    free_name,
    get,
    held,
    pointer,
    put,
    record_with,
    whole,
)

ODD_NAMES = (
    "future",
    "",
    " ",
    "a/b~c",
    "additional_properties",
    "load",
    "to_dict",
    "self",
    "__class__",
    "\u0000",
    "é🦀",
)


@pytest.mark.parametrize("record", RECORDS, ids=str)
def test_A2_unknown_members_are_kept_at_every_level(record: Place) -> None:
    """msgspec 490 and 545, datamodel-code-generator 225: unknown members dropped on load and save."""
    unknown = {name: {"deep": [None, {name: -0.0}]} for name in ODD_NAMES}
    document = put(whole(record.kind), (*record.path, "first"), None)
    get(document, record.path).update(unknown)
    loaded = CLASSES[record.kind].from_dict(document)
    for layout in ("sorted", "declared"):
        saved = json.loads(loaded.dumps(layout=layout))
        assert same_json(saved, document)
        again = CLASSES[record.kind].loads(loaded.dumps(layout=layout))
        assert again == loaded
    changed = dataclasses.replace(loaded)
    assert same_json(changed.to_dict(), document)


def test_A2_a_mis_cased_member_is_unknown_and_kept() -> None:
    """msgspec 545: a name that is nearly a declared one is neither taken for it nor lost."""
    document = whole("capture")
    document["run_log"]["steps"][0]["Span_ID"] = "other"
    step = runsnap.Capture.from_dict(document).run_log.steps[0]
    assert (step.span_id, step.additional_properties) == (
        document["run_log"]["steps"][0]["span_id"],
        {"Span_ID": "other"},
    )


@pytest.mark.parametrize("member", MEMBERS, ids=str)
def test_A3_absent_is_not_null_and_both_load_where_the_schema_says(member: Place) -> None:
    """datamodel-code-generator 2520 and 772: nullable and absent mixed up."""
    cls = CLASSES[member.kind]
    absent = put(whole(member.kind), member.path, None)
    parent = get(absent, member.path[:-1])
    del parent[member.path[-1]]
    null = put(whole(member.kind), member.path, None)
    is_map_entry = "properties" not in owner(member).node
    if member.required and not is_map_entry:
        assert faults(cls, absent) == [(member.pointer, "required")]
    else:
        cls.from_dict(absent)
    if member.nullable:
        loaded = cls.from_dict(null)
        assert member.required or is_map_entry or loaded == cls.from_dict(absent)
    else:
        [(place, keyword)] = faults(cls, null)
        assert place == member.pointer
        assert keyword in ("type", "const")


def owner(member: Place) -> Place:
    return next(place for place in ALL if (place.kind, place.path) == (member.kind, member.path[:-1]))


def faults(cls: Any, document: Any) -> list[tuple[str, str]]:
    with pytest.raises(runsnap.InvalidDocumentError) as caught:
        cls.from_dict(document)
    return [(problem.pointer, problem.keyword) for problem in caught.value.report.problems]


def test_A3_every_missing_member_is_named_at_once() -> None:
    """datamodel-code-generator 772: one fault at a time, the others found later."""
    report = runsnap.validate({"ingotSnapshot": "0.1", "kind": "resumption", "usage": {}})
    required = {(problem.pointer, problem.keyword) for problem in report.problems}
    names = ("/agent", "/artifact", "/label", "/stoppedAt", "/resumeAt", "/inputs", "/bindings", "/steps",
             "/usage/inputTokens", "/usage/outputTokens")  # fmt: skip
    assert required == {(name, "required") for name in names}


NULLS = [entry for entry in LOADING if entry.path.startswith("made/") and entry.file.name.startswith("null-")]


@pytest.mark.parametrize("entry", NULLS, ids=path_of)
def test_E1_what_was_saved_from_null_loads_again(entry: Entry) -> None:
    """pydantic-ai 2789: nested optional maps saved as null stopped loading."""
    loaded = entry.cls.load(entry.file)
    for layout in ("sorted", "declared"):
        again = entry.cls.loads(loaded.dumps(layout=layout))
        assert again == loaded
        assert same_json(again.to_dict(), loaded.to_dict())


@pytest.mark.parametrize(
    "member", [member for member in MEMBERS if not member.required and not member.nullable], ids=str
)
def test_E1_an_empty_or_none_member_is_never_saved_as_null_where_null_does_not_load(member: Place) -> None:
    """pydantic-ai 2789, from the writer's side."""
    document = json.loads(record_with(member.kind, member.path, None).dumps())
    assert get(document, member.path[:-1]).get(member.path[-1], "left out") is not None
    assert CLASSES[member.kind].from_dict(document)


NEW_LABELS = ("a_label_of_tomorrow", "", "LLM_CALL", "llm_call ", "completed\n", "class", "é🦀", "x" * 5000)


@pytest.mark.parametrize("label", NEW_LABELS, ids=lambda label: repr(label)[:30])
@pytest.mark.parametrize("place", LABELS, ids=str)
def test_E2_an_unknown_label_stays_as_it_is(place: Place, label: str) -> None:
    """pydantic-ai 2844, hamba/avro 340: an unknown label mapped to a default."""
    document = put(whole(place.kind), place.path, label)
    loaded = CLASSES[place.kind].from_dict(document)
    assert get(loaded.to_dict(), place.path) == label
    assert get(json.loads(loaded.dumps()), place.path) == label


@pytest.mark.parametrize("place", LABELS, ids=str)
def test_P1_P5_an_unknown_label_neither_refuses_the_file_nor_is_an_error(place: Place) -> None:
    """LodyAI 172, pygls 438: one unknown label made a file unreadable, and crashed a server."""
    document = put(whole(place.kind), place.path, "a_label_of_tomorrow")
    for version in ("1.0.0", "1.1.0", "1.2.0"):
        assert runsnap.validate(document, version=version).valid
    report = runsnap.validate(document)
    assert (report.problem_count, [(note.pointer, note.keyword) for note in report.notes]) == (
        0, [(place.pointer, "unknown-label")],
    )  # fmt: skip


@pytest.mark.parametrize("wrong", [None, 3, True, ["llm_call"], {"kind": "llm_call"}], ids=repr)
def test_P1_P5_what_is_no_label_at_all_is_refused(wrong: Any) -> None:
    """pygls 438: open must not mean that anything passes."""
    document = put(whole("capture"), ("run_log", "steps", 0, "kind"), wrong)
    assert faults(runsnap.Capture, document) == [("/run_log/steps/0/kind", "type")]


class Text(str):
    __slots__ = ()


CYCLE: list[Any] = []
CYCLE.append(CYCLE)

NOT_JSON = [
    {1}, frozenset(), (1, 2), b"x", bytearray(b"x"), memoryview(b"x"), dt.datetime(2026, 1, 2, tzinfo=dt.UTC),
    dt.datetime.min, dt.date(2026, 1, 2), dt.timedelta(1), decimal.Decimal("1.5"), uuid.UUID(int=1),
    1j, range(3), deque([1]), object(), Path("x"), Text("x"), OrderedDict(a=1), int, ..., CYCLE,
]  # fmt: skip


@pytest.mark.parametrize("value", NOT_JSON, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("free", FREE, ids=free_name)
def test_E4_what_json_does_not_have_is_refused_at_save(
    free: tuple[str, Any], value: Any, tmp_path: Path
) -> None:
    """langgraph 7066, mlflow 20804: sets, tuples, times and bytes in free values."""
    kind, path = free
    file = tmp_path / "run.json"
    file.write_bytes(b"the old content")
    for nested, below in ((value, ()), ([0, value], (1,)), ({"a": {"b": value}}, ("a", "b"))):
        record = record_with(kind, path, nested)
        with pytest.raises(runsnap.UnrepresentableError) as caught:
            record.save(file)
        place = pointer((*path, *below))
        assert caught.value.pointer == (f"{place}/0" if value is CYCLE else place)
    assert file.read_bytes() == b"the old content"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", [1, None, 1.5, True, b"a", ("a",), Text("a")], ids=repr)
@pytest.mark.parametrize("free", FREE, ids=free_name)
def test_E4_names_that_are_no_texts_are_refused_at_save(free: tuple[str, Any], name: Any) -> None:
    """langgraph 7066: keys that become texts, or meet one another, on the way to JSON."""
    kind, path = free
    record = record_with(kind, path, {"a": {name: 1}})
    with pytest.raises(runsnap.UnrepresentableError) as caught:
        record.to_bytes()
    assert caught.value.pointer == pointer((*path, "a"))


@pytest.mark.parametrize("kind", CLASSES)
def test_P3_both_directions_with_unknown_members(kind: str, tmp_path: Path) -> None:
    """OpenLineage PR 2772 and 3389: no way to parse what was written, no unknown members in Python."""
    document = whole(kind) | {"future": [1, {"a": None}]}
    cls: Any = CLASSES[kind]
    record = cls.from_dict(document)
    record.save(tmp_path / "file.json")
    ways = [
        record,
        cls.load(tmp_path / "file.json"),
        cls.loads(record.dumps()),
        cls.loads(record.to_bytes()),
        cls.from_dict(record.to_dict()),
        runsnap.load(tmp_path / "file.json"),
        runsnap.loads(record.dumps(layout="declared")),
    ]
    for way in ways:
        assert way == record
        assert same_json(way.to_dict(), document)
        assert way.additional_properties == {"future": [1, {"a": None}]}


@pytest.mark.parametrize("record", [record for record in RECORDS if record.path], ids=str)
def test_P3_every_record_reads_what_it_writes(record: Place) -> None:
    """OpenLineage 3389: parts of a document that can be written and never read."""
    part = get(whole(record.kind), record.path) | {"future": None}
    value = held(record_with(record.kind, (*record.path, "future"), None), record.path)
    assert same_json(value.to_dict(), part)
    assert type(value).loads(value.dumps()) == value


def test_the_free_places_are_those_of_both_formats() -> None:
    """The traps above are laid at every level of both kinds."""
    assert {free_name(free) for free in FREE} == {
        "capture/run_log/steps/0/input", "capture/run_log/steps/0/output", "capture/llm_io/0/tool_calls/0/args",
        "capture/unknown", "capture/run_log/unknown", "capture/run_log/steps/0/unknown", "capture/run_log/tokens/unknown",
        "capture/run_log/cost_estimate/unknown", "capture/llm_io/0/unknown", "capture/llm_io/0/tool_calls/0/unknown",
        "resumption/inputs/files", "resumption/bindings/$state.notes", "resumption/state/notes",
        "resumption/outputs/summary/value", "resumption/unknown", "resumption/outputs/summary/unknown",
        "resumption/usage/unknown", "resumption/spend/unknown",
    }  # fmt: skip
