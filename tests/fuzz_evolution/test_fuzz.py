"""The fuzz session itself: it says yes to the engine, and no to an engine that is wrong."""

from __future__ import annotations

import sys

import pytest

from runsnap.evolution import Budget, compare
from runsnap.evolution._model import DirectionReview, Finding, Review, Witness
from tests.fuzz_evolution import __main__ as command
from tests.fuzz_evolution import examine
from tests.fuzz_evolution.minimise import minimised

FEW = ["fuzz", "--minutes", "5", "--seed", "3", "--small", "60", "--random", "30"]


def run(monkeypatch, *options):
    monkeypatch.setattr(sys, "argv", [*FEW, *options])
    return command.main()


def pretending(monkeypatch, side):
    monkeypatch.setattr(examine, "compare", lambda *_, **__: Review("strict", side, side))


def test_the_engine_stands_a_few_pairs(monkeypatch, capsys):
    assert run(monkeypatch, "--pairs", "12") == 0
    assert capsys.readouterr().out.startswith("12 pairs, 24 verdicts: ")


def test_a_wrong_safe_is_found_and_the_pair_made_small(monkeypatch, capsys):
    pretending(monkeypatch, DirectionReview("safe"))
    assert run(monkeypatch, "--pairs", "40", "--stop") == 1
    problem = capsys.readouterr().out
    assert "is safe, but there is" in problem
    small = [line for line in problem.splitlines() if line.strip().startswith(("old=", "new="))]
    assert all(len(line) < 120 for line in small)


@pytest.mark.parametrize("witness", [{"a": [1, 2, 3]}, None])
def test_a_witness_that_is_none_is_found(monkeypatch, capsys, witness):
    finding = Finding("backward", "broken", "", "", "type", "no", witness=Witness(witness))
    pretending(monkeypatch, DirectionReview("broken", witness, (finding,)))
    assert run(monkeypatch, "--pairs", "10", "--stop") == 1
    assert "not a witness" in capsys.readouterr().out


def test_an_engine_that_raises_is_found(monkeypatch, capsys):
    def fails(*_, **__):
        raise RuntimeError("lost its way")

    monkeypatch.setattr(examine, "compare", fails)
    assert run(monkeypatch, "--pairs", "1") == 1
    assert "RuntimeError: lost its way" in capsys.readouterr().out


def test_the_same_seed_draws_the_same_pairs():
    assert [examine.case(1, index) for index in range(20)] == [examine.case(1, index) for index in range(20)]
    assert examine.case(1, 0) != examine.case(2, 0)


def test_what_is_not_needed_for_the_failure_goes():
    old = {"type": "object", "properties": {"a": {"type": "number", "title": "x"}, "b": {"enum": [1, 2]}}}
    new = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"enum": [1, 2]}}, "required": []}

    def fails(one, other):
        return compare(one, other, budget=Budget(documents=0)).backward.witness == {"a": 0.5}

    smallest = ({"properties": {"a": {"type": "number"}}}, {"properties": {"a": {"type": "integer"}}})
    assert minimised(old, new, fails) == smallest
