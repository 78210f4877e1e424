"""Answers questions with this package: one JSON line in, one out."""

from __future__ import annotations

import json
import sys
import time

from runsnap.evolution import compare

for line in sys.stdin:
    question = json.loads(line)
    started = time.perf_counter()
    review = compare(question["old"], question["new"], assert_formats=question["formats"])
    answer = {"seconds": time.perf_counter() - started}
    for direction in ("backward", "forward"):
        side = getattr(review, direction)
        answer[direction] = {"verdict": side.verdict}
        if side.verdict == "broken":
            answer[direction]["witness"] = side.witness
    print(json.dumps(answer), flush=True)
