"""Every limit: what is at it passes, and one more does not; and the page that lists them is true."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap import Limits, avro
from runsnap._limits import DEEPEST, LONGEST_INTEGER
from runsnap.avro import _header
from tests.avro.samples import header
from tests.cli.tools import run, write
from tests.sdk.samples import changed, full_capture, full_resumption, nested

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "security.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the first table after these words."""
    rows = re.search(r"^\|.*?\n\n", PAGE[PAGE.index(heading) :], re.MULTILINE | re.DOTALL)
    assert rows
    return [
        [cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in rows[0].split("\n")[2:-2]
    ]


def resumption(**members: Any) -> runsnap.Resumption:
    return runsnap.Resumption.from_dict({**changed(full_resumption(), "/spend/micros", 1), **members})


def container(document: runsnap.Resumption, codec: str = "null") -> bytes:
    file = io.BytesIO()
    avro.dump([document], file, codec=codec)
    return file.getvalue()


Read = Callable[[Limits], Any]
"""Reads one thing that is exactly so large; what it gives is true."""


def sizes() -> dict[str, tuple[str, int, Read]]:
    """Things with the limit that they are held against, and how large they are."""
    saved = json.dumps(full_resumption(), ensure_ascii=False).encode()
    single = avro.encode(resumption())
    shape = {"inputs": {"x": [1] * 7}, "bindings": {}, "state": {"a": "b"}, "outputs": {}}
    deep = resumption(inputs={"x": nested(30)})
    packed = resumption(agent="x" * 5000)
    block = len(avro.encode(packed)) - len(b"\xc3\x01") - 8
    wide = avro.encode(resumption(**shape, spend={"unpriced": {str(turn): "" for turn in range(40)}}))
    cases: dict[str, tuple[str, int, Read]] = {
        "text": ("max_bytes", len(saved), lambda limits: runsnap.loads(saved, limits=limits)),
        "file": ("max_bytes", len(saved), lambda limits: runsnap.load(io.BytesIO(saved), limits=limits)),
        "report": ("max_bytes", len(saved), lambda limits: _valid(saved, limits)),
        "depth": ("max_depth", 32, lambda limits: runsnap.loads(deep.dumps(), limits=limits)),
        "depth in Avro": ("max_depth", 32, lambda limits: avro.decode(avro.encode(deep), limits=limits)),
        "single object": ("max_block_bytes", len(single), lambda limits: avro.decode(single, limits=limits)),
        "items": ("max_items", 1 + 1 + 40, lambda limits: avro.decode(wide, limits=limits)),
    }
    for codec in ("null", "deflate", "bzip2", "xz", "zstandard"):
        cases[f"block in {codec}"] = (
            "max_block_bytes",
            block,
            lambda limits, codec=codec: list(avro.load(io.BytesIO(container(packed, codec)), limits=limits)),
        )
    return cases


def _valid(saved: bytes, limits: Limits) -> bool:
    report = runsnap.validate(saved, limits=limits)
    if report.problems and report.problems[0].keyword == "limit":
        raise runsnap.LimitError("size in bytes", limits.max_bytes)
    return report.valid


@pytest.mark.parametrize("case", sizes())
def test_what_is_as_large_as_the_limit_is_read_and_what_is_larger_is_not(case: str) -> None:
    name, size, read = sizes()[case]
    assert read(Limits(**{name: size}))
    with pytest.raises(runsnap.LimitError) as caught:
        read(Limits(**{name: size - 1}))
    assert caught.value.allowed == size - 1


def test_every_limit_has_such_a_test() -> None:
    assert {name for name, _, _ in sizes().values()} | {"max_problems"} == {
        field.name for field in fields(Limits)
    }


@pytest.mark.parametrize("count", [99, 100, 101])
@pytest.mark.parametrize("limit", [None, 100, 99, 1])
def test_problems_failures_and_notes_are_listed_up_to_the_limit(count: int, limit: int | None) -> None:
    limits = Limits() if limit is None else Limits(max_problems=limit)
    most = limit or 100
    step = full_capture()["run_log"]["steps"][1]
    bad = changed(full_capture(), "/run_log/steps", [{**step, "idx": -1, "x": 1}] * count)
    report = runsnap.validate(bad, limits=limits)
    assert (report.problem_count, len(report.problems)) == (count, min(count, most))
    assert (report.note_count, len(report.notes)) == (count, min(count, most))
    odd = changed(full_capture(), "/run_log/steps", [{**step, "idx": 5}] * count)
    report = runsnap.validate(odd, limits=limits)
    assert report.failure_count >= count
    assert len(report.failures) == min(report.failure_count, most)


@pytest.mark.parametrize("name", [field.name for field in fields(Limits)])
def test_what_a_limit_may_be(name: str) -> None:
    assert Limits(**{name: 1})
    with pytest.raises(ValueError, match="at least 1"):
        Limits(**{name: 0})
    for wrong in (True, 1.0, "1", None):
        with pytest.raises(TypeError):
            Limits(**{name: wrong})


@pytest.mark.parametrize("sign", [1, -1])
def test_the_longest_integer_is_saved_and_a_longer_one_is_not(sign: int) -> None:
    document = resumption()
    document.inputs["x"] = longest = sign * (10**LONGEST_INTEGER - 1)
    assert runsnap.Resumption.loads(document.dumps()).inputs["x"] == longest
    document.inputs["x"] = longest + sign
    with pytest.raises(runsnap.LimitError) as caught:
        document.dumps()
    assert (caught.value.limit, caught.value.pointer) == ("digits of an integer", "/inputs/x")


@pytest.mark.parametrize("save", [runsnap.Resumption.dumps, avro.encode])
def test_the_deepest_document_is_saved_and_a_deeper_one_is_not(save: Callable[[Any], Any]) -> None:
    document = resumption()
    document.inputs["x"] = nested(DEEPEST - 2)
    assert save(document)
    document.inputs["x"] = nested(DEEPEST - 1)
    with pytest.raises(runsnap.LimitError) as caught:
        save(document)
    assert (caught.value.limit, caught.value.allowed) == ("nesting depth", DEEPEST)


@pytest.mark.parametrize("values", [1, 2, 5])
def test_the_longest_header_is_read_and_a_longer_one_is_not(values: int) -> None:
    most = _header._LARGEST_HEADER
    assert _header.read_header(io.BytesIO(header_of(most, values)))
    with pytest.raises(runsnap.LimitError) as caught:
        _header.read_header(io.BytesIO(header_of(most + 1, values)))
    assert caught.value.allowed == most


def header_of(size: int, values: int) -> bytes:
    """A header of so many bytes, most of them in values of other writers."""
    schema = json.dumps(avro.schema("resumption")).encode()
    share = (size - len(schema)) // values - 100
    metadata = {"avro.schema": schema, **{str(number): bytes(share) for number in range(values)}}
    while missing := size - len(header(metadata)):
        metadata["0"] += bytes(missing)
    return header(metadata)


def test_the_page_lists_the_limits_with_their_defaults() -> None:
    rows = {cells[0]: int(cells[1]) for cells in table("what can be set")}
    assert rows == {field.name: field.default for field in fields(Limits)}


def test_the_page_lists_the_options_of_the_command_line(tmp_path: Path) -> None:
    for name, _, _, option in table("what can be set"):
        assert bool(option) == (f"--{name.replace('_', '-')}" in run("validate", "--help").stdout)
        assert option in ("", f"--{name.replace('_', '-')}")


@pytest.mark.parametrize("command", ["validate", "convert"])
def test_the_options_of_the_command_line_are_those_limits(command: str, tmp_path: Path) -> None:
    path = write(tmp_path / "run.json", full_capture())
    size = Path(path).stat().st_size
    target = [str(tmp_path / "copy.json")] if command == "convert" else []
    assert run(command, "--max-bytes", str(size), path, *target).exit_code == 0
    assert run(command, "--max-bytes", str(size - 1), path, *target).exit_code == 1
    if command == "validate":
        assert run(command, "--max-depth", "7", path).exit_code == 0
        assert run(command, "--max-depth", "6", path).exit_code == 1
        assert run(command, "--max-depth", str(DEEPEST + 1), path).exit_code == 2


def test_the_page_lists_the_fixed_limits() -> None:
    values = [int(cells[1]) for cells in table("These are fixed")]
    assert values == [LONGEST_INTEGER, DEEPEST, _header._LARGEST_HEADER, 38]
