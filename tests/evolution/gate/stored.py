"""The reviews of every pair of our own released schemas, as files and as a page of the documentation.

``python -m tests.evolution.gate.stored`` writes them; a test compares them.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
from pathlib import Path
from typing import Any

from runsnap._generated.catalog import CATALOG
from runsnap.cli._text import visible
from runsnap.evolution.formats import as_json, as_markdown
from runsnap.evolution.gate import Accepted, Report, Settings, diff, read_policy, side_of

TODAY = dt.date(2000, 1, 1)
PAGE = Path(__file__).parents[3] / "docs" / "releases.md"
INTRODUCTION = """# Reviews of our own releases

Every two released versions of each kind, as `runsnap schema diff --format markdown` reviews them; written by
`python -m tests.evolution.gate.stored`. What the verdicts and views mean stands on [the page before](evolution.md).
"""

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


def report(old: str, new: str) -> Report:
    """The review of a pair: both views, JSON and Avro."""
    settings = Settings(read_policy(["step,unknown"], "declared"), Accepted(), TODAY)
    return diff(side_of(old), side_of(new), settings)


def review(old: str, new: str) -> dict[str, Any]:
    """The same as plain JSON."""
    return as_json(report(old, new))


def page() -> str:
    """The reviews as a page of the documentation."""
    reviews = [as_markdown(report(*pair), clean=visible, today=TODAY) for pair in pairs()]
    sections = [review.partition("\n")[2].replace("<details>", "<details markdown>") for review in reviews]
    return INTRODUCTION + "".join(sections)


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
    PAGE.write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
