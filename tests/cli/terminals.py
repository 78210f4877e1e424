"""Terminals that commands can be run on."""

from __future__ import annotations

import errno
import os
import pty
import subprocess

from tests.cli.tools import command, environment


def terminal(*arguments: str, columns: int = 100, **changes: str) -> tuple[int, bytes]:
    """Run a command on a terminal of its own; its exit code and everything that it printed."""
    master, slave = pty.openpty()
    with subprocess.Popen(
        command(*arguments), stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
        env=environment(COLUMNS=str(columns), **changes),
    ) as running:  # fmt: skip
        os.close(slave)
        printed = b""
        while chunk := _read(master):
            printed += chunk
        os.close(master)
        return running.wait(60), printed


def _read(master: int) -> bytes:
    try:
        return os.read(master, 1 << 16)
    except OSError as error:
        if error.errno == errno.EIO:  # the other side is closed
            return b""
        raise
