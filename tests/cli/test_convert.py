"""``runsnap convert``, ``check`` and ``schema``."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from backports import zstd

import runsnap
from runsnap._equality import same_json
from tests.cli.tools import DATA, example, run, write


def test_layouts(run_json: str) -> None:
    capture = runsnap.Capture.load(run_json)
    assert run("convert", run_json).stdout_bytes == capture.to_bytes()
    assert run("convert", "--layout", "declared", run_json, "-").stdout_bytes == capture.to_bytes(
        layout="declared"
    )


def test_the_reference_layout_of_a_real_file_is_its_own() -> None:
    path = DATA / "resumptions" / "0.9.0" / "phases-half-way.json"
    assert run("convert", "--layout", "declared", str(path)).stdout_bytes == path.read_bytes()


@pytest.mark.parametrize(
    ("target", "options", "unpack"),
    [
        ("a.json", (), bytes),
        ("a.json.gz", (), gzip.decompress),
        ("a.json.ZST", (), zstd.decompress),
        ("a.json", ("--compress", "gzip"), gzip.decompress),
        ("a.json", ("--compress", "zstd"), zstd.decompress),
        ("a.json.gz", ("--compress", "none"), bytes),
    ],
)
def test_compression(run_json: str, target: str, options: tuple[str, ...], unpack: Any) -> None:
    result = run("convert", *options, run_json, target)
    assert (result.exit_code, result.stdout + result.stderr) == (0, "")
    assert unpack(Path(target).read_bytes()) == runsnap.Capture.load(run_json).to_bytes()
    assert run("convert", target).stdout_bytes == runsnap.Capture.load(run_json).to_bytes()


def test_equal_documents_are_packed_equally(run_json: str) -> None:
    packed = run("convert", "--compress", "gzip", run_json).stdout_bytes
    assert packed[4:8] == bytes(4)  # no time stamp
    assert run("convert", "--compress", "gzip", run_json).stdout_bytes == packed


def test_standard_input_and_output(folder: Path) -> None:
    data = json.dumps(example("resumption")).encode()
    assert (
        run("convert", "-", "-", stdin=gzip.compress(data)).stdout_bytes
        == runsnap.Resumption.loads(data).to_bytes()
    )


def test_an_older_version_with_its_losses(run_json: str) -> None:
    result = run("convert", "--to", "capture@1.0.0", run_json, "old.json")
    assert result.exit_code == 0
    assert result.stdout == ""
    expected = runsnap.convert(runsnap.Capture.load(run_json), "1.0.0")
    assert same_json(json.loads(Path("old.json").read_bytes()), expected.document)
    first, *listed = result.stderr.splitlines()
    assert first == f"run.json: {len(expected.losses)} losses"
    assert listed == [f"  {loss.message}" for loss in expected.losses]
    assert any("/llm_io/0/finish_reason" in line for line in listed)


def test_an_older_version_in_either_layout(run_json: str) -> None:
    declared = run("convert", "--to", "capture@1.0.0", "--layout", "declared", run_json).stdout_bytes
    ordered = run("convert", "--to", "capture@1.0.0", run_json).stdout_bytes
    assert declared.startswith(b'{"run_id":')
    assert ordered.startswith(b'{\n  "captured_at": ')
    assert same_json(json.loads(declared), json.loads(ordered))


def test_the_newest_version_loses_nothing(run_json: str) -> None:
    result = run("convert", "--to", "capture", run_json)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout_bytes == runsnap.Capture.load(run_json).to_bytes()


def test_numbers_survive(folder: Path) -> None:
    document = example("resumption") | {"inputs": {"big": 10**40, "float": 1e16, "small": -0.0}}
    write(folder / "a.json", document)
    run("convert", "a.json", "b.json")
    assert same_json(json.loads(Path("b.json").read_bytes())["inputs"], document["inputs"])


@pytest.mark.parametrize("version", ["capture@9.9.9", "capture@", "memory@1.0.0", "1.0.0", "\x1b[2J"])
def test_an_unknown_version_is_wrong_usage(run_json: str, version: str) -> None:
    result = run("convert", "--to", version, run_json)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "known: " in result.stderr
    assert "\x1b" not in result.stderr


def test_the_kind_must_fit(run_json: str) -> None:
    result = run("convert", "--to", "resumption@0.1.0", run_json, "a.json")
    assert result.exit_code == 1
    assert not Path("a.json").exists()


def test_a_refused_document_leaves_the_target_alone(folder: Path) -> None:
    write(folder / "bad.json", example("resumption") | {"steps": -1})
    Path("old.json").write_bytes(b"old")
    assert run("convert", "bad.json", "old.json").exit_code == 1
    assert Path("old.json").read_bytes() == b"old"
    assert sorted(path.name for path in folder.iterdir()) == ["bad.json", "old.json"]


def test_the_target_is_replaced_in_one_step(run_json: str, folder: Path) -> None:
    Path("new").mkdir()
    Path("new/real.json").write_bytes(b"old")
    Path("new/real.json").chmod(0o640)
    Path("link.json").symlink_to("new/real.json")
    assert run("convert", run_json, "link.json").exit_code == 0
    assert Path("link.json").is_symlink()
    assert runsnap.load("new/real.json") == runsnap.load(run_json)
    assert Path("new/real.json").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in Path("new").iterdir()] == ["real.json"]


@pytest.mark.parametrize("target", [".", "run.json/below.json", "nul\0.json"])
def test_a_target_that_cannot_be_written(run_json: str, target: str) -> None:
    result = run("convert", run_json, target)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")


def test_a_missing_library_is_said(run_json: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise runsnap.RunsnapError("Zstandard needs a library")

    monkeypatch.setattr("runsnap.cli._documents.zstd_module", missing)
    result = run("convert", "--compress", "zstd", run_json, "a.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Zstandard needs a library" in result.stderr


RESULTS = json.loads((DATA / "check" / "results.json").read_bytes())
CODES = {"ok": 0}
KNOWN_TO_DIFFER = {"phases/ir-sorted-keys", "phases/ir-unknown-member"}
"""The reference knows the order of the IR's members; here it is that of the file."""


