"""The group of all commands."""

from __future__ import annotations

import io
import sys
from typing import NoReturn

import click

from runsnap import __version__
from runsnap.cli._failures import UNUSABLE, QuietGroup
from runsnap.cli._screen import say
from runsnap.cli.check import check
from runsnap.cli.convert import convert
from runsnap.cli.diff import diff
from runsnap.cli.list import list_
from runsnap.cli.redact import redact
from runsnap.cli.report import report
from runsnap.cli.schema import schema
from runsnap.cli.show import show
from runsnap.cli.validate import validate

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=QuietGroup, invoke_without_command=True, context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="runsnap")
@click.pass_context
def app(context: click.Context) -> None:
    """Read, validate, show, list and convert files that describe runs of LLM agents.

    Two kinds of files are known: a capture records a whole run with every word
    exchanged with models; a resumption is a run that was stopped at a
    checkpoint and can be continued.

    Exit codes: 0 fine, 1 problems found, 2 wrong usage or unreadable.

    \b
    Example:
      runsnap validate runs/
      runsnap show run.json
      runsnap list runs/
    """
    if context.invoked_subcommand is None:
        say(context.get_help(), err=True)
        context.exit(UNUSABLE)


for _command in (validate, show, list_, report, diff, redact, check, convert, schema):
    app.add_command(_command)


def run() -> NoReturn:
    """Run the command line with the arguments of the process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    app.main(prog_name="runsnap")
