"""The one formatter of generated Python, independent of where it runs."""

from __future__ import annotations

import subprocess
import sys

_RUFF = [sys.executable, "-m", "ruff"]
_ISOLATED = ["--isolated", "--config", "line-length=100"]
_SORT_IMPORTS = [*_RUFF, "check", "--fix", "--exit-zero", "--quiet", "--select", "I,F401", *_ISOLATED, "-"]
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
