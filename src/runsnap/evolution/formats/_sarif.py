"""A report as SARIF 2.1.0, for tools that show findings beside the lines of a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from runsnap.evolution._model import Change
from runsnap.evolution.gate._places import line_of
from runsnap.evolution.gate._report import Comparison, Item, Report

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
KEY = "runsnapFinding/v1"

RULES = {
    "backward-broken": "New readers refuse or misread data of the old schema",
    "forward-broken": "Old readers refuse or misread data of the new schema",
    "backward-unknown": "Whether new readers read data of the old schema is not decided",
    "forward-unknown": "Whether old readers read data of the new schema is not decided",
    "meaning": "Data still loads and means something else",
    "vocabulary": "A member or a label becomes declared, or stops being so",
    "fault": "A released schema was changed or removed, or a file cannot be read",
    "accept": "An entry of the accept file accepts nothing",
}


def as_sarif(report: Report, *, version: str) -> dict[str, Any]:
    """The report as a SARIF log with one run; ``version`` is that of this package."""
    results = [*_faults(report), *_entries(report)]
    for comparison in report.comparisons:
        results += [_result(comparison, item) for item in comparison.items if _rule(item) is not None]
    driver = {
        "name": "runsnap",
        "semanticVersion": version,
        "rules": [{"id": rule, "shortDescription": {"text": text}} for rule, text in RULES.items()],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}


def _rule(item: Item) -> str | None:
    """None for what needs nobody's attention."""
    if not item.gated:
        return None
    what = item.what
    if isinstance(what, Change):
        return what.change if what.change in RULES else None
    return None if what.verdict == "safe" else f"{what.direction}-{what.verdict}"


def _result(comparison: Comparison, item: Item) -> dict[str, Any]:
    rule = _rule(item) or ""
    pair = f"{comparison.old.label} → {comparison.new.label}"
    text = f"{pair}: {item.what.sentence}" + (f" ({item.fails})" if item.fails else "")
    result = _base(rule, _level(item, rule), text, [_location(comparison, item)], item.fingerprint)
    if item.accepted is not None:
        result["suppressions"] = [{"kind": "external", "justification": item.accepted.reason}]
    return result


def _level(item: Item, rule: str) -> str:
    if item.fails:
        return "error"
    return "note" if rule == "vocabulary" else "warning"


def _base(rule: str, level: str, text: str, locations: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return {
        "ruleId": rule,
        "ruleIndex": list(RULES).index(rule),
        "level": level,
        "message": {"text": text},
        "locations": locations,
        "partialFingerprints": {KEY: key},
    }


def _location(comparison: Comparison, item: Item) -> dict[str, Any]:
    """The place in the new file, or in the old one where it is gone."""
    what = item.what
    side, pointer = (
        (comparison.new, what.new_pointer)
        if what.new_pointer is not None
        else (comparison.old, what.old_pointer)
    )
    avro = item.encoding == "avro"
    uri, text = (side.avro_uri, side.avro_text) if avro else (side.uri, side.text)
    place = _file(uri, line_of(text, pointer))
    place["logicalLocations"] = [{"fullyQualifiedName": pointer or "", "kind": "member"}]
    return place


def _file(uri: str, line: int = 1) -> dict[str, Any]:
    absolute = PurePosixPath(uri).is_absolute()
    artifact = {"uri": ("file://" if absolute else "") + quote(uri)}
    return {"physicalLocation": {"artifactLocation": artifact, "region": {"startLine": line}}}


def _faults(report: Report) -> Iterator[dict[str, Any]]:
    for fault in report.faults:
        text = f"{fault.file}: {fault.sentence}"
        yield _base("fault", "error", text, [_file(fault.file)], f"{fault.file}: {fault.sentence[:40]}")


def _entries(report: Report) -> Iterator[dict[str, Any]]:
    for word, entries in (("has expired", report.expired), ("matches no finding", report.stale)):
        for entry in entries:
            text = f"the entry {entry.fingerprint} of the accept file {word}: {entry.reason}"
            place = [_file(report.accepted.file)] if report.accepted.file else []
            yield _base("accept", "warning", text, place, entry.fingerprint)
