"""Runs a program for as long as the standard input stays open: python -m tests.engines.guard PROGRAM [ARG…].

Its input closes when the process that started it stops it, or dies in whatever
way; then the program is stopped. The first line of the output is the program's
process id; what the program prints goes to the standard error.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence

PATIENCE = 20
"""Seconds that a program has to end by itself, once it is asked to."""


def main(command: Sequence[str]) -> int:
    program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    print(program.pid, flush=True)
    threading.Thread(target=_stop_with_input, args=[program], daemon=True).start()
    return program.wait()


def _stop_with_input(program: subprocess.Popen[bytes]) -> None:
    while os.read(
        sys.stdin.fileno(), 1
    ):  # a buffered reader would hold a lock that the interpreter wants at its end
        pass
    program.terminate()
    try:
        program.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        program.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
