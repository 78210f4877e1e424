"""The files in ``tests/typing`` pass the type checkers, which must find every fault marked in them."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHECKERS = {"mypy": ["--strict"], "pyright": ["--pythonpath", sys.executable]}


@pytest.mark.parametrize("checker", [name for name in CHECKERS if importlib.util.find_spec(name)])
def test_the_public_types_are_those_that_are_promised(checker: str) -> None:
    command = [sys.executable, "-m", checker, *CHECKERS[checker], "tests/typing"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_package_says_that_it_is_typed() -> None:
    import runsnap

    assert (Path(runsnap.__file__).parent / "py.typed").is_file()
