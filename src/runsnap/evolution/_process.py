"""The worker as its caller sees it: started when needed, kept, killed when it takes too long."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from typing import IO

from runsnap.evolution._frames import read_frame, write_frame

_START = "from runsnap.evolution._worker import main; main()"


class WorkerLost(Exception):  # noqa: N818 - named after what happened
    """The worker did not answer; the message says why."""


class Worker:
    """At most one process, one request at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def ask(self, request: bytes, seconds: float) -> bytes:
        """The answer to a request; raises `WorkerLost`."""
        with self._lock:
            process = self._running()
            overdue = threading.Event()
            timer = threading.Timer(seconds, self._kill, (process, overdue))
            timer.start()
            try:
                answer = self._exchange(process, request)
            except BaseException:
                self._drop()
                raise
            finally:
                timer.cancel()
            if answer is not None and not overdue.is_set():
                return answer
            self._drop()
            if overdue.is_set():
                raise WorkerLost(f"the engine did not answer within {seconds:g} seconds and was stopped")
            raise WorkerLost(f"the engine's process ended unexpectedly (exit status {process.returncode})")

    @staticmethod
    def _exchange(process: subprocess.Popen[bytes], request: bytes) -> bytes | None:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            write_frame(process.stdin, request)
            return read_frame(process.stdout)
        except OSError:
            return None

    @staticmethod
    def _kill(process: subprocess.Popen[bytes], overdue: threading.Event) -> None:
        overdue.set()
        process.kill()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            self._process = self._start()
            self._owner = os.getpid()
        return self._process

    @staticmethod
    def _start() -> subprocess.Popen[bytes]:
        # The same modules as here and none of the working folder's; the same order in every set of texts.
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(entry or os.getcwd() for entry in sys.path),  # noqa: PTH109
            "PYTHONHASHSEED": "0",
            "PYTHONWARNINGS": "ignore",
        }
        return subprocess.Popen(
            [sys.executable, "-P", "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    _close(stream)

    def stop(self) -> None:
        """End the process."""
        with self._lock:
            self._drop()


def _close(stream: IO[bytes]) -> None:
    try:
        stream.close()
    except OSError:
        return


WORKER = Worker()
atexit.register(WORKER.stop)
