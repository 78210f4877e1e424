"""Servers for tests: started on loopback, waited for, stopped by their process id, gone when the tests die."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
DEADLINE = 180
"""Seconds until a server that does not answer counts as failed; a machine may be very busy."""
POLL = 0.1
SHOWN = 60
"""Lines of a log that a failure shows."""


class EngineError(Exception):
    """A server did not start or did not stop; the message holds the end of its log."""


@dataclass(frozen=True)
class Server:
    """A running server. ``pid`` is that of the program itself: tests may kill it."""

    name: str
    pid: int
    log: Path
    guard: subprocess.Popen[bytes] = field(repr=False)

    @property
    def runs(self) -> bool:
        """Whether the program has not ended."""
        return self.guard.poll() is None

    def log_end(self) -> str:
        """The last lines that it printed."""
        return "\n".join(self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-SHOWN:])

    def stop(self) -> None:
        """Stop it, and wait until it has ended; EngineError where it does not."""
        with contextlib.suppress(BrokenPipeError):  # it has ended already
            self.guard.stdin.close()
        try:
            self.guard.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            raise EngineError(f"{self.name} (process {self.pid}) does not stop\n{self.log_end()}") from None


RUNNING: list[Server] = []
"""Those whose logs a failing test shows."""


@contextlib.contextmanager
def started(
    name: str, command: Sequence[str], folder: Path, ready: Callable[[], bool],
    *, environment: Mapping[str, str] | None = None, deadline: float = DEADLINE,
) -> Iterator[Server]:  # fmt: skip
    """A server that is ready, stopped at the end; its working folder, with the log, is ``folder``."""
    server = start(name, command, folder, environment=environment)
    RUNNING.append(server)
    try:
        wait_until_ready(server, ready, deadline)
        yield server
    finally:
        RUNNING.remove(server)
        server.stop()


def start(
    name: str, command: Sequence[str], folder: Path, *, environment: Mapping[str, str] | None = None
) -> Server:
    """Start a program that ends with this process at the latest."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"{name}.log"
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with log.open("ab") as output:
        guard = subprocess.Popen(
            [sys.executable, "-m", "tests.engines.guard", *command],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=output,
            env={**os.environ, **(environment or {}), "PYTHONPATH": path},
        )  # fmt: skip
    with guard.stdout as said:
        pid = said.readline()
    if not pid:
        guard.stdin.close()
        guard.wait()
        raise EngineError(f"{name} cannot be started: {log.read_text(encoding='utf-8', errors='replace')}")
    return Server(name, int(pid), log, guard)


def wait_until_ready(server: Server, ready: Callable[[], bool], deadline: float = DEADLINE) -> None:
    """Ask again and again; EngineError as soon as the program has ended, or when the time is over."""
    over = threading.Event()
    timer = threading.Timer(deadline, over.set)
    timer.start()
    try:
        while not ready():
            if not server.runs:
                raise EngineError(
                    f"{server.name} ended with code {server.guard.returncode}\n{server.log_end()}"
                )
            if over.is_set():
                raise EngineError(f"{server.name} is not ready after {deadline} s\n{server.log_end()}")
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.guard.wait(POLL)
    finally:
        timer.cancel()


def free_ports(count: int) -> list[int]:
    """Ports of loopback that nobody listens on."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind((HOST, 0))
        return [one.getsockname()[1] for one in sockets]


def port_answers(port: int) -> bool:
    """Whether somebody listens on a port of loopback."""
    try:
        socket.create_connection((HOST, port), timeout=5).close()
    except OSError:
        return False
    return True


def http_answers(url: str) -> bool:
    """Whether an address answers with success."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=5):
            return True
    except (OSError, urllib.error.URLError):
        return False
