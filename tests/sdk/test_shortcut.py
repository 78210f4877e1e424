"""The shortcut gives what the long way gives, or nothing; and it is taken where nothing is unusual."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import OrderedDict
from collections.abc import Callable
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from codegen.schemas import read_folder
from runsnap import Capture, Limits, Resumption, RunsnapError, _pipeline, _shortcut
from runsnap._encode import lay_out
from runsnap._json import parse
from runsnap._limits import DEFAULT_LIMITS
from runsnap.capture import Step, StepKind, ToolCall
from runsnap.resumption import Artifact
from tests import strategies
from tests.codegen.packages import document, package
from tests.fuzz.mutate import changed
from tests.sdk.samples import FULL, full_capture, full_resumption, nested

ROOT = Path(__file__).resolve().parents[2]
NEWEST = {kind: versions[-1] for kind, versions in read_folder(ROOT / "schemas").documents.items()}
CLASSES: dict[str, type[Capture | Resumption]] = {"capture": Capture, "resumption": Resumption}
KINDS = sorted(CLASSES)
WORDS = ["run_id", "steps", "captured_at", "spend", "x", "additional_properties", "ingotSnapshot", "idx"]


def long_way(cls: Any, data: bytes, limits: Limits = DEFAULT_LIMITS) -> Any:
    return _pipeline.build_record(cls, parse(data, limits), strict=False, limits=limits)


def alike(left: Any, right: Any) -> bool:
    """Whether two values are equal, type for type, all the way down."""
    if type(left) is not type(right):
        return False
    if dataclasses.is_dataclass(left):
        return all(
            alike(getattr(left, each.name), getattr(right, each.name)) for each in dataclasses.fields(left)
        )
    if isinstance(left, dict):
        return list(left) == list(right) and all(alike(left[name], right[name]) for name in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(alike, left, right))
    return repr(left) == repr(right)


def agree(cls: Any, data: bytes, limits: Limits = DEFAULT_LIMITS) -> bool:
    """Whether the shortcut was taken; then the long way gives the same."""
    record = _shortcut.read(cls, data, limits)
    if record is None:
        return False
    assert alike(record, long_way(cls, data, limits))
    return True


LAYOUTS: dict[str, Callable[[Any], bytes]] = {
    "compact": msgspec.json.encode,
    "saved": lambda plain: lay_out(msgspec.json.encode(plain, order="sorted")),
    "laid out": lambda plain: json.dumps(plain, indent=2, ensure_ascii=False).encode(),
    "other": lambda plain: json.dumps(plain, indent="\t").encode(),
}


# -- reading ----------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", KINDS)
def test_full_documents_take_it_in_every_layout(kind: str, layout: str) -> None:
    plain = {name: value for name, value in FULL[kind]().items() if name in _declared(kind)}
    assert agree(CLASSES[kind], LAYOUTS[layout](_known_only(kind, plain)))


def _declared(kind: str) -> set[str]:
    return {field.wire for field in NEWEST[kind].root.fields}


def _known_only(kind: str, plain: dict[str, Any]) -> dict[str, Any]:
    """Without what no schema declares, at any level of the document's records."""
    document = CLASSES[kind].from_dict(plain)
    _drop_unknown(document)
    return json.loads(document.to_bytes(layout="declared"))


def _drop_unknown(value: Any) -> None:
    if dataclasses.is_dataclass(value):
        value.additional_properties = {}
        for each in dataclasses.fields(value):
            _drop_unknown(getattr(value, each.name))
    elif isinstance(value, (list, dict)):
        for item in value if isinstance(value, list) else value.values():
            _drop_unknown(item)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_it_is_taken_by_documents_of_declared_members(kind: str, data: st.DataObject) -> None:
    plain = data.draw(strategies.documents(NEWEST[kind], unknown=False, float_literals=False))
    text = LAYOUTS[data.draw(st.sampled_from(sorted(LAYOUTS)))](plain)
    agree(CLASSES[kind], text)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_it_agrees_on_every_document(kind: str, data: st.DataObject) -> None:
    plain = data.draw(strategies.documents(NEWEST[kind]))
    agree(CLASSES[kind], LAYOUTS[data.draw(st.sampled_from(sorted(LAYOUTS)))](plain))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=500)
