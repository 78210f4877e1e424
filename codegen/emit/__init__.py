"""Model to text: each module emits one kind of file, as ``{path: text}``.

Paths are relative to the generated package.
"""

from __future__ import annotations

from collections.abc import Mapping

from codegen.emit import (
    avro_codec,
    avro_schema,
    avro_structure,
    catalog,
    codec,
    dataclasses,
    packaged,
    shortcut,
    spark,
    tables,
    typescript,
)
from codegen.emit.formatting import formatted
from codegen.model import Document

History = Mapping[str, tuple[Document, ...]]
"""Every version of every kind, oldest first."""


def generate(history: History, released: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, str]:
    """Every generated file for these documents.

    ``released`` holds the digests of released schemas; what it does not list
    is marked as a draft.
    """
    files = {
        **packaged.emit(history),
        **catalog.emit(history, released or {}),
        **avro_schema.emit(history),
        **spark.emit(history),
        **typescript.emit(history),
    }
    for versions in history.values():
        newest = versions[-1]
        files |= dataclasses.emit(newest) | codec.emit(newest) | shortcut.emit(newest) | tables.emit(versions)
        files |= avro_codec.emit(versions) | avro_structure.emit(versions)
    return {path: formatted(text) if path.endswith(".py") else text for path, text in sorted(files.items())}
