"""Build hook of the wheel: only released schemas are shipped, unchanged.

The released ones stand in ``schemas/released.json``, each with its digest.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGED = Path("src", "runsnap", "_generated", "schemas")
RELEASED = Path("schemas", "released.json")


class ReleasedSchemasOnly(BuildHookInterface[Any]):
    """Refuses a wheel whose packaged schemas are not exactly the released ones."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Raise ValueError, naming each schema at fault; an editable install may carry drafts."""
        if version == "editable":
            return
        faults = release_faults(Path(self.root))
        if faults:
            raise ValueError("\n  ".join(["the wheel would not hold the released schemas:", *faults]))


def release_faults(root: Path) -> list[str]:
    """What keeps the tree at ``root`` from being shipped, one line a fault."""
    released = _released(root / RELEASED)
    packaged = _packaged(root / PACKAGED)
    faults: list[str] = []
    for name in sorted(released.keys() | packaged.keys()):
        if name not in released:
            faults.append(
                f"{name} is a draft: `python -m codegen --release {name.replace('/', '@')}` releases it"
            )
        elif name not in packaged:
            faults.append(f"{name} is released, but not packaged: run `python -m codegen`")
        elif packaged[name] != released[name]:
            faults.append(f"{name} was released with {released[name]}, and is packaged with {packaged[name]}")
    return faults


def _released(path: Path) -> dict[str, str]:
    kinds: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return {
        f"{kind}/{version}": digest
        for kind, versions in kinds.items()
        for version, digest in versions.items()
    }


def _packaged(folder: Path) -> dict[str, str]:
    """Digests of the schemas in the package, line ends normalised as everywhere."""
    return {
        path.relative_to(folder).with_suffix("").as_posix(): _digest(path.read_text(encoding="utf-8"))
        for path in folder.glob("*/*.json")
    }


def _digest(text: str) -> str:
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
