"""What the tests of the command line share."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

import runsnap
from runsnap.cli._app import app

DATA = Path(__file__).parents[1] / "data"


def example(kind: str, version: str | None = None) -> dict[str, Any]:
    """The fullest example that a schema holds."""
    return copy.deepcopy(runsnap.schema(kind, version)["examples"][-1])


def lines_of(*documents: Any) -> bytes:
    """JSON Lines."""
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


def write(path: Path, document: Any) -> str:
    """Write JSON; the name comes back."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")
    return str(path)


_APART: dict[str, Any] = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
"""Older releases of click keep the two outputs apart on request only."""


def run(*arguments: str, stdin: bytes | None = None, columns: int | None = None) -> Result:
    """Run a command in this process; anything but an exit is raised."""
    environment = {"COLUMNS": str(columns) if columns else None, "NO_COLOR": None}
    result = CliRunner(env=environment, **_APART).invoke(app, list(arguments), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def command(*arguments: str) -> list[str]:
    """The command line of a process of its own."""
    return [sys.executable, "-W", "error", "-m", "runsnap", *arguments]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a process of its own, without what steers colours and width."""
    steering = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TERM", "PYTHONIOENCODING", "PYTHONUNBUFFERED")
    return (
        {name: value for name, value in os.environ.items() if name not in steering}
        | {"TERM": "xterm"}
        | changes
    )


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own."""
    options = {"capture_output": True, "timeout": 60, "env": environment()} | options
    return subprocess.run(command(*arguments), check=False, **options)
