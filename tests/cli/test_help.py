"""Help: every command explains itself by an example that works, and at once."""

from __future__ import annotations

import gzip
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import runsnap.avro
from runsnap.cli._app import app
from tests.cli.tools import DATA, environment, example, process, run, write
from tests.registry.fake import Fake, serving


def commands(group: click.Group, *above: str) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        yield (*above, name)
        if isinstance(command, click.Group):
            yield from commands(command, *above, name)


COMMANDS = [(), *commands(app)]


def test_all_commands_are_here() -> None:
    assert {" ".join(names) for names in COMMANDS} == {
        "", "validate", "show", "list", "report", "diff", "redact", "check", "convert", "schema",
        "schema list", "schema show", "schema export", "schema diff", "schema review", "schema register",
    }  # fmt: skip


@pytest.fixture
def files(folder: Path) -> None:
    """The files that the examples name."""
    for name in ("run.json", "runs/a.json", "old/b.json"):
        write(folder / name, example("capture"))
    captures = [runsnap.Capture.from_dict(example("capture"))] * 2
    runsnap.avro.dump(captures, "runs.avro")
    Path("runs.jsonl.gz").write_bytes(
        gzip.compress(b"\n".join(each.to_bytes(layout="declared") for each in captures))
    )
    shutil.copy(DATA / "check" / "snapshots" / "phases-0.9.0.json", "stopped.json")
    shutil.copy(DATA / "check" / "ir" / "phases-0.9.0.ir.json", "agent.ir.json")
    shutil.copytree(DATA.parents[1] / "schemas", "schemas")


@pytest.fixture
def registry() -> Iterator[Fake]:
    """The registry that the examples name by its usual address."""
    with serving() as running:
        yield running


@pytest.mark.parametrize("names", COMMANDS, ids=lambda names: " ".join(names) or "runsnap")
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_the_examples_of_the_help_work(
    files: None, registry: Fake, names: tuple[str, ...], option: str
) -> None:
    result = run(*names, option)
    assert result.exit_code == 0
    examples = re.findall(r"^ +(runsnap .*)$", result.stdout.partition("Example:\n")[2], re.MULTILINE)
    assert examples
    for text in examples:
        words = shlex.split(re.split(r" [|>] ", text)[0].replace("http://localhost:8081", registry.url))
        assert words[1 : 1 + len(names)] == list(names)
        outcome = run(*words[1:])
        assert outcome.exit_code == 0, outcome.output
        assert outcome.stdout or Path(words[-1]).exists()


@pytest.mark.parametrize("names", [(), ("schema",)])
def test_a_group_alone_is_wrong_usage_and_gets_help(names: tuple[str, ...]) -> None:
    result = run(*names)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Commands:" in result.stderr


@pytest.mark.parametrize("names", [(), ("schema",)])
def test_what_a_command_does_is_said_whole_on_80_columns(names: tuple[str, ...]) -> None:
    """In a process of its own: click's runner for tests has two columns more."""
    help_ = process(*names, "--help", env=environment(COLUMNS="80")).stdout.decode()
    listed = help_.partition("Commands:\n")[2].splitlines()
    assert listed
    assert [line for line in listed if not line.endswith(".") or line.endswith("...")] == []


@pytest.mark.parametrize(
    "words", [("nonsense",), ("schema", "nonsense"), ("show",), ("show", "a", "b"), ("--nonsense",)]
)
def test_wrong_usage_is_said(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: " in result.stderr
    assert "error: " in result.stderr


def test_the_version_is_said() -> None:
    assert run("--version").stdout == f"runsnap, version {runsnap.__version__}\n"


HEAVY = ("rich", "jsonschema", "jsonschema_rs", "fastavro")


def imported(*arguments: str) -> set[str]:
    """The heavy libraries that a command imports."""
    script = (
        "import sys, runsnap.cli\n"
        "try:\n    runsnap.cli.main()\n"
        "finally:\n    print(*sys.modules, file=sys.stderr)\n"
    )  # fmt: skip
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, check=False, timeout=60
    )
    return set(HEAVY) & set(done.stderr.decode().split())


def test_help_imports_nothing_heavy() -> None:
    assert imported("--help") == set()
    assert imported("validate", "--help") == set()
    assert imported("list", "--help") == set()


def test_a_valid_file_needs_neither_rich_nor_the_slow_validator(run_json: str) -> None:
    assert imported("validate", run_json) == {"jsonschema_rs"}
    assert imported("convert", run_json) == {"jsonschema_rs"}
    assert imported("redact", run_json, "-o", "new.json") == {"jsonschema_rs"}


def test_a_page_needs_rich(run_json: str) -> None:
    assert imported("show", run_json) == {"rich", "jsonschema_rs"}


def test_the_module_runs() -> None:
    assert b"Usage: runsnap" in process("--help").stdout
