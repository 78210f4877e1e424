"""What becomes of a document: what is replaced and what stays, validity, equality, and the report."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runsnap
from codegen.schemas import read_folder
from runsnap._documents import class_of
from runsnap._equality import same_json
from runsnap._pointer import resolve
from runsnap._redact.escapes import views
from runsnap._redact.policy import TEXTS
from tests import strategies
from tests.redact.texts import SECRETS
from tests.sdk.samples import (
    FULL,
    RUN_ID,
    changed,
    full_capture,
    full_resumption,
    json_values,
    nested,
    places,
    step,
)

ROOT = Path(__file__).resolve().parents[2]
NEWEST = {kind: versions[-1] for kind, versions in read_folder(ROOT / "schemas").documents.items()}
KINDS = sorted(NEWEST)
KEY = b"0123456789abcdef"
PLACEHOLDER = re.compile(r"\[redacted:([a-z-]+):[0-9a-f]{40}\]")
ONLY_DETECTORS = runsnap.RedactionPolicy(texts=(), keep=["/**"])
NOTHING = runsnap.RedactionPolicy(texts=(), detectors=(), keep=["/**"])

policies = st.builds(
    runsnap.RedactionPolicy,
    texts=st.sets(st.sampled_from(TEXTS)),
    pointers=st.sampled_from([(), ("/**/output/**", "/inputs"), ("/*/*/name/**",)]),
    keep=st.sampled_from([(), ("/**/value", "/bindings/*")]),
    names=st.booleans(),
)


def redacted(
    plain: dict[str, Any], policy: runsnap.RedactionPolicy | None = None, key: bytes | None = KEY
) -> Any:
    kind = "capture" if "run_log" in plain else "resumption"
    return runsnap.redact(class_of(kind).from_dict(plain), policy, key=key)


def plain_of(plain: dict[str, Any], policy: runsnap.RedactionPolicy | None = None, key: bytes = KEY) -> Any:
    return redacted(plain, policy, key).document.to_dict()


def placeholder(label: str, value: Any) -> str:
    """By the definition in the guide."""
    text = value if isinstance(value, str) else repr(value)
    tag = hmac.new(KEY, f"value {type(value).__name__} {text}".encode(), hashlib.sha256).hexdigest()[:32]
    seal = hmac.new(KEY, f"seal {label} {tag}".encode(), hashlib.sha256).hexdigest()[:8]
    return f"[redacted:{label}:{tag}{seal}]"


def texts_in(value: Any) -> list[str]:
    """Every name and every text."""
    match value:
        case str():
            return [value]
        case dict():
            return [*value, *(text for inner in value.values() for text in texts_in(inner))]
        case list():
            return [text for inner in value for text in texts_in(inner)]
        case _:
            return []


def failing(plain: dict[str, Any]) -> set[str]:
    return {each.keyword for each in runsnap.validate(plain).failures}


def test_every_text_of_a_capture_goes_and_everything_else_stays() -> None:
    plain = full_capture() | {"later": {"x": [1, 2.5, True, None, "", "text"]}}
    expected = copy.deepcopy(plain)
    for exchange in expected["llm_io"]:
        exchange["prompt"] = placeholder("text", "What is 2 + 2?")
        exchange["completion"] = placeholder("text", "4")
        exchange["tool_calls"][0]["args"] = {"a": placeholder("number", 2), "b": [placeholder("number", 2)]}
    tool = expected["run_log"]["steps"][1]
    tool["input"], tool["output"] = {"a": placeholder("number", 2)}, placeholder("number", 4)
    tool["error"] = placeholder("text", "late")
    expected["later"] = {
        "x": [
            placeholder("number", 1), placeholder("number", 2.5), placeholder("boolean", True), None, "",
            placeholder("text", "text"),
        ]
    }  # fmt: skip
    assert plain_of(plain) == expected


def test_every_value_of_a_resumption_goes_and_everything_else_stays() -> None:
    expected = full_resumption()
    expected |= {
        "inputs": {"x": placeholder("number", 1)},
        "bindings": {"x": placeholder("number", 1), "$tmp0": {"y": [placeholder("boolean", True), None]}},
        "state": {"s": placeholder("text", "t")},
    }
    expected["spend"]["unpriced"] = {"m": placeholder("text", "no price")}
    assert plain_of(full_resumption()) == expected


GROUPS = {
    "prompts": {"/llm_io/*/prompt", "/run_log/steps/*/input/model"},
    "completions": {"/llm_io/*/completion", "/run_log/steps/*/output/model"},
    "tools": {"/llm_io/*/tool_calls/*/args", "/run_log/steps/*/input/tool", "/run_log/steps/*/output/tool"},
    "steps": {"/run_log/steps/*/input/other", "/run_log/steps/*/output/other"},
    "errors": {"/run_log/steps/*/error"},
    "state": set(),
}


def of_all_groups() -> dict[str, Any]:
    plain = full_capture()
    for name, kind in [
        ("model", "llm_call"),
        ("model", "summary_checkpoint"),
        ("tool", "tool_call"),
        ("other", "?"),
    ]:
        entry = step(len(plain["run_log"]["steps"]), kind, input={name: "in"}, output={name: "out"})
        plain["run_log"]["steps"].append(entry)
    for exchange in plain["llm_io"]:
        exchange["tool_calls"][0]["args"] = "args"
    plain["run_log"]["steps"][1] |= {"input": None, "output": None}
    return plain


@pytest.mark.parametrize("group", TEXTS)
def test_a_group_is_replaced_alone(group: str) -> None:
    report = redacted(of_all_groups(), runsnap.RedactionPolicy(texts=[group])).report
    assert {each.pointer for each in report.replacements} == GROUPS[group]
    assert {each.reason for each in report.replacements} <= {group}


def test_the_groups_of_a_resumption() -> None:
    plain = changed(full_resumption(), "/outputs/o/value", "v")
    report = redacted(plain, runsnap.RedactionPolicy(texts=["state"])).report
    assert [(each.pointer, each.count) for each in report.replacements] == [
        ("/bindings/$tmp0/y/*", 1), ("/bindings/x", 1), ("/inputs/x", 1), ("/outputs/o/value", 1), ("/state/s", 1),
    ]  # fmt: skip
    report = redacted(plain, runsnap.RedactionPolicy(texts=["errors"])).report
    assert [each.pointer for each in report.replacements] == ["/spend/unpriced/m"]


IDENTIFIERS = {
    "agent", "artifact", "contentType", "currency", "fingerprint", "id", "ingotSnapshot", "kind", "label", "memory_ref",
    "model", "model_version", "name", "provider", "resumeAt", "run_id", "span_id", "stoppedAt",
}  # fmt: skip
"""Texts that say what something is called; the guide lists them."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_declared_text_is_replaced_or_an_identifier(kind: str) -> None:
    """A member that a later schema declares has to be thought of."""
    from runsnap._redact.policy import group_of
    from runsnap._shape import Leaf

    kept = {
        wire
        for name, shape in class_of(kind)._binding.shapes.items()
        for wire, member in shape.members.items()
        if member.type in (Leaf("string"), Leaf("any")) and group_of(name, wire, {"kind": ""}) is None
    }
    assert kept <= IDENTIFIERS


