"""The fast way between dataclasses and records agrees with the slow way over plain values, which alone refuses."""

from __future__ import annotations

import datetime
import json
import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from whenever import Instant

from runsnap import avro
from runsnap._equality import same_json
from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap._limits import DEFAULT_LIMITS
from runsnap._pipeline import build_record
from runsnap.avro._datum import decode_records
from runsnap.avro._records import to_plain, to_record
from runsnap.avro._values import Doubt
from runsnap.errors import (
    InvalidDocumentError,
    LimitError,
    MalformedError,
    RunsnapError,
    UnrepresentableError,
    UnsupportedVersionError,
    WrongKindError,
)
from tests.avro.samples import CLASSES, MODELS, PAIRS, carried_documents, datum, document, varint
from tests.strategies import documents

RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def same(fast: Any, slow: Any) -> bool:
    """Equal records of equal types; JSON texts may order the members of objects otherwise."""
    if type(fast) is not type(slow):
        return False
    if isinstance(fast, dict):
        return fast.keys() == slow.keys() and all(same(fast[name], slow[name]) for name in fast)
    if isinstance(fast, list):
        return len(fast) == len(slow) and all(map(same, fast, slow))
    if isinstance(fast, float):
        return math.copysign(1, fast) == math.copysign(1, slow) and fast == slow
    return fast == slow or (isinstance(fast, str) and same_json(json.loads(fast), json.loads(slow)))


@pytest.mark.parametrize("kind", MODELS)
@given(data=st.data())
@settings(RELAXED, max_examples=60)
def test_writing(kind: str, data: st.DataObject) -> None:
    strategy = data.draw(st.sampled_from([documents, carried_documents]))
    made = CLASSES[kind].loads(json.dumps(data.draw(strategy(MODELS[kind][-1]))))
    try:
        fast = AVRO_CATALOG.codec(kind).write_document(made)
    except Doubt:
        return
    assert same(fast, to_record(made.to_dict(), avro.schema(kind)))


def record_of(kind: str, made: Any, version: str) -> Any:
    data = varint(1) + datum(made, version) + b"\0"
    return decode_records(data, 1, AVRO_CATALOG.compiled(kind, version))[0]


@pytest.mark.parametrize("kind, version", PAIRS)
@given(data=st.data())
@settings(RELAXED, max_examples=40)
def test_reading(kind: str, version: str, data: st.DataObject) -> None:
    model = data.draw(st.sampled_from(MODELS[kind]))
    made = CLASSES[kind].loads(json.dumps(data.draw(carried_documents(model))))
    record = record_of(kind, made, version)
    plain = to_plain(record, avro.schema(kind, version), DEFAULT_LIMITS)
    slow = build_record(CLASSES[kind], plain, strict=False, limits=DEFAULT_LIMITS)
    assert slow == made
    try:
        fast = AVRO_CATALOG.codec(kind).read_document(CLASSES[kind], record)
    except Doubt:
        return
    assert fast == slow
    assert same_json(fast.to_dict(), slow.to_dict())


@pytest.mark.parametrize("kind", MODELS)
def test_the_fast_way_does_not_doubt_ordinary_documents(kind: str) -> None:
    made = document(kind, unknown={"x": [1, 2.5, None]})
    codec = AVRO_CATALOG.codec(kind)
    record = codec.write_document(made)
    assert codec.read_document(CLASSES[kind], record) == made


def test_fast_records_have_known_labels_as_enumeration_members() -> None:
    from runsnap.capture import StepKind

    back: Any = avro.decode(avro.encode(document("capture")))
    assert back.run_log.steps[0].kind is StepKind.LLM_CALL


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


CYCLE: list[Any] = []
CYCLE.append(CYCLE)
STEP = "run_log.steps.0."
INPUT = STEP + "input"
AT_INPUT = "/run_log/steps/0/input"
LATE = Instant.from_utc(2300, 1, 1)