@given(seed=st.integers(0, 2**32), layout=st.sampled_from(sorted(LAYOUTS)))
def test_it_agrees_on_texts_with_faults(kind: str, seed: int, layout: str) -> None:
    text = LAYOUTS[layout](_known_only(kind, FULL[kind]()))
    spoilt = changed(text, random.Random(seed), WORDS)
    for cls in CLASSES.values():
        agree(cls, spoilt)
        agree(cls, spoilt, Limits(max_depth=5))


def _capture_with(old: str, new: str) -> bytes:
    text = json.dumps(_known_only("capture", full_capture()))
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1).encode()


DOUBTFUL = {
    "a doubled member": ('"run_id":', '"run_id": "x", "run_id":'),
    "a doubled member in free JSON": ('"input": ', '"input": {"a": 1, "a": 2}, "was": '),
    "an unknown member": ('"run_id":', '"other": 1, "run_id":'),
    "the name of the rest": ('"run_id":', '"additional_properties": {}, "run_id":'),
    "a float literal for an integer": ('"idx": 0', '"idx": 0.0'),
    "an integer beyond 64 bits": ('"rng_seed": ', '"rng_seed": 18446744073709551616, "x": '),
    "a wrong type": ('"idx": 0', '"idx": "0"'),
    "a boolean for an integer": ('"idx": 0', '"idx": false'),
    "a run id of other letters": ('"run_id": "', '"run_id": "U'),
    "no such day": ('"captured_at": "', '"captured_at": "2026-02-30T00:00:00Z", "x": "'),
}  # fmt: skip


@pytest.mark.parametrize("case", DOUBTFUL)
def test_doubt_leads_to_the_long_way(case: str) -> None:
    assert _shortcut.read(Capture, _capture_with(*DOUBTFUL[case]), DEFAULT_LIMITS) is None


@pytest.mark.parametrize(
    "literal", ["9007199254740992", "9007199254740993", "1e16", "-9007199254740993", "1e400"]
)
def test_numbers_that_may_be_inexact_are_in_doubt(literal: str) -> None:
    plain = _known_only("capture", full_capture())
    plain["run_log"]["steps"][0]["cost_usd"] = 12345.5
    text = json.dumps(plain).replace("12345.5", literal).encode()
    assert _shortcut.read(Capture, text, DEFAULT_LIMITS) is None


@pytest.mark.parametrize("literal", ["3", "-0", "0", "-0.0", "1e3", "9007199254740991"])
def test_integers_in_number_members_agree(literal: str) -> None:
    plain = _known_only("capture", full_capture())
    plain["run_log"]["steps"][0]["cost_usd"] = 12345.5
    agree(Capture, json.dumps(plain).replace("12345.5", literal).encode())


@pytest.mark.parametrize("depth", [190, 195, 196, 197, 198, 199, 200, 201, 300])
@pytest.mark.parametrize("inner", [[], {}, [1], {"a": 1}, 1])
def test_depth_agrees_around_the_limit(depth: int, inner: Any) -> None:
    plain = _known_only("resumption", full_resumption())
    value = inner
    for _ in range(depth - 2):
        value = [value]
    plain["inputs"] = {"deep": value}
    data = msgspec.json.encode(plain)
    try:
        expected = long_way(Resumption, data)
    except RunsnapError:
        expected = None
    found = _shortcut.read(Resumption, data, DEFAULT_LIMITS)
    assert found is None or alike(found, expected)


def test_depth_below_the_limit_is_no_doubt() -> None:
    plain = _known_only("resumption", full_resumption())
    plain["inputs"] = {"deep": nested(100)}
    assert agree(Resumption, msgspec.json.encode(plain))


def test_a_class_of_somebody_else_takes_the_long_way() -> None:
    class Mine(Capture):
        pass

    text = msgspec.json.encode(_known_only("capture", full_capture()))
    assert _shortcut.read(Mine, text, DEFAULT_LIMITS) is None
    assert type(Mine.loads(text)) is Mine


def test_size_is_a_doubt() -> None:
    text = msgspec.json.encode(_known_only("capture", full_capture()))
    assert _shortcut.read(Capture, text, Limits(max_bytes=len(text))) is not None
    assert _shortcut.read(Capture, text, Limits(max_bytes=len(text) - 1)) is None


