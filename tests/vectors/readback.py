"""What others wrote, read in Python: by the code of the vectors, and by runsnap."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import runsnap
from runsnap import avro
from runsnap._equality import same_json
from tests.vectors.avro_bytes import tagged_container
from tests.vectors.judge import judged
from tests.vectors.schemas import VERSIONS

CLASSES: dict[str, Any] = {"capture": runsnap.Capture, "resumption": runsnap.Resumption}
NEWEST = {version.kind: version for version in VERSIONS if version.newest}


def problem_of_json(case: dict[str, Any], original: bytes, written: Path) -> str | None:
    """What is wrong with a document that was written again."""
    if not written.is_file():
        return "not written"
    data = written.read_bytes()
    verdict = judged(data, NEWEST[case["kind"]])
    if verdict.refused:
        said = ", ".join(
            f"{fault.keyword} at {fault.pointer or 'the root'}" for fault in verdict.failures[:3]
        )
        return f"written so that Python refuses it: {said}"
    if verdict.values != case["values"]:
        return "written with other values"
    try:
        same = same_json(_plain(case["kind"], data), _plain(case["kind"], original))
    except runsnap.RunsnapError as error:
        return f"written so that runsnap cannot load it: {error}"
    return None if same else "written so that runsnap finds another document"


def problem_of_avro(cases: list[dict[str, Any]], documents: list[bytes], written: Path) -> str | None:
    """What is wrong with a container file that holds these cases."""
    if not written.is_file():
        return "not written"
    data = written.read_bytes()
    try:
        found = tagged_container(data)
    except Exception as error:  # noqa: BLE001 - fastavro raises what it likes
        return f"fastavro cannot read it: {error!r}"
    if len(found) != len(cases):
        return f"{len(found)} documents, expected {len(cases)}"
    for case, values in zip(cases, found, strict=True):
        if values != case["values"]:
            return f"other values of {case['id']}"
    return _problem_for_runsnap(cases, documents, written)


def _problem_for_runsnap(cases: list[dict[str, Any]], documents: list[bytes], written: Path) -> str | None:
    try:
        with avro.load(written) as loaded:
            plains = [document.to_dict() for document in loaded]
    except runsnap.RunsnapError as error:
        return f"runsnap cannot load it: {error}"
    for case, document, plain in zip(cases, documents, plains, strict=True):
        if not same_json(plain, _plain(case["kind"], document)):
            return f"runsnap finds another document for {case['id']}"
    return None


def _plain(kind: str, data: bytes) -> Any:
    return json.loads(CLASSES[kind].loads(data).dumps())
