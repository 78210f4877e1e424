"""``python -m codegen``: writing, checking, releasing; the same bytes wherever it runs."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from codegen import __main__ as command
from codegen.__main__ import check, main, write
from codegen.emit import generate
from codegen.schemas import read_folder
from tests.schemas.folders import faults

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ("src/runsnap/_generated", "docs/reference", "docs/schemas", "docs/assets/playground/generated")
FILES = {"__init__.py": "", "kind/models.py": "one\ntwo\n", "schemas/kind/1.0.0.json": "{}\n"}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A folder that holds what was generated."""
    folder = tmp_path / "generated"
    assert write(folder, FILES) == 0
    return folder


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the schemas and of everything generated, which the command works on."""
    for name in ("schemas", *GENERATED):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(command, "SCHEMAS", tmp_path / "schemas")
    monkeypatch.setattr(command, "GENERATED", tmp_path / "src/runsnap/_generated")
    monkeypatch.setattr(command, "DOCS", tmp_path / "docs")
    return tmp_path


def add_draft(checkout: Path, version: str = "1.3.0") -> None:
    schema = json.loads((checkout / "schemas/capture/1.2.0.json").read_text(encoding="utf-8"))
    schema["$id"] = f"urn:runsnap:schema:capture:{version}"
    schema["properties"]["brandNew"] = {"description": "New.", "type": ["string", "null"], "default": None}
    (checkout / f"schemas/capture/{version}.json").write_text(json.dumps(schema), encoding="utf-8")


def digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_what_was_written_is_no_drift(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(target, FILES) == 0
    assert capsys.readouterr().out == ""


def test_drift_is_shown_as_a_diff(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (target / "kind/models.py").write_text("one\nthree\n", encoding="utf-8")
    assert check(target, FILES) == 1
    out = capsys.readouterr().out
    assert out.splitlines()[:2] == ["--- found/kind/models.py", "+++ generated/kind/models.py"]
    assert "-three\n+two\n" in out


def test_a_missing_file_is_drift(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (target / "kind/models.py").unlink()
    assert check(target, FILES) == 1
    assert "+one\n+two\n" in capsys.readouterr().out


def test_a_missing_empty_file_is_drift(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (target / "__init__.py").unlink()
    assert check(target, FILES) == 1
    assert "__init__.py" in capsys.readouterr().out


def test_a_missing_folder_is_drift(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path / "nowhere", FILES) == 1
    assert "+one\n" in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"old\n", b"", b"\xff\x00"])
def test_a_file_too_many_is_drift(content: bytes, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (target / "kind/old.py").write_bytes(content)
    assert check(target, FILES) == 1
    assert "kind/old.py" in capsys.readouterr().out


def test_line_ends_of_a_checkout_are_no_drift(target: Path) -> None:
    for path in target.rglob("*.*"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert b"\r\n" in (target / "kind/models.py").read_bytes()
    assert check(target, FILES) == 0


def test_compiled_modules_are_no_drift(target: Path) -> None:
    (target / "__pycache__").mkdir()
    (target / "__pycache__/x.pyc").write_bytes(b"\x00")
    assert check(target, FILES) == 0


def test_checking_writes_nothing(target: Path) -> None:
    (target / "kind/models.py").write_text("other\n", encoding="utf-8")
    before = digests(target)
    check(target, FILES)
    assert digests(target) == before


def test_writing_leaves_exactly_the_generated_files_with_line_feeds(target: Path) -> None:
    (target / "kind/old.py").write_text("old", encoding="utf-8")
    (target / "kind/models.py").write_bytes(b"one\r\ntwo\r\n")
    write(target, FILES)
    assert digests(target) == {
        name: hashlib.sha256(text.encode()).hexdigest() for name, text in FILES.items()
    }


def test_what_is_committed_is_what_the_schemas_give(checkout: Path) -> None:
    assert main(["--check"]) == 0


@pytest.mark.parametrize(
    "name", ["reference/capture/1.2.0.md", "schemas/capture/1.2.0.avsc", "reference/old.md"]
)
def test_drift_of_pages_and_downloads_is_found_and_mended(
    name: str, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = digests(checkout)
    (checkout / "docs" / name).write_text("edited\n", encoding="utf-8")
    assert main(["--check"]) == 1
    assert "-edited" in capsys.readouterr().out
    assert main([]) == 0
    assert digests(checkout) == before


def test_the_package_carries_the_schemas_byte_for_byte() -> None:
    for path in (ROOT / "schemas").glob("*/*.json"):
        packaged = ROOT / "src/runsnap/_generated/schemas" / path.parent.name / path.name
        assert packaged.read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_the_site_offers_every_schema_of_the_package_byte_for_byte() -> None:
    packaged = {
        path.relative_to(ROOT / "src/runsnap/_generated").as_posix(): path.read_bytes()
        for path in (ROOT / "src/runsnap/_generated/schemas").rglob("*.*")
        if path.suffix in {".json", ".avsc"}
    }
    offered = {
        path.relative_to(ROOT / "docs").as_posix(): path.read_bytes()
        for path in (ROOT / "docs/schemas").rglob("*.*")
    }
    assert {"schemas/capture/1.2.0.json", "schemas/capture/1.2.0.avsc"} <= offered.keys()
    assert offered == packaged


def test_a_draft_is_generated_and_marked(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add_draft(checkout)
    assert main(["--check"]) == 1
    assert "brand_new" in capsys.readouterr().out
    assert main([]) == 0
    assert main(["--check"]) == 0
    generated = checkout / "src/runsnap/_generated"
    assert "brand_new: str | None" in (generated / "capture/models.py").read_text(encoding="utf-8")
    catalog = (generated / "catalog.py").read_text(encoding="utf-8")
    assert catalog.count("released=False") == 1
    assert (generated / "schemas/capture/1.3.0.json").exists()


def test_releasing_a_draft_lists_and_generates_it(checkout: Path) -> None:
    add_draft(checkout)
    assert main(["--release", "capture@1.3.0"]) == 0
    assert "1.3.0" in json.loads((checkout / "schemas/released.json").read_text(encoding="utf-8"))["capture"]
    assert "released=False" not in (checkout / "src/runsnap/_generated/catalog.py").read_text(
        encoding="utf-8"
    )
    assert main(["--check"]) == 0


@pytest.mark.parametrize("named", ["capture@9.9.9", "capture@1.2.0", "memory@1.0.0"])
def test_releasing_what_cannot_be_released_fails(
    named: str, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = digests(checkout)
    assert main(["--release", named]) == 1
    assert named.replace("@", "/") in capsys.readouterr().err
    assert digests(checkout) == before


@pytest.mark.parametrize("arguments", [["--release", "capture"], ["--release", ""], ["--release", "a@b@c"], ["--wrong"],
                                       ["--check", "--release", "capture@1.2.0"]])  # fmt: skip
def test_wrong_usage_exits_with_2(
    arguments: list[str], checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: " in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--check"]])
def test_a_faulty_folder_generates_nothing(
    arguments: list[str], checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = checkout / "schemas/capture/1.2.0.json"
    path.write_text(path.read_text(encoding="utf-8").replace("Log of the run.", "Log."), encoding="utf-8")
    before = digests(checkout)
    assert main(arguments) == 1
    assert "capture/1.2.0.json: released with" in capsys.readouterr().err
    assert digests(checkout) == before


SETTINGS = [
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4242", "TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
]


def test_the_same_bytes_from_anywhere(tmp_path: Path) -> None:
    """Two runs in folders of their own, with other hash seeds, time zones, locales and working directories."""
    found = []
    for number, others in enumerate(SETTINGS):
        project = tmp_path / f"project {number}"
        for name in ("codegen", "schemas"):
            shutil.copytree(ROOT / name, project / name, ignore=shutil.ignore_patterns("__pycache__"))
        elsewhere = tmp_path / f"elsewhere {number}"
        for name in ("whenever", "src/typing") if number else ():
            (elsewhere / name).mkdir(parents=True)
        elsewhere.mkdir(exist_ok=True)
        (elsewhere / "pyproject.toml").write_text("[tool.ruff]\nline-length = 40\n", encoding="utf-8")
        environment = {**os.environ, **others, "PYTHONPATH": str(project)}
        subprocess.run([sys.executable, "-m", "codegen"], cwd=elsewhere, env=environment, check=True)
        found.append([digests(project / name) for name in GENERATED])
    assert found[0] == found[1] == [digests(ROOT / name) for name in GENERATED]


def test_the_same_texts_in_one_process() -> None:
    folder = read_folder(ROOT / "schemas")
    assert generate(folder.documents, folder.lock) == generate(folder.documents, folder.lock)


def test_the_generator_does_not_import_the_package() -> None:
    """One direction only; the generated package may be broken or absent when it runs."""
    code = "import sys, codegen.__main__; print([name for name in sys.modules if name.split('.')[0] == 'runsnap'])"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "[]"


def test_the_copy_of_the_schemas_is_good(checkout: Path) -> None:
    assert faults(checkout / "schemas") == []
