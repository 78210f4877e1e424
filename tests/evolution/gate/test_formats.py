"""Every format, from hand-made reviews and from real ones."""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from runsnap.cli._text import visible
from runsnap.evolution import Change, DirectionReview, Finding, Review, Witness
from runsnap.evolution.formats import as_json, as_markdown, as_sarif, report_schema_text
from runsnap.evolution.gate import Accepted, Entry, Report, Side, Step, read_policy
from runsnap.evolution.gate._judge import Court, Reviews
from runsnap.evolution.gate._repository import Fault
from tests.cli.tools import run
from tests.evolution.gate.repositories import Schemas, order
from tests.evolution.gate.stored import pairs

EVIL = "\x1b[31mred\x07\u202e</summary><script>`|*"
TODAY = dt.date(2030, 6, 1)
SCHEMA = {"title": "R", "properties": {"a": {"type": "string"}}}
TEXT = json.dumps(SCHEMA, indent=2)


def broken(direction: Any, keyword: str = "type", **more: Any) -> Finding:
    value = {"a": EVIL}
    return Finding(
        direction, "broken", "/properties/a", "/properties/a", keyword, f"readers refuse `a` {EVIL}",
        witness=Witness(value, "00ff" if more.get("encoding") else None, one_validator=True, detail=f"seen {EVIL}"), **more,
    )  # fmt: skip


def reviewed(view: Any, *findings: Finding, changes: tuple[Change, ...] = ()) -> Review:
    def direction(name: str) -> DirectionReview:
        mine = tuple(one for one in findings if one.direction == name)
        verdicts = {one.verdict for one in mine}
        verdict: Any = "broken" if "broken" in verdicts else "unknown" if "unknown" in verdicts else "safe"
        return DirectionReview(verdict, {"a": EVIL} if verdict == "broken" else None, mine)

    return Review(view, direction("backward"), direction("forward"), changes)


UNKNOWN = Finding(
    "forward", "unknown", "", "/properties/b", "pattern", "it is open", reason=f"too hard {EVIL}"
)
SAFE = Finding(
    "forward", "safe", "/properties/a/type", "/properties/a/type", "type", "widened", rule="covers"
)
CHANGES = (
    Change("meaning", "/properties/a", "/properties/a", "default", f"another default {EVIL}"),
    Change("vocabulary", None, "/properties/b", "properties", "`b` is declared now"),
    Change("equivalent", "", "", "description", "other words"),
)
AVRO = {"type": "record", "name": "R", "fields": [{"name": "a", "type": "string"}]}


def report(*, accepted: Accepted | None = None, words: str = "broken,unknown,meaning") -> Report:
    old = Side(
        f"old {EVIL}", "old.json", schema=SCHEMA, text=TEXT, avro=AVRO, avro_uri="old.avsc", avro_text="{}"
    )
    new = Side(
        "new", "dir/new name.json", schema=SCHEMA, text=TEXT, avro=AVRO, avro_uri="new.avsc", avro_text="{}"
    )
    reviews = Reviews(
        reviewed("declared", broken("backward"), UNKNOWN, SAFE, changes=CHANGES),
        reviewed("strict", broken("backward"), broken("forward"), SAFE, changes=CHANGES),
        reviewed("strict", broken("forward", "union", encoding="avro")),
    )
    policy = read_policy([words], "declared")
    entries = accepted or Accepted()
    comparison = Court(policy, entries, TODAY).judge(old, new, reviews)
    expired = Entry("0" * 12, f"why {EVIL}", dt.date(2030, 1, 1))
    return Report(
        (comparison,),
        policy,
        (Fault("x.json", f"gone {EVIL}"),),
        (f"note {EVIL}",),
        entries,
        (expired,),
        (expired,),
    )


def item(made: Report, keyword: str, direction: str = "backward") -> Any:
    return next(
        one for one in made.comparisons[0].items
        if one.what.keyword == keyword and getattr(one.what, "direction", direction) == direction
    )  # fmt: skip


def test_findings_are_grouped_once_and_labelled_with_their_views() -> None:
    made = report()
    groups = [(one.group, one.encoding, one.views) for one in made.comparisons[0].items]
    assert groups == [
        ("breaks-old-data", "json", ("declared", "strict")),
        ("undecided", "json", ("declared",)),
        ("safe", "json", ("declared", "strict")),
        ("other-view", "json", ("strict",)),
        ("breaks-old-readers", "avro", ()),
        ("changes-meaning", "json", ()),
        ("vocabulary", "json", ()),
        ("equivalent", "json", ()),
    ]
    assert made.comparisons[0].needed is Step.MAJOR
    assert item(made, "type").member == "R.a"
    assert item(made, "type").avro == "safe"
    assert made.exit_code == 1


def test_what_the_other_view_says_never_fails() -> None:
    assert {one.group for one in report(words="broken").failing} == {"breaks-old-data", "breaks-old-readers"}


