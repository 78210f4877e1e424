"""``runsnap schema review`` on repositories of other people's schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.tools import run
from tests.evolution.gate.repositories import Schemas, order, text

STRING, INTEGER = {"type": "string"}, {"type": "integer"}
BASE = order(id=STRING, count=INTEGER, required=["id"])
WIDER = order(id=STRING, count=INTEGER, note=STRING, required=["id"])
NARROW = order(id=STRING, count=STRING, required=["id"])


def review(*arguments: str, code: int = 0) -> dict[str, Any]:
    result = run("schema", "review", "--format", "json", *arguments)
    assert result.exit_code == code, result.output
    report: dict[str, Any] = json.loads(result.stdout)
    assert report["exitCode"] == code
    return report


def compared(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["old"]["label"], one["new"]["label"]) for one in report["comparisons"]]


def failing(report: dict[str, Any]) -> list[dict[str, Any]]:
    items = [item for one in report["comparisons"] for item in (*one["findings"], *one["changes"])]
    return [item for item in items if item["fails"]]


def test_a_draft_is_compared_with_every_released_version(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", order(id=STRING, required=["id"]))
    schemas.release("order/1.1.0", BASE)
    schemas.release("bill/2.0.0", BASE)
    schemas.draft("order/1.2.0", WIDER)
    report = review()
    assert compared(report) == [("order@1.0.0", "order@1.2.0"), ("order@1.1.0", "order@1.2.0")]
    assert [one["step"] for one in report["comparisons"]] == [
        {"needed": "minor", "taken": "minor", "enough": True}
    ] * 2


def test_a_break_between_versions_that_are_no_neighbours_is_found(schemas: Schemas) -> None:
    """1.2.0 takes what 1.1.0 gave up: each step is fine by itself, and 1.0.0 is broken."""
    schemas.release("order/1.0.0", order(id=STRING, count=INTEGER))
    schemas.release("order/1.1.0", order(id=STRING))
    schemas.draft("order/1.2.0", order(id=STRING, count=STRING))
    report = review(code=1)
    broken = {(one["old"]["label"], one["step"]["enough"]) for one in report["comparisons"]}
    assert broken == {("order@1.0.0", False), ("order@1.1.0", True)}


@pytest.mark.parametrize(
    "version, schema, needed, enough",
    [
        ("1.0.1", {**BASE, "description": "other words"}, "patch", True),
        ("1.0.1", WIDER, "minor", False),
        ("1.1.0", WIDER, "minor", True),
        ("1.1.0", NARROW, "major", False),
        ("2.0.0", NARROW, "major", True),
        ("1.1.0", order(id=STRING, count={**INTEGER, "default": 3}, required=["id"]), "major", False),
        ("1.1.0", order(id=STRING, count={"type": ["integer", "string"]}, required=["id"]), "minor", True),
        ("1.0.1", order(id=STRING, count={"type": ["integer", "string"]}, required=["id"]), "minor", False),
    ],
)
def test_the_name_takes_the_step_that_the_change_needs(
    schemas: Schemas, version: str, schema: Any, needed: str, enough: bool
) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft(f"order/{version}", schema)
    report = review(code=0 if enough else 1)
    (comparison,) = report["comparisons"]
    assert (comparison["step"]["needed"], comparison["step"]["enough"]) == (needed, enough)
    assert bool(failing(report)) is not enough


@pytest.mark.parametrize("version, enough", [("0.1.1", False), ("0.2.0", True), ("1.0.0", True)])
def test_below_one_the_steps_stand_one_place_to_the_right(
    schemas: Schemas, version: str, enough: bool
) -> None:
    schemas.release("order/0.1.0", BASE)
    schemas.draft(f"order/{version}", NARROW)
    assert review(code=0 if enough else 1)["comparisons"][0]["step"]["enough"] is enough


def test_a_break_that_the_step_allows_fails_on_demand(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/2.0.0", NARROW)
    review()
    report = review("--fail-on", "backward:broken", code=1)
    assert [(one["direction"], one["verdict"], one["fails"]) for one in failing(report)] == [
        ("backward", "broken", "backward:broken is not allowed")
    ]
    review("--fail-on", "meaning")


def test_the_strict_view_decides_on_demand(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.1.0", WIDER)
    assert review()["comparisons"][0]["step"]["needed"] == "minor"
    report = review("--view", "strict", code=1)
    assert report["comparisons"][0]["step"]["needed"] == "major"
    assert {tuple(one["views"]) for one in failing(report)} == {("strict",)}


def test_both_views_are_in_the_report(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.1.0", WIDER)
    (comparison,) = review()["comparisons"]
    assert comparison["declared"]["backward"] == {"verdict": "safe"}
    assert comparison["strict"]["backward"] == {"verdict": "broken", "witness": {"id": "", "note": 0}} or (
        comparison["strict"]["backward"]["verdict"] == "broken"
        and "note" in comparison["strict"]["backward"]["witness"]
    )
    assert "- Added: `Order.note`" in comparison["changelog"]
    groups = {one["group"] for one in comparison["findings"] if one["verdict"] == "broken"}
    assert groups == {"other-view"}


# The lock


def test_a_released_file_that_was_edited_fails(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.0.0", WIDER)
    (fault,) = review(code=1)["faults"]
    assert fault["file"] == "schemas/order/1.0.0.json"
    assert "a released schema never changes" in fault["sentence"]


def test_line_ends_do_not_count(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    path = schemas.folder / "order" / "1.0.0.json"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert review()["faults"] == []


def test_a_released_file_that_is_gone_fails(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.release("order/1.1.0", WIDER)
    (schemas.folder / "order" / "1.0.0.json").unlink()
    assert [fault["sentence"] for fault in review(code=1)["faults"]] == [
        "order@1.0.0 is released, but its file is missing"
    ]


@pytest.mark.parametrize("change", ["removed", "edited", "file", "kind"])
def test_a_line_of_the_lock_that_the_commit_has_must_stand(schemas: Schemas, change: str) -> None:
    schemas.release("bill/1.0.0", BASE)
    schemas.release("order/1.0.0", BASE)
    schemas.commit()
    assert review("--against", "HEAD")["faults"] == []
    if change == "removed":
        schemas.lock["order"].clear()
        schemas.write_lock()
    elif change == "edited":
        schemas.release("order/1.0.0", NARROW)
    elif change == "file":
        (schemas.folder / "released.json").unlink()
    else:
        (schemas.folder / "order" / "1.0.0.json").unlink()
        del schemas.lock["order"]
        schemas.write_lock()
    report = review("--against", "HEAD", code=1)
    sentences = " ".join(fault["sentence"] for fault in report["faults"])
    assert "order@1.0.0 was released" in sentences
    if change == "edited":
        assert "sha256:" in sentences
        assert ("order@1.0.0 in HEAD", "order@1.0.0") in compared(report)


def test_a_line_that_was_removed_leaves_the_version_released(schemas: Schemas) -> None:
    """Else a release could be undone and broken in one go."""
    schemas.release("order/1.0.0", BASE)
    schemas.release("order/1.1.0", order(id=STRING, required=["id"]))
    schemas.commit()
    del schemas.lock["order"]["1.0.0"]
    schemas.write_lock()
    schemas.draft("order/1.2.0", NARROW)
    report = review("--against", "HEAD", code=1)
    assert ("order@1.0.0", "order@1.2.0") in compared(report)
    assert failing(report)


def test_a_version_that_only_the_commit_has_is_compared(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.release("order/1.1.0", order(id=STRING, count=INTEGER, note=INTEGER, required=["id"]))
    schemas.commit()
    (schemas.folder / "order" / "1.1.0.json").unlink()
    schemas.draft("order/1.2.0", WIDER)
    report = review("--against", "HEAD", code=1)
    assert ("order@1.1.0 in HEAD", "order@1.2.0") in compared(report)


def test_a_draft_may_change_between_commits(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.1.0", WIDER)
    schemas.commit()
    schemas.draft("order/1.1.0", order(id=STRING, count=INTEGER, note=INTEGER, required=["id"]))
    report = review("--against", "HEAD")
    assert compared(report) == [("order@1.0.0", "order@1.1.0"), ("order@1.1.0 in HEAD", "order@1.1.0")]
    assert report["comparisons"][1]["step"] == {"needed": "major", "taken": None, "enough": None}


def test_any_name_of_a_commit_and_any_folder_will_do(
    schemas: Schemas, monkeypatch: pytest.MonkeyPatch
) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.commit()
    schemas.git("tag", "first")
    schemas.lock.clear()
    schemas.write_lock()
    schemas.commit()
    assert review("--against", "HEAD", "--schemas", "schemas")["faults"] == []
    assert review("--against", "first", "--schemas", str(schemas.folder), code=1)["faults"]
    monkeypatch.chdir(schemas.folder)
    assert review("--against", "HEAD~1", "--schemas", ".", code=1)["faults"]


def test_a_commit_without_schemas_has_nothing_to_say(schemas: Schemas) -> None:
    (schemas.root / "readme").write_text("x")
    schemas.commit()
    schemas.release("order/1.0.0", BASE)
    report = review("--against", "HEAD")
    assert (report["faults"], compared(report)) == ([], [])


# What cannot be read


@pytest.mark.parametrize("content", [b"{", b'{"a": 1, "a": 2}', b"\xff", b"[" * 5000, b"1e999"])
def test_a_schema_that_is_no_json_is_a_fault(schemas: Schemas, content: bytes) -> None:
    schemas.release("order/1.0.0", BASE)
    path = schemas.draft("order/1.1.0", BASE)
    path.write_bytes(content)
    (fault,) = review(code=1)["faults"]
    assert fault["file"] == "schemas/order/1.1.0.json"


@pytest.mark.parametrize("content", ["{", "[]", '{"order": []}', '{"order": {"1.0.0": 5}}'])
def test_a_lock_that_is_no_lock_is_a_fault(schemas: Schemas, content: str) -> None:
    schemas.draft("order/1.0.0", BASE)
    (schemas.folder / "released.json").write_text(content)
    assert [fault["file"] for fault in review(code=1)["faults"]] == ["schemas/released.json"]


def test_without_a_lock_every_version_is_compared_with_those_before(schemas: Schemas) -> None:
    schemas.draft("order/1.0.0", BASE)
    schemas.draft("order/1.1.0", NARROW)
    report = review(code=1)
    assert compared(report)[-1] == ("order@1.0.0", "order@1.1.0")
    assert any("no version counts as released" in note for note in report["notes"])


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--schemas", "nowhere"], "no such folder"),
        (["--against", "nothing"], "no commit is named 'nothing'"),
        (["--against", "--help"], "no commit is named '--help'"),
        (["--accept", "nowhere.json"], "nowhere.json"),
        (["--fail-on", "nonsense"], "'nonsense' is no class"),
        (["--avro", "nowhere"], "no such folder"),
    ],
)
def test_wrong_usage(schemas: Schemas, arguments: list[str], message: str) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.commit()
    result = run("schema", "review", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_folder_without_schemas_and_a_folder_outside_git_are_wrong_usage(schemas: Schemas) -> None:
    result = run("schema", "review")
    assert result.exit_code == 2
    assert "KIND/VERSION.json" in result.stderr
    schemas.release("order/1.0.0", BASE)
    assert run("schema", "review", "--against", "HEAD").exit_code == 2


# Acceptance


def test_an_accepted_finding_does_not_fail_and_needs_no_step(schemas: Schemas, tmp_path: Path) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.1.0", NARROW)
    (item,) = {one["fingerprint"]: one for one in failing(review(code=1))}.values()
    page = run("schema", "review")
    lines = [
        line.strip()
        for line in page.stdout.splitlines()
        if item["fingerprint"] in line and line.strip().startswith("{")
    ]
    (schemas.root / "accept.json").write_text('{"accept": [' + ",".join(dict.fromkeys(lines)) + "]}")
    report = review("--accept", "accept.json")
    assert report["stale"] == report["expired"] == []
    (comparison,) = report["comparisons"]
    assert comparison["step"]["needed"] == "minor"
    accepted = [one for one in comparison["findings"] if one["accepted"]]
    assert [one["fingerprint"] for one in accepted] == [item["fingerprint"]]


def test_what_is_accepted_in_one_version_is_not_accepted_in_the_next(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.1.0", NARROW)
    before = {one["fingerprint"] for one in failing(review(code=1))}
    (schemas.folder / "order" / "1.1.0.json").rename(schemas.folder / "order" / "1.2.0.json")
    assert not before & {one["fingerprint"] for one in failing(review(code=1))}


def test_expired_and_stale_entries_are_told_and_accept_nothing(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.1.0", NARROW)
    (fingerprint,) = {one["fingerprint"] for one in failing(review(code=1))}
    entries = [
        {"fingerprint": fingerprint, "reason": "was fine", "until": "2001-01-01"},
        {"fingerprint": "0" * 12, "reason": "nothing has it"},
    ]
    (schemas.root / "accept.json").write_text(json.dumps({"accept": entries}))
    report = review("--accept", "accept.json", code=1)
    assert [entry["fingerprint"] for entry in report["expired"]] == [fingerprint]
    assert [entry["fingerprint"] for entry in report["stale"]] == ["0" * 12]
    page = run("schema", "review", "--accept", "accept.json").stdout
    assert "expired" in page
    assert "stale" in page
    log = json.loads(run("schema", "review", "--accept", "accept.json", "--format", "sarif").stdout)
    places = [
        one["locations"][0]["physicalLocation"]
        for one in log["runs"][0]["results"]
        if one["ruleId"] == "accept"
    ]
    assert [place["artifactLocation"]["uri"] for place in places] == ["accept.json", "accept.json"]


# Avro


def test_avro_schemas_beside_the_others_are_judged(schemas: Schemas) -> None:
    before = {"type": "record", "name": "Order", "fields": [{"name": "id", "type": "string"}]}
    after = {**before, "fields": [*before["fields"], {"name": "note", "type": "string"}]}
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.0.0", before, ".avsc")
    schemas.draft("order/1.1.0", WIDER)
    assert review()["comparisons"][0]["notJudged"] == ["Avro: not judged (no Avro schema of both sides)"]
    schemas.draft("order/1.1.0", after, ".avsc")
    (comparison,) = review(code=1)["comparisons"]
    assert comparison["avro"]["backward"] == {"verdict": "broken", "witness": {"id": ""}}
    assert comparison["declared"]["backward"]["verdict"] == "safe"
    beside = {
        (one["direction"], one["member"]): one["avro"]
        for one in comparison["findings"]
        if one["encoding"] == "json"
    }
    assert beside["backward", "Order.note"] == "broken"


def test_the_avro_schema_of_a_released_version_is_compared_with_the_commit(schemas: Schemas) -> None:
    before = {"type": "record", "name": "Order", "fields": [{"name": "id", "type": "string"}]}
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.0.0", before, ".avsc")
    schemas.commit()
    schemas.draft("order/1.0.0", {**before, "fields": [{"name": "id", "type": "bytes"}]}, ".avsc")
    report = review("--against", "HEAD", "--fail-on", "broken", code=1)
    assert {one["encoding"] for one in failing(report)} == {"avro"}


def test_an_avro_schema_that_is_none_is_a_fault(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.draft("order/1.0.0", {"type": "record"}, ".avsc")
    schemas.draft("order/1.1.0", WIDER)
    schemas.draft("order/1.1.0", "string", ".avsc")
    assert [fault["file"] for fault in review(code=1)["faults"]] == ["schemas/order/1.1.0.avsc"]


# Configuration


def test_the_project_file_may_say_where_things_are(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", BASE)
    schemas.folder.rename(schemas.root / "contracts")
    (schemas.root / "pyproject.toml").write_text('[tool.runsnap.review]\nschemas = "contracts"\n')
    assert review()["faults"] == []
    (schemas.root / "pyproject.toml").write_text('[tool.runsnap.review]\nschema = "contracts"\n')
    result = run("schema", "review")
    assert result.exit_code == 2
    assert "[tool.runsnap.review] may have" in result.stderr


def test_this_project_reviews_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[3])
    report = review()
    assert report["faults"] == []
    assert all(one["avro"] is not None for one in report["comparisons"])
    pairs = {tuple(label.split("@")[0] for label in pair) for pair in compared(report)}
    assert pairs == {("capture", "capture"), ("resumption", "resumption")}
    assert text({}) == "{}\n"
