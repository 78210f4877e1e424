"""``runsnap schema export``."""

from __future__ import annotations

from pathlib import Path

import click

from runsnap._generated.catalog import CATALOG
from runsnap._paths import STDIN
from runsnap._units import counted
from runsnap.cli._failures import FINE
from runsnap.cli._screen import say
from runsnap.cli._text import shown_name
from runsnap.cli.convert import kind_at_version


@click.command("export", short_help="Write all schemas, or types of another language, to DIR.")
@click.argument("target", metavar="DIR | [KIND]", required=False)
@click.option(
    "--language", type=click.Choice(["typescript"]), help="Write types of this language instead of schemas."
)
@click.option("--version", metavar="V", help="With --language and KIND; the newest by default.")
@click.option("-o", "--output", metavar="FILE", help="With --language; the standard output by default.")
@click.pass_context
def export_schemas(
    context: click.Context, target: str | None, language: str | None, version: str | None, output: str | None
) -> int:
    """Write every schema to DIR, byte for byte as released, or types of another language.

    KIND/VERSION.json is the JSON Schema, KIND/VERSION.avsc the Avro schema.
    review-report.json describes what schema diff and schema review print as JSON,
    run-diff.json what diff prints.

    With --language, the declarations of KIND go to FILE; without KIND those of
    the newest version of every kind, a namespace each.

    \b
    Example:
      runsnap schema export schemas
      runsnap schema export --language typescript
      runsnap schema export --language typescript capture --version 1.1.0 -o capture.d.ts
    """
    if language is not None:
        return _export_types(_wanted(context, target, version), STDIN if output is None else output)
    for option, value in (("--version", version), ("--output", output)):
        if value is not None:
            raise click.UsageError(f"{option} goes with --language only.", context)
    if target is None:
        raise click.UsageError("Missing argument 'DIR'.", context)
    return _export_all(target)


def _wanted(context: click.Context, kind: str | None, version: str | None) -> tuple[str | None, str | None]:
    """Kind and version that the types are of; None for every kind."""
    if version is None:
        name = kind
    elif kind is None:
        raise click.UsageError("--version goes with a KIND only.", context)
    elif "@" in kind:
        raise click.UsageError(f"the version stands in {kind!r} and in --version.", context)
    else:
        name = f"{kind}@{version}"
    argument = next(parameter for parameter in context.command.params if parameter.name == "target")
    return kind_at_version(context, argument, name) or (None, None)


def _export_types(wanted: tuple[str | None, str | None], output: str) -> int:
    from runsnap._typescript import declarations
    from runsnap.cli._documents import write

    write(output, declarations(*wanted).encode())
    if output != STDIN:
        what = " ".join(filter(None, wanted)) or "every kind"
        say(f"wrote types of {what} to {shown_name(output)}")
    return FINE


def _export_all(folder: str) -> int:
    from runsnap._diff._plain_form import diff_schema_text
    from runsnap._generated.avro_catalog import AVRO_CATALOG
    from runsnap.cli._documents import write
    from runsnap.evolution.formats import report_schema_text

    write(str(Path(folder, "review-report.json")), report_schema_text().encode())
    write(str(Path(folder, "run-diff.json")), diff_schema_text().encode())
    count = 2
    for kind in CATALOG.kinds:
        for version in CATALOG.versions(kind):
            write(str(Path(folder, kind, f"{version}.json")), CATALOG.text(kind, version).encode())
            write(str(Path(folder, kind, f"{version}.avsc")), AVRO_CATALOG.text(kind, version).encode())
            count += 2
    say(f"wrote {counted(count, 'schema')} to {shown_name(folder)}")
    return FINE
