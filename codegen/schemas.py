"""The schema files: discovery, annotations, and the lock on released ones."""

from __future__ import annotations

import hashlib
import json
import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry

from codegen.errors import SchemaFolderError, UnsupportedSchemaError
from codegen.model import Document
from codegen.portability import portability_faults
from codegen.reader import read_document
from codegen.wellformed import pointer_of

__all__ = ["SchemaFolder", "SchemaFolderError", "digest", "read_folder", "release", "version_key"]

RELEASED = "released.json"
ANNOTATIONS = "annotations.json"

Lock = dict[str, dict[str, str]]
"""Kind to version to digest."""


_KIND = re.compile(r"[a-z][a-z0-9]*")
_VERSION = re.compile(r"(0|[1-9][0-9]*)[.](0|[1-9][0-9]*)[.](0|[1-9][0-9]*)")
_RESERVED_KINDS = {"catalog", "schemas"}
"""What the generated package names itself."""


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
    annotations = Draft202012Validator(_read_side_file(folder, ANNOTATIONS))
    lock = _read_lock(folder)
    faults: list[str] = []
    documents: dict[str, tuple[Document, ...]] = {}
    for kind_folder in sorted(path for path in _visible(folder) if path.is_dir()):
        kind = kind_folder.name
        if misnamed := list(_misnamed(kind_folder)):
            faults += misnamed
            continue
        versions = sorted((path.stem for path in _visible(kind_folder)), key=version_key)
        read = [_read_document(folder, kind, version, annotations, faults) for version in versions]
        documents[kind] = tuple(document for document in read if document is not None)
    faults += lock_faults(folder, lock)
    if faults:
        raise SchemaFolderError(faults)
    return SchemaFolder(folder, documents, lock)


def _visible(folder: Path) -> Iterator[Path]:
    """What is in a folder, without the files that desktops and editors leave there."""
    return (path for path in folder.iterdir() if not path.name.startswith("."))


def _misnamed(kind_folder: Path) -> Iterator[str]:
    kind = kind_folder.name
    if not _KIND.fullmatch(kind) or keyword.iskeyword(kind) or kind in _RESERVED_KINDS:
        yield f"{kind}: a kind is named by lower-case letters and digits, and names a package"
    versions = list(_visible(kind_folder))
    if not versions:
        yield f"{kind}: no version of this kind"
    for path in sorted(versions):
        if path.suffix != ".json" or not _VERSION.fullmatch(path.stem) or not path.is_file():
            yield f"{kind}/{path.name}: a schema file is named by its version, as in 1.2.0.json"


def lock_faults(folder: Path, lock: Mapping[str, Mapping[str, str]]) -> list[str]:
    """What contradicts the lock: a released schema that was changed or is missing."""
    faults = []
    for kind, versions in lock.items():
        for version, expected in versions.items():
            name = f"{kind}/{version}.json"
            if not (folder / name).is_file():
                faults.append(f"{name}: released, but the file is missing")
            elif (found := _file_digest(folder / name)) != expected:
                faults.append(
                    f"{name}: released with {expected}, is now {found}; "
                    "a released schema never changes: add a new version instead"
                )
    return faults


def _file_digest(path: Path) -> str:
    try:
        return digest(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        return "no text in UTF-8"


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
    ordered = {
        kind: dict(sorted(lock[kind].items(), key=lambda item: version_key(item[0]))) for kind in sorted(lock)
    }
    (folder / RELEASED).write_text(json.dumps(ordered, indent=2) + "\n", encoding="utf-8", newline="\n")


def _read_side_file(folder: Path, name: str) -> Any:
    try:
        return _read_json(folder / name)[1]
    except (OSError, ValueError, RecursionError) as error:
        raise SchemaFolderError([f"{name}: {error}"]) from None


def _read_lock(folder: Path) -> Lock:
    lock = _read_side_file(folder, RELEASED)
    is_lock = isinstance(lock, dict) and all(
        isinstance(versions, dict)
        and all(_VERSION.fullmatch(version) and isinstance(known, str) for version, known in versions.items())
        for versions in lock.values()
    )
    if not is_lock:
        raise SchemaFolderError([f"{RELEASED}: must list kinds, each with versions and their digests"])
    return dict(lock)


def _read_json(path: Path) -> tuple[str, Any]:
    """The text, its lines ending in LF, and its value; ValueError for what is not JSON."""
    text = path.read_text(encoding="utf-8")
    return text, json.loads(text, object_pairs_hook=_refuse_doubles, parse_constant=_refuse_constant)


def _refuse_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError(f"a member is doubled among {[name for name, _ in pairs]}")
    return members


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _read_document(
    folder: Path, kind: str, version: str, annotations: Draft202012Validator, faults: list[str]
) -> Document | None:
    name = f"{kind}/{version}.json"
    try:
        text, schema = _read_json(folder / name)
    except (ValueError, RecursionError) as error:
        faults.append(f"{name}: not JSON: {error}")
        return None
    document: Document | None = None
    try:
        document = read_document(kind, version, schema, text)
        found = list(_schema_faults(document, annotations))
    except UnsupportedSchemaError as error:
        found = [str(error)]
    faults.extend(f"{name}: {fault}" for fault in found)
    return None if found else document


def _schema_faults(document: Document, annotations: Draft202012Validator) -> Iterator[str]:
    """What is wrong with a schema that the model can carry."""
    schema = document.schema
    identifier = f"urn:runsnap:schema:{document.kind}:{document.version}"
    if schema.get("$id") != identifier:
        yield f"/$id: must be {identifier}"
    yield from map(_line, annotations.iter_errors(schema))
    yield from portability_faults(schema)
    validator = Draft202012Validator(schema, registry=Registry())
    for index, example in enumerate(schema.get("examples", [])):
        yield from (f"/examples/{index}{_line(error)}" for error in validator.iter_errors(example))


def _line(error: Any) -> str:
    return f"{pointer_of(error.absolute_path)}: {error.message[:300]}"
