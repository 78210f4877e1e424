"""The tools that judge changes of schemas, each installed in a place of its own and asked over a pipe."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "evolution_peers"
ROOT = Path(__file__).resolve().parents[2]


@dataclass(slots=True)
class Tool:
    """A program that answers one line with one line; a slow answer counts as none."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    timeout: float = 20.0
    _process: subprocess.Popen[str] | None = None

    def ask(self, old: Any, new: Any, *, formats: bool = False) -> dict[str, Any]:
        """The verdicts of both directions, and the seconds they took."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"old": old, "new": new, "formats": formats}) + "\n")
            process.stdin.flush()
            with selectors.DefaultSelector() as selector:
                selector.register(process.stdout, selectors.EVENT_READ)
                line = process.stdout.readline() if selector.select(self.timeout) else ""
        except BrokenPipeError:
            line = ""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.close()
        none = {"verdict": "unknown", "reason": "no answer"}
        return {"backward": none, "forward": none, "seconds": self.timeout}

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                env={**os.environ, **self.environment},
            )  # fmt: skip
        return self._process

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def tools(folder: Path) -> tuple[list[Tool], list[str]]:
    """Those that can be installed under the folder, and a line for each that cannot."""
    found = [Tool(f"runsnap {_own_version()}", [sys.executable, str(HERE / "ask_runsnap.py")])]
    missing = []
    for name, install in {
        "jsoncompat": _python_tool,
        "jsonsubschema": _python_tool,
        "json-schema-diff": _node_tool,
    }.items():
        try:
            found.append(install(name, folder / name))
        except (OSError, subprocess.CalledProcessError) as error:
            missing.append(f"{name} could not be installed: {error}")
    return found, missing


def _own_version() -> str:
    import runsnap

    return runsnap.__version__


def _run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True, env=dict(os.environ))
    return done.stdout


def _python_tool(name: str, folder: Path) -> Tool:
    python = folder / "bin" / "python"
    if not python.exists():
        _make_environment(folder)
        _run(str(python), "-m", "pip", "install", "--quiet", name)
    version = _run(str(python), "-c", f"import importlib.metadata as m; print(m.version('{name}'))").strip()
    return Tool(f"{name} {version}", [str(python), str(HERE / f"ask_{name}.py")])


def _make_environment(folder: Path) -> None:
    """With the newest Python of the machine: the newest versions of some tools ask for it."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in ("3.13", "3.12"):
        for python in [
            *map(str, sorted(pyenv.glob(f"{version}.*/bin/python"))),
            shutil.which(f"python{version}"),
        ]:
            try:
                _run(python or sys.executable, "-m", "venv", str(folder))
            except subprocess.CalledProcessError:
                continue
            return
    _run(sys.executable, "-m", "venv", str(folder))


def _node_tool(name: str, folder: Path) -> Tool:
    if not (folder / "node_modules" / name).exists():
        folder.mkdir(parents=True, exist_ok=True)
        _run("npm", "init", "--yes", cwd=folder)
        _run("npm", "install", "--silent", name, cwd=folder)
    version = json.loads((folder / "node_modules" / name / "package.json").read_text())["version"]
    script = str(HERE / f"ask_{name.replace('-', '_')}.js")
    return Tool(f"{name} {version}", ["node", script], {"NODE_PATH": str(folder / "node_modules")})
