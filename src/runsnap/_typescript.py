"""TypeScript declarations of documents, as the package carries them."""

from __future__ import annotations

from runsnap._generated.catalog import CATALOG


def declarations(kind: str | None = None, version: str | None = None) -> str:
    """The text of a ``.d.ts`` file: of one version of a kind, or of the newest version of every kind."""
    return CATALOG.file("newest.d.ts") if kind is None else CATALOG.text(kind, version, ending="d.ts")
