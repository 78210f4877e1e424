"""The runner finds every consumer out that is wrong in one thing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.vectors.consumers import (
    accepts_everything,
    honest,
    reading,
    refuses_everything,
    right_results,
    write_right_avro,
    write_right_results,
)
from tests.vectors.keywords import instances, without_keyword, without_keyword_anywhere
from tests.vectors.proof import INSTANCES, NAMES, VECTORS, candidates, listed, schema_cases
from tests.vectors.runner import (
    CAPABILITIES,
    REQUIRED,
    Case,
    Report,
    Vectors,
    judge,
    judge_function,
    judge_program,
)
from tests.vectors.schemas import ROOT, VERSIONS, Path_, Version
from tests.vectors.trees import pointer

NO_FILES = ["parse", "schema", "pointers", "value", "values", "check"]


def only(stage: str) -> list[Case]:
    return [case for case in VECTORS.cases if case["stage"] == stage]


def of_newest(stage: str) -> list[Case]:
    return [case for case in NEWEST.cases if case["stage"] == stage]


def test_who_judges_rightly_passes() -> None:
    honest_but_parse = [name for name in NO_FILES if name != "parse"]
    report = judge_function(honest, honest_but_parse, VECTORS)
    assert report.problems == []
    assert all(report.tallies[name].total > 50 for name in honest_but_parse)


def test_who_accepts_everything_fails() -> None:
    for stage in ("parse", "schema", "value"):
        capability = "schema" if stage == "schema" else stage
        report = judge_function(accepts_everything, [capability], VECTORS, only(stage))
        invalid = [case for case in only(stage) if not case["valid"]]
        assert len(report.problems) == len(invalid) > 0


def test_who_refuses_everything_fails() -> None:
    for stage in ("parse", "schema", "value", "check"):
        capability = "schema" if stage == "check" else stage
        report = judge_function(refuses_everything, [capability], VECTORS, only(stage))
        loading = [case for case in only(stage) if case["loads"]]
        assert len(report.problems) == len(loading) > 0


TELLING = [
    (version, path, name)
    for (version, path), name in zip(INSTANCES, NAMES, strict=True)
    if (version.kind, pointer(path)) not in listed("never")
]


@pytest.mark.parametrize(
    ("version", "path"), [row[:2] for row in TELLING], ids=[name for _, _, name in TELLING]
)
def test_who_ignores_one_keyword_at_one_place_fails(version: Version, path: Path_) -> None:
    def ignoring(schema: Any) -> Any:
        return without_keyword(schema, path) if schema is version.schema else schema

    cases = candidates(version, path)[:40]
    assert judge_function(honest, ["schema"], VECTORS, cases).passed
    assert not judge_function(reading(ignoring), ["schema"], VECTORS, cases).passed


KEYWORDS = sorted({str(path[-1]) for version in VERSIONS for path in instances(version.schema)} - {"format"})


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_who_does_not_know_a_keyword_fails(keyword: str) -> None:
    kinds = [v for v in VERSIONS if v.newest and any(path[-1] == keyword for path in instances(v.schema))]
    for version in kinds:
        consumer = reading(lambda schema: without_keyword_anywhere(schema, keyword))
        passed = judge_function(consumer, ["schema"], VECTORS, schema_cases(version)).passed
        assert passed == (keyword == "minLength"), "the one that never fails alone, wherever it stands"


def test_who_does_not_know_the_rules_fails(right: dict[str, Any]) -> None:
    results = right
    for rule in {check["rule"] for case in NEWEST.cases for check in case.get("checks", [])}:
        other = {
            name: {**entry, "checks": [check for check in entry["checks"] if check["rule"] != rule]}
            if "checks" in entry
            else entry
            for name, entry in results["cases"].items()
        }
        assert problems({**results, "cases": other}, "check")
    for rule in {case["rule"] for case in of_newest("value")}:
        broken = [case["id"] for case in of_newest("value") if case["rule"] == rule and not case["valid"]]
        accepted = {name: {"refused": None, "values": None} for name in broken}
        found = problems({**results, "cases": results["cases"] | accepted}, "value")
        assert len(found) == len(broken) > 0


def problems(results: dict[str, Any], capability: str) -> list[str]:
    """What the runner says of one capability; of others it must say nothing."""
    return of_one(judge(results, NEWEST), capability)


def of_one(report: Report, capability: str) -> list[str]:
    assert report.faults == []
    assert {name for name, tally in report.tallies.items() if tally.problems} <= {capability}
    return report.problems


def of_newest_versions() -> Vectors:
    newest = {(version.kind, version.version) for version in VERSIONS if version.newest}

    def kept(entries: list[Any]) -> list[Any]:
        return [entry for entry in entries if (entry["kind"], entry["version"]) in newest]

    manifest = VECTORS.manifest
    return Vectors(
        VECTORS.folder,
        {**manifest, "cases": kept(manifest["cases"]), "containers": kept(manifest["containers"])},
    )


NEWEST = of_newest_versions()


@pytest.fixture(scope="module")
def right() -> dict[str, Any]:
    return right_results(NEWEST)


def test_right_results_pass(right: dict[str, Any]) -> None:
    report = judge(right, NEWEST)
    assert report.problems == []
    of_files = {"json", "avro-write"}
    assert all(tally.total for name, tally in report.tallies.items() if name not in of_files)


def as_double(tag: dict[str, Any]) -> Any:
    if "int" in tag and len(tag["int"]) < 300:
        return {"int": str(int(float(tag["int"])))}
    return tag


def in_microseconds(tag: dict[str, Any]) -> Any:
    return {"instant": tag["instant"][:-3] + "000"} if "instant" in tag else tag


def without_unknown(tag: dict[str, Any]) -> Any:
    return {"object": [pair for pair in tag["object"] if "zz_null" not in pair]} if "object" in tag else tag


def without_nulls(tag: dict[str, Any]) -> Any:
    return {"object": [pair for pair in tag["object"] if pair[1] is not None]} if "object" in tag else tag


def without_minus_zero(tag: dict[str, Any]) -> Any:
    return {"float": "0" * 16} if tag == {"float": "8000000000000000"} else tag


def floats_as_integers(tag: dict[str, Any]) -> Any:
    return {"int": "1"} if tag == {"float": "3ff0000000000000"} else tag


def known_labels_only(tag: dict[str, Any]) -> Any:
    return {"string": "unknown"} if tag == {"string": "a_label_of_tomorrow"} else tag


def composed(tag: dict[str, Any]) -> Any:
    return {"object": [[n.replace("e\u0301", "é"), v] for n, v in tag["object"]]} if "object" in tag else tag


def twice(tag: dict[str, Any]) -> Any:
    return {"object": tag["object"] + tag["object"][:1]} if "object" in tag else tag


def as_text(tag: dict[str, Any]) -> Any:
    return {"string": tag["int"]} if "int" in tag else tag


LOSSES = [as_double, in_microseconds, without_unknown, without_nulls, without_minus_zero, floats_as_integers,
          known_labels_only, composed, twice, as_text]  # fmt: skip


def changed(value: Any, change: Any) -> Any:
    """Tagged values with each tag changed, the innermost first."""
    if isinstance(value, list):
        return [changed(item, change) for item in value]
    if isinstance(value, dict):
        if "object" in value:
            value = {"object": [[name, changed(item, change)] for name, item in value["object"]]}
        return change(value)
    return value


@pytest.mark.parametrize("loss", LOSSES, ids=[loss.__name__ for loss in LOSSES])
def test_who_loses_something_fails(right: dict[str, Any], loss: Any) -> None:
    results = right
    for member, capability in (("values", "values"), ("avro", "avro-object")):
        lossy = {
            name: {**entry, member: changed(entry[member], loss)} if member in entry else entry
            for name, entry in results["cases"].items()
        }
        of_parse = {case["id"]: results["cases"][case["id"]] for case in of_newest("parse")}
        assert problems({**results, "cases": lossy | of_parse}, capability)
    lossy_files = {file: changed(values, loss) for file, values in results["containers"].items()}
    assert problems({**results, "containers": lossy_files}, "avro-read")


def test_the_order_of_members_does_not_count(right: dict[str, Any]) -> None:
    results = right

    def backwards(tag: dict[str, Any]) -> Any:
        return {"object": tag["object"][::-1]} if "object" in tag else tag

    other = {
        name: {**entry, "values": changed(entry["values"], backwards)} if "values" in entry else entry
        for name, entry in results["cases"].items()
    }
    assert problems({**results, "cases": other}, "values") == []


def test_wrong_pointers_are_found(right: dict[str, Any]) -> None:
    results = right
    case = next(c for c in of_newest("schema") if c["id"].endswith("1.2.0.run_log.steps.0.idx.is-string"))

    def naming(*pointers: str) -> list[str]:
        entry = {"refused": {"stage": "schema", "failures": [{"pointer": at} for at in pointers]}}
        return problems({**results, "cases": results["cases"] | {case["id"]: entry}}, "pointers")

    assert naming()
    assert naming("/run_log")
    assert naming("/run_log/steps/0/idx", "/run_id")
    assert naming("/run_log/steps/0/idx") == []


def test_a_missing_member_may_be_named_by_its_own_pointer(right: dict[str, Any]) -> None:
    results = right
    case = next(c for c in of_newest("schema") if c["id"].endswith("1.2.0.run_log.agent.absent"))
    for at, wrong in (("/run_log", False), ("/run_log/agent", False), ("/run_log/status", True)):
        entry = {"refused": {"stage": "schema", "failures": [{"pointer": at}]}}
        found = problems({**results, "cases": results["cases"] | {case["id"]: entry}}, "pointers")
        assert bool(found) == wrong


def test_nothing_can_be_skipped(right: dict[str, Any]) -> None:
    results = right
    some = next(case["id"] for case in of_newest("schema") if case["valid"])
    without_one = {name: entry for name, entry in results["cases"].items() if name != some}
    no_values = {**results["cases"], some: {"refused": None}}
    for broken, said in (
        ({**results, "cases": without_one}, f"{some}: no result"),
        ({**results, "cases": results["cases"] | {"x": {"refused": None}}}, "x: no such case"),
        ({**results, "cases": no_values}, f"{some}: values: no values"),
        ({**results, "containers": {}}, "no values"),
        ({**results, "cases": {}, "skipped": 1}, "results.json: "),
    ):
        found = judge(broken, NEWEST).problems
        assert any(said in problem for problem in found), said


def test_what_is_not_promised_is_recorded(right: dict[str, Any]) -> None:
    results = right
    lax = results["cases"] | {
        case["id"]: {"refused": None, "note": "a lax parser"} for case in of_newest("parse")
    }
    report = judge({**results, "cases": lax, "implements": [c for c in CAPABILITIES if c != "parse"]}, NEWEST)
    assert report.passed
    row = report.summary()["capabilities"]["parse"]
    assert row["claimed"] is False
    assert row["passed"] < row["total"] / 2


def some_vectors() -> Vectors:
    """Cases of one member of each kind, and those of parsing."""
    names = ("1.2.0.run_log.steps.0.latency.", "0.1.1.spend.micros.", ".parse.valid.")
    cases = [case for case in VECTORS.cases if any(name in case["id"] for name in names)]
    return Vectors(VECTORS.folder, {**VECTORS.manifest, "cases": cases, "containers": []})


SOME = some_vectors()


def test_right_files_pass(tmp_path: Path) -> None:
    write_right_results(tmp_path, SOME)
    report = judge_program(tmp_path, SOME)
    assert report.problems == []
    assert report.tallies["json"].total > 20
    assert report.tallies["avro-write"].total == 2


def test_wrong_json_is_found(tmp_path: Path) -> None:
    write_right_results(tmp_path, SOME)
    name = "capture-1.2.0.run_log.steps.0.latency.at-avro-long"
    written = tmp_path / "json" / f"{name}.json"
    text = written.read_bytes()
    wrong = (
        text.replace(b"9223372036854775807", b"9223372036854775806"), b"{", b"[]", b"{}", text.replace(b'"idx":0', b'"idx":9'),
        text.replace(b"{", b'{"unknown":1,', 1), text.replace(b"{", b'{"run_id":1,', 1), b"\xef\xbb\xbf" + text,
    )  # fmt: skip
    for other in wrong:
        assert other != text
        written.write_bytes(other)
        assert len(of_one(judge_program(tmp_path, SOME), "json")) == 1
    written.write_bytes(wrong[0])
    assert of_one(judge_program(tmp_path, SOME), "json") == [f"{name}: json: written with other values"]
    written.unlink()
    assert of_one(judge_program(tmp_path, SOME), "json") == [f"{name}: json: not written"]


def test_wrong_avro_is_found(tmp_path: Path) -> None:
    write_right_results(tmp_path, SOME)
    for wrong in (lambda r: r[1:], lambda r: r[::-1], lambda r: [r[0], *r[:-1]], lambda r: []):
        write_right_avro(tmp_path, SOME, wrong)
        assert len(of_one(judge_program(tmp_path, SOME), "avro-write")) == 2
    files = list((tmp_path / "avro").iterdir())
    for file in files:
        file.write_bytes(b"Obj\x01")
    assert len(of_one(judge_program(tmp_path, SOME), "avro-write")) == 2
    files[0].unlink()
    assert any("not written" in found for found in judge_program(tmp_path, SOME).problems)


def test_what_every_program_must_do_must_be_promised(tmp_path: Path) -> None:
    write_right_results(tmp_path, SOME)
    for name in REQUIRED:
        promised = {**right_results(SOME), "implements": [other for other in CAPABILITIES if other != name]}
        (tmp_path / "results.json").write_text(json.dumps(promised), encoding="utf-8")
        assert judge_program(tmp_path, SOME).problems == [f"the capability {name} is missing"]


def test_the_command(tmp_path: Path) -> None:
    write_right_results(tmp_path, VECTORS)

    def run() -> subprocess.CompletedProcess[str]:
        words = [
            sys.executable,
            "-m",
            "tests.vectors.runner",
            str(tmp_path),
            "--summary",
            str(tmp_path / "s.json"),
        ]
        return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)

    done = run()
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "passed")
    summary = json.loads((tmp_path / "s.json").read_bytes())
    assert summary["passed"] is True
    assert list(summary["capabilities"]) == CAPABILITIES
    assert all(row["passed"] == row["total"] > 0 for row in summary["capabilities"].values())
    (tmp_path / "results.json").write_text(
        json.dumps({**right_results(), "containers": {}}), encoding="utf-8"
    )
    done = run()
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "FAILED: 15 problems"
