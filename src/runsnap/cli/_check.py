"""One file to the reports on its documents: the work of ``validate``, without any output."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, NamedTuple

import runsnap
from runsnap._inspect import unreadable
from runsnap._limits import Limits
from runsnap._paths import opened
from runsnap._report import Report
from runsnap._source import open_decompressed, read_source
from runsnap._stream.formats import has_single_object
from runsnap._stream.items import Item, Overlong, Packed
from runsnap._stream.sources import detected, lines, packed, too_long
from runsnap.cli._failures import os_reason
from runsnap.errors import LimitError, MalformedError, RunsnapError


class Options(NamedTuple):
    """How documents are judged."""

    kind: str | None
    version: str | None
    strict: bool
    lines: bool
    limits: Limits


@dataclass(frozen=True, slots=True)
class Checked:
    """The report on one document, with its line in JSON Lines or its index in Avro; or why the file cannot be read."""

    path: str
    line: int | None
    report: Report | None
    error: str = ""
    index: int | None = None


class Counted(NamedTuple):
    """An Avro container file was read to its end; ``checked`` says whether it names the number of its documents."""

    path: str
    checked: bool


def check_file(path: str, options: Options) -> Iterator[Checked | Counted]:
    """The documents of a file, one after the other; never raises for what the file holds."""
    try:
        with opened(path) as file, open_decompressed(file) as stream:
            match "jsonl" if options.lines else detected(stream, path):
                case "avro":
                    yield from _container(path, stream, options)
                case "jsonl":
                    for number, line in lines(stream, options.limits):
                        yield Checked(path, number, _line_report(line, options, number))
                case _:
                    yield Checked(path, None, _report(read_source(stream, options.limits), options))
    except (MalformedError, LimitError) as error:
        yield Checked(path, None, _unreadable(error, options))
    except RunsnapError as error:
        yield Checked(path, None, None, error.explain())
    except (OSError, ValueError) as error:
        yield Checked(path, None, None, os_reason(error))


def _line_report(line: bytes | Overlong, options: Options, number: int) -> Report:
    if isinstance(line, Overlong):
        return _unreadable(too_long(options.limits), options)
    report = _report(line, options)
    problems = (
        dataclasses.replace(problem, line=number) if problem.line else problem for problem in report.problems
    )
    return dataclasses.replace(report, problems=tuple(problems))


def _report(data: bytes, options: Options) -> Report:
    if not has_single_object(data):
        return _validated(data, options)
    from runsnap import avro

    return _validated(avro.decode(data, limits=options.limits), options)


def _container(path: str, stream: IO[bytes], options: Options) -> Iterator[Checked | Counted]:
    from runsnap._stream.read import read
    from runsnap.avro._container import AvroBlocks

    blocks = AvroBlocks(stream, options.limits)
    for chunk in packed(blocks, path):
        for item in read(chunk, options.limits):
            yield Checked(path, None, _item_report(chunk, item, options), index=item.index)
    yield Counted(path, blocks.declared_count is not None)


def _item_report(chunk: Packed, item: Item, options: Options) -> Report:
    if item.document is not None:
        return _validated(item.document, options)
    if isinstance(item.error, (MalformedError, LimitError)):
        return _unreadable(item.error, options)
    from runsnap._stream.read import plain_of

    assert isinstance(item.raw, bytes)
    return _validated(plain_of(chunk, item.raw, options.limits), options, chunk.kind)


def _validated(document: Any, options: Options, kind: str | None = None) -> Report:
    return runsnap.validate(
        document, options.kind or kind, options.version, options.strict, limits=options.limits
    )


def _unreadable(error: RunsnapError, options: Options) -> Report:
    return unreadable([error], options.kind, options.version, options.limits)
