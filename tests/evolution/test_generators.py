"""The generators that the engine is tried with reach what they have to reach."""

from __future__ import annotations

import random

import jsonschema
import pytest

from tests.evolution.documents import documents
from tests.evolution.judges import DIALECTS, Judges
from tests.evolution.pairs import DIRECTIONS, pairs
from tests.evolution.schemas import FOCUSES, pair
from tests.evolution.vocabulary import keywords, stated
from tests.evolution.words import words

ONLY_NAMES = {"$schema", "$vocabulary", "$recursiveAnchor", "$recursiveRef", "contentSchema"}
"""Keywords that assert nothing and that no generated schema needs."""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_random_schemas_are_legal_and_use_every_keyword(dialect):
    meta = (
        jsonschema.Draft7Validator if dialect == "draft-07" else jsonschema.Draft202012Validator
    ).check_schema
    wanted = {
        keyword for kind in ("asserts", "annotates", "disputed") for keyword in keywords(dialect, kind)
    } - ONLY_NAMES
    missing = set(wanted)
    for seed in range(1200):
        for schema in pair(random.Random(seed), dialect, (FOCUSES[seed % len(FOCUSES)],)):
            if seed < 200:
                meta(schema)
            missing -= {keyword for keyword in missing if stated(schema, keyword)}
    assert missing == set()


def test_random_pairs_are_of_all_kinds_and_documents_tell_them_apart():
    seen = set()
    for seed in range(150):
        old, new = pair(random.Random(seed), DIALECTS[seed % 2])
        one, other = Judges(old, dialect=DIALECTS[seed % 2]), Judges(new, dialect=DIALECTS[seed % 2])
        answers = {
            (one.normative(d), other.normative(d)) for d in documents(old, new, small=150, random_ones=60)
        }
        seen.add(((True, False) in answers, (False, True) in answers))
    assert seen == {(False, False), (False, True), (True, False), (True, True)}


def test_documents_alone_find_nearly_all_known_breaks():
    sample = [pair for pair in pairs() if not pair.dialect.startswith("draft")][::4]
    breaks = [(pair, direction) for pair in sample for direction in DIRECTIONS if not pair.ok(direction)]
    found = 0
    for known, direction in breaks:
        writer, reader = known.judges(direction)
        made = documents(known.old, known.new, small=400, random_ones=100)
        found += any(writer.normative(document) and not reader.normative(document) for document in made)
    assert found > 0.9 * len(breaks)


@pytest.mark.parametrize("pattern", ["^a", "b$", "^(ab)+$", "^[^a]{2}$", "^\\w+@\\d{3}$", "^(?:x|yz)?$", "."])
def test_words_of_a_pattern_match_it(pattern):
    judge = Judges({"pattern": pattern})
    assert words(pattern)
    assert all(judge.normative(word) for word in words(pattern))
