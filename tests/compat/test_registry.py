"""Every file of the corpus is registered, unchanged, and made by its script where it says so."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from tests.compat.corpus import DATA, DOCUMENTS, REGISTRY, read_json

NOT_DATA = {".gitattributes", "README.md", "expected.py", "make.py", "refused.json", "registry.json"}


def data_files(folder: Path) -> set[str]:
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return {path for path in files if path not in NOT_DATA and "__pycache__" not in path}


def test_every_file_is_registered_and_every_registered_file_is_there() -> None:
    registered = [entry.path for entry in REGISTRY]
    assert sorted(registered) == sorted(set(registered))
    assert set(registered) == data_files(DATA)


def test_no_registered_file_has_changed() -> None:
    changed = [
        entry.path
        for entry in REGISTRY
        if hashlib.sha256(entry.file.read_bytes()).hexdigest() != entry.sha256
    ]
    assert changed == []


def test_every_document_has_an_expected_result() -> None:
    results = {entry.path for entry in REGISTRY if entry.kind == "expected result"}
    assert results == {entry.path.removesuffix(".json") + ".expected.json" for entry in DOCUMENTS}


def test_every_stated_refusal_is_of_a_file() -> None:
    refused = {entry.path for entry in DOCUMENTS if (entry.outcome or "").startswith("refused: ")}
    assert set(read_json("refused.json")) == refused


def test_every_released_version_has_every_family_of_made_files() -> None:
    made: dict[tuple[str, str | None], set[str]] = {}
    for entry in DOCUMENTS:
        if entry.path.startswith("made/"):
            made.setdefault((entry.kind, entry.schema), set()).add(entry.file.stem)
    assert set(made) == {
        ("capture", "1.0.0"), ("capture", "1.1.0"), ("capture", "1.2.0"),
        ("resumption", "0.1.0"), ("resumption", "0.1.1"),
    }  # fmt: skip
    common = {"full", "minimal", "minimal-empty", "null-all", "unknown-members-all", "written-otherwise"}
    for (kind, _), names in made.items():
        assert common <= names
        families = {"absent-", "null-", "unknown-members-"} | (
            {"unknown-label-"} if kind == "capture" else set()
        )
        for family in families:
            assert any(name.startswith(family) and name != f"{family}all" for name in names)


def test_the_script_makes_the_same_bytes_again(tmp_path: Path) -> None:
    # Without site packages it cannot use the package that its results are to judge.
    command = [sys.executable, "-S", "-B", str(DATA / "make.py"), "--into", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    made = data_files(tmp_path)
    assert made == {
        entry.path for entry in REGISTRY if entry.origin.startswith(("made by make.py", "computed by"))
    }
    for path in [*made, "registry.json"]:
        assert (tmp_path / path).read_bytes() == (DATA / path).read_bytes(), path
