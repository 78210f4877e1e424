"""``runsnap report``."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import runsnap
from tests.cli.tools import DATA, example, process, run, write

SNAPSHOT = DATA / "check" / "snapshots" / "phases-0.9.0.json"
IR = DATA / "check" / "ir" / "phases-0.9.0.ir.json"


def test_the_page_of_a_capture_is_what_the_function_gives(run_json: str) -> None:
    result = run("report", run_json, "-o", "run.html")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "wrote run.html\n", "")
    assert Path("run.html").read_bytes().decode() == runsnap.report_html(runsnap.Capture.load(run_json))


def test_the_page_of_a_resumption_with_its_agent(folder: Path) -> None:
    assert run("report", str(SNAPSHOT), "--ir", str(IR), "-o", "stopped.html").exit_code == 0
    page = (folder / "stopped.html").read_text(encoding="utf-8")
    assert page == runsnap.report_html(runsnap.Resumption.load(SNAPSHOT), agent_ir=IR)
    assert "Can continue" in page


def test_standard_input_and_output(run_json: str) -> None:
    result = run("report", "-", "-o", "-", stdin=Path(run_json).read_bytes())
    assert result.exit_code == 0
    assert result.stdout == runsnap.report_html(runsnap.Capture.load(run_json))


def test_the_output_has_to_be_named(run_json: str) -> None:
    result = run("report", run_json)
    assert result.exit_code == 2
    assert "Missing option '-o' / '--output'" in result.stderr


def test_an_older_page_is_replaced_and_folders_are_made(run_json: str) -> None:
    write(Path("pages/run.html"), "old")
    assert run("report", run_json, "-o", "pages/run.html").exit_code == 0
    assert run("report", run_json, "-o", "new/pages/run.html").exit_code == 0
    assert Path("pages/run.html").read_bytes() == Path("new/pages/run.html").read_bytes()
    assert os.listdir("pages") == ["run.html"]


@pytest.mark.parametrize("name", ["run.json", "./run.json", "link.json", "folder/../run.json", "RUN.JSON"])
def test_the_source_is_never_overwritten(run_json: str, name: str) -> None:
    """A file system that ignores case has one file by both names, as it is here with a hard link."""
    Path("link.json").symlink_to("run.json")
    if not Path("RUN.JSON").exists():
        Path("RUN.JSON").hardlink_to("run.json")
    Path("folder").mkdir()
    before = Path(run_json).read_bytes()
    result = run("report", run_json, "-o", name)
    assert result.exit_code == 2
    assert "would be overwritten" in result.stderr
    assert Path(run_json).read_bytes() == before


def test_what_the_standard_input_comes_from_is_never_overwritten(run_json: str) -> None:
    before = Path(run_json).read_bytes()
    with open(run_json, "rb") as source:
        result = process("report", "-", "-o", run_json, stdin=source)
    assert result.returncode == 2
    assert b"would be overwritten" in result.stderr
    assert Path(run_json).read_bytes() == before


def test_the_ir_is_never_overwritten(stopped_json: str) -> None:
    Path("agent.ir.json").write_bytes(IR.read_bytes())
    assert run("report", stopped_json, "--ir", "agent.ir.json", "-o", "agent.ir.json").exit_code == 2
    assert Path("agent.ir.json").read_bytes() == IR.read_bytes()


def test_an_invalid_document_is_refused_with_its_problems(folder: Path) -> None:
    broken = example("capture")
    broken["rng_seed"] = 2**65
    write(folder / "run.json", broken)
    result = run("report", "run.json", "-o", "run.html")
    assert result.exit_code == 1
    assert "run.json: no valid capture" in result.stderr
    assert "/rng_seed" in result.stderr
    assert not (folder / "run.html").exists()


@pytest.mark.parametrize(
    ("text", "said"), [("{", "run.json: not JSON"), ('{"a": 1}', "expected a capture or a resumption")]
)
def test_what_is_no_document_is_refused(folder: Path, text: str, said: str) -> None:
    (folder / "run.json").write_text(text, encoding="utf-8")
    result = run("report", "run.json", "-o", "run.html")
    assert result.exit_code == 1
    assert said in result.stderr
    assert os.listdir(folder) == ["run.json"]


def test_a_capture_has_no_agent_to_be_checked(run_json: str) -> None:
    result = run("report", run_json, "--ir", str(IR), "-o", "run.html")
    assert result.exit_code == 1
    assert "expected a resumption, since --ir is given, found a capture" in result.stderr
    assert not Path("run.html").exists()


def test_another_agent_is_told_on_the_page(stopped_json: str) -> None:
    assert run("report", stopped_json, "--ir", str(IR), "-o", "stopped.html").exit_code == 0
    assert "Cannot continue with this agent" in Path("stopped.html").read_text(encoding="utf-8")


def test_an_ir_that_cannot_be_read_is_named(stopped_json: str) -> None:
    Path("broken.json").write_text("{", encoding="utf-8")
    result = run("report", stopped_json, "--ir", "broken.json", "-o", "stopped.html")
    assert (result.exit_code, "broken.json" in result.stderr) == (1, True)
    result = run("report", stopped_json, "--ir", "missing.json", "-o", "stopped.html")
    assert (result.exit_code, "missing.json: No such file" in result.stderr) == (2, True)
    assert not Path("stopped.html").exists()


def test_one_standard_input_is_enough_for_one_file() -> None:
    assert run("report", "-", "--ir", "-", "-o", "page.html", stdin=b"").exit_code == 2


def test_of_many_documents_one_is_chosen(folder: Path) -> None:
    second = example("capture")
    second["run_log"]["agent"] = "the second one"
    lines = [json.dumps(document) for document in (example("capture"), second)]
    (folder / "runs.jsonl").write_text("\n".join(lines), encoding="utf-8")
    result = run("report", "runs.jsonl", "-o", "run.html")
    assert (result.exit_code, "--index" in result.stderr) == (2, True)
    assert not (folder / "run.html").exists()
    assert run("report", "runs.jsonl", "--index", "1", "-o", "run.html").exit_code == 0
    assert "<title>the second one" in (folder / "run.html").read_text(encoding="utf-8")
    result = run("report", "runs.jsonl", "--index", "2", "-o", "run.html")
    assert (result.exit_code, "no document of that index" in result.stderr) == (2, True)


def test_a_file_without_documents_makes_no_page(folder: Path) -> None:
    (folder / "runs.jsonl").write_bytes(b"")
    result = run("report", "runs.jsonl", "-o", "run.html")
    assert (result.exit_code, "no documents" in result.stderr) == (2, True)


@pytest.mark.parametrize("output", [".", "run.json/page.html"])
def test_a_page_that_cannot_be_written_is_named(run_json: str, output: str) -> None:
    result = run("report", run_json, "-o", output)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {output}: ")


def test_the_bytes_are_the_same_in_any_process(run_json: str) -> None:
    pages = []
    for seed in ("1", "2"):
        done = process(
            "report", run_json, "-o", "-", env=os.environ | {"PYTHONHASHSEED": seed, "TZ": f"UTC+{seed}"}
        )
        assert done.returncode == 0
        pages.append(done.stdout)
    assert pages[0] == pages[1]
