"""What other libraries do not do: the reasons why runsnap does more than they.

Each row is a fact about the newest version. Where a library has learned what it
could not do, its row fails here, and the documentation is to be put right.
"""

import pytest

from tests.benchmarks import peers
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
