"""``runsnap redact``."""

from __future__ import annotations

import click

from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._stream.formats import FORMATS, Format

_TEXTS = ("prompts", "completions", "tools", "steps", "errors", "state")
_DETECTORS = ("pem", "url-login", "jwt", "key", "bearer", "assigned", "email", "card")
"""What a policy knows, repeated here: help comes without what redacts."""


def _chosen(
    context: click.Context, parameter: click.Parameter, value: tuple[str, ...]
) -> tuple[str, ...]:  # fmt: skip
    """``all`` and ``none`` stand alone; nothing is all."""
    known = _DETECTORS if parameter.name == "detectors" else _TEXTS
    if len(value) > 1 and {"all", "none"} & {*value}:
        raise click.BadParameter("all and none stand alone.", context, parameter)
    if value in ((), ("all",)):
        return known
    return () if value == ("none",) else value


@click.command()
@click.argument("file")
@click.option(
    "-o", "--output", metavar="OUT", required=True, help="Where the new file goes; - is the standard output."
)
@click.option(
    "--key-file", metavar="FILE",
    help="A file with the secret key, 16 bytes at least; the environment variable RUNSNAP_REDACT_KEY may hold it, "
    "too. By default a random key is used and forgotten.",
)  # fmt: skip
@click.option(
    "--text", "texts", type=click.Choice(("all", "none", *_TEXTS)), multiple=True, callback=_chosen,
    help="Replace these texts whole; repeat for several. By default all of them.",
)  # fmt: skip
@click.option(
    "--pointer", "pointers", metavar="PATTERN", multiple=True,
    help="Replace what lies at a JSON Pointer, too; * is one token, ** any number of them. It wins over --keep.",
)  # fmt: skip
@click.option(
    "--detect", "detectors", type=click.Choice(("all", "none", *_DETECTORS)), multiple=True, callback=_chosen,
    help="Mask what these detectors find in everything else. By default all of them.",
)  # fmt: skip
@click.option(
    "--keep", metavar="NAME|PATTERN", multiple=True,
    help="Do not replace unknown members of this name, or what lies at such a pointer; detectors mask there, too.",
)  # fmt: skip
@click.option("--names", is_flag=True, help="Replace all names inside free values and maps.")
@click.option("--report", metavar="FILE", help="Write the report on what was replaced, as JSON.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--input-format", type=click.Choice(FORMATS), help="By default told from name and first bytes.")
@click.option(
    "--max-bytes", type=click.IntRange(min=1), default=DEFAULT_LIMITS.max_bytes, show_default=True, metavar="N",
    help="Refuse documents and lines that are larger, after decompression.",
)  # fmt: skip
def redact(
    file: str, output: str, key_file: str | None, texts: tuple[str, ...], pointers: tuple[str, ...],
    detectors: tuple[str, ...], keep: tuple[str, ...], names: bool, report: str | None, as_json: bool,
    input_format: Format | None, max_bytes: int,
) -> int:  # fmt: skip
    """Replace texts and secrets by placeholders that keep equality.

    FILE is JSON, JSON Lines or Avro; JSON may be compressed with gzip or zstd. -
    is the standard input. OUT gets the format and the compression that its name
    says, else the format of FILE.

    By default every free text goes: prompts, completions, arguments and results
    of tools, inputs and outputs of steps, errors, what a resumption holds, and all
    members that this release does not know. What detectors find (keys, tokens,
    passwords, e-mail addresses, card numbers) is masked everywhere else, in names,
    too. Structure, numbers, instants, kinds and the names of tools, models and
    nodes stay.

    The same value gets the same placeholder, in all files that are redacted with
    the same key. The new file is valid, or nothing is written. No message quotes
    the file, and the report says how often something was replaced, where and why.

    Exit code 1 if a document is bad or cannot be redacted so, 2 for wrong usage and
    what cannot be read or written.

    \b
    Example:
      runsnap redact run.json -o shared.json
      runsnap redact runs.jsonl.gz -o shared.jsonl.gz --json
      runsnap redact run.json -o - --text prompts --text completions --keep cache_tier
      runsnap redact run.json -o shared.json --text none --pointer '/run_log/steps/*/output'
    """
    from runsnap.cli._redact import Wish, run

    return run(Wish(
        file, output, key_file, texts, pointers, detectors, keep, names, report, as_json, input_format,
        Limits(max_bytes=max_bytes),
    ))  # fmt: skip
