"""Two writers of one file at once: the content of one of them, whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import runsnap
from runsnap import avro
from tests.sdk.samples import changed, full_capture

WRITERS = 2
SAVES = 40
SCRIPT = """
import os, sys
import runsnap
from runsnap import avro
os.fsync = lambda _: None  # nothing here loses its power
kind, path, source, saves = sys.argv[1:]
capture = runsnap.load(source)
sys.stdin.readline()
for _ in range(int(saves)):
    capture.save(path) if kind == "json" else avro.dump([capture], path)
"""


def agents(kind: str, path: Path) -> list[str]:
    captures = [runsnap.Capture.load(path)] if kind == "json" else avro.load(path)
    return [capture.run_log.agent for capture in captures]


@pytest.mark.parametrize("kind", ["json", "avro"])
def test_whoever_reads_finds_the_whole_content_of_one_writer(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "targets"
    folder.mkdir()
    target = folder / "run"
    names = [str(number) * 10_000 * (number + 1) for number in range(WRITERS)]
    processes = []
    for name in names:
        source = tmp_path / name[:1]
        runsnap.Capture.from_dict(changed(full_capture(), "/run_log/agent", name)).save(source)
        command = [sys.executable, "-c", SCRIPT, kind, str(target), str(source), str(SAVES)]
        processes.append(subprocess.Popen(command, stdin=subprocess.PIPE, text=True))
    runsnap.load(source).save(target) if kind == "json" else avro.dump([runsnap.load(source)], target)
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.close()
    seen = []
    while any(process.poll() is None for process in processes):
        seen += agents(kind, target)
    seen += agents(kind, target)
    assert set(seen) <= set(names)
    assert [process.wait() for process in processes] == [0] * WRITERS
    assert list(folder.iterdir()) == [target]
