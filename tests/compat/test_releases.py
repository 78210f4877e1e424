"""Files and schemas of different releases: older files with newer schemas, newer files with older code."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import runsnap
from codegen.emit import generate
from codegen.model import Document
from codegen.schemas import read_folder
from runsnap._equality import same_json
from tests.compat.corpus import DATA, LOADING, Entry, path_of
from tests.compat.generated import imported

SCHEMAS = read_folder(DATA.parent.parent / "schemas")
VERSIONS = {
    kind: [document.version for document in documents] for kind, documents in SCHEMAS.documents.items()
}


@pytest.mark.parametrize("entry", LOADING, ids=path_of)
def test_a_file_is_valid_for_every_schema_since_its_own(entry: Entry) -> None:
    versions = VERSIONS[entry.kind]
    for version in versions[versions.index(entry.schema or "") :]:
        report = runsnap.validate(entry.file, version=version)
        assert report.valid, (version, report.problems)
        assert report.version == version


@pytest.mark.parametrize("version", VERSIONS["capture"])
def test_early_captures_with_null_members_are_valid_for_every_release(version: str) -> None:
    report = runsnap.validate(DATA / "captures/early-null-fields.json", version=version, strict=True)
    assert (report.valid, report.note_count) == (True, 0)


def test_there_are_older_and_newer_releases_of_both_kinds() -> None:
    assert all(len(versions) > 1 for versions in VERSIONS.values())


RELEASES = [(kind, version) for kind, versions in VERSIONS.items() for version in versions]


@pytest.fixture(scope="module", params=RELEASES, ids="@".join)
def old_code(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, ModuleType]]:
    """A kind, and the code that the schemas gave when this release of it was the newest."""
    kind, version = request.param
    history: dict[str, tuple[Document, ...]] = {
        kind: SCHEMAS.documents[kind][: VERSIONS[kind].index(version) + 1]
    }
    files = generate(history, SCHEMAS.lock)
    with imported(
        files, tmp_path_factory.mktemp("old"), f"old_{kind}_{version.replace('.', '_')}"
    ) as package:
        yield kind, importlib.import_module(f"{package}.{kind}")


def test_every_file_loads_with_the_code_of_every_release_and_loses_nothing(
    old_code: tuple[str, ModuleType],
) -> None:
    kind, module = old_code
    old: Any = getattr(module, kind.capitalize())
    entries = [entry for entry in LOADING if entry.kind == kind]
    assert entries
    for entry in entries:
        by_old_code = old.load(entry.file).to_bytes()
        by_this = entry.cls.load(entry.file)
        # What the older code does not declare it keeps as it stands in the file:
        # this release reads the same values of both.
        assert same_json(entry.cls.loads(by_old_code).to_dict(), by_this.to_dict()), entry.path


def test_what_an_older_release_does_not_declare_is_unknown_to_its_code(
    old_code: tuple[str, ModuleType],
) -> None:
    kind, module = old_code
    newest = VERSIONS[kind][-1]
    record = getattr(module, kind.capitalize()).load(DATA / f"made/{kind}-{newest}/full.json")
    if kind == "resumption":
        unknown = set(record.additional_properties)
        introduced = {"consultations"} if module.Resumption._binding.version == "0.1.0" else set()
    else:
        unknown = set(record.llm_io[0].additional_properties) | set(
            record.run_log.tokens.additional_properties
        )
        introduced = {
            "1.0.0": {
                "tool_calls",
                "finish_reason",
                "fingerprint",
                "cache_read_tokens",
                "cache_creation_tokens",
            },
            "1.1.0": {"cache_read_tokens", "cache_creation_tokens"},
            "1.2.0": set(),
        }[module.Capture._binding.version]
    assert unknown == introduced