# -- writing ----------------------------------------------------------------


def written(record: Any, layout: Any) -> Any:
    """The text of the long way, or the error."""
    binding = record._binding
    try:
        plain = binding.write(record)
        return _pipeline._encode_plain(type(record), plain, layout, _pipeline._judge(binding, plain))
    except Exception as error:  # noqa: BLE001 - whatever it is, the texts differ
        return error


def writes_alike(record: Any) -> bool:
    """Whether the shortcut was taken; then the long way writes the same."""
    taken = False
    for layout in ("sorted", "declared"):
        data = _shortcut.write(record, layout)
        if data is not None:
            taken = True
            indented = layout == "sorted" or record._declared_indent
            assert (lay_out(data) if indented else data) == written(record, layout)
    return taken


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_every_document_is_written_alike(kind: str, data: st.DataObject) -> None:
    plain = data.draw(strategies.documents(NEWEST[kind]))
    writes_alike(CLASSES[kind].loads(msgspec.json.encode(plain)))


@pytest.mark.parametrize("kind", KINDS)
def test_full_documents_are_written_by_it(kind: str) -> None:
    assert writes_alike(CLASSES[kind].from_dict(_known_only(kind, FULL[kind]())))


class _Text(str):
    __slots__ = ()


class _Label(str, Enum):  # noqa: UP042 - what older code has
    A = "a"


class _Number(IntEnum):
    ONE = 1


class _Whole(int):
    pass


class _Double(float):
    pass


class _List(list[Any]):
    pass


CYCLE: list[Any] = []
CYCLE.append(CYCLE)
SHARED: Any = [1]
for _ in range(64):
    SHARED = [SHARED, SHARED]

ODD = [
    None, True, False, 0, 1, -1, 2**31, 2**32 - 1, 2**32, 2**53, 2**64 - 1, 2**64, 2**128 - 1, 2**128, 10**4300,
    0.0, -0.0, 1.5, 3.0, 1e15, 1e16, -1e16, 1e22, 2.0**60, float("nan"), float("inf"), float("-inf"),
    "", "x", "llm_call", "\ud800", "\x00", "2026-01-02T03:04:05Z", b"x", _Text("t"), _Label.A, StepKind.LLM_CALL,
    _Number.ONE, _Whole(7), _Double(1.5), Decimal("1.5"), Decimal(1), [], {}, (), set(), frozenset(), [1], (1,), {1},
    {"a": 1}, {1: 2}, {_Text("k"): 1}, {"\ud800": 1}, OrderedDict(), OrderedDict(a=1), _List(), _List([1]), [[]], [()],
    [None], {"a": None}, {"a": set()}, {"a": 1e16}, nested(150), nested(199), nested(250), CYCLE, SHARED, object(), int,
    SimpleNamespace(name="x", content_type="y", value=1, id="i", args=1), ToolCall(id="a", name="b", args=1),
    [ToolCall(id="a", name="b", args=1)], (ToolCall(id="a", name="b", args=1),), Artifact(name="a", content_type="b", value=1),
    {"a": Artifact(name="a", content_type="b", value=1)}, {"a": {"name": "x"}}, [{"id": "a", "name": "b", "args": 1}],
    msgspec.Raw(b"1"), msgspec.UNSET,
]  # fmt: skip


def _records(value: Any) -> list[Any]:
    """Every record in a document."""
    if dataclasses.is_dataclass(value):
        inner = [found for each in dataclasses.fields(value) for found in _records(getattr(value, each.name))]
        return [value, *inner]
    if isinstance(value, (list, dict)):
        return [
            found
            for item in (value if isinstance(value, list) else value.values())
            for found in _records(item)
        ]
    return []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("odd", range(len(ODD)), ids=lambda index: f"{index} {type(ODD[index]).__name__}")
def test_odd_values_in_any_attribute_are_written_alike_or_left(kind: str, odd: int) -> None:
    base = CLASSES[kind].from_dict(_known_only(kind, FULL[kind]()))
    for record in _records(base):
        for each in dataclasses.fields(record):
            kept = getattr(record, each.name)
            setattr(record, each.name, ODD[odd])
            writes_alike(base)
            setattr(record, each.name, kept)


