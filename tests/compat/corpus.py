"""The corpus in ``tests/data``: its registry, and how a record looks in its expected results."""

from __future__ import annotations

import dataclasses
import json
import struct
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from whenever import Instant

import runsnap
from tests.data.expected import nanoseconds

DATA = Path(__file__).resolve().parent.parent / "data"
CLASSES: dict[str, type[runsnap.Capture | runsnap.Resumption]] = {
    "capture": runsnap.Capture,
    "resumption": runsnap.Resumption,
}


@dataclass(frozen=True)
class Entry:
    """A line of the registry."""

    path: str
    sha256: str
    kind: str
    schema: str | None
    origin: str
    outcome: str | None

    @property
    def file(self) -> Path:
        return DATA / self.path

    @property
    def cls(self) -> type[runsnap.Capture | runsnap.Resumption]:
        return CLASSES[self.kind]

    @property
    def expected(self) -> dict[str, Any]:
        result: dict[str, Any] = read_json(self.path.removesuffix(".json") + ".expected.json")
        return result


def read_json(path: str) -> Any:
    return json.loads((DATA / path).read_text(encoding="utf-8"))


REGISTRY = [Entry(**line) for line in read_json("registry.json")]
DOCUMENTS = [entry for entry in REGISTRY if entry.kind in CLASSES]
LOADING = [entry for entry in DOCUMENTS if entry.outcome == "loads"]
REFUSED = [entry for entry in DOCUMENTS if entry.outcome != "loads"]


def path_of(entry: Entry) -> str:
    """The name of a test."""
    return entry.path


def tagged(value: Any) -> Any:
    """A record, or a value in one, as the expected results have it; exact types only."""
    if dataclasses.is_dataclass(value):
        return _tagged_record(value)
    if isinstance(value, StrEnum):
        return f"text:{value.value}"
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is int:
        return f"int:{value}"
    if kind is float:
        return f"double:{struct.pack('>d', value).hex()}"
    if kind is str:
        return f"text:{value}"
    if kind is Instant:
        return f"instant:{nanoseconds(value.format_iso())}"
    if kind is list:
        return [tagged(item) for item in value]
    assert kind is dict, f"{kind} in a record"
    return {name: tagged(item) for name, item in value.items()}


def _tagged_record(record: Any) -> dict[str, Any]:
    declared = [field for field in dataclasses.fields(record) if "wire" in field.metadata]
    members = {field.metadata["wire"]: tagged(getattr(record, field.name)) for field in declared}
    unknown = tagged(record.additional_properties)
    assert not members.keys() & unknown.keys()
    return members | unknown
