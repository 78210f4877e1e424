"""One target under libFuzzer, guided by the coverage of the package: run by ``python -m tests.fuzz``.

Every input that shows a fault is kept, one for each place that raises, and the
run goes on. What ends the process itself (a crash in a library, memory beyond
the limit, a library that never comes back) is kept by libFuzzer beside them.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import pkgutil
import random
import re
import sys
import traceback
from pathlib import Path

import atheris

from tests.fuzz.guard import limited

with atheris.instrument_imports(include=["runsnap"]):
    import runsnap

    for module in pkgutil.walk_packages(runsnap.__path__, "runsnap."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)  # many load on first use, which would be too late
    from tests.fuzz.registry import TARGETS, Fuzzed

CORPUS = Path(__file__).resolve().parent / "corpus"
LARGEST = 20_000
MEGABYTES = 3000
MOST_FINDINGS = 100
WALL_SECONDS = 120
"""Ends a library that hangs, on a busy machine too."""


class Run:
    """One target, and the faults that were found so far."""

    def __init__(self, fuzzed: Fuzzed, findings: Path) -> None:
        self.fuzzed = fuzzed
        self.findings = findings
        self.known: set[str] = set()

    def one(self, data: bytes) -> None:
        """Run one input; a fault is noted and shown once."""
        try:
            with limited():
                self.fuzzed.run(data)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001 - whatever escapes is a finding
            self._note(data, error)

    def _note(self, data: bytes, error: BaseException) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = "".join(f"{frame.filename}:{frame.lineno}\n" for frame in frames[-2:])
        words = re.sub(r"[^a-z ]", "", str(error))[:40] if isinstance(error, AssertionError) else ""
        key = hashlib.sha256(f"{type(error).__name__}\n{words}\n{place}".encode()).hexdigest()[:12]
        if key in self.known or len(self.known) == MOST_FINDINGS:
            return
        self.known.add(key)
        (self.findings / f"finding-{key}").write_bytes(data)
        print(f"\nFINDING {key}: {type(error).__name__}: {error!s:.500}\n{data[:300]!r}", flush=True)
        print("".join(traceback.format_tb(error.__traceback__)[-6:]), flush=True)

    def change(self, data: bytes, most: int, seed: int) -> bytes:
        """What libFuzzer tries next: a change that knows the format, or one of its own."""
        dice = random.Random(seed)
        if dice.random() < 0.2:
            return bytes(atheris.Mutate(data, most))
        made = self.fuzzed.change(data, dice, self.fuzzed.words)
        return made[:most]


def main() -> None:
    """Fuzz one target; libFuzzer ends the process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--seed", type=int, required=True)
    options = parser.parse_args()
    inputs, findings = (options.folder / options.target / name for name in ("inputs", "findings"))
    fuzzed = TARGETS[options.target]
    corpus = (path.read_bytes() for path in (CORPUS / options.target).glob("*"))
    for data in (*fuzzed.seeds(), *corpus):
        (inputs / hashlib.sha256(data).hexdigest()[:20]).write_bytes(data)
    run = Run(fuzzed, findings)
    arguments = [
        sys.argv[0], str(inputs), f"-max_total_time={int(60 * options.minutes)}", f"-seed={options.seed}",
        f"-rss_limit_mb={MEGABYTES}", f"-timeout={WALL_SECONDS}", f"-max_len={LARGEST}", "-len_control=0",
        f"-artifact_prefix={findings}/",
    ]  # fmt: skip
    atheris.Setup(arguments, run.one, custom_mutator=run.change)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
