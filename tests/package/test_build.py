"""Wheel and sdist hold what they promise, and no wheel holds a schema that is not released."""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from hatch_build import ReleasedSchemasOnly

ROOT = Path(__file__).resolve().parents[2]
FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "dev.py", "hatch_build.py", "mkdocs.yml",
         "mkdocs_llms.py", "noxfile.py", "pyproject.toml")  # fmt: skip
FOLDERS = ("codegen", "docs", "examples", "schemas", "src")
PACKAGED = Path("src", "runsnap", "_generated", "schemas")


@pytest.fixture
def tree(tmp_path):
    """A copy of what a wheel is built from."""
    target = tmp_path / "tree"
    target.mkdir()
    for name in FILES:
        shutil.copy(ROOT / name, target)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def hatchling(tree, out, target):
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)


def build(tree, out, target):
    done = hatchling(tree, out, target)
    assert done.returncode == 0, done.stderr
    (archive,) = out.iterdir()
    return archive


def contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_holds_the_package_its_schemas_and_nothing_else(tree, tmp_path):
    held = contents(build(tree, tmp_path / "out", "wheel"))
    tops = {name.split("/")[0] for name in held}
    assert tops == {"runsnap", next(top for top in tops if top.endswith(".dist-info"))}
    assert "runsnap/py.typed" in held
    released = json.loads((ROOT / "schemas" / "released.json").read_text(encoding="utf-8"))
    schemas = {
        f"runsnap/_generated/schemas/{kind}/{version}.json": digest
        for kind, versions in released.items()
        for version, digest in versions.items()
    }
    assert schemas == {
        name: "sha256:" + hashlib.sha256(data).hexdigest()
        for name, data in held.items()
        if name.startswith("runsnap/_generated/schemas/") and name.endswith(".json")
    }


def test_the_wheel_carries_the_licence(tree, tmp_path):
    held = contents(build(tree, tmp_path / "out", "wheel"))
    (licence,) = (data for name, data in held.items() if name.endswith("/licenses/LICENSE"))
    assert b"Apache License" in licence
    (metadata,) = (data.decode() for name, data in held.items() if name.endswith(".dist-info/METADATA"))
    assert "\nLicense-Expression: Apache-2.0\n" in metadata


def test_the_sdist_holds_all_that_the_wheel_is_built_from(tree, tmp_path):
    with tarfile.open(build(tree, tmp_path / "sdist", "sdist")) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # since Python 3.11.4
        archive.extractall(tmp_path / "unpacked")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert {path.name for path in unpacked.iterdir()} >= {*FILES, *FOLDERS}
    from_sdist = contents(build(unpacked, tmp_path / "second", "wheel"))
    assert from_sdist == contents(build(tree, tmp_path / "first", "wheel"))


def test_no_wheel_with_a_draft(tree, tmp_path):
    draft = tree / PACKAGED / "capture" / "9.9.9.json"
    shutil.copy(tree / PACKAGED / "capture" / "1.0.0.json", draft)
    done = hatchling(tree, tmp_path / "out", "wheel")
    assert done.returncode != 0
    assert "capture/9.9.9 is a draft: `python -m codegen --release capture@9.9.9` releases it" in done.stderr
    assert not list((tmp_path / "out").glob("*.whl"))


def test_no_wheel_with_a_released_schema_that_was_edited(tree, tmp_path):
    edited = tree / PACKAGED / "resumption" / "0.1.0.json"
    edited.write_text(edited.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    done = hatchling(tree, tmp_path / "out", "wheel")
    assert done.returncode != 0
    assert "resumption/0.1.0 was released with sha256:" in done.stderr


def test_no_wheel_without_a_released_schema(tree, tmp_path):
    (tree / PACKAGED / "resumption" / "0.1.0.json").unlink()
    done = hatchling(tree, tmp_path / "out", "wheel")
    assert done.returncode != 0
    assert "resumption/0.1.0 is released, but not packaged" in done.stderr


def test_an_editable_install_may_hold_a_draft(tree, tmp_path):
    shutil.copy(tree / PACKAGED / "capture" / "1.0.0.json", tree / PACKAGED / "capture" / "9.9.9.json")
    hook = ReleasedSchemasOnly(str(tree), {}, None, None, str(tmp_path), "wheel")
    hook.initialize("editable", {})
    with pytest.raises(ValueError, match=r"capture/9\.9\.9 is a draft"):
        hook.initialize("standard", {})
