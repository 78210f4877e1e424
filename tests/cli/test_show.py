"""``runsnap show``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.tools import DATA, example, run, write


def page(folder: Path, document: Any, *options: str, columns: int = 120) -> str:
    write(folder / "shown.json", document)
    result = run("show", *options, "shown.json", columns=columns)
    assert result.exit_code == 0, result.output
    return result.stdout


def field(page: str, label: str) -> str:
    return next(line.removeprefix(label).strip() for line in page.splitlines() if line.startswith(label))


def test_the_header_of_a_capture(folder: Path) -> None:
    shown = page(folder, example("capture"))
    assert shown.startswith("release-notes  capture\n")
    assert field(shown, "Status") == "completed after 8.87 s"
    assert field(shown, "Started") == "2026-03-02T08:15:00.250Z"
    assert field(shown, "Finished") == "2026-03-02T08:15:09.123456789Z"
    assert field(shown, "Model") == "claude-opus-4-8"
    assert field(shown, "Tokens") == "412 prompt + 97 completion = 509 (cache: 128 read, 64 written)"
    assert field(shown, "Cost") == "$0.004585 (prompt $0.00206, completion $0.002425, cache $0.0001)"
    assert field(shown, "Exchanges") == "2 recorded, paired with the llm_call steps"
    assert field(shown, "Seed") == "18446744073709551615"
    assert "Checks" not in shown
    assert "Notes" not in shown


def test_steps_have_latency_bars_in_proportion(folder: Path) -> None:
    capture = example("capture")
    for step, latency in zip(capture["run_log"]["steps"], (1000, 500, 0, None), strict=True):
        step["latency"] = latency
    lines = page(folder, capture).splitlines()
    rows = {line.split()[0]: line for line in lines if line.split()[:1] in (["0"], ["1"], ["2"], ["3"])}
    assert [rows[idx].count("█") for idx in "0123"] == [16, 8, 0, 0]
    assert "1.00 s" in rows["0"]
    assert "500 ms" in rows["1"]
    assert "0 ms" in rows["2"]
    assert "–" in rows["3"]


def test_steps_show_what_went_in_and_out(folder: Path) -> None:
    shown = page(folder, example("capture"))
    assert '"Which commits are new?"' in shown
    assert '["fix: keep nanoseconds","feat: read older files"]' in shown
    assert "stopped: ToolCalls; asks for git_log" in shown
    assert "180 → 21" in shown
    assert "$0.001425" in shown


def test_an_exchange_stands_in_for_a_step_without_texts(folder: Path) -> None:
    capture = example("capture")
    capture["run_log"]["steps"][0] |= {"input": None, "output": None}
    capture["llm_io"][0] |= {"prompt": "the recorded prompt", "completion": "the recorded answer"}
    shown = page(folder, capture)
    assert "the recorded prompt" in shown
    assert "the recorded answer" in shown


def test_errors_are_shown_and_counted(folder: Path) -> None:
    capture = example("capture")
    capture["run_log"]["steps"][1]["error"] = "no such [bold]tag[/bold]"
    shown = page(folder, capture)
    assert "error no such [bold]tag[/bold]" in " ".join(shown.split())
    assert field(shown, "Steps").endswith("; 1 with an error")


def test_a_run_that_goes_on(folder: Path) -> None:
    shown = page(folder, json.loads(json.dumps(example("capture"))) | example_running())
    assert field(shown, "Status") == "running for, when captured, 9.75 s"
    assert "Finished" not in shown
    assert "Cost" not in shown
    assert field(shown, "Steps") == "none"


def example_running() -> dict[str, Any]:
    capture = example("capture")
    log = capture["run_log"] | {"finished_at": None, "status": "running", "steps": [], "cost_estimate": None}
    return {"run_log": log, "llm_io": [], "model_version": None}


def test_unpaired_exchanges_failures_and_unknowns_are_said() -> None:
    result = run("show", str(DATA / "captures" / "full.json"), columns=120)
    assert field(result.stdout, "Exchanges") == "6 recorded, not paired with 2 llm_call steps"
    assert field(result.stdout, "Checks") == (
        "2 cross-field failures: llm-io-pairs-with-steps, model-version-is-last-model"
    )
    assert field(result.stdout, "Notes") == "6 members or labels unknown to this release, kept"


@pytest.mark.parametrize("columns", [40, 60, 80, 120, 200])
def test_a_page_keeps_to_its_width(folder: Path, columns: int) -> None:
    capture = example("capture")
    capture["run_log"]["steps"][0] |= {"input": "漢" * 500, "name": "n" * 300, "error": "e" * 5000}
    for document in (capture, example("resumption")):
        shown = page(folder, document, columns=columns)
        assert max(map(len, shown.splitlines())) <= columns
        assert not any(line != line.rstrip() for line in shown.splitlines())


def test_narrow_pages_keep_tokens_and_cost(folder: Path) -> None:
    assert "180 → 21 tokens, $0.001425" in page(folder, example("capture"), columns=60)


def test_long_texts_are_cut_with_a_note(folder: Path) -> None:
    capture = example("capture")
    capture["run_log"]["steps"][0]["input"] = "start" + "x" * 10_000 + "end"
    shown = page(folder, capture)
    assert "start" in shown
    assert "xend" not in shown
    (note,) = [line for line in shown.splitlines() if "more characters" in line]
    cut = int(note.partition("… ")[2].split()[0].replace(",", ""))
    assert shown.count("x") - page(folder, example("capture")).count("x") == 10_000 - (cut - len('end"'))
    assert "xend" in page(folder, capture, "--full").replace(" ", "").replace("\n", "")


def test_long_tables_are_cut_in_the_middle(folder: Path) -> None:
    capture = example("capture")
    step = capture["run_log"]["steps"][3]
    capture["run_log"]["steps"] = [step | {"idx": idx, "name": f"step-{idx}."} for idx in range(600)]
    shown = page(folder, capture)
    assert "… 100 steps not shown; --full shows them" in shown
    assert [name in shown for name in ("step-0.", "step-249.", "step-250.", "step-349.", "step-350.", "step-599.")] == [
        True, True, False, False, True, True,
    ]  # fmt: skip
    assert "step-300." in page(folder, capture, "--full")


def test_a_resumption(folder: Path) -> None:
    shown = page(folder, example("resumption"))
    assert shown.startswith("demo.Reviewer  resumption 0.1\n")
    assert field(shown, "Stopped at") == "checkpoint notes-gathered (node n7)"
    assert field(shown, "Continues") == "at node n8"
    assert field(shown, "So far") == "9 steps, 3 model calls, 2 tool calls, 1 consultation"
    assert field(shown, "Tokens").startswith("18,446,744,073,709,551,615 in + 2,048 out")
    assert field(shown, "Spent") == "340,282,366,920,938,463,463,374,607,431,768.211455 usd"
    assert "no price for local-model: no price is configured" in shown
    rows = [" ".join(line.split()) for line in shown.splitlines()]
    assert 'input files ["a.py","b.py"]' in rows
    assert "binding files the same as the input" in rows
    assert 'binding $state.notes ["a.py: fine"]' in rows
    assert "state round 2" in rows
    assert 'output summary (markdown) "# Fine so far"' in rows


def test_a_binding_that_differs_in_type_only_is_not_the_same(folder: Path) -> None:
    document = example("resumption") | {"inputs": {"x": 1}, "bindings": {"x": 1.0}}
    assert "the same as the input" not in page(folder, document)


def test_an_empty_resumption(folder: Path) -> None:
    document = example("resumption") | {"inputs": {}, "bindings": {}, "label": "", "agent": ""}
    for name in ("state", "outputs", "spend"):
        del document[name]
    shown = page(folder, document)
    assert shown.startswith("(no name)")
    assert field(shown, "Stopped at").startswith("checkpoint without a label")
    assert field(shown, "Spent") == "nothing that has a price"
    assert field(shown, "Holds") == "nothing"


REAL = [path for path in sorted((DATA / "resumptions").rglob("*.json")) if ".expected." not in path.name]


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_real_file_has_a_page_or_a_reason(path: Path) -> None:
    result = run("show", str(path), columns=80)
    assert (result.exit_code == 0) == bool(result.stdout)
    assert (result.exit_code == 1) == result.stderr.startswith("error: ")


def test_an_invalid_document_gets_its_problems(folder: Path) -> None:
    write(folder / "a.json", example("resumption") | {"steps": -1})
    result = run("show", "a.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "a.json: no valid resumption" in result.stderr
    assert "at least 0" in result.stderr


@pytest.mark.parametrize(
    ("name", "reason"),
    [("missing.json", "No such file or directory"), (".", "Is a directory"), ("nul\0", "null byte")],
)
def test_what_cannot_be_read_is_said(folder: Path, name: str, reason: str) -> None:
    result = run("show", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr
