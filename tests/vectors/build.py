"""All files of the vectors, in memory."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import fastavro

from tests.vectors.avro_bytes import CODECS, UncarriedError, container, datum, single_object
from tests.vectors.judge import Failure, Verdict, judged
from tests.vectors.made import Proposal, made
from tests.vectors.recorded import recorded
from tests.vectors.schemas import VERSIONS, Version
from tests.vectors.written import written
from tests.vectors.written_parse import written_parse

FOLDER = Path(__file__).resolve().parent
MADE_FOLDERS = ["containers", "documents", "objects", "schemas"]
"""Folders in which nothing stands but what is made here."""

Case = dict[str, Any]


def build() -> dict[str, bytes]:
    """Content by path, relative to the folder of the manifest."""
    files: dict[str, bytes] = {}
    cases: list[Case] = []
    datums: dict[Version, list[tuple[str, Any]]] = {version: [] for version in VERSIONS}
    taken: set[str] = set()
    for proposal in proposals():
        verdict = judged(proposal.data, proposal.version)
        case = _case(proposal, verdict, files, taken)
        cases.append(case)
        if "avro" in case and case["stage"] != "parse":
            datums[proposal.version].append((case["id"], datum(verdict.document, proposal.version.avro)))
    containers = [
        _container(version, codec, datums[version], files) for version in VERSIONS for codec in CODECS
    ]
    manifest = {"format": 1, "schemas": _schemas(files), "containers": containers, "cases": cases}
    files["manifest.json"] = _manifest_text(manifest).encode()
    return files


def proposals() -> Iterator[Proposal]:
    """Every case, in the order of the manifest."""
    for version in VERSIONS:
        yield from made(version)
        yield from written(version)
    yield from written_parse()
    yield from recorded()


def _case(proposal: Proposal, verdict: Verdict, files: dict[str, bytes], taken: set[str]) -> Case:
    version = proposal.version
    stage = proposal.stage or verdict.refused or "schema"
    refused = verdict.refused or ("check" if stage == "check" and _breaks(verdict, proposal) else None)
    if refused is not None and refused != stage:
        raise ValueError(f"{proposal.name}: is about {stage}, and refused by {refused}: {verdict.failures}")
    case: Case = {
        "id": _unique(f"{version.name}.{proposal.name}", taken), "description": proposal.description,
        "kind": version.kind, "version": version.version,
        "document": _named("documents", proposal.data, "json", files),
        "origin": proposal.origin, "stage": stage, "valid": refused is None, "loads": refused in (None, "check"),
    }  # fmt: skip
    if refused is not None:
        case["failures"] = [failure.to_json() for failure in _failures(proposal, verdict)]
        if verdict.also:
            case["also"] = verdict.also
    if stage in ("value", "check"):
        rule = proposal.rule or verdict.failures[0].keyword
        case |= {"rule": rule, "outcome": proposal.outcome or "fails"}
    if verdict.refused is None:
        case |= {"checks": verdict.checks} if verdict.checks else {}
        case |= {"values": verdict.values} | _avro(verdict, version, files)
    _compare_with_author(proposal, case)
    return case


def _breaks(verdict: Verdict, proposal: Proposal) -> bool:
    return any(check["rule"] == proposal.rule for check in verdict.checks)


def _failures(proposal: Proposal, verdict: Verdict) -> list[Failure]:
    if verdict.refused is None:
        pointers = next(check["pointers"] for check in verdict.checks if check["rule"] == proposal.rule)
        return [Failure(pointer, str(proposal.rule)) for pointer in pointers]
    if verdict.refused == "parse":
        if proposal.pointer is None:
            raise ValueError(f"{proposal.name}: nobody says where the text goes wrong")
        return [Failure(proposal.pointer, verdict.failures[0].keyword)]
    return verdict.failures


def _compare_with_author(proposal: Proposal, case: Case) -> None:
    """What was written down by hand must be what was found."""
    said = proposal.expected
    if said is None and proposal.outcome is not None:
        said = proposal.rule if proposal.outcome == "fails" else "valid"
    found = [failure["keyword"] for failure in case.get("failures", [])] or ["valid"]
    if said is not None and said not in found:
        raise ValueError(f"{proposal.name}: expected {said}, found {found}")
    at = [failure["pointer"] for failure in case.get("failures", [])]
    if proposal.pointer is not None and proposal.pointer not in at:
        raise ValueError(f"{proposal.name}: expected a failure at {proposal.pointer}, found {at}")


def _avro(verdict: Verdict, version: Version, files: dict[str, bytes]) -> Case:
    try:
        return {"avro": _named("objects", single_object(verdict.document, version), "avro", files)}
    except UncarriedError as uncarried:
        return {"unrepresentable": uncarried.pointers}


def _container(version: Version, codec: str, found: list[tuple[str, Any]], files: dict[str, bytes]) -> Case:
    data = container([record for _, record in found], version, codec)
    file = _named("containers", _committed_alike(data, version, codec) or data, "avro", files)
    return {
        "file": file, "kind": version.kind, "version": version.version, "codec": codec,
        "cases": [name for name, _ in found],
    }  # fmt: skip


def _committed_alike(data: bytes, version: Version, codec: str) -> bytes | None:
    """The committed container that holds the same: libraries may compress the same data otherwise."""
    if codec == "null" or not (FOLDER / "manifest.json").exists():
        return None
    manifest = json.loads((FOLDER / "manifest.json").read_bytes())
    for entry in manifest["containers"]:
        if (entry["kind"], entry["version"], entry["codec"]) == (version.kind, version.version, codec):
            committed = FOLDER / entry["file"]
            if committed.exists() and _unpacked(committed.read_bytes()) == _unpacked(data):
                return committed.read_bytes()
    return None


def _unpacked(data: bytes) -> Any:
    reader = fastavro.reader(BytesIO(data))
    return reader.metadata, list(reader)


def _schemas(files: dict[str, bytes]) -> list[Case]:
    entries = []
    for version in VERSIONS:
        stem = f"schemas/{version.kind}/{version.version}"
        files[f"{stem}.json"] = version.json_text
        files[f"{stem}.avsc"] = version.avro_text
        entries.append({
            "kind": version.kind, "version": version.version, "newest": version.newest,
            "json": f"{stem}.json", "avro": f"{stem}.avsc", "fingerprint": version.fingerprint.hex(),
        })  # fmt: skip
    return entries


def _named(folder: str, data: bytes, ending: str, files: dict[str, bytes]) -> str:
    path = f"{folder}/{hashlib.sha256(data).hexdigest()}.{ending}"
    files[path] = data
    return path


def _unique(name: str, taken: set[str]) -> str:
    slug = re.sub(r"[^a-z0-9._-]+", "-", name.lower()).strip("-")[:110]
    count = 1
    unique = slug
    while unique in taken:
        count += 1
        unique = f"{slug}-{count}"
    taken.add(unique)
    return unique


def _manifest_text(manifest: dict[str, Any]) -> str:
    """One line a case: differences stay readable."""
    return (
        '{\n"format": 1,\n"schemas": [\n' + _lines(manifest["schemas"])
        + '\n],\n"containers": [\n' + _lines(manifest["containers"])
        + '\n],\n"cases": [\n' + _lines(manifest["cases"]) + "\n]\n}\n"
    )  # fmt: skip


def _lines(entries: Iterable[Any]) -> str:
    return ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
