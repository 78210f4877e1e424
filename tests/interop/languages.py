"""The languages, and how the consumer of each is built, tested and run: its ``commands.json``."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
NAMES = {"python": "Python", "rust": "Rust", "go": "Go", "java": "Java", "typescript": "TypeScript"}
"""What people call them, in the order of the tables."""

Command = list[str]
LONGEST = 1800
"""Seconds after which a command hangs, rather than works."""


@dataclass(frozen=True)
class Language:
    """A consumer; its commands are called in its folder."""

    folder: Path
    needs: dict[str, str]
    """Tools, each with what to install, in words."""
    build: list[Command]
    test: list[Command]
    run: Command
    """Called with two further arguments: the folder of the vectors, and one for what it finds."""

    def missing(self) -> list[str]:
        """What has to be installed first."""
        return [f"{tool} is missing: {how}" for tool, how in self.needs.items() if shutil.which(tool) is None]

    def call(self, command: Sequence[str]) -> bool:
        """Whether a command succeeds; what it prints is shown as it comes."""
        print(f"\n{self.folder.name}$ {' '.join(command)}", flush=True)
        program, *arguments = command
        called = [self._path_of(program), *arguments]
        return subprocess.run(called, cwd=self.folder, check=False, timeout=LONGEST).returncode == 0

    def _path_of(self, program: str) -> str:
        """A program of the folder, or of the path: the same on every system."""
        local = self.folder / program
        return str(local) if local.is_file() else shutil.which(program) or program


def read_language(name: str, folder: Path = FOLDER) -> Language:
    commands = json.loads((folder / name / "commands.json").read_bytes())
    return Language(folder / name, **commands)
