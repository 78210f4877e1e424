"""Answers questions with jsonsubschema: one JSON line in, one out."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import time

from jsonsubschema import isSubschema

for line in sys.stdin:
    question = json.loads(line)
    sides = {"backward": ("old", "new"), "forward": ("new", "old")}
    answer: dict[str, object] = {}
    started = time.perf_counter()
    for direction, (writer, reader) in sides.items():
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                subset = isSubschema(question[writer], question[reader])
            answer[direction] = {"verdict": "safe" if subset else "broken"}
        except BaseException as error:  # noqa: BLE001 - no answer
            answer[direction] = {"verdict": "unknown", "reason": str(error)}
    answer["seconds"] = time.perf_counter() - started
    print(json.dumps(answer), flush=True)
