"""The Java of a machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def java(oldest: int) -> str | None:
    """A program ``java`` of a version, or a newer one: that of the path where it will do; None where there is none."""
    found = {program: version for program in _programs() if (version := _version(program)) >= oldest}
    return next(iter(found), None)


def _programs() -> Iterator[str]:
    default = shutil.which("java")
    if default:
        yield default
    yield from map(str, sorted(Path("/usr/lib/jvm").glob("*/bin/java")))


def _version(program: str) -> int:
    """17 for ``openjdk version "17.0.15"``; 0 for a program that does not say."""
    said = subprocess.run(
        [program, "-version"], check=False, capture_output=True, text=True, timeout=120
    ).stderr
    match = re.search(r'version "([0-9]+)', said)
    return int(match[1]) if match else 0
