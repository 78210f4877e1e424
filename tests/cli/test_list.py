"""``runsnap list``."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len

import runsnap
from tests.benchmarks.documents import small
from tests.cli.terminals import terminal
from tests.cli.tools import example, process, run, write


def capture(**log: Any) -> dict[str, Any]:
    plain = example("capture")
    plain["run_log"] |= log
    return plain


def cost(total: float) -> dict[str, float]:
    return {"prompt_usd": 0.0, "completion_usd": 0.0, "total_usd": total}


def rows(output: str) -> list[list[str]]:
    """The cells of a table, row by row, without its head."""
    lines = iter(output.splitlines())
    for line in lines:
        if line.strip() and set(line.strip()) <= set("─-"):
            break
    found = []
    for line in lines:
        if not line:
            break
        found.append([cell.strip() for cell in line.split("   ") if cell.strip()])
    return found


def listed(*arguments: str) -> list[str]:
    """The files that are listed."""
    return [cells[0] for cells in rows(run("list", *arguments).stdout)]


def titles(columns: int, *options: str) -> list[str]:
    """The titles of a table on a screen of so many columns."""
    return run("list", *options, ".", columns=columns).stdout.splitlines()[0].split()


@pytest.fixture
def runs(folder: Path) -> Path:
    write(folder / "runs/a.json", capture())
    write(
        folder / "runs/b.json",
        capture(
            agent="other",
            status="failed",
            started_at="2026-04-01T00:00:00Z",
            finished_at=None,
            cost_estimate=cost(0.1),
        )
        | {"model_version": None},
    )
    steps = [step | {"error": "it broke"} for step in example("capture")["run_log"]["steps"]]
    write(
        folder / "runs/c.json",
        capture(agent="other", steps=steps, cost_estimate=cost(0.2)) | {"model_version": None},
    )
    stopped = example("resumption")
    write(folder / "runs/stopped.json", stopped | {"spend": {"micros": 2493, "currency": "usd"}})
    return folder


def test_a_line_a_run(runs: Path) -> None:
    result = run("list", "runs")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].split() == [
        "File", "Kind", "Agent", "Status", "Model", "Started", "Duration", "Steps", "Tokens", "Cost", "Errors",
    ]  # fmt: skip
    assert rows(result.stdout) == [
        ["runs/a.json", "capture", "release-notes", "completed", "claude-opus-4-8", "2026-03-02T08:15:00Z", "8.87 s",
         "4", "509", "$0.004585", "0"],
        ["runs/b.json", "capture", "other", "failed", "-", "2026-04-01T00:00:00Z", "-", "4", "509", "$0.10", "0"],
        ["runs/c.json", "capture", "other", "completed", "-", "2026-03-02T08:15:00Z", "8.87 s", "4", "509", "$0.20", "4"],
        ["runs/stopped.json", "resumption", "demo.Reviewer", "stopped at notes-gathered", "-", "-", "-", "9",
         "18,446,744,073,709,553,663", "0.002493 usd", "-"],
    ]  # fmt: skip
    assert result.stdout.endswith("\n\n4 runs\n")


@pytest.mark.parametrize(
    "arguments, files",
    [
        (("--kind", "resumption"), ["stopped"]),
        (("--status", "failed"), ["b"]),
        (("--status", "fail*", "--status", "stopped"), ["b", "stopped"]),
        (("--agent", "other"), ["b", "c"]),
        (("--model", "claude-*"), ["a"]),
        (("--since", "2026-03-02T08:15:00.250000001Z"), ["b"]),
        (("--since", "2026-03-02", "--until", "2026-04-01"), ["a", "c"]),
        (("--until", "2026-04-01T02:00:00+02:00"), ["a", "c"]),
        (("--min-cost", "0.1"), ["b", "c"]),
        (("--max-cost", "0.1"), ["a", "b", "stopped"]),
        (("--max-cost", "0.1", "--currency", "usd", "--kind", "capture"), ["a", "b"]),
        (("--errors",), ["c"]),
        (("--no-errors",), ["a", "b"]),
        (("--sort", "cost"), ["stopped", "a", "b", "c"]),
        (("--sort", "cost", "--reverse", "--limit", "2"), ["c", "b"]),
        (("--sort", "duration", "--reverse"), ["a", "c", "b", "stopped"]),
        (("--agent", "nobody"), []),
    ],
)
def test_filters_and_orders(runs: Path, arguments: tuple[str, ...], files: list[str]) -> None:
    assert listed(*arguments, "runs") == [f"runs/{name}.json" for name in files]
    objects = json.loads(run("list", "--json", *arguments, "runs").stdout)
    assert [each["path"] for each in objects] == [f"runs/{name}.json" for name in files]


def test_how_many_are_left_out_is_said(runs: Path) -> None:
    assert run("list", "--limit", "1", "--agent", "other", "runs").stdout.endswith(
        "\n\nthe first 1 of 2 runs of 4 that were read\n"
    )
    assert run("list", "--agent", "nobody", "runs").stdout == "0 runs of 4 that were read\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--reverse",), ("--stats", "--sort", "file"), ("--stats", "--limit", "1"), ("--sort", "nothing"),
        ("--since", "yesterday"), ("--until", "2026-02-30"), ("--min-cost", "much"), ("--max-cost", "NaN"),
        ("--min-cost", "Infinity"), ("--limit", "0"), ("--kind", "memory"),
    ],
)  # fmt: skip
def test_wrong_usage_is_said(runs: Path, arguments: tuple[str, ...]) -> None:
    result = run("list", *arguments, "runs")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "error: " in result.stderr


def test_sums(runs: Path) -> None:
    result = run("list", "--stats", "runs")
    assert result.exit_code == 0
    assert rows(result.stdout) == [
        ["capture", "other", "-", "2", "8", "824", "194", "1,018", "4", "$0.30", "0"],
        ["capture", "release-notes", "claude-opus-4-8", "1", "4", "412", "97", "509", "0", "$0.004585", "0"],
        ["resumption", "demo.Reviewer", "-", "1", "9", "18,446,744,073,709,551,615", "2,048",
         "18,446,744,073,709,553,663", "-", "0.002493 usd", "0"],
        ["capture", "(all)", "-", "3", "12", "1,236", "291", "1,527", "4", "$0.304585", "0"],
    ]  # fmt: skip


def test_sums_in_json_are_exact(runs: Path) -> None:
    found = json.loads(run("list", "--stats", "--json", "runs").stdout)
    assert list(found) == ["groups", "totals", "notListed"]
    assert found["groups"][0] == {
        "kind": "capture", "agent": "other", "model": None, "runs": 2, "steps": 8, "inputTokens": 824, "outputTokens": 194,
        "cacheReadTokens": 256, "errors": 4, "cost": {"amount": "0.3", "currency": "USD"}, "withoutCost": 0, "incomplete": 0,
    }  # fmt: skip
    assert [(each["kind"], each["agent"], each["cost"]) for each in found["totals"]] == [
        ("capture", None, {"amount": "0.304585", "currency": "USD"}),
        ("resumption", None, {"amount": "0.002493", "currency": "usd"}),
    ]
    assert found["notListed"] == []


def test_missing_prices_are_said(folder: Path) -> None:
    spend = {"micros": 10**44 + 1, "currency": None, "unpriced": {"a": "why", "b": "why"}}
    write(folder / "a.json", example("resumption") | {"spend": spend | {"micros": 1_234_567_890_123}})
    write(folder / "b.json", example("resumption") | {"spend": spend | {"micros": 0}})
    write(folder / "c.json", capture(cost_estimate=None))
    assert [cells[-2] for cells in rows(run("list", ".").stdout)] == [
        "1,234,567.890123 of no named currency + 2 unpriced models", "2 unpriced models", "-",
    ]  # fmt: skip
    stats = rows(run("list", "--stats", ".").stdout)
    assert [cells[-2:] for cells in stats] == [
        ["-", "1"], ["1,234,567.890123 of no named currency + unpriced models in 2 runs", "1"],
    ]  # fmt: skip


BAD = {
    "x.json": b"{",
    "y.json": b'{"run_log": 1}',
    "z.jsonl": b'{}\n{"a\\ud800": 1}\n',
    "w.json": b"\x1f\x8bx",
}


def test_what_is_no_run_comes_last_with_a_reason(runs: Path) -> None:
    for name, content in BAD.items():
        Path("runs", name).write_bytes(content)
    result = run("list", "runs")
    assert result.exit_code == 1
    assert len(rows(result.stdout)) == 4
    tail = result.stdout.partition("\n\n4 runs, 5 not listed\n")[2].splitlines()
    assert [line.split()[:2] for line in tail] == [
        ["invalid", "runs/w.json"], ["invalid", "runs/x.json"], ["invalid", "runs/y.json"],
        ["invalid", "runs/z.jsonl:1"], ["invalid", "runs/z.jsonl:2"],
    ]  # fmt: skip
    assert "damaged gzip data" in tail[0]
    objects = json.loads(run("list", "--json", "--limit", "1", "runs").stdout)
    assert [each["kind"] for each in objects] == ["capture", None, None, None, None, None]
    assert objects[5].keys() == {"path", "line", "kind", "error", "refused"}
    assert (objects[5]["path"], objects[5]["line"], objects[5]["refused"]) == ("runs/z.jsonl", 2, True)
    assert len(json.loads(run("list", "--stats", "--json", "runs").stdout)["notListed"]) == 5


def test_what_cannot_be_read_weighs_more_than_what_is_invalid(runs: Path) -> None:
    Path("runs/x.json").write_bytes(b"{")
    result = run("list", "runs", "missing.json")
    assert result.exit_code == 2
    assert "unreadable missing.json  No such file or directory\n" in result.stdout
    assert json.loads(run("list", "--json", "missing.json").stdout) == [
        {"path": "missing.json", "kind": None, "error": "No such file or directory", "refused": False}
    ]


def test_an_unreadable_folder_is_said(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("runs/locked").mkdir()
    listdir = os.listdir

    def refusing(path: Any) -> list[str]:
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied")
        return listdir(path)

    monkeypatch.setattr(os, "listdir", refusing)
    result = run("list", "runs")
    assert result.exit_code == 2
    assert len(rows(result.stdout)) == 4
    assert "unreadable runs/locked  Permission denied\n" in result.stdout


def test_loops_of_links_end_and_are_noted(runs: Path) -> None:
    Path("runs/loop").symlink_to(runs / "runs", target_is_directory=True)
    result = run("list", "runs")
    assert result.exit_code == 0
    assert len(rows(result.stdout)) == 4
    assert result.stderr == "note: skipped runs/loop: a link to a folder that was visited\n"


@pytest.mark.parametrize("options", [(), ("--json",), ("--stats",)])
def test_a_folder_without_any_file_is_said(folder: Path, options: tuple[str, ...]) -> None:
    result = run("list", *options, ".")
    assert result.exit_code == 2
    assert result.stderr == "error: no file of JSON, JSON Lines or Avro was found\n"
    assert result.stdout == ("[\n]\n" if options == ("--json",) else "")


def test_files_of_many_documents(folder: Path) -> None:
    captures = [runsnap.Capture.from_dict(capture(agent=name)) for name in "ab"]
    runsnap.avro.dump(captures, "runs.avro")
    lines = b"\n".join(each.to_bytes(layout="declared") for each in captures)
    Path("runs.jsonl.gz").write_bytes(gzip.compress(lines))
    assert listed(".") == ["./runs.avro[0]", "./runs.avro[1]", "./runs.jsonl.gz:1", "./runs.jsonl.gz:2"]
    places = [{"index": 0}, {"index": 1}, {"line": 1}, {"line": 2}]
    found = json.loads(run("list", "--json", ".").stdout)
    assert [{name: each[name] for name in ("line", "index") if name in each} for each in found] == places
    assert [cells[0] for cells in rows(run("list", "-", stdin=json.dumps(capture()).encode()).stdout)] == [
        "(standard input)"
    ]


def test_an_empty_file_of_many_has_no_runs(folder: Path) -> None:
    Path("runs.jsonl").write_bytes(b"")
    result = run("list", "runs.jsonl")
    assert (result.exit_code, result.stdout) == (0, "0 runs\n")


HOSTILE = "\x1b[2J\x9b31m\u202egnp\r\n\x7f | x"


def test_hostile_texts_stay_in_their_cells(folder: Path) -> None:
    write(folder / f"d/{HOSTILE}.json", capture(agent=HOSTILE, status=HOSTILE) | {"model_version": HOSTILE})
    write(folder / "d/a.json", capture(agent="漢字" * 5))
    write(folder / f"d/z{HOSTILE}.json", {HOSTILE: 1})
    for options in ((), ("--json",), ("--stats",), ("--stats", "--json")):
        shown = run("list", *options, "d").stdout
        assert not [char for char in shown if not char.isprintable() and char != "\n"]
    table = run("list", "d").stdout.splitlines()
    assert len(table) == 2 + 2 + 2 + 1
    assert table[2].index("capture") + 5 * 2 == table[3].index("capture") + 5 * 2
    found = json.loads(run("list", "--json", "d").stdout)
    assert (found[0]["agent"], found[0]["model"]) == (HOSTILE, HOSTILE)


def test_long_texts_are_cut_with_a_note(folder: Path) -> None:
    write(folder / "a.json", capture(agent="x" * 1_000_000))
    assert f"{'x' * 60}… 999,940 more characters" in run("list", "a.json").stdout


def test_ten_thousand_runs(folder: Path) -> None:
    for number, plain in enumerate(small(10_000)):
        Path(f"{number:05}.json").write_bytes(msgspec.json.encode(plain))
    done = process("list", "--sort", "cost", ".")
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, len(lines), lines[-1]) == (0, 10_004, "10,000 runs")
    assert len(set(map(len, lines[2:-2]))) == 1
    totals = json.loads(process("list", "--stats", "--json", ".").stdout)["totals"]
    costs = [Decimal(repr(plain["run_log"]["cost_estimate"]["total_usd"])) for plain in small(10_000)]
    assert [(each["runs"], Decimal(each["cost"]["amount"])) for each in totals] == [(10_000, sum(costs))]


def test_memory_does_not_grow_with_what_is_passed_over(folder: Path) -> None:
    """Of a document of ten million values, the text is in memory and little else."""
    plain = capture()
    plain["run_log"]["steps"][0]["output"] = []
    text = json.dumps(plain).replace('"output": []', '"output": [' + "0," * 10_000_000 + "0]")
    Path("large.json").write_text(text)
    script = (
        "import resource, runsnap\n"
        "list(runsnap.list_runs(['small.json']))\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "(found,) = runsnap.list_runs(['large.json'])\n"
        "print(found.steps, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    write(folder / "small.json", capture())
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=600
    )
    steps, kilobytes = map(int, done.stdout.split())
    assert steps == 4
    assert kilobytes < 60_000  # the text, once in pieces and once whole


@pytest.mark.parametrize("columns", [60, 80, 110, 200])
def test_a_table_keeps_to_its_width_and_loses_no_text(runs: Path, columns: int) -> None:
    write(runs / "runs/long" / f"{'漢' * 60}.json", capture(agent="agent " * 9, status="s" * 50))
    for options in ((), ("--stats", "--kind", "capture")):
        lines = run("list", *options, "runs", columns=columns).stdout.splitlines()
        assert max(cell_len(line) for line in lines if not line.startswith("no room")) <= columns
        said = [line for line in lines if line.startswith("no room for ")]
        missing = said[0].removeprefix("no room for ").partition(";")[0].split(", ") if said else []
        assert options or bool(missing) == (columns < 200)
        assert not set(missing) & set(lines[0].split())
    table = run("list", "runs", columns=columns).stdout
    assert table.count("漢") == 60
    assert table.count("s") - run("list", "runs/a.json", columns=columns).stdout.count("s") > 50


def test_room_is_taken_from_the_widest_texts(folder: Path) -> None:
    write(folder / "a.json", capture(agent="a" * 50, status="running"))
    lines = run("list", "a.json", columns=75).stdout.splitlines()
    assert "running" in lines[2]
    assert "a.json" in lines[2]


@pytest.mark.parametrize(
    ("options", "title", "columns"),
    [
        (("--sort", "started"), "Started", 66),
        (("--since", "2000-01-01"), "Started", 66),
        (("--until", "2100-01-01"), "Started", 66),
        (("--model", "*"), "Model", 62),
        (("--sort", "duration"), "Duration", 57),
        (("--no-errors",), "Errors", 57),
        (("--sort", "errors"), "Errors", 57),
    ],
)
def test_what_runs_are_sorted_and_chosen_by_gets_room_first(
    folder: Path, options: tuple[str, ...], title: str, columns: int
) -> None:
    write(folder / "a.json", capture(agent="a", status="done"))
    assert title not in titles(columns)
    assert title in titles(columns, *options)


def test_a_narrow_column_takes_the_room_that_a_wide_one_cannot(folder: Path) -> None:
    write(folder / "a.json", capture(agent="a", status="done"))
    assert titles(66) == ["File", "Agent", "Status", "Duration", "Tokens", "Cost"]


def test_no_text_is_folded_for_a_narrow_column(folder: Path) -> None:
    write(folder / "a.json", capture(agent="a" * 20, status="done"))
    assert titles(71) == ["File", "Agent", "Status", "Tokens", "Cost"]
    assert titles(75) == ["File", "Agent", "Status", "Duration", "Tokens", "Cost"]


def test_a_terminal_gets_colours(runs: Path) -> None:
    _, printed = terminal("list", "runs", columns=200)
    lines = printed.decode().splitlines()
    assert lines[0].startswith("\x1b[1m")
    assert ["\x1b[1;31m" in line for line in lines[2:6]] == [False, True, False, False]
    assert ["\x1b[33m" in line for line in lines[2:6]] == [False, False, True, False]


def test_a_pattern_of_many_stars_is_no_burden(folder: Path) -> None:
    """Where it is, the process is killed."""
    write(folder / "run.json", capture(agent="a" * 5000))
    result = process("list", "--agent", "*a" * 40 + "*b", "run.json")
    assert (result.returncode, result.stdout) == (0, b"0 runs of 1 that were read\n")
