"""runsnap as a consumer of the vectors: what it finds, told by its dataclasses."""

from __future__ import annotations

import dataclasses
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from whenever import Instant

import runsnap
from runsnap import avro
from tests.vectors.runner import CAPABILITIES, Case, Vectors
from tests.vectors.tagged import object_tag, tagged_any

CLASSES: dict[str, Any] = {"capture": runsnap.Capture, "resumption": runsnap.Resumption}


def consume(vectors: Vectors, out: Path) -> None:
    """What a program does that is called with these folders."""
    (out / "json").mkdir()
    (out / "avro").mkdir()
    results = {
        "consumer": {"language": "Python", "libraries": {"runsnap": version("runsnap")}},
        "implements": CAPABILITIES,
        "cases": {case["id"]: _consumed(case, vectors, out) for case in vectors.cases},
        "containers": {
            entry["file"]: _container(vectors.folder / entry["file"])
            for entry in vectors.manifest["containers"]
        },
    }
    (out / "results.json").write_text(json.dumps(results), encoding="utf-8")
    _write_avro(vectors, out / "avro")


def _consumed(case: Case, vectors: Vectors, out: Path) -> dict[str, Any]:
    data = vectors.bytes_of(case["document"])
    result = judged(case, data)
    if result["refused"] is None:
        record = CLASSES[case["kind"]].loads(data)
        (out / "json" / f"{case['id']}.json").write_bytes(record.to_bytes())
        result["values"] = tagged(record)
    if "avro" in case:
        result["avro"] = tagged(avro.decode(vectors.bytes_of(case["avro"])))
    return result


def judged(case: Case, data: bytes) -> dict[str, Any]:
    """The verdict by the schema of the case's version, and the rules that are broken."""
    report = runsnap.validate(data, kind=case["kind"], version=case["version"])
    if report.problems:
        failures = [{"pointer": problem.pointer, "keyword": problem.keyword} for problem in report.problems]
        return {"refused": {"stage": report.problems[0].stage, "failures": failures}}
    broken: dict[str, list[str]] = {}
    for failure in report.failures:
        broken.setdefault(failure.keyword, []).append(failure.pointer)
    checks = [{"rule": rule, "pointers": pointers} for rule, pointers in broken.items()]
    return {"refused": None, "checks": checks}


def tagged(value: Any) -> Any:
    """The tagged value of what a dataclass holds."""
    if dataclasses.is_dataclass(value):
        members = {name: tagged(item) for name, item in value.additional_properties.items()}  # type: ignore[attr-defined]
        for field in dataclasses.fields(value):
            if "wire" in field.metadata:
                members[field.metadata["wire"]] = tagged(getattr(value, field.name))
        return object_tag(members)
    if isinstance(value, Instant):
        return {"instant": str(value.timestamp(unit="nanosecond"))}
    if isinstance(value, list):
        return [tagged(item) for item in value]
    if isinstance(value, dict):
        return object_tag({name: tagged(item) for name, item in value.items()})
    return tagged_any(str(value) if isinstance(value, str) else value)


def _container(file: Path) -> list[Any]:
    with avro.load(file) as documents:
        return [tagged(document) for document in documents]


def _write_avro(vectors: Vectors, folder: Path) -> None:
    for schema in vectors.manifest["schemas"]:
        if schema["newest"]:
            records = [
                CLASSES[case["kind"]].loads(vectors.bytes_of(case["document"]))
                for case in vectors.cases
                if case["kind"] == schema["kind"] and "avro" in case and case["stage"] != "parse"
            ]
            avro.dump(records, folder / f"{schema['kind']}-{schema['version']}.avro", codec="deflate")
