"""Documents between JSON, JSON Lines and Avro, in every direction."""

from __future__ import annotations

import gzip
import importlib.util
import io
import itertools
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from backports import zstd
from hypothesis import given, settings
from hypothesis import strategies as st

import runsnap
from runsnap import avro
from runsnap._equality import same_json
from runsnap.avro._codecs import CODECS
from tests.avro.samples import CAPTURE, MODELS, RESUMPTION, capture, carried_documents, numbered
from tests.cli.tools import example, lines_of, run, write


def fine(*arguments: str, stdin: bytes | None = None) -> bytes:
    result = run("convert", *arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout_bytes


def parsed_lines(data: bytes) -> list[Any]:
    assert data.endswith(b"\n") or not data
    return [json.loads(line) for line in data.splitlines()]


NORMAL = [runsnap.Capture.from_dict(plain).to_dict() for plain in (CAPTURE, example("capture"))]
SUFFIXES = (".jsonl", ".ndjson.gz", ".jsonl.zst", ".avro")


@pytest.mark.parametrize(("first", "second"), [*itertools.product(SUFFIXES, SUFFIXES)])
def test_every_direction(folder: Path, first: str, second: str) -> None:
    Path("in.jsonl").write_bytes(lines_of(*NORMAL))
    fine("in.jsonl", f"a{first}")
    fine(f"a{first}", f"b{second}")
    back = parsed_lines(fine(f"b{second}", "-"))
    assert same_json(back, NORMAL)


@pytest.mark.parametrize("suffix", [".json", ".json.gz", *SUFFIXES])
def test_one_document_in_every_direction(run_json: str, suffix: str) -> None:
    fine(run_json, f"a{suffix}")
    fine(f"a{suffix}", "b.json")
    assert Path("b.json").read_bytes() == runsnap.load(run_json).to_bytes()


UNPACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".gz": gzip.decompress, ".zst": zstd.decompress}


@pytest.mark.parametrize("suffix", UNPACK)
def test_lines_are_compact_and_in_declared_order(folder: Path, suffix: str) -> None:
    stopped, ran = runsnap.Resumption.from_dict(RESUMPTION), runsnap.Capture.from_dict(CAPTURE)
    write(folder / "a.json", RESUMPTION)
    write(folder / "b.json", CAPTURE)
    fine("a.json", "b.json", f"out.jsonl{suffix}")
    first, second = UNPACK[suffix](Path(f"out.jsonl{suffix}").read_bytes()).splitlines(keepends=True)
    assert second == ran.to_bytes(layout="declared") + b"\n"
    assert list(json.loads(first)) == list(json.loads(stopped.dumps(layout="declared")))
    assert first == json.dumps(stopped.to_dict(), separators=(",", ":")).encode() + b"\n"


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_documents_survive_the_way_there_and_back(data: st.DataObject) -> None:
    model = data.draw(st.sampled_from([MODELS[kind][-1] for kind in MODELS]))
    plain = data.draw(st.lists(carried_documents(model), min_size=1, max_size=3))
    cls = {"capture": runsnap.Capture, "resumption": runsnap.Resumption}[model.kind]
    expected = [cls.from_dict(each).to_dict() for each in plain]
    with tempfile.TemporaryDirectory() as name:
        path = {
            each: str(Path(name, each)) for each in ("a.jsonl", "b.avro", "c.jsonl.gz", "d.avro", "e.json")
        }
        Path(path["a.jsonl"]).write_bytes(lines_of(*plain))
        for first, second in itertools.pairwise(list(path)[:4]):
            fine(path[first], path[second])
        assert same_json(parsed_lines(fine(path["d.avro"], "--output-format", "jsonl")), expected)
        if len(plain) == 1:
            fine(path["d.avro"], path["e.json"])
            assert same_json(json.loads(Path(path["e.json"]).read_bytes()), expected[0])


@pytest.mark.parametrize("codec", CODECS)
def test_codecs(folder: Path, codec: str) -> None:
    Path("in.jsonl").write_bytes(lines_of(*NORMAL))
    if codec == "snappy" and importlib.util.find_spec("cramjam") is None:
        result = run("convert", "--codec", codec, "in.jsonl", "out.avro")
        assert (result.exit_code, "cramjam" in result.stderr) == (2, True)
        return
    fine("--codec", codec, "in.jsonl", "out.avro")
    with avro.load("out.avro") as documents:
        assert documents.codec == codec
        assert len(list(documents)) == len(NORMAL)


def test_the_codecs_of_the_help_are_those_that_there_are() -> None:
    from runsnap.cli.convert import _CODECS

    assert _CODECS == CODECS


def test_a_codec_without_its_package_is_said(run_json: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(codec: str) -> Any:
        raise runsnap.RunsnapError(f"the Avro codec {codec} needs the package x, which is not installed")

    monkeypatch.setattr("runsnap.avro._codecs.compressor", missing)
    monkeypatch.setattr("runsnap.avro._writer.compressor", missing)
    result = run("convert", "--codec", "snappy", run_json, "out.avro")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "needs the package x" in result.stderr
    assert not Path("out.avro").exists()


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "1.2.0"])
def test_avro_of_an_older_version_loses_nothing(run_json: str, version: str) -> None:
    fine("--to", f"capture@{version}", run_json, "old.avro")
    with avro.load("old.avro") as documents:
        assert documents.version == version
        assert documents.declared_count == 1
    assert fine("old.avro", "--output-format", "json") == runsnap.load(run_json).to_bytes()


