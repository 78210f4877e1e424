"""``redact``: what it writes and says, and what it must never say."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import runsnap
import runsnap.avro
from runsnap._redact.detectors import DETECTORS
from runsnap._redact.policy import TEXTS
from runsnap.cli import redact as command_line
from tests.cli.tools import environment, lines_of, process, run, write
from tests.faults.disk import watched
from tests.sdk.samples import changed, full_capture, full_resumption

SECRET = "alice@example.com"
KEY = "0123456789abcdef"


@pytest.fixture
def secret_json(folder: Path) -> str:
    """A capture with a secret in every prompt, in a name and in what only detectors look at."""
    plain = full_capture() | {SECRET: {SECRET: SECRET}, "memory_ref": f"of {SECRET}"}
    for exchange in plain["llm_io"]:
        exchange["prompt"] = SECRET
    write(folder / "secret.json", plain)
    return "secret.json"


def test_the_choices_are_those_of_the_library() -> None:
    assert command_line._TEXTS == TEXTS
    assert command_line._DETECTORS == DETECTORS


def test_a_file_is_redacted_and_said_to_be(secret_json: str, folder: Path) -> None:
    result = run("redact", secret_json, "-o", "new.json")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "1 document written to new.json, 15 replacements"
    assert lines[1] == "a random key was used: placeholders can be compared within this file only"
    assert [line.split() for line in lines if "/llm_io/*/prompt" in line] == [
        ["2", "/llm_io/*/prompt", "(prompts)"]
    ]
    text = (folder / "new.json").read_text()
    assert SECRET not in text + result.output
    assert run("validate", "--strict", "new.json").exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["new.json", "secret.json"]


def test_the_function_and_the_command_agree(secret_json: str, folder: Path) -> None:
    (folder / "key").write_bytes(KEY.encode() + b"\r\n")
    words = [
        "--text", "prompts", "--text", "tools", "--pointer", "/memory_ref", "--detect", "email", "--keep", "x", "--names",
    ]  # fmt: skip
    result = run(
        "redact",
        secret_json,
        "-o",
        "new.json",
        "--key-file",
        "key",
        "--json",
        "--report",
        "report.json",
        *words,
    )
    policy = runsnap.RedactionPolicy(["prompts", "tools"], ["/memory_ref"], ["email"], ["x"], names=True)
    document, report = runsnap.redact(runsnap.Capture.load(secret_json), policy, key=KEY.encode())
    assert runsnap.Capture.load("new.json").to_bytes() == document.to_bytes()
    assert json.loads(result.stdout) == json.loads((folder / "report.json").read_text()) == report.to_dict()


@pytest.mark.parametrize(
    ("words", "policy"),
    [
        ([], {}),
        (["--text", "all", "--detect", "all"], {}),
        (["--text", "none"], {"texts": ()}),
        (["--detect", "none"], {"detectors": ()}),
        (["--keep", "/llm_io/**", "--keep", SECRET], {"keep": ["/llm_io/**", SECRET]}),
    ],
)
def test_all_none_and_the_default(words: list[str], policy: dict[str, Any], secret_json: str) -> None:
    result = run("redact", secret_json, "-o", "new.json", "--json", *words)
    _, report = runsnap.redact(runsnap.Capture.load(secret_json), runsnap.RedactionPolicy(**policy))
    counts = {"count": report.count, "byReason": report.by_reason, "unmatched": list(report.unmatched)}
    assert json.loads(result.stdout).items() >= counts.items()


def test_the_same_key_makes_files_comparable(secret_json: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNSNAP_REDACT_KEY", KEY)
    one = run("redact", secret_json, "-o", "-")
    assert "random key" not in one.stderr
    assert run("redact", secret_json, "-o", "-").stdout == one.stdout
    Path("key").write_text("another key of ours")
    other = run("redact", secret_json, "-o", "-", "--key-file", "key")
    assert other.stdout != one.stdout
    monkeypatch.delenv("RUNSNAP_REDACT_KEY")
    assert run("redact", secret_json, "-o", "-").stdout not in (one.stdout, other.stdout)


@pytest.mark.parametrize("key", ["", "0123456789abcde", "0123456789abcd\n\n"])
def test_a_short_key_is_refused_wherever_it_comes_from(
    key: str, secret_json: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("key").write_text(key)
    result = run("redact", secret_json, "-o", "new.json", "--key-file", "key")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "key: a key has 16 bytes at least" in result.stderr
    monkeypatch.setenv("RUNSNAP_REDACT_KEY", key)
    result = run("redact", secret_json, "-o", "new.json")
    assert result.exit_code == 2
    assert "RUNSNAP_REDACT_KEY: a key has 16 bytes at least" in result.stderr
    assert not key.strip() or key.strip() not in result.stderr
    assert not Path("new.json").exists()


def test_the_standard_input_and_output(folder: Path) -> None:
    result = run("redact", "-", "-o", "-", stdin=json.dumps(full_resumption()).encode())
    assert result.exit_code == 0
    assert runsnap.Resumption.loads(result.stdout).agent == "a"
    assert result.stderr.startswith("1 document written to the standard output, 5 replacements\n")


@pytest.mark.parametrize("name", ["new.jsonl", "new.jsonl.gz", "new.avro", "new"])
def test_many_documents_share_one_key(name: str, folder: Path) -> None:
    first = changed(full_capture(), "/llm_io/0/prompt", SECRET)
    second = changed(full_capture(), "/llm_io/1/prompt", SECRET)
    (folder / "runs.jsonl.gz").write_bytes(gzip.compress(lines_of(first, second)))
    result = run("redact", "runs.jsonl.gz", "-o", name, "--json")
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["randomKey"]
    assert {"pointer": "/llm_io/*/prompt", "part": "value", "reason": "prompts", "count": 4} in report[
        "replacements"
    ]
    if name == "new.avro":
        documents: list[Any] = list(runsnap.avro.load(name))
    else:
        data = (folder / name).read_bytes()
        data = gzip.decompress(data) if name.endswith(".gz") else data
        documents = [runsnap.Capture.loads(line) for line in data.splitlines()]
    assert len(documents) == 2
    assert documents[0].llm_io[0].prompt == documents[1].llm_io[1].prompt
    assert documents[0].llm_io[1].prompt == documents[1].llm_io[0].prompt != documents[0].llm_io[0].prompt


def test_avro_gives_avro(folder: Path) -> None:
    runsnap.avro.dump([runsnap.Capture.from_dict(full_capture())] * 3, "runs.avro")
    result = run("redact", "runs.avro", "-o", "new.avro")
    assert result.stdout.startswith("3 documents written to new.avro, ")
    assert run("redact", "runs.avro", "-o", "-").stdout.startswith("Obj\x01")
    assert len({document.llm_io[0].prompt for document in runsnap.avro.load("new.avro")}) == 1


def test_patterns_without_a_match_are_said_once_for_all_documents(folder: Path) -> None:
    (folder / "runs.jsonl").write_bytes(lines_of(full_capture(), full_resumption()))
    patterns = [
        "--pointer",
        "/llm_io/*/prompt",
        "--pointer",
        "/inputs",
        "--pointer",
        "/imputs",
        "--keep",
        "/x",
    ]
    result = run("redact", "runs.jsonl", "-o", "new.jsonl", *patterns)
    assert result.stderr == "no place matches /imputs\nno place matches /x\n"
    assert result.exit_code == 0


BAD: dict[str, bytes] = {
    "no JSON": f'{{"{SECRET}": "{SECRET}'.encode(),
    "no UTF-8": b'{"a": "\xff ' + SECRET.encode() + b'"}',
    "a doubled name": f'{{"{SECRET}": 1, "{SECRET}": 2}}'.encode(),
    "another kind": f'{{"ingotSnapshot": "0.1", "kind": "{SECRET}"}}'.encode(),
    "a kind alone": f'{{"kind": "{SECRET}"}}'.encode(),
    "a whole document of another kind": json.dumps(full_resumption() | {"kind": SECRET}).encode(),
    "another version": json.dumps(full_resumption() | {"ingotSnapshot": SECRET}).encode(),
    "no document": f'["{SECRET}"]'.encode(),
    "an invalid member": json.dumps(full_capture() | {"rng_seed": SECRET, "captured_at": SECRET}).encode(),
    "an invalid place below a name": json.dumps(changed(full_resumption(), "/outputs", {SECRET: {"name": SECRET}})).encode(),
    "a value rule": json.dumps(changed(full_capture(), "/captured_at", "0001-01-01T00:00:00+01:00")).encode(),
    "too deep": f'{{"{SECRET}": {"[" * 300}{"]" * 300}}}'.encode(),
    "too long an integer": f'{{"{SECRET}": {"1" * 5000}}}'.encode(),
    "infinity": f'{{"{SECRET}": 1e999}}'.encode(),
    "a lone surrogate": f'{{"{SECRET}": "{SECRET}\\ud800"}}'.encode(),
}  # fmt: skip


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
@pytest.mark.parametrize("many", [False, True])
def test_a_failure_quotes_nothing_and_writes_nothing(data: bytes, many: bool, folder: Path) -> None:
    name = "runs.jsonl" if many else "run.json"
    (folder / name).write_bytes(lines_of(full_capture()) + data if many else data)
    result = run("redact", name, "-o", "new.json" if not many else "new.jsonl", "--report", "report.json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {name}{' line 2' if many else ''}: ")
    assert "alice" not in result.stderr
    assert [path.name for path in folder.iterdir()] == [name]


def test_a_damaged_avro_file_is_not_quoted(folder: Path) -> None:
    document = runsnap.Capture.from_dict(changed(full_capture(), "/llm_io/0/prompt", SECRET * 1000))
    runsnap.avro.dump([document], "runs.avro", codec="null")
    data = (folder / "runs.avro").read_bytes()
    for cut in (4, 100, len(data) // 2, len(data) - 1):
        (folder / "runs.avro").write_bytes(data[:cut])
        result = run("redact", "runs.avro", "-o", "new.avro")
        assert result.exit_code == 1
        assert "alice" not in result.stderr
        assert [path.name for path in folder.iterdir()] == ["runs.avro"]


def test_the_header_of_an_avro_file_is_not_quoted(folder: Path) -> None:
    runsnap.avro.dump([runsnap.Capture.from_dict(full_capture())], "runs.avro", codec="deflate")
    data = (folder / "runs.avro").read_bytes()
    (folder / "runs.avro").write_bytes(data.replace(b"deflate", b"alice@x", 1))
    assert "alice" in run("convert", "runs.avro", "-").stderr
    result = run("redact", "runs.avro", "-o", "new.avro")
    assert result.exit_code == 1
    assert "alice" not in result.stderr


@pytest.mark.parametrize("pattern", ["/captured_at", "/run_id", "/run_log/steps/*/idx"])
def test_what_cannot_be_masked_is_refused_and_the_old_file_stays(pattern: str, secret_json: str) -> None:
    Path("new.json").write_text("old")
    result = run("redact", secret_json, "-o", "new.json", "--pointer", pattern)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"error: {secret_json}: {pattern}: ")
    assert Path("new.json").read_text() == "old"


@pytest.mark.parametrize(
    "words",
    [
        ["-o", "-", "--json"],
        ["-o", "new.json", "--report", "-"],
        ["-o", "new.json", "--report", "new.json"],
        ["-o", "new.json", "--report", "./secret.json"],
        ["-o", "secret.json", "--key-file", "secret.json"],
        ["-o", "new.json", "--key-file", "-"],
        ["-o", "new.json", "--key-file", "key", "--report", "key"],
        ["-o", "new.json", "--text", "all", "--text", "prompts"],
        ["-o", "new.json", "--detect", "none", "--detect", "card"],
        ["-o", "new.json", "--detect", "phone"],
        ["-o", "new.json", "--text", "poems"],
        ["-o", "new.json", "--pointer", "llm_io"],
        ["-o", "new.json", "--keep", "/a~"],
        [],
    ],
)
def test_wrong_usage(words: list[str], secret_json: str) -> None:
    Path("key").write_text(KEY)
    before = Path(secret_json).read_bytes()
    result = run("redact", secret_json, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Usage: " in result.stderr
    assert Path(secret_json).read_bytes() == before
    assert Path("key").read_text() == KEY
    assert not Path("new.json").exists()


def test_what_the_standard_input_comes_from_is_not_overwritten_by_the_report(secret_json: str) -> None:
    before = Path(secret_json).read_bytes()
    with open(secret_json, "rb") as source:
        result = process("redact", "-", "-o", "new.json", "--report", secret_json, stdin=source)
    assert result.returncode == 2
    assert b"Usage: " in result.stderr
    assert Path(secret_json).read_bytes() == before
    assert not Path("new.json").exists()


def test_the_standard_input_may_hold_the_key(secret_json: str) -> None:
    Path("key").write_text(KEY)
    with open("key", "rb") as key:
        result = process("redact", secret_json, "-o", "-", "--key-file", "/dev/stdin", stdin=key)
    assert (result.returncode, result.stdout) == (
        0,
        run("redact", secret_json, "-o", "-", "--key-file", "key").stdout.encode(),
    )


@pytest.mark.parametrize(
    "words", [["none.json", "-o", "new.json"], ["secret.json", "-o", "secret.json/x"], [".", "-o", "new.json"],
              ["secret.json", "-o", "new.json", "--key-file", "none"]]
)  # fmt: skip
def test_what_cannot_be_read_or_written(words: list[str], secret_json: str) -> None:
    result = run("redact", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert not Path("new.json").exists()


def test_two_documents_are_not_written_as_one(folder: Path) -> None:
    (folder / "runs.jsonl").write_bytes(lines_of(full_capture(), full_capture()))
    result = run("redact", "runs.jsonl", "-o", "new.json")
    assert result.exit_code == 2
    assert "more than one document" in result.stderr
    assert not Path("new.json").exists()


def test_avro_holds_one_kind(folder: Path) -> None:
    (folder / "runs.jsonl").write_bytes(lines_of(full_capture(), full_resumption()))
    result = run("redact", "runs.jsonl", "-o", "new.avro")
    assert (result.exit_code, result.stderr) == (
        1, "error: runs.jsonl line 2: expected a capture, found a resumption\n",
    )  # fmt: skip
    assert not Path("new.avro").exists()


@pytest.mark.parametrize("name", ["runs.avro", "runs.json"])
def test_a_file_without_documents_gives_none(name: str, folder: Path) -> None:
    (folder / "runs.jsonl").write_bytes(b"")
    result = run("redact", "runs.jsonl", "-o", name)
    assert (result.exit_code, result.stderr) == (2, "error: runs.jsonl: no documents\n")


def test_a_larger_document_than_is_allowed(secret_json: str) -> None:
    result = run("redact", secret_json, "-o", "new.json", "--max-bytes", "100")
    assert result.exit_code == 1
    assert "beyond the limit: size in bytes may be at most 100" in result.stderr


def test_a_file_may_be_redacted_in_its_place(secret_json: str) -> None:
    assert run("redact", secret_json, "-o", secret_json).exit_code == 0
    assert SECRET not in Path(secret_json).read_text()


def test_names_of_a_document_do_not_steer_the_terminal(folder: Path) -> None:
    write(folder / "run.json", full_capture() | {"\x1b[2J\u202e": "x"})
    result = run("redact", "run.json", "-o", "new.json")
    assert "\x1b" not in result.output
    assert "\u202e" not in result.output


def test_nothing_that_is_not_redacted_is_written_anywhere(
    secret_json: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every byte that goes into a file on the way, also where the writing fails half-way."""
    (folder / "runs.jsonl").write_bytes(lines_of(*[json.loads((folder / secret_json).read_text())] * 50))
    noted = watched(folder, monkeypatch)
    for source, target in [
        (secret_json, "new.json"),
        ("runs.jsonl", "new.jsonl"),
        ("runs.jsonl", "new.avro"),
    ]:
        assert run("redact", source, "-o", target, "--report", "report.json").exit_code == 0
    written = b"".join(event.data for event in noted.events if event.what == "write")
    assert b"[redacted:" in written
    assert b"alice" not in written
    assert not [event for event in noted.events if "alice" in event.new]


WATCHED = """
import os, sys
def hook(event, arguments):
    if event == "open" and not isinstance(arguments[0], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        print(os.fspath(arguments[0]), file=sys.stderr)
from runsnap.cli import main
sys.addaudithook(hook)
main()
"""


def test_no_other_file_is_opened_for_writing(secret_json: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-B", "-c", WATCHED, "redact", secret_json, "-o", "new.json"],
        capture_output=True, text=True, check=True, env=environment(TMPDIR=str(folder / "elsewhere")), timeout=60,
    )  # fmt: skip
    opened = done.stderr.splitlines()
    assert len(opened) == 1
    assert os.path.basename(opened[0]).startswith(".runsnap-")
    assert os.path.dirname(opened[0]) == str(folder)


def test_as_a_process(secret_json: str) -> None:
    done = process(
        "redact", secret_json, "-o", "-", "--text", "none", env=environment(RUNSNAP_REDACT_KEY=KEY)
    )
    assert done.returncode == 0
    assert b"alice" not in done.stdout + done.stderr
    with open(secret_json, "rb") as file:
        again = process(
            "redact", "-", "-o", "-", "--text", "none", stdin=file, env=environment(RUNSNAP_REDACT_KEY=KEY)
        )
    assert again.stdout == done.stdout
