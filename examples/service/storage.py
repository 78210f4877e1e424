"""Tables for captures and resumptions: the document whole, and columns to search by, all of them exact."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Dialect, Numeric, String, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from whenever import Instant

import runsnap

if TYPE_CHECKING:
    from sqlalchemy.types import TypeEngine


class Unsigned(TypeDecorator[int]):
    """An integer of this many digits, without a sign.

    Elsewhere a ``NUMERIC``. SQLite has no exact number beyond 64 bits with a
    sign: there it is a text, with zeros before it, so that texts are in the
    order of the numbers.
    """

    impl = Numeric
    cache_ok = True

    def __init__(self, digits: int) -> None:
        super().__init__(digits, 0)
        self.digits = digits

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        kind: TypeEngine[Any] = Numeric(self.digits, 0)
        return dialect.type_descriptor(String(self.digits) if dialect.name == "sqlite" else kind)

    def process_bind_param(self, value: int | None, dialect: Dialect) -> str | int | None:
        if value is None or dialect.name != "sqlite":
            return value
        return f"{value:0{self.digits}}"

    def process_result_value(self, value: object, dialect: Dialect) -> int | None:
        return None if value is None else int(str(value))


class Moment(TypeDecorator[Instant]):
    """An instant with its nanoseconds, as text of one length; ``TIMESTAMP`` ends at microseconds."""

    impl = String(30)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str]:
        collation = "C" if dialect.name == "postgresql" else None
        return dialect.type_descriptor(String(30, collation=collation))

    def process_bind_param(self, value: Instant | None, dialect: Dialect) -> str | None:
        return None if value is None else value.format_iso(unit="nanosecond")

    def process_result_value(self, value: str | None, dialect: Dialect) -> Instant | None:
        return None if value is None else Instant.parse_iso(value)


U64 = Unsigned(20)
U128 = Unsigned(39)


def words(text: str) -> str:
    """A text to search by: PostgreSQL holds no U+0000. The document keeps it."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


class Table(DeclarativeBase):
    """Root of the tables."""


class StoredCapture(Table):
    """A capture. ``document`` is text: ``JSONB`` refuses U+0000, and writes 1e-5 as 0.00001."""

    __tablename__ = "captures"

    run_id: Mapped[str] = mapped_column(String(26), primary_key=True)
    agent: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text, index=True)
    started_at: Mapped[Instant] = mapped_column(Moment, index=True)
    finished_at: Mapped[Instant | None] = mapped_column(Moment)
    rng_seed: Mapped[int | None] = mapped_column(U64, index=True)
    document: Mapped[str] = mapped_column(Text)

    @classmethod
    def of(cls, capture: runsnap.Capture) -> StoredCapture:
        """The row of a capture. Identifiers differ in case alone at most, so one case is stored."""
        log = capture.run_log
        return cls(
            run_id=capture.run_id.upper(), agent=words(log.agent), status=words(log.status),
            started_at=log.started_at, finished_at=log.finished_at, rng_seed=capture.rng_seed,
            document=capture.dumps(),
        )  # fmt: skip


class StoredResumption(Table):
    """A run that can go on. ``micros`` is what it has spent, in millionths, up to 2^128-1."""

    __tablename__ = "resumptions"

    id: Mapped[int] = mapped_column(primary_key=True)
    agent: Mapped[str] = mapped_column(Text)
    resume_at: Mapped[str] = mapped_column(Text)
    input_tokens: Mapped[int] = mapped_column(U64)
    micros: Mapped[int] = mapped_column(U128, index=True)
    document: Mapped[str] = mapped_column(Text)

    @classmethod
    def of(cls, stopped: runsnap.Resumption) -> StoredResumption:
        """The row of a resumption."""
        return cls(
            agent=words(stopped.agent), resume_at=words(stopped.resume_at),
            input_tokens=stopped.usage.input_tokens,
            micros=stopped.spend.micros, document=stopped.dumps(),
        )  # fmt: skip
