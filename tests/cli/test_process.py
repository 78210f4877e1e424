"""The command line as a process: pipes, terminals, signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminals import terminal
from tests.cli.tools import command, environment, example, process, write

HOSTILE = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp\x7f"
RAW = [b"\x1b]0", b"\x1b[2J", b"\x07", "\x9b".encode(), "\u202e".encode(), b"\x7f"]


def hostile_capture() -> Any:
    capture = example("capture")
    capture["run_log"]["agent"] = HOSTILE
    capture["run_log"]["status"] = HOSTILE
    capture["model_version"] = HOSTILE
    capture["memory_ref"] = HOSTILE
    capture[HOSTILE] = HOSTILE
    for step in capture["run_log"]["steps"]:
        step |= {
            "kind": HOSTILE,
            "name": HOSTILE,
            "input": {HOSTILE: HOSTILE},
            "output": HOSTILE,
            "error": HOSTILE,
        }
    capture["llm_io"][0] |= {"finish_reason": HOSTILE, "model": HOSTILE}
    capture["llm_io"][0]["tool_calls"][0]["name"] = HOSTILE
    return capture


def hostile_resumption() -> Any:
    held = {HOSTILE: HOSTILE}
    return example("resumption") | {
        "agent": HOSTILE, "label": HOSTILE, "stoppedAt": HOSTILE, "resumeAt": HOSTILE, "inputs": held, "bindings": held,
        "state": held, "outputs": {HOSTILE: {"name": HOSTILE, "contentType": HOSTILE, "value": HOSTILE}},
        "spend": {"micros": 1, "currency": HOSTILE, "unpriced": held}, "artifact": HOSTILE, HOSTILE: HOSTILE,
    }  # fmt: skip


@pytest.fixture
def samples(folder: Path) -> None:
    write(folder / "run.json", example("capture"))
    failed = example("capture")
    failed["run_log"] |= {"status": "failed"}
    failed["run_log"]["steps"][1]["error"] = "it broke"
    write(folder / "failed.json", failed)
    write(folder / "invalid.json", example("resumption") | {"steps": -1})
    write(folder / "hostile.json", hostile_capture())
    write(folder / "stopped.json", hostile_resumption())
    Path("broken.json").write_text(f"{{{json.dumps(HOSTILE)}: [tru", encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("validate", "run.json"), 0),
        (("validate", "invalid.json"), 1),
        (("validate", "missing.json"), 2),
        (("show", "run.json"), 0),
        (("show", "invalid.json"), 1),
        (("show", "missing.json"), 2),
        (("convert", "run.json"), 0),
        (("convert", "invalid.json"), 1),
        (("check", "stopped.json", "run.json"), 1),
        (("schema", "show", "capture"), 0),
        (("schema", "show", "missing"), 2),
        ((), 2),
    ],
)
def test_exit_codes(samples: None, arguments: tuple[str, ...], code: int) -> None:
    done = process(*arguments)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"Warning" not in done.stderr


@pytest.mark.parametrize(
    "arguments", [("validate", "."), ("show", "failed.json"), ("schema", "list"), ("show", "invalid.json")]
)
@pytest.mark.parametrize("force", [{}, {"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"}])
def test_a_pipe_gets_no_colours(samples: None, arguments: tuple[str, ...], force: dict[str, str]) -> None:
    done = process(*arguments, env=environment(**force))
    assert done.stdout + done.stderr
    assert b"\x1b" not in done.stdout + done.stderr


def test_a_terminal_gets_colours_and_errors_are_red(samples: None) -> None:
    code, printed = terminal("show", "failed.json")
    assert code == 0
    assert b"\x1b[31mit broke" in printed
    assert b"\x1b[1;31mfailed" in printed
    code, printed = terminal("validate", ".")
    assert code == 1
    assert b"\x1b[32mok " in printed
    assert b"\x1b[1;31minvalid " in printed
    assert b"\x1b[31mminimum" in printed


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
@pytest.mark.parametrize("arguments", [("show", "failed.json"), ("validate", "."), ("show", "missing.json")])
def test_a_terminal_without_colours(
    samples: None, arguments: tuple[str, ...], changes: dict[str, str]
) -> None:
    printed = terminal(*arguments, **changes)[1]
    assert printed
    assert b"\x1b" not in printed


def test_an_empty_no_color_does_not_count(samples: None) -> None:
    assert b"\x1b[" in terminal("show", "failed.json", NO_COLOR="")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "hostile.json"),
        ("show", "--full", "hostile.json"),
        ("show", "stopped.json"),
        ("show", "broken.json"),
        ("validate", "--notes", "--strict", "."),
        ("validate", "--notes", "--json", "."),
        ("list", "."),
        ("list", "--json", "."),
        ("list", "--stats", "."),
        ("list", HOSTILE),
        ("list", "--since", HOSTILE, "."),
        ("convert", "hostile.json"),
        ("convert", "--to", "capture@1.0.0", "hostile.json"),
        ("check", "stopped.json", "run.json"),
        ("validate", HOSTILE),
        ("show", HOSTILE),
        ("convert", "run.json", "run.json/" + HOSTILE),
        ("convert", "--to", HOSTILE, "run.json"),
        (HOSTILE,),
        ("show", "--" + HOSTILE),
    ],
    ids=lambda words: " ".join(word.replace(HOSTILE, "HOSTILE") for word in words),
)
def test_nothing_hostile_reaches_a_terminal(samples: None, folder: Path, arguments: tuple[str, ...]) -> None:
    write(folder / "sub" / f"{HOSTILE}.json", {"kind": HOSTILE, "x": 1})
    (folder / "sub" / f"link{HOSTILE}.json").symlink_to(HOSTILE)
    printed = terminal(*arguments)[1]
    assert printed
    assert [raw for raw in RAW if raw in printed] == []


def test_hostile_names_of_bytes_reach_neither_terminal_nor_pipe(folder: Path) -> None:
    name = os.fsdecode(b"bytes-\xff\x9b31m.json")
    write(folder / name, example("capture"))
    for arguments in (("validate", "."), ("validate", name), ("list", "."), ("list", name)):
        for printed in (terminal(*arguments)[1], process(*arguments).stdout):
            assert b"bytes-\\xff\\x9b31m.json" in printed
    for command_ in ("validate", "list"):
        assert b"bytes-\\\\xff\\\\x9b31m.json" in process(command_, "--json", ".").stdout


def test_compressed_data_is_not_written_to_a_terminal(samples: None) -> None:
    code, printed = terminal("convert", "--compress", "gzip", "run.json", NO_COLOR="1")
    assert code == 2
    assert printed == b"error: compressed data is not written to a terminal\r\n"


def test_a_page_takes_the_width_of_its_terminal(samples: None) -> None:
    widest = {
        columns: max(
            map(len, terminal("show", "run.json", columns=columns, NO_COLOR="1")[1].decode().splitlines())
        )
        for columns in (60, 110)
    }
    assert 55 < widest[60] <= 60
    assert 100 < widest[110] <= 110


@pytest.mark.parametrize(
    "arguments",
    [
        ("validate", "many"),
        ("validate", "--json", "many"),
        ("show", "--full", "long.json"),
        ("convert", "long.json"),
    ],
)
@pytest.mark.parametrize("changes", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
def test_a_broken_pipe_is_quiet(folder: Path, arguments: tuple[str, ...], changes: dict[str, str]) -> None:
    for count in range(300):
        write(folder / "many" / f"{'n' * 200}{count}.json", {"kind": "capture"})
    long = example("capture")
    long["run_log"]["steps"] = [
        long["run_log"]["steps"][1] | {"idx": idx, "input": "x" * 4000} for idx in range(100)
    ]
    write(folder / "long.json", long)
    with subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**changes)
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(1)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 141


def test_a_pipe_that_was_never_read_is_quiet(samples: None) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = process("validate", "run.json", capture_output=False, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_is_said(samples: None) -> None:
    with Path("/dev/full").open("wb") as full:
        done = process("show", "run.json", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, b"error: cannot write the output: No space left on device\n")


def test_no_standard_output_and_input(samples: None) -> None:
    line = " ".join(command("validate", "run.json", "-"))
    done = subprocess.run(
        ["/bin/sh", "-c", f"{line} <&- >&-"], capture_output=True, check=False, timeout=60, env=environment()
    )
    assert (done.returncode, done.stderr) == (2, b"")


def test_an_interrupt_is_quiet(folder: Path) -> None:
    os.mkfifo("waiting.json")
    words = [word for word in command("validate", "waiting.json") if word not in ("-W", "error")]
    # Python itself may warn of the file that it was about to open.
    with (
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as running,
        Path("waiting.json").open("wb"),
    ):  # opens when the command does: it is reading now
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8:strict"])
def test_any_encoding_of_the_output_will_do(samples: None, folder: Path, encoding: str) -> None:
    capture = example("capture")
    capture["run_log"]["agent"] = "агент 🦀"
    write(folder / "foreign.json", capture)
    for arguments in (
        ("show", "foreign.json"),
        ("validate", "--notes", "invalid.json"),
        ("list", "--stats", "foreign.json"),
        ("list", "foreign.json"),
        ("convert", "foreign.json"),
    ):
        done = process(*arguments, env=environment(PYTHONIOENCODING=encoding))
        assert b"Traceback" not in done.stderr
        assert done.returncode in (0, 1)


def test_nothing_is_drawn_for_quick_work(samples: None) -> None:
    assert b"\x1b[2K" not in terminal("validate", ".")[1]


@pytest.mark.parametrize("columns", ["9" * 5000, "-1", "²", "0"])
def test_a_size_that_no_screen_has_is_ignored(folder: Path, columns: str) -> None:
    """Digits without end are no integer for Python."""
    path = write(folder / "run.json", {})
    result = subprocess.run(
        command("validate", path),
        env=environment(COLUMNS=columns, LINES=columns),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (1, "")
    assert "run.json" in result.stdout


def test_the_largest_limit_is_one(folder: Path) -> None:
    """Also where room for the end of a line is added to it."""
    (folder / "runs.jsonl").write_text("{}\n", encoding="utf-8")
    result = subprocess.run(
        command("validate", "--max-bytes", str(2**63 - 1), "runs.jsonl"), env=environment(), capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (1, "")


def test_a_closed_standard_output_is_an_error(folder: Path) -> None:
    """Nothing was written, so nothing is fine."""
    path = write(folder / "run.json", example("capture"))
    shell = ["sh", "-c", '"$@" >&-', "sh", *command("convert", path, "-")]
    result = subprocess.run(shell, env=environment(), capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, "error: standard output is closed\n")
