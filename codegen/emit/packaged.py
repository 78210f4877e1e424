"""The schemas as the package carries them: byte for byte."""

from __future__ import annotations

from collections.abc import Mapping

from codegen.model import Document

PACKAGE_DOC = '"""Written by codegen; not public API."""\n'


def emit(history: Mapping[str, tuple[Document, ...]]) -> dict[str, str]:
    """One copy a schema."""
    files = {"__init__.py": PACKAGE_DOC}
    for kind, versions in history.items():
        for document in versions:
            files[f"schemas/{kind}/{document.version}.json"] = document.text
    return files
