"""The stored reviews of our own released schemas are what a review says today."""

from __future__ import annotations

import json

import pytest

from tests.evolution.gate.stored import FOLDER, PAGE, file_of, page, pairs, review, text

COMMAND = "write them anew with `python -m tests.evolution.gate.stored`, and read the difference"


def test_every_pair_is_stored_and_nothing_else() -> None:
    stored = {path.name for path in FOLDER.iterdir()}
    assert stored == {file_of(*pair).name for pair in pairs()}, COMMAND


@pytest.mark.parametrize("old, new", pairs())
def test_the_review_is_what_is_stored(old: str, new: str) -> None:
    assert text(review(old, new)) == file_of(old, new).read_text(encoding="utf-8"), COMMAND


@pytest.mark.parametrize("old, new", pairs())
def test_no_release_of_ours_breaks_or_leaves_anything_open(old: str, new: str) -> None:
    (comparison,) = json.loads(file_of(old, new).read_text(encoding="utf-8"))["comparisons"]
    assert comparison["step"]["enough"]
    for view in ("declared", "avro"):
        assert {comparison[view][direction]["verdict"] for direction in ("backward", "forward")} == {"safe"}
    assert comparison["strict"]["forward"] == {"verdict": "safe"}
    assert {one["verdict"] for one in comparison["findings"]} <= {"safe", "broken"}


def test_the_page_of_the_documentation_is_what_the_reviews_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), COMMAND