WRITING: list[tuple[str, str, Any, type[RunsnapError], str]] = [
    ("capture", "run_id", "x", InvalidDocumentError, "/run_id"),
    ("capture", "run_id", None, InvalidDocumentError, "/run_id"),
    ("capture", "run_id", "01J9ZK3V7Q8R5T2W4Y6A8C0E1G\n", InvalidDocumentError, "/run_id"),
    ("capture", "run_log.steps", (), UnrepresentableError, "/run_log/steps"),
    ("capture", "run_log.steps", None, InvalidDocumentError, "/run_log/steps"),
    ("capture", STEP + "idx", True, InvalidDocumentError, "/run_log/steps/0/idx"),
    ("capture", STEP + "idx", 3.7, InvalidDocumentError, "/run_log/steps/0/idx"),
    ("capture", STEP + "idx", -1, InvalidDocumentError, "/run_log/steps/0/idx"),
    ("capture", STEP + "idx", 2**32, InvalidDocumentError, "/run_log/steps/0/idx"),
    ("capture", STEP + "latency", 2**63, UnrepresentableError, "/run_log/steps/0/latency"),
    ("capture", STEP + "latency", 2**64 - 1, UnrepresentableError, "/run_log/steps/0/latency"),
    ("capture", STEP + "latency", 2**64, InvalidDocumentError, "/run_log/steps/0/latency"),
    ("capture", "captured_at", datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC), UnrepresentableError, "/captured_at"),
    ("capture", "captured_at", "2026-03-02T08:16:00Z", UnrepresentableError, "/captured_at"),
    ("capture", "captured_at", LATE, UnrepresentableError, "/captured_at"),
    ("capture", "run_log.cost_estimate.total_usd", math.nan, UnrepresentableError, "/run_log/cost_estimate/total_usd"),
    ("capture", "run_log.cost_estimate.total_usd", math.inf, UnrepresentableError, "/run_log/cost_estimate/total_usd"),
    ("capture", "run_log.cost_estimate.total_usd", True, InvalidDocumentError, "/run_log/cost_estimate/total_usd"),
    ("capture", "run_log.status", None, InvalidDocumentError, "/run_log/status"),
    ("capture", "model_version", 5, InvalidDocumentError, "/model_version"),
    ("capture", "model_version", "\ud800", UnrepresentableError, "/model_version"),
    ("capture", "rng_seed", -1, InvalidDocumentError, "/rng_seed"),
    ("capture", "rng_seed", 2**64, InvalidDocumentError, "/rng_seed"),
    ("capture", INPUT, {1}, UnrepresentableError, AT_INPUT),
    ("capture", INPUT, (1,), UnrepresentableError, AT_INPUT),
    ("capture", INPUT, b"x", UnrepresentableError, AT_INPUT),
    ("capture", INPUT, [math.nan], UnrepresentableError, AT_INPUT + "/0"),
    ("capture", INPUT, "\ud800", UnrepresentableError, AT_INPUT),
    ("capture", INPUT, {"a": "\ud800"}, UnrepresentableError, AT_INPUT + "/a"),
    ("capture", INPUT, {1: 2}, UnrepresentableError, AT_INPUT),
    ("capture", INPUT, {"\ud800": 2}, UnrepresentableError, AT_INPUT),
    ("capture", INPUT, nested(197), LimitError, AT_INPUT + "/0" * 196),
    ("capture", INPUT, nested(3000), LimitError, AT_INPUT + "/0" * 196),
    ("capture", INPUT, CYCLE, UnrepresentableError, AT_INPUT + "/0"),
    ("capture", INPUT, 10**4300, LimitError, AT_INPUT),
    ("capture", INPUT, LATE, UnrepresentableError, AT_INPUT),
    ("capture", "run_log.steps.0", {"idx": 0}, UnrepresentableError, "/run_log/steps/0"),
    ("capture", "run_log.tokens", None, InvalidDocumentError, "/run_log/tokens"),
    ("capture", "llm_io.0.prompt", b"", UnrepresentableError, "/llm_io/0/prompt"),
    ("capture", "additional_properties", {"run_id": "x"}, UnrepresentableError, "/run_id"),
    ("capture", "additional_properties", {"x": {1}}, UnrepresentableError, "/x"),
    ("capture", "additional_properties", {"\udcff": 1}, UnrepresentableError, ""),
    ("capture", "additional_properties", {1: 1}, UnrepresentableError, ""),
    ("resumption", "spend.micros", 10**38, UnrepresentableError, "/spend/micros"),
    ("resumption", "spend.micros", 2**128 - 1, UnrepresentableError, "/spend/micros"),
    ("resumption", "spend.micros", 2**128, InvalidDocumentError, "/spend/micros"),
    ("resumption", "usage.input_tokens", 2**63, UnrepresentableError, "/usage/inputTokens"),
    ("resumption", "usage.cache_read_tokens", 2**64 - 1, UnrepresentableError, "/usage/cacheReadTokens"),
    ("resumption", "bindings", {"a": {1}}, UnrepresentableError, "/bindings/a"),
    ("resumption", "bindings", {1: 2}, UnrepresentableError, "/bindings"),
    ("resumption", "bindings", [], InvalidDocumentError, "/bindings"),
    ("resumption", "outputs", {"o": None}, InvalidDocumentError, "/outputs/o"),
    ("resumption", "spend.unpriced", {"m": None}, InvalidDocumentError, "/spend/unpriced/m"),
    ("resumption", "spend.unpriced", {"\ud800": ""}, UnrepresentableError, "/spend/unpriced"),
    ("resumption", "kind", "memory", InvalidDocumentError, "/kind"),
    ("resumption", "ingot_snapshot", "9", InvalidDocumentError, "/ingotSnapshot"),
]  # fmt: skip