def test_lines_of_an_older_version_and_their_losses(folder: Path) -> None:
    plain = example("capture")
    Path("in.jsonl").write_bytes(lines_of(*[plain] * 3))
    result = run("convert", "--to", "capture@1.0.0", "in.jsonl", "old.jsonl")
    expected = runsnap.convert(runsnap.Capture.from_dict(plain), "1.0.0")
    assert result.exit_code == 0
    assert same_json(parsed_lines(Path("old.jsonl").read_bytes()), [expected.document] * 3)
    assert f"{3 * len(expected.losses)} losses on the way to capture@1.0.0" in result.stderr
    assert "3 of /llm_io/*/finish_reason (since 1.1.0) left out" not in result.stderr  # two exchanges each
    assert "6 of /llm_io/*/finish_reason (since 1.1.0) left out" in result.stderr


def test_the_standard_streams(folder: Path) -> None:
    data = lines_of(*(each.to_dict() for each in numbered(3)))
    packed = fine("--input-format", "jsonl", "--output-format", "avro", "-", "-", stdin=data)
    with avro.load(io.BytesIO(packed)) as documents:
        assert documents.declared_count is None  # what went through a pipe cannot be patched
        assert [each.steps for each in documents] == [0, 1, 2]
    lines = fine("-", stdin=packed)  # Avro is known by its first bytes, and many documents are lines
    assert [each["steps"] for each in parsed_lines(lines)] == [0, 1, 2]
    assert fine("-", stdin=gzip.compress(packed)) == lines


def test_a_single_object_is_a_document(folder: Path) -> None:
    Path("one.avro").write_bytes(b"Obj")
    Path("one").write_bytes(avro.encode(capture()))
    fine("one", "out.jsonl")
    assert same_json(parsed_lines(Path("out.jsonl").read_bytes()), [capture().to_dict()])
    assert fine("one") == capture().to_bytes()


def test_sources_follow_each_other(folder: Path) -> None:
    first, second, third, fourth = numbered(4)
    Path("a.jsonl").write_bytes(lines_of(first.to_dict(), second.to_dict()))
    third.save("b.json.gz")
    avro.dump([fourth, first], "c.avro")
    fine("a.jsonl", "b.json.gz", "c.avro", "out.avro")
    with avro.load("out.avro") as documents:
        assert documents.declared_count == 5
        assert [each.steps for each in documents] == [0, 1, 2, 3, 0]


def test_a_file_may_be_its_own_target(folder: Path) -> None:
    Path("a.jsonl").write_bytes(lines_of(*(each.to_dict() for each in numbered(50))).replace(b'": ', b'" : '))
    fine("a.jsonl", "a.jsonl")
    assert [each["steps"] for each in parsed_lines(Path("a.jsonl").read_bytes())] == list(range(50))


def test_more_than_one_document_is_no_json(folder: Path) -> None:
    avro.dump(numbered(2), "a.avro")
    Path("out.json").write_bytes(b"old")
    result = run("convert", "a.avro", "out.json")
    assert result.exit_code == 2
    assert ".jsonl" in result.stderr
    assert Path("out.json").read_bytes() == b"old"
    assert sorted(os.listdir()) == ["a.avro", "out.json"]


def test_no_document_is_no_json_either(folder: Path) -> None:
    Path("a.jsonl").write_bytes(b"\n\n")
    result = run("convert", "a.jsonl", "out.json")
    assert result.exit_code == 2
    assert "no good document" in result.stderr
    assert os.listdir() == ["a.jsonl"]


def test_nothing_in_nothing_out(folder: Path) -> None:
    Path("a.jsonl").write_bytes(b"")
    fine("a.jsonl", "out.jsonl")
    assert Path("out.jsonl").read_bytes() == b""
    assert run("convert", "a.jsonl", "out.avro").exit_code == 2
    assert not Path("out.avro").exists()
    fine("--to", "resumption", "a.jsonl", "out.avro")
    with avro.load("out.avro") as documents:
        assert (documents.kind, documents.declared_count, list(documents)) == ("resumption", 0, [])


@pytest.mark.parametrize(
    "arguments",
    [
        ("--codec", "null", "run.json", "out.json"),
        ("--codec", "null", "run.json", "out.jsonl"),
        ("--layout", "sorted", "run.json", "out.jsonl"),
        ("--layout", "declared", "run.json", "out.avro"),
        ("--compress", "gzip", "run.json", "out.avro"),
        ("run.json", "out.avro.gz"),
        ("--workers", "0", "run.json", "out.avro"),
        ("-", "-", "out.avro"),
        ("--fail-fast", "--quarantine", "q", "run.json", "out.avro"),
        ("--quarantine", "./run.json", "run.json", "out.avro"),
        ("--quarantine", "./out.avro", "run.json", "out.avro"),
    ],
)
def test_options_that_would_be_dropped_are_wrong_usage(run_json: str, arguments: tuple[str, ...]) -> None:
    result = run("convert", *arguments)
    assert result.exit_code == 2
    assert "Usage: " in result.stderr
    assert os.listdir() == ["run.json"]


def test_a_missing_source_is_seen_before_anything_is_written(folder: Path) -> None:
    avro.dump(numbered(2), "a.avro")
    result = run("convert", "a.avro", "missing.jsonl", "out.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: missing.jsonl: No such file or directory\n"
    assert os.listdir() == ["a.avro"]
