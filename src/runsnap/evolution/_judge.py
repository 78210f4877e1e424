"""The two validators, which have the last word on every witness."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import jsonschema
import jsonschema_rs
from referencing import Registry

from runsnap.evolution._keywords import DRAFT_7, Dialect

_RUST = {
    jsonschema_rs.Draft7: jsonschema_rs.Draft7Validator,
    jsonschema_rs.Draft202012: jsonschema_rs.Draft202012Validator,
}


class Judge:
    """One schema, as jsonschema-rs and as jsonschema understand it; never touches the network."""

    def __init__(self, schema: Any, dialect: Dialect, *, assert_formats: bool) -> None:
        self._schema = schema
        self._dialect = dialect
        self._assert_formats = assert_formats
        self._last: tuple[Any, bool | None] | None = None
        self._rust = _RUST[dialect.draft](schema, validate_formats=assert_formats, retriever=_refuse)
        python = jsonschema.Draft7Validator if dialect.uri == DRAFT_7 else jsonschema.Draft202012Validator
        checker = python.FORMAT_CHECKER if assert_formats else None
        self._python = python(schema, registry=Registry(), format_checker=checker)

    def accepts(self, document: Any) -> bool:
        """What jsonschema-rs says, which decides."""
        try:
            return self._rust.is_valid(document)
        except (ValueError, OverflowError):
            return False

    def rejects(self, document: Any) -> bool:
        """Whether jsonschema-rs refuses the document; a document that it cannot read is neither."""
        try:
            return not self._rust.is_valid(document)
        except (ValueError, OverflowError):
            return False

    def parts(self, pointers: list[str]) -> list[jsonschema_rs.Validator]:
        """Validators of sub-schemas, each by its pointer."""
        name = self._schema.get("$id") if isinstance(self._schema, dict) else None
        base = name.removesuffix("#") if isinstance(name, str) and ":" in name else "urn:runsnap:schema"
        registry = jsonschema_rs.Registry(
            [(base, self._schema)], draft=self._dialect.draft, retriever=_refuse
        )
        make = _RUST[self._dialect.draft]
        return [
            make(
                {"$ref": f"{base}#{quote(pointer)}"}, validate_formats=self._assert_formats, registry=registry
            )
            for pointer in pointers
        ]

    def second_opinion(self, document: Any) -> bool | None:
        """What jsonschema says; None when it cannot judge."""
        if self._last is None or self._last[0] is not document:
            self._last = document, self._opinion(document)
        return self._last[1]

    def _opinion(self, document: Any) -> bool | None:
        try:
            return bool(self._python.is_valid(document))
        except Exception:  # noqa: BLE001 - a validator in trouble has no opinion, whatever the trouble
            return None


def _refuse(uri: str) -> Any:
    raise ValueError(f"not fetched: {uri}")


def fault_of(schema: Any, dialect: Dialect) -> str | None:
    """Why a schema is none, by its meta-schema; None when it is one."""
    try:
        _RUST[dialect.draft](schema, retriever=_refuse)
    except jsonschema_rs.ValidationError as error:
        return f"is not valid: {error.message}"
    except (ValueError, jsonschema_rs.ReferencingError) as error:
        return f"cannot be read by jsonschema-rs: {error}"
    return None