@pytest.mark.parametrize("row", RESULTS, ids=lambda row: f"{row['id']}-{row['version']}")
def test_check_agrees_with_the_reference(row: dict[str, Any]) -> None:
    result = run("check", str(DATA / "check" / row["snapshot"]), str(DATA / "check" / row["ir"]))
    fine = row["outcome"] == "ok" and row["id"] not in KNOWN_TO_DIFFER
    assert result.exit_code == (0 if fine else 1)
    assert ("can continue at node" in result.stdout) == fine
    assert result.stderr.startswith("error: ") == (not fine)


SNAPSHOT = str(DATA / "check" / "snapshots" / "phases-0.9.0.json")
IR = DATA / "check" / "ir" / "phases-0.9.0.ir.json"


def test_check_reads_the_standard_input() -> None:
    assert run("check", SNAPSHOT, "-", stdin=IR.read_bytes()).exit_code == 0
    assert run("check", "-", str(IR), stdin=Path(SNAPSHOT).read_bytes()).exit_code == 0
    assert run("check", "-", "-", stdin=b"").exit_code == 2


def test_check_refuses_what_is_no_resumption(run_json: str) -> None:
    result = run("check", run_json, str(IR))
    assert result.exit_code == 1
    assert "expected a resumption, found a capture" in result.stderr


@pytest.mark.parametrize(
    ("ir", "code"), [("missing.json", 2), (".", 2), ("junk.json", 1), ("deep.json", 1), ("list.json", 1)]
)
def test_check_with_an_ir_that_is_none(folder: Path, ir: str, code: int) -> None:
    Path("junk.json").write_bytes(b"\xff\x00")
    Path("deep.json").write_bytes(b"[" * 100_000)
    Path("list.json").write_bytes(b"[1]")
    result = run("check", SNAPSHOT, ir)
    assert (result.exit_code, result.stdout) == (code, "")


def test_schemas_are_listed() -> None:
    rows = [line.split() for line in run("schema", "list").stdout.splitlines()]
    assert ["capture", "1.0.0", "released"] in [row[:3] for row in rows]
    assert [row[:2] for row in rows if "newest" in row] == [["capture", "1.2.0"], ["resumption", "0.1.1"]]
    assert all(row[-1].startswith("sha256:") for row in rows[2:])


def test_a_schema_is_shown_as_it_is() -> None:
    text = (Path(__file__).parents[2] / "schemas" / "capture" / "1.0.0.json").read_bytes()
    assert run("schema", "show", "capture@1.0.0").stdout_bytes == text
    assert json.loads(run("schema", "show", "resumption").stdout) == runsnap.schema("resumption")
    assert run("schema", "show", "capture@0.0.1").exit_code == 2
    assert run("schema", "show", "nothing").exit_code == 2


def test_schemas_are_exported_as_they_are(folder: Path) -> None:
    assert run("schema", "export", "out/schemas").exit_code == 0
    source = Path(__file__).parents[2] / "schemas"
    exported = sorted(path.relative_to("out/schemas") for path in Path("out/schemas").glob("*/*.json"))
    assert [str(path) for path in exported] == [
        "capture/1.0.0.json", "capture/1.1.0.json", "capture/1.2.0.json", "resumption/0.1.0.json", "resumption/0.1.1.json",
    ]  # fmt: skip
    for path in exported:
        assert (Path("out/schemas") / path).read_bytes() == (source / path).read_bytes()
    assert json.loads(Path("out/schemas/review-report.json").read_bytes())["title"] == "ReviewReport"
    assert json.loads(Path("out/schemas/run-diff.json").read_bytes())["title"] == "RunDiff"


def test_export_to_a_file_is_said(run_json: str) -> None:
    result = run("schema", "export", run_json)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: run.json/")
