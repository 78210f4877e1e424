"""``python -m tests.spark.job SOURCE TARGET FORMAT CORES``: what a program of Spark does with a file of captures."""

import sys
import tempfile

import runsnap.spark
from tests.spark.engine import started


def main(source, target, format_, cores):
    with tempfile.TemporaryDirectory() as folder, started(None, folder, cores=int(cores)) as session:
        if format_ == "nothing":
            session.range(1).count()
            return
        rows = runsnap.spark.read(session, source, kind="capture")
        if format_ == "parquet":
            rows.write.parquet(target)
        else:
            runsnap.spark.to_documents(rows).write.text(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
