"""``validate`` and ``show`` on Avro, and ``show`` on files of many documents."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

import runsnap
from runsnap import avro
from tests.avro.samples import (
    PLAIN,
    RUN,
    block,
    capture,
    container,
    datum,
    document,
    header_of,
    numbered,
    resumption,
)
from tests.cli.test_stream_quarantine import invalid_avro
from tests.cli.tools import example, run, write


class Pipe(io.BytesIO):
    def seekable(self) -> bool:
        return False


def uncounted(documents: list[Any]) -> bytes:
    pipe = Pipe()
    avro.dump(documents, pipe)
    return pipe.getvalue()


def test_a_good_file_and_the_count_of_its_documents(folder: Path) -> None:
    avro.dump(numbered(3), "a.avro")
    result = run("validate", "a.avro")
    assert (result.exit_code, result.stdout) == (
        0,
        "ok         a.avro  3 documents, their count is checked\n",
    )
    Path("a.avro").write_bytes(uncounted(numbered(3)))
    result = run("validate", "a.avro")
    assert (result.exit_code, result.stdout) == (
        0, "ok         a.avro  3 documents, their count is not checked: the writer noted none\n",
    )  # fmt: skip


def test_the_count_as_json(folder: Path) -> None:
    avro.dump(numbered(2), "a.avro")
    Path("b.avro").write_bytes(uncounted(numbered(1)))
    printed = json.loads(run("validate", "--json", ".").stdout)
    assert printed["containers"] == [
        {"path": "./a.avro", "documents": 2, "countChecked": True},
        {"path": "./b.avro", "documents": 1, "countChecked": False},
    ]
    assert [(each["path"], each["index"]) for each in printed["reports"]] == [
        ("./a.avro", 0), ("./a.avro", 1), ("./b.avro", 0),
    ]  # fmt: skip


def test_a_wrong_count_is_a_problem(folder: Path) -> None:
    Path("a.avro").write_bytes(
        container(numbered(3)).replace(b"00000000000000000003", b"00000000000000000004")
    )
    result = run("validate", "a.avro")
    assert result.exit_code == 1
    assert "the file holds 3 documents, its header says 4" in result.stdout
    assert "count is" not in result.stdout


def test_bad_documents_are_reported_with_their_index(folder: Path) -> None:
    Path("a.avro").write_bytes(invalid_avro())
    result = run("validate", "a.avro")
    assert result.exit_code == 1
    assert result.stdout.startswith("invalid    a.avro  4 documents, 2 invalid, ")
    places = [line.split()[:3] for line in result.stdout.splitlines() if "document" in line][1:]
    assert places == [["document", "1:", "/run_id"], ["document", "2:", "/run_id"]]


def test_every_problem_of_a_document_is_reported(folder: Path) -> None:
    bad = datum(capture()).replace(RUN.encode(), b"U" * len(RUN))  # in two places
    Path("a.avro").write_bytes(header_of("capture") + block(bad, 1))
    printed = json.loads(run("validate", "--json", "a.avro").stdout)
    assert sorted(problem["pointer"] for problem in printed["reports"][0]["problems"]) == [
        "/run_id", "/run_log/run_id",
    ]  # fmt: skip


def test_cross_field_rules_and_notes_in_avro(folder: Path) -> None:
    avro.dump([capture(model_version="another", novel=1)], "a.avro")
    result = run("validate", "--notes", "a.avro")
    assert result.exit_code == 0
    assert result.stdout.startswith(
        "warning    a.avro  1 document, their count is checked, 1 cross-field failure"
    )
    assert "document 0: /model_version   model-version-is-last-model" in result.stdout
    assert "document 0: /novel   " in result.stdout
    assert run("validate", "--strict", "a.avro").exit_code == 1


def test_another_kind_is_a_problem(folder: Path) -> None:
    avro.dump(numbered(1), "a.avro")
    assert run("validate", "--kind", "resumption", "a.avro").exit_code == 0
    assert run("validate", "--kind", "capture", "a.avro").exit_code == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "does not begin as an Avro container file does"),
        (container(numbered(2))[:-1], "the file ends inside a block"),
        (header_of("resumption") + block(datum(resumption())[:-1], 1), "the data ends inside a document"),
    ],
)
@pytest.mark.parametrize("arguments", [("validate",), ("show",), ("show", "--index", "0")])
def test_damage_is_said(folder: Path, data: bytes, said: str, arguments: tuple[str, ...]) -> None:
    Path("a.avro").write_bytes(data)
    result = run(*arguments, "a.avro")
    assert result.exit_code == 1
    assert said in result.stdout + result.stderr


@pytest.mark.parametrize("kind", ["capture", "resumption"])
def test_avro_is_known_by_its_first_bytes(folder: Path, kind: str) -> None:
    packed = container([document(kind)])
    write(folder / "a.json", PLAIN[kind])
    shown = run("show", "a.json").stdout
    for data in (packed, gzip.compress(packed), avro.encode(document(kind))):
        assert run("show", "-", stdin=data).stdout == shown
        assert run("validate", "-", stdin=data).exit_code == 0


def many(folder: Path, suffix: str, count: int = 30) -> str:
    documents = [
        capture(run_log=capture().run_log.to_dict() | {"agent": f"agent-{at}."}) for at in range(count)
    ]
    if suffix == ".avro":
        avro.dump(documents, "many.avro")
    else:
        data = b"\n\n".join(each.to_bytes(layout="declared") for each in documents)
        Path(f"many{suffix}").write_bytes(gzip.compress(data) if suffix.endswith("gz") else data)
    return f"many{suffix}"


FILES = (".avro", ".jsonl", ".ndjson.gz")


@pytest.mark.parametrize("suffix", FILES)
def test_one_of_many_is_shown(folder: Path, suffix: str) -> None:
    name = many(folder, suffix)
    for index in (0, 17, 29):
        result = run("show", "--index", str(index), name)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"agent-{index}.  capture\n")
    result = run("show", "--index", "30", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert ("it holds 30 documents" in result.stderr) == (suffix == ".avro")


@pytest.mark.parametrize("suffix", FILES)
def test_many_are_listed(folder: Path, suffix: str) -> None:
    name = many(folder, suffix)
    result = run("show", name)
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines() if "agent-" in line]
    assert [row[0] for row in rows] == [str(at) for at in range(20)]
    assert [next(cell for cell in row if cell.startswith("agent")) for row in rows] == [
        f"agent-{at}." for at in range(20)
    ]
    whole = "the first 20 documents of 30" if suffix == ".avro" else "the first 20 documents;"
    assert whole in result.stdout
    assert len(run("show", "--limit", "3", name).stdout.splitlines()) == 2 + 3 + 2
    result = run("show", "--limit", "30", name)
    assert "agent-29." in result.stdout
    assert "the first" not in result.stdout


def test_the_list_of_lines_names_lines(folder: Path) -> None:
    header, _, first, second, *_ = run("show", many(folder, ".jsonl")).stdout.splitlines()
    assert header.split() == ["Index", "Line", "Kind", "Agent", "Steps", "State"]
    assert first.split()[:6] == ["0", "1", "capture", "agent-0.", "1", "running,"]
    assert second.split()[:2] == ["1", "3"]


def test_a_list_shows_both_kinds_and_what_is_bad(folder: Path) -> None:
    lines = [example("resumption"), {"kind": "memory"}, example("capture")]
    Path("a.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run("show", "a.jsonl")
    assert result.exit_code == 1
    kinds = [line.split()[2] for line in result.stdout.splitlines()[2:]]
    assert kinds == ["resumption", "(bad)", "capture"]
    assert 'a snapshot of kind "memory"' in result.stdout
    assert run("show", "--limit", "1", "a.jsonl").exit_code == 0
    assert run("show", "--index", "1", "a.jsonl").exit_code == 1
    assert run("show", "--index", "2", "a.jsonl").exit_code == 0


def test_nothing_hostile_in_a_list(folder: Path) -> None:
    avro.dump(
        [capture(run_log=capture().run_log.to_dict() | {"agent": "\x1b[2J\u202e", "status": "\x07"})] * 2,
        "a.avro",
    )
    printed = run("show", "a.avro").stdout
    assert "\\u001b[2J\\u202e" in printed
    assert not {"\x1b", "\x07", "\u202e"} & set(printed)


def test_a_single_document_has_index_0(run_json: str) -> None:
    assert run("show", "--index", "0", run_json).stdout == run("show", run_json).stdout
    assert run("show", "--index", "1", run_json).exit_code == 2
    avro.dump([runsnap.load(run_json)], "a.avro")
    assert run("show", "a.avro").stdout == run("show", run_json).stdout


def test_an_empty_file_of_many(folder: Path) -> None:
    avro.dump([], "a.avro", kind="capture")
    assert run("show", "a.avro").stdout == "a.avro: no documents\n"
    assert run("validate", "a.avro").stdout == "ok         a.avro  0 documents, their count is checked\n"
    assert run("show", "--index", "0", "a.avro").exit_code == 2


def test_blocks_before_the_index_are_not_unpacked(folder: Path) -> None:
    packed = header_of("capture") + block(b"junk", 5) + block(datum(capture()), 1)
    Path("a.avro").write_bytes(packed)
    assert run("show", "--index", "5", "a.avro").exit_code == 0
    assert run("show", "--index", "4", "a.avro").exit_code == 1


def test_folders_hold_avro_too(folder: Path) -> None:
    Path("runs").mkdir()
    avro.dump(numbered(2), "runs/a.avro")
    write(folder / "runs" / "b.json", example("capture"))
    result = run("validate", "runs")
    assert result.stdout.splitlines()[-1] == "2 files, 3 documents, 0 invalid"