@pytest.mark.parametrize("kind", KINDS)
def test_a_pattern_that_names_a_member_is_followed_or_refused_by_name(kind: str) -> None:
    plain = FULL[kind]()
    for place in places(plain):
        policy = runsnap.RedactionPolicy(texts=(), pointers=[place])
        try:
            new = plain_of(plain, policy)
        except runsnap.UnrepresentableError as error:
            assert "mask" in error.reason
        else:
            value = resolve(plain, place)
            assert not isinstance(value, str) or resolve(new, place) != value
            assert failing(new) <= failing(plain)


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        ("capture", "/captured_at"), ("capture", "/run_log/started_at"), ("capture", "/run_log/finished_at"),
        ("capture", "/run_log/steps/*/idx"), ("capture", "/run_log/tokens/prompt_tokens"), ("capture", "/rng_seed"),
        ("capture", "/run_log/cost_estimate/total_usd"), ("resumption", "/ingotSnapshot"), ("resumption", "/kind"),
        ("resumption", "/steps"), ("resumption", "/spend/micros"),
    ],
)  # fmt: skip
def test_what_no_placeholder_can_stand_for_is_refused(kind: str, place: str) -> None:
    with pytest.raises(runsnap.UnrepresentableError, match="cannot be masked") as caught:
        redacted(FULL[kind](), runsnap.RedactionPolicy(pointers=[place]))
    assert caught.value.pointer == place


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ("/run_id", "run-id-matches"), ("/run_log/run_id", "run-id-matches"),
        ("/model_version", "model-version-is-last-model"), ("/llm_io/*/model", "model-version-is-last-model"),
        ("/run_log/steps/*/kind", "llm-io-pairs-with-steps"),
    ],
)  # fmt: skip
def test_a_rule_that_holds_is_not_broken(place: str, rule: str) -> None:
    with pytest.raises(runsnap.UnrepresentableError, match=rule):
        redacted(full_capture(), runsnap.RedactionPolicy(pointers=[place]))


