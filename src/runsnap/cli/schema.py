"""``runsnap schema``."""

from __future__ import annotations

import sys

import click

from runsnap._generated.catalog import CATALOG
from runsnap.cli._failures import FINE, UNUSABLE
from runsnap.cli._schema_export import export_schemas
from runsnap.cli._schema_register import register_schemas
from runsnap.cli._schema_review import diff_schemas, review_schemas
from runsnap.cli._screen import put, say
from runsnap.cli.convert import kind_at_version


@click.group(invoke_without_command=True, short_help="List, show, export, review and register schemas.")
@click.pass_context
def schema(context: click.Context) -> None:
    """List, show, export and register the schemas of both kinds, and review changes of schemas.

    \b
    Example:
      runsnap schema list
    """
    if context.invoked_subcommand is None:
        say(context.get_help(), err=True)
        context.exit(UNUSABLE)


@schema.command("list")
def list_schemas() -> int:
    """List every kind and version, oldest first.

    \b
    Example:
      runsnap schema list
    """
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), header_style="bold")
    for title in ("Kind", "Version", "State", "Digest of the file"):
        table.add_column(title, overflow="fold")
    for kind, versions in CATALOG.kinds.items():
        newest = CATALOG.versions(kind)[-1]
        for version, about in versions.items():
            state = "released" if about.released else "draft"
            table.add_row(kind, version, f"{state}, newest" if version == newest else state, about.digest)
    put(table)
    return FINE


@schema.command("show")
@click.argument("which", callback=kind_at_version, metavar="KIND[@VERSION]")
def show_schema(which: tuple[str, str]) -> int:
    """Print a schema, the newest of its kind by default.

    \b
    Example:
      runsnap schema show capture
      runsnap schema show resumption@0.1.0
    """
    if sys.stdout is not None:
        sys.stdout.write(CATALOG.text(*which))
    return FINE


for _command in (export_schemas, diff_schemas, review_schemas, register_schemas):
    schema.add_command(_command)
