"""What is handed from one room to the next. All of it can be sent to another process."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import runsnap
from runsnap._encode import Layout
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._stream.formats import Format
from runsnap.errors import RunsnapError

Document: TypeAlias = "runsnap.Capture | runsnap.Resumption"


class Overlong(NamedTuple):
    """A line beyond the limit, which was not read: where it stands in the (unpacked) file, in bytes."""

    offset: int
    size: int


class Texts(NamedTuple):
    """Documents in JSON, each with its line; None for a file that is one document."""

    source: str
    texts: list[tuple[int | None, bytes | Overlong]]
    size: int


@dataclass(frozen=True, slots=True)
class Packed:
    """A block of an Avro container file; ``index`` is that of its first document, from 0."""

    source: str
    kind: str
    version: str
    codec: str
    index: int
    count: int
    data: bytes

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return len(self.data)


Chunk = Texts | Packed


@dataclass(frozen=True, slots=True)
class Item:
    """One document of a file, or why it is none; ``raw`` is its text or its Avro data, as it stands there."""

    source: str
    line: int | None
    index: int | None
    raw: bytes | Overlong
    document: Document | None
    error: RunsnapError | None


@dataclass(frozen=True, slots=True)
class Bad:
    """What cannot be converted, its place and the reason."""

    source: str
    line: int | None
    index: int | None
    reason: str
    pointer: str
    column: int
    raw: bytes | Overlong


@dataclass(slots=True)
class Part:
    """A piece of the new file: ``blocks`` of so many documents each, in order; and what went wrong."""

    blocks: list[tuple[int, bytes]] = field(default_factory=list)
    kind: str | None = None
    documents: int = 0
    bad: list[Bad] = field(default_factory=list)
    losses: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Spec:
    """What is to be made of documents.

    Documents of another ``kind`` are bad; None takes any. ``version`` is the
    schema version to write, None the newest. ``layout`` is for ``json`` alone,
    ``codec`` for ``avro``.
    """

    format: Format
    kind: str | None = None
    version: str | None = None
    layout: Layout = "sorted"
    codec: str = "deflate"
    limits: Limits = DEFAULT_LIMITS
