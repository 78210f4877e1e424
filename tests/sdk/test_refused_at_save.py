"""What JSON or the schema cannot carry is refused before anything is written, at its place."""

from __future__ import annotations

import datetime as dt
import enum
import json
import subprocess
import sys
from collections import OrderedDict
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from whenever import Instant

import runsnap
from runsnap import Capture, InvalidDocumentError, LimitError, Resumption, UnrepresentableError
from runsnap._plain import check_plain, faults
from runsnap.capture import Step, StepKind, Usage
from tests.sdk.samples import full_capture, full_resumption, nested

NAN = float("nan")
CYCLIC_LIST: list[Any] = [1]
CYCLIC_LIST.append(CYCLIC_LIST)
CYCLIC_DICT: dict[str, Any] = {}
CYCLIC_DICT["a"] = [CYCLIC_DICT]


class _Text(str):
    __slots__ = ()


class _Colour(enum.Enum):
    RED = 1


# what is put into free JSON, the error, the pointer below it
FREE: dict[str, tuple[Any, type[runsnap.RunsnapError], str]] = {
    "nan": (NAN, UnrepresentableError, ""),
    "infinity": ({"a": [1, float("inf")]}, UnrepresentableError, "/a/1"),
    "minus infinity": ([float("-inf")], UnrepresentableError, "/0"),
    "set": ({"a": {1}}, UnrepresentableError, "/a"),
    "frozenset": (frozenset({1}), UnrepresentableError, ""),
    "bytes": ([b"x"], UnrepresentableError, "/0"),
    "bytearray": (bytearray(b"x"), UnrepresentableError, ""),
    "tuple": ({"a": (1, 2)}, UnrepresentableError, "/a"),
    "range": (range(3), UnrepresentableError, ""),
    "naive datetime": (dt.datetime(2026, 1, 2), UnrepresentableError, ""),
    "aware datetime": (dt.datetime(2026, 1, 2, tzinfo=dt.UTC), UnrepresentableError, ""),
    "date": (dt.date(2026, 1, 2), UnrepresentableError, ""),
    "instant": (Instant.from_timestamp(0), UnrepresentableError, ""),
    "decimal": (Decimal("1.5"), UnrepresentableError, ""),
    "fraction": (Fraction(1, 2), UnrepresentableError, ""),
    "complex": (1j, UnrepresentableError, ""),
    "path": (Path("x"), UnrepresentableError, ""),
    "enumeration": (_Colour.RED, UnrepresentableError, ""),
    "label": (StepKind.LLM_CALL, UnrepresentableError, ""),
    "subclass of str": (_Text("x"), UnrepresentableError, ""),
    "subclass of dict": ({"a": OrderedDict()}, UnrepresentableError, "/a"),
    "record": (Usage(prompt_tokens=1, completion_tokens=1), UnrepresentableError, ""),
    "object": (object(), UnrepresentableError, ""),
    "key that is a number": ({"a": {1: 2}}, UnrepresentableError, "/a"),
    "key that is a number of very many digits": ({"a": {10**5000: 2}}, UnrepresentableError, "/a"),
    "key that is None": ({None: 2}, UnrepresentableError, ""),
    "key that is a bool": ([{True: 2}], UnrepresentableError, "/0"),
    "key that is a tuple": ({(1, 2): 3}, UnrepresentableError, ""),
    "key that is a label": ({StepKind.LLM_CALL: 3}, UnrepresentableError, ""),
    "lone surrogate": ({"a": ["\ud800"]}, UnrepresentableError, "/a/0"),
    "lone low surrogate": ("x\udc00y", UnrepresentableError, ""),
    "lone surrogate in a key": ({"a": {"\ud800": 1}}, UnrepresentableError, "/a"),
    "cyclic list": (CYCLIC_LIST, UnrepresentableError, "/1"),
    "cyclic dict": (CYCLIC_DICT, UnrepresentableError, "/a/0"),
    "too deep": (nested(199), LimitError, "/0" * 198),
    "4301 digits": ({"a": 10**4300}, LimitError, "/a"),
    "4301 digits, negative": ({"a": -(10**4300)}, LimitError, "/a"),
    "the first of several": ([1, {"b": {1}, "c": NAN}, b""], UnrepresentableError, "/1/b"),
}

WAYS = ["to_bytes", "declared", "dumps", "to_dict", "save"]


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """One of the ways out; afterwards no file must have changed."""
    old = tmp_path / "old.json"
    old.write_bytes(b"old")
    ways: dict[str, Any] = {
        "to_bytes": lambda document: document.to_bytes(),
        "declared": lambda document: document.to_bytes(layout="declared"),
        "dumps": lambda document: document.dumps(),
        "to_dict": lambda document: document.to_dict(),
        "save": lambda document: document.save(old),
    }
    yield ways[request.param]
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


