"""A power cut at any time: the old content or the new; after the save has ended, the new."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runsnap._temporary import new_file
from tests.faults.disk import Contents, after_power_cuts, watched, whole
from tests.faults.ways import OLD, WAYS, prepared


def contents(folder: Path) -> Contents:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def states(
    write: Callable[[Path], Any], target: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Contents], list[Contents], bytes]:
    """What may be left by a power cut while ``write`` works, and after it; and what it wrote."""
    before = contents(target.parent)
    with monkeypatch.context() as patch:
        noted = watched(target.parent, patch)
        write(target)
    real = contents(target.parent)
    assert whole(noted.events, before) == real
    cuts = list(after_power_cuts(noted.events, before))
    last = len(noted.events)
    return (
        [state for done, state in cuts if done < last],
        [state for done, state in cuts if done == last],
        real[target.name],
    )


@pytest.mark.parametrize("name", WAYS)
def test_a_power_cut_leaves_the_old_content_or_the_new(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = WAYS[name]
    target = prepared(tmp_path, way)
    during, after, new = states(way.write, target, monkeypatch)
    assert {state[target.name] for state in during} == {OLD, new}
    assert after == [{target.name: new}] * len(after)


def test_a_new_file_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    way = WAYS["json"]
    target = prepared(tmp_path, way)
    target.unlink()
    during, after, new = states(way.write, target, monkeypatch)
    assert {state.get(target.name) for state in during} == {None, new}
    assert {state[target.name] for state in after} == {new}


def test_the_next_save_tidies_up_after_any_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    way = WAYS["json"]
    target = prepared(tmp_path, way)
    during, _, new = states(way.write, target, monkeypatch)
    monkeypatch.setattr(os, "fsync", lambda _: None)
    littered = [state for state in during if len(state) > 1]
    assert littered
    for state in littered:
        for name, content in state.items():
            (target.parent / name).write_bytes(content)
        way.write(target)
        assert contents(target.parent) == {target.name: new}


def test_new_folders_are_as_safe_as_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Any] = []
    real = os.fsync

    def noted(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    WAYS["json"].write(tmp_path / "a" / "b" / "run.json")
    changed = [tmp_path / "a" / "b" / "run.json", tmp_path / "a" / "b", tmp_path / "a", tmp_path]
    assert synced == [path.stat().st_ino for path in changed]


def without_sync(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        WAYS["json"].write(path)


def renamed_before_the_sync(path: Path) -> None:
    temporary, file = new_file(path.parent, 0o600)
    with file:
        file.write(b"new")
        file.flush()
        os.replace(temporary, path)
        os.fsync(file.fileno())


@pytest.mark.parametrize("write", [without_sync, renamed_before_the_sync])
def test_a_careless_writer_is_found(
    write: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = prepared(tmp_path, WAYS["json"])
    during, after, new = states(write, target, monkeypatch)
    assert not {state[target.name] for state in [*during, *after]} <= {OLD, new}
