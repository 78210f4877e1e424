"""Many threads at once, and what loads on first use only."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import runsnap
from runsnap import Capture, Resumption
from runsnap._generated.catalog import CATALOG
from tests.sdk.samples import changed, full_capture, full_resumption

THREADS = 8


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """What ``work`` gives in each of several threads that start together."""
    barrier = threading.Barrier(THREADS)

    def run(number: int) -> Any:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def test_threads_that_load_and_save_do_not_disturb_one_another() -> None:
    def work(number: int) -> list[tuple[Any, bool]]:
        results = []
        for turn in range(25):
            name = f"{number}-{turn}"
            capture = Capture.from_dict(changed(full_capture(), "/run_log/agent", name))
            resumption = Resumption.from_dict(changed(full_resumption(), "/agent", name))
            agents = (
                Capture.loads(capture.dumps()).run_log.agent,
                Resumption.loads(resumption.dumps()).agent,
            )
            results.append(
                (agents == (name, name), runsnap.validate(changed(full_capture(), "/rng_seed", -turn)).valid)
            )
        return results

    assert at_once(work) == [[(True, turn == 0) for turn in range(25)]] * THREADS


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """No validator is compiled yet."""
    for key in list(CATALOG._verdicts):
        monkeypatch.delitem(CATALOG._verdicts, key)


def test_the_first_use_may_be_by_many_threads(cold: None) -> None:
    good, bad = full_capture(), changed(full_capture(), "/run_log/steps/1/idx", -1)

    def work(number: int) -> Any:
        if number % 2:
            return Capture.from_dict(good).to_dict() == good
        return [problem.pointer for problem in runsnap.validate(bad, version="1.1.0").problems]

    assert at_once(work) == [["/run_log/steps/1/idx"], True] * (THREADS // 2)


def run(script: str) -> str:
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout


def test_the_first_use_in_a_new_process_may_be_by_many_threads() -> None:
    script = f"""
import threading
from concurrent.futures import ThreadPoolExecutor
import runsnap

barrier = threading.Barrier({THREADS})
def work(number):
    barrier.wait()
    return runsnap.validate({full_capture()!r}).valid, runsnap.Resumption.from_dict({full_resumption()!r}).steps
with ThreadPoolExecutor({THREADS}) as pool:
    print(set(pool.map(work, range({THREADS}))))
"""
    assert run(script) == "{(True, 3)}\n"


LAZY = [
    "jsonschema",
    "jsonschema_rs",
    "referencing",
    "fastavro",
    "click",
    "rich",
    "backports.zstd",
    "compression.zstd",
]


def test_importing_the_package_imports_nothing_that_is_used_later() -> None:
    script = f"import sys, runsnap; print([name for name in {LAZY!r} if name in sys.modules])"
    assert run(script) == "[]\n"


def test_loading_does_not_import_what_only_reports_and_tools_need() -> None:
    lazy = [name for name in LAZY if name != "jsonschema_rs"]
    script = f"""
import sys, runsnap
capture = runsnap.Capture.from_dict({full_capture()!r})
runsnap.loads(capture.dumps())
assert "jsonschema_rs" in sys.modules
print([name for name in {lazy!r} if name in sys.modules])
"""
    assert run(script) == "[]\n"


def test_the_room_of_behaviours_imports_nothing_generated() -> None:
    script = """
import sys, types
package = types.ModuleType("runsnap")
package.__path__ = [%r]
sys.modules["runsnap"] = package
import runsnap._behaviour.capture, runsnap._behaviour.resumption
print([name for name in sys.modules if "_generated" in name])
"""
    assert run(script % str(next(iter(runsnap.__path__)))) == "[]\n"


@pytest.mark.parametrize("frames", [850, 930])
def test_the_first_load_may_be_deep_down_the_stack(frames: int) -> None:
    script = f"""
import runsnap
def down(frames):
    return down(frames - 1) if frames else runsnap.validate({full_capture()!r}, strict=True).valid
print(down({frames}))
"""
    assert run(script) == "True\n"
