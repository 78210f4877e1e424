"""``runsnap show``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from runsnap.cli._screen import console, has_blocks, put

if TYPE_CHECKING:
    from runsnap._stream.items import Document

_LISTED = 20


@click.command()
@click.argument("file")
@click.option("--full", is_flag=True, help="Show long texts and long tables whole.")
@click.option(
    "--index", type=click.IntRange(min=0), metavar="N",
    help="Of a file of many documents, show this one, counted from 0.",
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(min=1), default=_LISTED, show_default=True, metavar="N",
    help="Of a file of many documents, list the first N.",
)  # fmt: skip
def show(file: str, full: bool, index: int | None, limit: int) -> int:
    """Show a capture or a resumption on a readable page.

    FILE is JSON, JSON Lines or Avro; JSON may be compressed with gzip or zstd. -
    is the standard input. Of a capture: status, times, tokens, cost and every
    step with its latency. Of a resumption: where it stopped and continues, what
    it holds, what it has spent. Long texts are cut, with a note.

    A file of many documents, in JSON Lines or Avro, gives a list of them;
    --index shows one. Exit code 1 if one of those is bad, 2 if there is none of
    that index.

    \b
    Example:
      runsnap show run.json
      runsnap show --full stopped.json | less
      runsnap show --limit 100 runs.avro
      runsnap show --index 1 runs.avro
    """
    from runsnap.cli._show_many import show_file

    return show_file(file, index, limit, lambda document: _put_page(document, full))


def _put_page(document: Document, full: bool) -> None:
    import runsnap
    from runsnap.cli._page import Look
    from runsnap.cli._show_capture import capture_page
    from runsnap.cli._show_resumption import resumption_page

    look = Look(console().width, full, blocks=has_blocks(sys.stdout))
    put(
        capture_page(document, look)
        if isinstance(document, runsnap.Capture)
        else resumption_page(document, look)
    )
