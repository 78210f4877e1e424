"""Generated code is typed strictly, whatever the schema."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegen.emit import generate
from tests.codegen.packages import write
from tests.codegen.test_generality import SCHEMAS, model

USE = """
from whenever import Instant

from odd_nested.sample import Odd, Part, Sample

def use(sample: Sample) -> None:
    a: dict[str, dict[str, Part]] = sample.deep_map
    b: list[list[list[int]]] = sample.rows
    c: list[Part | None] | None = sample.holes
    d: list[Instant | None] = sample.moments
    e: list[Odd | str] = sample.labels
    f: dict[str, bool] = sample.coded
    g: str = sample.rows  # type: ignore[assignment]
"""


def test_generated_code_passes_mypy(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api", reason="mypy belongs to the group of types")
    names = [f"odd_{name.replace(' ', '_')}" for name in SCHEMAS]
    for name, package in zip(SCHEMAS, names, strict=True):
        made = model(name)
        write(tmp_path / package, generate({made.kind: (made,)}))
    (tmp_path / "use.py").write_text(USE, encoding="utf-8")
    options = ["--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}", "--python-version=3.11"]
    out, err, status = api.run([*options, *(str(tmp_path / name) for name in [*names, "use.py"])])
    assert status == 0, out + err
