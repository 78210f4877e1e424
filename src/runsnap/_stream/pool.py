"""Chunks to parts in several processes, in the order of the chunks.

Every worker has two pipes of its own. So a worker that dies, in the middle of a
message even, is seen at once as the end of its pipe, and workers see the end of
the main process in the same way. Work goes round: the next result is always
that of the worker that has waited longest.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import queue
import signal
import threading
import traceback
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from runsnap._stream.convert import Converter
from runsnap._stream.items import Chunk, Part, Spec
from runsnap.errors import RunsnapError

_AHEAD = 2
"""Chunks that a worker has at a time: it works at one while the next is on its way."""

_MOST_BYTES = 64 * 1024 * 1024
"""Bytes of all chunks that are under way, unless a single one is larger."""

_KILLED = 9
_PATIENCE = 10
"""Seconds that a worker gets to end when it has nothing to do any more."""


class WorkerLostError(RunsnapError):
    """A worker process ended before its work did."""


class _WorkerFailedError(Exception):
    """A fault of ours in a worker, with its traceback."""


def in_order(spec: Spec, chunks: Iterable[Chunk], workers: int) -> Iterator[Part]:
    """The parts of all chunks. No process is left when it ends, however it ends.

    Raises what ``Converter.parts`` raises, and WorkerLostError for a worker
    that was killed or crashed.
    """
    team: list[_Worker] = []
    waiting: deque[tuple[_Worker, int]] = deque()
    under_way = 0
    try:
        for turn, chunk in enumerate(chunks):
            while waiting and (len(waiting) >= _AHEAD * workers or under_way + chunk.size > _MOST_BYTES):
                worker, size = waiting.popleft()
                yield from worker.parts()
                under_way -= size
            if turn < workers:
                team.append(_Worker(spec))
            worker = team[turn % workers]
            worker.send(chunk)
            waiting.append((worker, chunk.size))
            under_way += chunk.size
        for worker, _ in waiting:
            yield from worker.parts()
        for worker in team:
            worker.end()
    finally:
        for worker in team:
            worker.kill()


class _Worker:
    """A process, seen from the main one."""

    def __init__(self, spec: Spec) -> None:
        context = multiprocessing.get_context("spawn")
        tasks, self._tasks = context.Pipe(duplex=False)
        self._results, results = context.Pipe(duplex=False)
        self._process = context.Process(target=_work, args=(spec, tasks, results), daemon=True)
        with _no_interrupt():
            self._process.start()
        tasks.close()  # or its end would not be seen
        results.close()

    def send(self, chunk: Chunk) -> None:
        """Give it a chunk; it always takes as many as it may have, so this does not wait for its results."""
        try:
            _send(self._tasks, chunk)
        except OSError:
            raise self._lost() from None

    def parts(self) -> Iterator[Part]:
        """The parts of the chunk that it has had longest."""
        while True:
            try:
                message: Part | BaseException | None = _receive(self._results)
            except (EOFError, OSError):
                raise self._lost() from None
            if message is None:
                return
            if isinstance(message, BaseException):
                raise message
            yield message

    def end(self) -> None:
        """Let it go: it has nothing to do any more."""
        self._tasks.close()
        self._process.join(_PATIENCE)

    def kill(self) -> None:
        """Make an end of it, whatever it does."""
        self._process.kill()
        self._process.join()
        for pipe in (self._tasks, self._results):
            pipe.close()

    def _lost(self) -> WorkerLostError:
        self._process.join(1)
        code = self._process.exitcode
        how = f"was ended by signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
        hint = "; was there not enough memory?" if code == -_KILLED else ""
        return WorkerLostError(f"a worker process {how}{hint}")


@contextlib.contextmanager
def _no_interrupt() -> Generator[None]:
    """Processes that are started inside never see an interrupt: the main one ends them.

    The tracker of multiprocessing would let interrupts through when it starts, so it starts before.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _send(pipe: Connection[Any, Any], message: object) -> None:
    """Send a message. The pipe's own way to do so complains on the standard error when it is interrupted."""
    pipe.send_bytes(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def _receive(pipe: Connection[Any, Any]) -> Any:
    return pickle.loads(pipe.recv_bytes())  # noqa: S301 - from a process of our own


def _work(spec: Spec, tasks: Connection[Any, Any], results: Connection[Any, Any]) -> None:
    """The life of a worker."""
    chunks: queue.Queue[Chunk] = queue.Queue()
    threading.Thread(target=_listen, args=(tasks, chunks), daemon=True).start()
    converter = Converter(spec)
    while True:
        try:
            for part in converter.parts(chunks.get()):
                _send(results, part)
            _send(results, None)
        except RunsnapError as error:
            _send(results, error)
        except BrokenPipeError:
            return
        except MemoryError:
            _send(results, MemoryError())
        except Exception:  # noqa: BLE001 - handed to the main process
            _send(results, _WorkerFailedError(traceback.format_exc()))


def _listen(tasks: Connection[Any, Any], chunks: queue.Queue[Chunk]) -> None:
    """Take chunks as they come. When no more can come, all is done, or the main process is gone."""
    while True:
        try:
            chunks.put(_receive(tasks))
        except (EOFError, OSError):
            os._exit(0)
