"""The corpus of fuzzing, and proof that its targets notice what they are there to notice."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import runsnap
from runsnap import avro
from tests.fuzz import avro_target, schema_target
from tests.fuzz.guard import TooSlow, limited
from tests.fuzz.registry import TARGETS

CORPUS = Path(__file__).parent / "corpus"
INPUTS = [(name, path) for name in TARGETS for path in sorted((CORPUS / name).iterdir())]
RESUMPTION = json.dumps(runsnap.schema("resumption")["examples"][-1]).encode()
USAGE = {"inputTokens": 1, "outputTokens": 2}


@pytest.mark.parametrize("name, path", INPUTS, ids=lambda value: getattr(value, "name", value))
def test_no_input_of_the_corpus_shows_a_fault(name, path):
    with limited():
        TARGETS[name].run(path.read_bytes())


def test_the_corpus_is_small():
    assert len(INPUTS) <= 300
    assert sum(path.stat().st_size for _, path in INPUTS) <= 500_000
    assert {name for name, _ in INPUTS} == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_changes_are_the_same_for_the_same_seed(name):
    fuzzed = TARGETS[name]
    inputs = [path.read_bytes() for target, path in INPUTS if target == name]
    for seed in range(50):
        data = inputs[seed % len(inputs)]
        assert fuzzed.change(data, random.Random(seed), fuzzed.words) == fuzzed.change(
            data, random.Random(seed), fuzzed.words
        )


def test_what_takes_too_long_is_ended():
    with pytest.raises(TooSlow), limited(0.05):
        while True:
            pass


def raises(error):
    def fails(*_, **__):
        raise error

    return fails


GOOD = {
    "json": RESUMPTION,
    "avro": b"S"
    + avro.encode(runsnap.Resumption.from_dict(json.loads(RESUMPTION) | {"usage": USAGE, "spend": {}})),
    "schema": b'{"old": {"type": "integer"}, "new": {"type": "number"}}',
    "command": b"a.json\nvalidate\n--json\n@\n\n" + RESUMPTION,
}


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_a_good_input(name):
    TARGETS[name].run(GOOD[name])


@pytest.mark.parametrize(
    "name, where",
    [
        ("json", "runsnap.Resumption.loads"),
        ("json", "runsnap.Resumption.to_bytes"),
        ("json", "runsnap.validate"),
        ("json", "runsnap.load"),
        ("avro", "runsnap.avro.decode"),
        ("avro", "runsnap.avro.encode"),
        ("schema", "tests.fuzz.schema_target.review"),
        ("command", "runsnap.cli._validate_output.Reports.end"),
    ],
)
@pytest.mark.parametrize(
    "error", [RecursionError(), KeyError("x"), UnicodeDecodeError("utf-8", b"", 0, 1, "x")]
)
def test_errors_that_nobody_documented_are_noticed(name, where, error, monkeypatch):
    monkeypatch.setattr(where, raises(error))
    with pytest.raises(type(error)):
        TARGETS[name].run(GOOD[name])


def changing(function, change):
    return lambda *args, **options: change(function(*args, **options))


@pytest.mark.parametrize("old, new", [(b'"steps": 9', b'"steps": 8'), (b'"limit": 2.5', b'"limit": 3.0')])
def test_text_that_says_something_else_is_noticed(old, new, monkeypatch):
    written = runsnap.Resumption.to_bytes
    assert old in runsnap.Resumption.loads(RESUMPTION).to_bytes()
    monkeypatch.setattr(
        runsnap.Resumption, "to_bytes", changing(written, lambda data: data.replace(old, new, 1))
    )
    with pytest.raises(AssertionError):
        TARGETS["json"].run(RESUMPTION)


@pytest.mark.parametrize("text", [b"{}", b'{"run_log": {}}', RESUMPTION.replace(b'"steps"', b'"step"')])
def test_documents_that_are_taken_for_valid_are_noticed(text, monkeypatch):
    monkeypatch.setattr("tests.fuzz.json_target._attempt", lambda *_, **__: (object(), None))
    with pytest.raises(AssertionError):
        TARGETS["json"].run(text)


@pytest.mark.parametrize("after", [1, 2])
def test_avro_that_does_not_come_back_is_noticed(after, monkeypatch):
    decode = avro.decode
    calls = []

    def forgetful(data, **options):
        calls.append(data)
        document = decode(data, **options)
        if len(calls) > after:
            document.steps += 1
        return document

    monkeypatch.setattr(avro, "decode", forgetful)
    with pytest.raises(AssertionError):
        avro_target.target(GOOD["avro"])


def test_avro_that_goes_on_behind_the_document_is_noticed(monkeypatch):
    decode = avro.decode
    monkeypatch.setattr(avro, "decode", lambda data, **options: decode(data.removesuffix(b"more"), **options))
    with pytest.raises(AssertionError):
        avro_target.target(GOOD["avro"] + b"more")


def test_a_witness_that_is_none_is_noticed(monkeypatch):
    from dataclasses import replace

    def wrong(old, new, options):
        found = review(old, new, options)
        return replace(found, forward=replace(found.forward, witness="x"))

    review = schema_target.review
    monkeypatch.setattr(schema_target, "review", wrong)
    with pytest.raises(AssertionError):
        schema_target.target(GOOD["schema"])


@pytest.mark.parametrize("text", ["Traceback (most recent call last):", "not enough memory"])
def test_output_that_no_command_may_give_is_noticed(text, monkeypatch):
    monkeypatch.setattr("runsnap.cli._failures.failed", lambda *_: print(text) or 2)
    monkeypatch.setattr("runsnap.cli.check.failed", lambda *_: print(text) or 2)
    with pytest.raises(AssertionError):
        TARGETS["command"].run(b"a.json\ncheck\ngood.json\n@\n\n{}")
