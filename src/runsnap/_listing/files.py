"""Paths to summaries, one after the other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._listing.read import of_document, read
from runsnap._listing.summary import Place, RunSummary, Unreadable
from runsnap._paths import Skipped, Target, Unusable, find, opened, os_reason
from runsnap._reasons import reason_of
from runsnap._source import read_source
from runsnap._stream.formats import CONTAINER, format_of
from runsnap._stream.items import Chunk, Overlong, Packed
from runsnap._stream.read import read as read_documents
from runsnap._stream.sources import chunks_of, too_long
from runsnap.errors import LimitError, RunsnapError

Entry = RunSummary | Unreadable


def list_runs(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, limits: Limits = DEFAULT_LIMITS
) -> Iterator[RunSummary | Unreadable]:
    """A summary of each capture and resumption, as soon as it is read.

    ``paths`` are one or several: files of JSON, JSON Lines or Avro, compressed
    or not; folders, searched for such files at any depth but in hidden folders;
    patterns such as ``runs/**/*.json``; or ``-`` for the standard input. Files
    come in the order of their names in each folder, documents in that of their
    file.

    What cannot be read is an ``Unreadable``, and nothing is raised for it.
    Documents are read, not judged: all that is needed for the summary has to be
    as the schema says, the rest only has to be JSON. Of a document that
    ``runsnap.load`` takes, the summary is the one of what it loads.
    """
    several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    for found in find(map(os.fsdecode, several)):
        yield from entries(found, limits)


def entries(found: Target | Skipped | Unusable, limits: Limits) -> Iterator[Entry]:
    """What is to be said of a file; nothing where it is skipped."""
    if isinstance(found, Unusable):
        yield Unreadable(Place(found.path), found.reason, refused=False)
    elif isinstance(found, Target):
        yield from _in_file(found.path, limits)


def _in_file(path: str, limits: Limits) -> Iterator[Entry]:
    try:
        if (text := _whole_text(path, limits)) is not None:
            yield _of_text(Place(path), text, limits)
            return
        with opened(path) as file:
            for chunk in chunks_of(file, path, None, limits):
                yield from _in_chunk(chunk, limits)
    except RunsnapError as error:
        yield _bad(Place(path), error)
    except (OSError, ValueError) as error:
        yield Unreadable(Place(path), os_reason(error), refused=False)


def _whole_text(path: str, limits: Limits) -> bytes | None:
    """The text of a file that is one document, the quick way; None where a closer look is needed."""
    if format_of(path) != "json":
        return None
    try:
        data = read_source(path, limits)
    except LimitError:
        return None
    return None if data.startswith(CONTAINER) else data


def _in_chunk(chunk: Chunk, limits: Limits) -> Iterator[Entry]:
    if isinstance(chunk, Packed):
        yield from _in_block(chunk, limits)
        return
    for line, text in chunk.texts:
        yield _of_text(Place(chunk.source, line), text, limits)


def _of_text(place: Place, text: bytes | Overlong, limits: Limits) -> Entry:
    try:
        if isinstance(text, Overlong):
            raise too_long(limits)
        return read(place, text, limits)
    except RunsnapError as error:
        return _bad(place, error)


def _in_block(block: Packed, limits: Limits) -> Iterator[Entry]:
    """The documents of an Avro block, which are decoded whole."""
    for item in read_documents(block, limits):
        place = Place(item.source, index=item.index)
        yield of_document(place, item.document) if item.document else _bad(place, item.error)


def _bad(place: Place, error: RunsnapError | None) -> Unreadable:
    assert error is not None
    # A bare RunsnapError says that an optional library is missing: nothing is known of the document.
    return Unreadable(place, reason_of(error), refused=type(error) is not RunsnapError)
