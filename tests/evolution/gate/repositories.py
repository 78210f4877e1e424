"""Small repositories of schemas, in git where a test needs it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def order(**members: Any) -> dict[str, Any]:
    """A schema of one record; members by name, ``required`` apart."""
    required = members.pop("required", [])
    return {
        "$schema": DIALECT,
        "title": "Order",
        "type": "object",
        "properties": members,
        "required": required,
    }


def text(schema: Any) -> str:
    return json.dumps(schema, indent=2) + "\n"


class Schemas:
    """A folder ``schemas`` below a root."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "schemas"
        self.folder.mkdir(parents=True)
        self.lock: dict[str, dict[str, str]] = {}

    def draft(self, name: str, schema: Any, suffix: str = ".json") -> Path:
        """Write ``KIND/VERSION``."""
        path = self.folder / f"{name}{suffix}"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text(schema), encoding="utf-8", newline="\n")
        return path

    def release(self, name: str, schema: Any) -> None:
        """Write a version and list its digest."""
        path = self.draft(name, schema)
        kind, version = name.split("/")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        self.lock.setdefault(kind, {})[version] = f"sha256:{digest}"
        self.write_lock()

    def write_lock(self) -> None:
        (self.folder / "released.json").write_text(text(self.lock), encoding="utf-8", newline="\n")

    def commit(self) -> None:
        """Commit everything; the first call makes the repository. Without git a test says so and ends."""
        if shutil.which("git") is None:
            pytest.skip("git is not installed")
        if not (self.root / ".git").exists():
            self.git("init", "--quiet", "--initial-branch=main")
        self.git("add", "--all")
        self.git("-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "--message=x")

    def git(self, *arguments: str) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        subprocess.run(
            ["git", "-C", str(self.root), *arguments], check=True, capture_output=True, env=clean | alone
        )
