"""The base of every generated record."""

from __future__ import annotations

import dataclasses
import os
import reprlib
from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar, Self

from runsnap import _pipeline
from runsnap._binding import Binding
from runsnap._encode import Layout
from runsnap._json import JSONText
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._source import Source
from runsnap.errors import RunsnapError


class Record:
    """An object with declared members, and ``additional_properties`` for the others."""

    __slots__ = ()

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]
    _binding: ClassVar[Binding]
    _declared_indent: ClassVar[bool] = True
    """Whether the reference writer lays its files out, or writes compact text."""

    @classmethod
    def load(cls, source: Source, *, strict: bool = False, limits: Limits = DEFAULT_LIMITS) -> Self:
        """Read a file: JSON, plain or compressed with gzip or Zstandard.

        ``source`` is a path or an open binary file. ``strict`` also refuses what
        breaks a cross-field rule. Raises MalformedError, InvalidDocumentError,
        WrongKindError, UnsupportedVersionError, LimitError or OSError.
        """
        return _pipeline.load_record(cls, source, strict=strict, limits=limits)

    @classmethod
    def loads(cls, text: JSONText, *, strict: bool = False, limits: Limits = DEFAULT_LIMITS) -> Self:
        """The same for JSON text in memory."""
        return _pipeline.loads_record(cls, text, strict=strict, limits=limits)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Build from parsed JSON, by wire names. The values are copied.

        Raises UnrepresentableError for values that are not JSON, and what
        ``load`` raises.
        """
        return _pipeline.from_plain(cls, dict(plain) if isinstance(plain, Mapping) else plain)

    def to_dict(self) -> dict[str, Any]:
        """Parsed JSON, by wire names, in declared order; a copy.

        Raises UnrepresentableError, InvalidDocumentError or LimitError for what
        ``load`` would refuse.
        """
        return _pipeline.to_plain(self)

    def to_bytes(self, *, layout: Layout = "sorted") -> bytes:
        """JSON text in UTF-8: what ``save`` writes.

        ``sorted`` orders members by code point at every level, indents by two
        spaces and ends with a line feed. ``declared`` gives the text of the
        reference writer. Raises UnrepresentableError, InvalidDocumentError or
        LimitError for what ``load`` would refuse.
        """
        return _pipeline.encode_record(self, layout)

    def dumps(self, *, layout: Layout = "sorted") -> str:
        """The same as text."""
        return self.to_bytes(layout=layout).decode()

    def save(self, path: str | os.PathLike[str], *, layout: Layout = "sorted") -> None:
        """Write the file in one step; on any error the old file is untouched.

        Raises what ``to_bytes`` raises, and OSError.
        """
        from runsnap._save import write_atomically

        try:
            data = self.to_bytes(layout=layout)
        except RunsnapError as error:
            error.source = os.fspath(path)
            raise
        write_atomically(path, data)

    @classmethod
    def _other_document(cls, plain: Any) -> RunsnapError | None:  # noqa: ARG003 - for documents to override
        """The error for values that are recognisably something else than ``cls``."""
        return None

    def __repr__(self) -> str:
        shown = (
            f"{field.name}={_SHORT.repr(getattr(self, field.name))}" for field in dataclasses.fields(self)
        )
        return f"{type(self).__name__}({', '.join(shown)})"


class _Short(reprlib.Repr):
    """Cuts long texts and containers, and names nested records without their members."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = 60
        self.maxlist = self.maxdict = 3
        self.maxlevel = 3

    def repr1(self, x: Any, level: int) -> str:
        if isinstance(x, Record):
            return f"{type(x).__name__}(…)"
        return super().repr1(x, level)

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        """The first members in their order; the library's own sorts them all."""
        return super().repr_dict(dict(islice(x.items(), self.maxdict + 1)), level)

    def repr_int(self, x: int, level: int) -> str:
        """Without the digits of one that Python refuses to print."""
        bits = x.bit_length()
        return super().repr_int(x, level) if bits < _BITS_SHOWN else f"<int of {bits} bits>"


_BITS_SHOWN = 1024
_SHORT = _Short()
