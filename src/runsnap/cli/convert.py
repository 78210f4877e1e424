"""``runsnap convert``."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

import click

from runsnap._generated.catalog import CATALOG
from runsnap.cli._failures import FINE, PROBLEMS, failed, refused
from runsnap.cli._screen import say
from runsnap.cli._text import counted, shown_name, visible

if TYPE_CHECKING:
    from runsnap.cli._documents import Document


def kind_at_version(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> tuple[str, str] | None:  # fmt: skip
    """``capture@1.0.0`` as kind and version; without a version the newest."""
    if value is None:
        return None
    kind, at, version = value.partition("@")
    if kind not in CATALOG.kinds:
        raise click.BadParameter(
            f"{value!r} names no kind; known: {', '.join(CATALOG.kinds)}.", context, parameter
        )
    known = CATALOG.versions(kind)
    if at and version not in known:
        raise click.BadParameter(
            f"{version!r} is no version of {kind}; known: {', '.join(known)}.", context, parameter
        )
    return kind, version or known[-1]


@click.command()
@click.argument("source")
@click.argument("target", default="-")
@click.option(
    "--layout",
    type=click.Choice(["sorted", "declared"]),
    default="sorted",
    show_default=True,
    help="sorted: members by name, indented. declared: as the reference writer has it.",
)
@click.option(
    "--compress",
    type=click.Choice(["none", "gzip", "zstd"]),
    help="By default gzip for .gz, zstd for .zst, else none.",
)
@click.option(
    "--to",
    "target_version",
    callback=kind_at_version,
    metavar="KIND@VERSION",
    help="Leave out what later versions of the schema introduced, and list each loss.",
)
def convert(source: str, target: str, layout: Literal["sorted", "declared"], compress: str | None,
            target_version: tuple[str, str] | None) -> int:  # fmt: skip
    """Write a document in another layout, compression or version.

    SOURCE and TARGET are files, or - for the standard input and output; TARGET
    is the standard output by default. The target is replaced in one step, or
    left as it was. What is lost on the way to an older version is listed on the
    standard error.

    \b
    Example:
      runsnap convert run.json run.json.gz
      runsnap convert --layout declared stopped.json -
      runsnap convert --to capture@1.0.0 run.json old.json
    """
    from runsnap.cli._documents import COMPRESSIONS, compressed, load, write
    from runsnap.errors import RunsnapError

    try:
        document = load(source)
        if target_version and (kind := document._binding.kind) != target_version[0]:
            return failed(f"{shown_name(source)}: expected a {target_version[0]}, found a {kind}", PROBLEMS)
        data, losses = _encoded(document, layout, target_version[1] if target_version else None)
        compression = compress or COMPRESSIONS.get(PurePath(target).suffix.lower(), "none")
        write(target, compressed(data, compression))
    except RunsnapError as error:
        return refused(source, error)
    if losses:
        say(f"{shown_name(source)}: {counted(len(losses), 'loss', 'losses')}", err=True)
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
