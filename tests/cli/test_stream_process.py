"""Conversions as processes: workers, signals, full disks, bounded memory."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runsnap import avro
from tests.avro.samples import block, capture, datum, header_of
from tests.cli.tools import command, environment, process, run

CAPTURE = capture().to_bytes(layout="declared")
NAME = b'"agent":"a"'
CHUNKS = 8


def captures(count: int) -> Iterator[bytes]:
    """Lines that can be told apart."""
    assert CAPTURE.count(NAME) == 1
    for number in range(count):
        yield CAPTURE.replace(NAME, b'"agent":"%d"' % number) + b"\n"


COUNT = CHUNKS * 2**18 // len(CAPTURE)
"""Enough for so many chunks: every worker has some of them under way."""

LINES = list(captures(COUNT))


def numbers(path: str) -> list[int]:
    with avro.load(path) as documents:
        assert documents.declared_count is not None
        return [int(document.run_log.agent) for document in documents]


def limited(limit: str, *arguments: str) -> list[str]:
    """The command line of a conversion that the system limits: ``-v`` memory in KiB, ``-f`` files in half KiB."""
    return ["/bin/sh", "-c", f'ulimit {limit}; exec "$@"', "sh", *command("convert", *arguments)]


def finished(words: list[str]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(words, capture_output=True, check=False, timeout=60, env=environment())


@pytest.mark.parametrize("workers", ["2", "3"])
def test_workers_keep_the_order_and_the_bad_lines(folder: Path, workers: str) -> None:
    lines = list(LINES)
    bad = [0, 1, COUNT // 2, COUNT - 1]
    for at in bad:
        lines[at] = b'{"broken": %d\n' % at
    Path("in.jsonl").write_bytes(b"".join(lines))
    done = process("convert", "--workers", workers, "in.jsonl", "out.avro")
    assert done.returncode == 1, done.stderr
    assert numbers("out.avro") == [number for number in range(COUNT) if number not in bad]
    kept = [json.loads(line) for line in Path("out.avro.quarantine.jsonl").read_bytes().splitlines()]
    assert [(entry["line"], entry["text"] + "\n") for entry in kept] == [
        (at + 1, lines[at].decode()) for at in bad
    ]
    assert done.stderr.splitlines()[0] == b"%s documents written to out.avro" % f"{COUNT - 4:,}".encode()


def test_workers_and_one_process_write_the_same(folder: Path) -> None:
    Path("in.jsonl.gz").write_bytes(gzip.compress(b"".join(LINES), 1))
    for workers in ("1", "2"):
        assert process("convert", "--workers", workers, "in.jsonl.gz", f"{workers}.avro").returncode == 0
        assert process("convert", "--workers", workers, f"{workers}.avro", f"{workers}.jsonl").returncode == 0
    assert Path("1.jsonl").read_bytes() == Path("2.jsonl").read_bytes()
    assert [json.loads(line)["run_log"]["agent"] for line in Path("2.jsonl").read_bytes().splitlines()] == [
        str(number) for number in range(COUNT)
    ]


def test_fail_fast_with_workers(folder: Path) -> None:
    lines = list(LINES)
    lines[-1] = b"[\n"
    Path("in.jsonl").write_bytes(b"".join(lines))
    done = process("convert", "--workers", "2", "--fail-fast", "in.jsonl", "out.avro")
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: in.jsonl line {COUNT:,}: not JSON".encode())
    assert os.listdir() == ["in.jsonl"]


def test_damage_that_a_worker_finds_ends_the_job(folder: Path) -> None:
    good = block(datum(capture()), 1)
    damaged = block(datum(capture())[:-1], 1)
    Path("in.avro").write_bytes(header_of("capture") + good * 5 + damaged + good * 5)
    done = process("convert", "--workers", "2", "in.avro", "out.jsonl")
    assert (done.returncode, done.stderr.splitlines()) == (1, [
        b"error: in.avro: not Avro: the data ends inside a document",
        b"5 documents could be read before; nothing was written",
    ])  # fmt: skip
    assert os.listdir() == ["in.avro"]


def not_ignoring_hangups() -> None:
    """Whoever runs the tests may ignore them; `nohup` does."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Running:
    """A conversion of what is written to a named pipe. It has begun its work, and waits for more."""

    def __init__(self, *options: str) -> None:
        os.mkfifo("in.jsonl")
        self.process = subprocess.Popen(
            command("convert", *options, "in.jsonl", "out.avro"), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), start_new_session=True,
            preexec_fn=not_ignoring_hangups,  # noqa: PLW1509 - there is one thread
        )  # fmt: skip
        self.source = Path("in.jsonl").open("wb")  # noqa: SIM115 - closed at the exit; opens when the command does
        self.source.write(b"".join(LINES))
        self.source.flush()  # all but what pipe and buffers hold has been read

    def children(self) -> list[int]:
        """The workers; the tracker of multiprocessing is none."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        found = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
        return [pid for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def end(self) -> tuple[int, bytes]:
        """The exit code and the messages. Output ends when the last process does, workers included."""
        out, err = self.process.communicate(timeout=60)
        assert out == b""
        return self.process.returncode, err

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: Any) -> None:
        self.process.kill()
        self.process.communicate()
        self.source.close()


@pytest.fixture(params=[("--workers", "1"), ("--workers", "2")], ids=["alone", "workers"])
def running(folder: Path, request: pytest.FixtureRequest) -> Iterator[Running]:
    Path("out.avro").write_bytes(b"old")
    with Running(*request.param) as conversion:
        yield conversion


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_is_quiet_and_leaves_nothing(running: Running, number: int, code: int) -> None:
    os.killpg(running.process.pid, number) if number == signal.SIGINT else running.process.send_signal(number)
    assert running.end() == (code, b"")
    assert Path("out.avro").read_bytes() == b"old"
    assert sorted(os.listdir()) == ["in.jsonl", "out.avro"]


def test_the_target_is_whole_after_a_kill_and_no_worker_stays(running: Running) -> None:
    running.process.kill()
    assert running.end() == (-signal.SIGKILL, b"")
    assert Path("out.avro").read_bytes() == b"old"


def test_workers_leave_interrupts_to_the_main_process(folder: Path) -> None:
    with Running("--workers", "2") as conversion:
        for worker in conversion.children():
            os.kill(worker, signal.SIGINT)
        conversion.source.close()
        assert conversion.end() == (0, f"{COUNT:,} documents written to out.avro\n".encode())


def test_a_killed_worker_ends_the_job(folder: Path) -> None:
    with Running("--workers", "2") as conversion:
        first, second = conversion.children()
        os.kill(second, signal.SIGKILL)
        conversion.source.close()
        assert conversion.end() == (
            2,
            b"error: a worker process was ended by signal 9; was there not enough memory?; nothing was written\n",
        )
        assert not Path(f"/proc/{first}").exists()
    assert os.listdir() == ["in.jsonl"]


class NoWorkerError(Exception):
    pass


def test_quick_work_starts_no_worker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_here(_: Any) -> Any:
        raise NoWorkerError

    monkeypatch.setattr("runsnap._stream.pool._Worker", none_here)
    Path("in.jsonl").write_bytes(b"".join(LINES[:100]))
    assert run("convert", "--workers", "2", "in.jsonl", "out.avro").exit_code == 0
    Path("in.jsonl").write_bytes(b"".join(LINES))
    with pytest.raises(NoWorkerError):
        run("convert", "--workers", "2", "in.jsonl", "out.avro")


def test_a_full_disk_leaves_the_target_alone(folder: Path) -> None:
    Path("in.jsonl").write_bytes(b"".join(LINES))
    Path("out.jsonl").write_bytes(b"old")
    done = finished(limited("-f 200", "in.jsonl", "out.jsonl"))
    assert (done.returncode, done.stderr) == (2, b"error: out.jsonl: File too large\n")
    assert Path("out.jsonl").read_bytes() == b"old"
    assert sorted(os.listdir()) == ["in.jsonl", "out.jsonl"]


def test_a_full_disk_for_the_quarantine_is_said(folder: Path) -> None:
    Path("in.jsonl").write_bytes(b"[" * 300_000)
    done = finished(limited("-f 200", "in.jsonl", "out.jsonl"))
    assert (done.returncode, done.stderr) == (2, b"error: out.jsonl.quarantine.jsonl: File too large\n")
    assert os.listdir() == ["in.jsonl"]


def test_a_full_standard_output_is_said(folder: Path) -> None:
    Path("in.jsonl").write_bytes(b"".join(LINES[:10]))
    with Path("/dev/full").open("wb") as full:
        done = process("convert", "in.jsonl", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, b"error: cannot write the output: No space left on device\n")


def test_a_broken_pipe_is_quiet(folder: Path) -> None:
    Path("in.jsonl").write_bytes(b"".join(LINES))
    with subprocess.Popen(
        command("convert", "--workers", "2", "in.jsonl"), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(),
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(1)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 141


def test_a_file_that_is_appended_to_is_never_written_over(folder: Path) -> None:
    Path("in.jsonl").write_bytes(b"".join(LINES[:3]))
    Path("log").write_bytes(b"before")
    with Path("log").open("ab") as log:
        done = process("convert", "--output-format", "avro", "in.jsonl", capture_output=False, stdout=log)
    assert done.returncode == 0
    Path("out.avro").write_bytes(Path("log").read_bytes().removeprefix(b"before"))
    with avro.load("out.avro") as documents:
        assert (documents.declared_count, len(list(documents))) == (None, 3)


MEGABYTE = 2**20


LITTLE_MEMORY = "-v 350000"


def test_an_endless_line_takes_no_memory(folder: Path) -> None:
    with subprocess.Popen(
        limited(LITTLE_MEMORY, "--max-bytes", "1000000", "--input-format", "jsonl", "-", "out.jsonl"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:  # fmt: skip
        assert running.stdin is not None
        for _ in range(500):
            running.stdin.write(b"x" * MEGABYTE)
        running.stdin.write(b"\n" + LINES[0])
        _, err = running.communicate(timeout=60)
    assert running.returncode == 1, err
    (entry,) = [json.loads(line) for line in Path("out.jsonl.quarantine.jsonl").read_bytes().splitlines()]
    assert (entry["line"], entry["offset"], entry["size"]) == (1, 0, 500 * MEGABYTE + 1)
    assert len(Path("out.jsonl").read_bytes().splitlines()) == 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_memory_does_not_grow_with_the_number(folder: Path, workers: str) -> None:
    """A worker that is slow must not let chunks pile up: all of them are far more than the limit allows."""
    os.mkfifo("in.jsonl")
    long = [b"[" + b"x" * MEGABYTE + b"\n"] * 300  # bad at once, and long in the quarantine
    with subprocess.Popen(
        limited(LITTLE_MEMORY, "--workers", workers, "in.jsonl", "out.avro"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:  # fmt: skip
        with Path("in.jsonl").open("wb") as source:
            source.writelines([*LINES[:1000], *long, *LINES[1000:2000]])
        _, err = running.communicate(timeout=60)
    assert running.returncode == 1, err
    assert numbers("out.avro") == list(range(2000))
    assert Path("out.avro.quarantine.jsonl").stat().st_size > 300 * MEGABYTE