def test_members_that_have_to_agree_are_masked_together() -> None:
    policy = runsnap.RedactionPolicy(pointers=["/**/run_id", "/model_version", "/llm_io/*/model"])
    plain = changed(full_capture(), "/run_log/run_id", RUN_ID.lower())
    new = plain_of(plain, policy)
    assert new["run_id"] == new["run_log"]["run_id"] != RUN_ID
    assert re.fullmatch("[0-7][0-9A-HJKMNP-TV-Z]{25}", new["run_id"])
    assert new["model_version"] == new["llm_io"][0]["model"] == placeholder("text", "m-1")
    assert failing(new) == set()
    assert plain_of(full_capture(), policy, b"another key of ours")["run_id"] != new["run_id"]


def test_a_masked_digest_is_a_digest() -> None:
    new = plain_of(full_resumption(), runsnap.RedactionPolicy(pointers=["/artifact"]))
    assert re.fullmatch("sha256:[0-9a-f]{64}", new["artifact"])
    assert new["artifact"] != full_resumption()["artifact"]


def test_below_a_place_identifiers_go_and_what_cannot_be_masked_stays() -> None:
    new = plain_of(full_resumption(), runsnap.RedactionPolicy(pointers=["/**"]))
    assert [new[name] for name in ("ingotSnapshot", "kind", "artifact", "steps")] == [
        full_resumption()[name] for name in ("ingotSnapshot", "kind", "artifact", "steps")
    ]
    assert new["agent"] == placeholder("text", "a")
    assert new["spend"]["currency"] == placeholder("text", "USD")


def test_what_is_kept_by_name_or_by_place() -> None:
    plain = full_capture() | {"tier": "a", "other": "b"}
    plain["llm_io"][0] |= {"tier": "c", "other": {"tier": "d"}}
    plain["run_log"]["steps"][1]["output"] = {"tier": "e", "x": "f"}
    new = plain_of(plain, runsnap.RedactionPolicy(keep=["tier", "prompt", "/run_log/steps/*/output/x"]))
    assert (new["tier"], new["llm_io"][0]["tier"]) == ("a", "c")
    assert new["run_log"]["steps"][1]["output"] == {"tier": placeholder("text", "e"), "x": "f"}
    assert new["other"] == placeholder("text", "b")
    assert new["llm_io"][0]["other"] == {"tier": placeholder("text", "d")}
    assert new["llm_io"][0]["prompt"] == placeholder("text", "What is 2 + 2?")


def test_what_is_kept_still_passes_the_detectors() -> None:
    plain = full_capture() | {"tier": "by alice@example.com"}
    assert plain_of(plain, runsnap.RedactionPolicy(keep=["tier"]))["tier"] == (
        f"by {placeholder('email', 'alice@example.com')}"
    )


def test_a_policy_holds_what_it_was_given_whatever_that_was() -> None:
    given = {"texts": ["state"], "pointers": ["/label"], "detectors": ["email"], "keep": ["tier"]}
    of_iterators: dict[str, Any] = {name: iter(texts) for name, texts in given.items()}
    policy, other = runsnap.RedactionPolicy(**of_iterators), runsnap.RedactionPolicy(**given)
    for texts in given.values():
        texts.clear()
    assert policy == other
    for _ in range(2):
        new = plain_of(full_resumption() | {"label": "place"}, policy)
        assert new["label"].startswith("[redacted:text:")
        assert new["inputs"]["x"].startswith("[redacted:number:")


