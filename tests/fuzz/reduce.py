"""Keep the smallest inputs of a run that together reach all the code that it reached.

``python -m tests.fuzz.reduce json`` writes ``corpus/json``; what was put there by
hand stays: files whose name does not begin with ``reached-``.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
from collections.abc import Iterable
from pathlib import Path

import coverage

from tests.fuzz.guard import TooSlow, limited
from tests.fuzz.readings import read
from tests.fuzz.registry import TARGETS, Fuzzed

CORPUS = Path(__file__).resolve().parent / "corpus"
PREFIX = "reached-"
MOST_FILES = 70
MOST_BYTES = 120_000
LARGEST = 6_000
"""No input of the corpus is larger."""

Reached = frozenset[tuple[str, object]]


def reached(fuzzed: Fuzzed, data: bytes) -> Reached:
    """The steps from line to line that an input takes, and what is special about it as JSON."""
    watch = coverage.Coverage(data_file=None, branch=True, source_pkgs=["runsnap"], config_file=False)
    watch.set_option("run:disable_warnings", ["module-not-measured", "no-data-collected"])
    watch.start()
    try:
        with contextlib.suppress(Exception, TooSlow), limited():
            fuzzed.run(data)
    finally:
        watch.stop()
    found = watch.get_data()
    steps = {(file, arc) for file in found.measured_files() for arc in found.arcs(file) or ()}
    reading = read(data)
    return frozenset(steps | ({("feature", name) for name in reading.features} if reading else set()))


def kept(fuzzed: Fuzzed, inputs: Iterable[bytes], given: Iterable[bytes]) -> list[bytes]:
    """The inputs that reach something that no smaller one, and none of those given, reaches."""
    known: set[tuple[str, object]] = set()
    for data in given:
        known |= reached(fuzzed, data)
    chosen: list[tuple[int, bytes]] = []
    small = {data for data in inputs if len(data) <= LARGEST}
    for data in sorted(small, key=lambda one: (len(one), one)):
        new = reached(fuzzed, data) - known
        if new:
            known |= new
            chosen.append((len(new), data))
    chosen.sort(key=lambda one: -one[0])
    return within_size([data for _, data in chosen[:MOST_FILES]])


def within_size(inputs: list[bytes]) -> list[bytes]:
    """As many of them as the corpus has room for."""
    room, small = MOST_BYTES, []
    for data in inputs:
        if len(data) <= room:
            room -= len(data)
            small.append(data)
    return small


def main() -> None:
    """Write the corpus of one target anew."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.reduce", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--folder", type=Path, default=Path(".fuzz"), help="where the fuzzer ran")
    options = parser.parse_args()
    corpus = CORPUS / options.target
    corpus.mkdir(parents=True, exist_ok=True)
    files = [path for path in corpus.iterdir() if not path.name.startswith(PREFIX)]
    inputs = [path.read_bytes() for path in (options.folder / options.target / "inputs").iterdir()]
    fuzzed = TARGETS[options.target]
    new = kept(fuzzed, [*inputs, *fuzzed.seeds()], [path.read_bytes() for path in files])
    for path in corpus.glob(f"{PREFIX}*"):
        path.unlink()
    for data in new:
        (corpus / f"{PREFIX}{hashlib.sha256(data).hexdigest()[:12]}").write_bytes(data)
    print(f"{len(new)} inputs, {sum(map(len, new))} bytes")


if __name__ == "__main__":
    main()
