"""Version steps, what fails, and the accept file."""

from __future__ import annotations

import datetime as dt
import json
import tomllib

import pytest

from runsnap.evolution import Change, Finding, Witness
from runsnap.evolution.gate import (
    Accepted,
    AcceptError,
    PolicyError,
    Step,
    next_version,
    read_accepted,
    read_policy,
    step_needed,
    step_taken,
)


@pytest.mark.parametrize(
    "old, new, step",
    [
        ("1.0.0", "1.0.1", Step.PATCH),
        ("1.0.9", "1.1.0", Step.MINOR),
        ("1.9.0", "2.0.0", Step.MAJOR),
        ("1.0.0", "3.4.5", Step.MAJOR),
        ("0.1.0", "0.1.1", Step.MINOR),
        ("0.1.9", "0.2.0", Step.MAJOR),
        ("0.9.0", "1.0.0", Step.MAJOR),
        ("0.0.1", "0.0.2", Step.MINOR),
        ("1.0.0", "1.0.0", Step.NONE),
        ("1.0", "1.1", Step.NONE),
    ],
)
def test_the_step_between_two_versions(old: str, new: str, step: Step) -> None:
    assert step_taken(old, new) is step


@pytest.mark.parametrize("old", ["1.2.3", "0.2.3", "0.0.1"])
@pytest.mark.parametrize("step", [Step.PATCH, Step.MINOR, Step.MAJOR])
def test_the_next_version_takes_the_step(old: str, step: Step) -> None:
    assert step_taken(old, next_version(old, step)) >= step
    assert next_version(old, Step.NONE) == old


def finding(direction, verdict) -> Finding:
    witness = Witness(1) if verdict == "broken" else None
    return Finding(direction, verdict, "/a", "/a", "type", "…", witness=witness)


def change(kind) -> Change:
    return Change(kind, "/a", "/a", "default", "…")


@pytest.mark.parametrize(
    "item, step",
    [
        (finding("backward", "broken"), Step.MAJOR),
        (finding("backward", "unknown"), Step.MAJOR),
        (finding("backward", "safe"), Step.PATCH),
        (finding("forward", "broken"), Step.MINOR),
        (finding("forward", "unknown"), Step.MINOR),
        (finding("forward", "safe"), Step.PATCH),
        (change("meaning"), Step.MAJOR),
        (change("vocabulary"), Step.MINOR),
        (change("equivalent"), Step.PATCH),
    ],
)
def test_the_step_that_is_needed(item, step: Step) -> None:
    assert step_needed(item) is step


@pytest.mark.parametrize(
    "words, failing",
    [
        (["broken"], {("backward", "broken"), ("forward", "broken")}),
        (["backward:broken, forward:unknown"], {("backward", "broken"), ("forward", "unknown")}),
        (
            ["unknown", "forward:broken"],
            {("backward", "unknown"), ("forward", "unknown"), ("forward", "broken")},
        ),
        (["none"], set()),
        (["step"], set()),
    ],
)
def test_what_fails_is_named_by_direction_and_verdict(
    words: list[str], failing: set[tuple[str, str]]
) -> None:
    policy = read_policy(words, "declared")
    every = [
        finding(direction, verdict)
        for direction in ("backward", "forward")
        for verdict in ("broken", "unknown", "safe")
    ]
    assert {(one.direction, one.verdict) for one in every if policy.fails(one)} == failing
    assert not policy.fails(change("meaning"))
    assert read_policy(["meaning"], "declared").fails(change("meaning"))


@pytest.mark.parametrize(
    "word", ["safe", "brokn", "up:broken", "backward:safe", "backward:", ":broken", "strict"]
)
def test_a_class_that_there_is_not_is_refused(word: str) -> None:
    with pytest.raises(PolicyError, match="known: broken"):
        read_policy([word], "declared")


TODAY = dt.date(2030, 6, 1)
ENTRIES = [
    {"fingerprint": "0123456789ab", "reason": "nobody writes it", "until": "2030-06-01"},
    {"fingerprint": "ba9876543210", "reason": "old", "until": "2030-05-31"},
    {"fingerprint": "aaaaaaaaaaaa", "reason": "for good"},
]


def as_toml(entries) -> str:
    return "\n".join(
        "[[accept]]\n" + "\n".join(
            f"{name} = {value if name == 'until' else json.dumps(value)}" for name, value in entry.items()
        )
        for entry in entries
    )  # fmt: skip


@pytest.mark.parametrize("toml", [False, True])
def test_entries_hold_until_their_day_is_over(toml: bool) -> None:
    accepted = read_accepted(as_toml(ENTRIES) if toml else json.dumps({"accept": ENTRIES}), toml=toml)
    assert accepted.entry("0123456789ab", TODAY).reason == "nobody writes it"
    assert accepted.entry("0123456789ab", TODAY + dt.timedelta(days=1)) is None
    assert accepted.entry("ba9876543210", TODAY) is None
    assert accepted.entry("aaaaaaaaaaaa", TODAY) is not None
    assert accepted.entry("bbbbbbbbbbbb", TODAY) is None
    assert [entry.fingerprint for entry in accepted.expired(TODAY)] == ["ba9876543210"]
    assert [entry.fingerprint for entry in accepted.stale(["0123456789ab", "cccccccccccc"])] == [
        "ba9876543210", "aaaaaaaaaaaa",
    ]  # fmt: skip


@pytest.mark.parametrize("toml", [False, True])
def test_the_line_to_add_is_an_entry(toml: bool) -> None:
    line = Accepted(toml=toml).line("0123456789ab", 'a "quoted"\nsentence', TODAY)
    text = line if toml else json.dumps({"accept": [json.loads(line)]})
    assert toml is False or "accept" in tomllib.loads(text)
    (entry,) = read_accepted(text, toml=toml).entries
    assert (entry.fingerprint, entry.until) == ("0123456789ab", TODAY + dt.timedelta(days=90))


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", '{"accept": {}}', '{"accept": [], "more": 1}', '{"accept": [1]}',
        '{"accept": [{"fingerprint": "0123456789ab"}]}',
        '{"accept": [{"fingerprint": "0123456789AB", "reason": "x"}]}',
        '{"accept": [{"fingerprint": "0123456789ab", "reason": " "}]}',
        '{"accept": [{"fingerprint": "0123456789ab", "reason": "x", "until": "soon"}]}',
        '{"accept": [{"fingerprint": "0123456789ab", "reason": "x", "until": 5}]}',
        '{"accept": [{"fingerprint": "0123456789ab", "reason": "x", "untill": "2030-01-01"}]}',
        '{"accept": [{"fingerprint": "0123456789ab", "reason": "x"}, {"fingerprint": "0123456789ab", "reason": "y"}]}',
        "[" * 100_000,
    ],
)  # fmt: skip
def test_an_accept_file_that_says_something_else_is_refused(text: str) -> None:
    with pytest.raises(AcceptError):
        read_accepted(text, toml=False)