def put(made: Any, path: str, value: Any) -> Any:
    """The document, an attribute or item of it replaced."""
    *above, last = path.split(".")
    place = made
    for token in above:
        place = place[int(token)] if token.isdigit() else getattr(place, token)
    if last.isdigit():
        place[int(last)] = value
    else:
        setattr(place, last, value)
    return made


@pytest.mark.parametrize("row", range(len(WRITING)))
def test_a_fault_in_memory_is_refused_by_its_place(row: int) -> None:
    kind, path, value, error, pointer = WRITING[row]
    for version in [model.version for model in MODELS[kind]]:
        with pytest.raises(error) as caught:
            avro.encode(put(document(kind), path, value), version=version)
        assert type(caught.value) is error
        assert place_of(caught.value) == pointer


def place_of(error: Any) -> str:
    return str(error.report.refusals[0].pointer if isinstance(error, InvalidDocumentError) else error.pointer)


@pytest.mark.parametrize("kind, path, value, pointer, written", [
    ("capture", STEP + "idx", 1.0, "/run_log/steps/0/idx", 1),
    ("capture", "run_log.cost_estimate.total_usd", 1, "/run_log/cost_estimate/total_usd", 1.0),
    ("capture", "llm_io.0.prompt", None, "/llm_io/0/prompt", ""),
    ("capture", "llm_io.0.tool_calls", None, "/llm_io/0/tool_calls", []),
    ("resumption", "spend.micros", 5.0, "/spend/micros", 5),
    ("resumption", "spend.micros", None, "/spend/micros", 0),
])  # fmt: skip
def test_what_json_would_normalise_is_normalised(
    kind: str, path: str, value: Any, pointer: str, written: Any
) -> None:
    for version in [model.version for model in MODELS[kind]]:
        made = put(document(kind), path, value)
        assert same_json(avro.decode(avro.encode(made, version=version)).to_dict(), made.to_dict())
        place: Any = made.to_dict()
        for token in pointer.split("/")[1:]:
            place = place[int(token)] if token.isdigit() else place[token]
        assert same_json(place, written)


def encoded(kind: str, record: Any) -> bytes:
    import io

    from fastavro import schemaless_writer

    schema = AVRO_CATALOG.compiled(kind)
    data = io.BytesIO()
    schemaless_writer(data, schema.raw, record)
    return b"\xc3\x01" + schema.fingerprint + data.getvalue()


