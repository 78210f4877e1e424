"""What the engine says of every pair whose verdict is known."""

from __future__ import annotations

import json
from functools import cache

import pytest

from runsnap.evolution import compare
from tests.evolution.judges import DIALECTS, Judges, in_dialect
from tests.evolution.pairs import DATA, DIRECTIONS, Pair, pairs, read
from tests.evolution.vocabulary import keywords
from tests.evolution.witnesses import faults, longer_than_needed

FILES = sorted(DATA.glob("*.json"))
FOREIGN = (
    "annotations.misspelt annotations.misspelt@draft-07 annotations.$recursiveAnchor unevaluated.ignored-07.props@draft-07 "
    "unevaluated.ignored-07.prefixItems@draft-07 unevaluated.ignored-07.dependentRequired@draft-07 "
    "unevaluated.ignored-07.minContains@draft-07 unevaluated.ignored-2020.additionalItems"
)
"""Keywords that the dialect gives no meaning to and somebody may have meant: never passed over in silence."""
HARD = "references.dynamic.overridden"
MAY_BE_UNKNOWN = {(name, direction) for name in f"{FOREIGN} {HARD}".split() for direction in DIRECTIONS}
"""Pairs and directions that the engine may leave open. One that it decides has to go from here."""


@cache
def reviewed(pair: Pair):
    return compare(pair.old, pair.new, assert_formats=pair.formats)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_verdicts_are_true(file):
    wrong = [
        (pair.id, direction, side.verdict, [finding.rule for finding in side.findings])
        for pair in read(file)
        for direction in DIRECTIONS
        if (side := getattr(reviewed(pair), direction)).verdict
        == ("broken" if pair.ok(direction) else "safe")
    ]
    assert wrong == []


def test_only_the_listed_verdicts_are_unknown(capsys):
    unknown = {
        (pair.id, direction): [finding.reason for finding in side.findings]
        for pair in pairs()
        for direction in DIRECTIONS
        if (side := getattr(reviewed(pair), direction)).verdict == "unknown"
    }
    with capsys.disabled():
        print(f"\n{len(unknown)} of {2 * len(pairs())} verdicts on pairs are unknown")
    assert {key: reasons for key, reasons in unknown.items() if key not in MAY_BE_UNKNOWN} == {}
    assert set(unknown) == MAY_BE_UNKNOWN


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_break_has_a_witness_that_cannot_be_shortened(file):
    found = [
        (pair.id, direction, fault)
        for pair in read(file)
        for direction in DIRECTIONS
        for check in (faults, longer_than_needed)
        for fault in check(getattr(reviewed(pair), direction), *pair.judges(direction))
    ]
    assert found == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_both_validators_agree_on_the_witness_of_each_direction(file):
    found = [
        (pair.id, direction, side.witness)
        for pair in read(file)
        for direction in DIRECTIONS
        if (side := getattr(reviewed(pair), direction)).verdict == "broken"
        for writer, reader in [pair.judges(direction)]
        if (writer.agreed(side.witness), reader.agreed(side.witness)) != (True, False)
    ]
    assert found == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_verdict_says_what_it_rests_on(file):
    for pair in read(file):
        for direction in DIRECTIONS:
            side = getattr(reviewed(pair), direction)
            for finding in side.findings:
                assert finding.direction == direction, pair.id
                assert (finding.rule is not None) == (finding.verdict == "safe"), pair.id
                assert (finding.reason is not None) == (finding.verdict == "unknown"), pair.id
                assert (finding.witness is not None) == (finding.verdict == "broken"), pair.id
                assert finding.sentence, pair.id
            verdicts = {finding.verdict for finding in side.findings}
            assert side.verdict == next(
                (worst for worst in ("broken", "unknown") if worst in verdicts), "safe"
            ), pair.id


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_witness_is_about_as_short_as_the_document_that_shows_the_break(file):
    found = [
        (pair.id, direction, side.witness, pair.document(direction))
        for pair in read(file)
        for direction in DIRECTIONS
        if not pair.ok(direction) and (side := getattr(reviewed(pair), direction)).verdict == "broken"
        if len(json.dumps(side.witness)) > len(json.dumps(pair.document(direction))) + 16
    ]
    assert found == []


@pytest.mark.parametrize(
    ("dialect", "keyword"),
    [(dialect, keyword) for dialect in DIALECTS for keyword in keywords(dialect, "disputed")],
)
def test_a_break_that_only_one_validator_sees_is_marked(dialect, keyword):
    adding = {
        "dependencies": {"a": ["b"]},
        "contentEncoding": "base64",
        "contentMediaType": "application/json",
    }
    old, new = (in_dialect(schema, dialect) for schema in ({}, {keyword: adding[keyword]}))
    review = compare(old, new)
    assert review.forward.verdict == "safe"
    assert review.backward.verdict in {"broken", "unknown"}
    assert faults(review.backward, Judges(old, dialect=dialect), Judges(new, dialect=dialect)) == []
    for finding in review.backward.findings:
        assert finding.verdict != "broken" or finding.witness.one_validator


@pytest.mark.parametrize(
    "schema",
    [
        True,
        False,
        {},
        {"type": "object", "properties": {"a": {"$ref": "#"}}},
        {"x-unknown": 1, "format": "no-such-format"},
        {"pattern": "(?<=a)b"},
        {"$schema": "urn:no:such:dialect", "type": "string"},
        {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 0, "exclusiveMinimum": True},
        {"$ref": "https://example.com/elsewhere.json"},
        {"not": {"$ref": "#"}},
        {"type": 5},
    ],
)
def test_a_schema_against_itself_has_nothing_to_say(schema):
    for view in ("strict", "declared"):
        review = compare(schema, json.loads(json.dumps(schema)), view=view)
        assert (review.backward.verdict, review.backward.findings) == ("safe", ())
        assert (review.forward.verdict, review.forward.findings) == ("safe", ())
        assert review.changes == ()


@pytest.mark.parametrize(
    ("schema", "named"),
    [
        ({"$schema": "urn:no:such:dialect", "type": "string"}, "urn:no:such:dialect"),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "type": "string"}, "draft-04"),
        ({"$ref": "https://example.com/elsewhere.json"}, "https://example.com/elsewhere.json"),
    ],
)
def test_what_is_not_supported_is_unknown_and_named(schema, named):
    review = compare(schema, {**schema, "minLength": 3})
    for side in (review.backward, review.forward):
        assert side.verdict == "unknown"
        assert named in " ".join(f"{finding.reason} {finding.sentence}" for finding in side.findings)


@pytest.mark.parametrize(("old", "new"), [({"type": "string", "pattern": p}, {"type": "string"}) for p in (
    "^(?!x)", "(?<=a)b", "\\bword\\b", "^(a)\\1$", "^\\p{L}+$",
)])  # fmt: skip
def test_a_pattern_beyond_automata_is_never_judged_wrongly(old, new):
    review = compare(old, new)
    assert review.backward.verdict in {"safe", "unknown"}
    assert review.forward.verdict in {"broken", "unknown"}
    assert faults(review.forward, Judges(new), Judges(old)) == []
