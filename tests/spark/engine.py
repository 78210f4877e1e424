"""Spark on this machine, listening to nobody else, and ended by its process id."""

import contextlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AVRO = "org.apache.spark:spark-avro_2.13:4.2.0"
"""The newest that Maven has; Spark itself is a version ahead."""


@contextlib.contextmanager
def started(jar, folder, *, cores=2, **settings):
    """A session, with a jar of spark-avro or without; at the end its Java process is gone."""
    os.environ |= {
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": str(ROOT),  # the workers import functions of the tests
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(f"local[{cores},4]").appName("runsnap")
    given = (
        {
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",  # short jobs: compile little
            "spark.driver.host": "localhost",
            "spark.driver.memory": "1g",
            "spark.local.dir": str(folder),
            "spark.log.level": "OFF",
            "spark.sql.session.timeZone": "UTC",
            "spark.sql.shuffle.partitions": "4",
            "spark.sql.warehouse.dir": str(Path(folder, "warehouse")),
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
        }
        | ({"spark.jars": str(jar)} if jar else {})
        | settings
    )
    for name, value in given.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    try:
        yield session
    finally:
        gateway = SparkContext._gateway
        session.stop()
        gateway.shutdown()
        gateway.proc.stdin.close()
        gateway.proc.wait(60)
