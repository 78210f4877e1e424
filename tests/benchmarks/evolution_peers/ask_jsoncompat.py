"""Answers questions with jsoncompat: one JSON line in, one out."""

from __future__ import annotations

import json
import sys
import time

import jsoncompat

WORDS = {"compatible": "safe", "incompatible": "broken"}


def ask(old: str, new: str, formats: bool) -> dict[str, object]:
    if not hasattr(jsoncompat, "analyze_compat"):  # before 0.5
        return {"verdict": "safe" if jsoncompat.check_compat(old, new, "deserializer") else "broken"}
    answer = jsoncompat.analyze_compat(old, new, "deserializer", options={"assert_formats": formats})
    found = {"verdict": WORDS.get(answer["status"], "unknown")}
    if "counterexample" in answer:
        found["witness"] = answer["counterexample"]
    return found


for line in sys.stdin:
    question = json.loads(line)
    old, new = json.dumps(question["old"]), json.dumps(question["new"])
    answer: dict[str, object] = {}
    started = time.perf_counter()
    for direction, (writer, reader) in {"backward": (old, new), "forward": (new, old)}.items():
        try:
            answer[direction] = ask(writer, reader, question["formats"])
        except Exception as error:  # noqa: BLE001 - no answer
            answer[direction] = {"verdict": "unknown", "reason": str(error)}
    answer["seconds"] = time.perf_counter() - started
    print(json.dumps(answer), flush=True)
