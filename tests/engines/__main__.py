"""Says which tools the engines need that are not there: python -m tests.engines. Exit code 77 if one is missing."""

from __future__ import annotations

import sys

from tests.engines.java import java
from tests.engines.maven import missing

TOOL_MISSING = 77  # as in tests.interop


def main() -> int:
    found = missing()
    if not found and java(17) is None:
        found = ["java is older than version 17"]
    for sentence in found:
        print(sentence)
    return TOOL_MISSING if found else 0


if __name__ == "__main__":
    sys.exit(main())
