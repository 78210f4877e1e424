"""The generated classes as Python objects."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import pickle
import subprocess
import sys
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import pytest
from whenever import Instant

import runsnap
from runsnap import Capture, Resumption, capture, resumption
from runsnap.capture import Cost, FinishReason, LlmIo, RunLog, RunStatus, Step, StepKind, ToolCall
from runsnap.resumption import Artifact, Spend
from tests.sdk.samples import DIGEST, GONE, changed, full_capture, full_resumption

CAPTURE, RESUMPTION = full_capture(), full_resumption()

# each record, with a full plain value of it
RECORDS: list[tuple[Any, dict[str, Any]]] = [
    (Capture, CAPTURE),
    (RunLog, CAPTURE["run_log"]),
    (Step, CAPTURE["run_log"]["steps"][1]),
    (capture.Usage, CAPTURE["run_log"]["tokens"]),
    (Cost, CAPTURE["run_log"]["cost_estimate"]),
    (LlmIo, CAPTURE["llm_io"][0]),
    (ToolCall, CAPTURE["llm_io"][0]["tool_calls"][0]),
    (Resumption, RESUMPTION),
    (Artifact, RESUMPTION["outputs"]["o"]),
    (resumption.Usage, RESUMPTION["usage"]),
    (Spend, RESUMPTION["spend"]),
]
each_record = pytest.mark.parametrize(
    ("cls", "plain"), RECORDS, ids=[f"{cls.__module__.split('.')[-2]}.{cls.__name__}" for cls, _ in RECORDS]
)


def test_every_record_is_tried() -> None:
    public = {
        item
        for module in (capture, resumption)
        for item in vars(module).values()
        if dataclasses.is_dataclass(item)
    }
    assert public == {cls for cls, _ in RECORDS}


@each_record
def test_every_way_in_and_out(cls: Any, plain: dict[str, Any], tmp_path: Any) -> None:
    record = cls.from_dict(plain)
    assert type(record) is cls
    assert record.to_dict() == plain
    assert json.loads(record.dumps()) == json.loads(record.dumps(layout="declared")) == plain
    record.save(tmp_path / "record.json")
    for again in (
        cls.load(tmp_path / "record.json"),
        cls.loads(record.dumps()),
        cls.loads(record.to_bytes()),
    ):
        assert type(again) is cls
        assert again == record
    with pytest.raises(runsnap.RunsnapError):
        cls.loads("[]")


@each_record
def test_copies_are_equal_and_apart(cls: Any, plain: dict[str, Any]) -> None:
    record = cls.from_dict(plain | {"later": [1]})
    for other in (
        copy.deepcopy(record),
        pickle.loads(pickle.dumps(record)),
        dataclasses.replace(record),
        copy.copy(record),
    ):
        assert type(other) is cls
        assert other == record
        assert other is not record
    deep = copy.deepcopy(record)
    deep.additional_properties["later"].append(2)
    assert record.additional_properties == {"later": [1]}
    assert deep != record


@each_record
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickling(cls: Any, plain: dict[str, Any], protocol: int) -> None:
    record = cls.from_dict(plain)
    assert pickle.loads(pickle.dumps(record, protocol)) == record


@each_record
def test_slots_and_keywords_only(cls: Any, plain: dict[str, Any]) -> None:
    record = cls.from_dict(plain)
    assert not hasattr(record, "__dict__")
    with pytest.raises(AttributeError):
        record.misspelt = 1
    assert cls.__match_args__ == ()
    parameters = list(inspect.signature(cls).parameters.values())
    assert {parameter.kind for parameter in parameters} == {inspect.Parameter.KEYWORD_ONLY}
    with pytest.raises(TypeError):
        cls(*([None] * len(parameters)))
    with pytest.raises(TypeError, match="unhashable"):
        hash(record)


@each_record
def test_fields_know_their_wire_names(cls: Any, plain: dict[str, Any]) -> None:
    wire = [
        field.metadata["wire"] for field in dataclasses.fields(cls) if field.name != "additional_properties"
    ]
    assert set(wire) == set(plain)
    assert list(cls.from_dict(plain).to_dict()) == wire
    kind = "capture" if ".capture." in cls.__module__ else "resumption"
    schema = runsnap.schema(kind)
    declared = schema if cls in (Capture, Resumption) else schema["$defs"][cls.__name__]
    assert wire == list(declared["properties"])


@each_record
def test_a_missing_required_member_is_a_problem_and_others_have_defaults(
    cls: Any, plain: dict[str, Any]
) -> None:
    required = {
        f.name: f.metadata["wire"]
        for f in dataclasses.fields(cls)
        if f.default is f.default_factory is dataclasses.MISSING
    }
    for wire in plain:
        less = {name: value for name, value in plain.items() if name != wire}
        if wire in required.values():
            with pytest.raises(runsnap.InvalidDocumentError) as caught:
                cls.from_dict(less)
            assert [problem.pointer for problem in caught.value.report.problems] == [f"/{wire}"]
        elif wire not in ("ingotSnapshot", "kind"):
            cls.from_dict(less)
    arguments = {name: getattr(cls.from_dict(plain), name) for name in required}
    minimal = cls(**arguments)
    assert minimal == cls.loads(minimal.dumps())
    if required:
        with pytest.raises(TypeError, match="required keyword-only argument"):
            cls()


def test_constants_and_defaults_in_the_constructor() -> None:
    usage = resumption.Usage(input_tokens=1, output_tokens=2)
    made = Resumption(
        agent="",
        artifact=DIGEST,
        label="",
        stopped_at="",
        resume_at="",
        inputs={},
        bindings={},
        steps=0,
        usage=usage,
    )
    assert (made.ingot_snapshot, made.kind) == ("0.1", "resumption")
    assert (made.state, made.outputs, made.model_calls, made.tool_calls, made.consultations) == (
        {},
        {},
        0,
        0,
        0,
    )
    assert made.spend == Spend(micros=0, currency=None, unpriced={})
    assert usage.cache_read_tokens == 0
    assert Resumption.loads(made.dumps()) == made
    exchange = LlmIo()
    assert (exchange.prompt, exchange.completion, exchange.tool_calls, exchange.finish_reason) == (
        "",
        "",
        [],
        None,
    )
    cost = Cost(prompt_usd=1.0, completion_usd=1.0, total_usd=2.0)
    assert (type(cost.cache_usd), cost.cache_usd) == (float, 0.0)


def test_defaults_are_not_shared() -> None:
    one, other = LlmIo(), LlmIo()
    one.tool_calls.append(ToolCall(id="", name="", args=None))
    one.additional_properties["x"] = 1
    assert (other.tool_calls, other.additional_properties) == ([], {})
    loaded = [
        Resumption.from_dict(changed(changed(RESUMPTION, "/spend", GONE), "/state", GONE)) for _ in range(2)
    ]
    loaded[0].spend.unpriced["m"] = "x"
    loaded[0].state["s"] = 1
    assert (loaded[1].spend, loaded[1].state) == (Spend(), {})


def test_equality_is_that_of_python() -> None:
    one = Capture.from_dict(CAPTURE)
    assert one == Capture.from_dict(CAPTURE)
    assert one != Capture.from_dict(changed(CAPTURE, "/run_log/steps/1/output", 5))
    assert one == Capture.from_dict(changed(CAPTURE, "/run_log/steps/1/output", 4.0))
    assert one != Capture.from_dict(CAPTURE | {"later": 1})
    assert one != CAPTURE
    assert capture.Usage(prompt_tokens=1, completion_tokens=1) != Cost(
        prompt_usd=1.0, completion_usd=1.0, total_usd=1.0
    )


def test_replace_checks_names_and_leaves_the_other_alone() -> None:
    one = Capture.from_dict(CAPTURE)
    other = dataclasses.replace(one, rng_seed=5, memory_ref=None)
    assert (other.rng_seed, other.memory_ref, one.rng_seed) == (5, None, 2**64 - 1)
    assert other.run_log is one.run_log
    with pytest.raises(TypeError):
        dataclasses.replace(one, misspelt=1)  # type: ignore[call-arg]


def kind_of(value: object) -> str:
    match value:
        case Capture(run_log=RunLog(status=RunStatus.COMPLETED, steps=[Step(kind=StepKind.LLM_CALL), *_])):
            return "completed, a call first"
        case Capture(run_log=RunLog(status=str(label))):
            return f"{label}"
        case Resumption(resume_at=node, spend=Spend(currency="USD")):
            return f"dollars, on to {node}"
        case _:
            return "something else"


def test_match_by_keywords() -> None:
    assert kind_of(Capture.from_dict(CAPTURE)) == "completed, a call first"
    assert kind_of(Capture.from_dict(changed(CAPTURE, "/run_log/status", "paused"))) == "paused"
    assert kind_of(Resumption.from_dict(RESUMPTION)) == "dollars, on to n2"
    assert kind_of(5) == "something else"


def test_labels_are_members_where_known_and_texts_where_not() -> None:
    document = changed(changed(CAPTURE, "/run_log/steps/1/kind", "later"), "/llm_io/1/finish_reason", "later")
    loaded = Capture.from_dict(document)
    assert loaded.run_log.status is RunStatus.COMPLETED
    assert loaded.run_log.steps[0].kind is StepKind.LLM_CALL
    assert loaded.llm_io[0].finish_reason is FinishReason.STOP
    assert (type(loaded.run_log.steps[1].kind), loaded.run_log.steps[1].kind) == (str, "later")
    assert (type(loaded.llm_io[1].finish_reason), loaded.llm_io[1].finish_reason) == (str, "later")
    assert loaded.run_log.steps[0].kind == "llm_call"


def test_instants_are_instants() -> None:
    loaded = Capture.from_dict(CAPTURE)
    assert loaded.captured_at == Instant.from_utc(2026, 1, 2, 3, 4, 7, nanosecond=123_456_789)
    assert isinstance(loaded.run_log.started_at, Instant)


def test_from_dict_and_to_dict_copy() -> None:
    plain = changed(RESUMPTION, "/later", {"a": [1]})
    before = copy.deepcopy(plain)
    loaded = Resumption.from_dict(plain)
    loaded.inputs["x"] = "changed"
    loaded.bindings["$tmp0"]["y"].append("changed")  # type: ignore[index, call-overload, union-attr]
    loaded.additional_properties["later"]["a"].append("changed")  # type: ignore[index, call-overload, union-attr]
    assert plain == before
    out = loaded.to_dict()
    out["inputs"]["x"] = out["bindings"]["$tmp0"]["y"] = out["later"]["a"] = None
    assert loaded.inputs["x"] == "changed"
    assert loaded.to_dict()["later"] == {"a": [1, "changed"]}


def test_from_dict_takes_any_mapping() -> None:
    assert Capture.from_dict(MappingProxyType(CAPTURE)) == Capture.from_dict(CAPTURE)


@pytest.mark.parametrize("plain", [None, 5, "{}", [], [CAPTURE], True])
def test_from_dict_of_what_is_no_mapping(plain: Any) -> None:
    for cls in (Capture, RunLog, Resumption):
        with pytest.raises(runsnap.InvalidDocumentError) as caught:
            cls.from_dict(plain)
        assert [(problem.pointer, problem.keyword) for problem in caught.value.report.problems] == [
            ("", "type")
        ]


@pytest.mark.parametrize("plain", [b"{}", (), {1}, object()])
def test_from_dict_of_what_is_no_json(plain: Any) -> None:
    with pytest.raises(runsnap.UnrepresentableError):
        Capture.from_dict(plain)


def test_from_dict_judges_as_load_does() -> None:
    with pytest.raises(runsnap.WrongKindError):
        Capture.from_dict(RESUMPTION)
    with pytest.raises(runsnap.UnsupportedVersionError):
        Resumption.from_dict(RESUMPTION | {"ingotSnapshot": "0.2"})
    with pytest.raises(runsnap.InvalidDocumentError):
        Resumption.from_dict(changed(RESUMPTION, "/spend/micros", 2**128))


def test_a_part_does_not_know_other_kinds() -> None:
    with pytest.raises(runsnap.InvalidDocumentError) as caught:
        RunLog.loads(json.dumps(RESUMPTION))
    assert caught.value.report.kind == "capture"
    assert {problem.pointer for problem in caught.value.report.problems} >= {"/run_id", "/started_at"}


def test_strict_means_nothing_for_a_part() -> None:
    run_log = changed(CAPTURE["run_log"], "/steps/0/idx", 7)
    assert RunLog.loads(json.dumps(run_log), strict=True).steps[0].idx == 7


class Plain(Capture):
    """A subclass with behaviour of its own."""

    def title(self) -> str:
        return f"{self.run_log.agent}!"


@dataclass(slots=True, kw_only=True, repr=False)
class Slotted(RunLog):
    """A subclass that is a dataclass itself."""

    def title(self) -> str:
        return f"{self.agent}!"


def test_a_subclass_loads_itself(tmp_path: Any) -> None:
    mine = Plain.from_dict(CAPTURE)
    mine.save(tmp_path / "run.json")
    for loaded in (
        mine,
        Plain.load(tmp_path / "run.json"),
        Plain.loads(mine.dumps()),
        pickle.loads(pickle.dumps(mine)),
    ):
        assert type(loaded) is Plain
        assert loaded.title() == "adder!"
        assert loaded.to_dict() == CAPTURE
    assert type(runsnap.load(tmp_path / "run.json")) is Capture
    run_log = Slotted.from_dict(CAPTURE["run_log"])
    assert (type(run_log), run_log.title()) == (Slotted, "adder!")


def test_a_part_may_be_of_a_subclass() -> None:
    run_log = Slotted.from_dict(CAPTURE["run_log"])
    made = dataclasses.replace(Capture.from_dict(CAPTURE), run_log=run_log)
    assert made.to_dict() == CAPTURE


def test_avro_is_there_after_a_plain_import() -> None:
    """``runsnap.avro`` is imported by its first use, and nothing else is made up."""
    program = "import runsnap; print(runsnap.avro.schema('capture')['name']); runsnap.nothing"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.stdout == "Capture\n"
    assert "has no attribute 'nothing'" in result.stderr
