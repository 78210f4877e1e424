"""``runsnap validate``."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest
from backports import zstd

import runsnap._paths
from tests.cli.tools import DATA, example, lines_of, run, write


@pytest.fixture
def invalid_json(folder: Path) -> str:
    return write(folder / "invalid.json", example("resumption") | {"steps": -1, "usage": None})


@pytest.fixture
def doubtful_json(folder: Path) -> str:
    """A capture that loads and breaks a cross-field rule."""
    return write(folder / "doubtful.json", example("capture") | {"model_version": "another"})


def test_a_good_file_has_one_line(run_json: str) -> None:
    result = run("validate", run_json)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "ok         run.json  capture 1.2.0\n", "")


def test_problems_stand_in_a_table(invalid_json: str) -> None:
    result = run("validate", "invalid.json")
    assert result.exit_code == 1
    first, *rest = result.stdout.splitlines()
    assert first == "invalid    invalid.json  resumption 0.1.1, 2 problems"
    rows = [line.split() for line in rest]
    assert ["Place", "Rule", "Expected", "Found"] in rows
    assert ["/usage", "type", "object", "null"] in rows
    assert ["/steps", "minimum", "at", "least", "0", "-1"] in rows


def test_each_file_has_a_line_and_all_have_a_sum(folder: Path, run_json: str, invalid_json: str) -> None:
    result = run("validate", ".")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == [
        "invalid    ./invalid.json  resumption 0.1.1, 2 problems",
        "ok         ./run.json  capture 1.2.0",
    ]
    assert result.stdout.splitlines()[-1] == "2 files, 2 documents, 1 invalid"


def test_cross_field_failures_are_printed_and_do_not_decide(doubtful_json: str) -> None:
    result = run("validate", "doubtful.json")
    assert result.exit_code == 0
    assert result.stdout.startswith("warning    doubtful.json  capture 1.2.0, 1 cross-field failure\n")
    assert "/model_version   model-version-is-last-model" in result.stdout


def test_cross_field_failures_decide_under_strict(doubtful_json: str) -> None:
    result = run("validate", "--strict", "doubtful.json")
    assert result.exit_code == 1
    assert result.stdout.startswith("invalid ")
    assert "model-version-is-last-model" in result.stdout


def test_notes_are_counted_and_listed_on_request(folder: Path) -> None:
    write(folder / "a.json", example("resumption") | {"novel": 1})
    assert run("validate", "a.json").stdout == "ok         a.json  resumption 0.1.1, 1 note\n"
    listed = run("validate", "--notes", "a.json")
    assert listed.exit_code == 0
    assert "/novel   unknown-member" in listed.stdout


@pytest.mark.parametrize("arguments", [(), ("good.json",)])
def test_what_cannot_be_read_decides_over_all(
    folder: Path, invalid_json: str, arguments: tuple[str, ...]
) -> None:
    write(folder / "good.json", example("capture"))
    result = run("validate", "missing.json", "invalid.json", *arguments)
    assert result.exit_code == 2
    assert result.stdout.splitlines()[0] == "unreadable missing.json  No such file or directory"


def test_a_file_without_permission_is_said(run_json: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(*arguments: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(runsnap._paths, "open", refusing, raising=False)
    result = run("validate", run_json)
    assert (result.exit_code, result.stdout) == (2, "unreadable run.json  Permission denied\n")


def test_a_folder_without_documents_is_not_fine(folder: Path) -> None:
    result = run("validate", ".")
    assert result.exit_code == 2
    assert "no file of JSON, JSON Lines or Avro was found" in result.stderr


def test_skipped_things_are_noted_and_not_opened(run_json: str, folder: Path) -> None:
    os.mkfifo(folder / "pipe.json")  # opening it would wait for ever
    Path("loop").symlink_to(".")
    result = run("validate", ".")
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "note: skipped ./pipe.json: a named pipe",
        "note: skipped ./loop: a link to a folder that was visited",
    ]
    assert result.stdout.count("run.json") == 1


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress], ids=["gzip", "zstd"])
def test_compressed_files_are_read(folder: Path, pack: Any) -> None:
    Path("a.json.x").write_bytes(pack(json.dumps(example("capture")).encode()))
    assert run("validate", "a.json.x").stdout == "ok         a.json.x  capture 1.2.0\n"


@pytest.mark.parametrize(
    ("name", "pack"),
    [("a.jsonl", bytes), ("a.ndjson", bytes), ("a.jsonl.gz", gzip.compress), ("a.ndjson.zst", zstd.compress)],
)
def test_json_lines_have_one_line_and_problems_say_theirs(folder: Path, name: str, pack: Any) -> None:
    bad = example("resumption") | {"steps": -1}
    Path(name).write_bytes(
        pack(lines_of(example("capture"), example("resumption")) + b"\r\n\n" + lines_of(bad) + b"{,}")
    )
    result = run("validate", name)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == f"invalid    {name}  4 documents, 2 invalid, 2 problems"
    assert "line 5: /steps" in result.stdout
    assert "line 6 column 2" in result.stdout


def test_any_file_is_read_as_json_lines_on_request(folder: Path) -> None:
    Path("a.txt").write_bytes(lines_of(example("capture"), example("resumption")))
    assert run("validate", "a.txt").exit_code == 1
    assert run("validate", "--lines", "a.txt").stdout == "ok         a.txt  2 documents\n"


def test_standard_input_is_read(folder: Path) -> None:
    data = json.dumps(example("capture")).encode()
    assert run("validate", "-", stdin=data).stdout == "ok         (standard input)  capture 1.2.0\n"
    assert run("validate", "--lines", "-", stdin=data + b"\n" + gzip.compress(b"")).exit_code == 1
    assert run("validate", "--lines", "-", stdin=gzip.compress(data + b"\n" + data)).stdout.endswith(
        "2 documents\n"
    )


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress], ids=["gzip", "zstd"])
def test_damaged_json_lines_are_a_problem_of_the_file(folder: Path, pack: Any) -> None:
    Path("a.jsonl").write_bytes(pack(lines_of(example("capture")))[:-9])
    result = run("validate", "a.jsonl")
    assert result.exit_code == 1
    assert "damaged" in result.stdout


def test_a_line_beyond_the_limit_is_one_problem_and_the_next_line_is_read(folder: Path) -> None:
    good = json.dumps(example("resumption")).encode()
    Path("a.jsonl").write_bytes(good + b"\n" + b" " * len(good) + good + b"\n" + good + b"\n")
    result = run("validate", "--max-bytes", str(len(good)), "a.jsonl")
    assert result.stdout.splitlines()[0] == "invalid    a.jsonl  3 documents, 1 invalid, 1 problem"
    assert "line 2: (root)" in result.stdout


def test_limits_are_options(folder: Path, run_json: str) -> None:
    result = run("validate", "--max-bytes", "100", run_json)
    assert result.exit_code == 1
    assert "100" in result.stdout
    assert run("validate", "--max-depth", "3", run_json).exit_code == 1
    assert run("validate", "--max-depth", "201", run_json).exit_code == 2
    assert run("validate", "--max-bytes", "0", run_json).exit_code == 2


def test_many_problems_make_a_short_table_with_the_true_count(folder: Path) -> None:
    capture = example("capture")
    capture["run_log"]["steps"] = [{} for _ in range(1000)]
    write(folder / "a.json", capture)
    result = run("validate", "--max-problems", "7", "a.json")
    count = runsnap.validate(capture).problem_count
    assert result.stdout.splitlines()[0].endswith(f"{count:,} problems")
    assert sum(line.lstrip().startswith("/run_log") for line in result.stdout.splitlines()) == 7
    assert f"… and {count - 7:,} more, not shown" in result.stdout


def test_the_kind_can_be_demanded(run_json: str) -> None:
    assert run("validate", "--kind", "capture", run_json).exit_code == 0
    assert run("validate", "--kind", "resumption", run_json).exit_code == 1
    assert run("validate", "--kind", "memory", run_json).exit_code == 2


def test_an_older_schema_can_judge(run_json: str) -> None:
    result = run("validate", "--kind", "capture", "--schema-version", "1.0.0", run_json)
    assert result.stdout.startswith("ok         run.json  capture 1.0.0")


@pytest.mark.parametrize(
    "options",
    [("--schema-version", "1.0.0"), ("--kind", "capture", "--schema-version", "0.1.0"), ("--nonsense",)],
)
def test_wrong_options_are_wrong_usage(run_json: str, options: tuple[str, ...]) -> None:
    result = run("validate", *options, run_json)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Usage: " in result.stderr


def test_the_report_as_json(folder: Path, run_json: str, doubtful_json: str, invalid_json: str) -> None:
    os.mkfifo("pipe.json")
    Path("two.jsonl").write_bytes(lines_of(example("capture")) + b"{]\n")
    result = run("validate", "--json", ".", "missing.json")
    printed = json.loads(result.stdout)
    reports = {(Path(report["path"]).name, report.get("line")): report for report in printed["reports"]}
    assert reports["run.json", None]["valid"]
    assert reports["doubtful.json", None]["failureCount"] == 1
    assert (
        reports["invalid.json", None]["problems"]
        == runsnap.validate(Path("invalid.json")).to_dict()["problems"]
    )
    assert [reports["two.jsonl", line]["valid"] for line in (1, 2)] == [True, False]
    (problem,) = reports["two.jsonl", 2]["problems"]
    assert (problem["line"], problem["column"]) == (2, 2)
    assert reports["missing.json", None] == {
        "path": "missing.json",
        "valid": False,
        "error": "No such file or directory",
    }
    assert printed["skipped"] == [{"path": "./pipe.json", "reason": "a named pipe"}]
    assert printed["summary"] == {
        "files": 5, "documents": 5, "invalid": 2, "unreadable": 1, "problems": 3, "failures": 1, "notes": 0, "exitCode": 2,
    }  # fmt: skip
    assert result.exit_code == 2
    assert result.stderr == ""


def test_the_report_as_json_says_when_nothing_was_found(folder: Path) -> None:
    result = run("validate", "--json", ".")
    printed = json.loads(result.stdout)
    assert (printed["reports"], printed["summary"]["exitCode"]) == ([], 2)
    assert result.exit_code == 2


def test_strict_decides_in_json_too(doubtful_json: str) -> None:
    result = run("validate", "--json", "--strict", "doubtful.json")
    assert json.loads(result.stdout)["reports"][0]["valid"] is False
    assert result.exit_code == 1


def test_real_files_are_fine() -> None:
    names = [str(path) for path in sorted((DATA / "captures").glob("*.json")) if "expected" not in path.name]
    result = run("validate", *names)
    assert result.exit_code == 0
    assert f"{len(names)} files, {len(names)} documents, 0 invalid" in result.stdout
