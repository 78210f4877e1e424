"""The released schemas, as the package carries them, and their validators."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from runsnap.errors import UnsupportedVersionError

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema_rs import Draft202012Validator as Verdict

    from runsnap._rules import Rule
    from runsnap._shape import Known, RecordShape


class Version(NamedTuple):
    """One schema: ``sha256:`` digest of its file, and whether it is released or a draft."""

    digest: str
    released: bool


class Catalog:
    """Every kind and version in one generated package."""

    def __init__(self, package: str, kinds: Mapping[str, Mapping[str, Version]]) -> None:
        self.package = package
        self.kinds = kinds
        self._verdicts: dict[tuple[str, str, str | None], Verdict] = {}
        self._known: dict[tuple[str, str], Known] = {}
        self._modules: dict[str, ModuleType] = {}

    def versions(self, kind: str) -> tuple[str, ...]:
        """The versions of a kind, oldest first; ValueError for an unknown kind."""
        if kind not in self.kinds:
            raise ValueError(f"no such kind: {kind!r}; known: {', '.join(self.kinds)}")
        return tuple(self.kinds[kind])

    def version(self, kind: str, version: str | None) -> str:
        """The version meant, the newest by default; UnsupportedVersionError for an unknown one."""
        known = self.versions(kind)
        if version is None:
            return known[-1]
        if version not in known:
            raise UnsupportedVersionError(version, known)
        return version

    def text(self, kind: str, version: str | None = None, *, ending: str = "json") -> str:
        """The schema file; ``ending`` is ``avsc`` for that of Avro."""
        return self.file(f"{kind}/{self.version(kind, version)}.{ending}")

    def file(self, name: str) -> str:
        """A file beside the schemas, by its path from there."""
        from pkgutil import get_data  # half the time of importlib.resources

        data = get_data(self.package, f"schemas/{name}")
        assert data is not None, "the loader of this package reads its files"
        return data.decode()

    def schema(self, kind: str, version: str | None = None) -> dict[str, Any]:
        """The schema, parsed afresh."""
        import json

        schema: dict[str, Any] = json.loads(self.text(kind, version))
        return schema

    def verdict(self, kind: str, version: str | None = None, record: str | None = None) -> Verdict:
        """The fast validator of a whole document, or of one record of it."""
        key = (kind, self.version(kind, version), record)
        if key not in self._verdicts:
            self._verdicts[key] = compile_verdict(_record_schema(self.schema(*key[:2]), record))
        return self._verdicts[key]

    def validator(self, kind: str, version: str | None = None) -> Draft202012Validator:
        """A validator of the ``jsonschema`` library; it never fetches anything."""
        from jsonschema import Draft202012Validator
        from referencing import Registry

        return Draft202012Validator(self.schema(kind, version), registry=Registry())

    def shapes(self, kind: str) -> Mapping[str, RecordShape]:
        """The shape of each record of the newest version."""
        shapes: Mapping[str, RecordShape] = self._tables(kind).SHAPES
        return shapes

    def known(self, kind: str, version: str) -> Known:
        """What a version declares, for walks through documents."""
        from runsnap._shape import known_members

        if (kind, version) not in self._known:
            self._known[kind, version] = known_members(self.shapes(kind), version)
        return self._known[kind, version]

    def rules(self, kind: str, version: str | None = None) -> tuple[Rule, ...]:
        """The cross-field rules of a version."""
        rules: tuple[Rule, ...] = self._tables(kind).RULES[self.version(kind, version)]
        return rules

    def root(self, kind: str) -> str:
        """Name of the record that is the whole document."""
        return next(iter(self.shapes(kind)))

    def _tables(self, kind: str) -> Any:
        if kind not in self._modules:
            self.versions(kind)
            self._modules[kind] = importlib.import_module(f"{self.package}.{kind}.tables")
        return self._modules[kind]


def _record_schema(schema: dict[str, Any], record: str | None) -> dict[str, Any]:
    if record is None:
        return schema
    return {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": f"#/$defs/{record}"}


def compile_verdict(schema: dict[str, Any]) -> Verdict:
    """The fast validator of a schema; it never fetches anything."""
    from jsonschema_rs import Draft202012Validator, RegexOptions

    return Draft202012Validator(schema, validate_formats=False, offline=True, pattern_options=RegexOptions())
