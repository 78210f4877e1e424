"""The functions of ``runsnap.spark``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import reduce
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from runsnap._generated.catalog import CATALOG
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap.spark import _avro
from runsnap.spark._batches import BAD, BLOCK, DOCUMENTS, LINE, SOURCE, TEXT, Job
from runsnap.spark._columns import named_by, rows_version
from runsnap.spark._library import library, struct

if TYPE_CHECKING:  # the checkers go without: 900 MB
    from pyspark.sql import Column, DataFrame, SparkSession  # pyright: ignore[reportMissingImports]
    from pyspark.sql.types import StructType  # pyright: ignore[reportMissingImports]

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


class Split(NamedTuple):
    """Documents, good and bad.

    ``good`` has the typed rows. ``bad`` has ``source`` (the file) and ``line`` (from
    1), null where unknown; ``problems``, each with stage, pointer, keyword and
    message, and their true ``problem_count``; and ``raw``, the bytes of the text.
    Spark computes each of the two when it is used, so both read the source.
    """

    good: DataFrame
    bad: DataFrame


def read(
    spark: SparkSession, path: Paths, *, kind: str, version: str | None = None,
    format: Literal["json", "avro"] = "json", strict: bool = False, limits: Limits = DEFAULT_LIMITS,  # noqa: A002
) -> DataFrame:  # fmt: skip
    """The documents of files, as typed rows in no particular order.

    ``path`` names files or folders as Spark takes them, ``format`` says what they
    hold: JSON, a document a line, or Avro container files, which need the package
    spark-avro. Rows are those of ``version``, the newest by default; what it does
    not declare stands in the column ``_unknown``. ``strict`` refuses what breaks a
    cross-field rule.

    A job that comes to a bad document fails with a message that names file, line,
    pointer and reason. Raises ValueError for an unknown kind or format,
    UnsupportedVersionError for an unknown version, RunsnapError for a missing
    package and, in Avro, MalformedError, WrongKindError or UnsupportedVersionError
    for the header of a file.
    """
    parts = _parts(spark, path, kind, version, format, strict, limits)
    rows: DataFrame = _union([_mapped(frame, job.rows, schema(kind, version)) for frame, job in parts])
    return rows


def read_split(
    spark: SparkSession, path: Paths, *, kind: str, version: str | None = None,
    format: Literal["json", "avro"] = "json", strict: bool = False, limits: Limits = DEFAULT_LIMITS,  # noqa: A002
) -> Split:  # fmt: skip
    """The rows of the good documents of files, and why the others are bad.

    Takes and raises what ``read`` does. Of Avro, ``line`` is null and ``raw`` the JSON
    text of the row.
    """
    parts = _parts(spark, path, kind, version, format, strict, limits)
    bad = _union([_mapped(frame, job.bad, _struct_type(BAD)) for frame, job in parts])
    if format == "json":
        bad = _with_lines(bad, parts[0][0])
    return Split(
        _union([_mapped(frame, job.good, schema(kind, version)) for frame, job in parts]), bad.drop(BLOCK)
    )


def validate(
    frame: DataFrame, *, kind: str | None = None, version: str | None = None, strict: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> Split:  # fmt: skip
    """Judge every row of a DataFrame: JSON text, or typed rows of any version.

    Text stands in a column ``value`` of strings or bytes; columns ``source`` and
    ``line`` beside it, where there are any, come back for bad rows. Text needs a
    ``kind``; typed rows are known by their columns.

    Raises ValueError for columns that are neither, for text without a ``kind`` and
    for rows of another one; else what ``read`` raises.
    """
    library("pyarrow")
    given_kind, given = rows_version(frame.schema.jsonValue(), kind)
    given_kind = given_kind or kind
    if given_kind is None:
        raise ValueError("JSON text may be of any kind: say which, kind='capture' or kind='resumption'")
    job = Job(given_kind, CATALOG.version(given_kind, version), given, strict, limits)
    narrow = _texts(frame) if given is None else frame.select(*named_by(given_kind, given))
    return Split(
        _mapped(narrow, job.good, schema(given_kind, version)),
        _mapped(narrow, job.bad, _struct_type(BAD)).drop(BLOCK),
    )


def to_documents(frame: DataFrame, *, limits: Limits = DEFAULT_LIMITS) -> DataFrame:
    """Typed rows as JSON text: a DataFrame of one column ``value``, a document a line.

    The text is that of ``runsnap convert`` to JSON Lines, in the newest version:
    ``frame.write.text(folder)`` writes such files, ``runsnap.loads`` makes objects.
    A job that comes to a row that is no document fails, naming pointer and reason.
    Raises ValueError for a DataFrame of other columns.
    """
    library("pyarrow")
    kind, given = rows_version(frame.schema.jsonValue(), None)
    if kind is None or given is None:
        raise ValueError("the rows are JSON text already")
    job = Job(kind, given, given, False, limits)
    narrow = frame.select(*named_by(kind, given))
    documents: DataFrame = _mapped(narrow, job.documents, _struct_type(DOCUMENTS))
    return documents


def schema(kind: str, version: str | None = None) -> StructType:
    """The columns of the rows of a kind, the newest version by default.

    Instants are nanoseconds since 1970 as long; 64-bit seeds and amounts are
    decimals of 20 and 38 digits; any JSON is JSON text; members that a version does
    not declare stand in the map ``_unknown``, as JSON texts. Raises ValueError for
    an unknown kind, UnsupportedVersionError for an unknown version.
    """
    columns: StructType = _struct_type(struct(kind, version))
    return columns


def timestamp(column: Column) -> Column:
    """An instant as Spark's own timestamp: its nanoseconds are cut to microseconds, towards the past."""
    functions = library("pyspark.sql.functions")
    micros = functions.call_function("div", column, functions.lit(1000))
    rest: Any = column % 1000
    down: Column = functions.timestamp_micros(micros - functions.when(rest < 0, 1).otherwise(0))
    return down