MICROS = "spend/micros"
READING: list[tuple[str, str, Any, type[RunsnapError], str]] = [
    ("capture", "run_id", "x", InvalidDocumentError, "/run_id"),
    ("capture", "run_log/steps/0/idx", -1, InvalidDocumentError, "/run_log/steps/0/idx"),
    ("capture", "run_log/steps/0/idx", 2**32, InvalidDocumentError, "/run_log/steps/0/idx"),
    ("capture", "run_log/steps/0/latency", -1, InvalidDocumentError, "/run_log/steps/0/latency"),
    ("capture", "rng_seed", (-1).to_bytes(1, "big", signed=True), InvalidDocumentError, "/rng_seed"),
    ("capture", "rng_seed", (2**64).to_bytes(9, "big"), InvalidDocumentError, "/rng_seed"),
    ("capture", "rng_seed", (10**20).to_bytes(9, "big"), MalformedError, "/rng_seed"),
    ("capture", "rng_seed", b"\x01" * 2000, MalformedError, "/rng_seed"),
    ("resumption", MICROS, (10**38).to_bytes(17, "big"), MalformedError, "/spend/micros"),
    ("resumption", MICROS, (2**128 - 1).to_bytes(17, "big"), MalformedError, "/spend/micros"),
    ("resumption", MICROS, b"\xff", InvalidDocumentError, "/spend/micros"),
    ("capture", "run_log/cost_estimate/total_usd", math.nan, MalformedError, "/run_log/cost_estimate/total_usd"),
    ("capture", "run_log/cost_estimate/total_usd", -math.inf, MalformedError, "/run_log/cost_estimate/total_usd"),
    ("capture", "run_log/steps/0/input", "", MalformedError, AT_INPUT),
    ("capture", "run_log/steps/0/input", "nul", MalformedError, AT_INPUT),
    ("capture", "run_log/steps/0/input", "NaN", MalformedError, AT_INPUT),
    ("capture", "run_log/steps/0/input", "1 2", MalformedError, AT_INPUT),
    ("capture", "run_log/steps/0/input", "1e400", MalformedError, AT_INPUT),
    ("capture", "run_log/steps/0/input", "[1e400]", MalformedError, AT_INPUT + "/0"),
    ("capture", "run_log/steps/0/input", '"\\ud800"', MalformedError, AT_INPUT),
    ("capture", "run_log/steps/0/input", '{"a": 1, "a": 1}', MalformedError, AT_INPUT + "/a"),
    ("capture", "run_log/steps/0/input", "1" * 4301, LimitError, AT_INPUT),
    ("capture", "run_log/steps/0/input", "[" * 300 + "]" * 300, LimitError, AT_INPUT + "/0" * 200),
    ("capture", "_unknown", {"x": "{"}, MalformedError, "/x"),
    ("capture", "_unknown", {"run_id": '"x"'}, MalformedError, "/run_id"),
    ("capture", "run_log/_unknown", {"agent": '"x"'}, MalformedError, "/run_log/agent"),
    ("resumption", "bindings", {"a/b": "["}, MalformedError, "/bindings/a~1b/0"),
]  # fmt: skip


@pytest.mark.parametrize("row", range(len(READING)))
def test_a_fault_in_the_data_is_refused_by_its_place(row: int) -> None:
    kind, path, value, error, pointer = READING[row]
    record = AVRO_CATALOG.codec(kind).write_document(document(kind))
    *above, last = path.split("/")
    place = record
    for token in above:
        place = place[int(token)] if isinstance(place, list) else place[token]
    place[last] = value
    with pytest.raises(Doubt):
        AVRO_CATALOG.codec(kind).read_document(CLASSES[kind], record)
    with pytest.raises(error) as caught:
        avro.decode(encoded(kind, record))
    assert type(caught.value) is error
    assert place_of(caught.value) == pointer


def test_json_text_that_nests_too_deep_only_with_what_is_around_it() -> None:
    record = AVRO_CATALOG.codec("capture").write_document(document("capture"))
    record["run_log"]["steps"][0]["input"] = "[" * 196 + "]" * 196
    assert avro.decode(encoded("capture", record))
    record["run_log"]["steps"][0]["input"] = "[" * 197 + "]" * 197
    with pytest.raises(LimitError, match="200"):
        avro.decode(encoded("capture", record))


@pytest.mark.parametrize(
    "member, value, error",
    [("kind", "memory", WrongKindError), ("ingotSnapshot", "9", UnsupportedVersionError)],
)
def test_other_snapshots_are_told_apart(member: str, value: str, error: type[RunsnapError]) -> None:
    record = AVRO_CATALOG.codec("resumption").write_document(document("resumption"))
    with pytest.raises(error, match=value):
        avro.decode(encoded("resumption", record | {member: value}))
