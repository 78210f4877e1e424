"""Every keyword of every schema is told by a case; every rule by three."""

from __future__ import annotations

import json

import pytest

from tests.vectors.keywords import instances
from tests.vectors.proof import INSTANCES, NAMES, VECTORS, candidates, listed, nodes_at, telling
from tests.vectors.runner import Case
from tests.vectors.schemas import VERSIONS, Path_, Version
from tests.vectors.trees import pointer

NEVER, OTHERWISE = listed("never"), listed("otherwise")


@pytest.mark.parametrize(("version", "path"), INSTANCES, ids=NAMES)
def test_a_case_fails_because_of_this_keyword_alone(version: Version, path: Path_) -> None:
    cases = telling(version, path)
    here = (version.kind, pointer(path))
    if here in NEVER:
        assert not cases, "it is listed as one that can never fail alone, and does"
    elif here in OTHERWISE:
        assert cases
        assert all(case["valid"] for case in cases)
    else:
        assert any(not case["valid"] for case in cases)


def test_what_is_listed_is_in_a_schema() -> None:
    there = {(version.kind, pointer(path)) for version, path in INSTANCES}
    assert (NEVER | OTHERWISE | listed("in some engines")) <= there
    rules = {(version.kind, rule["id"]) for version in VERSIONS for rule in version.schema["x-checks"]}
    assert listed("always apply") <= rules


def test_a_keyword_that_nothing_tells_is_noticed() -> None:
    version = VERSIONS[0]
    [path] = [
        path for path in instances(version.schema) if pointer(path) == "/$defs/Step/properties/idx/maximum"
    ]
    assert [case["id"] for case in telling(version, path)] == [
        f"{version.name}.run_log.steps.0.idx.past-maximum"
    ]
    assert len(candidates(version, path)) == 1


RULES = [(version, rule) for version in VERSIONS for rule in version.schema["x-checks"]]


@pytest.mark.parametrize(
    ("version", "rule"), RULES, ids=[f"{version.name}-{rule['id']}" for version, rule in RULES]
)
def test_a_rule_passes_and_fails_and_does_not_apply(version: Version, rule: Case) -> None:
    cases = [
        case
        for case in VECTORS.cases
        if (case["kind"], case["version"], case.get("rule")) == (version.kind, version.version, rule["id"])
    ]
    found = {case["outcome"] for case in cases}
    due = {"passes", "fails", "does-not-apply"}
    if (version.kind, rule["id"]) in listed("always apply"):
        assert _always_applies(version, rule)
        due.remove("does-not-apply")
    assert found == due
    for case in cases:
        broken = [check["rule"] for check in case.get("checks", [])]
        assert broken == ([rule["id"]] if case["outcome"] == "fails" else []), case["id"]


def _always_applies(version: Version, rule: Case) -> bool:
    """Whether every input of a rule is required, and cannot be null."""
    inputs = [item for key in ("equal", "notBefore") for item in rule.get(key, [])]
    inputs += [rule["length"]] if "length" in rule else []
    inputs += [rule["at"]] if "pattern" in rule else []
    steps = [step for item in inputs for step in nodes_at(version.schema, item)]
    return bool(inputs) and all(
        step["required"] and '"null"' not in json.dumps(step["member"]) for step in steps
    )


@pytest.mark.parametrize("rule", ["integer-from-float-literal", "number-is-a-double", "instant-in-range"])
@pytest.mark.parametrize("outcome", ["passes", "fails"])
def test_value_rules_pass_and_fail(rule: str, outcome: str) -> None:
    cases = [case for case in VECTORS.cases if (case["stage"], case.get("rule")) == ("value", rule)]
    assert [case for case in cases if case["outcome"] == outcome]
    assert all(case["valid"] == (case["outcome"] == "passes") for case in cases)
