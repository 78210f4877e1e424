"""The schemas to register: the released ones of this package, or those of a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runsnap._generated.catalog import CATALOG
from runsnap.evolution.gate import (
    Folder,
    Side,
    SourceError,
    lock_faults,
    packaged_side,
    parsed,
    snapshot,
    version_key,
)
from runsnap.registry._api import Format

FORMATS: tuple[Format, ...] = ("json", "avro")
DEFAULT_SUBJECT = "{kind}-{format}"
"""Two formats cannot share a subject."""


@dataclass(frozen=True, slots=True)
class Schema:
    """A version of a kind in one format, and the subject that it belongs to.

    One that is not ``wanted`` is not registered, but recognised where it is.
    """

    subject: str
    kind: str
    version: str
    format: Format
    text: str
    file: str
    wanted: bool = True

    @property
    def label(self) -> str:
        """``capture@1.2.0``."""
        return f"{self.kind}@{self.version}"

    @property
    def value(self) -> Any:
        """The schema, parsed."""
        return parsed(self.text)

    @property
    def side(self) -> Side:
        """The schema as one side of a review."""
        if self.format == "json":
            return Side(
                self.label, self.file, schema=self.value, text=self.text, kind=self.kind, version=self.version
            )
        return Side(
            self.label, self.file, avro=self.value, avro_uri=self.file, avro_text=self.text, kind=self.kind,
            version=self.version,
        )  # fmt: skip


def released(
    kind: str | None = None,
    version: str | None = None,
    *,
    formats: Sequence[Format] = FORMATS,
    subject: str = DEFAULT_SUBJECT,
) -> tuple[Schema, ...]:
    """The released schemas of this package, of one kind or of all, in one version or in all.

    ``subject`` names the subject: ``{kind}`` and ``{format}`` stand for what they
    say. ValueError for an unknown kind, a version without a kind, and a subject
    that would get two kinds or formats; UnsupportedVersionError for an unknown version.
    """
    from runsnap._generated.avro_catalog import AVRO_CATALOG

    _check_choice(kind, version)
    if kind is not None:
        CATALOG.version(kind, version)
    sides = [
        packaged_side(one, number, CATALOG.text(one, number), AVRO_CATALOG.text(one, number))
        for one in CATALOG.kinds
        for number in CATALOG.versions(one)
        if (kind in {None, one}) and (CATALOG.kinds[one][number].released or number == version)
    ]
    return _schemas(sides, version, formats, subject)


def schemas_in(
    folder: Path,
    avro: Path | None = None,
    *,
    kind: str | None = None,
    version: str | None = None,
    formats: Sequence[Format] = FORMATS,
    subject: str = DEFAULT_SUBJECT,
) -> tuple[Schema, ...]:
    """The schemas of a folder, KIND/VERSION.json, and KIND/VERSION.avsc there or in ``avro``.

    Those that its ``released.json`` lists, or all where there is none; a
    ``version`` that is named may be a draft. Where only one of the formats is
    asked for, all of them must have it. ValueError for what is missing, for a
    file that cannot be read, and for a released one that was changed; OSError.
    """
    _check_choice(kind, version)
    now, avro_now = snapshot(Folder(folder)), snapshot(Folder(avro or folder), ".avsc")
    for fault in (*now.faults, *avro_now.faults, *lock_faults(now, None)):
        raise SourceError(f"{fault.file}: {fault.sentence}")
    if not now.kinds():
        raise SourceError(f"{folder}: no schema; one is named KIND/VERSION.json, as in order/1.0.0.json")
    if kind is not None and kind not in now.kinds():
        raise SourceError(f"{folder}: no schema of {kind}; there: {', '.join(now.kinds())}")
    sides = [
        Side(
            f"{one}@{number}", now.tree.uri(f"{one}/{number}.json"), schema=now.schemas[one, number], text=now.texts[one, number],
            avro=avro_now.schemas.get((one, number)), avro_uri=avro_now.tree.uri(f"{one}/{number}.avsc"),
            avro_text=avro_now.texts.get((one, number), ""), kind=one, version=number,
        )
        for one in now.kinds()
        for number in now.versions(one)
        if kind in {None, one} and (not now.has_lock or now.released((one, number)) or number == version)
    ]  # fmt: skip
    return _schemas(sides, version, formats, subject)


def _check_choice(kind: str | None, version: str | None) -> None:
    if version is not None and kind is None:
        raise SourceError("a version needs a kind")


def _schemas(
    sides: Sequence[Side], version: str | None, formats: Sequence[Format], subject: str
) -> tuple[Schema, ...]:
    found = [
        schema
        for format_ in FORMATS
        if format_ in formats
        for side in sorted(sides, key=lambda side: (side.kind, version_key(side.version or "") or (0, 0, 0)))
        for schema in _schema(side, format_, version, subject, asked=len(formats) == 1)
    ]
    if not any(schema.wanted for schema in found):
        raise SourceError(f"no schema of version {version}" if version else "no released schema")
    owners: dict[str, tuple[str, str]] = {}
    for schema in found:
        owner = owners.setdefault(schema.subject, (schema.kind, schema.format))
        if owner != (schema.kind, schema.format):
            raise SourceError(
                f"the subject {schema.subject!r} would get schemas of {owner[0]} in {owner[1]} and of "
                f"{schema.kind} in {schema.format}; {{kind}} and {{format}} in its name keep them apart"
            )
    return tuple(found)


def _schema(
    side: Side, format_: Format, version: str | None, subject: str, *, asked: bool
) -> Iterator[Schema]:
    assert side.kind is not None
    assert side.version is not None
    text, file = (side.text, side.uri) if format_ == "json" else (side.avro_text, side.avro_uri)
    wanted = version in {None, side.version}
    if text:
        name = _subject(subject, side.kind, format_)
        yield Schema(name, side.kind, side.version, format_, text, file, wanted)
    elif asked and wanted:
        raise SourceError(f"{file}: {side.label} has no Avro schema")


def _subject(template: str, kind: str, format_: Format) -> str:
    name = template.replace("{kind}", kind).replace("{format}", format_)
    if not name or "{" in name or "}" in name or not name.isprintable():
        raise SourceError(f"{template!r} names no subject; it may have {{kind}} and {{format}}")
    return name
