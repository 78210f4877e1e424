"""What ties a generated class to its kind, its schema and its codec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from runsnap._catalog import Catalog

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator as Verdict

    from runsnap._rules import Rule
    from runsnap._shape import RecordShape


class Binding(NamedTuple):
    """The codec of one record, and the way to its schema."""

    catalog: Catalog
    kind: str
    record: str
    is_document: bool
    read: Callable[[Any, Any], Any]
    write: Callable[[Any], dict[str, Any]]

    @property
    def version(self) -> str:
        """The version that the classes are made of: the newest."""
        return self.catalog.version(self.kind, None)

    @property
    def verdict(self) -> Verdict:
        """The fast validator of this record."""
        return self.catalog.verdict(self.kind, None, None if self.is_document else self.record)

    @property
    def shapes(self) -> Mapping[str, RecordShape]:
        """The shapes of all records of the kind."""
        return self.catalog.shapes(self.kind)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The cross-field rules; they are of whole documents only."""
        return self.catalog.rules(self.kind) if self.is_document else ()