def test_a_missing_attribute_is_left_to_the_long_way() -> None:
    capture = Capture.from_dict(_known_only("capture", full_capture()))
    del capture.memory_ref
    assert _shortcut.write(capture, "sorted") is None


def test_a_record_of_another_class_is_left_to_the_long_way() -> None:
    class Other(Step):
        pass

    capture = Capture.from_dict(_known_only("capture", full_capture()))
    first = capture.run_log.steps[0]
    capture.run_log.steps[0] = Other(
        **{each.name: getattr(first, each.name) for each in dataclasses.fields(first)}
    )
    assert _shortcut.write(capture, "sorted") is None


# -- other schemas ----------------------------------------------------------

TYPES: dict[str, Any] = {
    "text": {"type": "string", "minLength": 1, "maxLength": 3, "pattern": "^[a-c]*$"},
    "small": {"type": "integer", "minimum": -3, "maximum": 3},
    "wide": {"type": "integer", "minimum": -(2**70), "maximum": 2**70},
    "stepped": {"type": "integer", "multipleOf": 3},
    "above": {"type": "integer", "exclusiveMinimum": 0},
    "share": {"type": "number", "minimum": 0, "maximum": 1},
    "number": {"type": "number"},
    "flag": {"type": "boolean"},
    "free": {},
    "texts": {"type": "array", "items": {"type": "string", "pattern": "^[a-c]*$"}},
    "numbers": {"type": "object", "additionalProperties": {"type": "number"}},
    "grid": {"type": "array", "items": {"type": "array", "items": {"type": "integer", "maximum": 2**64}}},
    "frees": {"type": "object", "additionalProperties": {"type": "array", "items": {}}},
    "maybe": {"type": ["string", "null"], "minLength": 2},
    "class": {"type": ["integer", "null"], "default": 7},
    "left": {"type": "integer", "default": 0, "x-omit-default": True},
}  # fmt: skip


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Any:
    described = {name: {**type_, "description": "A member."} for name, type_ in TYPES.items()}
    required = [name for name in TYPES if name not in {"maybe", "class", "left"}]
    made = document(described, required=required)
    return made, package(tmp_path_factory.mktemp("package"), made).sample.Sample


@settings(max_examples=300)
@given(data=st.data())
def test_types_of_every_kind_agree(sample: Any, data: st.DataObject) -> None:
    made, cls = sample
    plain = data.draw(strategies.documents(made, unknown=False))
    name = data.draw(st.sampled_from([*plain, None]))
    if name is not None:
        plain[name] = data.draw(st.sampled_from([plain[name]]) | strategies.json_values())
    text = msgspec.json.encode(plain)
    try:
        expected = long_way(cls, text)
    except RunsnapError:
        assert _shortcut.read(cls, text, DEFAULT_LIMITS) is None
        return
    found = _shortcut.read(cls, text, DEFAULT_LIMITS)
    assert found is None or alike(found, expected)
    writes_alike(expected)


def test_bounds_on_a_list_leave_the_record_out(tmp_path: Path) -> None:
    made = document(
        {"few": {"type": "array", "items": {}, "maxItems": 1, "description": "Few."}}, required=["few"]
    )
    cls = package(tmp_path, made).sample.Sample
    assert _shortcut.read(cls, b'{"few":[]}', DEFAULT_LIMITS) is None
    assert cls.loads(b'{"few":[1]}').few == [1]
    with pytest.raises(RunsnapError):
        cls.loads(b'{"few":[1,2]}')


@pytest.mark.parametrize("kind", KINDS)
def test_the_public_ways_take_it(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cls, path = CLASSES[kind], tmp_path / "document.json"
    path.write_text(json.dumps(FULL[kind]()))
    usual = cls.load(path, strict=True)

    def long(*args: Any, **options: Any) -> Any:
        raise AssertionError("the long way")

    monkeypatch.setattr(_pipeline, "build_record", long)
    monkeypatch.setattr(_pipeline, "_judge", long)
    assert cls.load(path) == cls.loads(path.read_bytes()) == usual
    assert json.loads(usual.dumps()) == json.loads(usual.dumps(layout="declared")) == FULL[kind]()
    with pytest.raises(AssertionError, match="the long way"):
        cls.load(path, strict=True)
