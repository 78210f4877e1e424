"""A list of runs says what a full load says, of whatever a full load takes."""

from __future__ import annotations

import dataclasses
import functools
import gzip
import json
import operator
import os
import random
from collections.abc import Callable
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whenever import Instant

import runsnap
import runsnap._stream.read
from codegen.schemas import read_folder
from runsnap import (
    Capture,
    InvalidDocumentError,
    LimitError,
    Limits,
    Money,
    Place,
    Resumption,
    RunsnapError,
    RunSummary,
    Unreadable,
    list_runs,
    total_runs,
)
from runsnap._encode import lay_out
from runsnap._limits import DEFAULT_LIMITS
from runsnap._listing.columns import COLUMNS
from runsnap._listing.moments import moment_of
from runsnap._listing.read import read
from runsnap._listing.select import _ORDERS, Wanted, in_order
from tests import strategies
from tests.fuzz.mutate import changed
from tests.sdk.samples import (
    RUN_ID,
    full_capture,
    full_resumption,
    minimal_capture,
    minimal_resumption,
    nested,
)

ROOT = Path(__file__).resolve().parents[2]
NEWEST = {kind: versions[-1] for kind, versions in read_folder(ROOT / "schemas").documents.items()}
FULL = {"capture": full_capture, "resumption": full_resumption}
KINDS = sorted(FULL)
HERE = Place("run.json")
LAYOUTS: dict[str, Callable[[Any], bytes]] = {
    "compact": msgspec.json.encode,
    "saved": lambda plain: lay_out(msgspec.json.encode(plain, order="sorted")),
    "escaped": lambda plain: json.dumps(plain, indent="\t").encode(),
}
WORDS = ["run_log", "ingotSnapshot", "kind", "agent", "steps", "tokens", "error", "spend", "micros", "x"]


def expected(document: Capture | Resumption) -> dict[str, Any]:
    """What is to be said of a document, taken from its attributes."""
    if isinstance(document, Resumption):
        spend, usage = document.spend, document.usage
        paid = spend.micros != 0 or spend.currency is not None
        return {
            "place": HERE, "kind": "resumption", "run_id": None, "agent": document.agent, "status": "stopped", "model": None,
            "started_at": None, "finished_at": None, "steps": document.steps, "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens, "cache_read_tokens": usage.cache_read_tokens,
            "cost": Money(Decimal(spend.micros).scaleb(-6, Context(prec=50)), spend.currency) if paid else None, "errors": None,
            "label": document.label, "stopped_at": document.stopped_at, "resume_at": document.resume_at,
            "unpriced": tuple(spend.unpriced),
        }  # fmt: skip
    log = document.run_log
    cost = log.cost_estimate
    return {
        "place": HERE, "kind": "capture", "run_id": log.run_id, "agent": log.agent, "status": log.status,
        "model": document.model_version, "started_at": log.started_at, "finished_at": log.finished_at,
        "steps": len(log.steps), "input_tokens": log.tokens.prompt_tokens, "output_tokens": log.tokens.completion_tokens,
        "cache_read_tokens": log.tokens.cache_read_tokens,
        "cost": Money(Decimal(str(cost.total_usd)), "USD") if cost else None,
        "errors": len([step for step in log.steps if step.error is not None]),
        "label": None, "stopped_at": None, "resume_at": None, "unpriced": (),
    }  # fmt: skip


def members(run: RunSummary) -> dict[str, Any]:
    return {field.name: getattr(run, field.name) for field in dataclasses.fields(run)}


# -- one document -----------------------------------------------------------


