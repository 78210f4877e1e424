"""Files as they stand in a commit."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path


class GitError(ValueError):
    """Git cannot say; the message tells why."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of the repository whose working tree begins at ``root``."""

    root: Path
    name: str
    digest: str

    def files(self, folder: str) -> list[str]:
        """Paths of the files below a folder, from the root."""
        listed = _git(
            self.root, "ls-tree", "-r", "-z", "--name-only", "--full-tree", self.digest, "--", folder
        )
        return [os.fsdecode(name) for name in listed.split(b"\0") if name]

    def read(self, path: str) -> bytes:
        """The bytes of a file; ``path`` is from the root."""
        return _git(self.root, "cat-file", "blob", f"{self.digest}:{path}")

    def inside(self, folder: Path) -> str:
        """The path of a folder from the root; GitError for one outside."""
        try:
            return Path(os.path.realpath(folder)).relative_to(self.root).as_posix()
        except ValueError:
            raise GitError(f"{folder} is outside the repository") from None


def commit(near: Path, name: str) -> Commit:
    """The commit of a name in the repository that holds ``near``."""
    while not near.is_dir():
        near = near.parent
    top = os.fsdecode(_git(near, "rev-parse", "--show-toplevel").rstrip(b"\n"))
    try:
        found = _git(near, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except GitError:
        raise GitError(f"no commit is named {name!r}") from None
    return Commit(Path(os.path.realpath(top)), name, found.decode().strip())


def _git(folder: Path, *arguments: str) -> bytes:
    environment = os.environ | {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = subprocess.run(
            ["git", "-C", os.fspath(folder), *arguments],  # noqa: S607 - git is where the user has it
            capture_output=True, check=False, env=environment, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, ValueError) as error:
        raise GitError(f"git cannot run: {error}") from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise GitError(lines[0].removeprefix("fatal: ") if lines else f"git {arguments[0]} failed")
    return done.stdout
