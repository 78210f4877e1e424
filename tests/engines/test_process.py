"""The tools of this folder do what the tests of engines rely on."""

import os
import signal
import subprocess
import sys

import pytest

from tests.engines.process import (
    ROOT,
    EngineError,
    free_ports,
    port_answers,
    start,
    started,
    wait_until_ready,
)

SERVER = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1"]


def serving(folder):
    (port,) = free_ports(1)
    return port, started("server", [*SERVER, str(port)], folder, lambda: port_answers(port))


def is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_server_runs_until_the_block_ends_and_leaves_its_log(tmp_path):
    port, running = serving(tmp_path)
    with running as server:
        assert is_there(server.pid)
        assert str(port) in server.log_end()
    assert not is_there(server.pid)
    assert not port_answers(port)
    assert str(port) in server.log.read_text()


def test_a_server_that_a_test_killed_is_no_error(tmp_path):
    _, running = serving(tmp_path)
    with running as server:
        os.kill(server.pid, signal.SIGKILL)
        server.guard.wait(60)
        assert not server.runs


def test_a_program_that_ends_is_an_error_with_its_log(tmp_path):
    command = [sys.executable, "-c", "import sys; print('out of cheese', flush=True); sys.exit(3)"]
    with (
        pytest.raises(EngineError, match="code 3\nout of cheese"),
        started("server", command, tmp_path, lambda: False),
    ):
        pass


def test_a_program_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(EngineError, match="no-such-program"):
        start("server", ["no-such-program"], tmp_path)


def test_a_server_that_is_never_ready_is_an_error_and_stopped(tmp_path):
    server = start("server", [sys.executable, "-c", "import signal; signal.pause()"], tmp_path)
    with pytest.raises(EngineError, match="not ready"):
        wait_until_ready(server, lambda: False, 0.01)
    server.stop()
    assert not is_there(server.pid)


DIES = """
import os, pathlib, signal, sys
from tests.engines.process import start
server = start("server", [sys.executable, "-c", "import signal; signal.pause()"], pathlib.Path(sys.argv[1]))
print(server.pid, server.guard.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_server_ends_with_the_process_that_started_it(tmp_path):
    died = subprocess.run(
        [sys.executable, "-c", DIES, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert died.returncode == -signal.SIGKILL
    for pid in map(int, died.stdout.split()):
        wait_for_end(pid)


def wait_for_end(pid):
    """Nobody here is its parent: ask until it is gone, or a zombie that nobody collects; the time-out of pytest ends it."""
    while state_of(pid) not in {"", "Z"}:
        pass


def state_of(pid):
    return subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout[:1]
