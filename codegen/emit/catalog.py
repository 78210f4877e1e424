"""The list of kinds, versions and digests."""

from __future__ import annotations

from collections.abc import Mapping

from codegen import runtime
from codegen.emit.packaged import PACKAGE_DOC
from codegen.model import Document
from codegen.schemas import digest


def emit(
    history: Mapping[str, tuple[Document, ...]], released: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """``catalog.py``."""
    kinds = ", ".join(
        f"{kind!r}: {{{', '.join(_version(document, released) for document in versions)}}}"
        for kind, versions in history.items()
    )
    return {
        "catalog.py": f"""{PACKAGE_DOC}
from {runtime.PACKAGE}._catalog import Catalog, Version

CATALOG = Catalog(package=__name__.rpartition(".")[0], kinds={{{kinds}}})
"""
    }


def _version(document: Document, released: Mapping[str, Mapping[str, str]]) -> str:
    is_released = document.version in released.get(document.kind, {})
    return f"{document.version!r}: Version(digest={digest(document.text)!r}, released={is_released})"
