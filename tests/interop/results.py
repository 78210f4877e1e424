"""What the runs found: a summary of each language, stored in ``results/``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.interop.languages import FOLDER
from tests.vectors.runner import Report, Vectors

STORED = FOLDER / "results"
Summary = dict[str, Any]


def summary_of(report: Report, results: dict[str, Any], vectors: Vectors) -> Summary:
    """The runner's summary, and what the parser takes and refuses.

    Without the version of runsnap: it is the one that the summary is stored beside.
    """
    summary = report.summary()
    libraries = summary["consumer"]["libraries"]
    mine = {name: version for name, version in libraries.items() if name != "runsnap"}
    summary["consumer"] = summary["consumer"] | {"libraries": dict(sorted(mine.items()))}
    return summary | {"parsing": _parsing(results, vectors)}


def _parsing(results: dict[str, Any], vectors: Vectors) -> dict[str, dict[str, int]]:
    """For each fault of the stage ``parse``, how many documents with it are refused at whatever stage."""
    rows: dict[str, dict[str, int]] = {}
    for case in vectors.cases:
        if case["stage"] == "parse":
            name = "none" if case["loads"] else case["failures"][0]["keyword"]
            row = rows.setdefault(name, {"refused": 0, "total": 0})
            row["total"] += 1
            row["refused"] += results["cases"][case["id"]]["refused"] is not None
    return dict(sorted(rows.items()))


def write(summary: Summary, path: Path) -> None:
    path.write_text(json.dumps(summary, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def stored(language: str, folder: Path = STORED) -> Summary | None:
    path = folder / f"{language}.json"
    return json.loads(path.read_bytes()) if path.is_file() else None


def differences(fresh: Summary, old: Summary | None) -> list[str]:
    """What a stored summary tells otherwise; the version of the language is the machine's own business."""
    if old is None:
        return ["nothing is stored"]
    one, two = _flat(fresh), _flat(old)
    return [
        f"{name}: stored {two.get(name)}, found {one.get(name)}"
        for name in sorted(one.keys() | two.keys())
        if one.get(name) != two.get(name) and name != "/consumer/language"
    ]


def _flat(value: Any, at: str = "") -> dict[str, Any]:
    if not isinstance(value, dict):
        return {at: value}
    return {name: leaf for key, inner in value.items() for name, leaf in _flat(inner, f"{at}/{key}").items()}
