"""The verdicts that the pairs state are true: shown by documents, without the engine."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.evolution.documents import documents
from tests.evolution.judges import DIALECTS
from tests.evolution.pairs import DATA, DIRECTIONS, Pair, pairs, read
from tests.evolution.vocabulary import keywords, metaschema_keywords, stated

FILES = sorted(DATA.glob("*.json"))


def test_there_are_many_pairs_in_both_dialects_and_no_two_of_a_name():
    names = Counter(pair.id for pair in pairs())
    assert names.most_common(1)[0][1] == 1
    assert all(sum(pair.dialect == dialect for pair in pairs()) > 500 for dialect in DIALECTS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_break_is_shown_by_a_document_that_both_validators_judge_alike(file):
    for pair in read(file):
        for direction in DIRECTIONS:
            if not pair.ok(direction):
                writer, reader = pair.judges(direction)
                document = pair.document(direction)
                assert (writer.agreed(document), reader.agreed(document)) == (True, False), (
                    pair.id,
                    direction,
                )


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_small_document_contradicts_what_is_said_to_be_safe(file):
    for pair in read(file):
        contradictions = [
            found
            for direction in DIRECTIONS
            if pair.ok(direction)
            for found in counterexamples(pair, direction)
        ]
        assert contradictions == [], pair.id


def counterexamples(pair: Pair, direction):
    writer, reader = pair.judges(direction)
    for document in documents(pair.old, pair.new, small=250, random_ones=60):
        if writer.normative(document) and not reader.normative(document):
            yield from [document] if writer.second(document) and not reader.second(document) else []


LEFT_OUT = {"2020-12": set(), "draft-07": {"writeOnly"}}
"""Keywords that the text of a dialect defines and its metaschema forgets."""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_keyword_of_the_metaschemas_is_in_the_table_once(dialect):
    table = [keyword for kind in ("asserts", "annotates", "disputed") for keyword in keywords(dialect, kind)]
    assert sorted(table) == sorted(metaschema_keywords(dialect) | LEFT_OUT[dialect])


def changing(dialect: str, keyword: str) -> list[Pair]:
    """The pairs about this keyword in which it is stated differently."""
    return [
        pair
        for pair in pairs()
        if pair.dialect == dialect and pair.keyword == keyword
        if json.dumps(stated(pair.old, keyword)) != json.dumps(stated(pair.new, keyword))
    ]


def of_kind(kind) -> list[tuple[str, str]]:
    return [(dialect, keyword) for dialect in DIALECTS for keyword in keywords(dialect, kind)]


@pytest.mark.parametrize(("dialect", "keyword"), of_kind("asserts"))
def test_every_asserting_keyword_has_a_pair_that_breaks_and_one_that_does_not(dialect, keyword):
    found = changing(dialect, keyword)
    assert any(not pair.ok(direction) for pair in found for direction in DIRECTIONS)
    assert any(pair.ok("backward") and pair.ok("forward") for pair in found)


@pytest.mark.parametrize(("dialect", "keyword"), of_kind("annotates"))
def test_every_annotating_keyword_has_a_pair_and_none_that_breaks(dialect, keyword):
    found = changing(dialect, keyword)
    assert found
    assert all(pair.ok(direction) for pair in found for direction in DIRECTIONS)
