"""``runsnap diff``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from runsnap._paths import STDIN, same_file
from runsnap.cli._failures import FINE, PROBLEMS, UNUSABLE, UnusableError, refused
from runsnap.cli._screen import console, put, say
from runsnap.cli._text import shown_name

if TYPE_CHECKING:
    from runsnap import RunDiff
    from runsnap.cli._documents import Document


@click.command(short_help="Show what differs between two captures or two resumptions.")
@click.argument("a")
@click.argument("b")
@click.option("--full", is_flag=True, help="Show long values and long lists whole.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value, described by a schema.")
@click.option("--html", metavar="FILE", help="Write a page for a browser; - is the standard output.")
@click.option(
    "--outputs-only", is_flag=True, help="Exit with 0 where all outputs are equal, whatever else differs."
)
def diff(a: str, b: str, full: bool, as_json: bool, html: str | None, outputs_only: bool) -> int:
    """Show what differs between two captures, or between two resumptions.

    A and B are files of JSON, which may be compressed with gzip or zstd; one of
    them may be - for the standard input.

    Two captures are compared step by step. Inserted and dropped steps are found,
    and the first place where the runs part is named. The verdict is "reproduced"
    if both have the same steps with the same inputs and outputs, "same outputs"
    if only inputs differ, "other outputs" if an output differs, and "diverged" if
    steps were inserted or dropped. Of two resumptions it says whether B continues
    the run of A.

    Exit codes: 0 no difference, 1 some difference, 2 a file cannot be read, is no
    valid document or is of another kind.

    \b
    Example:
      runsnap diff run.json runs/a.json
      runsnap diff --outputs-only run.json runs/a.json
      runsnap diff --json run.json runs/a.json
      runsnap diff --html page.html run.json runs/a.json
    """
    if a == b == STDIN:
        raise click.UsageError("only one of A and B can be the standard input.")
    if as_json and html is not None:
        raise click.UsageError("--json and --html exclude each other.")
    if html not in {None, STDIN} and any(same_file(str(html), path) for path in (a, b)):
        raise click.UsageError("--html names A or B, which would be overwritten.")
    one, other = _load(a), _load(b)
    if one is None or other is None:
        return UNUSABLE
    difference = _compare(one, other, b)
    if as_json:
        _put_json(difference)
    elif html is not None:
        _write_page(html, difference, a, b)
    else:
        _put_text(difference, a, b, full)
    equal = difference.outputs_equal if outputs_only else difference.same
    return FINE if equal else PROBLEMS


def _load(path: str) -> Document | None:
    """None where the file holds no valid document, which is said."""
    from runsnap.cli._documents import load
    from runsnap.errors import RunsnapError

    try:
        return load(path)
    except RunsnapError as error:
        refused(path, error)
        return None


def _compare(a: Document, b: Document, name: str) -> RunDiff:
    import runsnap
    from runsnap.errors import RunsnapError

    try:
        return runsnap.diff(a, b)
    except RunsnapError as error:
        raise UnusableError(f"{shown_name(name)}: {error.explain()}") from None


def _put_json(difference: RunDiff) -> None:
    from runsnap._encode import encode
    from runsnap.cli._documents import write

    write(STDIN, encode(difference.to_dict(), usual_floats=False, indent=True))


def _write_page(target: str, difference: RunDiff, a: str, b: str) -> None:
    from runsnap.cli._documents import write

    write(target, difference.to_html(shown_name(a), shown_name(b)).encode())
    if target != STDIN:
        say(f"{difference.verdict}; the page is in {shown_name(target)}")


def _put_text(difference: RunDiff, a: str, b: str, full: bool) -> None:
    from runsnap.cli._diff_page import difference_page

    put(difference_page(difference, shown_name(a), shown_name(b), console().width, full))
