"""The way of a document, one arrow after the other, and no way back.

bytes → parse → verdict → build → dataclass, and
dataclass → plain values → verdict → encode → bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from runsnap import _shortcut as shortcut
from runsnap._encode import Layout, encode, in_declared_order, lay_out
from runsnap._json import JSONText, parse, text_bytes
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._plain import ValueRuleRefusal, check_plain, first_fault
from runsnap._shape import Of
from runsnap._source import Source, read_source, source_name
from runsnap._stack import on_fresh_stack
from runsnap._values import ValueRuleError
from runsnap.errors import InvalidDocumentError, RunsnapError

if TYPE_CHECKING:
    from runsnap._behaviour.record import Record
    from runsnap._binding import Binding
    from runsnap._report import Report

R = TypeVar("R", bound="Record")


def load_record(cls: type[R], source: Source, *, strict: bool, limits: Limits) -> R:
    """Read a file and build ``cls``; errors name the file."""
    try:
        data = read_source(source, limits)
        return on_fresh_stack(lambda: _load(cls, data, strict, limits))
    except RunsnapError as error:
        error.source = source_name(source)
        raise


def loads_record(cls: type[R], text: JSONText, *, strict: bool, limits: Limits) -> R:
    """Build ``cls`` of JSON text."""
    data = text_bytes(text)
    return on_fresh_stack(lambda: _load(cls, data, strict, limits))


def _load(cls: type[R], data: bytes, strict: bool, limits: Limits) -> R:
    record = None if strict else shortcut.read(cls, data, limits)
    return record or build_record(cls, parse(data, limits), strict=strict, limits=limits)


def build_record(cls: type[R], plain: Any, *, strict: bool, limits: Limits) -> R:
    """Verdict, then build. Raises InvalidDocumentError and what ``cls`` knows of other documents."""
    binding = cls._binding
    if not binding.verdict.is_valid(plain):
        raise cls._other_document(plain) or InvalidDocumentError(_report(binding, plain, strict, limits))
    try:
        record: R = binding.read(cls, plain)
    except ValueRuleError:
        raise InvalidDocumentError(_report(binding, plain, strict, limits)) from None
    if strict and any(True for rule in binding.rules for _ in rule.failures(plain)):
        raise InvalidDocumentError(_report(binding, plain, strict, limits))
    return record


def _report(binding: Binding, plain: Any, strict: bool, limits: Limits) -> Report:
    from runsnap._inspect import inspect

    record = None if binding.is_document else binding.record
    return inspect(binding.catalog, binding.kind, None, plain, record=record, strict=strict, limits=limits)


def encode_record(record: Record, layout: Layout) -> bytes:
    """Write plain values, judge them, encode them.

    Raises UnrepresentableError, InvalidDocumentError or LimitError; ValueError
    for an unknown layout.
    """
    if layout not in ("sorted", "declared"):
        raise ValueError(f"no such layout: {layout!r}; known: sorted, declared")
    return on_fresh_stack(lambda: _encode_record(record, layout))


def _encode_record(record: Record, layout: Layout) -> bytes:
    data = shortcut.write(record, layout)
    if data is not None:
        return lay_out(data) if layout == "sorted" or record._declared_indent else data
    binding = record._binding
    plain = binding.write(record)
    return _encode_plain(type(record), plain, layout, _judge(binding, plain))


def encode_plain(cls: type[Record], plain: dict[str, Any], layout: Layout) -> bytes:
    """Encode plain values that are known to be valid: a document of ``cls``, of any version."""
    return on_fresh_stack(lambda: _encode_plain(cls, plain, layout, check_plain(plain)))


def _encode_plain(cls: type[Record], plain: dict[str, Any], layout: Layout, usual_floats: bool) -> bytes:
    try:
        if layout == "sorted":
            return encode(plain, usual_floats=usual_floats, sort=True, indent=True)
        binding = cls._binding
        ordered = in_declared_order(plain, Of(binding.record), dict(binding.shapes))
        return encode(ordered, usual_floats=True, indent=cls._declared_indent)
    except ValueError:
        raise first_fault(plain) from None


def _judge(binding: Binding, plain: dict[str, Any]) -> bool:
    """The verdict on plain values that are to be written; says whether all floats have their usual text."""
    try:
        usual_floats = check_plain(plain)
        if not binding.verdict.is_valid(plain):
            raise InvalidDocumentError(_report(binding, plain, False, DEFAULT_LIMITS))
    except ValueRuleRefusal as refusal:
        from runsnap._inspect import unreadable

        raise InvalidDocumentError(unreadable([refusal], binding.kind, binding.version)) from None
    except ValueError:
        raise first_fault(plain) from None
    return usual_floats


def from_plain(cls: type[R], plain: Any) -> R:
    """Build ``cls`` of a copy of parsed values, as if they had been loaded."""
    data = on_fresh_stack(lambda: _text_of(plain))
    return loads_record(cls, data, strict=False, limits=_OF_OUR_OWN)


def _text_of(plain: Any) -> bytes:
    try:
        return encode(plain, usual_floats=check_plain(plain))
    except ValueError:
        raise first_fault(plain) from None


def to_plain(record: Record) -> dict[str, Any]:
    """A copy of the record as parsed values, in declared order."""
    data = encode_record(record, "declared")
    plain: dict[str, Any] = on_fresh_stack(lambda: parse(data, _OF_OUR_OWN))
    return plain


_OF_OUR_OWN = Limits(max_bytes=2**62)
