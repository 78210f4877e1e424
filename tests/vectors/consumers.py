"""Consumers for the tests of the runner: one that does everything right, and many that do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.vectors.avro_bytes import container, datum
from tests.vectors.judge import Verdict, judged
from tests.vectors.parse import strictly_parsed
from tests.vectors.proof import VECTORS
from tests.vectors.runner import CAPABILITIES, Case, Consumer, Vectors
from tests.vectors.schemas import VERSIONS, Node, Version


def version_of(case: Case) -> Version:
    return next(v for v in VERSIONS if (v.kind, v.version) == (case["kind"], case["version"]))


def result_of(verdict: Verdict) -> dict[str, Any]:
    if verdict.refused is None:
        return {"refused": None, "values": verdict.values, "checks": verdict.checks}
    failures = [{"pointer": failure.pointer, "keyword": failure.keyword} for failure in verdict.failures]
    return {"refused": {"stage": verdict.refused, "failures": failures}}


def honest(case: Case, data: bytes) -> dict[str, Any]:
    return result_of(judged(data, version_of(case)))


def reading(change: Callable[[Node], Node]) -> Consumer:
    """A consumer that reads the schemas otherwise than they are."""
    changed = {version: change(version.schema) for version in VERSIONS}

    def consumer(case: Case, data: bytes) -> dict[str, Any]:
        version = version_of(case)
        try:
            return result_of(judged(data, version, changed[version]))
        except Exception:  # noqa: BLE001 - what its schema let pass has no values
            return {"refused": None, "values": None, "checks": []}

    return consumer


def accepts_everything(case: Case, data: bytes) -> dict[str, Any]:
    return {"refused": None, "values": case.get("values"), "checks": case.get("checks", [])}


def refuses_everything(case: Case, data: bytes) -> dict[str, Any]:
    failures = case.get("failures", [{"pointer": ""}])
    at = [{"pointer": failure["pointer"]} for failure in failures]
    return {"refused": {"stage": case["stage"].replace("check", "value"), "failures": at}}


def right_results(vectors: Vectors = VECTORS) -> dict[str, Any]:
    """The results of a program that does everything right, told by the manifest."""
    cases: dict[str, Any] = {}
    for case in vectors.cases:
        refused = None if case["loads"] else {"stage": case["stage"], "failures": _places(case)}
        cases[case["id"]] = {"refused": refused}
        if case["loads"]:
            cases[case["id"]] |= {"values": case["values"], "checks": case.get("checks", [])}
        if "avro" in case:
            cases[case["id"]]["avro"] = case["values"]
    values = {case["id"]: case.get("values") for case in vectors.cases}
    return {
        "consumer": {"language": "none", "libraries": {}}, "implements": CAPABILITIES, "cases": cases,
        "containers": {
            entry["file"]: [values[name] for name in entry["cases"]] for entry in vectors.manifest["containers"]
        },
    }  # fmt: skip


def _places(case: Case) -> list[dict[str, str]]:
    return [{"pointer": failure["pointer"]} for failure in case["failures"]]


def write_right_results(out: Path, vectors: Vectors) -> None:
    """What such a program writes."""
    (out / "results.json").write_text(json.dumps(right_results(vectors)), encoding="utf-8")
    (out / "json").mkdir()
    (out / "avro").mkdir()
    for case in vectors.cases:
        if case["loads"]:
            (out / "json" / f"{case['id']}.json").write_bytes(vectors.bytes_of(case["document"]))
    write_right_avro(out, vectors)


def write_right_avro(
    out: Path, vectors: Vectors, change: Callable[[list[Any]], list[Any]] = lambda records: records
) -> None:
    for version in VERSIONS:
        if version.newest:
            documents = [
                vectors.bytes_of(case["document"])
                for case in vectors.cases
                if case["kind"] == version.kind and "avro" in case and case["stage"] != "parse"
            ]
            records = [datum(strictly_parsed(data), version.avro) for data in documents]
            (out / "avro" / f"{version.name}.avro").write_bytes(container(change(records), version, "null"))
