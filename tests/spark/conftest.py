"""A running Spark, and very many captures."""

import subprocess
import sys

import pytest

from tests.engines.maven import jar
from tests.spark.captures import lines
from tests.spark.engine import AVRO, started

COUNT = 200_000
FILES = 3


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    folder = tmp_path_factory.mktemp("spark")
    settings = {
        "spark.sql.execution.arrow.maxRecordsPerBatch": "250",  # several batches even of few rows
        "spark.sql.files.maxPartitionBytes": "8m",  # files are read in parts
    }
    with started(jar(AVRO), folder, **settings) as session:
        yield session


@pytest.fixture(scope="session")
def many(tmp_path_factory):
    """A folder with files of lines, and one with what ``runsnap convert`` makes of them."""
    folder, out = tmp_path_factory.mktemp("many"), tmp_path_factory.mktemp("out")
    everything = lines(COUNT)
    for number in range(FILES):
        with (folder / f"part {number}.jsonl").open("wb") as file:
            share = COUNT // FILES + (number < COUNT % FILES)
            file.writelines(next(everything) + b"\n" for _ in range(share))
    sources = [str(path) for path in sorted(folder.iterdir())]
    command = [
        sys.executable,
        "-m",
        "runsnap",
        "convert",
        *sources,
        str(out / "good.jsonl"),
        "--workers",
        "2",
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr  # some lines are bad
    return folder, out
