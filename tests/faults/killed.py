"""Writes a file in child processes that are killed, each one call to the system later than the one before.

Run as ``python -m tests.faults.killed WAY FOLDER``; prints how many were killed,
and how many of them left a temporary file, after it has seen that each left the
old or the new content, and that the next save left nothing else.
"""

from __future__ import annotations

import gc
import io
import itertools
import os
import signal
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.faults.ways import OLD, WAYS, Way, is_new, prepared

SYSTEM = {"posix", "fcntl"}


def is_of_the_system(function: Any) -> bool:
    owner = getattr(function, "__self__", None)
    return isinstance(owner, io.IOBase) or (isinstance(owner, ModuleType) and owner.__name__ in SYSTEM)


def kill_at(number: int) -> None:
    """Let this process die at so many begins and ends of calls to the system from here."""
    left = number

    def watch(frame: Any, event: str, function: Any) -> None:
        nonlocal left
        if event in ("c_call", "c_return") and is_of_the_system(function):
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(watch)


def in_child(way: Way, target: Path, number: int) -> bool:
    """Whether the child was killed; else it came to its end."""
    child = os.fork()
    if not child:
        try:
            kill_at(number)
            way.write(target)
            sys.setprofile(None)
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.waitstatus_to_exitcode(status) == 0, status
    return os.WIFSIGNALED(status)


def main(name: str, folder: Path) -> None:
    way = WAYS[name]
    os.fsync = lambda descriptor: os.lseek(descriptor, 0, os.SEEK_CUR)  # nothing here loses its power
    target = prepared(folder, way)
    way.write(target)  # whatever loads on first use
    gc.collect()
    killed, news, leftovers = 0, 0, 0
    for number in itertools.count():
        target.write_bytes(OLD)
        if not in_child(way, target, number):
            break
        killed += 1
        new = target.read_bytes() != OLD
        assert not new or is_new(target), number
        news += new
        leftovers += len(os.listdir(target.parent)) - 1
        way.write(target)
        assert os.listdir(target.parent) == [target.name], number
        assert is_new(target)
    print(killed, news, leftovers)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
