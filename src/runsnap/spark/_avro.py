"""Avro container files through spark-avro, each with the schema that it was written with.

Spark 4 has no type for nanoseconds that Python could take: a reader schema turns
them into plain longs. It is otherwise the writer's, since Avro's own resolution
would drop in silence whatever another version does not declare.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from runsnap._generated.avro_catalog import AVRO_CATALOG
from runsnap.avro._header import UNFINISHED, read_header
from runsnap.errors import MalformedError, RunsnapError, WrongKindError
from runsnap.spark._batches import SOURCE
from runsnap.spark._library import library, struct

_READERS = 8
"""Headers that are read at a time: far away, each takes a while."""


def frames(spark: Any, paths: list[str], kind: str) -> list[tuple[str, Any]]:
    """The rows of the files of each version, with the name of their file.

    Raises MalformedError, WrongKindError or UnsupportedVersionError, naming the
    file, and RunsnapError where spark-avro is missing or Spark runs elsewhere.
    """
    by_version: dict[str, list[str]] = defaultdict(list)
    for file, version in _versions(spark, _files(spark, paths), kind):
        by_version[version].append(file)
    if not by_version:
        newest = AVRO_CATALOG.catalog.version(kind, None)
        none = library("pyspark.sql.types").StructType.fromJson(struct(kind, newest))
        return [(newest, spark.createDataFrame([], none))]
    return [(version, _frame(spark, files, kind, version)) for version, files in sorted(by_version.items())]


def _frame(spark: Any, files: list[str], kind: str, version: str) -> Any:
    source = library("pyspark.sql.functions").col("_metadata.file_path").alias(SOURCE)
    columns = [field["name"] for field in struct(kind, version)["fields"]]
    reader = spark.read.format("avro").option("avroSchema", _reader_schema(kind, version))
    return _loaded(reader, [_literal(file) for file in files]).select(*columns, source)


def _loaded(reader: Any, files: list[str]) -> Any:
    errors = library("pyspark.errors")
    try:
        return reader.load(files)
    except errors.AnalysisException as error:
        if "AVRO_DATA_SOURCE" not in str(error) and "DATA_SOURCE_NOT_FOUND" not in str(error):
            raise
        raise RunsnapError(
            "Avro in Spark needs the package org.apache.spark:spark-avro, in spark.jars or spark.jars.packages"
        ) from None


def _reader_schema(kind: str, version: str) -> str:
    return json.dumps(_with_plain_longs(AVRO_CATALOG.schema(kind, version)))


def _with_plain_longs(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_with_plain_longs(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("logicalType") == "timestamp-nanos":
        return schema["type"]
    return {
        key: _with_plain_longs(value) if key in ("type", "items", "values", "fields") else value
        for key, value in schema.items()
    }


def _files(spark: Any, paths: list[str]) -> list[str]:
    """The files below the paths; their contents are not read."""
    rows = spark.read.format("binaryFile").load(paths).select("path").collect()
    return sorted(row.path for row in rows)


def _literal(path: str) -> str:
    """A path in which nothing stands for other names."""
    return "".join(f"\\{char}" if char in "{}[]*?\\" else char for char in path)


def _versions(spark: Any, files: list[str], kind: str) -> Iterator[tuple[str, str]]:
    jvm = getattr(spark, "_jvm", None)
    if jvm is None:
        raise RunsnapError("to read Avro, the session must not be one of Spark Connect")
    settings = spark.sparkContext._jsc.hadoopConfiguration()
    with ThreadPoolExecutor(_READERS) as pool:
        versions = pool.map(lambda file: _version(jvm, settings, file, kind), files)
        yield from zip(files, versions, strict=True)


def _version(jvm: Any, settings: Any, file: str, kind: str) -> str:
    try:
        header = read_header(_Far(jvm, settings, file))
        if header.schema.kind != kind:
            raise WrongKindError(f"a {kind}", f"a {header.schema.kind}")
        if header.count == UNFINISHED:
            raise MalformedError("the writer did not finish the file", format="Avro")
    except RunsnapError as error:
        error.source = file
        raise
    return header.schema.version


class _Far:
    """A file, wherever Spark finds it, from its beginning."""

    def __init__(self, jvm: Any, settings: Any, file: str) -> None:
        self._path = jvm.org.apache.hadoop.fs.Path(file)
        self._system = self._path.getFileSystem(settings)
        self._at = 0

    def read(self, size: int) -> bytes:
        """At most ``size`` bytes; none at the end."""
        stream = self._system.open(self._path)
        try:
            stream.seek(self._at)
            data = bytes(stream.readNBytes(size))
        finally:
            stream.close()
        self._at += len(data)
        return data
