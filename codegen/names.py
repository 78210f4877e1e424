"""Python names for wire names.

A wire name becomes snake_case; what would shadow a keyword, a built-in type
used in annotations, or a member that every record has gets a trailing
underscore.
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata

RECORD_MEMBERS = frozenset({
    "additional_properties", "calls", "check", "dumps", "from_dict", "from_runlog", "load",
    "loads", "save", "to_bytes", "to_dict",
})  # fmt: skip
"""Public attributes of the hand-written bases, and the one that the template adds."""

BUILTIN_CLASSES = frozenset(dir(builtins))
"""Titles that a class cannot have without hiding something from whoever imports it."""

_ANNOTATION_NAMES = frozenset({"bool", "dict", "field", "float", "int", "list", "str"})
_RESERVED = RECORD_MEMBERS | _ANNOTATION_NAMES | set(keyword.kwlist)

_CLASS_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
_BEFORE_CAPITALISED_WORD = re.compile(r"(.)([A-Z][a-z]+)")
_AFTER_LOWER_CASE = re.compile(r"([a-z0-9])([A-Z])")


def _identifier(text: str) -> str:
    normal = unicodedata.normalize("NFKC", text)
    word = "".join(char if f"_{char}".isidentifier() else "_" for char in normal).strip("_")
    return word or "empty"


def _words(text: str) -> str:
    words = _BEFORE_CAPITALISED_WORD.sub(r"\1_\2", _identifier(text))
    return re.sub(r"__+", "_", _AFTER_LOWER_CASE.sub(r"\1_\2", words))


def _normal(name: str) -> str:
    """As Python itself spells the identifier: changing case can leave the normal form."""
    return unicodedata.normalize("NFKC", name)


def is_class_name(title: str) -> bool:
    """Whether a title can name a class as it stands."""
    return _CLASS_NAME.fullmatch(title) is not None


def field_name(wire: str) -> str:
    """The attribute that carries the member ``wire``."""
    name = _normal(_words(wire).lower())
    if not name.isidentifier():
        name = f"field_{name}"
    return f"{name}_" if name in _RESERVED else name


def label_name(label: str) -> str:
    """The enumeration member that stands for ``label``: UPPER_CASE."""
    name = _normal(_words(label).upper())
    return name if name.isidentifier() else f"LABEL_{name}"


def function_name(record: str) -> str:
    """The part of a function's name that stands for a record."""
    return field_name(record).rstrip("_")
