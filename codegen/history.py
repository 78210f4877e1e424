"""What follows from the versions of a kind together: which one, oldest first, was the first to have something."""

from __future__ import annotations

from codegen.model import Document, Enum, Field, Record

Versions = tuple[Document, ...]
"""Versions of one kind, oldest first."""


def since(record: Record, field: Field, versions: Versions) -> str:
    """The first of the versions that declares a member."""
    return next(
        document.version
        for document in versions
        for known in document.records
        if known.name == record.name
        for declared in known.fields
        if declared.wire == field.wire
    )


def label_since(enum: Enum, label: str, versions: Versions) -> str:
    """The first of the versions that knows a label."""
    return next(
        document.version
        for document in versions
        for known in document.enums
        if known.name == enum.name
        for _, listed in known.labels
        if listed == label
    )


def rule_since(identifier: str, versions: Versions) -> str:
    """The first of the versions that has a cross-field rule."""
    return next(
        document.version for document in versions for check in document.checks if check["id"] == identifier
    )
