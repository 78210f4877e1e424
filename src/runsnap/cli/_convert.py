"""The work of ``convert``: one document as it always was, or a stream of many."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal

import click

from runsnap._limits import Limits
from runsnap._paths import STDIN, same_file
from runsnap._stream.formats import Format, format_of
from runsnap._stream.items import Chunk, Texts
from runsnap._stream.read import parsed
from runsnap._units import counted
from runsnap.cli._documents import COMPRESSIONS, Document, compressed, write
from runsnap.cli._failures import FINE, PROBLEMS, failed, refused
from runsnap.cli._inputs import Inputs
from runsnap.cli._screen import say
from runsnap.cli._text import shown_name, visible
from runsnap.errors import RunsnapError


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for on the command line."""

    sources: tuple[str, ...]
    target: str
    input_format: Format | None
    output_format: Format | None
    layout: Literal["sorted", "declared"] | None
    compress: str | None
    to: tuple[str, str] | None
    codec: str | None
    workers: int
    quarantine: str | None
    fail_fast: bool
    limits: Limits

    @property
    def compression(self) -> str:
        """How the target is compressed, as a file of text."""
        return self.compress or COMPRESSIONS.get(PurePath(self.target).suffix.lower(), "none")


def run(wish: Wish) -> int:
    """Convert, say what there is to say, and give the exit code."""
    _check_before(wish)
    inputs = Inputs(wish.sources, wish.input_format, wish.limits)
    chunks = iter(inputs)
    try:
        first = list(itertools.islice(chunks, 1))
    except RunsnapError as error:
        return refused(error.source or "-", error)
    text = _only_text(wish, first)
    format_ = wish.output_format or format_of(wish.target) or ("jsonl" if text is None else "json")
    _check_format(wish, format_)
    if text is None:
        return _stream(wish, format_, inputs, itertools.chain(first, chunks), alone=False)
    try:
        document = parsed(text, wish.limits)
        if wish.to and (kind := document._binding.kind) != wish.to[0]:
            return failed(f"{shown_name(wish.sources[0])}: expected a {wish.to[0]}, found a {kind}", PROBLEMS)
        if format_ != "json":
            return _stream(wish, format_, inputs, iter(first), alone=True)
        return _convert_one(wish, document)
    except RunsnapError as error:
        return refused(wish.sources[0], error)


def _only_text(wish: Wish, first: list[Chunk]) -> bytes | None:
    """The text of the one document that there is; None where there may be many."""
    match first:
        case [Texts(texts=[(None, bytes() as text)])] if len(wish.sources) == 1:
            return text
    return None


def _convert_one(wish: Wish, document: Document) -> int:
    data, losses = _encoded(document, wish.layout or "sorted", wish.to[1] if wish.to else None)
    write(wish.target, compressed(data, wish.compression))
    if losses:
        say(f"{shown_name(wish.sources[0])}: {counted(len(losses), 'loss', 'losses')}", err=True)
        for loss in losses:
            say(f"  {visible(loss)}", err=True)
    return FINE


def _encoded(
    document: Document, layout: Literal["sorted", "declared"], version: str | None
) -> tuple[bytes, list[str]]:
    """The text, and a message on each loss."""
    if version is None:
        return document.to_bytes(layout=layout), []
    from runsnap._convert import convert as to_older
    from runsnap._pipeline import encode_plain

    plain, losses = to_older(document, version)
    return encode_plain(type(document), plain, layout), [loss.message for loss in losses]


def _stream(wish: Wish, format_: Format, inputs: Inputs, chunks: Iterator[Chunk], *, alone: bool) -> int:
    from runsnap.cli._convert_stream import convert_stream

    return convert_stream(wish, format_, inputs, chunks, alone=alone)


def _check_before(wish: Wish) -> None:
    """Refuse what cannot be meant."""
    if wish.sources.count(STDIN) > 1:
        raise click.UsageError("the standard input can be a source only once.")
    if wish.quarantine is None:
        return
    if wish.fail_fast:
        raise click.UsageError(
            "--fail-fast has no use for --quarantine: nothing is written after a bad document."
        )
    if any(same_file(wish.quarantine, path) for path in (*wish.sources, wish.target)):
        raise click.UsageError("--quarantine names a source or the target.")


def _check_format(wish: Wish, format_: Format) -> None:
    """Refuse options that the format of the target has no use for: they would be dropped in silence."""
    if format_ == "avro":
        if wish.compression != "none":
            raise click.UsageError(
                "Avro compresses its own blocks: choose with --codec, and name the target .avro."
            )
        _refuse("--layout", wish.layout, "JSON", format_)
    else:
        _refuse("--codec", wish.codec, "Avro", format_)
        if format_ == "jsonl" and wish.layout == "sorted":
            raise click.UsageError("JSON Lines are always in declared order; --layout sorted is for JSON.")


def _refuse(option: str, value: Any, meant: str, format_: Format) -> None:
    if value is not None:
        names = {"json": "JSON", "jsonl": "JSON Lines", "avro": "Avro"}
        raise click.UsageError(f"{option} is for {meant}; the target is {names[format_]}.")
