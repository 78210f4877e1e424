"""The work of ``redact``: what is read, what is written, and what is said of it."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

import click

from runsnap import RedactionPolicy, RedactionReport
from runsnap._limits import Limits
from runsnap._paths import STDIN, STDOUT, same_file
from runsnap._redact.placeholders import SHORTEST_KEY
from runsnap._redact.quiet import without_excerpts
from runsnap._redact.stream import Redacted, RefusedError, redact_all
from runsnap._stream.formats import Format, format_of
from runsnap._stream.items import Chunk, Packed, Spec, Texts
from runsnap._stream.targets import ManyDocumentsError, NoDocumentError, target_of
from runsnap._units import counted
from runsnap.cli._documents import COMPRESSIONS, write
from runsnap.cli._failures import FINE, UNUSABLE, UnusableError, failed, refused, unreadable
from runsnap.cli._inputs import Inputs
from runsnap.cli._screen import say
from runsnap.cli._target_file import ending_tidily, of_target, target_file
from runsnap.cli._text import cut, place, shown_name, visible
from runsnap.errors import RunsnapError

KEY_VARIABLE = "RUNSNAP_REDACT_KEY"

_LONGEST_KEY = 1 << 20
"""Bytes that are read: a device has no end."""

_MOST_ROWS = 40
_LONGEST_PLACE = 200


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for on the command line."""

    source: str
    target: str
    key_file: str | None
    texts: tuple[str, ...]
    pointers: tuple[str, ...]
    detectors: tuple[str, ...]
    keep: tuple[str, ...]
    names: bool
    report: str | None
    as_json: bool
    input_format: Format | None
    limits: Limits


def run(wish: Wish) -> int:
    """Redact, say what was done, and give the exit code."""
    _check_before(wish)
    policy = _policy(wish)
    key = _key(wish)
    try:
        redacted = _redacted(wish, policy, key)
    except RefusedError as bad:
        return refused(_place(wish.source, bad), bad.error)
    except RunsnapError as error:
        return refused(wish.source, without_excerpts(error))
    except ManyDocumentsError:
        return failed(
            f"{shown_name(wish.target)}: there is more than one document, and JSON holds one; write JSON Lines "
            "(.jsonl) or Avro (.avro)",
            UNUSABLE,
        )
    except NoDocumentError:
        return failed(f"{shown_name(wish.source)}: no documents", UNUSABLE)
    except (OSError, ValueError) as error:
        raise of_target(wish.target, error) from None
    if wish.report is not None:
        write(wish.report, _json(redacted.report).encode())
    _say(wish, redacted)
    return FINE


def _redacted(wish: Wish, policy: RedactionPolicy, key: bytes | None) -> Redacted:
    inputs = iter(Inputs((wish.source,), wish.input_format, wish.limits))
    first = list(itertools.islice(inputs, 1))
    format_ = format_of(wish.target) or _format_of(first)
    compression = COMPRESSIONS.get(PurePath(wish.target).suffix.lower(), "none")
    spec = Spec(format_, limits=wish.limits)
    with ending_tidily(), target_file(wish.target, format_) as file:
        chunks: Iterator[Chunk] = itertools.chain(first, inputs)
        return redact_all(chunks, spec, target_of(file, spec, compression), policy, key)


def _format_of(first: list[Chunk]) -> Format:
    """The format that was read, by the first chunk of it."""
    match first:
        case [Packed()]:
            return "avro"
        case [Texts(texts=[(None, _)])]:
            return "json"
        case _:
            return "jsonl"


def _check_before(wish: Wish) -> None:
    """Refuse what would destroy a file or mix up the output."""
    if wish.as_json and wish.target == STDOUT:
        raise click.UsageError("--json prints the report to the standard output, which OUT is already.")
    if wish.report == STDOUT:
        raise click.UsageError("--report names a file; --json prints the report.")
    target = None if wish.target == STDOUT else wish.target
    for name, other, what in (
        ("--key-file", wish.key_file, (wish.source, target)),
        ("--report", wish.report, (wish.source, target, wish.key_file)),
    ):
        if other is not None and any(each is not None and same_file(other, each) for each in what):
            raise click.UsageError(f"{name} names a file that is read or written for something else.")


def _policy(wish: Wish) -> RedactionPolicy:
    try:
        return RedactionPolicy(wish.texts, wish.pointers, wish.detectors, wish.keep, wish.names)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None


def _key(wish: Wish) -> bytes | None:
    """The key, without line feeds at its end; None for a random one."""
    if wish.key_file is not None:
        if wish.key_file == STDIN:
            raise click.UsageError("--key-file names a file.")
        where = shown_name(wish.key_file)
        try:
            with open(wish.key_file, "rb") as file:
                key = file.read(_LONGEST_KEY)
        except (OSError, ValueError) as error:
            raise unreadable(wish.key_file, error) from None
    elif (given := os.environ.get(KEY_VARIABLE)) is not None:
        where, key = KEY_VARIABLE, os.fsencode(given)
    else:
        return None
    key = key.rstrip(b"\r\n")
    if len(key) < SHORTEST_KEY:
        raise UnusableError(f"{where}: a key has {SHORTEST_KEY} bytes at least, this one has {len(key)}")
    return key


def _place(source: str, bad: RefusedError) -> str:
    return place(shown_name(source) if source == STDIN else source, bad.line, bad.index)


def _json(report: RedactionReport) -> str:
    return json.dumps(report.to_dict(), ensure_ascii=True, indent=2) + "\n"


def _say(wish: Wish, redacted: Redacted) -> None:
    report = redacted.report
    for pattern in report.unmatched:
        say(f"no place matches {visible(pattern)}", err=True)
    if wish.as_json:
        say(_json(report).rstrip("\n"))
        return
    where = "the standard output" if wish.target == STDOUT else shown_name(wish.target)
    err = wish.target == STDOUT
    say(
        f"{counted(redacted.documents, 'document')} written to {where}, {counted(report.count, 'replacement')}",
        err=err,
    )
    if report.random_key:
        say("a random key was used: placeholders can be compared within this file only", err=err)
    for each in report.replacements[:_MOST_ROWS]:
        of_names = "names, " if each.part == "name" else ""
        pointer, more = cut(visible(each.pointer), _LONGEST_PLACE)
        say(f"  {each.count:>7,}  {pointer or '(root)'}{more}  ({of_names}{each.reason})", err=err)
    if (more_rows := len(report.replacements) - _MOST_ROWS) > 0:
        say(f"  … and {counted(more_rows, 'other place')}, not shown", err=err)
