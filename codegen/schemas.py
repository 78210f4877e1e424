"""The schema files: discovery, annotations, and the lock on released ones."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from codegen.model import Document
from codegen.reader import UnsupportedSchemaError, read_document

RELEASED = "released.json"
ANNOTATIONS = "annotations.json"

Lock = dict[str, dict[str, str]]
"""Kind to version to digest."""


class SchemaFolderError(ValueError):
    """The folder of schemas is not fit to generate from; one line a fault."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass(frozen=True)
class SchemaFolder:
    """Every schema of a folder, with the lock on the released ones."""

    path: Path
    documents: Mapping[str, tuple[Document, ...]]
    """By kind, oldest version first."""
    lock: Mapping[str, Mapping[str, str]]


def digest(text: str) -> str:
    """``sha256:`` and the digest of the text in UTF-8, lines ending in LF."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def version_key(version: str) -> tuple[int, ...]:
    """Sort key of a SemVer version without pre-release parts."""
    return tuple(int(part) for part in version.split("."))


def read_folder(folder: Path) -> SchemaFolder:
    """Read every ``KIND/VERSION.json`` below ``folder``.

    Raises SchemaFolderError, one line a fault: a schema that is not valid, an
    annotation that ``annotations.json`` does not know, something that the model
    cannot carry, an example that the schema refuses, or a released file that
    was changed or removed.
    """
    annotations = Draft202012Validator(_read_json(folder / ANNOTATIONS)[1])
    lock: Lock = _read_json(folder / RELEASED)[1]
    faults: list[str] = []
    documents: dict[str, tuple[Document, ...]] = {}
    for kind_folder in sorted(path for path in folder.iterdir() if path.is_dir()):
        kind = kind_folder.name
        versions = sorted((path.stem for path in kind_folder.glob("*.json")), key=version_key)
        read = [_read_document(folder, kind, version, annotations, faults) for version in versions]
        documents[kind] = tuple(document for document in read if document is not None)
    faults += lock_faults(documents, lock)
    if faults:
        raise SchemaFolderError(faults)
    return SchemaFolder(folder, documents, lock)


def lock_faults(documents: Mapping[str, tuple[Document, ...]], lock: Mapping[str, Mapping[str, str]]) -> list[str]:
    """What contradicts the lock: a released schema that was changed or is missing."""
    present = {
        (kind, document.version): digest(document.text)
        for kind, versions in documents.items()
        for document in versions
    }
    faults = []
    for kind, versions in lock.items():
        for version, expected in versions.items():
            found = present.get((kind, version))
            if found is None:
                faults.append(f"{kind}/{version}.json: released, but the file is missing")
            elif found != expected:
                faults.append(
                    f"{kind}/{version}.json: released with {expected}, is now {found}; "
                    "a released schema never changes: add a new version instead"
                )
    return faults


def release(folder: Path, kind: str, version: str) -> None:
    """List a draft in ``released.json``.

    Raises SchemaFolderError when there is no such file, or when it is released already.
    """
    documents = read_folder(folder)
    known = {document.version: document for document in documents.documents.get(kind, ())}
    if version not in known:
        raise SchemaFolderError([f"{kind}/{version}.json: no such schema"])
    lock: Lock = {kind: dict(versions) for kind, versions in documents.lock.items()}
    if version in lock.get(kind, {}):
        raise SchemaFolderError([f"{kind}/{version}.json: released already"])
    lock.setdefault(kind, {})[version] = digest(known[version].text)
    ordered = {kind: dict(sorted(lock[kind].items(), key=lambda item: version_key(item[0]))) for kind in sorted(lock)}
    (folder / RELEASED).write_text(json.dumps(ordered, indent=2) + "\n", encoding="utf-8", newline="\n")


def _read_json(path: Path) -> tuple[str, Any]:
    text = path.read_text(encoding="utf-8")
    return text, json.loads(text, object_pairs_hook=_refuse_doubles)


def _refuse_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError(f"a member is doubled among {[name for name, _ in pairs]}")
    return members


def _read_document(
    folder: Path, kind: str, version: str, annotations: Draft202012Validator, faults: list[str]
) -> Document | None:
    name = f"{kind}/{version}.json"
    try:
        text, schema = _read_json(folder / name)
        found = list(_schema_faults(kind, version, schema, annotations))
        if not found:
            return read_document(kind, version, schema, text)
    except UnsupportedSchemaError as error:
        found = [str(error)]
    except ValueError as error:
        found = [f"not JSON: {error}"]
    faults.extend(f"{name}: {fault}" for fault in found)
    return None


def _schema_faults(kind: str, version: str, schema: Any, annotations: Draft202012Validator) -> list[str]:
    meta = Draft202012Validator(Draft202012Validator.META_SCHEMA)
    faults = [_line(error) for validator in (meta, annotations) for error in validator.iter_errors(schema)]
    if faults:
        return faults
    identifier = f"urn:runsnap:schema:{kind}:{version}"
    if schema.get("$id") != identifier:
        faults.append(f"/$id: must be {identifier}")
    examples = schema.get("examples", [])
    if len(examples) < 2:
        faults.append("/examples: at least two full examples")
    validator = Draft202012Validator(schema)
    for index, example in enumerate(examples):
        faults += [f"/examples/{index}{_line(error)}" for error in validator.iter_errors(example)]
    return faults


def _line(error: Any) -> str:
    pointer = "".join(f"/{token}" for token in error.absolute_path)
    return f"{pointer}: {error.message[:300]}"
