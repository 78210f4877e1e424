"""Hostile input for the package: ``python -m tests.fuzz json avro --minutes 10 --seed 1``.

Targets are json, avro, schema and command, each in a process of its own; all of
them when none is named. Exit code 1 if there are findings in the folder, which
keeps them and what reached new code from run to run.
``python -m tests.fuzz.reduce`` makes the corpus of the latter.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

TARGETS = ("json", "avro", "schema", "command")


def main() -> int:
    """Run until the time is over, then say what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[[], *TARGETS])
    parser.add_argument("--minutes", type=float, default=1.0, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(".fuzz"), help="inputs and findings")
    options = parser.parse_args()
    folder = options.folder.resolve()
    failed = [target for target in options.targets or TARGETS if not _stands(target, folder, options)]
    return 1 if failed else 0


def _stands(target: str, folder: Path, options: argparse.Namespace) -> bool:
    for name in ("inputs", "findings"):
        (folder / target / name).mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tests.fuzz.drive", target, str(folder)]
    command += ["--minutes", str(options.minutes), "--seed", str(options.seed)]
    code = subprocess.run(command, check=False).returncode
    findings = sorted((folder / target / "findings").iterdir())
    for path in findings:
        print(f"{target}: {path}")
    print(f"{target}: {len(findings)} findings, exit code {code}", flush=True)
    return not findings and code == 0


if __name__ == "__main__":
    sys.exit(main())
