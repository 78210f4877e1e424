"""The tables on the page about languages, made from the stored results.

python -m tests.interop.page [--check]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence

from tests.benchmarks.page import filled
from tests.benchmarks.tables import Table
from tests.interop.languages import FOLDER, NAMES
from tests.interop.results import Summary, stored

PAGE = FOLDER.parents[1] / "docs" / "languages.md"

CAPABILITIES = {
    "schema": "verdict of the schema",
    "pointers": "places of what the schema refuses",
    "value": "verdict of the value rules",
    "values": "values found in JSON",
    "check": "cross-field rules",
    "json": "JSON written again",
    "avro-object": "values found in single Avro objects",
    "avro-read": "Avro files read, of each version and codec",
    "avro-write": "Avro files written, of each kind",
    "parse": "strict JSON, with the places of the faults",
}
FAULTS = {
    "none": "none",
    "syntax": "no JSON",
    "encoding": "no UTF-8, or a byte order mark",
    "duplicate-member": "a member twice in an object",
    "not-finite": "`NaN`, `Infinity`, `1e400`",
    "lone-surrogate": "half of a surrogate pair",
    "depth": "more than 200 levels",
    "integer-digits": "an integer of more than 4,300 digits",
}


def tables(summaries: Mapping[str, Summary]) -> dict[str, Table]:
    """By the name of the place that they fill."""
    names = [f"[{NAMES[language]}]({language}.md)" for language in summaries]
    return {
        "languages": _table(["", *names], [_libraries(summaries), *_capabilities(summaries)]),
        "parsing": _table(["what is wrong with the text", *names], _parsing(summaries)),
    }


def _table(head: list[str], rows: list[list[str]]) -> Table:
    return Table(head, rows, frozenset(head))


def _libraries(summaries: Mapping[str, Summary]) -> list[str]:
    cells = []
    for summary in summaries.values():
        libraries = summary["consumer"]["libraries"]
        cells.append(", ".join(f"`{name}` {version}" for name, version in libraries.items()) or "`runsnap`")
    return ["with", *cells]


def _capabilities(summaries: Mapping[str, Summary]) -> list[list[str]]:
    return [
        [text, *(_capability(summary["capabilities"][name]) for summary in summaries.values())]
        for name, text in CAPABILITIES.items()
    ]


def _capability(row: Mapping[str, int]) -> str:
    count = f"{row['passed']:,} of {row['total']:,}"
    if row.get("claimed") is False:
        return f"{count}, not promised" if row["passed"] else "not promised"
    return f"all {row['total']:,}" if row["passed"] == row["total"] else f"**{count}**"


def _parsing(summaries: Mapping[str, Summary]) -> list[list[str]]:
    return [
        [text, *(_answer(summary["parsing"][name]) for summary in summaries.values())]
        for name, text in FAULTS.items()
    ]


def _answer(row: Mapping[str, int]) -> str:
    if row["refused"] in {0, row["total"]}:
        return "refused" if row["refused"] else "taken"
    return f"{row['refused']} of {row['total']} refused"


def all_stored() -> dict[str, Summary]:
    """The stored summaries, in the order of the tables."""
    found = {language: stored(language) for language in NAMES}
    return {language: summary for language, summary in found.items() if summary is not None}


def page() -> str:
    """The page as it has to be."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in tables(all_stored()).items():
        text = filled(text, name, table)
    return text


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.interop.page", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if something is to be written"
    )
    options = parser.parse_args(arguments)
    due = page()
    if options.check:
        if due != PAGE.read_text(encoding="utf-8"):
            print("docs/languages.md is not what results/ says: python -m tests.interop.page")
            return 1
        return 0
    PAGE.write_text(due, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