@pytest.mark.parametrize("name", FREE)
def test_free_values(name: str, way: Any) -> None:
    value, error, below = FREE[name]
    resumption = Resumption.from_dict(full_resumption())
    resumption.inputs["x"] = value
    with pytest.raises(error) as caught:
        way(resumption)
    assert type(caught.value) is error
    assert caught.value.pointer == "/inputs/x" + below  # type: ignore[attr-defined]
    if isinstance(caught.value, LimitError):
        beyond = ("nesting depth", 200) if name == "too deep" else ("digits of an integer", 4300)
        assert (caught.value.limit, caught.value.allowed) == beyond
    else:
        assert isinstance(caught.value, UnrepresentableError)
        assert isinstance(caught.value.reason, str)
    (listed, *_) = runsnap.validate(resumption).problems
    assert listed.pointer == "/inputs/x" + below


@pytest.mark.parametrize("name", FREE)
def test_free_values_in_from_dict_and_validate(name: str) -> None:
    value, error, below = FREE[name]
    plain = full_resumption() | {"unknown": value}
    if "deep" in name:
        plain["unknown"], below = [value], "/0" + below
    with pytest.raises(error) as caught:
        Resumption.from_dict(plain)
    assert caught.value.pointer == "/unknown" + below  # type: ignore[attr-defined]
    report = runsnap.validate(plain)
    assert not report.valid
    assert (report.problems[0].stage, report.problems[0].pointer) == ("parse", "/unknown" + below)


def test_two_hundred_levels_are_written() -> None:
    resumption = Resumption.from_dict(full_resumption())
    resumption.inputs["x"] = nested(198)
    for text in (resumption.dumps(), resumption.dumps(layout="declared")):
        assert Resumption.loads(text).inputs["x"] == nested(198)


@pytest.mark.parametrize(
    ("kind", "path", "above"),
    [
        ("resumption", "inputs", 1),
        ("resumption", "additional_properties", 1),
        ("resumption", "outputs.o.value", 3),
        ("resumption", "outputs.o.additional_properties", 3),
        ("capture", "run_log.steps.0.input", 4),
        ("capture", "run_log.steps.0.additional_properties", 4),
        ("capture", "llm_io.0.tool_calls.0.args", 5),
    ],
)
def test_depth_is_that_of_the_document(kind: str, path: str, above: int, way: Any) -> None:
    """Two hundred levels from the root, wherever the free value stands."""
    cls: Any = {"capture": Capture, "resumption": Resumption}[kind]
    document = cls.from_dict({"capture": full_capture, "resumption": full_resumption}[kind]())
    inner = 200 - above - (0 if path.endswith("additional_properties") else 1)
    put(document, path, {"x": nested(inner)})
    assert cls.loads(document.dumps()) == document
    put(document, path, {"x": nested(inner + 1)})
    with pytest.raises(LimitError) as caught:
        way(document)
    assert caught.value.limit == "nesting depth"


