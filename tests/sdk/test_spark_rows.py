"""Rows of Spark without Spark: what the workers do to each document."""

import json
import sys
from decimal import Decimal
from io import BytesIO

import fastavro
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runsnap
from runsnap import avro
from runsnap._documents import line_of
from runsnap._generated.catalog import CATALOG
from runsnap._limits import DEFAULT_LIMITS
from runsnap.errors import InvalidDocumentError, MalformedError, RunsnapError, UnrepresentableError
from runsnap.spark._columns import rows_version
from runsnap.spark._library import struct
from runsnap.spark._rows import Rows, problems_of
from tests.avro.samples import CLASSES, MODELS, PAIRS, PLAIN
from tests.strategies import documents

NANOS = 1_772_439_300_123_456_789
"""Of 2026-03-02T08:15:00.123456789Z."""


def loaded(plain, kind):
    return CLASSES[kind].loads(json.dumps(plain))


def row_of(plain, kind, version=None):
    return Rows(kind, version).row(loaded(plain, kind))


def document_of(row, kind, version=None, strict=False):
    return Rows(kind, version).document(row, strict=strict, limits=DEFAULT_LIMITS)


def test_a_row_holds_exact_numbers_nanoseconds_and_json_text():
    row = row_of(PLAIN["capture"] | {"new": {"n": 2**70}}, "capture")
    assert row["rng_seed"] == 2**64 - 1
    assert row["run_log"]["started_at"] == NANOS
    assert row["run_log"]["steps"][0]["input"] == '{"b":[1,2.0,null]}'
    assert row["_unknown"] == {"new": '{"n":1180591620717411303424}'}
    assert row_of(PLAIN["resumption"], "resumption")["spend"]["micros"] == 10**38 - 1


@settings(max_examples=25)  # for each version
@given(st.data())
@pytest.mark.parametrize(("kind", "version"), PAIRS)
def test_a_document_comes_back_from_the_rows_of_every_version(kind, version, data):
    plain = data.draw(documents(MODELS[kind][-1]))
    document = loaded(plain, kind)
    try:
        row = Rows(kind, version).row(document)
    except UnrepresentableError:
        return
    assert line_of(document_of(row, kind, version)) == line_of(document)


@settings(max_examples=25)  # for each version
@given(st.data())
@pytest.mark.parametrize(("kind", "version"), PAIRS)
def test_json_and_avro_make_the_same_row(kind, version, data):
    document = loaded(data.draw(documents(MODELS[kind][-1])), kind)
    container = BytesIO()
    try:
        avro.dump([document], container, version=version)
    except UnrepresentableError as error:
        with pytest.raises(UnrepresentableError) as refused:
            Rows(kind, version).row(document)
        assert refused.value.pointer == error.pointer
        return
    container.seek(0)
    [read_by_another] = fastavro.reader(container)
    assert Rows(kind, version).row(document) == read_by_another


def test_decimals_as_spark_gives_them_are_read():
    row = row_of(PLAIN["resumption"], "resumption")
    row["spend"]["micros"] = Decimal(10**38 - 1)
    assert document_of(row, "resumption").spend.micros == 10**38 - 1


def without(row, *path):
    """A copy with null at a place."""
    head, *rest = path
    copy = list(row) if isinstance(row, list) else dict(row)
    copy[head] = without(row[head], *rest) if rest else None
    return copy


@pytest.mark.parametrize(
    "path",
    [
        ("run_id",),
        ("run_log",),
        ("run_log", "started_at"),
        ("run_log", "steps"),
        ("run_log", "steps", 0),
        ("run_log", "steps", 0, "idx"),
        ("run_log", "tokens", "prompt_tokens"),
        ("llm_io",),
        ("captured_at",),
    ],
)
@pytest.mark.parametrize("version", CATALOG.versions("capture"))
def test_null_where_there_may_be_none_is_refused_by_its_place(path, version):
    row = without(row_of(PLAIN["capture"], "capture", version), *path)
    with pytest.raises(InvalidDocumentError) as refused:
        document_of(row, "capture", version)
    assert [problem.pointer for problem in refused.value.report.problems] == [
        "".join(f"/{token}" for token in path)
    ]


def test_null_for_json_text_is_the_json_null_and_null_for_unknown_members_is_none():
    row = row_of(PLAIN["capture"], "capture")
    row = without(without(row, "run_log", "steps", 0, "input"), "_unknown")
    document = document_of(row, "capture")
    assert document.run_log.steps[0].input is None
    assert document.additional_properties == {}


