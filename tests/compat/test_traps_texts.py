"""Faults that other tools shipped: depth, texts, doubled names, instants. Each test names the public bug."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import runsnap
from tests.compat.corpus import CLASSES
from tests.compat.places import (
    FREE,
    INSTANTS,
    RECORDS,
    Place,
    free_name,
    load,
    pointer,
    record_with,
    refused,
    text_with,
    whole,
)
from tests.data.expected import nanoseconds


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"k":', "}")], ids=["arrays", "objects"])
@pytest.mark.parametrize("free", FREE, ids=free_name)
def test_C4_200_levels_load_and_more_are_refused(free: tuple[str, Any], opening: str, closing: str) -> None:
    """serde json 162: deep nesting overflows the stack."""
    kind, path = free
    innermost = {"[": "[]", '{"k":': "{}"}[opening]
    levels = 200 - len(path) - 1
    raw = opening * levels + innermost + closing * levels
    record = CLASSES[kind].loads(text_with(kind, path, raw))
    assert CLASSES[kind].loads(record.dumps()) == record
    assert runsnap.validate(text_with(kind, path, raw)).valid
    deeper = opening + raw + closing
    with pytest.raises(runsnap.LimitError) as caught:
        CLASSES[kind].loads(text_with(kind, path, deeper))
    token = {"[": "0", '{"k":': "k"}[opening]
    assert caught.value.pointer == pointer(path) + f"/{token}" * (levels + 1)
    with pytest.raises(runsnap.LimitError):
        record_with(kind, path, json.loads(deeper)).to_bytes()


@pytest.mark.parametrize(
    "raw", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "]" * 100_000, '[{"a":' * 50_000]
)
def test_C4_hundred_thousand_levels_give_our_error(raw: str) -> None:
    """serde json 162: no crash and no RecursionError, closed or not."""
    for call in (runsnap.loads, *(cls.loads for cls in CLASSES.values())):
        with pytest.raises(runsnap.LimitError):
            call(raw)
    assert not runsnap.validate(raw).valid


def test_C4_the_result_does_not_depend_on_the_stack_of_the_caller() -> None:
    """serde json 162: a document that loads in one place and not in another."""
    text = text_with("resumption", ("inputs", "files"), "[" * 198 + "]" * 198) + "\n"
    too_deep = text_with("resumption", ("inputs", "files"), "[" * 199 + "]" * 199)
    bad = text_with("resumption", ("inputs", "files"), "[" * 150 + "NaN" + "]" * 150)
    shallow = runsnap.Resumption.loads(text)

    results: list[Any] = []

    def work() -> None:
        # Comparing would itself need a deep stack: that is done above.
        results.append(runsnap.Resumption.loads(text))
        results.append(runsnap.Resumption.loads(shallow.dumps()))
        with pytest.raises(runsnap.LimitError):
            runsnap.Resumption.loads(too_deep)
        with pytest.raises(runsnap.MalformedError):
            runsnap.Resumption.loads(bad)

    def frames_down(frames: int) -> None:
        work() if frames == 0 else frames_down(frames - 1)

    frames_down(850)
    assert results == [shallow, shallow]


LONE = [
    r'"\ud800"', r'"\udfff"', r'"\udc00\ud800"', r'"\ud83dx"', r'"\ud83d\n"', r'"\ud83d\u0041"', r'"\ud83d\ud83d\ude00"',
    r'"x\ude00"', r'{"a\ud800": 1}', r'[{"\udbff": {}}]',
]  # fmt: skip


@pytest.mark.parametrize("raw", LONE)
@pytest.mark.parametrize(
    "free", [*FREE, ("resumption", ("agent",)), ("capture", ("run_log", "agent"))], ids=free_name
)
def test_D4_lone_surrogates_are_refused_at_load(free: tuple[str, Any], raw: str) -> None:
    """serde json 495: half a character loads, and breaks what comes later."""
    kind, path = free
    with pytest.raises(runsnap.MalformedError, match="surrogate") as caught:
        CLASSES[kind].loads(text_with(kind, path, raw))
    assert caught.value.pointer == pointer(path) + ("/0" if raw.startswith("[") else "")


def test_D4_surrogates_as_bytes_and_in_python_texts_are_refused_at_load() -> None:
    text = text_with("resumption", ("inputs", "files"), '"@"')
    for data in (text.encode().replace(b"@", b"\xed\xa0\x80"), text.replace("@", "\ud800")):
        with pytest.raises(runsnap.MalformedError):
            runsnap.Resumption.loads(data)
    assert runsnap.Resumption.loads(text.replace("@", r"\ud83d\ude00")).inputs["files"] == "😀"


HALVES: list[tuple[Any, str]] = [
    ("\ud800", ""),
    ("a\udfffb", ""),
    (["x", "\ud83d"], "/1"),
    ({"a": "\ude00\ud83d"}, "/a"),
]


@pytest.mark.parametrize(("value", "below"), HALVES, ids=ascii)
@pytest.mark.parametrize("free", FREE, ids=free_name)
def test_D4_save_never_fails_half_way(free: tuple[str, Any], value: Any, below: str, tmp_path: Path) -> None:
    """serde json 495: the encoder stops in the middle of the file."""
    kind, path = free
    file = tmp_path / "run.json"
    file.write_text("the old content", encoding="utf-8")
    for layout in ("sorted", "declared"):
        with pytest.raises(runsnap.UnrepresentableError) as caught:
            record_with(kind, path, value).save(file, layout=layout)
        assert caught.value.pointer == pointer(path) + below
    assert file.read_text(encoding="utf-8") == "the old content"
    assert list(tmp_path.iterdir()) == [file]


def test_D4_names_with_lone_surrogates_are_refused_at_save() -> None:
    for kind, path in FREE:
        with pytest.raises(runsnap.UnrepresentableError) as caught:
            record_with(kind, path, {"\ud800": 1}).to_bytes()
        assert caught.value.pointer == pointer(path)
    record = runsnap.Resumption.from_dict(whole("resumption"))
    record.outputs["\udc00"] = record.outputs["summary"]
    with pytest.raises(runsnap.UnrepresentableError):
        record.to_bytes()


DOUBLES_IN_FREE = [
    ('{"a": 1,\n"a": 1}', "/a"), ('{"a": 1,\n"\\u0061": 2}', "/a"), ('{"b": {"a": 1,\n"a": null}}', "/b/a"),
    ('[{}, {"": 1,\n"": 2}]', "/1/"), ('{"é": 1,\n"\\u00e9": 2}', "/é"), ('{"a": "x:y", "b": ":",\n"a": "::"}', "/a"),
    ('{"a/b~": 1,\n"a/b~": 1}', "/a~1b~0"), ('{"😀": 1,\n"\\ud83d\\ude00": 1}', "/😀"), ('{"a": {}, "b": [],\n"a": {}}', "/a"),
    ('{"x": "\\u003a",\n"x": ":"}', "/x"), ('{"a": 1, "b": "\\":\\"",\n"a": "\\u003A"}', "/a"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "below"), DOUBLES_IN_FREE, ids=[raw for raw, _ in DOUBLES_IN_FREE])
@pytest.mark.parametrize("free", FREE, ids=free_name)
def test_D5_doubled_names_are_refused_in_free_values(free: tuple[str, Any], raw: str, below: str) -> None:
    """msgspec 648: of two equal names the last one wins, silently."""
    kind, path = free
    text = text_with(kind, path, raw)
    with pytest.raises(runsnap.MalformedError, match="doubled") as caught:
        CLASSES[kind].loads(text)
    line = text[: text.index(raw)].count("\n") + 2
    assert (caught.value.pointer, caught.value.line) == (pointer(path) + below, line)


@pytest.mark.parametrize("record", RECORDS, ids=str)
def test_D5_doubled_members_are_refused_in_every_record(record: Place) -> None:
    """msgspec 648, for declared members: equal values, other values, and escapes of the same name."""
    for name in record.node["properties"]:
        escaped = f"\\u{ord(name[0]):04x}{name[1:]}"
        for spelling in (name, escaped):
            text = text_with(record.kind, (*record.path, "mark"), f'0, "{spelling}": null')
            with pytest.raises(runsnap.MalformedError, match="doubled") as caught:
                CLASSES[record.kind].loads(text)
            assert caught.value.pointer == pointer((*record.path, name))
            assert caught.value.line == text[: text.index('"mark"')].count("\n") + 1


def test_D5_equal_names_in_other_objects_are_no_doubles() -> None:
    raw = '[{"a": {"a": {"a": 1}}}, {"a": "\\u003a", "A": ":", "a ": 2, "\\u00e9": 3, "e\\u0301": 4}]'
    assert load("resumption", ("inputs", "files"), raw) == json.loads(raw)


WRITTEN = {
    "2026-03-02T08:15:00.999999999Z": "2026-03-02T08:15:00.999999999Z",
    "2026-03-02T08:15:00.000000001Z": "2026-03-02T08:15:00.000000001Z",
    "2026-12-31T23:59:59.999999999Z": "2026-12-31T23:59:59.999999999Z",
    "2026-03-02T08:15:00.123456Z": "2026-03-02T08:15:00.123456Z",
    "2026-03-02T08:15:00.1234567Z": "2026-03-02T08:15:00.123456700Z",
    "2026-03-02T08:15:00.1Z": "2026-03-02T08:15:00.100Z",
    "2026-03-02T08:15:00.100000000Z": "2026-03-02T08:15:00.100Z",
    "2026-03-02T08:15:00.000Z": "2026-03-02T08:15:00Z",
    "2026-03-02t08:15:00z": "2026-03-02T08:15:00Z",
    "2026-03-01T23:45:00.5-08:30": "2026-03-02T08:15:00.500Z",
    "2026-03-02T10:15:00+02:00": "2026-03-02T08:15:00Z",
    "2026-03-02T08:15:00-00:00": "2026-03-02T08:15:00Z",
    "2024-02-29T00:00:00+23:59": "2024-02-28T00:01:00Z",
    "2000-02-29T12:00:00Z": "2000-02-29T12:00:00Z",
    "0001-01-01T00:00:00Z": "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999Z": "9999-12-31T23:59:59.999999999Z",
    "1969-12-31T23:59:59.999999999Z": "1969-12-31T23:59:59.999999999Z",
}


@pytest.mark.parametrize("text", WRITTEN)
@pytest.mark.parametrize("place", INSTANTS, ids=str)
def test_D7_instants_keep_every_nanosecond(place: Place, text: str) -> None:
    """chrono 157, msgspec 201, dateutil 1545: rounding into the next second, digits cut off."""
    written = load(place.kind, place.path, json.dumps(text))
    assert written == WRITTEN[text]
    assert nanoseconds(written) == nanoseconds(text)
    assert load(place.kind, place.path, json.dumps(written)) == written


NO_INSTANTS = [
    "2026-03-02T08:15:60Z", "2026-03-02T08:60:00Z", "2026-03-02T24:00:00Z", "2026-03-02 08:15:00Z", "2026-03-02T08:15:00,5Z",
    "2026-03-02T08:15:00.1234567891Z", "2026-03-02T08:15:00.Z", "2026-03-02T08:15:00", "2026-03-02T08:15Z", "2026-03-02",
    "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z",
    "0000-01-01T00:00:00Z", "2026-03-02T08:15:00+24:00", "2026-03-02T08:15:00+00:60", "2026-03-02T08:15:00+02",
    "2026-03-02T08:15:00+0200", "20260302T081500Z", "2026-W10-1T08:15:00Z", "2026-061T08:15:00Z", "2026-03-02T08:15:00Z\n",
    "\n2026-03-02T08:15:00Z", " 2026-03-02T08:15:00Z", "2026-03-02T08:15:00Z ", "٢٠٢٦-03-02T08:15:00Z",
    "2026-03-02T08:15:00\u221202:00", "2026-03-02T08:15:00Z[UTC]", "10000-01-01T00:00:00Z", "+2026-03-02T08:15:00Z", "", "now",
    "1772439300",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_INSTANTS, ids=ascii)
@pytest.mark.parametrize("place", INSTANTS, ids=str)
def test_D7_what_is_no_instant_is_refused_with_a_clear_error(place: Place, text: str) -> None:
    """chrono 157: second 60 taken and moved; dateutil 1545: anything guessed."""
    with pytest.raises(runsnap.InvalidDocumentError) as caught:
        CLASSES[place.kind].loads(text_with(place.kind, place.path, json.dumps(text)))
    [problem] = caught.value.report.problems
    assert problem.pointer == place.pointer
    assert "RFC 3339" in problem.expected
    assert problem.found.startswith('"')


@pytest.mark.parametrize(
    "text", ["0001-01-01T00:00:59+00:01", "9999-12-31T23:59:00-00:01", "0001-01-01T23:00:00+23:59"]
)
@pytest.mark.parametrize("place", INSTANTS, ids=str)
def test_D7_an_instant_beyond_the_years_is_refused_by_its_value_rule(place: Place, text: str) -> None:
    """dateutil 1545: an offset that leads out of the range overflows."""
    assert refused(place.kind, place.path, json.dumps(text)) == (place.pointer, "instant-in-range")


def test_the_instants_are_the_declared_ones() -> None:
    """The traps above are laid at every instant."""
    assert {str(place) for place in INSTANTS} == {
        "capture/run_log/started_at",
        "capture/run_log/finished_at",
        "capture/captured_at",
    }
