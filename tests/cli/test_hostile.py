"""Whatever a file holds, a command ends with a message and one of three codes."""

from __future__ import annotations

import gzip
import json
import tempfile
from pathlib import Path

import pytest
from backports import zstd
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.tools import example, run

SAMPLES = [json.dumps(example(kind)).encode() for kind in ("capture", "resumption")]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A real document with a few bytes replaced, cut or doubled."""
    data = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 3))):
        start, end = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        middle = draw(
            st.sampled_from(
                [b"", data[start:end] * 2, b"null", b'"\\ud800"', b"-1", b"1e999", b"[[", b"\xff"]
            )
        )
        data = data[:start] + middle + data[end:]
    return data


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
CONTENT = st.one_of(
    st.binary(max_size=300),
    damaged(),
    JSON.map(lambda value: json.dumps(value).encode()),
    st.binary(max_size=50).map(lambda tail: b"\x1f\x8b" + tail),
    st.binary(max_size=50).map(lambda tail: b"\x28\xb5\x2f\xfd" + tail),
    st.binary(max_size=50).map(gzip.compress),
    damaged().map(zstd.compress),
)
COMMANDS = [
    ("validate", "--notes", "a.json"), ("validate", "--strict", "--json", "a.json"), ("validate", "--lines", "a.json"),
    ("show", "a.json"), ("show", "--full", "a.json"), ("convert", "a.json"), ("convert", "--to", "capture@1.0.0", "a.json"),
    ("check", "a.json", "a.json"), ("list", "a.json"), ("list", "--stats", "--json", "a.json"),
    ("diff", "a.json", "a.json"), ("diff", "--json", "a.json", "a.json"),
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(CONTENT, st.sampled_from(COMMANDS))
def test_any_bytes_end_in_a_message(content: bytes, arguments: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "a.json")
        path.write_bytes(content)
        result = run(
            *(str(path) if word == "a.json" else word for word in arguments)
        )  # raises what is no exit
    assert result.exit_code in (0, 1, 2)
    assert result.stdout + result.stderr
    assert "Traceback" not in result.stdout + result.stderr


DEEP = b'{"run_log":' + b"[" * 100_000
CASES = {
    "deep": DEEP,
    "long integer": b'{"run_log":' + b"9" * 10_000 + b"}",
    "bomb": gzip.compress(b" " * 3_000_000),
    "binary": bytes(range(256)) * 10,
    "empty": b"",
    "utf-16": json.dumps({"kind": "x"}).encode("utf-16"),
}


@pytest.mark.parametrize("content", CASES.values(), ids=CASES)
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_hard_cases_are_problems(folder: Path, content: bytes, arguments: tuple[str, ...]) -> None:
    Path("a.json").write_bytes(content)
    has_no_line = "--lines" in arguments and content in (CASES["empty"], CASES["bomb"])
    problems = 2 if arguments[0] == "diff" else 1  # 1 says that two documents differ
    assert run(*arguments).exit_code == (0 if has_no_line else problems)


def test_a_file_beyond_the_limit_is_not_read_whole(folder: Path) -> None:
    result = run("validate", "--max-bytes", "1000", "/dev/zero")
    assert result.exit_code == 1
    assert "1000" in result.stdout