Part = tuple[Any, Job]
"""A DataFrame and what is to be done with it."""


def _parts(
    spark: Any, path: Paths, kind: str, version: str | None, format_: str, strict: bool, limits: Limits
) -> list[Part]:
    library("pyarrow")
    version = CATALOG.version(kind, version)
    paths = [os.fspath(path)] if isinstance(path, (str, os.PathLike)) else [os.fspath(each) for each in path]
    match format_:
        case "json":
            return [(_lines(spark, paths), Job(kind, version, None, strict, limits))]
        case "avro":
            return [
                (frame, Job(kind, version, given, strict, limits))
                for given, frame in _avro.frames(spark, paths, kind)
            ]
        case _:
            raise ValueError(f"no such format: {format_!r}; known: json, avro")


def _lines(spark: Any, paths: list[str]) -> Any:
    """The lines of files as bytes, each with its file and with where the part that Spark reads begins."""
    functions = library("pyspark.sql.functions")
    return spark.read.option("lineSep", "\n").text(paths).select(
        functions.col("value").cast("binary").alias(TEXT),
        functions.col("_metadata.file_path").alias(SOURCE),
        functions.col("_metadata.file_block_start").alias(BLOCK),
    )  # fmt: skip


def _texts(frame: Any) -> Any:
    """JSON text as bytes, whether it is UTF-8 or not, with its place where that is known."""
    col = library("pyspark.sql.functions").col
    types = {TEXT: "binary", SOURCE: "string", LINE: "long"}
    return frame.select(
        *(col(name).cast(type_).alias(name) for name, type_ in types.items() if name in frame.columns)
    )


def _with_lines(bad: Any, lines: Any) -> Any:
    """Lines counted from the beginning of the file, not of the part."""
    sql = library("pyspark.sql")
    functions = library("pyspark.sql.functions")
    earlier = sql.Window.partitionBy(SOURCE).orderBy(BLOCK).rowsBetween(sql.Window.unboundedPreceding, -1)
    before = lines.groupBy(SOURCE, BLOCK).count().select(
        SOURCE, BLOCK, functions.coalesce(functions.sum("count").over(earlier), functions.lit(0)).alias("before")
    )  # fmt: skip
    counted = bad.join(functions.broadcast(before), [SOURCE, BLOCK], "left")
    return counted.select(
        *(functions.col(LINE) + functions.col("before") if name == LINE else name for name in bad.columns)
    ).toDF(*bad.columns)


def _mapped(frame: Any, function: Any, columns: Any) -> Any:
    return frame.mapInArrow(function, columns)


def _union(frames: list[Any]) -> Any:
    return reduce(lambda one, other: one.unionByName(other), frames)


def _struct_type(fields: dict[str, Any]) -> Any:
    return library("pyspark.sql.types").StructType.fromJson(fields)
