"""Files of real tools, and odd inputs of which a real reader's answer is known: those of tests/data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.vectors.made import Proposal
from tests.vectors.parse import depth
from tests.vectors.schemas import VERSIONS

DATA = Path(__file__).resolve().parent.parent / "data"
LARGEST = 6000
"""Larger files say nothing that smaller ones do not, or are about nesting alone."""
DEEP = 100
"""Some parsers stop at 128 levels: deeper documents are about parsing."""


def recorded() -> Iterator[Proposal]:
    refused = json.loads((DATA / "refused.json").read_bytes())
    for entry in json.loads((DATA / "registry.json").read_bytes()):
        path = entry["path"]
        folder, _, name = path.removesuffix(".json").partition("/")
        wanted = folder in ("captures", "load", "resumptions") and entry["schema"] and entry["outcome"]
        if not wanted or path.endswith(".expected.json"):
            continue
        data = (DATA / path).read_bytes()
        if len(data) > LARGEST:
            continue
        said = refused.get(path, {})
        malformed = said.get("error") in ("MalformedError", "LimitError")
        deep = not malformed and depth(data.decode(errors="replace")) > DEEP
        if deep and said:
            continue
        version = next(v for v in VERSIONS if (v.kind, v.version) == (entry["kind"], entry["schema"]))
        yield Proposal(
            f"{folder}.{name.replace('/', '.')}",
            f"{name}: {entry['origin']}",
            version,
            data,
            origin="written" if folder == "load" else "recorded",
            stage="parse" if deep or malformed else None,
            expected=said.get("keyword") or (None if said else "valid"),
            pointer=said["pointer"] if malformed else None,
        )