def test_a_place_that_is_named_wins_over_one_that_is_kept() -> None:
    policy = runsnap.RedactionPolicy(keep=["/inputs"], pointers=["/inputs/x"], texts=())
    assert plain_of(changed(full_resumption(), "/inputs/y", 2), policy)["inputs"] == {
        "x": placeholder("number", 1), "y": 2,
    }  # fmt: skip


def test_patterns_that_match_nothing_are_reported() -> None:
    policy = runsnap.RedactionPolicy(pointers=["/llm_io/*/promt", "/llm_io/*/prompt"], keep=["/x/**", "tier"])
    assert redacted(full_capture(), policy).report.unmatched == ("/llm_io/*/promt", "/x/**")


def test_names_pass_the_detectors_and_may_be_replaced_whole() -> None:
    plain = changed(full_resumption(), "/inputs", {"alice@example.com": {"Alice": 1}, "plain": 2})
    report = redacted(plain).report
    hidden = placeholder("email", "alice@example.com")
    new = plain_of(plain)["inputs"]
    assert new == {hidden: {"Alice": placeholder("number", 1)}, "plain": placeholder("number", 2)}
    assert (f"/inputs/{hidden}", "name", "email", 1) in {
        (each.pointer, each.part, each.reason, each.count) for each in report.replacements
    }
    new = plain_of(plain, runsnap.RedactionPolicy(names=True))
    assert set(new["inputs"]) == {placeholder("name", "alice@example.com"), placeholder("name", "plain")}
    assert [*new["inputs"][placeholder("name", "alice@example.com")]] == [placeholder("name", "Alice")]
    assert set(new) == set(plain)


def test_an_output_is_named_alike_in_both_places() -> None:
    new = plain_of(full_resumption(), runsnap.RedactionPolicy(names=True))
    assert (
        [*new["outputs"]] == [new["outputs"][placeholder("name", "o")]["name"]] == [placeholder("name", "o")]
    )
    assert plain_of(full_resumption())["outputs"]["o"]["name"] == "o"


def test_names_of_unknown_members_pass_the_detectors() -> None:
    plain = full_capture() | {"alice@example.com": 1}
    assert placeholder("email", "alice@example.com") in plain_of(plain)


def test_names_that_would_meet_stay_apart() -> None:
    one, two = "alice@example.com", "bob@example.com"
    hidden = placeholder("email", one)
    names = [one, hidden, f"{one} {two}", f"{hidden} {two}", f"{hidden} {placeholder('email', two)}"]
    plain = changed(full_resumption(), "/inputs", {name: index for index, name in enumerate(names)})
    for order in (names, names[::-1]):
        plain["inputs"] = {name: plain["inputs"][name] for name in order}
        new = plain_of(plain, runsnap.RedactionPolicy(texts=()))["inputs"]
        assert sorted(new.values()) == [0, 1, 2, 3, 4]
        assert new[hidden] == 1
        assert "alice" not in str(new)
        assert "bob" not in str(new)


@pytest.mark.parametrize("value", ["hunter2", 12345, ["a b"], {"x": "y z"}])
def test_a_name_that_announces_a_secret_hides_what_it_holds(value: Any) -> None:
    plain = changed(full_resumption(), "/inputs", {"apiKey": value, "key": value})
    new = plain_of(plain, runsnap.RedactionPolicy(texts=()))["inputs"]
    assert new["key"] == value
    assert not set(texts_in(value)) - {"x"} & set(texts_in(new["apiKey"]))
    assert "12345" not in str(new["apiKey"])
    policy = runsnap.RedactionPolicy(texts=(), detectors=["email"])
    assert plain_of(plain, policy)["inputs"]["apiKey"] == value


def test_card_numbers_may_be_numbers() -> None:
    plain = changed(full_resumption(), "/inputs", {"a": 4111111111111111, "b": 4111111111111112, "c": True})
    new = plain_of(plain, runsnap.RedactionPolicy(texts=()))["inputs"]
    assert new == {"a": placeholder("card", 4111111111111111), "b": 4111111111111112, "c": True}


