"""Which files are read, and what is never opened."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from runsnap._paths import Skipped, Target, Unusable, find


def touch(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(b"")


def targets(*arguments: str) -> list[str]:
    return [found.path for found in find(arguments) if isinstance(found, Target)]


def test_a_folder_gives_documents_at_any_depth_in_order(folder: Path) -> None:
    touch(
        "runs/b.json",
        "runs/a.jsonl",
        "runs/deep/er/c.NDJSON",
        "runs/d.json.gz",
        "runs/e.ndjson.zst",
        "runs/z/f.json",
    )
    assert targets("runs") == [
        "runs/a.jsonl", "runs/b.json", "runs/d.json.gz", "runs/e.ndjson.zst", "runs/deep/er/c.NDJSON", "runs/z/f.json",
    ]  # fmt: skip


def test_other_files_in_a_folder_are_ignored(folder: Path) -> None:
    touch("runs/notes.txt", "runs/json", "runs/a.json.bak", "runs/b.gz")
    assert list(find(("runs",))) == []


def test_hidden_folders_are_not_searched_but_where_they_are_named(folder: Path) -> None:
    """A virtual environment or a cache beside the runs holds JSON of other kinds."""
    touch("runs/.venv/a.json", "runs/.b.json", "runs/c.json")
    assert targets("runs") == ["runs/.b.json", "runs/c.json"]
    assert targets("runs/.venv") == ["runs/.venv/a.json"]


def test_a_path_that_is_named_is_read_whatever_its_name(folder: Path) -> None:
    touch("notes.txt")
    assert targets("notes.txt", "-") == ["notes.txt", "-"]


def test_nothing_is_read_twice(folder: Path) -> None:
    touch("runs/a.json")
    assert targets("runs", "runs/a.json", "runs/*.json", "-", "-") == ["runs/a.json", "-"]


def test_nothing_is_read_twice_however_its_folder_is_spelled(folder: Path) -> None:
    touch("runs/a.json", "b.json", "-")
    Path("latest").symlink_to("runs")
    assert targets("runs", "./runs", "latest", "runs/../runs/*.json", str(Path("runs").resolve())) == [
        "runs/a.json"
    ]
    assert targets("b.json", "./b.json", str(Path("b.json").resolve())) == ["b.json"]
    assert targets("-", "./-") == ["-", "./-"]


def test_a_link_to_a_file_is_a_file_of_its_own(folder: Path) -> None:
    touch("runs/a.json")
    Path("runs/latest.json").symlink_to("a.json")
    assert targets("runs", "runs/latest.json") == ["runs/a.json", "runs/latest.json"]


def test_patterns_reach_into_folders(folder: Path) -> None:
    touch("runs/a.json", "runs/x/b.json", "runs/x/c.txt")
    assert targets("runs/*.json") == ["runs/a.json"]
    assert targets("runs/**/*.json") == ["runs/a.json", "runs/x/b.json"]
    assert targets("runs/x/?.txt") == ["runs/x/c.txt"]
    assert targets(str(folder / "runs" / "[ab].json")) == [str(folder / "runs" / "a.json")]
    assert targets("run*") == ["runs/a.json", "runs/x/b.json"]


def test_overlapping_folders_of_a_pattern_are_no_loop(folder: Path) -> None:
    touch("runs/x/y/b.json")
    assert list(find(("runs/**",))) == [Target("runs/x/y/b.json")]


def test_a_file_whose_name_looks_like_a_pattern_is_meant_itself(folder: Path) -> None:
    touch("run[1].json", "run1.json")
    assert targets("run[1].json") == ["run[1].json"]


@pytest.mark.parametrize("argument", ["missing.json", "none-*.json", "a**b/*.json", "nul\0.json", "x" * 5000])
def test_what_cannot_be_found_is_said(folder: Path, argument: str) -> None:
    (found,) = find((argument,))
    assert isinstance(found, Unusable)
    assert found.reason


def test_a_loop_of_links_ends(folder: Path) -> None:
    touch("runs/a.json")
    Path("runs/again").symlink_to("../runs")
    Path("runs/self.json").symlink_to("self.json")
    found = list(find(("runs",)))
    assert [item.path for item in found if isinstance(item, Target)] == ["runs/a.json"]
    assert {item.path for item in found if isinstance(item, Skipped)} == {"runs/again", "runs/self.json"}


def test_a_maze_of_links_does_not_explode(folder: Path) -> None:
    for level in range(40):
        Path(f"maze/{level}").mkdir(parents=True)
        for name in ("left", "right"):
            Path(f"maze/{level}/{name}").symlink_to(f"../{level + 1}")
    touch("maze/40/a.json")
    assert len(list(find(("maze/0",)))) == 41


def test_a_link_to_a_folder_is_followed(folder: Path) -> None:
    touch("elsewhere/a.json")
    Path("runs").mkdir()
    Path("runs/link").symlink_to("../elsewhere")
    assert targets("runs") == ["runs/link/a.json"]


def test_a_dangling_link_is_skipped(folder: Path) -> None:
    Path("runs").mkdir()
    Path("runs/gone.json").symlink_to("nowhere.json")
    (found,) = find(("runs",))
    assert isinstance(found, Skipped)
    assert "nowhere" in found.reason


def test_pipes_devices_and_sockets_in_folders_are_skipped(folder: Path) -> None:
    Path("runs").mkdir()
    os.mkfifo("runs/pipe.json")
    Path("runs/device.json").symlink_to("/dev/null")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("runs/socket.json")
        assert list(find(("runs",))) == [
            Skipped("runs/device.json", "a device"),
            Skipped("runs/pipe.json", "a named pipe"),
            Skipped("runs/socket.json", "a socket"),
        ]
        assert {type(found) for found in find(("runs/*",))} == {Skipped}


def test_a_folder_that_cannot_be_listed_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch("runs/locked/a.json", "runs/open/b.json")
    listdir = os.listdir

    def refusing(path: str) -> list[str]:
        if path.endswith("locked"):
            raise PermissionError(13, "Permission denied")
        return listdir(path)

    monkeypatch.setattr(os, "listdir", refusing)
    assert list(find(("runs",))) == [Unusable("runs/locked", "Permission denied"), Target("runs/open/b.json")]
