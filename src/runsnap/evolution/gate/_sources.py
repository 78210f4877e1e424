"""What the two arguments of a comparison mean: released names, files, and files of a commit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from runsnap._generated.catalog import CATALOG
from runsnap.evolution.gate._git import GitError, commit
from runsnap.evolution.gate._report import Side
from runsnap.evolution.gate._repository import read_schema, text_of

_NAME = re.compile(r"([a-z][a-z0-9_-]*)@([0-9][0-9.]*)")


class SourceError(ValueError):
    """An argument that cannot be read; the message names it."""


def is_avro(side: Side) -> bool:
    """Whether a side is an Avro schema and nothing else."""
    return side.schema is None


def side_of(argument: str) -> Side:
    """The side that an argument means."""
    named = _NAME.fullmatch(argument)
    if named and not Path(argument).exists():
        return _released(named[1], named[2])
    try:
        return _file(argument, _bytes(argument), argument)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SourceError(f"{argument}: {reason}") from None


def _bytes(argument: str) -> bytes:
    if not argument.startswith("git:"):
        return Path(argument).read_bytes()
    name, colon, path = argument.removeprefix("git:").partition(":")
    if not colon or not name or not path:
        raise GitError("a file of a commit is written git:REF:path")
    here = Path.cwd()
    at = commit(here, name)
    if path.startswith(("./", "../")):
        path = at.inside(here / path)
    return at.read(path)


def _file(label: str, data: bytes, name: str) -> Side:
    schema, text = read_schema(data), text_of(data)
    uri = name.rpartition(":")[2] if name.startswith("git:") else Path(name).as_posix()
    if name.endswith(".avsc"):
        return Side(label, uri, avro=schema, avro_uri=uri, avro_text=text)
    if not isinstance(schema, dict | bool):
        raise SourceError("a JSON Schema is an object or a boolean")
    return Side(label, uri, schema=schema, text=text)


def _released(kind: str, version: str) -> Side:
    from runsnap._generated.avro_catalog import AVRO_CATALOG

    if kind not in CATALOG.kinds:
        raise SourceError(f"{kind}@{version}: no such kind; known: {', '.join(CATALOG.kinds)}")
    if version not in CATALOG.versions(kind):
        raise SourceError(f"{kind}@{version}: no such version; known: {', '.join(CATALOG.versions(kind))}")
    text, avro = CATALOG.text(kind, version), AVRO_CATALOG.text(kind, version)
    return packaged_side(kind, version, text, avro)


def packaged_side(kind: str, version: str, text: str, avro: str) -> Side:
    """A version of our own with its Avro schema."""
    return Side(
        f"{kind}@{version}", f"{kind}/{version}.json", schema=parsed(text), text=text, avro=parsed(avro),
        avro_uri=f"{kind}/{version}.avsc", avro_text=avro, kind=kind, version=version,
    )  # fmt: skip


def parsed(text: str) -> Any:
    """A schema of either kind from its text; ValueError with a line for people."""
    return read_schema(text.encode())
