"""The workers of a conversion: how much they have at a time, and that none of them stays."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from typing import Any

import pytest

import runsnap
from runsnap import avro
from runsnap._stream import pool
from runsnap._stream.convert import Converter
from runsnap._stream.items import Chunk, Packed, Part, Spec, Texts
from tests.avro.samples import capture

LINE = capture().to_bytes(layout="declared")


class Team:
    """Stands in for the processes, and counts what is under way."""

    def __init__(self) -> None:
        self.workers: list[Any] = []
        self.under_way: list[Chunk] = []
        self.most = self.most_bytes = 0

    def worker(self, _: Spec) -> Any:
        self.workers.append(FakeWorker(self))
        return self.workers[-1]


class FakeWorker:
    def __init__(self, team: Team) -> None:
        self.team = team
        self.mine: list[Chunk] = []
        self.most = 0

    def send(self, chunk: Chunk) -> None:
        team = self.team
        team.under_way.append(chunk)
        self.mine.append(chunk)
        self.most = max(self.most, len(self.mine))
        team.most = max(team.most, len(team.under_way))
        team.most_bytes = max(team.most_bytes, sum(each.size for each in team.under_way))

    def parts(self) -> Iterator[Part]:
        chunk = self.mine.pop(0)
        assert self.team.under_way.pop(0) is chunk  # the one that was sent first
        yield Part(documents=chunk.size)

    def end(self) -> None:
        assert not self.mine

    def kill(self) -> None:
        pass


@pytest.fixture
def team(monkeypatch: pytest.MonkeyPatch) -> Team:
    team = Team()
    monkeypatch.setattr(pool, "_Worker", team.worker)
    return team


def sizes(team: Team, given: list[int], workers: int) -> list[int]:
    chunks = (Texts("a", [], size) for size in given)
    return [part.documents for part in pool.in_order(Spec("jsonl"), chunks, workers)]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_few_chunks_are_under_way_and_come_back_in_order(team: Team, workers: int) -> None:
    given = list(range(100))
    assert sizes(team, given, workers) == given
    assert len(team.workers) == workers
    assert team.most == 2 * workers
    assert {worker.most for worker in team.workers} == {2}


def test_no_more_workers_than_chunks(team: Team) -> None:
    assert sizes(team, [1, 2, 3], 8) == [1, 2, 3]
    assert len(team.workers) == 3
    assert sizes(team, [], 8) == []
    assert len(team.workers) == 3


def test_few_bytes_are_under_way(team: Team) -> None:
    given = [30 * 2**20, 20 * 2**20, 10 * 2**20, 5 * 2**20, 100 * 2**20, 1, 2] * 3
    assert sizes(team, given, 8) == given
    assert 2**26 < team.most_bytes == 100 * 2**20  # one alone may be larger


def chunks(count: int) -> list[Chunk]:
    return [Texts("a.jsonl", [(number, LINE)], len(LINE)) for number in range(count)]


def test_no_process_is_left() -> None:
    parts = pool.in_order(Spec("jsonl"), chunks(50), 2)
    assert next(iter(parts)).blocks == [(1, LINE + b"\n")]
    assert len(multiprocessing.active_children()) == 2
    parts.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []
    assert sum(part.documents for part in pool.in_order(Spec("jsonl"), chunks(50), 2)) == 50
    assert multiprocessing.active_children() == []


def test_a_fault_of_ours_comes_with_its_traceback() -> None:
    odd: Any = Texts("a.jsonl", [(1, None)], 0)  # type: ignore[list-item]
    with pytest.raises(pool._WorkerFailedError, match="Traceback"):
        list(pool.in_order(Spec("jsonl"), [odd], 1))
    assert multiprocessing.active_children() == []


def test_a_large_block_comes_in_parts() -> None:
    data = avro.encode(capture(memory_ref="x" * 50_000))[10:]
    count = 200
    block = Packed(
        "a.avro",
        "capture",
        runsnap.schema("capture")["$id"].rpartition(":")[2],
        "null",
        0,
        count,
        data * count,
    )
    parts = list(Converter(Spec("jsonl")).parts(block))
    assert sum(part.documents for part in parts) == count
    assert len(parts) > 5
    assert max(len(text) for part in parts for _, text in part.blocks) < 2 * 2**20
