"""``schema export``: schemas as they are, and types of other languages."""

from __future__ import annotations

from pathlib import Path

import pytest

import runsnap
from tests.cli.tools import run

TYPES = Path(__file__).parents[1] / "interop" / "typescript" / "types"
EXPORT = ("schema", "export", "--language", "typescript")


@pytest.mark.parametrize(
    ("words", "name"), [((), "runsnap"), (("capture",), "capture"), (("resumption",), "resumption")]
)
def test_types_are_those_that_the_consumer_in_typescript_is_compiled_with(
    folder: Path, words: tuple[str, ...], name: str
) -> None:
    expected = (TYPES / f"{name}.d.ts").read_bytes()
    assert run(*EXPORT, *words).stdout_bytes == expected
    assert run(*EXPORT, *words, "-o", "new/types.d.ts").exit_code == 0
    assert (folder / "new" / "types.d.ts").read_bytes() == expected


def test_what_was_written_is_said(folder: Path) -> None:
    assert run(*EXPORT, "-o", "a.d.ts").stdout == "wrote types of every kind to a.d.ts\n"
    assert run(*EXPORT, "capture", "-o", "a.d.ts").stdout == "wrote types of capture 1.2.0 to a.d.ts\n"


@pytest.mark.parametrize(
    ("kind", "version"),
    [("capture", "1.0.0"), ("capture", "1.1.0"), ("resumption", "0.1.0"), ("resumption", "0.1.1")],
)
def test_any_version_has_types(kind: str, version: str) -> None:
    text = run(*EXPORT, kind, "--version", version).stdout
    assert run(*EXPORT, f"{kind}@{version}").stdout == text
    schema = runsnap.schema(kind, version)
    for record in (schema, *(each for each in schema["$defs"].values() if "properties" in each)):
        start = text.index(f"export interface {record['title']} {{")
        body = text[start : text.index("\n}\n", start)]
        for name in record["properties"]:
            mark = "" if name in record["required"] else "?"
            assert f"\n  {name}{mark}: " in body, (record["title"], name)


def test_an_older_version_has_no_later_members() -> None:
    assert "tool_calls" not in run(*EXPORT, "capture", "--version", "1.0.0").stdout
    assert "consultations" not in run(*EXPORT, "resumption", "--version", "0.1.0").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("schema", "export"), "Missing argument 'DIR'."),
        (("schema", "export", "--version", "1.0.0", "x"), "--version goes with --language only."),
        (("schema", "export", "-o", "x", "y"), "--output goes with --language only."),
        (("schema", "export", "--language", "cobol"), "'cobol' is not 'typescript'."),
        ((*EXPORT, "memory"), "'memory' names no kind; known: capture, resumption."),
        ((*EXPORT, "--version", "1.0.0"), "--version goes with a KIND only."),
        ((*EXPORT, "capture", "--version", "9.9.9"), "'9.9.9' is no version of capture; known: 1.0.0"),
        ((*EXPORT, "capture", "--version", ""), "'' is no version of capture"),
        ((*EXPORT, "capture@1.0.0", "--version", "1.0.0"), "stands in 'capture@1.0.0' and in --version."),
    ],
)
def test_wrong_usage(folder: Path, words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("output", ["", "folder", "file/below"])
def test_what_cannot_be_written_is_named(folder: Path, output: str) -> None:
    (folder / "folder").mkdir()
    (folder / "file").touch()
    result = run(*EXPORT, "-o", output)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
