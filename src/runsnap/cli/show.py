"""``runsnap show``."""

from __future__ import annotations

import sys

import click

from runsnap.cli._failures import FINE, refused
from runsnap.cli._screen import console, put


@click.command()
@click.argument("file")
@click.option("--full", is_flag=True, help="Show long texts and long tables whole.")
def show(file: str, full: bool) -> int:
    """Show a capture or a resumption on a readable page.

    FILE may be compressed with gzip or zstd, or - for the standard input. Of a
    capture: status, times, tokens, cost and every step with its latency. Of a
    resumption: where it stopped and continues, what it holds, what it has spent.
    Long texts are cut, with a note.

    \b
    Example:
      runsnap show run.json
      runsnap show --full stopped.json | less
    """
    import runsnap
    from runsnap.cli._documents import load

    try:
        document = load(file)
    except runsnap.RunsnapError as error:
        return refused(file, error)

    from runsnap.cli._page import Look
    from runsnap.cli._show_capture import capture_page
    from runsnap.cli._show_resumption import resumption_page

    encoding = getattr(sys.stdout, "encoding", None) or ""
    look = Look(console().width, full, blocks=encoding.lower().startswith("utf"))
    put(
        capture_page(document, look)
        if isinstance(document, runsnap.Capture)
        else resumption_page(document, look)
    )
    return FINE
