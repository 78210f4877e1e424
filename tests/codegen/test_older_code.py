"""Code of an older release loads what newer writers wrote, and gives it back whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codegen.model import Document
from codegen.schemas import read_folder
from runsnap._equality import normalised, same_json
from tests.codegen.packages import package

HISTORY = read_folder(Path(__file__).resolve().parents[2] / "schemas").documents
RELEASES = [(kind, document) for kind, versions in HISTORY.items() for document in versions]
LATER = {
    "capture": {"run_log": {"status": "paused", "retries": [{"a": None}]}, "later": 10**30},
    "resumption": {"usage": {"later": 1.0}, "later": {"deep": [[None]]}},
}
"""Members and labels that no release knows, to be laid over an example."""


def laid_over(plain: Any, added: Any) -> Any:
    if isinstance(plain, dict) and isinstance(added, dict):
        return plain | {name: laid_over(plain.get(name), value) for name, value in added.items()}
    return added


@pytest.mark.parametrize(("kind", "document"), RELEASES, ids=lambda value: getattr(value, "version", value))
def test_code_of_every_release_keeps_what_newer_files_hold(
    kind: str, document: Document, tmp_path: Path
) -> None:
    module = package(tmp_path, document)
    generated = getattr(module, kind)
    root = getattr(generated, document.root.name)
    for example in HISTORY[kind][-1].schema["examples"]:
        plain = laid_over(example, LATER[kind])
        loaded = root.loads(json.dumps(plain))
        assert loaded.additional_properties["later"] == LATER[kind]["later"]
        expected = normalised(plain, document.root.name, generated.tables.SHAPES)
        assert same_json(loaded.to_dict(), expected)
        assert same_json(json.loads(loaded.dumps()), expected)


def test_labels_of_a_newer_release_stay_texts(tmp_path: Path) -> None:
    oldest, newest = HISTORY["capture"][0], HISTORY["capture"][-1]
    added = {label for _, label in newest.enum("StepKind").labels} - {
        label for _, label in oldest.enum("StepKind").labels
    }
    assert added == {"memory_recall"}
    module = package(tmp_path, oldest)
    step = module.capture.Step.loads(
        '{"idx": 0, "kind": "memory_recall", "input": null, "output": null, "cost_usd": 0.5}'
    )
    assert type(step.kind) is str
    assert step.additional_properties == {"cost_usd": 0.5}
    assert '"memory_recall"' in step.dumps()