@settings(max_examples=40)
@given(st.data(), st.sampled_from(KINDS), policies)
def test_a_redacted_document_is_valid_and_breaks_no_further_rule(
    data: st.DataObject, kind: str, policy: runsnap.RedactionPolicy
) -> None:
    plain = data.draw(strategies.documents(NEWEST[kind]))
    document = class_of(kind).from_dict(plain)
    new, report = runsnap.redact(document, policy, key=KEY)
    assert failing(new.to_dict()) <= failing(document.to_dict())
    assert class_of(kind).loads(new.to_bytes()).to_bytes() == new.to_bytes()
    found = [label for text in texts_in(new.to_dict()) for label in PLACEHOLDER.findall(text)]
    assert report.count == len(found)
    assert sum(report.by_reason.values()) == report.count
    assert same_json(runsnap.redact(new, policy, key=KEY).document.to_dict(), new.to_dict())


@settings(max_examples=40)
@given(st.data(), st.sampled_from(KINDS))
def test_nothing_changes_where_nothing_is_to_be_replaced(data: st.DataObject, kind: str) -> None:
    document = class_of(kind).from_dict(data.draw(strategies.documents(NEWEST[kind])))
    new, report = runsnap.redact(document, NOTHING)
    assert same_json(new.to_dict(), document.to_dict())
    assert report.count == 0


close = st.sampled_from(
    [1, 1.0, True, 0, 0.0, -0.0, False, None, "", "1", "true", "alice@example.com", "x alice@example.com", [], {},
     {"alice@example.com": 1}, {"bob@example.com": 1}, 4111111111111111, "4111111111111111", 2**53, 2**53 + 1]
)  # fmt: skip
values = close | json_values | st.lists(close, max_size=3)


@given(values, values, policies | st.just(ONLY_DETECTORS))
def test_values_are_equal_after_if_and_only_if_before(
    one: Any, other: Any, policy: runsnap.RedactionPolicy
) -> None:
    for place in ("/state/s", "/outputs/o/value"):
        first, second = (plain_of(changed(full_resumption(), place, value), policy) for value in (one, other))
        assert same_json(first, second) == same_json(one, other)


@given(st.sampled_from(SECRETS), st.sampled_from(SECRETS))
def test_a_secret_has_one_placeholder_at_any_place(
    first: tuple[str, str, str], second: tuple[str, str, str]
) -> None:
    (name, secret, text), (_, _, other) = first, second
    plain = full_capture() | {secret: text, "other": other, "again": secret}
    new = plain_of(plain, runsnap.RedactionPolicy(keep=["other", "again", secret], detectors=[name]))
    tags = set(re.findall(r":([0-9a-f]{32})[0-9a-f]{8}\]", json.dumps(new)))
    assert placeholder("x", secret)[12:44] in tags


@pytest.mark.parametrize(("name", "secret", "text"), SECRETS)
@pytest.mark.parametrize("kind", KINDS)
def test_no_secret_is_left_at_any_place_in_any_spelling(kind: str, name: str, secret: str, text: str) -> None:
    """At every place that takes a text, as a name where names are free, and as JSON within JSON."""
    plain = FULL[kind]()
    taken = 0
    for place in places(FULL[kind]()):
        if isinstance(resolve(plain, place), (dict, list)):
            continue
        planted = changed(plain, place, f"{text} {json.dumps(text)}")
        if runsnap.validate(planted).valid:
            plain = planted
            taken += 1
    plain |= {text: {text: [text, {"x": text}]}}
    assert taken >= 14
    for policy in (None, ONLY_DETECTORS, runsnap.RedactionPolicy(texts=["prompts"], names=True)):
        new = redacted(plain, policy).document
        for layout in ("sorted", "declared"):
            for line in new.dumps(layout=layout), new.to_bytes(layout=layout).decode("unicode-escape"):
                for view in views(line):
                    assert secret not in view.text


@pytest.mark.parametrize("key", [b"", b"0" * 15])
def test_a_key_that_could_be_guessed_is_refused(key: bytes) -> None:
    with pytest.raises(ValueError, match="16 bytes at least"):
        redacted(full_capture(), key=key)


def test_without_a_key_each_run_has_one_of_its_own() -> None:
    one, other = (redacted(full_capture(), key=None) for _ in range(2))
    assert one.report.random_key
    assert one.document.llm_io[0].prompt == one.document.llm_io[1].prompt
    assert one.document.llm_io[0].prompt != other.document.llm_io[0].prompt
    assert not redacted(full_capture()).report.random_key


