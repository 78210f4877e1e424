"""The reviews of every pair of our own released schemas, as files.

``python -m tests.evolution.gate.stored`` writes them; a test compares them.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
from pathlib import Path
from typing import Any

from runsnap._generated.catalog import CATALOG
from runsnap.evolution.formats import as_json
from runsnap.evolution.gate import Accepted, Settings, diff, read_policy, side_of

FOLDER = Path(__file__).with_name("data") / "reviews"


def pairs() -> list[tuple[str, str]]:
    """Every two released versions of a kind, the older one first."""
    return [
        (f"{kind}@{old}", f"{kind}@{new}")
        for kind, versions in CATALOG.kinds.items()
        for old, new in itertools.combinations([one for one, about in versions.items() if about.released], 2)
    ]


def file_of(old: str, new: str) -> Path:
    """Where the review of a pair is stored."""
    kind, _, before = old.partition("@")
    return FOLDER / f"{kind}-{before}-{new.partition('@')[2]}.json"


def review(old: str, new: str) -> dict[str, Any]:
    """The review of a pair: both views, JSON and Avro."""
    settings = Settings(read_policy(["step,unknown"], "declared"), Accepted(), dt.date(2000, 1, 1))
    return as_json(diff(side_of(old), side_of(new), settings))


def text(report: dict[str, Any]) -> str:
    """A review as it is stored."""
    return json.dumps(report, indent=1) + "\n"


def main() -> None:
    """Write every file anew."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for old, new in pairs():
        file_of(old, new).write_text(text(review(old, new)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
