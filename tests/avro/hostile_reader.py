"""Reads a container file in bounded memory and says how it ended: run by test_hostile.py."""

from __future__ import annotations

import resource
import signal
import sys

SECONDS = 60


def main(path: str, memory: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    signal.alarm(SECONDS)
    from runsnap import avro
    from runsnap.errors import RunsnapError

    try:
        count = sum(1 for _ in avro.load(path))
    except RunsnapError as error:
        print(type(error).__name__, error.explain()[:300])
    else:
        print("loaded", count)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
