"""Python names for wire names.

A wire name becomes snake_case; what would shadow a keyword, a built-in type
used in annotations, or a member that every record has gets a trailing
underscore.
"""

from __future__ import annotations

import keyword
import re
import unicodedata

RECORD_MEMBERS = frozenset({
    "additional_properties", "calls", "check", "dumps", "from_dict", "from_runlog", "load",
    "loads", "save", "to_bytes", "to_dict",
})  # fmt: skip
"""Public attributes of the hand-written bases, and the one that the template adds."""

_ANNOTATION_NAMES = frozenset({"bool", "dict", "field", "float", "int", "list", "str"})
_RESERVED = RECORD_MEMBERS | _ANNOTATION_NAMES | set(keyword.kwlist)

_BEFORE_CAPITALISED_WORD = re.compile(r"(.)([A-Z][a-z]+)")
_AFTER_LOWER_CASE = re.compile(r"([a-z0-9])([A-Z])")


def _identifier(text: str) -> str:
    normal = unicodedata.normalize("NFKC", text)
    word = "".join(char if f"_{char}".isidentifier() else "_" for char in normal).strip("_")
    return word if word else "empty"


def field_name(wire: str) -> str:
    """The attribute that carries the member ``wire``."""
    words = _BEFORE_CAPITALISED_WORD.sub(r"\1_\2", _identifier(wire))
    name = re.sub(r"__+", "_", _AFTER_LOWER_CASE.sub(r"\1_\2", words)).lower()
    if not name.isidentifier():
        name = f"field_{name}"
    return f"{name}_" if name in _RESERVED else name


def label_name(label: str) -> str:
    """The enumeration member that stands for ``label``: UPPER_CASE."""
    words = _AFTER_LOWER_CASE.sub(r"\1_\2", _BEFORE_CAPITALISED_WORD.sub(r"\1_\2", _identifier(label)))
    name = re.sub(r"__+", "_", words).upper()
    return name if name.isidentifier() else f"LABEL_{name}"


def function_name(record: str) -> str:
    """The part of a function's name that stands for a record."""
    return field_name(record).rstrip("_")
