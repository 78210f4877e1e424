"""The one formatter of generated Python, independent of where it runs."""

from __future__ import annotations

import subprocess
import sys

from codegen import runtime

_RUFF = [sys.executable, "-m", "ruff"]
_ISOLATED = ["--isolated", "--config", "line-length=100", "--config", 'target-version="py311"']
_OWN_PACKAGE = ["--config", "src=[]", "--config", f'lint.isort.known-first-party=["{runtime.PACKAGE}"]']
"""Told, since ruff else looks for the package in the working directory."""
_SORT_IMPORTS = [
    *_RUFF,
    "check",
    "--fix",
    "--exit-zero",
    "--quiet",
    "--select",
    "I,F401",
    *_ISOLATED,
    *_OWN_PACKAGE,
    "-",
]
_FORMAT = [*_RUFF, "format", "--quiet", *_ISOLATED, "-"]


def formatted(source: str) -> str:
    """Python source with sorted imports and uniform layout.

    Raises subprocess.CalledProcessError when the source is not Python.
    """
    for command in (_SORT_IMPORTS, _FORMAT):
        source = subprocess.run(
            command, input=source, capture_output=True, text=True, check=True, encoding="utf-8"
        ).stdout
    return source
