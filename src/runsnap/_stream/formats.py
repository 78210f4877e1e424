"""Formats of files: by name, and by the first bytes."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Format: TypeAlias = Literal["json", "jsonl", "avro"]

FORMATS: tuple[Format, ...] = ("json", "jsonl", "avro")
CONTAINER = b"Obj\x01"
SINGLE_OBJECT = b"\xc3\x01"

_NAME = re.compile(r"\.(?:(json)|(jsonl|ndjson)|(avro))(?:\.gz|\.zst)?$", re.IGNORECASE)


def format_of(name: str) -> Format | None:
    """The format that a file's name stands for; None for other names."""
    found = _NAME.search(name)
    if found is None:
        return None
    return "json" if found[1] else "jsonl" if found[2] else "avro"


def has_single_object(head: bytes) -> bool:
    """Whether bytes begin as one document in Avro does. No JSON text begins so."""
    return head.startswith(SINGLE_OBJECT)