def test_what_no_document_holds_is_refused_by_its_place():
    row = row_of(PLAIN["capture"], "capture")
    row["run_log"]["steps"][0]["cost_usd"] = float("nan")
    with pytest.raises(MalformedError) as refused:
        document_of(row, "capture")
    [problem], count = problems_of(refused.value)
    assert (problem.pointer, problem.keyword, count) == ("/run_log/steps/0/cost_usd", "spark", 1)
    assert Rows("capture", None).raw(row, DEFAULT_LIMITS) is None


def test_text_that_is_no_json_is_refused_by_its_place():
    row = row_of(PLAIN["capture"], "capture")
    row["run_log"]["steps"][0]["input"] = "{"
    with pytest.raises(MalformedError) as refused:
        document_of(row, "capture")
    assert refused.value.pointer == "/run_log/steps/0/input"


@pytest.mark.parametrize(
    ("kind", "change", "pointer"),
    [
        ("resumption", {"spend": PLAIN["resumption"]["spend"] | {"micros": 10**38}}, "/spend/micros"),
        (
            "resumption",
            {"usage": PLAIN["resumption"]["usage"] | {"inputTokens": 2**63}},
            "/usage/inputTokens",
        ),
        ("capture", {"captured_at": "1600-01-01T00:00:00Z"}, "/captured_at"),
    ],
)
def test_a_value_that_its_column_cannot_hold_is_refused_by_its_place(kind, change, pointer):
    with pytest.raises(UnrepresentableError) as refused:
        row_of(PLAIN[kind] | change, kind)
    [problem], _ = problems_of(refused.value)
    assert (problem.stage, problem.pointer, problem.keyword) == ("value", pointer, "spark")


def test_cross_field_rules_are_judged_under_strict_only():
    row = row_of(PLAIN["capture"] | {"model_version": "another"}, "capture")
    assert document_of(row, "capture").model_version == "another"
    with pytest.raises(InvalidDocumentError) as refused:
        document_of(row, "capture", strict=True)
    [problem], _ = problems_of(refused.value)
    assert problem.stage == "check"


def test_a_document_of_another_kind_says_so():
    with pytest.raises(RunsnapError) as refused:
        Rows("capture", None).parsed(
            json.dumps(PLAIN["resumption"]).encode(), strict=False, limits=DEFAULT_LIMITS
        )
    [problem], _ = problems_of(refused.value)
    assert problem.keyword == "kind"


def test_the_raw_text_of_a_row_is_its_document_good_or_bad():
    row = without(row_of(PLAIN["capture"], "capture"), "run_id")
    raw = Rows("capture", None).raw(row, DEFAULT_LIMITS)
    assert json.loads(raw) == PLAIN["capture"] | {"run_id": None}


@pytest.mark.parametrize(("kind", "version"), PAIRS)
def test_rows_are_known_by_their_columns_whatever_may_be_null(kind, version):
    stored = json.loads(
        json.dumps(struct(kind, version)).replace("false", "true")  # as Parquet gives them back
    )
    stored["fields"].append({"name": "day", "type": "date", "nullable": True, "metadata": {}})
    assert rows_version(stored, None) == (kind, version)


def columns(*types):
    return {"type": "struct", "fields": [{"name": name, "type": type_} for name, type_ in types]}


def test_a_column_of_text_is_known():
    assert rows_version(columns(("value", "string")), "capture") == (None, None)
    assert rows_version(columns(("value", "binary"), ("source", "string")), None) == (None, None)


def test_other_columns_are_refused_by_name():
    with pytest.raises(ValueError, match=r"neither JSON text .* day, n"):
        rows_version(columns(("day", "date"), ("n", "long")), None)
    altered = struct("capture", None)
    altered["fields"] = [
        field | {"type": "string"} if field["name"] == "captured_at" else field
        for field in altered["fields"]
        if field["name"] != "memory_ref"
    ]
    with pytest.raises(ValueError, match="missing columns: memory_ref; columns of another type: captured_at"):
        rows_version(altered, "capture")


@pytest.mark.parametrize("missing", ["pyarrow", "pyspark"])
def test_a_missing_package_is_named_with_the_extra_that_brings_it(missing, monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    call = {
        "pyspark": lambda: runsnap.spark.schema("capture"),
        "pyarrow": lambda: runsnap.spark.read(None, "x", kind="capture"),
    }
    with pytest.raises(RunsnapError, match=rf"the package {missing}; install runsnap\[spark\]"):
        call[missing]()


def test_what_can_be_judged_without_spark_is_judged_first():
    with pytest.raises(ValueError, match="no such kind: 'memory'"):
        struct("memory", None)
    with pytest.raises(runsnap.UnsupportedVersionError):
        struct("capture", "9.0.0")
