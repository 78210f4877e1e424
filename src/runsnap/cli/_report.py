"""The work of ``report``: one document of a file to a page."""

from __future__ import annotations

from dataclasses import dataclass

import click

import runsnap
from runsnap._paths import STDIN, opened, same_file
from runsnap.cli._documents import Document, write
from runsnap.cli._failures import FINE, PROBLEMS, UNUSABLE, failed, refused, unreadable
from runsnap.cli._screen import say
from runsnap.cli._show_many import documents_of, with_document
from runsnap.cli._text import shown_name
from runsnap.errors import RunsnapError


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for on the command line."""

    file: str
    output: str
    ir: str | None
    index: int | None


def run(wish: Wish) -> int:
    """Write the page, say so, and give the exit code."""
    _check_before(wish)
    found = documents_of(wish.file, wish.index, 2)
    if isinstance(found, int):
        return found
    match found.items:
        case []:
            return failed(f"{shown_name(wish.file)}: no documents", UNUSABLE)
        case [item]:
            return with_document(item, lambda document: _write_page(document, wish))
        case _:
            return failed(
                f"{shown_name(wish.file)}: holds several documents; choose one with --index", UNUSABLE
            )


def _check_before(wish: Wish) -> None:
    """Refuse what cannot be meant."""
    if wish.file == wish.ir == STDIN:
        raise click.UsageError("only one of FILE and --ir can be the standard input.")
    sources = [path for path in (wish.file, wish.ir) if path is not None]
    if wish.output != STDIN and any(same_file(wish.output, path) for path in sources):
        raise click.UsageError("--output names FILE or the IR, which would be overwritten.")


def _write_page(document: Document, wish: Wish) -> int:
    if wish.ir is not None and not isinstance(document, runsnap.Resumption):
        return failed(
            f"{shown_name(wish.file)}: expected a resumption, since --ir is given, found a capture", PROBLEMS
        )
    try:
        page = _page(document, wish.ir)
    except RunsnapError as error:
        return refused(wish.ir or wish.file, error)
    write(wish.output, page.encode())
    if wish.output != STDIN:
        say(f"wrote {shown_name(wish.output)}")
    return FINE


def _page(document: Document, ir: str | None) -> str:
    if ir is None:
        return runsnap.report_html(document)
    try:
        with opened(ir) as file:
            return runsnap.report_html(document, agent_ir=file)
    except (OSError, ValueError) as error:
        raise unreadable(ir, error) from None
