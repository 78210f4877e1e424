"""Arrow batches in, Arrow batches out: what Spark's Python workers run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from runsnap._documents import line_of
from runsnap._limits import Limits
from runsnap._reasons import attempt, reason_of
from runsnap._report import Problem
from runsnap.errors import MalformedError, RunsnapError
from runsnap.spark._library import arrow_schema, library, struct
from runsnap.spark._rows import Row, Rows, problems_of

TEXT, SOURCE, BLOCK, LINE = "value", "source", "block", "line"
"""Columns of JSON text, of the file that it is from, of where the part of the file begins, and of the line."""

_MOST_ROWS = 1_000
_MOST_BYTES = 4 << 20
"""A batch ends with the row that makes it so large, as JSON text."""


def _column(name: str, type_: Any, *, nullable: bool = True) -> dict[str, Any]:
    return {"name": name, "type": type_, "nullable": nullable, "metadata": {}}


def _struct(*columns: dict[str, Any]) -> dict[str, Any]:
    return {"type": "struct", "fields": list(columns)}


_PROBLEM = _struct(
    *(_column(name, "string", nullable=False) for name in ("stage", "pointer", "keyword", "message"))
)
_PROBLEMS = {"type": "array", "elementType": _PROBLEM, "containsNull": False}
BAD = _struct(
    _column(SOURCE, "string"),
    _column(BLOCK, "long"),
    _column(LINE, "long"),
    _column("problems", _PROBLEMS, nullable=False),
    _column("problem_count", "long", nullable=False),
    _column("raw", "binary"),
)
"""The rows of bad documents, as the JSON form of a ``StructType``."""
DOCUMENTS = _struct(_column(TEXT, "string", nullable=False))
"""The rows of documents as JSON text."""


class Item(NamedTuple):
    """A document, or why it is none, with its place."""

    source: str | None
    block: int | None
    line: int | None
    document: Any
    error: RunsnapError | None
    raw: Callable[[], bytes | None]
    size: int

    @property
    def place(self) -> str:
        """The beginning of a message."""
        after = f" after byte {self.block}" if self.block else ""
        line = f"line {self.line}{after}" if self.line is not None else None
        return "".join(f"{part}: " for part in (self.source, line) if part)


@dataclass(frozen=True)
class Job:
    """What is done with batches; it is sent to the workers.

    Batches hold JSON text, or rows of the version ``given``. ``version`` is that
    of the rows that come out.
    """

    kind: str
    version: str
    given: str | None
    strict: bool
    limits: Limits

    def rows(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The rows of all documents; RunsnapError, with its place, for the first bad one."""
        return self._good(batches, on_error=_refuse)

    def good(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The rows of good documents."""
        return self._good(batches, on_error=_leave_out)

    def bad(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Why the others are bad: rows of ``BAD``."""
        rows = Rows(self.kind, self.version)

        def found() -> Iterator[tuple[Row, int]]:
            for item in self._items(batches):
                error = item.error or _unrepresentable(rows, item.document)
                if error is not None:
                    yield _bad_row(item, error), item.size

        return _batches(found(), BAD)

    def documents(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Each document as a line of JSON; RunsnapError for the first bad one."""

        def found() -> Iterator[tuple[Row, int]]:
            for item in self._items(batches):
                if item.error is not None:
                    _refuse(item, item.error)
                text = line_of(item.document)
                yield {TEXT: text.decode()}, len(text)

        return _batches(found(), DOCUMENTS)

    def _good(self, batches: Iterable[Any], on_error: Callable[[Item, RunsnapError], None]) -> Iterator[Any]:
        rows = Rows(self.kind, self.version)

        def found() -> Iterator[tuple[Row, int]]:
            for item in self._items(batches):
                if item.error is not None:
                    on_error(item, item.error)
                    continue
                try:
                    row = rows.row(item.document)
                except RunsnapError as error:
                    on_error(item, error)
                else:
                    yield row, item.size

        return _batches(found(), struct(self.kind, self.version))

    def _items(self, batches: Iterable[Any]) -> Iterator[Item]:
        return self._of_texts(batches) if self.given is None else self._of_rows(batches, self.given)

    def _of_texts(self, batches: Iterable[Any]) -> Iterator[Item]:
        parsed = partial(Rows(self.kind, None).parsed, strict=self.strict, limits=self.limits)
        lines: Counter[tuple[str | None, int | None]] = Counter()
        for batch in batches:
            for row in batch.to_pylist():
                source, block = row.get(SOURCE), row.get(BLOCK)
                lines[source, block] += 1
                line = lines[source, block] if block is not None else row.get(LINE)
                text = row[TEXT] or b""
                if text.strip():
                    document, error = attempt(partial(parsed, text))
                    yield Item(source, block, line, document, error, partial(bytes, text), len(text))

    def _of_rows(self, batches: Iterable[Any], version: str) -> Iterator[Item]:
        rows = Rows(self.kind, version)
        for batch in batches:
            size = batch.nbytes // max(batch.num_rows, 1)
            for make_row in _rows_of(batch):
                row, error = attempt(make_row)
                if row is None:
                    yield Item(None, None, None, None, error, _nothing, size)
                    continue
                source = row.pop(SOURCE, None)
                document, error = attempt(partial(rows.document, row, strict=self.strict, limits=self.limits))
                yield Item(source, None, None, document, error, partial(rows.raw, row, self.limits), size)


def _nothing() -> None:
    """The text of a row that is not even a row."""


def _rows_of(batch: Any) -> Iterator[Callable[[], Row]]:
    """Each row of a batch, to be made by a call: it raises MalformedError for what Python cannot hold."""
    try:
        rows = batch.to_pylist(maps_as_pydicts="strict")
    except (KeyError, UnicodeDecodeError):
        return (partial(_row_at, batch, index) for index in range(batch.num_rows))
    return (partial(dict[str, Any], row) for row in rows)


def _row_at(batch: Any, index: int) -> Row:
    try:
        (row,) = batch.slice(index, 1).to_pylist(maps_as_pydicts="strict")
    except KeyError:
        raise MalformedError("a map that has a key twice", format="Avro") from None
    except UnicodeDecodeError:
        raise MalformedError("a text that is not UTF-8", format="Avro") from None
    found: Row = row
    return found


def _unrepresentable(rows: Rows, document: Any) -> RunsnapError | None:
    return attempt(partial(rows.row, document))[1]


def _leave_out(item: Item, error: RunsnapError) -> None:
    """The job for bad documents says what is wrong with it."""


def _refuse(item: Item, error: RunsnapError) -> None:
    raise RunsnapError(f"{item.place}{reason_of(error)}") from error


def _bad_row(item: Item, error: RunsnapError) -> Row:
    problems, count = problems_of(error)
    return {
        SOURCE: item.source, BLOCK: item.block, LINE: item.line,
        "problems": [_problem(problem) for problem in problems], "problem_count": count, "raw": item.raw(),
    }  # fmt: skip


def _problem(problem: Problem) -> dict[str, str]:
    return {
        "stage": problem.stage, "pointer": problem.pointer, "keyword": problem.keyword, "message": problem.message,
    }  # fmt: skip


def _batches(rows: Iterator[tuple[Row, int]], fields: dict[str, Any]) -> Iterator[Any]:
    """Batches of rows, none of them much larger than the largest row."""
    make, schema = library("pyarrow").RecordBatch.from_pylist, arrow_schema(fields)
    waiting: list[Row] = []
    size = 0
    for row, row_size in rows:
        waiting.append(row)
        size += row_size
        if len(waiting) >= _MOST_ROWS or size >= _MOST_BYTES:
            yield make(waiting, schema=schema)
            waiting, size = [], 0
    yield make(waiting, schema=schema)
