"""``runsnap diff``."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from runsnap._diff._plain_form import diff_schema_text
from tests.cli.tools import environment, example, process, run, write

HOSTILE = "</script>\x1b[31m\u202e\u2066\x07\x9b bidi"


def two(folder: Path, **changes: Any) -> tuple[str, str]:
    """Two captures that differ in members of the second step."""
    write(folder / "a.json", example("capture"))
    other = example("capture")
    other["run_log"]["steps"][1].update(changes)
    return "a.json", write(folder / "b.json", other)


def test_no_difference_is_0(folder: Path) -> None:
    result = run("diff", *two(folder))
    assert result.exit_code == 0
    assert "reproduced: no difference at all" in result.stdout
    assert "Parts at" not in result.stdout


def test_a_file_is_the_same_as_itself_under_every_name(
    run_json: str, stopped_json: str, folder: Path
) -> None:
    (folder / "a.gz").write_bytes(gzip.compress(Path(run_json).read_bytes()))
    assert run("diff", run_json, "a.gz").exit_code == 0
    assert run("diff", stopped_json, stopped_json).exit_code == 0


@pytest.mark.parametrize(
    ("changes", "verdict", "codes"),
    [
        ({"latency": 1}, "reproduced", (1, 0)),
        ({"input": 5}, "same outputs", (1, 0)),
        ({"output": 5}, "other outputs", (1, 1)),
        ({"kind": "other"}, "diverged", (1, 1)),
    ],
)
def test_exit_codes_follow_the_difference(folder: Path, changes: Any, verdict: str, codes: Any) -> None:
    names = two(folder, **changes)
    assert (run("diff", *names).exit_code, run("diff", "--outputs-only", *names).exit_code) == codes
    assert json.loads(run("diff", "--json", *names).stdout)["verdict"] == verdict


@pytest.mark.parametrize("option", [(), ("--json",), ("--outputs-only",), ("--html", "page.html")])
def test_trouble_is_2(folder: Path, run_json: str, stopped_json: str, option: tuple[str, ...]) -> None:
    write(folder / "bad.json", example("capture") | {"rng_seed": -1})
    (folder / "no.json").write_text("{")
    for names in (
        (run_json, "missing"),
        ("bad.json", run_json),
        (run_json, "no.json"),
        (run_json, stopped_json),
    ):
        result = run("diff", *option, *names)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("error: ")
    assert not Path("page.html").exists()


def test_wrong_usage_is_2(run_json: str) -> None:
    for arguments in (("-", "-"), ("--json", "--html", "x.html", run_json, run_json), (run_json,)):
        assert run("diff", *arguments).exit_code == 2
    before = Path(run_json).read_bytes()
    result = run("diff", "--html", run_json, run_json, "-", stdin=before)
    assert result.exit_code == 2
    assert Path(run_json).read_bytes() == before


def test_what_the_standard_input_comes_from_is_never_overwritten(run_json: str) -> None:
    before = Path(run_json).read_bytes()
    Path("other.json").write_bytes(before)
    with open(run_json, "rb") as source:
        result = process("diff", "--html", run_json, "other.json", "-", stdin=source)
    assert result.returncode == 2
    assert b"would be overwritten" in result.stderr
    assert Path(run_json).read_bytes() == before


def test_one_side_may_be_the_standard_input(run_json: str) -> None:
    data = Path(run_json).read_bytes()
    assert run("diff", "-", run_json, stdin=data).exit_code == 0
    result = run("diff", run_json, "-", stdin=data)
    assert "(standard input)" in result.stdout


def test_what_explains_and_where_the_runs_part_is_said_first(folder: Path) -> None:
    first, second = two(folder, output=["fix: keep nanoseconds", "other"])
    document = json.loads(Path(second).read_text())
    document |= {"rng_seed": 7, "model_version": "m-2"}
    write(folder / second, document)
    lines = run("diff", first, second).stdout.splitlines()
    assert [line.split()[0] for line in lines[2:5]] == ["Explained", "Explained", "Verdict"]
    assert "18446744073709551615 → 7" in lines[3]
    assert lines[5].startswith("Parts at")
    assert "/run_log/steps/1/output/1, step 1: " in lines[5]


def test_texts_are_shown_by_their_changes(folder: Path) -> None:
    first, second = two(folder)
    document = json.loads(Path(second).read_text())
    document["llm_io"][0]["prompt"] += " Say it briefly."
    write(folder / second, document)
    assert "{+ Say it briefly.+}" in run("diff", first, second).stdout


def test_a_long_value_begins_beside_its_mark_and_goes_on_below_its_beginning(folder: Path) -> None:
    one, other = example("capture"), example("capture")
    one["run_log"]["steps"][0]["output"], other["run_log"]["steps"][0]["output"] = "x" * 70, None
    write(folder / "a.json", one)
    write(folder / "b.json", other)
    lines = run("diff", "a.json", "b.json", columns=60).stdout.splitlines()
    at = lines.index("    /run_log/steps/0/output")
    assert lines[at + 1 : at + 4] == [f'      - "{"x" * 51}', f'        {"x" * 19}"', "      + null"]


def test_the_json_is_described_by_a_schema(folder: Path) -> None:
    from jsonschema import Draft202012Validator

    schema = Draft202012Validator(json.loads(diff_schema_text()))
    plain = json.loads(run("diff", "--json", *two(folder, output=5, latency=1)).stdout)
    assert list(schema.iter_errors(plain)) == []
    assert plain["format"] == "1.0.0"
    (step,) = plain["steps"]
    assert step["changes"][0]["pointerA"] == "/run_log/steps/1/output"
    assert step["amounts"][0]["name"] == "latency"
    assert list(schema.iter_errors(plain | {"verdict": "fine"}))


def test_numbers_stay_as_they_are_in_json(folder: Path) -> None:
    stdout = run("diff", "--json", *two(folder, output=[10**30, 1e16, -0.0, 1.0])).stdout
    after = [change["after"] for change in json.loads(stdout)["steps"][0]["changes"]]
    assert repr(after) == "[1000000000000000000000000000000, 1e+16, -0.0, 1.0]"


@pytest.mark.parametrize("changes", [{"output": HOSTILE}, {"name": HOSTILE}, {"kind": HOSTILE}, {"error": HOSTILE},
                                     {"output": {HOSTILE: 1}}, {"output": [HOSTILE, HOSTILE]}])  # fmt: skip
def test_hostile_text_does_not_reach_the_terminal(folder: Path, changes: Any) -> None:
    names = two(folder, **changes)
    for option in ((), ("--full",)):
        stdout = run("diff", *option, *names).stdout
        assert not set(stdout) & set("\x1b\u202e\u2066\x07\x9b")
        assert "bidi" in stdout


def test_hostile_text_beside_a_change_does_not_reach_the_terminal(folder: Path) -> None:
    first, second = two(folder, output=f"{HOSTILE} b {HOSTILE}")
    document = json.loads(Path(first).read_text())
    document["run_log"]["steps"][1]["output"] = f"{HOSTILE} a {HOSTILE}"
    write(folder / first, document)
    for option in ((), ("--full",)):
        stdout = run("diff", *option, first, second).stdout
        assert "bidi [-a-]{+b+} <" in " ".join(stdout.split())
        assert not set(stdout) & set("\x1b\u202e\u2066\x07\x9b")


def test_names_of_files_are_shown_harmless(folder: Path) -> None:
    name = write(folder / "a\x1b[31m.json", example("capture"))
    assert "\x1b" not in run("diff", name, name).stdout
    run("diff", "--html", "page.html", name, name)
    assert "\x1b" not in Path("page.html").read_text(encoding="utf-8")


def huge(steps: int, size: int) -> dict[str, Any]:
    capture = example("capture")
    step = capture["run_log"]["steps"][1]
    capture["run_log"]["steps"] = [
        step | {"idx": idx, "output": {f"m{number}": f"{size} {idx} " * size for number in range(14)}}
        for idx in range(steps)
    ]
    return capture | {"llm_io": []}


def test_output_stays_bounded(folder: Path) -> None:
    write(folder / "a.json", huge(1200, 20))
    write(folder / "b.json", huge(1200, 21))
    stdout = run("diff", "a.json", "b.json").stdout
    assert "… 700 steps not shown; --full shows them" in stdout
    assert "… 2 more changes; --full shows them" in stdout
    assert len(stdout) < 2_000_000
    run("diff", "--html", "page.html", "a.json", "b.json")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "200 differing steps not shown" in page
    assert len(page) < 15_000_000


def test_one_value_of_megabytes_is_an_excerpt(folder: Path) -> None:
    names = two(folder, output="x" * 3_000_000)
    stdout = run("diff", *names).stdout
    assert "more characters" in " ".join(stdout.split())
    assert len(stdout) < 10_000
    assert len(run("diff", "--full", *names).stdout) > 3_000_000
    run("diff", "--html", "page.html", *names)
    assert Path("page.html").stat().st_size < 100_000


def test_full_shows_circumstances_too(folder: Path) -> None:
    names = two(folder, span_id="other")
    assert "span_id" not in run("diff", *names).stdout
    assert "span_id" in run("diff", "--full", *names).stdout


def test_a_page_is_written_and_named(folder: Path) -> None:
    result = run("diff", "--html", "page.html", *two(folder, output=5))
    assert (result.exit_code, result.stdout) == (1, "other outputs; the page is in page.html\n")
    whole = Path("page.html").read_text(encoding="utf-8")
    assert run("diff", "--html", "-", "a.json", "b.json").stdout.startswith("<!DOCTYPE html>")
    assert "other outputs" in whole


def test_a_resumption_says_how_it_relates(folder: Path, stopped_json: str) -> None:
    document = example("resumption") | {"steps": 99, "resumeAt": "n20"}
    later = write(folder / "later.json", document)
    result = run("diff", stopped_json, later)
    assert result.exit_code == 1
    assert "continues: the second can be a later stop of the first run" in result.stdout
    assert "9 → 99 (+90)" in result.stdout
    assert "since" in run("diff", later, stopped_json).stdout.lower()
    assert run("diff", "--outputs-only", stopped_json, later).exit_code == 0


def test_a_pipe_gets_no_colour(folder: Path) -> None:
    done = process("diff", *two(folder, output=5), env=environment(FORCE_COLOR="1"))
    assert done.returncode == 1
    assert b"\x1b" not in done.stdout