def test_the_key_is_nowhere_in_the_outcome() -> None:
    document, report = redacted(full_capture())
    everything = document.dumps() + json.dumps(report.to_dict()) + repr(report) + repr(document)
    assert KEY.decode() not in everything
    assert KEY.hex() not in everything


def test_a_placeholder_of_another_key_is_a_text_like_any_other() -> None:
    """Else whoever writes a file could hide a secret in the shape of a placeholder."""
    forged = f"[redacted:text:{'0123456789abcdef' * 2}{'0' * 8}]"
    plain = changed(full_capture(), "/llm_io/0/prompt", forged)
    assert plain_of(plain)["llm_io"][0]["prompt"] == placeholder("text", forged)
    once = plain_of(full_capture())
    assert plain_of(once, None, b"another key of ours")["llm_io"][0]["prompt"] != once["llm_io"][0]["prompt"]


def test_the_report_as_json() -> None:
    policy = runsnap.RedactionPolicy(texts=["prompts"], pointers=["/x"], keep=["/y"])
    report = redacted(changed(full_capture(), "/memory_ref", "alice@example.com"), policy).report
    assert report.to_dict() == {
        "count": 3,
        "byReason": {"prompts": 2, "email": 1},
        "replacements": [
            {"pointer": "/llm_io/*/prompt", "part": "value", "reason": "prompts", "count": 2},
            {"pointer": "/memory_ref", "part": "value", "reason": "email", "count": 1},
        ],
        "unmatched": ["/x", "/y"],
        "randomKey": False,
    }


@pytest.mark.parametrize(("name", "secret", "text"), SECRETS)
def test_the_report_quotes_no_secret(name: str, secret: str, text: str) -> None:
    plain = changed(full_resumption(), "/inputs", {text: [{text: text}]}) | {text: text}
    report = redacted(plain, ONLY_DETECTORS).report
    assert report.by_reason[name] == 5
    shown = json.dumps(report.to_dict(), ensure_ascii=False) + repr(report)
    assert all(secret not in view.text for view in views(shown))


def test_the_document_that_was_given_is_left_alone() -> None:
    document = runsnap.Capture.from_dict(full_capture())
    before = document.to_bytes()
    runsnap.redact(document)
    assert document.to_bytes() == before


def test_a_record_may_be_redacted_alone() -> None:
    record = runsnap.capture.LlmIo.from_dict(full_capture()["llm_io"][0])
    new, report = runsnap.redact(record, runsnap.RedactionPolicy(pointers=["/model"]), key=KEY)
    assert (new.prompt, new.model) == (placeholder("text", "What is 2 + 2?"), placeholder("text", "m-1"))
    assert {each.pointer for each in report.replacements} == {
        "/prompt", "/completion", "/model", "/tool_calls/*/args/a", "/tool_calls/*/args/b/*",
    }  # fmt: skip


def test_parsed_json_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a Capture or a Resumption, got dict"):
        runsnap.redact({})  # type: ignore[type-var]


def test_the_deepest_documents_may_be_redacted_where_the_stack_is_nearly_full() -> None:
    plain = changed(full_resumption(), "/inputs/x", nested(198))

    def down(levels: int) -> Any:
        return down(levels - 1) if levels else plain_of(plain)

    assert down(700) == plain_of(plain)


def test_what_is_counted_does_not_depend_on_the_stack() -> None:
    plain = changed(full_resumption(), "/inputs", {"a": "text", "x": nested(190)})

    def down(levels: int) -> Any:
        return down(levels - 1) if levels else redacted(plain).report

    assert down(700) == redacted(plain).report


def test_an_invalid_document_is_refused_without_a_word_of_it() -> None:
    secret = "alice@example.com"
    for member, value in [
        ("run_id", secret),
        ("rng_seed", secret),
        ("captured_at", None),
        ("memory_ref", {secret}),
    ]:
        document = runsnap.Capture.from_dict(full_capture())
        setattr(document, member, value)
        document.additional_properties = {secret: object()} if member == "run_id" else {}
        with pytest.raises(runsnap.RunsnapError) as caught:
            runsnap.redact(document)
        error = caught.value
        while error is not None:
            assert secret not in f"{error!r} {error} {getattr(error, 'report', '')}"
            error = error.__context__