def test_a_cycle_with_many_ways_through_it_is_seen_at_once() -> None:
    script = """
import resource, runsnap
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
cycle = {}
cycle["a"] = cycle["b"] = [cycle, cycle]
print([(problem.pointer, problem.found) for problem in runsnap.validate({"run_log": cycle}).problems])
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.stdout == "[('/run_log/a/0', 'a container that contains itself')]\n"


def test_a_list_that_stands_twice_is_no_cycle() -> None:
    resumption = Resumption.from_dict(full_resumption())
    shared = [1]
    resumption.inputs["x"] = [shared, shared, {"a": shared}]
    assert Resumption.loads(resumption.dumps()).inputs["x"] == [[1], [1], {"a": [1]}]


# attribute path, value, pointer: values of the wrong Python type in declared members
WRONG_TYPES: list[tuple[str, Any, str]] = [
    ("run_log", {}, "/run_log"),
    ("run_log", Usage(prompt_tokens=1, completion_tokens=1), "/run_log"),
    ("run_log.tokens", {"prompt_tokens": 1, "completion_tokens": 1}, "/run_log/tokens"),
    ("run_log.cost_estimate", "free", "/run_log/cost_estimate"),
    ("run_log.steps", (), "/run_log/steps"),
    ("run_log.steps", {}, "/run_log/steps"),
    ("run_log.steps.1", full_capture()["run_log"]["steps"][1], "/run_log/steps/1"),
    ("llm_io.0.tool_calls", [[]], "/llm_io/0/tool_calls/0"),
    ("captured_at", "2026-01-02T03:04:05Z", "/captured_at"),
    ("captured_at", dt.datetime(2026, 1, 2), "/captured_at"),
    ("run_log.finished_at", dt.datetime(2026, 1, 2, tzinfo=dt.UTC), "/run_log/finished_at"),
    ("run_log.cost_estimate.total_usd", Decimal(1), "/run_log/cost_estimate/total_usd"),
    ("run_log.cost_estimate.total_usd", NAN, "/run_log/cost_estimate/total_usd"),
    ("run_log.steps.0.cost_usd", float("inf"), "/run_log/steps/0/cost_usd"),
    ("rng_seed", Decimal(1), "/rng_seed"),
    ("model_version", b"m", "/model_version"),
    ("model_version", "\ud800", "/model_version"),
    ("run_log.steps.0.kind", b"llm_call", "/run_log/steps/0/kind"),
    ("run_log.additional_properties", ["x"], "/run_log/additional_properties"),
    ("additional_properties", {"run_id": "x"}, "/run_id"),
    ("run_log.additional_properties", {"ok": 1, "tokens": None}, "/run_log/tokens"),
    ("run_log.steps.1.additional_properties", {"x": {1}}, "/run_log/steps/1/x"),
    ("additional_properties", {5: 1}, ""),
]


def put(record: Any, path: str, value: Any) -> None:
    *above, last = path.split(".")
    for name in above:
        if isinstance(record, dict):
            record = record[name]
        else:
            record = record[int(name)] if name.isdigit() else getattr(record, name)
    if last.isdigit():
        record[int(last)] = value
    else:
        setattr(record, last, value)


@pytest.mark.parametrize(("path", "value", "pointer"), WRONG_TYPES)
def test_wrong_types_in_declared_members(path: str, value: Any, pointer: str, way: Any) -> None:
    capture = Capture.from_dict(full_capture())
    put(capture, path, value)
    with pytest.raises(UnrepresentableError) as caught:
        way(capture)
    assert caught.value.pointer == pointer
    assert [problem.pointer for problem in runsnap.validate(capture).problems] == [pointer]


@pytest.mark.parametrize(
    ("path", "value", "names"),
    [
        ("captured_at", dt.datetime(2026, 1, 2), ["whenever.Instant", "datetime"]),
        ("run_log.tokens", {}, ["Usage", "dict"]),
        ("run_log.additional_properties", ["x"], ["dict", "list"]),
        ("additional_properties", {"run_id": "x"}, ["declared member"]),
    ],
)
def test_the_error_names_the_type_that_is_wanted_and_the_one_that_is_there(
    path: str, value: Any, names: list[str], way: Any
) -> None:
    capture = Capture.from_dict(full_capture())
    put(capture, path, value)
    with pytest.raises(UnrepresentableError) as caught:
        way(capture)
    assert [name for name in names if name not in caught.value.reason] == []


# attribute path, value, pointer, keyword: values that the schema or a value rule refuses
REFUSED: list[tuple[str, Any, str, str]] = [
    ("run_id", None, "/run_id", "type"),
    ("run_id", "short", "/run_id", "pattern"),
    ("run_log", None, "/run_log", "type"),
    ("llm_io", None, "/llm_io", "type"),
    ("captured_at", None, "/captured_at", "type"),
    ("run_log.steps.0.idx", -1, "/run_log/steps/0/idx", "minimum"),
    ("run_log.steps.0.idx", 2**32, "/run_log/steps/0/idx", "maximum"),
    ("run_log.steps.0.idx", True, "/run_log/steps/0/idx", "type"),
    ("run_log.steps.0.idx", 1.5, "/run_log/steps/0/idx", "type"),
    ("run_log.steps.0.idx", None, "/run_log/steps/0/idx", "type"),
    ("run_log.steps.0.kind", None, "/run_log/steps/0/kind", "type"),
    ("run_log.status", 5, "/run_log/status", "type"),
    ("run_log.steps.1", None, "/run_log/steps/1", "type"),
    ("run_log.agent", ["a"], "/run_log/agent", "type"),
    ("run_log.cost_estimate.total_usd", True, "/run_log/cost_estimate/total_usd", "type"),
    ("run_log.cost_estimate.total_usd", 2**53 + 1, "/run_log/cost_estimate/total_usd", "number-is-a-double"),
    ("rng_seed", 2.0**60, "/rng_seed", "integer-from-float-literal"),
    ("rng_seed", 2**64, "/rng_seed", "maximum"),
]


@pytest.mark.parametrize(("path", "value", "pointer", "keyword"), REFUSED)
def test_values_that_a_load_would_refuse(path: str, value: Any, pointer: str, keyword: str, way: Any) -> None:
    capture = Capture.from_dict(full_capture())
    put(capture, path, value)
    with pytest.raises(InvalidDocumentError) as caught:
        way(capture)
    report = caught.value.report
    assert [(problem.pointer, problem.keyword) for problem in report.problems] == [(pointer, keyword)]
    assert (report.kind, report.version, report.valid) == ("capture", "1.2.0", False)
    assert report.problems[0].found == (
        "an array of 1 items" if path == "run_log.agent" else json.dumps(value)
    )
    again = runsnap.validate(capture)
    assert again.problems == report.problems


@pytest.mark.parametrize(("path", "value"), [("run_id", "\ud800"), ("run_log.steps.0.idx", -1)])
def test_a_lone_surrogate_is_named_before_what_the_schema_refuses(path: str, value: Any, way: Any) -> None:
    capture = Capture.from_dict(full_capture())
    capture.run_log.run_id = "\ud800"
    put(capture, path, value)
    with pytest.raises(UnrepresentableError, match="a text with a lone surrogate"):
        way(capture)


@pytest.mark.parametrize(("name", "value"), [("ingot_snapshot", "0.2"), ("kind", "memory"), ("steps", -1)])
def test_values_of_a_resumption_that_a_load_would_refuse(name: str, value: Any, way: Any) -> None:
    resumption = Resumption.from_dict(full_resumption())
    setattr(resumption, name, value)
    with pytest.raises(InvalidDocumentError):
        way(resumption)


# attribute path, value, what is written: values that are as good as the declared type
ACCEPTED: list[tuple[str, Any, Any]] = [
    ("rng_seed", 7.0, 7),
    ("rng_seed", -0.0, 0),
    ("rng_seed", 2.0**53, 2**53),
    ("run_log.cost_estimate.total_usd", 3, 3.0),
    ("run_log.steps.0.kind", "llm_call", "llm_call"),
    ("run_log.steps.0.kind", "another", "another"),
    ("run_log.status", "paused", "paused"),
    ("run_log.tokens.cache_read_tokens", None, 0),
    ("llm_io.0.tool_calls", None, []),
]


@pytest.mark.parametrize(("path", "value", "written"), ACCEPTED)
def test_values_that_are_as_good(path: str, value: Any, written: Any) -> None:
    capture = Capture.from_dict(full_capture())
    put(capture, path, value)
    plain: Any = capture.to_dict()
    for token in path.split("."):
        plain = plain[int(token) if token.isdigit() else token]
    assert (type(plain), plain) == (type(written), written)


def test_several_faults_are_all_reported() -> None:
    resumption = Resumption.from_dict(full_resumption())
    resumption.inputs = {"a": {1}, "b": [b"", NAN], "c": "fine"}  # type: ignore[dict-item, list-item]
    resumption.usage.input_tokens = 2.0**60  # type: ignore[assignment]
    report = runsnap.validate(resumption)
    found = [(problem.pointer, problem.stage, problem.keyword) for problem in report.problems]
    assert found == [
        ("/inputs/a", "parse", "json"),
        ("/inputs/b/0", "parse", "json"),
        ("/inputs/b/1", "parse", "json"),
        ("/usage/inputTokens", "value", "integer-from-float-literal"),
    ]
    assert report.problem_count == 4


def test_a_part_is_judged_by_its_own_schema(way: Any) -> None:
    step = Step(idx=-1, kind=StepKind.LLM_CALL, input=None, output=None)
    with pytest.raises(InvalidDocumentError) as caught:
        way(step)
    assert [problem.pointer for problem in caught.value.report.problems] == ["/idx"]


def test_a_container_in_too_many_places_is_refused() -> None:
    """Two lists that stand in one another twice, forty times over, are a text of terabytes."""
    doubled: list[object] = []
    for _ in range(40):
        doubled = [doubled, doubled]
    with pytest.raises(runsnap.LimitError, match="size in bytes"):
        runsnap.Resumption.from_dict({"inputs": {"x": doubled}})


def test_a_container_in_two_places_is_written_twice() -> None:
    shared = {"a": [1]}
    stopped = runsnap.Resumption.from_dict(runsnap.schema("resumption")["examples"][0])
    stopped.inputs = {"one": shared, "other": shared}
    assert runsnap.Resumption.loads(stopped.dumps()).inputs == {"one": {"a": [1]}, "other": {"a": [1]}}


@pytest.mark.parametrize(
    ("most", "refused"), [(6, True), (7, False)], ids=["fewer than there are", "as many as there are"]
)
def test_containers_in_several_places_are_counted_in_each(
    most: int, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One member, two items of it, and two items of each of them."""
    monkeypatch.setattr("runsnap._plain._MOST_ITEMS", most)
    shared = [1, 2]
    try:
        assert check_plain({"x": [shared, shared]})
    except LimitError as error:
        assert refused
        assert (error.limit, error.allowed) == ("size in bytes", runsnap.Limits().max_bytes)
    else:
        assert not refused


def test_a_fault_that_is_not_found_again_is_named_all_the_same() -> None:
    (fault,) = faults({"a": [1]})
    assert isinstance(fault, UnrepresentableError)
    assert (fault.pointer, bool(fault.reason)) == ("", True)
