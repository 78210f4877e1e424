"""Everything for a fresh clone; needs nothing but Python 3.11 or newer.

    python3 dev.py demo             a capture and a stopped run: validated, shown, checked
    python3 dev.py test [ARG…]      all tests; further arguments go to pytest
    python3 dev.py nox  [ARG…]      the sessions of noxfile.py; further arguments go to nox

Each command first makes the virtual environment ``.venv`` beside this file and
installs what it needs there; a second run finds it done.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Sequence
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

DEMO = (
    ("validate", "examples/runs"),
    ("show", "examples/runs/capture.json"),
    ("show", "examples/runs/stopped.json"),
    ("check", "examples/agent/stopped.json", "examples/agent/agent.ir.json"),
)


def main(arguments: Sequence[str]) -> int:
    """Run a command; its exit code, or 2 for wrong usage."""
    if sys.version_info < OLDEST:
        return complain(
            "runsnap needs Python {}.{} or newer; this is {}.{}".format(*OLDEST, *sys.version_info)
        )
    command = COMMANDS.get(arguments[0]) if arguments else None
    if command is None:
        return complain(__doc__ or "")
    try:
        return command(list(arguments[1:]))
    except subprocess.CalledProcessError as error:
        return complain(f"failed: {' '.join(map(str, error.cmd))}") and error.returncode


def demo(arguments: list[str]) -> int:
    """Show the main job on the files in ``examples``."""
    if arguments:
        return complain("demo takes no arguments")
    prepare()
    for words in DEMO:
        print(f"\n$ runsnap {' '.join(words)}", flush=True)
        code = run("runsnap", words)
        if code:
            return code
    return 0


def test(arguments: list[str]) -> int:
    """Run the tests: on all processors, or as the arguments say."""
    prepare("test")
    return run("pytest", arguments or ["--numprocesses", "auto"])


def nox(arguments: list[str]) -> int:
    """Run sessions of nox."""
    prepare("nox")
    return run("nox", arguments)


def run(module: str, arguments: Sequence[str]) -> int:
    """Run a module in the virtual environment, from the root of the project; its exit code."""
    return subprocess.run([PYTHON, "-m", module, *arguments], cwd=ROOT, check=False).returncode


def prepare(group: str | None = None) -> None:
    """Install the project and a dependency group in ``.venv``, unless that is done.

    Raises subprocess.CalledProcessError when an installation fails.
    """
    if not works():
        make()
    done = VENV / f".installed-{group or 'project'}"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + str(ROOT).encode()).hexdigest()
    if done.is_file() and done.read_text(encoding="utf-8") == wanted:
        return
    print(f"installing {group or 'runsnap'} in {VENV} …", file=sys.stderr, flush=True)
    groups = ["--group", f"{ROOT / 'pyproject.toml'}:{group}"] if group else []
    pip("install", "--editable", f"{ROOT}[registry,review,zstd]", *groups)
    done.write_text(wanted, encoding="utf-8")


def works() -> bool:
    """Whether ``.venv`` is there, whole, and of a Python that is new enough."""
    question = f"import pip, sys; sys.exit(sys.version_info < {OLDEST})"
    try:
        return subprocess.run([PYTHON, "-c", question], check=False, capture_output=True).returncode == 0
    except OSError:
        return False


def make() -> None:
    """Make ``.venv`` anew, with a pip that knows dependency groups."""
    print(f"making {VENV} …", file=sys.stderr, flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    try:
        venv.create(VENV, with_pip=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError:
        complain("this Python makes no virtual environments; on Debian and Ubuntu: apt install python3-venv")
        raise
    pip("install", "--upgrade", "pip>=25.1")


def pip(*arguments: str) -> None:
    """Call pip; raises subprocess.CalledProcessError when it fails."""
    subprocess.run([PYTHON, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments], check=True)


def complain(text: str) -> int:
    """Print to standard error; the exit code of wrong usage."""
    print(text, file=sys.stderr)
    return 2


COMMANDS: dict[str, Callable[[list[str]], int]] = {"demo": demo, "test": test, "nox": nox}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
