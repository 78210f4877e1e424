"""What other libraries do not do: the reasons why runsnap does more than they.

Each row is a fact about the newest version. Where a library has learned what it
could not do, its row fails here, and the documentation is to be put right.
"""

import re

import msgspec
import pytest

import runsnap
from tests.benchmarks import peers
from tests.benchmarks.documents import document
from tests.benchmarks.guarantees import GUARANTEES

FACTS = {
    "runsnap": {
        "typed": (True, "objects"),
        "schema": (True, "refuses 17 of 17"),
        "doubled names": (True, "refused"),
        "integers beyond 64 bits": (True, "exact"),
        "infinities": (True, "refused"),
        "unknown members": (True, "kept"),
        "nanoseconds": (True, "kept"),
    },
    "msgspec": {
        "typed": (True, "objects"),
        "schema": (False, "refuses 10 of 17"),
        "doubled names": (False, "the last one wins"),
        "integers beyond 64 bits": (True, "exact"),
        "infinities": (True, "refused"),
        "unknown members": (False, "dropped"),
        "nanoseconds": (False, "becomes .123457"),
    },
    "pydantic": {
        "typed": (True, "objects"),
        "schema": (False, "refuses 13 of 17"),
        "doubled names": (False, "the last one wins"),
        "integers beyond 64 bits": (True, "exact"),
        "infinities": (False, "1e400 becomes inf"),
        "unknown members": (True, "kept"),
        "nanoseconds": (False, "becomes .123456"),
    },
    "orjson": {
        "typed": (False, "dict"),
        "schema": (False, "refuses 0 of 17"),
        "doubled names": (False, "the last one wins"),
        "integers beyond 64 bits": (False, "2^64 becomes 1.8446744073709552e+19"),
        "infinities": (True, "refused"),
        "unknown members": (True, "kept"),
        "nanoseconds": (True, "as text"),
    },
    "mashumaro": {
        "typed": (True, "objects"),
        "schema": (False, "refuses 3 of 17"),
        "doubled names": (False, "the last one wins"),
        "integers beyond 64 bits": (False, "2^64 becomes 1.8446744073709552e+19"),
        "infinities": (True, "refused"),
        "unknown members": (False, "dropped"),
        "nanoseconds": (False, "becomes .123456"),
    },
    "jsonschema": {
        "typed": (False, "dict"),
        "schema": (True, "refuses 17 of 17"),
        "doubled names": (False, "the last one wins"),
        "integers beyond 64 bits": (True, "exact"),
        "infinities": (False, "1e400 becomes inf"),
        "unknown members": (True, "kept"),
        "nanoseconds": (True, "as text"),
    },
}


@pytest.fixture(scope="module")
def loads():
    return peers.loads("capture")


@pytest.mark.parametrize("guarantee", GUARANTEES)
@pytest.mark.parametrize("peer", FACTS)
def test_what_a_library_does_is_what_the_documentation_says(peer, guarantee, loads):
    assert GUARANTEES[guarantee](loads[peer]) == FACTS[peer][guarantee]


def test_every_library_that_is_measured_has_its_facts(loads):
    assert FACTS.keys() == loads.keys()


def test_no_other_library_gives_every_guarantee():
    complete = [peer for peer, facts in FACTS.items() if all(holds for holds, _ in facts.values())]
    assert complete == ["runsnap"]


def test_every_guarantee_is_one_that_some_library_does_not_give():
    for guarantee in GUARANTEES:
        assert not all(facts[guarantee][0] for facts in FACTS.values())


@pytest.mark.parametrize(
    "value, written",
    [(float("nan"), None), (float("inf"), None), ({1}, [1]), (b"x", "eA==")],
)
def test_msgspec_writes_what_is_no_json_as_something_else_and_runsnap_refuses_it(value, written):
    plain = document("capture", "structured", 2_000)
    data = msgspec.json.encode(plain)
    theirs = msgspec.json.decode(data, type=peers.model("dataclasses", "capture"))
    theirs.run_log.steps[0].input = value
    assert msgspec.json.decode(peers.written(theirs))["run_log"]["steps"][0]["input"] == written
    ours = runsnap.Capture.loads(data)
    ours.run_log.steps[0].input = value
    with pytest.raises(runsnap.UnrepresentableError):
        ours.to_bytes()


def test_both_writers_write_the_same_members_and_values():
    plain = document("capture", "payload", 20_000)
    data = runsnap.Capture.from_dict(plain).to_bytes()
    theirs = msgspec.json.decode(data, type=peers.model("dataclasses", "capture"))
    instants = b'"(captured|started|finished)_at": "[^"]+"'
    assert re.sub(instants, b"", peers.written(theirs) + b"\n") == re.sub(instants, b"", data)


def steps(loaded):
    log = loaded["run_log"] if isinstance(loaded, dict) else loaded.run_log
    found = log["steps"] if isinstance(log, dict) else log.steps
    return [
        (step["idx"], step["output"]) if isinstance(step, dict) else (step.idx, step.output) for step in found
    ]


@pytest.mark.parametrize("peer", FACTS)
def test_every_library_reads_the_same_steps(peer, loads):
    plain = document("capture", "payload", 20_000)
    assert steps(loads[peer](msgspec.json.encode(plain))) == steps(plain)
