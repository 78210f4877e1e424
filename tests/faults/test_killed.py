"""A process that is killed while it saves: the old content or the new, and the next save tidies up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.ways import WAYS

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", WAYS)
def test_killed_at_any_call_to_the_system(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.faults.killed", name, str(tmp_path)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    killed, news, leftovers = map(int, result.stdout.split())
    assert killed > 20
    assert 0 < news < killed
    assert 0 < leftovers < killed
