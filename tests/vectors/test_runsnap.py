"""runsnap against the vectors, as any consumer is: no exceptions, no skips."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import runsnap
from runsnap import avro
from tests.interop.results import differences, stored, summary_of
from tests.vectors.runner import CAPABILITIES, REQUIRED, judge_program, read_vectors
from tests.vectors.runsnap_consumer import CLASSES, consume

VECTORS = read_vectors()
NEWEST = {entry["kind"]: entry["version"] for entry in VECTORS.manifest["schemas"] if entry["newest"]}


def test_runsnap_does_all_that_a_consumer_can(tmp_path: Path) -> None:
    consume(VECTORS, tmp_path)
    report = judge_program(tmp_path, VECTORS)
    assert report.problems == []
    summary = report.summary()["capabilities"]
    assert set(summary) == set(CAPABILITIES) > REQUIRED
    assert all(row["passed"] == row["total"] > 0 for row in summary.values())
    results = json.loads((tmp_path / "results.json").read_bytes())
    assert differences(summary_of(report, results, VECTORS), stored("python")) == []


def test_load_gives_the_verdict_of_validate() -> None:
    """Loading is by the newest schema: its cases are refused by either, with the same places."""
    for case in VECTORS.cases:
        if case["version"] != NEWEST[case["kind"]]:
            continue
        data = VECTORS.bytes_of(case["document"])
        if case["loads"]:
            CLASSES[case["kind"]].loads(data)
            continue
        with pytest.raises(runsnap.RunsnapError) as caught:
            CLASSES[case["kind"]].loads(data)
        wrong_kind = isinstance(caught.value, runsnap.WrongKindError | runsnap.UnsupportedVersionError)
        assert not wrong_kind or case["stage"] == "schema", case["id"]


def test_strict_load_refuses_what_breaks_a_rule() -> None:
    for case in VECTORS.cases:
        if not case["loads"] or case["version"] != NEWEST[case["kind"]]:
            continue
        data = VECTORS.bytes_of(case["document"])
        if "checks" in case:
            with pytest.raises(runsnap.InvalidDocumentError) as caught:
                CLASSES[case["kind"]].loads(data, strict=True)
            rules = {failure.keyword for failure in caught.value.report.failures}
            assert rules == {check["rule"] for check in case["checks"]}, case["id"]
        else:
            CLASSES[case["kind"]].loads(data, strict=True)


def test_avro_refuses_what_it_cannot_carry() -> None:
    cases = [case for case in VECTORS.cases if "unrepresentable" in case]
    assert cases
    for case in cases:
        record = CLASSES[case["kind"]].loads(VECTORS.bytes_of(case["document"]))
        with pytest.raises(runsnap.UnrepresentableError) as caught:
            avro.encode(record, version=case["version"])
        assert caught.value.pointer in case["unrepresentable"], case["id"]