@pytest.fixture
def no_load(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets nothing be loaded."""

    def never(*arguments: Any) -> Any:
        raise AssertionError("a full load")

    monkeypatch.setattr(runsnap._stream.read, "parsed", never)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", KINDS)
def test_full_documents_are_not_loaded(no_load: None, kind: str, layout: str) -> None:
    text = LAYOUTS[layout](FULL[kind]() | {"unknown": [1e300, {"run_log": None}]})
    assert members(read(HERE, text, DEFAULT_LIMITS)) == expected(runsnap.loads(text))


@pytest.mark.parametrize("minimal", [minimal_capture, minimal_resumption])
def test_minimal_documents_are_not_loaded(no_load: None, minimal: Callable[[], Any]) -> None:
    text = msgspec.json.encode(minimal())
    assert members(read(HERE, text, DEFAULT_LIMITS)) == expected(runsnap.loads(text))


@pytest.mark.parametrize("version", range(2))
@pytest.mark.parametrize("kind", KINDS)
def test_documents_of_older_releases_are_not_loaded(no_load: None, kind: str, version: int) -> None:
    schema = read_folder(ROOT / "schemas").documents[kind][version]
    for example in runsnap.schema(kind, schema.version)["examples"]:
        text = msgspec.json.encode(example)
        assert members(read(HERE, text, DEFAULT_LIMITS)) == expected(runsnap.loads(text))


def test_what_is_said_of_a_capture() -> None:
    run = read(HERE, json.dumps(full_capture()).encode(), DEFAULT_LIMITS)
    assert run.to_dict() == {
        "path": "run.json", "kind": "capture", "runId": RUN_ID, "agent": "adder", "status": "completed",
        "model": "m-1", "startedAt": "2026-01-02T03:04:05Z", "finishedAt": "2026-01-02T03:04:06.500Z",
        "durationNs": 1_500_000_000, "steps": 3, "inputTokens": 14, "outputTokens": 2, "cacheReadTokens": 3,
        "cost": {"amount": "0.875", "currency": "USD"}, "errors": 1, "label": None, "stoppedAt": None,
        "resumeAt": None, "unpriced": [],
    }  # fmt: skip
    assert run.tokens == 16


def test_what_is_said_of_a_resumption() -> None:
    plain = runsnap.schema("resumption")["examples"][-1]
    run = read(Place("a.jsonl", line=3), json.dumps(plain).encode(), DEFAULT_LIMITS)
    assert run.to_dict() == {
        "path": "a.jsonl", "line": 3, "kind": "resumption", "runId": None, "agent": "demo.Reviewer", "status": "stopped",
        "model": None, "startedAt": None, "finishedAt": None, "durationNs": None, "steps": 9,
        "inputTokens": 2**64 - 1, "outputTokens": 2048, "cacheReadTokens": 512,
        "cost": {"amount": "340282366920938463463374607431768.211455", "currency": "usd"}, "errors": None,
        "label": "notes-gathered", "stoppedAt": "n7", "resumeAt": "n8", "unpriced": ["local-model"],
    }  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=50)
@given(data=st.data())
def test_every_document_gets_the_summary_of_what_is_loaded(kind: str, data: st.DataObject) -> None:
    plain = data.draw(strategies.documents(NEWEST[kind]))
    text = LAYOUTS[data.draw(st.sampled_from(sorted(LAYOUTS)))](plain)
    assert members(read(HERE, text, DEFAULT_LIMITS)) == expected(runsnap.loads(text))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=200)
@given(seed=st.integers(0, 2**32), layout=st.sampled_from(sorted(LAYOUTS)))
def test_texts_with_faults_get_the_same_summary_or_the_same_error_or_are_not_looked_at_so_closely(
    kind: str, seed: int, layout: str
) -> None:
    text = changed(LAYOUTS[layout](FULL[kind]()), random.Random(seed), WORDS)
    try:
        document = runsnap.loads(text)
    except RunsnapError as error:
        try:
            read(HERE, text, DEFAULT_LIMITS)
        except RunsnapError as listed:
            assert str(listed) == str(error)
    else:
        assert members(read(HERE, text, DEFAULT_LIMITS)) == expected(document)


@pytest.mark.parametrize(
    "spoil, pointer",
    [
        (lambda log: log | {"agent": 5}, "/run_log/agent"),
        (lambda log: log | {"status": None}, "/run_log/status"),
        (lambda log: log | {"steps": {}}, "/run_log/steps"),
        (lambda log: log | {"steps": [log["steps"][0] | {"error": False}]}, "/run_log/steps/0/error"),
        (lambda log: log | {"started_at": "2026-01-02 03:04:05Z"}, "/run_log/started_at"),
        (lambda log: log | {"started_at": "2026-02-30T03:04:05Z"}, "/run_log/started_at"),
        (lambda log: log | {"started_at": "2026-01-02T03:04:60Z"}, "/run_log/started_at"),
        (lambda log: log | {"finished_at": 7}, "/run_log/finished_at"),
        (
            lambda log: log | {"tokens": log["tokens"] | {"prompt_tokens": -1}},
            "/run_log/tokens/prompt_tokens",
        ),
        (
            lambda log: log | {"cost_estimate": log["cost_estimate"] | {"total_usd": "1"}},
            "/run_log/cost_estimate/total_usd",
        ),
        (
            lambda log: log | {"cost_estimate": log["cost_estimate"] | {"total_usd": 2**53 + 1}},
            "/run_log/cost_estimate/total_usd",
        ),
    ],
)
def test_what_the_summary_needs_is_judged(spoil: Callable[[Any], Any], pointer: str) -> None:
    plain = full_capture()
    text = json.dumps(plain | {"run_log": spoil(plain["run_log"])}).encode()
    with pytest.raises(InvalidDocumentError) as caught:
        read(HERE, text, DEFAULT_LIMITS)
    assert [problem.pointer for problem in caught.value.report.problems] == [pointer]


@pytest.mark.parametrize(
    "sample, member, most",
    [
        (full_capture, ("run_log", "tokens", "prompt_tokens"), 2**32 - 1),
        (full_capture, ("run_log", "tokens", "completion_tokens"), 2**32 - 1),
        (full_capture, ("run_log", "tokens", "cache_read_tokens"), 2**32 - 1),
        (full_resumption, ("steps",), 2**32 - 1),
        (full_resumption, ("usage", "inputTokens"), 2**64 - 1),
        (full_resumption, ("usage", "outputTokens"), 2**64 - 1),
        (full_resumption, ("usage", "cacheReadTokens"), 2**64 - 1),
        (full_resumption, ("spend", "micros"), 2**128 - 1),
    ],
)
def test_numbers_go_as_far_as_the_schema_lets_them(
    sample: Callable[[], Any], member: tuple[str, ...], most: int
) -> None:
    plain = sample()
    record = functools.reduce(operator.getitem, member[:-1], plain)
    record[member[-1]] = most
    assert members(read(HERE, json.dumps(plain).encode(), DEFAULT_LIMITS)) == expected(
        runsnap.loads(json.dumps(plain))
    )
    for more in (most + 1, int("9" * 4000)):
        record[member[-1]] = more
        with pytest.raises(InvalidDocumentError) as caught:
            read(HERE, json.dumps(plain).encode(), DEFAULT_LIMITS)
        assert [problem.pointer for problem in caught.value.report.problems] == ["/" + "/".join(member)]


@pytest.mark.parametrize("version", ["0.2", None])
def test_the_version_of_a_snapshot_is_judged(version: Any) -> None:
    with pytest.raises(RunsnapError):
        read(HERE, json.dumps(full_resumption() | {"ingotSnapshot": version}).encode(), DEFAULT_LIMITS)


def test_other_snapshots_and_other_json_are_no_runs() -> None:
    for plain in (
        {"ingotSnapshot": "0.1", "kind": "memory"},
        full_capture() | {"ingotSnapshot": "0.1"},
        {},
        [],
        3,
    ):
        with pytest.raises(RunsnapError):
            read(HERE, json.dumps(plain).encode(), DEFAULT_LIMITS)


def test_what_the_summary_does_not_need_is_passed_over() -> None:
    text = json.dumps(full_capture() | {"captured_at": "yesterday"})
    doubled = text.replace('"rng_seed":', '"rng_seed": 1e999, "rng_seed":')
    assert read(HERE, doubled.encode(), DEFAULT_LIMITS).agent == "adder"
    assert not runsnap.validate(doubled).valid


@pytest.mark.parametrize("levels", [150, 5_000, 200_000])
def test_deep_texts_end_in_a_summary_or_an_error(levels: int) -> None:
    text = (
        json.dumps(full_capture()).replace('"output": 4', '"output": ' + "[" * levels + "]" * levels).encode()
    )
    if levels < DEFAULT_LIMITS.max_depth:
        assert read(HERE, text, DEFAULT_LIMITS).steps == 3
    else:
        with pytest.raises(LimitError):
            read(HERE, text, DEFAULT_LIMITS)


def test_a_text_beyond_the_limit_is_refused() -> None:
    with pytest.raises(LimitError):
        read(HERE, json.dumps(full_capture()).encode(), Limits(max_bytes=100))


def test_the_stack_of_the_caller_may_be_nearly_full() -> None:
    def down(levels: int) -> RunSummary:
        return down(levels - 1) if levels else read(HERE, text, DEFAULT_LIMITS)

    plain = full_capture()
    plain["run_log"]["steps"][0]["output"] = nested(150)
    text = json.dumps(plain).encode()
    assert down(900).steps == 3


# -- files ------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, *plains: Any) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    data = b"\n".join(map(msgspec.json.encode, plains))
    Path(name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)


def test_every_format_is_listed_with_the_place_of_each_document(folder: Path) -> None:
    write("runs/a.json", full_capture())
    write("runs/b.json.gz", full_resumption())
    write("runs/c.jsonl.gz", full_capture(), {"run_log": 1}, full_resumption())
    runsnap.avro.dump([Capture.from_dict(full_capture())] * 2, "runs/d.avro")
    Path("runs/e.json").write_bytes(Path("runs/d.avro").read_bytes())
    Path("runs/f.json").write_bytes(runsnap.avro.encode(Capture.from_dict(full_capture())))
    found = list(list_runs(Path("runs")))
    assert found == list(list_runs(["runs"])) == list(list_runs("runs"))
    assert [(each.place.path.removeprefix("runs/"), each.place.line, each.place.index) for each in found] == [
        ("a.json", None, None), ("b.json.gz", None, None), ("c.jsonl.gz", 1, None), ("c.jsonl.gz", 2, None),
        ("c.jsonl.gz", 3, None), ("d.avro", None, 0), ("d.avro", None, 1), ("e.json", None, 0), ("e.json", None, 1),
        ("f.json", None, None),
    ]  # fmt: skip
    (bad,) = (each for each in found if isinstance(each, Unreadable))
    assert (bad.place.line, bad.refused) == (2, True)
    assert bad.reason.endswith("/run_log: expected object, found 1")
    for each in found:
        if isinstance(each, RunSummary):
            document = (
                Capture.from_dict(full_capture())
                if each.kind == "capture"
                else Resumption.from_dict(full_resumption())
            )
            assert members(each) == expected(document) | {"place": each.place}


def test_what_cannot_be_read_is_listed_in_its_turn(folder: Path) -> None:
    write("a.json", full_capture())
    Path("b.json").write_bytes(b"\x1f\x8bcut")
    Path("c.avro").write_bytes(b"Obj\x01cut")
    Path("d.json").write_bytes(b'{"run_log": [')
    write("e.json", full_capture())
    found = list(list_runs(["a.json", "missing.json", "b.json", "c.avro", "d.json", "nul\0", "e.json"]))
    assert [each.refused if isinstance(each, Unreadable) else each.kind for each in found] == [
        "capture", False, True, True, True, False, "capture",
    ]  # fmt: skip
    reasons = [each.reason for each in found if isinstance(each, Unreadable)]
    assert reasons[0] == "No such file or directory"
    assert reasons[3].startswith("not JSON: ")
    assert all("\n" not in reason for reason in reasons)


def test_the_place_of_a_fault_has_its_line_where_a_document_has_several(folder: Path) -> None:
    text = json.dumps(full_capture(), indent=1)
    Path("one.json").write_text(text.replace('"agent"', "agent"))
    Path("many.jsonl").write_text(json.dumps(full_capture()) + '\n{"run_log" 1}\n')
    one, _, other = list_runs(["one.json", "many.jsonl"])
    assert isinstance(one, Unreadable)
    assert isinstance(other, Unreadable)
    line = 1 + text[: text.index('"agent"')].count("\n")
    assert f" at line {line} column 3" in one.reason
    assert other.place == Place("many.jsonl", line=2)
    assert other.reason.endswith(" at column 12")


@pytest.mark.parametrize("name, said", [("\ud800.json", "\\ud800.json"), ("\udcff.json", "\\xff.json")])
def test_a_name_that_no_text_can_be_made_of_is_spelled_out(name: str, said: str) -> None:
    (bad,) = list_runs(name)
    assert json.loads(json.dumps(bad.to_dict()))["path"] == said


def test_amounts_have_no_exponent() -> None:
    assert [usd(text).to_dict()["amount"] for text in ("1e-7", "2.5E+3")] == ["0.0000001", "2500"]


def test_a_line_beyond_the_limit_does_not_stop_the_others(folder: Path) -> None:
    long = full_capture() | {"memory_ref": "x" * 10_000}
    write("a.jsonl", full_capture(), long, full_capture())
    found = list(list_runs(["a.jsonl"], limits=Limits(max_bytes=5_000)))
    assert [type(each) for each in found] == [RunSummary, Unreadable, RunSummary]


def test_a_container_may_be_larger_than_a_document(folder: Path) -> None:
    runsnap.avro.dump([Capture.from_dict(full_capture())] * 50, "runs.json", codec="null")
    assert Path("runs.json").stat().st_size > 5_000
    assert len(list(list_runs(["runs.json"], limits=Limits(max_bytes=5_000)))) == 50


def test_folders_are_walked_once_however_they_are_linked(folder: Path) -> None:
    write("runs/a.json", full_capture())
    write("runs/inner/b.json", full_capture())
    Path("runs/inner/loop").symlink_to(folder / "runs", target_is_directory=True)
    Path("runs/gone.json").symlink_to("nowhere.json")
    Path("runs/self.json").symlink_to("self.json")
    os.mkfifo("runs/pipe.json")
    assert [each.place.path for each in list_runs(["runs", "runs/a.json"])] == [
        "runs/a.json",
        "runs/inner/b.json",
    ]


def test_runs_come_as_they_are_read(folder: Path) -> None:
    write("a.jsonl", *[full_capture()] * 3)
    os.mkfifo("never.json")
    first = next(list_runs(["a.jsonl", "never.json"]))
    assert first.place == Place("a.jsonl", line=1)


# -- selection and order ----------------------------------------------------


def run_of(number: int = 0, **members_: Any) -> RunSummary:
    usual: dict[str, Any] = {
        "place": Place(f"{number}.json"), "kind": "capture", "run_id": RUN_ID, "agent": "a", "status": "completed",
        "model": "m", "steps": 1, "input_tokens": 1, "output_tokens": 1, "cache_read_tokens": 0, "errors": 0,
    }  # fmt: skip
    return RunSummary(**usual | members_)


def usd(amount: str, currency: str | None = "USD") -> Money:
    return Money(Decimal(amount), currency)


def at(text: str) -> Instant:
    return Instant.parse_iso(text)


@pytest.mark.parametrize(
    "wanted, good, bad",
    [
        ({"kind": "capture"}, {}, {"kind": "resumption"}),
        ({"status": ("failed", "run*")}, {"status": "running"}, {"status": "completed"}),
        ({"agent": ("a.b",)}, {"agent": "a.b"}, {"agent": "axb"}),
        ({"agent": ("*",)}, {"agent": "x\ny"}, None),
        ({"agent": ("a*c*",)}, {"agent": "a.b.c"}, {"agent": "xa.c"}),
        ({"agent": ("a|b",)}, {"agent": "a|b"}, {"agent": "a"}),
        ({"model": ("[m]",)}, {"model": "[m]"}, {"model": "m"}),
        ({"model": ("*",)}, {"model": ""}, {"model": None}),
        (
            {"since": at("2026-01-01T00:00:00Z")},
            {"started_at": at("2026-01-01T00:00:00Z")},
            {"started_at": None},
        ),
        (
            {"until": at("2026-01-01T00:00:00Z")},
            {"started_at": at("2025-12-31T23:59:59.999999999Z")},
            {"started_at": at("2026-01-01T00:00:00Z")},
        ),
        (
            {"min_cost": Decimal("0.3")},
            {"cost": usd("0.3")},
            {"cost": usd("0.2999999999999999999999999999999999")},
        ),
        ({"min_cost": Decimal(0)}, {"cost": usd("0")}, {"cost": None}),
        (
            {"max_cost": Decimal("0.3")},
            {"cost": usd("0.3", None)},
            {"cost": usd("0.3000000000000000000000000000001")},
        ),
        ({"currency": "usd"}, {"cost": usd("1")}, {"cost": usd("1", None)}),
        ({"errors": True}, {"errors": 1}, {"errors": 0}),
        ({"errors": False}, {"errors": 0}, {"errors": None}),
        ({"kind": "capture", "errors": True}, {"errors": 1}, {"errors": 1, "kind": "resumption"}),
        ({}, {}, None),
    ],
)
def test_what_is_wanted(wanted: Any, good: Any, bad: Any) -> None:
    matches = Wanted(**wanted).matcher()
    assert matches(run_of(**good))
    assert bad is None or not matches(run_of(**bad))


def fits(pattern: str, text: str) -> bool:
    """What a pattern means, by the rule itself."""
    if not pattern:
        return not text
    if pattern[0] == "*":
        return fits(pattern[1:], text) or (text != "" and fits(pattern, text[1:]))
    return text[:1] == pattern[0] and fits(pattern[1:], text[1:])


@given(
    patterns=st.lists(st.text("ab*|.", max_size=7), min_size=1, max_size=3), text=st.text("ab|\n", max_size=9)
)
def test_a_star_is_any_characters(patterns: list[str], text: str) -> None:
    matches = Wanted(agent=tuple(patterns)).matcher()
    assert matches(run_of(agent=text)) == any(fits(pattern, text) for pattern in patterns)


VALUES: dict[str, dict[str, list[Any]]] = {
    "kind": {"kind": ["capture", "resumption"]},
    "agent": {"agent": ["a", "b", "é"]},
    "status": {"status": ["a", "b"]},
    "model": {"model": ["a", "b", None]},
    "started": {"started_at": [at("2026-01-01T00:00:00Z"), at("2026-01-01T00:00:00.000000001Z"), None]},
    "steps": {"steps": [2, 10]},
    "tokens": {"input_tokens": [2, 2**64]},
    "cost": {"cost": [usd("2", "eur"), usd("10", "eur"), usd("1"), usd("1.5", "usd"), None]},
    "errors": {"errors": [0, 3, None]},
}
"""Of each column, values in order, the missing one last."""


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("column", VALUES)
@given(picks=st.lists(st.integers(0, 4), max_size=12))
def test_an_order_is_stable_and_has_missing_values_last(column: str, reverse: bool, picks: list[int]) -> None:
    ((member, values),) = VALUES[column].items()
    runs = [run_of(number, **{member: values[pick % len(values)]}) for number, pick in enumerate(picks)]
    present = [value for value in values if value is not None]
    ranks = [*(reversed(present) if reverse else present), None]
    want = [run for value in ranks for run in runs if getattr(run, member) == value]
    assert in_order(runs, column, reverse=reverse) == want


def test_files_and_durations_have_an_order() -> None:
    places = [Place("b"), Place("a", line=10), Place("a", line=9)]
    assert [run.place.line for run in in_order([run_of(place=each) for each in places], "file")] == [
        9,
        10,
        None,
    ]
    start = at("2026-01-01T00:00:00Z")
    ends = [None, at("2026-01-01T00:00:02Z"), at("2025-12-31T00:00:00Z")]
    runs = [run_of(number, started_at=start, finished_at=end) for number, end in enumerate(ends)]
    assert [run.place.path for run in in_order(runs, "duration")] == ["2.json", "1.json", "0.json"]


def test_every_column_has_an_order() -> None:
    assert set(COLUMNS) == {*VALUES, "file", "duration"}
    for column in COLUMNS:
        assert in_order([run_of()], column) == [run_of()]


@pytest.mark.parametrize(
    "text, instant",
    [
        ("2026-03-02", "2026-03-02T00:00:00Z"),
        ("2026-03-02T08:15:00.000000001+02:00", "2026-03-02T06:15:00.000000001Z"),
    ],
)
def test_moments_are_days_or_instants(text: str, instant: str) -> None:
    assert moment_of(text) == at(instant)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-02-30",
        "2026-3-2",
        "now",
        "2026-03-02T08:15",
        "2026-03-02T08:15:60Z",
        "２０２６-03-02",
        "2026-03-02\n",
    ],
)
def test_other_texts_are_no_moments(text: str) -> None:
    with pytest.raises(ValueError):
        moment_of(text)


# -- sums -------------------------------------------------------------------


def test_sums_of_money_are_exact() -> None:
    (sums,) = total_runs([run_of(cost=usd("0.1")), run_of(cost=usd("0.2"))])
    assert (sums.cost, str(sums.cost)) == (Decimal("0.3"), "0.3")
    assert 0.1 + 0.2 != 0.3


def test_sums_hold_the_largest_and_the_smallest_double_at_once() -> None:
    costs = [1.7976931348623157e308, 5e-324, -1.7976931348623157e308]
    (sums,) = total_runs(run_of(cost=Money(Decimal(repr(cost)), "USD")) for cost in costs)
    assert sums.cost == Decimal("5e-324")


def test_what_is_told_apart() -> None:
    runs = [
        run_of(agent="b", model=None, cost=usd("1")),
        run_of(agent="b", model="m", cost=None, errors=2),
        run_of(agent="b", model="m", cost=usd("0.5"), errors=1, cache_read_tokens=4),
        run_of(agent="a", model="m", cost=usd("2")),
        run_of(kind="resumption", agent="a", model=None, errors=None, cost=usd("3", "usd"), unpriced=("x",)),
        run_of(kind="resumption", agent="a", model=None, errors=None, cost=usd("4", "eur")),
        run_of(kind="resumption", agent="a", model=None, errors=None, cost=None),
    ]  # fmt: skip
    groups = total_runs(runs)
    assert [(each.kind, each.agent, each.model, each.currency, each.cost) for each in groups] == [
        ("capture", "a", "m", "USD", 2), ("capture", "b", "m", "USD", Decimal("0.5")), ("capture", "b", None, "USD", 1),
        ("resumption", "a", None, "eur", 4), ("resumption", "a", None, "usd", 3), ("resumption", "a", None, None, None),
    ]  # fmt: skip
    assert groups[1].to_dict() == {
        "kind": "capture", "agent": "b", "model": "m", "runs": 2, "steps": 2, "inputTokens": 2, "outputTokens": 2,
        "cacheReadTokens": 4, "errors": 3, "cost": {"amount": "0.5", "currency": "USD"}, "withoutCost": 1, "incomplete": 0,
    }  # fmt: skip
    assert groups[4].incomplete == 1
    assert groups[5].to_dict()["errors"] is None
    assert [(each.kind, each.currency, each.cost, each.runs) for each in total_runs(groups, by=())] == [
        ("capture", "USD", Decimal("3.5"), 4), ("resumption", "eur", 4, 1), ("resumption", "usd", 3, 1),
        ("resumption", None, None, 1),
    ]  # fmt: skip
    assert total_runs([]) == []


AMOUNTS = st.floats(allow_nan=False, allow_infinity=False).map(lambda cost: Money(Decimal(repr(cost)), "USD"))
RUNS = st.lists(
    st.builds(
        run_of, agent=st.sampled_from("ab"), model=st.sampled_from(["m", None]), cost=AMOUNTS | st.none()
    ),
    max_size=8,
)


@given(runs=RUNS, seed=st.integers(0, 1000))
def test_sums_depend_on_no_order_and_can_be_added_up_further(runs: list[RunSummary], seed: int) -> None:
    mixed = random.Random(seed).sample(runs, len(runs))
    for by in ((), ("agent",), ("model",), ("agent", "model")):
        found = total_runs(runs, by=by)
        assert found == total_runs(mixed, by=by) == total_runs(total_runs(runs), by=by)
        assert sum(each.runs for each in found) == len(runs)
        assert sum(Fraction(each.cost or 0) for each in found) == sum(
            Fraction(run.cost.amount) for run in runs if run.cost
        )


def test_runs_can_be_sorted_by_every_column_that_help_names() -> None:
    assert tuple(_ORDERS) == COLUMNS
