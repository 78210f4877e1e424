"""What follows from the versions of a kind together."""

from __future__ import annotations

from codegen.model import Document, Field, Record


def since(record: Record, field: Field, versions: tuple[Document, ...]) -> str:
    """The first of the versions, oldest first, that declares a member."""
    return next(
        document.version
        for document in versions
        for known in document.records
        if known.name == record.name
        for declared in known.fields
        if declared.wire == field.wire
    )
