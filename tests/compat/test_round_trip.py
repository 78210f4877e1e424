"""Load and save lose nothing: unknown members, nulls inside free values, digits, signs of zero."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from runsnap._equality import normalised, same_json
from runsnap._generated.catalog import CATALOG
from tests.compat.corpus import LOADING, Entry, path_of, tagged


def original(entry: Entry) -> Any:
    """The document, read by the standard library, in the form in which it is written."""
    document = json.loads(entry.file.read_text(encoding="utf-8"))
    return normalised(document, CATALOG.root(entry.kind), CATALOG.shapes(entry.kind))


@pytest.mark.parametrize("layout", ["sorted", "declared"])
@pytest.mark.parametrize("entry", LOADING, ids=path_of)
def test_saving_loses_nothing(entry: Entry, layout: Any, tmp_path: Path) -> None:
    loaded = entry.cls.load(entry.file)
    copy = tmp_path / "copy.json"
    loaded.save(copy, layout=layout)
    assert same_json(json.loads(copy.read_text(encoding="utf-8")), original(entry))
    again = entry.cls.load(copy)
    assert again == loaded
    assert tagged(again) == tagged(loaded)
    assert again.to_bytes(layout=layout) == copy.read_bytes()


@pytest.mark.parametrize("entry", LOADING, ids=path_of)
def test_plain_values_are_the_document(entry: Entry) -> None:
    loaded = entry.cls.load(entry.file)
    plain = loaded.to_dict()
    assert same_json(plain, original(entry))
    assert tagged(entry.cls.from_dict(plain)) == entry.expected["loads"]


def test_unknown_members_stand_at_every_level_of_the_made_files() -> None:
    """What the round trips above prove for unknown members, they prove at every level."""
    for entry in LOADING:
        if entry.file.name == "unknown-members-all.json":
            records = CATALOG.shapes(entry.kind)
            missing = set(records) - set(with_unknown_members(entry.cls.load(entry.file)))
            # 1.0.0 declares no tool calls, so its writer has none at whose level a member could stand.
            assert missing == ({"ToolCall"} if entry.schema == "1.0.0" else set())


def with_unknown_members(value: Any) -> set[str]:
    """Names of the records, of those that hold unknown members."""
    if isinstance(value, list):
        return set().union(*map(with_unknown_members, value))
    if isinstance(value, dict):
        return with_unknown_members(list(value.values()))
    if not hasattr(value, "additional_properties"):
        return set()
    inside = with_unknown_members([getattr(value, name) for name in value.__slots__])
    return inside | ({type(value).__name__} if value.additional_properties else set())
