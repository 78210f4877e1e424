"""``runsnap validate``."""

from __future__ import annotations

import click

from runsnap._generated.catalog import CATALOG
from runsnap._limits import DEEPEST, DEFAULT_LIMITS, Limits


def limit_options(command: click.decorators.FC) -> click.decorators.FC:
    """The options of the limits on what is read."""
    for option in (
        click.option("--max-problems", type=click.IntRange(min=1), default=DEFAULT_LIMITS.max_problems, show_default=True,
                     metavar="N", help="List at most N problems, failures and notes of a document; all are counted."),
        click.option("--max-depth", type=click.IntRange(1, DEEPEST), default=DEFAULT_LIMITS.max_depth, show_default=True,
                     metavar="N", help=f"Refuse documents that nest deeper; at most {DEEPEST}."),
        click.option("--max-bytes", type=click.IntRange(min=1), default=DEFAULT_LIMITS.max_bytes, show_default=True,
                     metavar="N", help="Refuse documents that are larger, after decompression."),
    ):  # fmt: skip
        command = option(command)
    return command


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option(
    "--kind",
    type=click.Choice(list(CATALOG.kinds)),
    help="Expect this kind; told from each document by default.",
)
@click.option(
    "--schema-version",
    metavar="VERSION",
    help="Judge by this version of the schema, by default the newest; needs --kind.",
)
@click.option("--strict", is_flag=True, help="Let failures of cross-field rules count as problems.")
@click.option("--lines", is_flag=True, help="Read every file as JSON Lines, whatever its name.")
@click.option("--notes", is_flag=True, help="List members and labels that are unknown to the schema, too.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON value with the report on each document."
)
@limit_options
def validate(
    paths: tuple[str, ...], kind: str | None, schema_version: str | None, strict: bool, lines: bool, notes: bool,
    as_json: bool, max_bytes: int, max_depth: int, max_problems: int,
) -> int:  # fmt: skip
    """Report what is wrong with captures and resumptions.

    PATH is a file of JSON, by its name (.jsonl, .ndjson) of JSON Lines, or by its
    first bytes or name of Avro; a folder, searched for such files at any depth but
    in hidden folders; a pattern such as 'runs/**/*.json'; or - for the standard
    input. Files may be compressed with gzip or zstd.

    Of an Avro file it is said whether the number of its documents was checked:
    where the writer noted none, whole blocks may be missing at the end.

    One line a file, then a table of problems. Failures of cross-field rules are
    always shown; they count as problems only with --strict.

    Exit code 1 if any document has a problem, 2 if anything could not be read or
    nothing was found.

    \b
    Example:
      runsnap validate run.json
      runsnap validate --strict --notes runs/ 'old/*.json'
      runsnap validate --json runs/ > report.json
    """
    from runsnap.cli._check import Options
    from runsnap.cli._validate_output import Lines, Reports, run

    if schema_version is not None:
        if kind is None:
            raise click.UsageError("--schema-version needs --kind.")
        if schema_version not in CATALOG.versions(kind):
            known = ", ".join(CATALOG.versions(kind))
            raise click.BadParameter(
                f"{schema_version!r} is no version of {kind}; known: {known}.", param_hint="--schema-version"
            )
    limits = Limits(max_bytes=max_bytes, max_depth=max_depth, max_problems=max_problems)
    options = Options(kind, schema_version, strict, lines, limits)
    return run(paths, options, Reports() if as_json else Lines(notes))
