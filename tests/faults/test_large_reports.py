"""Reports on documents with very many faults: small, quick, and the same as on small ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import runsnap
from runsnap import Limits, _pieces
from runsnap._generated.catalog import CATALOG
from tests.sdk.samples import GONE, changed, full_capture, full_resumption, places

ROOT = Path(__file__).resolve().parents[2]
WRONG = [None, -1, "", "x", 1.5, 1e300, [], {}, [{}] * 3, {"a": {}, "b/~": -1, "c": None}, GONE]


def rich_capture() -> dict[str, Any]:
    """Lists inside lists."""
    capture = full_capture()
    for exchange in capture["llm_io"]:
        exchange["tool_calls"] *= 4
    capture["llm_io"] *= 3
    capture["run_log"]["steps"] *= 3
    return capture


def rich_resumption() -> dict[str, Any]:
    resumption = full_resumption()
    resumption["outputs"] = {f"o/{turn}~": dict(resumption["outputs"]["o"]) for turn in range(7)}
    resumption["spend"]["unpriced"] = {f"m{turn}": "no price" for turn in range(9)}
    return resumption


RICH = {"capture": rich_capture(), "resumption": rich_resumption()}


@st.composite
def faulty(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    kind = draw(st.sampled_from(sorted(RICH)))
    document = RICH[kind]
    for _ in range(draw(st.integers(1, 6))):
        place = draw(
            st.sampled_from([each for each in places(document) if "~" not in each and "o/" not in each])
        )
        document = changed(document, place, draw(st.sampled_from(WRONG)))
    return kind, document


def reported(kind: str, document: dict[str, Any]) -> tuple[int, list[Any]]:
    report = runsnap.validate(document, kind, limits=Limits(max_problems=10_000))
    assert report.problem_count == len(report.problems)
    problems = [
        (each.pointer, each.stage, each.keyword, each.expected, each.found) for each in report.problems
    ]
    return report.problem_count, sorted(problems)


@given(faulty(), st.sampled_from([1, 2, 5, 17, 40]))
def test_pieces_have_the_same_problems_as_the_whole(case: tuple[str, dict[str, Any]], largest: int) -> None:
    whole = reported(*case)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_pieces, "_LARGEST", largest)
        assert reported(*case) == whole


def values(document: Any) -> int:
    inner = (
        document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    )
    return 1 + sum(map(values, inner))


@pytest.mark.parametrize("count", [1, 100, 100_000])
def test_no_piece_is_large(count: int) -> None:
    capture = full_capture()
    exchange = capture["llm_io"][0]
    call = exchange["tool_calls"][0]
    capture["llm_io"] = [{**exchange, "tool_calls": [call] * (count // 10 + 1)}, *[exchange] * (count // 20)]
    resumption = full_resumption()
    resumption["spend"]["unpriced"] = {str(turn): -1 for turn in range(count)}
    for kind, document in (("capture", capture), ("resumption", resumption)):
        found = list(_pieces.pieces(document, CATALOG.root(kind), CATALOG.shapes(kind), CATALOG.text(kind)))
        assert (len(found) == 1) == (count < 1000)
        assert max(values(piece.document) for piece in found) < 10_000


@pytest.mark.parametrize(
    "keyword", ["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "propertyNames"]
)
def test_a_schema_that_judges_lists_as_a_whole_gets_the_whole(keyword: str) -> None:
    capture = full_capture()
    capture["run_log"]["steps"] *= 10_000
    text = f'{{"{keyword}": 1}}'
    (piece,) = _pieces.pieces(capture, CATALOG.root("capture"), CATALOG.shapes("capture"), text)
    assert piece.document is capture


MEASURE = """
import resource, sys
import runsnap
from tests.faults.test_large_reports import many

document = dict(many())[sys.argv[1]]
runsnap.validate({}, "capture")  # whatever loads on first use
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
report = runsnap.validate(document)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
unit = 1 if sys.platform == "darwin" else 1024
listed = len(report.problems), len(report.failures), len(report.notes)
print((after - before) * unit // 2**20, report.problem_count, report.failure_count, report.note_count, *listed)
"""
COUNT = 150_000
STEP = {"idx": -1, "kind": "x", "input": None, "output": None}


def many() -> Iterator[tuple[str, dict[str, Any]]]:
    """Documents with very many faults, each of one kind."""
    for name, steps in (
        ("nulls", [None] * COUNT),
        ("empty steps", [{}] * COUNT),
        ("bounds", [STEP] * COUNT),
        ("value rules", [{**STEP, "idx": 1e300}] * COUNT),
        ("rules", [{**STEP, "idx": 7, "kind": "tool_call"}] * COUNT),
    ):
        yield name, changed(full_capture(), "/run_log/steps", steps)
    entries = {str(turn): -1 for turn in range(COUNT)}
    yield "entries", changed(full_resumption(), "/spend/unpriced", entries)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("nulls", [COUNT, 0, 0, 100, 0, 0]),
        ("empty steps", [4 * COUNT, 0, 0, 100, 0, 0]),
        ("bounds", [COUNT, 0, COUNT, 100, 0, 100]),
        ("value rules", [COUNT, 0, COUNT, 100, 0, 100]),
        ("rules", [0, COUNT + 1, 0, 0, 100, 0]),
        ("entries", [COUNT, 0, 0, 100, 0, 0]),
    ],
)
def test_very_many_faults_take_little_memory(name: str, counts: list[int]) -> None:
    """Judged as a whole they take half a gigabyte and more."""
    command = [sys.executable, "-c", MEASURE, name]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    megabytes, *found = map(int, result.stdout.split())
    assert found == counts
    assert megabytes < 150
