"""The schemas as the site offers them: byte for byte those of the package."""

from __future__ import annotations

from collections.abc import Mapping

_OFFERED = (".json", ".avsc")


def emit(package: Mapping[str, str]) -> dict[str, str]:
    """``KIND/VERSION.json`` and ``KIND/VERSION.avsc``, of the files of the package."""
    return {
        path.removeprefix("schemas/"): text
        for path, text in package.items()
        if path.startswith("schemas/") and path.endswith(_OFFERED)
    }
