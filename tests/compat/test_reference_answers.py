"""The answers of the reference's reader and check, row by row, and where ours differ on purpose."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap import Resumption
from tests.compat.corpus import DATA, read_json

LOAD_ROWS: list[dict[str, Any]] = read_json("load/results.json")
CHECK_ROWS: list[dict[str, Any]] = read_json("check/results.json")

POSITIONAL = "a positional array for a record: we take records as objects only"
DOUBLED = "a doubled name: one of the two values would be lost"
INFINITE = "a number beyond the range of doubles, in a member that the reference skips"
LIMIT = "deeper than our limit of 200, in a member that the reference skips"
LIMIT_FIRST = "deeper than our limit of 200: the depth is judged before all else"
INTEGRAL = "JSON Schema counts -0, 1.0 and 1e0 among the integers"
DEPTH = "the reference reads about 125 levels, we read 200"
MEMORY = "an array is no document of another kind: positional arrays are refused as such"
MEMORY_DEPTH = "the reference reads about 125 levels: within our limit, the kind is told"

DIFFERENCES: dict[str, tuple[str, str]] = {
    "usage-array-2": ("InvalidDocumentError", POSITIONAL),
    "spend-array-empty": ("InvalidDocumentError", POSITIONAL),
    "spend-array-3": ("InvalidDocumentError", POSITIONAL),
    "output-array-3": ("InvalidDocumentError", POSITIONAL),
    "top-positional-array-16": ("InvalidDocumentError", POSITIONAL),
    "top-positional-array-memory": ("InvalidDocumentError", MEMORY),
    "duplicate-unknown": ("MalformedError", DOUBLED),
    "duplicate-nested-key": ("MalformedError", DOUBLED),
    "ignored-duplicate": ("MalformedError", DOUBLED),
    "ignored-1e400": ("MalformedError", INFINITE),
    "ignored-depth-200": ("LimitError", LIMIT),
    "input-depth-unclosed-300": ("LimitError", LIMIT_FIRST),
    "steps-minus-zero": ("ok", INTEGRAL),
    "steps-one-e-zero": ("ok", INTEGRAL),
    "usage-input-exp": ("ok", INTEGRAL),
    "micros-minus-zero": ("ok", INTEGRAL),
    "micros-exp": ("ok", INTEGRAL),
    "input-depth-126": ("ok", DEPTH),
    "memory-with-depth-127-array": ("WrongKindError", MEMORY_DEPTH),
}
"""Row to our answer and the reason. Every other row has the answer of the reference."""


def is_json(data: bytes) -> bool:
    """Whether the standard library reads it, without what it adds to JSON and without doubled names."""

    def refuse(text: str) -> None:
        raise ValueError(text)

    def finite(text: str) -> float:
        if math.isinf(value := float(text)):
            raise ValueError(text)
        return value

    def single(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            raise ValueError("a doubled name")
        return members

    try:
        value = json.loads(data.decode(), parse_constant=refuse, parse_float=finite, object_pairs_hook=single)
        json.dumps(value, ensure_ascii=False).encode()
    except ValueError:
        return False
    return True


def answer_of_the_reference(row: dict[str, Any], data: bytes | None) -> str:
    """The reference's answer in our words."""
    match row["variant"]:
        case None:
            return "ok"
        case "Io" if data is None:
            return "OSError"
        case "Io":
            return "MalformedError"  # bytes that are no UTF-8
        case "Malformed":
            return "InvalidDocumentError" if data is not None and is_json(data) else "MalformedError"
        case variant:
            return f"{variant}Error"


def our_answer(path: Path | str) -> str:
    try:
        Resumption.load(path)
    except OSError:
        return "OSError"
    except runsnap.RunsnapError as error:
        return type(error).__name__
    return "ok"


def recreate(row: dict[str, Any], folder: Path) -> Path | str:
    """The path of a row that has no file, below ``folder``."""
    (folder / "cases/a-directory.json").mkdir(parents=True)
    (folder / "cases/empty.json").touch()
    return folder / row["path_case"] if row["path_case"] else ""


@pytest.mark.parametrize("row", LOAD_ROWS, ids=lambda row: row["id"])
def test_load_answers_as_the_reference_does(row: dict[str, Any], tmp_path: Path) -> None:
    data = None if "path_case" in row else (DATA / "load" / row["file"]).read_bytes()
    path = recreate(row, tmp_path) if data is None else DATA / "load" / row["file"]
    theirs = answer_of_the_reference(row, data)
    expected, reason = DIFFERENCES.get(row["id"], (theirs, ""))
    # A row in the table must be a difference: one that has gone must leave it.
    assert (theirs != expected) == bool(reason)
    assert our_answer(path) == expected


def test_every_difference_is_of_a_row() -> None:
    assert set(DIFFERENCES) <= {row["id"] for row in LOAD_ROWS}
    assert len(LOAD_ROWS) == 162


def test_bytes_that_are_no_utf_8_are_named() -> None:
    for name in ("utf16-le-bom", "utf16-le-no-bom"):
        with pytest.raises(runsnap.MalformedError, match="UTF-16"):
            Resumption.load(DATA / f"load/{name}.json")
    with pytest.raises(runsnap.MalformedError, match="byte order mark"):
        Resumption.loads(b"\xef\xbb\xbf" + (DATA / "load/base-everything.json").read_bytes())


ORDER = "we hash the IR in the order of its file, since we do not know the order of its members"
CHECK_DIFFERENCES = {
    "phases/ir-sorted-keys": ("DifferentArtifactError", ORDER),
    "phases/ir-unknown-member": ("DifferentArtifactError", ORDER),
}


@pytest.mark.parametrize("row", CHECK_ROWS, ids=lambda row: f"{row['id']}@{row['version']}")
def test_check_answers_as_the_reference_does(row: dict[str, Any]) -> None:
    resumption = Resumption.load(DATA / "check" / row["snapshot"])
    theirs = "ok" if row["outcome"] == "ok" else f"{row['variant']}Error"
    expected, reason = CHECK_DIFFERENCES.get(row["id"], (theirs, ""))
    assert (theirs != expected) == bool(reason)
    if expected == "ok":
        resumption.check(DATA / "check" / row["ir"])
        return
    with pytest.raises(runsnap.RunsnapError) as caught:
        resumption.check(DATA / "check" / row["ir"])
    assert type(caught.value).__name__ == expected
    if isinstance(caught.value, runsnap.DifferentArtifactError):
        # The reference, too, names the agent of the resumption, whatever the IR says.
        assert row["message"] is None or f"`{caught.value.agent}` has changed" in row["message"]
        assert caught.value.agent == resumption.agent
    if isinstance(caught.value, runsnap.UnknownNodeError):
        assert f"`{caught.value.node}`" in row["message"]
    if reason:
        assert "in the order of the file" in str(caught.value)


def test_every_difference_of_check_is_of_a_row() -> None:
    assert set(CHECK_DIFFERENCES) <= {row["id"] for row in CHECK_ROWS}
    assert {row["version"] for row in CHECK_ROWS} == {"0.5.2", "0.9.0"}
