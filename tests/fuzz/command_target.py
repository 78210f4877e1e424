"""The command line on a hostile file: lines of arguments, an empty line, then the bytes of the file.

The first line is the file's name; ``@`` in an argument stands for it.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.cli.tools import run
from tests.fuzz.mutate import Words, changed

NAMES = (
    "a.json", "a.jsonl", "a.avro", "a.avsc", "a.json.gz", "a.json.zst", "a.jsonl.gz", "a", "pyproject.toml", "a.toml",
    "-",
)  # fmt: skip
ARGUMENTS = (
    "validate", "show", "check", "convert", "schema", "diff", "review", "list", "export", "@", "@", "-", "good.json", "good.avsc", "out",
    "out.json", "out.avro", "out.jsonl", "out.json.gz", "--json", "--strict", "--lines", "--notes", "--kind", "capture",
    "resumption", "--schema-version", "1.0.0", "--full", "--index", "0", "1", "--limit", "--to", "capture@1.0.0",
    "resumption@0.1.0", "--codec", "null", "xz", "snappy", "--layout", "declared", "--compress", "zstd", "none", "--fail-fast",
    "--quarantine", "bad.jsonl", "--input-format", "--output-format", "json", "jsonl", "avro", "--max-bytes", "100",
    "--max-depth", "3", "--max-problems", "--format", "markdown", "sarif", "text", "--view", "strict", "--fail-on", "none",
    "backward:broken", "--accept", "--assert-formats", "--seconds", "0.5", "capture@1.2.0", "--schemas", "--avro", ".",
    "--against", "HEAD", "--help", "--version", "", "*", "**", "[", "~", "\ud800", "é", "-1", "1e9", "--", "a" * 300,
)  # fmt: skip
_SLASHES = re.compile(r"[/\\]|\.\.")
_LONGEST = 12


def target(data: bytes) -> None:
    """Run the command; it ends with one of its codes and a message, and leaves no stray file."""
    name, arguments, content = parts(data)
    with _folder() as folder:
        _write(folder, name, content)
        result = run(*arguments, stdin=content)
        left = {path.name for path in folder.rglob("*")}
    output = result.stdout + result.stderr
    assert result.exit_code in (0, 1, 2), result.exit_code
    assert output or result.exit_code == 0 or not arguments
    assert "Traceback" not in output.replace(content.decode("utf-8", "replace"), "")
    assert "not enough memory" not in output
    assert not any(left_over.startswith(".") for left_over in left), left
    if (
        result.exit_code != 2
        and arguments[:1] == ["validate"]
        and "--json" in arguments
        and "--help" not in output
    ):
        json.loads(result.stdout)


def parts(data: bytes) -> tuple[str, list[str], bytes]:
    """Name of the file, arguments, bytes of the file; nothing in them leads out of the folder."""
    head, _, content = data.partition(b"\n\n")
    name, *lines = head.decode("utf-8", "surrogateescape").split("\n")
    name = NAMES[0] if name not in NAMES else name
    return name, [_SLASHES.sub("_", line.replace("@@", name)) for line in _harmless(lines)], content


def _harmless(lines: list[str]) -> Iterator[str]:
    """Arguments without more processes and without null bytes, which no process can be given."""
    for line in lines[:_LONGEST]:
        if not line.startswith("--w") and "\0" not in line:
            yield "@@" if line == "@" else line


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    before = Path.cwd()
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    os.chdir(folder)
    try:
        yield folder
    finally:
        os.chdir(before)
        shutil.rmtree(folder)


def _write(folder: Path, name: str, content: bytes) -> None:
    from runsnap import avro, schema

    if name != "-":
        (folder / name).write_bytes(content)
    (folder / "good.json").write_text(json.dumps(schema("resumption")["examples"][-1]), encoding="utf-8")
    (folder / "good.avsc").write_text(json.dumps(avro.schema("resumption", "0.1.0")), encoding="utf-8")


def changed_command(data: bytes, dice: random.Random, words: Words) -> bytes:
    """Other arguments, or other content."""
    head, gap, content = data.partition(b"\n\n")
    if dice.random() < 0.5:
        return head + gap + changed(content, dice, words)
    lines = head.decode("utf-8", "surrogateescape").split("\n")
    at = dice.randrange(len(lines))
    match dice.randrange(5):
        case 0:
            lines[0] = dice.choice(NAMES)
        case 1:
            lines[at:at] = [dice.choice(ARGUMENTS)]
        case 2:
            lines[at] = dice.choice(ARGUMENTS)
        case 3:
            del lines[at]
        case _:
            lines[at] = lines[at][: dice.randint(0, len(lines[at]))] + dice.choice(
                ("", "=", "=1", "é", "\t", "\x1b", "*")
            )
    return "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n\n" + content
