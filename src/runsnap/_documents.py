"""Documents of either kind: the functions of the public API."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

from runsnap import _shortcut as shortcut
from runsnap._behaviour.record import Record
from runsnap._compact import one_line
from runsnap._encode import encode
from runsnap._generated.catalog import CATALOG
from runsnap._json import JSONText, parse, parse_text, text_bytes
from runsnap._kinds import document_kind
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._pipeline import build_record
from runsnap._plain import ValueRuleRefusal, check_plain, faults
from runsnap._report import Problem, Report
from runsnap._source import Source, read_source, source_name
from runsnap._stack import on_fresh_stack
from runsnap.errors import (
    InvalidDocumentError,
    LimitError,
    MalformedError,
    RunsnapError,
    UnsupportedVersionError,
    WrongKindError,
)

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

    from runsnap._generated.capture import Capture
    from runsnap._generated.resumption import Resumption

_TEXTS = (str, bytes, bytearray, memoryview)


@cache
def class_of(kind: str) -> type[Capture | Resumption]:
    """The class of a kind of document; imported late, since to validate takes none."""
    if kind == "capture":
        from runsnap._generated.capture import Capture

        return Capture
    from runsnap._generated.resumption import Resumption

    return Resumption


def load(source: Source, *, strict: bool = False, limits: Limits = DEFAULT_LIMITS) -> Capture | Resumption:
    """Read a file of either kind.

    A member ``ingotSnapshot`` makes a resumption; else ``run_log`` a capture;
    else a textual ``kind`` a resumption. Raises WrongKindError for anything
    else, and what ``Capture.load`` raises.
    """
    try:
        data = read_source(source, limits)
        return on_fresh_stack(lambda: _load(data, strict, limits))
    except RunsnapError as error:
        error.source = source_name(source)
        raise


def loads(text: JSONText, *, strict: bool = False, limits: Limits = DEFAULT_LIMITS) -> Capture | Resumption:
    """The same for JSON text in memory."""
    data = text_bytes(text)
    return on_fresh_stack(lambda: _load(data, strict, limits))


def _load(data: bytes, strict: bool, limits: Limits) -> Capture | Resumption:
    likely = class_of("resumption" if b'"ingotSnapshot"' in data else "capture")
    if not strict and (document := shortcut.read(likely, data, limits)):
        return document
    plain = parse(data, limits)
    return build_record(class_of(document_kind(plain)), plain, strict=strict, limits=limits)


def validate(
    document: Any, kind: str | None = None, version: str | None = None, strict: bool = False,
    *, limits: Limits = DEFAULT_LIMITS,
) -> Report:  # fmt: skip
    """Report everything that is wrong with a document.

    ``document`` is a path (``os.PathLike``), JSON text (``str`` or ``bytes``),
    a capture, a resumption, a record of one of them, or a parsed value. ``kind`` is ``"capture"`` or
    ``"resumption"``, told from the document by default; ``version`` a schema
    version, by default the newest. ``strict`` lets cross-field failures count
    as refusals. A document that cannot be read gives a report, too.

    Raises OSError for a path that cannot be read, ValueError for an unknown
    kind, UnsupportedVersionError for an unknown version.
    """
    if kind is not None:
        CATALOG.version(kind, version)
    return on_fresh_stack(lambda: _validate(document, kind, version, strict, limits))


def refuse_broken_rules(document: Capture | Resumption, limits: Limits) -> None:
    """What ``strict`` adds where a document is loaded: InvalidDocumentError for one that breaks a cross-field rule."""
    report = validate(document, strict=True, limits=limits)
    if not report.valid:
        raise InvalidDocumentError(report)


def line_of(document: Capture | Resumption) -> bytes:
    """A document as one line of JSON, as JSON Lines hold it."""
    return one_line(document.to_bytes(layout="declared"))


def _validate(document: Any, kind: str | None, version: str | None, strict: bool, limits: Limits) -> Report:
    from runsnap._inspect import inspect, unreadable

    record = None
    if isinstance(document, (os.PathLike, *_TEXTS)):
        try:
            plain = _read(document, limits)
        except (MalformedError, LimitError) as error:
            return unreadable([error], kind, version)
    else:
        plain = document
        if isinstance(document, Record):
            plain = document._binding.write(document)
            kind = kind or document._binding.kind
            record = _standing_alone(document, kind, version)
        try:
            encode(plain, usual_floats=check_plain(plain))
        except (ValueError, RunsnapError, ValueRuleRefusal):
            return unreadable(faults(plain), kind, version, limits)
    try:
        kind = kind or document_kind(plain)
    except WrongKindError as error:
        return Report(None, None, (Problem("schema", "", "kind", error.expected, error.found),), 1)
    return inspect(CATALOG, kind, version, plain, record=record, strict=strict, limits=limits)


def _read(document: Any, limits: Limits) -> Any:
    if isinstance(document, os.PathLike):
        return parse(read_source(document, limits), limits)
    return parse_text(document, limits)


def _standing_alone(record: Record, kind: str, version: str | None) -> str | None:
    """The name of a record that is no whole document of this kind, but a part of one."""
    binding = record._binding
    if binding.is_document or kind != binding.kind:
        return None
    known = [each for each in CATALOG.versions(kind) if binding.record in CATALOG.schema(kind, each)["$defs"]]
    if CATALOG.version(kind, version) not in known:
        raise UnsupportedVersionError(CATALOG.version(kind, version), tuple(known))
    return binding.record


def schema(kind: str, version: str | None = None) -> dict[str, Any]:
    """The JSON Schema of a kind, the newest version by default.

    Raises ValueError for an unknown kind, UnsupportedVersionError for an
    unknown version.
    """
    return CATALOG.schema(kind, version)


def validator(kind: str, version: str | None = None) -> Draft202012Validator:
    """A validator of the ``jsonschema`` library for that schema; it never fetches anything.

    Raises what ``schema`` raises.
    """
    return CATALOG.validator(kind, version)
