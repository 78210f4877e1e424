"""TypeScript declarations of documents, as the package carries them."""

from __future__ import annotations

from runsnap._generated.catalog import CATALOG


def declarations(kind: str | None = None, version: str | None = None) -> str:
    """The text of a ``.d.ts`` file: of one version of a kind, or of the newest version of every kind."""
    from pkgutil import get_data

    if kind is not None:
        return CATALOG.text(kind, version, ending="d.ts")
    data = get_data(CATALOG.package, "schemas/newest.d.ts")
    assert data is not None, "the loader of this package reads its files"
    return data.decode()
