"""What two validators that know nothing of each other say of a document."""

from __future__ import annotations

import copy
import re
from typing import Any

import jsonschema
import jsonschema_rs

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"
DIALECTS = ("2020-12", "draft-07")


class Judges:
    """Both validators of one schema."""

    def __init__(self, schema: Any, *, dialect: str = "2020-12", formats: bool = False) -> None:
        fast = jsonschema_rs.Draft7Validator if dialect == "draft-07" else jsonschema_rs.Draft202012Validator
        slow = jsonschema.Draft7Validator if dialect == "draft-07" else jsonschema.Draft202012Validator
        self._fast = fast(schema, validate_formats=formats)
        self._slow = slow(schema, format_checker=slow.FORMAT_CHECKER if formats else None)

    def normative(self, document: Any) -> bool:
        """What jsonschema-rs says; it decides where the two differ."""
        return self._fast.is_valid(document)

    def second(self, document: Any) -> bool | None:
        """What the other one says; None where it cannot: Python's patterns differ, and it takes `items` for a list."""
        try:
            return self._slow.is_valid(document)
        except (re.error, RecursionError, TypeError):
            return None

    def refusing_places(self, document: Any) -> list[str]:
        """Pointers into the schema to what refuses the document, as the second validator says."""
        errors = self._slow.iter_errors(document)
        return [
            "".join(f"/{_escaped(str(token))}" for token in error.absolute_schema_path) for error in errors
        ]

    def agreed(self, document: Any) -> bool | None:
        """What both say; None where they differ."""
        fast, slow = self.normative(document), self.second(document)
        return fast if fast is slow else None


def is_schema(schema: Any, dialect: str) -> bool:
    """Whether it can be read: no reference leads nowhere."""
    try:
        Judges(schema, dialect=dialect)
    except ValueError:
        return False
    return True


def _escaped(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")


def in_dialect(schema: Any, dialect: str) -> Any:
    """A copy that names its dialect, if it is not the newest one, which needs no name."""
    if isinstance(schema, bool) or dialect == "2020-12":
        return copy.deepcopy(schema)
    return {"$schema": DRAFT_07, **copy.deepcopy(schema)}
