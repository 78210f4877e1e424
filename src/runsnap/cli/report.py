"""``runsnap report``."""

from __future__ import annotations

import click


@click.command()
@click.argument("file")
@click.option(
    "-o", "--output", required=True, metavar="PAGE", help="The page to write; - is the standard output."
)
@click.option(
    "--ir", metavar="IR",
    help="Of a resumption, the compiled form of its agent: its nodes are shown as a path with the stop, and whether "
    "the run can go on with it.",
)  # fmt: skip
@click.option(
    "--index", type=click.IntRange(min=0), metavar="N",
    help="Of a file of many documents, take this one, counted from 0.",
)  # fmt: skip
def report(file: str, output: str, ir: str | None, index: int | None) -> int:
    """Make a page in HTML that shows a capture or a resumption.

    FILE is JSON, JSON Lines or Avro; JSON may be compressed with gzip or zstd. -
    is the standard input. Of a capture: facts, a timeline of latency, tokens and
    cost, every step with its texts side by side, a search, and what cross-field
    rules find. Of a resumption: where it stopped and continues, what it holds,
    what it has spent.

    The page is one file that holds all of the run and asks for nothing from
    anywhere. It is written in one step, and never in place of FILE or IR.

    Exit code 1 if the document or the IR is bad, or the document is a capture and
    there is an IR; 2 for wrong usage and what cannot be read or written.

    \b
    Example:
      runsnap report run.json -o run.html
      runsnap report stopped.json --ir agent.ir.json -o stopped.html
      runsnap report --index 1 runs.avro -o run.html
    """
    from runsnap.cli._report import Wish, run

    return run(Wish(file, output, ir, index))
