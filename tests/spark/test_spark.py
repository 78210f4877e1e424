"""Spark gives what the one-machine path gives: on very many captures, and when workers die."""

import hashlib
import itertools
import json
from collections import Counter
from decimal import Decimal
from urllib.parse import unquote

import pyarrow
import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PythonException
from pyspark.sql import functions

import runsnap.spark
from runsnap import Capture, RunsnapError, avro
from runsnap._limits import DEFAULT_LIMITS
from runsnap.spark._batches import Job
from runsnap.spark._library import arrow_schema, struct
from runsnap.spark._rows import Rows
from tests.spark.captures import EVERY, lines, resumption
from tests.spark.conftest import COUNT
from tests.spark.killer import KillsOnce

NANOS = 1_772_439_300_123_456_789


def digests(frame):
    """Of every document of a DataFrame of JSON text, sorted."""
    return sorted(frame.select(functions.sha2("value", 256).alias("digest")).toArrow()["digest"].to_pylist())


def digests_of(texts):
    return sorted(hashlib.sha256(text).hexdigest() for text in texts)


def write(folder, name, texts):
    path = folder / name
    path.write_bytes(b"".join(text + b"\n" for text in texts))
    return str(path)


@pytest.fixture(scope="session")
def some(tmp_path_factory):
    """Some good captures: a file of lines, and the captures."""
    texts = [text for number, text in enumerate(lines(2_000)) if number % EVERY != EVERY // 2]
    return write(tmp_path_factory.mktemp("some"), "some.jsonl", texts), [
        Capture.loads(text) for text in texts
    ]


def test_very_many_captures_are_what_they_are_on_one_machine(spark, many):
    folder, out = many
    split = runsnap.spark.read_split(spark, folder, kind="capture")
    with (out / "good.jsonl").open("rb") as file:
        wanted = digests_of(line.removesuffix(b"\n") for line in file)
    assert len(wanted) == COUNT - COUNT // EVERY
    assert digests(runsnap.spark.to_documents(split.good)) == wanted


def test_very_many_captures_have_the_same_bad_lines_as_on_one_machine(spark, many):
    folder, out = many
    split = runsnap.spark.read_split(spark, folder, kind="capture")
    found = {
        (unquote(row.source).removeprefix("file:"), row.line): (row.problems[0].pointer, row.raw)
        for row in split.bad.collect()
    }
    with (out / "good.jsonl.quarantine.jsonl").open("rb") as file:
        quarantine = [json.loads(line) for line in file]
    assert {(bad["source"], bad["line"]): bad["pointer"] for bad in quarantine} == {
        place: pointer for place, (pointer, _) in found.items()
    }
    texts = {(bad["source"], bad["line"]): bad["text"] for bad in quarantine if "text" in bad}
    assert texts
    assert texts == {place: found[place][1].decode() for place in texts}


def test_numbers_and_instants_are_exact(spark, tmp_path):
    plain = json.loads(next(lines(1)))
    plain |= {"rng_seed": 2**64 - 1, "captured_at": "2026-03-02T08:15:00.123456789Z", "new": 10**38 - 1}
    path = write(tmp_path, "a.jsonl", [json.dumps(plain).encode()])
    rows = runsnap.spark.read(spark, path, kind="capture")
    [row] = rows.select("rng_seed", "captured_at", "_unknown").collect()
    assert row.rng_seed == Decimal(2**64 - 1)
    assert row.captured_at == NANOS
    assert row._unknown["new"] == str(10**38 - 1)
    path = write(tmp_path, "b.jsonl", [resumption(10**38 - 1)])
    [row] = runsnap.spark.read(spark, path, kind="resumption").collect()
    assert row.spend.micros == 10**38 - 1
    assert row.usage.inputTokens == 2**63 - 1


@pytest.mark.parametrize(
    ("nanos", "shown"),
    [
        (NANOS, "2026-03-02 08:15:00.123456"),
        (-1, "1969-12-31 23:59:59.999999"),
        (-1000, "1969-12-31 23:59:59.999999"),
        (0, "1970-01-01 00:00:00"),
        (-(2**63), "1677-09-21 00:12:43.145224"),
        (None, None),
    ],
)
def test_an_instant_becomes_a_timestamp_towards_the_past(spark, nanos, shown):
    frame = spark.createDataFrame([(nanos,)], "at long")
    [row] = frame.select(runsnap.spark.timestamp(frame["at"]).cast("string").alias("at")).collect()
    assert row["at"] == shown


def test_values_that_no_column_holds_are_bad_rows_with_their_place(spark, tmp_path):
    path = write(tmp_path, "a.jsonl", [resumption(1), resumption(10**38), resumption(2**128 - 1)])
    split = runsnap.spark.read_split(spark, path, kind="resumption")
    assert split.good.count() == 1
    bad = split.bad.orderBy("line").collect()
    assert [(row.line, row.problems[0].pointer, row.problems[0].keyword) for row in bad] == [
        (2, "/spend/micros", "spark"),
        (3, "/spend/micros", "spark"),
    ]
    assert bad[0].raw == resumption(10**38)


def test_a_job_that_comes_to_a_bad_line_fails_and_names_it(spark, tmp_path):
    path = write(tmp_path, "a b.jsonl", [*lines(2), b"", b"[]"])
    with pytest.raises(PythonException, match=r"a%20b.jsonl: line 4: \(root\): expected object"):
        runsnap.spark.read(spark, path, kind="capture").count()


def test_avro_files_of_several_versions_make_the_rows_that_json_makes(spark, some, tmp_path):
    path, captures = some
    half = len(captures) // 2
    avro.dump(captures[:half], tmp_path / "new [1].avro")
    avro.dump(captures[half:], tmp_path / "old {2}.avro", version="1.0.0", codec="null")
    rows = runsnap.spark.read(spark, tmp_path, kind="capture", format="avro")
    wanted = runsnap.spark.read(spark, path, kind="capture")
    assert rows.schema == wanted.schema
    assert Counter(map(str, rows.collect())) == Counter(map(str, wanted.collect()))


def test_rows_of_an_older_version_lose_nothing(spark, some, tmp_path):
    path, _ = some
    rows = runsnap.spark.read(spark, path, kind="capture", version="1.0.0")
    wanted = digests(runsnap.spark.to_documents(runsnap.spark.read(spark, path, kind="capture")))
    assert rows.schema == runsnap.spark.schema("capture", "1.0.0")
    assert digests(runsnap.spark.to_documents(rows)) == wanted
    rows.write.parquet(str(tmp_path / "old"))
    stored = spark.read.parquet(str(tmp_path / "old"))
    assert digests(runsnap.spark.to_documents(stored)) == wanted
    newest = runsnap.spark.validate(stored)
    assert newest.bad.count() == 0
    assert digests(runsnap.spark.to_documents(newest.good)) == wanted


def test_text_of_any_source_is_judged(spark):
    texts = [next(lines(1)).decode(), "{}", None]
    frame = spark.createDataFrame(
        [(text, "topic", 7) for text in texts], "value string, source string, line long"
    )
    split = runsnap.spark.validate(frame, kind="capture")
    assert split.good.count() == 1
    [bad] = split.bad.collect()
    assert (bad.source, bad.line, bad.problem_count, bad.raw) == ("topic", 7, 4, b"{}")
    with pytest.raises(ValueError, match="say which"):
        runsnap.spark.validate(frame)


def test_typed_rows_are_judged(spark, some):
    rows = runsnap.spark.read(spark, some[0], kind="capture").limit(10)
    spoilt = rows.withColumn("run_id", functions.lit("nonsense"))
    split = runsnap.spark.validate(rows.union(spoilt))
    assert split.good.count() == 10
    bad = split.bad.collect()
    assert [row.problems[0].pointer for row in bad] == ["/run_id"] * 10
    assert all(json.loads(row.raw)["run_id"] == "nonsense" for row in bad)
    assert runsnap.spark.validate(rows, strict=True).bad.first().problems[0].stage == "check"
    with pytest.raises(PythonException, match="/run_id: expected"):
        runsnap.spark.to_documents(spoilt).collect()


def test_a_map_with_a_doubled_key_is_a_bad_row_and_spoils_no_other(some):
    job = Job("capture", "1.2.0", "1.2.0", False, DEFAULT_LIMITS)
    rows = [Rows("capture", None).row(capture) for capture in some[1][:3]]
    rows[1]["_unknown"] = [("a", "1"), ("a", "2")]
    batch = pyarrow.RecordBatch.from_pylist(rows, schema=arrow_schema(struct("capture", None)))
    assert [part.num_rows for part in job.good([batch])] == [2]
    [bad] = pyarrow.Table.from_batches(job.bad([batch])).to_pylist()
    assert (
        bad["problems"][0]["message"]
        == "(root): expected a row that is a document, found a map that has a key twice"
    )


def test_texts_that_are_not_utf_8_are_bad_rows_and_spoil_no_other(spark, some):
    texts = spark.createDataFrame([(bytearray(b"\xff"),), (bytearray(next(lines(1))),)], "value binary")
    split = runsnap.spark.validate(texts.select(texts.value.cast("string")), kind="capture")
    assert split.good.count() == 1
    assert [row.raw for row in split.bad.collect()] == [b"\xff"]
    rows = runsnap.spark.read(spark, some[0], kind="capture").limit(2)
    spoilt = rows.withColumn("memory_ref", functions.unhex(functions.lit("FF")).cast("string"))
    split = runsnap.spark.validate(rows.union(spoilt))
    assert split.good.count() == 2
    assert {row.problems[0].message for row in split.bad.collect()} == {
        "(root): expected a row that is a document, found a text that is not UTF-8"
    }


def test_spark_avro_keeps_the_last_of_doubled_keys(spark, some, tmp_path):
    """It tells nobody; runsnap by itself refuses such a file."""
    container = tmp_path / "a.avro"
    avro.dump([Capture.from_dict(some[1][0].to_dict() | {"aaaa": 1, "bbbb": 2})], container, codec="null")
    container.write_bytes(container.read_bytes().replace(b"\x08bbbb", b"\x08aaaa"))
    with pytest.raises(runsnap.MalformedError, match="stands twice"):
        list(avro.load(container))
    [row] = runsnap.spark.read(spark, container, kind="capture", format="avro").collect()
    assert row._unknown["aaaa"] == "2"


def test_a_killed_worker_loses_and_doubles_nothing(spark, some, tmp_path):
    path, captures = some
    texts = spark.read.text(path).repartition(2)
    rows = runsnap.spark.validate(texts.mapInArrow(KillsOnce(tmp_path), texts.schema), kind="capture").good
    found = digests(runsnap.spark.to_documents(rows))
    assert int((tmp_path / "killed").read_text()) > 1
    assert (tmp_path / "again").exists()
    assert found == digests(runsnap.spark.to_documents(runsnap.spark.read(spark, path, kind="capture")))
    assert len(found) == len(captures)


def test_avro_that_cannot_be_read_whole_is_refused_by_its_file(spark, some, tmp_path):
    (tmp_path / "text.avro").write_bytes(b"{}")
    with pytest.raises(RunsnapError, match=r"text\.avro: not Avro: does not begin"):
        runsnap.spark.read(spark, tmp_path / "text.avro", kind="capture", format="avro")
    avro.dump(some[1][:1], tmp_path / "run.avro")
    with pytest.raises(RunsnapError, match=r"run\.avro: expected a resumption, found a capture"):
        runsnap.spark.read(spark, tmp_path / "run.avro", kind="resumption", format="avro")
    begun = (tmp_path / "begun.avro").open("wb")
    writer = avro.AvroWriter(begun, "capture")
    writer.write(some[1][0])
    writer.flush()
    begun.close()
    with pytest.raises(RunsnapError, match=r"begun\.avro: not Avro: the writer did not finish the file"):
        runsnap.spark.read(spark, tmp_path / "begun.avro", kind="capture", format="avro")


def test_a_folder_without_files_has_no_rows(spark, tmp_path):
    for format_ in ("json", "avro"):
        rows = runsnap.spark.read(spark, tmp_path, kind="capture", format=format_)
        assert rows.count() == 0
        assert rows.schema == runsnap.spark.schema("capture")


def test_an_unknown_format_or_version_is_refused_at_once(spark, tmp_path):
    with pytest.raises(ValueError, match="no such format: 'xml'"):
        runsnap.spark.read(spark, tmp_path, kind="capture", format="xml")
    with pytest.raises(runsnap.UnsupportedVersionError):
        runsnap.spark.read(spark, tmp_path, kind="capture", version="9.0.0")


def test_sparks_own_reader_drops_and_nulls_in_silence(spark, tmp_path):
    plain = json.loads(next(itertools.islice(lines(3), 2, None)))
    texts = [
        plain | {"rng_seed": 2**64 - 1, "unknown": 1},
        plain | {"rng_seed": "many"},
        plain | {"rng_seed": 10**20},
        plain | {"memory_ref": 5},
    ]
    path = write(tmp_path, "a.jsonl", [json.dumps(text).encode() for text in texts])
    rows = spark.read.schema("run_id string, rng_seed decimal(20,0), memory_ref string").json(path).collect()
    assert [row.asDict().keys() for row in rows] == [{"run_id", "rng_seed", "memory_ref"}] * 4
    assert [row.rng_seed for row in rows[:3]] == [2**64 - 1, None, None]
    assert rows[3].memory_ref == "5"
    split = runsnap.spark.read_split(spark, path, kind="capture")
    assert split.good.select("_unknown").collect()[0]._unknown["unknown"] == "1"
    assert [row.problems[0].pointer for row in split.bad.orderBy("line").collect()] == [
        "/rng_seed",
        "/rng_seed",
        "/memory_ref",
    ]


def test_spark_avro_alone_refuses_nanoseconds(spark, some, tmp_path):
    avro.dump(some[1][:1], tmp_path / "a.avro")
    with pytest.raises(Py4JJavaError, match="timestampNanosTypes"):
        spark.read.format("avro").load(str(tmp_path / "a.avro")).count()
