"""Which document of a file ``show`` shows, or the list of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from runsnap._limits import DEFAULT_LIMITS
from runsnap._listing.read import of_document
from runsnap._listing.summary import Place
from runsnap._paths import opened
from runsnap._reasons import reason_of
from runsnap._source import open_decompressed, read_source
from runsnap._stream.items import Document, Item, Texts
from runsnap._stream.read import read
from runsnap._stream.sources import detected, lines, packed
from runsnap._units import counted
from runsnap._values import instant_text
from runsnap.cli._failures import FINE, PROBLEMS, UNUSABLE, failed, refused, unreadable
from runsnap.cli._runs import status_of
from runsnap.cli._screen import say
from runsnap.cli._table import Column, Row, put_table
from runsnap.cli._text import short, shown_name
from runsnap.errors import RunsnapError

_LONGEST = 200


@dataclass(slots=True)
class Found:
    """Documents of a file, from one on; ``total`` is how many there are in all, None where nobody says."""

    items: list[Item]
    total: int | None


def show_file(path: str, index: int | None, limit: int, put_page: Callable[[Document], None]) -> int:
    """Show a document on a page, or the list of all; the exit code."""
    found = documents_of(path, index, limit + 1)
    if isinstance(found, int):
        return found
    items = found.items
    if not items:
        say(f"{shown_name(path)}: no documents")
        return FINE
    if len(items) == 1:
        return with_document(items[0], put_page)
    _put_list(items[:limit])
    if len(items) > limit:
        of_all = "" if found.total is None else f" of {found.total:,}"
        say(f"\nthe first {counted(limit, 'document')}{of_all}; --limit lists more, --index shows one")
    return PROBLEMS if any(item.error for item in items[:limit]) else FINE


def documents_of(path: str, index: int | None, most: int) -> Found | int:
    """The document of an index, or the first ones where there is no index; or the exit code, after a message."""
    try:
        with opened(path) as file, open_decompressed(file) as stream:
            found = _find(stream, path, index or 0, 1 if index is not None else most)
    except RunsnapError as error:
        return refused(path, error)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    if index is not None and not found.items:
        has = f"; it holds {counted(found.total, 'document')}" if found.total is not None else ""
        return failed(f"{shown_name(path)}: no document of that index{has}", UNUSABLE)
    return found


def _find(stream: IO[bytes], path: str, skipped: int, most: int) -> Found:
    match detected(stream, path):
        case "avro":
            return _in_avro(stream, path, skipped, most)
        case "jsonl":
            rest = itertools.islice(lines(stream, DEFAULT_LIMITS), skipped, skipped + most)
            texts = Texts(path, list(rest), 0)
            return Found(list(read(texts, DEFAULT_LIMITS)), None)
        case _:
            texts = Texts(path, [(None, read_source(stream, DEFAULT_LIMITS))], 0)
            return Found([] if skipped else list(read(texts, DEFAULT_LIMITS)), 1)


def _in_avro(stream: IO[bytes], path: str, skipped: int, most: int) -> Found:
    from runsnap.avro._container import AvroBlocks

    blocks = AvroBlocks(stream, DEFAULT_LIMITS)
    items = (
        item
        for chunk in packed(blocks, path)
        if chunk.index + chunk.count > skipped  # other blocks need not be unpacked
        for item in read(chunk, DEFAULT_LIMITS)
        if item.index is not None and item.index >= skipped
    )
    return Found(list(itertools.islice(items, most)), blocks.declared_count)


def with_document(item: Item, use: Callable[[Document], int | None]) -> int:
    """Use a document, or say why it is none; the exit code."""
    if item.document is None:
        assert item.error is not None
        return refused(item.source, item.error)
    return use(item.document) or FINE


def _put_list(items: list[Item]) -> None:
    places = ["Index", "Line"] if items[0].line is not None else ["Index"]
    columns = [Column(title, right=True) for title in places]
    columns += [
        Column("Kind"),
        Column("Agent", folded=True),
        Column("Steps", right=True),
        Column("State", folded=True),
    ]
    put_table(columns, [_row(index, item) for index, item in enumerate(items)])


def _row(index: int, item: Item) -> Row:
    place = [str(index)] + ([str(item.line)] if item.line is not None else [])
    if item.document is None:
        assert item.error is not None
        return Row([*place, "(bad)", "", "", short(reason_of(item.error), _LONGEST)], "bad")
    run = of_document(Place(item.source, item.line, item.index), item.document)
    agent, status = short(run.agent, _LONGEST), status_of(run, _LONGEST)
    state = f"{status}, started {instant_text(run.started_at)}" if run.started_at is not None else status
    return Row([*place, run.kind, agent, str(run.steps), state])