def test_an_accepted_finding_is_told_and_does_not_fail() -> None:
    fingerprint = item(report(), "type").fingerprint
    made = report(accepted=Accepted((Entry(fingerprint, "fine", TODAY),)), words="backward:broken")
    assert made.failing == ()
    assert item(made, "type").accepted.reason == "fine"
    assert [one["suppressions"] for one in results(made) if one["partialFingerprints"]["runsnapFinding/v1"] == fingerprint] == [
        [{"kind": "external", "justification": "fine"}]
    ]  # fmt: skip


# JSON


def validator() -> Draft202012Validator:
    schema = json.loads(report_schema_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_json_is_what_its_schema_says() -> None:
    value = json.loads(json.dumps(as_json(report())))
    validator().validate(value)
    assert value["exitCode"] == 1
    (comparison,) = value["comparisons"]
    assert comparison["declared"]["backward"] == {"verdict": "broken", "witness": {"a": EVIL}}
    assert [one["witness"]["bytes"] for one in comparison["findings"] if one["encoding"] == "avro"] == [
        "00ff"
    ]


@pytest.mark.parametrize(
    "path", ["format", "comparisons/0/findings/0/verdict", "comparisons/0/step", "stale/0/reason"]
)
def test_the_schema_of_the_json_refuses_what_is_missing(path: str) -> None:
    value = json.loads(json.dumps(as_json(report())))
    *above, last = path.split("/")
    inner = value
    for token in above:
        inner = inner[int(token)] if isinstance(inner, list) else inner[token]
    del inner[last]
    assert not validator().is_valid(value)


@pytest.mark.parametrize("old, new", pairs())
def test_real_reports_are_what_the_schema_says(old: str, new: str) -> None:
    result = run("schema", "diff", "--format", "json", old, new)
    assert result.exit_code == 0
    validator().validate(json.loads(result.stdout))


# SARIF


def results(made: Report) -> list[dict[str, Any]]:
    log = json.loads(json.dumps(as_sarif(made, version="1.2.3")))
    found: list[dict[str, Any]] = log["runs"][0]["results"]
    return found


def check_sarif(log: dict[str, Any]) -> None:
    """What the standard asks of a log, and what code hosts ask beyond it."""
    assert log["version"] == "2.1.0"
    assert log["$schema"].startswith("https://")
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    (run_,) = log["runs"]
    driver = run_["tool"]["driver"]
    assert driver["name"] == "runsnap"
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(ids) == len(set(ids))
    assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
    for result in run_["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        assert result["message"]["text"]
        assert all(isinstance(one, str) and one for one in result["partialFingerprints"].values())
        assert result["partialFingerprints"]
        for location in result["locations"]:
            place = location["physicalLocation"]
            assert re.fullmatch(r"[A-Za-z0-9._~!$&'()*+,;=:@%/-]+", place["artifactLocation"]["uri"])
            assert place["region"]["startLine"] >= 1


def test_sarif_has_the_essentials() -> None:
    check_sarif(json.loads(json.dumps(as_sarif(report(), version="1.2.3"))))
    rules = [one["ruleId"] for one in results(report())]
    assert sorted(rules) == sorted(
        [
            "fault",
            "accept",
            "accept",
            "backward-broken",
            "forward-broken",
            "forward-unknown",
            "meaning",
            "vocabulary",
        ]
    )


def test_sarif_points_at_the_line() -> None:
    (found,) = [one for one in results(report()) if one["ruleId"] == "backward-broken"]
    place = found["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "dir/new%20name.json"
    assert '"a": {' in TEXT.splitlines()[place["region"]["startLine"] - 1]
    assert found["level"] == "error"


def test_sarif_of_a_real_repository(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", order(id={"type": "string"}))
    schemas.draft("order/1.1.0", order(id={"type": "integer"}))
    result = run("schema", "review", "--format", "sarif")
    assert result.exit_code == 1
    log = json.loads(result.stdout)
    check_sarif(log)
    places = {
        one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for one in log["runs"][0]["results"]
    }
    assert places == {"schemas/order/1.1.0.json"}


# Markdown and the page


def test_markdown_lets_nothing_foreign_through() -> None:
    shown = as_markdown(report(), clean=visible, today=TODAY)
    assert all(char.isprintable() or char == "\n" for char in shown)
    outside = re.sub(r"^  (```+)\n.*?^  \1$", "", shown, flags=re.MULTILINE | re.DOTALL)
    outside = re.sub(r"(`+)[^`].*?\1", "", outside)
    assert "<script>" not in outside.replace("\\<script\\>", "")
    assert shown.count("<details>") == shown.count("</details>")
    assert "| declared | **broken** | **unknown** |" in shown


def test_markdown_says_what_to_add() -> None:
    made = report()
    shown = as_markdown(made, clean=visible, today=TODAY)
    for one in made.failing:
        assert f'{{"fingerprint": "{one.fingerprint}"' in shown


HOSTILE = order(**{"\x1b[31mred\u202e\x9b": {"type": "string"}}, required=["\x1b[31mred\u202e\x9b"])
HOSTILE_NEW = order(
    **{"\x1b[31mred\u202e\x9b": {"type": "integer", "default": "\x07"}}, required=["\x1b[31mred\u202e\x9b"]
)


@pytest.mark.parametrize("shape", ["text", "markdown", "json", "sarif"])
def test_no_control_character_reaches_the_output(schemas: Schemas, shape: str) -> None:
    schemas.release("order/1.0.0", HOSTILE)
    schemas.draft("order/1.1.0", HOSTILE_NEW)
    result = run("schema", "review", "--format", shape)
    assert result.exit_code == 1
    assert all(char.isprintable() or char == "\n" for char in result.stdout)
    assert "[31mred" in result.stdout


def test_the_page_groups_and_shows_witnesses(schemas: Schemas) -> None:
    schemas.release("order/1.0.0", order(id={"type": "string"}, n={"type": "integer", "maximum": 20}))
    schemas.draft(
        "order/1.1.0", order(id={"type": "string"}, n={"type": "integer", "maximum": 16, "default": 1})
    )
    result = run("schema", "review")
    assert result.exit_code == 1
    headings = ["Breaks old data", "Changes meaning"]
    positions = [result.stdout.index(heading) for heading in headings]
    assert positions == sorted(positions)
    assert 'witness: {"n": 17}' in result.stdout
    assert "needs a major step, the name takes a minor one" in result.stdout
    assert "Draft of the changelog" in result.stdout


def test_nothing_that_changed_is_a_short_page() -> None:
    result = run("schema", "diff", "capture@1.0.0", "capture@1.0.0")
    assert result.exit_code == 0
    assert "needs none" in result.stdout


# The command diff


def test_files_and_commits_are_compared(schemas: Schemas) -> None:
    path = schemas.draft("order/1.0.0", order(n={"type": "integer"}))
    schemas.commit()
    schemas.draft("order/1.0.0", order(n={"type": "string"}))
    result = run("schema", "diff", "git:HEAD:schemas/order/1.0.0.json", str(path))
    assert result.exit_code == 1
    assert "Avro: not judged" in result.stdout
    assert (
        run("schema", "diff", "git:HEAD:./schemas/order/1.0.0.json", str(path), "--fail-on", "none").exit_code
        == 0
    )
    mirrored = run("schema", "diff", str(path), "git:main:schemas/order/1.0.0.json", "--format", "json")
    (comparison,) = json.loads(mirrored.stdout)["comparisons"]
    assert comparison["step"]["taken"] is None
    assert comparison["declared"]["backward"]["witness"] == {"n": ""}


def test_two_avro_schemas_are_compared(schemas: Schemas) -> None:
    old = schemas.draft("order/1.0.0", AVRO, ".avsc")
    new = schemas.draft("order/1.1.0", {**AVRO, "fields": []}, ".avsc")
    result = run("schema", "diff", "--format", "json", str(old), str(new))
    assert result.exit_code == 1
    (comparison,) = json.loads(result.stdout)["comparisons"]
    assert (comparison["declared"], comparison["strict"]) == (None, None)
    assert comparison["avro"]["forward"] == {"verdict": "broken", "witness": {}}
    assert "JSON: not judged" in comparison["notJudged"][0]
    assert "- Removed" in " ".join(comparison["changelog"]) or "no longer declared" in " ".join(
        comparison["changelog"]
    )


def test_the_direction_of_fail_on_counts(schemas: Schemas) -> None:
    old = schemas.draft("order/1.0.0", order(n={"type": "integer"}))
    new = schemas.draft("order/1.1.0", order(n={"type": ["integer", "string"]}))
    assert run("schema", "diff", str(old), str(new)).exit_code == 1
    assert run("schema", "diff", str(old), str(new), "--fail-on", "backward:broken").exit_code == 0
    assert run("schema", "diff", str(old), str(new), "--fail-on", "forward:broken").exit_code == 1


def test_formats_are_asserted_on_demand(schemas: Schemas) -> None:
    old = schemas.draft("order/1.0.0", order(n={"type": "string"}))
    new = schemas.draft("order/1.1.0", order(n={"type": "string", "format": "date"}))
    assert run("schema", "diff", str(old), str(new)).exit_code == 0
    assert run("schema", "diff", str(old), str(new), "--assert-formats").exit_code == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("nowhere.json", "capture@1.0.0"),
        ("capture@1.0.0", "capture@9.9.9"),
        ("letter@1.0.0", "capture@1.0.0"),
        ("git:HEAD:a.json", "capture@1.0.0"),
        ("git:HEAD", "capture@1.0.0"),
        ("capture@1.0.0",),
        ("bad.json", "capture@1.0.0"),
        ("number.json", "capture@1.0.0"),
        ("bad.avsc", "bad.avsc"),
        ("good.avsc", "capture@1.0.0"),
        ("bad.avsc", "good.avsc"),
        ("folder", "capture@1.0.0"),
    ],
)
def test_what_cannot_be_read_is_wrong_usage(schemas: Schemas, arguments: tuple[str, ...]) -> None:
    Path("bad.json").write_text('{"a": 1, "a": 2}')
    Path("number.json").write_text("5")
    Path("bad.avsc").write_text("{}")
    Path("good.avsc").write_text('"int"')
    Path("folder").mkdir()
    result = run("schema", "diff", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "error: " in result.stderr
