"""Released schemas never change, drafts become released once, and odd folders are reported, not crashed on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codegen.schemas import SchemaFolderError, digest, read_folder, release
from tests.schemas.folders import FILES, SCHEMAS, faults, folder_of, only_fault, real_folder, sample

PUBLISHED = {
    "resumption/0.1.0.json": "df408a5415b0fd7dc962a3cfd65b3d97c475ebb63c8b54a45abcea79754ffddd",
    "resumption/0.1.1.json": "5b146e17d44159759c3fa8879b4dab8c6c1b07e776e2ecb0c34188bd4eaf5b13",
    "capture/1.0.0.json": "9ed47085e09619a7233663d740d45981ffe3cb3688d44ec6a0e8675c4d81eac1",
    "capture/1.1.0.json": "2389344ced9fa2863f3d50548f8f105b317e58238faf3b33cd1f272595dc88b8",
    "capture/1.2.0.json": "db46fca31754683ec3c2d252a792a13fb2a95497a2d39bf3c50d770fec35aba7",
}
"""Digests as they were released; sha256sum gives the same."""


def lock_of(folder: Path) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads((folder / "released.json").read_text(encoding="utf-8"))
    return found


def test_the_real_folder_is_whole() -> None:
    assert faults(SCHEMAS) == []


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_digests_stand(name: str) -> None:
    kind, _, file = name.partition("/")
    assert lock_of(SCHEMAS)[kind][file.removesuffix(".json")] == f"sha256:{PUBLISHED[name]}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_editing_a_released_file_fails(path: Path, tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    name = f"{path.parent.name}/{path.name}"
    text = path.read_text(encoding="utf-8")
    (folder / name).write_text(
        text.replace('"description": "', '"description": "More: ', 1), encoding="utf-8"
    )
    fault = only_fault(folder)
    assert fault.startswith(f"{name}: released with sha256:")
    assert "add a new version" in fault


def test_white_space_counts_as_an_edit(tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    path = folder / "capture/1.2.0.json"
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert "capture/1.2.0.json: released with" in only_fault(folder)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_removing_a_released_file_fails(path: Path, tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    name = f"{path.parent.name}/{path.name}"
    (folder / name).unlink()
    assert only_fault(folder) == f"{name}: released, but the file is missing"


def test_removing_a_whole_kind_fails(tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    for path in folder.glob("resumption/*"):
        path.unlink()
    (folder / "resumption").rmdir()
    assert [fault.partition(":")[0] for fault in faults(folder)] == [
        "resumption/0.1.0.json",
        "resumption/0.1.1.json",
    ]


def test_a_released_file_that_is_no_json_is_reported_as_such_and_as_changed(tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    (folder / "capture/1.2.0.json").write_text("{", encoding="utf-8")
    assert faults(folder)[0].split(": ")[1] == "not JSON"
    assert "released with" in faults(folder)[1]


def test_line_ends_of_a_checkout_are_no_edit(tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    texts = {path: path.read_text(encoding="utf-8") for path in folder.glob("*/*.json")}
    for path, text in texts.items():
        path.write_bytes(text.replace("\n", "\r\n").encode())
    assert faults(folder) == []
    assert {
        document.text for versions in read_folder(folder).documents.values() for document in versions
    } == set(texts.values())


def draft_of(folder: Path, version: str = "1.3.0") -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((folder / "capture/1.2.0.json").read_text(encoding="utf-8"))
    schema["$id"] = f"urn:runsnap:schema:capture:{version}"
    schema["description"] += " Next."
    (folder / f"capture/{version}.json").write_text(json.dumps(schema, indent=2) + "\n", encoding="utf-8")
    return schema


def test_a_draft_is_read_and_is_not_in_the_lock(tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    draft_of(folder)
    read = read_folder(folder)
    assert [document.version for document in read.documents["capture"]] == [
        "1.0.0",
        "1.1.0",
        "1.2.0",
        "1.3.0",
    ]
    assert "1.3.0" not in read.lock["capture"]


def test_releasing_a_draft_adds_its_digest_and_nothing_else(tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    draft_of(folder)
    release(folder, "capture", "1.3.0")
    lock = lock_of(folder)
    assert lock["capture"].pop("1.3.0") == digest((folder / "capture/1.3.0.json").read_text(encoding="utf-8"))
    assert lock == lock_of(SCHEMAS)
    assert (
        (folder / "released.json")
        .read_bytes()
        .startswith((SCHEMAS / "released.json").read_bytes().split(b"\n  }")[0])
    )


def test_versions_are_ordered_by_number(tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    for version in ("1.10.0", "1.9.0"):
        draft_of(folder, version)
        release(folder, "capture", version)
    assert list(lock_of(folder)["capture"])[-2:] == ["1.9.0", "1.10.0"]
    assert read_folder(folder).documents["capture"][-1].version == "1.10.0"


def test_releasing_twice_fails(tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    draft_of(folder)
    release(folder, "capture", "1.3.0")
    before = (folder / "released.json").read_bytes()
    with pytest.raises(SchemaFolderError, match=r"capture/1\.3\.0\.json: released already"):
        release(folder, "capture", "1.3.0")
    assert (folder / "released.json").read_bytes() == before


@pytest.mark.parametrize(("kind", "version"), [("capture", "9.9.9"), ("memory", "1.0.0"), ("capture", "")])
def test_releasing_what_is_not_there_fails(kind: str, version: str, tmp_path: Path) -> None:
    folder = real_folder(tmp_path)
    with pytest.raises(SchemaFolderError, match="no such schema"):
        release(folder, kind, version)
    assert lock_of(folder) == lock_of(SCHEMAS)


def test_a_faulty_draft_cannot_be_released(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "schemas", sample(examples=[]))
    with pytest.raises(SchemaFolderError, match="at least two full examples"):
        release(folder, "sample", "1.0.0")
    assert lock_of(folder) == {}


def test_examples_must_validate(tmp_path: Path) -> None:
    made = sample()
    made["examples"] = [made["examples"][0], {"id": "ABCDE", "parts": [{}]}]
    found = faults(folder_of(tmp_path / "schemas", made))
    assert {fault.split(": ")[1] for fault in found} == {"/examples/1/id", "/examples/1/parts/0"}


def test_the_identifier_names_kind_and_version(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "schemas", sample())
    (folder / "sample/1.0.0.json").rename(folder / "sample/1.0.1.json")
    assert only_fault(folder) == "sample/1.0.1.json: /$id: must be urn:runsnap:schema:sample:1.0.1"


NAMES = ["draft.json", "1.2.json", "1.2.3.4.json", "01.0.0.json", "1.0.0-rc1.json", "v1.0.0.json", "1.0.0.JSON", "1.0.0.json.bak",
         "notes.txt", "1.0.0"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_is_named_otherwise_is_reported(name: str, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "schemas", sample())
    (folder / "sample" / name).write_text("{}", encoding="utf-8")
    assert f"sample/{name}: a schema file is named by its version" in only_fault(folder)


def test_hidden_files_are_no_schemas(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "schemas", sample())
    (folder / "sample" / ".DS_Store").write_bytes(b"\x00")
    (folder / ".idea").mkdir()
    assert faults(folder) == []


@pytest.mark.parametrize("kind", ["Sample", "a-b", "class", "catalog", "schemas", "1st", "größe"])
def test_a_kind_that_cannot_name_a_package_is_reported(kind: str, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "schemas", sample())
    (folder / "sample").rename(folder / kind)
    assert only_fault(folder).startswith(f"{kind}: a kind is named by")


def test_a_kind_without_versions_is_reported(tmp_path: Path) -> None:
    assert only_fault(folder_of(tmp_path / "schemas")) == "sample: no version of this kind"


CONTENTS = {
    "nothing": b"", "no JSON": b"{", "a doubled member": b'{"a": 1, "a": 2}', "NaN": b'{"a": NaN}', "Infinity": b"[-Infinity]",
    "latin-1": b'{"a": "\xe4"}', "a byte order mark": b'\xef\xbb\xbf{"a": 1}', "deep": b"[" * 100_000, "a long integer": b"1" * 5000,
}  # fmt: skip


@pytest.mark.parametrize("name", CONTENTS)
def test_a_schema_that_is_no_json_is_reported(name: str, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "schemas", sample())
    (folder / "sample/1.0.1.json").write_bytes(CONTENTS[name])
    assert only_fault(folder).startswith("sample/1.0.1.json: not JSON: ")


@pytest.mark.parametrize("content", [b"[]", b"true", b"5", b'"text"', b"null", b"{}", b"1e400"])
def test_json_that_is_no_schema_is_reported(content: bytes, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "schemas", sample())
    (folder / "sample/1.0.1.json").write_bytes(content)
    assert only_fault(folder).startswith("sample/1.0.1.json: ")


@pytest.mark.parametrize("name", ["annotations.json", "released.json"])
@pytest.mark.parametrize("content", [None, *CONTENTS.values()], ids=["missing", *CONTENTS])
def test_a_broken_file_beside_the_schemas_is_reported(
    name: str, content: bytes | None, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path / "schemas", sample())
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(content)
    assert only_fault(folder).startswith(f"{name}: ")


@pytest.mark.parametrize(
    "lock", [[1], {"sample": []}, {"sample": {"1.0.0": 1}}, {"sample": {"latest": "sha256:0"}}]
)
def test_a_lock_of_another_shape_is_reported(lock: Any, tmp_path: Path) -> None:
    assert only_fault(folder_of(tmp_path / "schemas", sample(), lock=lock)).startswith(
        "released.json: must list"
    )


def test_every_fault_of_a_folder_is_reported(tmp_path: Path) -> None:
    folder = folder_of(
        tmp_path / "schemas", sample(examples=[]), sample("1.1.0", title=""), lock={"sample": {"0.9.0": "x"}}
    )
    assert [fault.partition(":")[0] for fault in faults(folder)] == [
        "sample/1.0.0.json", "sample/1.1.0.json", "sample/0.9.0.json",
    ]  # fmt: skip


def test_nothing_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr("socket.socket.connect", refuse)
    monkeypatch.setattr("socket.getaddrinfo", refuse)
    made = sample()
    made["properties"] = {
        **made["properties"],
        "far": {"description": "F.", "$ref": "http://127.0.0.1:9/s.json", "default": 1},
    }
    assert "/properties/far/$ref" in only_fault(folder_of(tmp_path / "schemas", made))
