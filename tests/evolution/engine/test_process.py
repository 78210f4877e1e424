"""The engine runs beside the caller: it may be stopped or crash, and the next call works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import IO

import pytest

from runsnap.evolution import Budget, Review, _process, compare
from runsnap.evolution._frames import read_frame
from runsnap.evolution._process import WORKER, Worker, WorkerLost
from runsnap.evolution._wire import request_text, review_of, review_text

NARROWED = ({"type": "integer", "maximum": 20}, {"type": "integer", "maximum": 16})


def reasons(review: Review) -> set[str]:
    return {
        finding.reason
        for side in (review.backward, review.forward)
        for finding in side.findings
        if finding.reason
    }


def halt(pid: int) -> None:
    """Stop a process, and wait until it is stopped: the signal alone returns before it has its effect."""
    os.kill(pid, signal.SIGSTOP)
    os.waitid(os.P_PID, pid, os.WSTOPPED)


def test_a_process_that_crashes_is_unknown_and_the_next_call_works(monkeypatch: pytest.MonkeyPatch):
    compare(*NARROWED)
    assert WORKER._process is not None
    pid = WORKER._process.pid
    halt(pid)

    def crash_then_read(stream: IO[bytes]) -> bytes | None:
        os.kill(pid, signal.SIGSEGV)
        os.kill(pid, signal.SIGCONT)
        return read_frame(stream)

    with monkeypatch.context() as patch:
        patch.setattr(_process, "read_frame", crash_then_read)
        review = compare(*NARROWED)
    assert (review.backward.verdict, review.forward.verdict) == ("unknown", "unknown")
    assert any("ended unexpectedly" in reason for reason in reasons(review))
    assert compare(*NARROWED).backward.witness == 17


def test_a_process_that_hangs_is_stopped_and_the_next_call_works():
    worker = Worker()
    request = request_text(*NARROWED, "strict", assert_formats=False, budget=Budget())
    assert review_of(worker.ask(request, 60)).backward.verdict == "broken"
    assert worker._process is not None
    halt(worker._process.pid)
    with pytest.raises(WorkerLost, match="was stopped"):
        worker.ask(request, 0.2)
    assert review_of(worker.ask(request, 60)).backward.verdict == "broken"
    worker.stop()


def test_a_schema_beyond_the_memory_of_the_process_is_unknown():
    wide = {"enum": [f"label-{index}" for index in range(300_000)]}
    review = compare(wide, {"enum": wide["enum"][:-1]}, budget=Budget(memory=400 * 1024**2))
    assert review.backward.verdict == "unknown"
    assert reasons(review)
    assert compare(*NARROWED).backward.verdict == "broken"


def test_the_same_question_gets_the_same_answer_from_another_process():
    old = {
        "anyOf": [{"required": [name]} for name in "abcdef"],
        "properties": {"k": {"enum": ["x", "y", 1, None]}},
    }
    new = {"oneOf": [{"required": [name]} for name in "fedcba"], "properties": {"k": {"enum": ["x", 1]}}}
    first = compare(old, new)
    WORKER.stop()
    assert compare(old, new) == first


def test_many_threads_may_ask():
    found: list[object] = []
    threads = [
        threading.Thread(
            target=lambda bound=bound: found.append(
                compare({"maximum": bound}, {"maximum": bound - 1}).backward.witness
            )
        )
        for bound in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(8))


def test_the_process_ends_with_its_caller_and_nothing_is_left_on_the_terminal():
    script = (
        "from runsnap.evolution import compare; from runsnap.evolution._process import WORKER;"
        "compare({}, {'type': 'string'}); print(WORKER._process.pid)"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stderr == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(run.stdout), 0)


def test_a_review_survives_the_way_between_the_processes():
    review = compare(
        {"required": ["a"], "default": 1}, {"type": "object", "required": ["a", "b"], "maxProperties": 2}
    )
    assert review_of(review_text(review)) == review


def test_an_unknown_view_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="strict"):
        compare({}, {}, view="loose")  # type: ignore[arg-type]


def test_modules_of_the_working_folder_are_not_run(tmp_path):
    (tmp_path / "jsonschema_rs.py").write_text("raise SystemExit('not this one')")
    script = "from runsnap.evolution import compare; print(compare({}, {'type': 'string'}).backward.witness)"
    run = subprocess.run(
        [sys.executable, "-P", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd=tmp_path,
    )
    assert run.stdout == "0\n"


def test_numbers_that_no_json_text_holds_are_unknown():
    review = compare({"maximum": 10**5000}, {})
    assert (review.backward.verdict, review.forward.verdict) == ("unknown", "unknown")
    assert any("cannot be written as JSON" in reason for reason in reasons(review))


@pytest.mark.parametrize("depth", [150, 600, 5_000, 100_000])
def test_depth_is_decided_or_unknown_from_any_caller(depth):
    nested: dict[str, object] = {"type": "string"}
    for _ in range(depth):
        nested = {"not": nested}
    assert compare(nested, {"type": "string"}).backward.verdict in {"safe", "broken", "unknown"}
    assert compare({"title": "x", "not": nested}, {"not": nested}).backward.verdict in {"safe", "unknown"}


def test_a_schema_that_holds_itself_is_unknown():
    schema: dict[str, object] = {"type": "object"}
    schema["not"] = schema
    assert compare(schema, {}).backward.verdict == "unknown"
