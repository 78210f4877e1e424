"""Tries to prove the engine wrong: ``python -m tests.fuzz_evolution --minutes 10 --seed 1``.

Exit code 1 when a document contradicts a *safe*, a witness is none, or a
comparison raises; 0 otherwise. The same seed draws the same pairs.
"""

from __future__ import annotations

import argparse
import sys
import time

from runsnap.evolution import Budget
from tests.fuzz_evolution.examine import Tally, case, examine, shown


def main() -> int:
    """Run until the time is over, then report."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz_evolution", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first pair")
    parser.add_argument("--pairs", type=int, default=None, help="stop after so many pairs")
    parser.add_argument("--small", type=int, default=250, help="small documents for each safe verdict")
    parser.add_argument("--random", type=int, default=120, help="random documents for each safe verdict")
    parser.add_argument(
        "--no-net", action="store_true", help="try the prover alone, without the random values under it"
    )
    parser.add_argument("--stop", action="store_true", help="stop at the first problem")
    options = parser.parse_args()
    tally = Tally(Budget(documents=0) if options.no_net else Budget())
    end = time.monotonic() + 60 * options.minutes
    index = options.first
    while time.monotonic() < end and (options.pairs is None or index < options.first + options.pairs):
        before = len(tally.problems)
        examine(case(options.seed, index), tally, small=options.small, random_ones=options.random)
        for problem in tally.problems[before:]:
            print(f"PROBLEM in pair {index}: {problem}", flush=True)
        index += 1
        if options.stop and tally.problems:
            break
    report(tally)
    return 1 if tally.problems else 0


def report(tally: Tally) -> None:
    """Say what happened."""
    total = max(sum(tally.verdicts.values()), 1)
    verdicts = ", ".join(f"{tally.verdicts[verdict]} {verdict}" for verdict in ("safe", "broken", "unknown"))
    print(
        f"{tally.pairs} pairs, {total} verdicts: {verdicts}; unknown {tally.verdicts['unknown'] / total:.2%}"
    )
    print(
        f"{tally.verdicts['safe']} safe verdicts met {tally.documents} documents, "
        f"{tally.accepted} of which the writer accepts; {len(tally.problems)} problems"
    )
    print(f"{tally.longer} findings have a witness that is longer than their place needs")
    print(f"{1000 * tally.seconds / max(tally.pairs, 1):.1f} ms a pair, slowest {tally.slowest:.2f} s")
    if tally.slowest_case is not None and tally.slowest > 5:
        print(shown(tally.slowest_case))
    for title, counts in (("proved by", tally.rules), ("stopped by", tally.reasons)):
        print(f"{title}: " + "; ".join(f"{text} {count}" for text, count in counts.most_common(12)))


if __name__ == "__main__":
    sys.exit(main())
