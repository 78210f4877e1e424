"""Many threads at once, also at the very first use of everything."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sdk.samples import changed, full_capture, full_resumption

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("first", [0, 1, 3])
def test_eight_threads_do_everything_at_once_in_a_new_process(first: int, tmp_path: Path) -> None:
    """All of them begin with the same (0), or each with something else."""
    (tmp_path / "capture.json").write_text(json.dumps(full_capture()))
    (tmp_path / "resumption.json").write_text(json.dumps(changed(full_resumption(), "/spend/micros", 10**37)))
    command = [sys.executable, "-m", "tests.faults.cold", str(tmp_path), str(first)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.stdout, result.stderr, result.returncode) == ("", "", 0)
