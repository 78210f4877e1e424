"""What is bad goes to the quarantine, whole; what is damaged ends the job."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import runsnap
from runsnap import avro
from tests.avro.samples import RUN, block, capture, container, datum, header_of, numbered, resumption
from tests.cli.tools import run

GOOD = resumption(steps=7).to_bytes(layout="declared").replace(b"\n", b"")
SCHEMA_FAULT = GOOD.replace(b'"steps": 7', b'"steps": -1')
QUARANTINE = "out.avro.quarantine.jsonl"


def entries(path: str = QUARANTINE) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_bytes().splitlines()]


def convert(data: bytes, *options: str, source: str = "in.jsonl", target: str = "out.avro") -> Any:
    Path(source).write_bytes(data)
    return run("convert", *options, source, target)


def steps(path: str = "out.avro") -> list[int]:
    with avro.load(path) as documents:
        return [document.steps for document in documents]


def test_a_bad_line_stops_nothing(folder: Path) -> None:
    result = convert(b"\n".join([GOOD, SCHEMA_FAULT, b"{broken", GOOD]))
    assert result.exit_code == 1
    assert steps() == [7, 7]
    first, second = entries()
    assert first == {
        "source": "in.jsonl", "line": 2, "reason": "/steps: expected at least 0, found -1", "pointer": "/steps",
        "text": SCHEMA_FAULT.decode(),
    }  # fmt: skip
    assert (second["line"], second["text"], second["pointer"]) == (3, "{broken", "")
    assert second["reason"].startswith("not JSON: ")
    assert second["column"] == 2
    summary = result.stderr.splitlines()
    assert summary[:2] == ["2 documents written to out.avro", f"2 bad documents written to {QUARANTINE}"]
    assert summary[2] == "  in.jsonl line 2: /steps: expected at least 0, found -1"


KINDS_OF_LINES = {
    "good": GOOD,
    "schema": SCHEMA_FAULT,
    "broken": b"[1,",
    "scalar": b"17",
    "bytes": b"\xff\xfe{}",
    "surrogate": b'{"kind": "\\ud800"}',
    "kind": capture().to_bytes(layout="declared"),
    "beyond avro": re.sub(rb'"inputTokens": \d+', b'"inputTokens": 9223372036854775808', GOOD),
    "deep": b"[" * 300 + b"]" * 300,
    "blank": b" \t",
    "separators": '{"\u2028": "\u0085"}'.encode(),
}


def test_each_kind_of_line_is_what_its_name_says() -> None:
    assert KINDS_OF_LINES["beyond avro"] != GOOD != SCHEMA_FAULT


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(list(KINDS_OF_LINES)), max_size=12),
    st.sampled_from([b"\n", b"\r\n"]),
    st.booleans(),
)
def test_every_bad_line_is_kept_with_its_number(names: list[str], end: bytes, ended: bool) -> None:
    lines = [
        KINDS_OF_LINES[name].replace(b'"steps": 7', b'"steps": %d' % at) for at, name in enumerate(names)
    ]
    bad = [at for at, name in enumerate(names) if name not in ("good", "blank")]
    good = [at for at, name in enumerate(names) if name == "good"]
    with tempfile.TemporaryDirectory() as name:
        source, target = str(Path(name, "in.jsonl")), str(Path(name, "out.avro"))
        Path(source).write_bytes(end.join(lines) + (end if ended else b""))
        result = run("convert", "--to", "resumption", source, target)
        assert result.exit_code == (1 if bad else 0), result.output
        assert steps(target) == good
        assert Path(f"{target}.quarantine.jsonl").exists() == bool(bad)
        kept = entries(f"{target}.quarantine.jsonl") if bad else []
    assert [entry["line"] for entry in kept] == [at + 1 for at in bad]
    assert [_raw(entry) for entry in kept] == [lines[at] for at in bad]
    assert all(entry["source"] == source and entry["reason"] and "pointer" in entry for entry in kept)


def _raw(entry: dict[str, Any]) -> bytes:
    return entry["text"].encode() if "text" in entry else base64.b64decode(entry["base64"])


def test_what_is_no_utf8_is_kept_in_base64(folder: Path) -> None:
    convert(b"\xff\n" + GOOD)
    (entry,) = entries()
    assert base64.b64decode(entry["base64"]) == b"\xff"
    assert "text" not in entry


def test_a_long_bad_line_is_kept_whole(folder: Path) -> None:
    long = SCHEMA_FAULT.replace(b'"a"', b'"' + b"x" * 3_000_000 + b'"', 1)
    convert(long + b"\n" + GOOD)
    assert entries()[0]["text"].encode() == long
    assert steps() == [7]


def test_another_file_can_be_the_quarantine(folder: Path) -> None:
    result = convert(SCHEMA_FAULT + b"\n" + GOOD, "--quarantine", "bad/lines.jsonl")
    assert result.exit_code == 1
    assert len(entries("bad/lines.jsonl")) == 1
    assert not Path(QUARANTINE).exists()


def test_the_standard_output_has_a_quarantine(folder: Path) -> None:
    result = convert(SCHEMA_FAULT + b"\n" + GOOD, target="-")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    assert len(entries("stdout.quarantine.jsonl")) == 1


def test_there_is_no_quarantine_without_bad_documents(folder: Path) -> None:
    Path(QUARANTINE).write_text("of an earlier conversion", encoding="utf-8")
    assert convert(GOOD).exit_code == 0
    assert sorted(os.listdir()) == ["in.jsonl", "out.avro"]


def test_a_quarantine_with_a_name_of_its_own_is_left_alone_without_bad_documents(folder: Path) -> None:
    Path("mine.jsonl").write_text("kept", encoding="utf-8")
    assert convert(GOOD, "--quarantine", "mine.jsonl").exit_code == 0
    assert Path("mine.jsonl").read_text(encoding="utf-8") == "kept"


def test_fail_fast_stops_at_the_first(folder: Path) -> None:
    Path("out.avro").write_bytes(b"old")
    result = convert(b"\n".join([GOOD, b"{broken", SCHEMA_FAULT, GOOD]), "--fail-fast")
    assert result.exit_code == 1
    assert result.stderr.startswith("error: in.jsonl line 2: not JSON: ")
    assert Path("out.avro").read_bytes() == b"old"
    assert sorted(os.listdir()) == ["in.jsonl", "out.avro"]


def test_one_document_alone_has_no_quarantine(folder: Path) -> None:
    result = convert(SCHEMA_FAULT, source="in.json")
    assert result.exit_code == 1
    assert "error: in.json: no valid resumption" in result.stderr
    assert os.listdir() == ["in.json"]
    result = convert(KINDS_OF_LINES["beyond avro"], source="in.json")
    assert result.exit_code == 1
    assert "error: in.json: /usage/inputTokens" in result.stderr
    assert os.listdir() == ["in.json"]


def test_one_document_among_others_goes_to_the_quarantine(folder: Path) -> None:
    Path("bad.json").write_bytes(SCHEMA_FAULT)
    Path("good.json").write_bytes(GOOD)
    assert run("convert", "bad.json", "good.json", "out.avro").exit_code == 1
    assert steps() == [7]
    (entry,) = entries()
    assert (entry["source"], entry["text"].encode()) == ("bad.json", SCHEMA_FAULT)
    assert "line" not in entry


def test_the_first_document_gives_the_kind_of_an_avro_file(folder: Path) -> None:
    ran = KINDS_OF_LINES["kind"]
    assert convert(b"\n".join([ran, GOOD, ran])).exit_code == 1
    assert [(entry["line"], entry["reason"]) for entry in entries()] == [
        (2, "expected a capture, found a resumption")
    ]
    assert convert(b"\n".join([ran, GOOD, ran]), "--to", "resumption").exit_code == 1
    assert [entry["line"] for entry in entries()] == [1, 3]
    assert convert(b"\n".join([ran, GOOD, ran]), target="out.jsonl").exit_code == 0


def test_nothing_but_bad_lines(folder: Path) -> None:
    result = convert(b"{\n[\n")
    assert result.exit_code == 1
    assert "--to KIND writes an empty file" in result.stderr
    assert sorted(os.listdir()) == ["in.jsonl", QUARANTINE]
    assert [entry["line"] for entry in entries()] == [1, 2]


def test_a_byte_order_mark_is_named(folder: Path) -> None:
    assert convert(b"\xef\xbb\xbf" + GOOD + b"\n" + GOOD).exit_code == 1
    (entry,) = entries()
    assert entry["line"] == 1
    assert "byte order mark" in entry["reason"]
    assert steps() == [7]


def test_a_line_beyond_the_limit_is_not_held(folder: Path) -> None:
    most = len(GOOD)
    lines = [GOOD, b"x" * (most + 1), GOOD, b"y" * (most * 50)]
    assert convert(b"\r\n".join(lines), "--max-bytes", str(most)).exit_code == 1
    assert steps() == [7, 7]
    first, second = entries()
    data = Path("in.jsonl").read_bytes()
    for entry, line in ((first, lines[1]), (second, lines[3])):
        assert "text" not in entry
        assert str(most) in entry["reason"]
        assert data[entry["offset"] : entry["offset"] + entry["size"]].rstrip() == line
    assert (first["line"], second["line"]) == (2, 4)


def invalid_avro(codec: str = "null") -> bytes:
    """Four captures in two blocks; no schema takes the second and the third of them."""
    good = datum(capture())
    bad = good.replace(RUN.encode(), b"U" * len(RUN), 1)
    assert bad != good
    return header_of("capture", codec) + block(good + bad, 2) + block(bad + good, 2)


def test_a_bad_document_in_avro_is_kept_with_its_index(folder: Path) -> None:
    result = convert(invalid_avro(), source="in.avro", target="out.jsonl")
    assert result.exit_code == 1
    assert len(Path("out.jsonl").read_bytes().splitlines()) == 2
    first, second = entries("out.jsonl.quarantine.jsonl")
    assert (first["index"], second["index"]) == (1, 2)
    assert first["pointer"] == "/run_id"
    assert "line" not in first
    with pytest.raises(runsnap.InvalidDocumentError) as caught:
        avro.decode(base64.b64decode(first["base64"]))
    assert caught.value.report.problems[0].pointer == "/run_id"
    assert "  in.avro document 1: /run_id: " in result.stderr


DAMAGED = container([resumption(steps=number, agent="x" * 60_000) for number in range(6)], codec="null")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (DAMAGED[:-70_000], "the file ends inside a block"),
        (DAMAGED[:-1], "the file ends inside a block"),
        (DAMAGED[:-1] + b"!", "sync marker"),
        (header_of("resumption") + block(datum(resumption()), 2), "the data ends inside a document"),
        (header_of("resumption") + block(datum(resumption()) + b"\0", 1), "1 bytes after the last document"),
        (
            container(numbered(3)).replace(b"00000000000000000003", b"00000000000000000004"),
            "its header says 4",
        ),
        (b"Obj\x01", "header"),
        (b"no Avro", "does not begin as"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("target", ["out.jsonl", "out.avro"])
def test_damage_ends_the_job_and_nothing_is_written(
    folder: Path, data: bytes, reason: str, target: str
) -> None:
    Path(target).write_bytes(b"old")
    result = convert(data, source="in.avro", target=target)
    assert result.exit_code == 1
    assert result.stderr.startswith("error: in.avro: ")
    assert reason in result.stderr
    assert Path(target).read_bytes() == b"old"
    assert sorted(os.listdir()) == sorted(["in.avro", target])


def test_damage_says_what_could_be_read(folder: Path) -> None:
    result = convert(DAMAGED[:-70_000], source="in.avro", target="out.jsonl")
    assert "4 documents could be read before; nothing was written" in result.stderr


def test_a_cut_gzip_file_is_damage(folder: Path) -> None:
    text = b"\n".join(
        resumption(agent=os.urandom(500).hex()).to_bytes(layout="declared").replace(b"\n", b"")
        for _ in range(900)
    )
    result = convert(gzip.compress(text)[:-9], source="in.jsonl.gz")
    assert result.exit_code == 1
    assert "error: in.jsonl.gz: not JSON: damaged gzip data" in result.stderr
    assert os.listdir() == ["in.jsonl.gz"]
