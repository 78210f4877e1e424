"""What must hold before a schema can be read at all.

After this the reader may rely on the types that the dialect gives its keywords,
on texts that can be written, and on patterns that compile.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from codegen.errors import UnsupportedSchemaError
from codegen.pointer import escape

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEEPEST = 60
"""Levels of nesting in a schema file; no recursion limit is met within them."""

Found = tuple[str, Any]
"""JSON Pointer and the value there."""

_META = Draft202012Validator(Draft202012Validator.META_SCHEMA)


def refuse_malformed(schema: Any) -> None:
    """Refuse what is no schema of our dialect; UnsupportedSchemaError names the place."""
    _refuse_odd_values(schema)
    if not isinstance(schema, Mapping):
        raise UnsupportedSchemaError("", "a schema file holds an object")
    if schema.get("$schema") != DIALECT:
        raise UnsupportedSchemaError("/$schema", f"the dialect must be {DIALECT}")
    for error in _META.iter_errors(schema):
        raise UnsupportedSchemaError(pointer_of(error.absolute_path), error.message[:300])


def refuse_broken_pattern(pattern: str, pointer: str) -> None:
    """Refuse what Python cannot compile."""
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise UnsupportedSchemaError(pointer, f"no regular expression: {error}") from None


def pointer_of(path: Iterable[str | int]) -> str:
    """JSON Pointer of a path."""
    return "".join(f"/{escape(str(token))}" for token in path)


def _refuse_odd_values(schema: Any) -> None:
    for pointer, value in _values(schema):
        if pointer.count("/") > DEEPEST:
            raise UnsupportedSchemaError(pointer, f"nested deeper than {DEEPEST} levels")
        texts = [value] if isinstance(value, str) else list(value) if isinstance(value, Mapping) else []
        if any("\ud800" <= char <= "\udfff" for text in texts for char in text):
            raise UnsupportedSchemaError(_without_surrogates(pointer), "a text with a lone surrogate")
        if isinstance(value, float) and not math.isfinite(value):
            raise UnsupportedSchemaError(pointer, f"{value} is not a JSON number")


def _without_surrogates(pointer: str) -> str:
    return pointer.encode("utf-8", "backslashreplace").decode()


def _values(root: Any) -> Iterator[Found]:
    stack: list[Found] = [("", root)]
    while stack:
        pointer, value = stack.pop()
        yield pointer, value
        if isinstance(value, Mapping):
            stack.extend((f"{pointer}/{escape(name)}", item) for name, item in value.items())
        elif isinstance(value, list):
            stack.extend((f"{pointer}/{index}", item) for index, item in enumerate(value))
