"""``runsnap convert``."""

from __future__ import annotations

from typing import Literal

import click

from runsnap._generated.catalog import CATALOG
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._stream.formats import FORMATS, Format

Layout = Literal["sorted", "declared"]
KindAtVersion = tuple[str, str]

_CODECS = ("null", "deflate", "bzip2", "xz", "zstandard", "snappy")
"""What Avro knows, repeated here: help has to come without the libraries of Avro."""

_MOST_WORKERS = 256


def kind_at_version(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> KindAtVersion | None:  # fmt: skip
    """``capture@1.0.0`` as kind and version; without a version the newest."""
    if value is None:
        return None
    kind, at, version = value.partition("@")
    if kind not in CATALOG.kinds:
        raise click.BadParameter(
            f"{value!r} names no kind; known: {', '.join(CATALOG.kinds)}.", context, parameter
        )
    known = CATALOG.versions(kind)
    if at and version not in known:
        raise click.BadParameter(
            f"{version!r} is no version of {kind}; known: {', '.join(known)}.", context, parameter
        )
    return kind, version or known[-1]


@click.command(short_help="Write documents in another format, layout or version.")
@click.argument("paths", metavar="SOURCE... [TARGET]", nargs=-1, required=True)
@click.option(
    "--input-format", type=click.Choice(FORMATS), help="By default told from names and first bytes."
)
@click.option("--output-format", type=click.Choice(FORMATS), help="By default told from TARGET's name.")
@click.option(
    "--layout",
    type=click.Choice(["sorted", "declared"]),
    help="Of one document in JSON. sorted, the default: members by name, indented. declared: as the reference "
    "writer has it.",
)
@click.option(
    "--compress",
    type=click.Choice(["none", "gzip", "zstd"]),
    help="By default gzip for .gz, zstd for .zst, else none.",
)
@click.option(
    "--to",
    "target_version",
    callback=kind_at_version,
    metavar="KIND@VERSION",
    help="In JSON, leave out what later versions of the schema introduced, and list each loss. In Avro, write "
    "with the schema of this version; nothing is lost.",
)
@click.option("--codec", type=click.Choice(_CODECS), help="Compression of Avro's blocks; deflate by default.")
@click.option(
    "--workers", type=click.IntRange(1, _MOST_WORKERS), default=1, show_default=True, metavar="N",
    help="Processes that share the work on files of many documents.",
)  # fmt: skip
@click.option(
    "--quarantine", metavar="FILE",
    help="Where bad documents go; by default TARGET.quarantine.jsonl, or stdout.quarantine.jsonl.",
)  # fmt: skip
@click.option("--fail-fast", is_flag=True, help="Stop at the first bad document, and write nothing.")
@click.option(
    "--max-bytes", type=click.IntRange(min=1), default=DEFAULT_LIMITS.max_bytes, show_default=True, metavar="N",
    help="Refuse documents and lines that are larger, after decompression.",
)  # fmt: skip
def convert(
    paths: tuple[str, ...], input_format: Format | None, output_format: Format | None, layout: Layout | None,
    compress: str | None, target_version: KindAtVersion | None, codec: str | None, workers: int,
    quarantine: str | None, fail_fast: bool, max_bytes: int,
) -> int:  # fmt: skip
    """Write documents in another format, layout, compression or version.

    Formats are JSON (.json, one document), JSON Lines (.jsonl, .ndjson) and Avro
    (.avro); JSON may be compressed (.gz, .zst). SOURCE and TARGET are files, or -
    for the standard input and output; a single name is a SOURCE, and TARGET the
    standard output. Documents of several sources follow each other.

    The target is replaced in one step, or left as it was: also when the
    conversion is interrupted, or a source turns out to be damaged (a cut file, an
    Avro block without its end).

    Files of many documents are read bit by bit. A bad document in them stops
    nothing: it goes to the quarantine, a file in JSON Lines with source, line
    (from 1; in Avro index, from 0), reason, pointer and the whole text (base64
    where it is not UTF-8; Avro as single-object encoding). The text of a line
    beyond --max-bytes is not kept, only its offset and size. Without a bad
    document there is no quarantine file, and one that has the default name, of an
    earlier conversion, is removed.

    An Avro file holds documents of one kind: that of --to, else that of the
    first good document; others are bad.

    Exit code 1 if a document is bad or a source damaged, 2 for wrong usage and
    what cannot be read or written.

    \b
    Example:
      runsnap convert run.json run.json.gz
      runsnap convert --layout declared stopped.json -
      runsnap convert --to capture@1.0.0 run.json old.json
      runsnap convert --workers 2 runs.jsonl.gz runs.avro
      runsnap convert --to capture@1.1.0 --codec xz run.json runs.jsonl.gz older.avro
      runsnap convert --fail-fast runs.avro runs.jsonl
    """
    sources, target = (paths[:-1], paths[-1]) if len(paths) > 1 else (paths, "-")
    from runsnap.cli._convert import Wish, run

    return run(Wish(
        sources, target, input_format, output_format, layout, compress, target_version, codec, workers, quarantine,
        fail_fast, Limits(max_bytes=max_bytes),
    ))  # fmt: skip
