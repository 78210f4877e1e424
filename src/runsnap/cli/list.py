"""``runsnap list``."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

import click

from runsnap._generated.catalog import CATALOG
from runsnap._limits import DEFAULT_LIMITS, Limits
from runsnap._listing.columns import COLUMNS

if TYPE_CHECKING:
    from whenever import Instant


def amount(context: click.Context, parameter: click.Parameter, value: str | None) -> Decimal | None:
    """An amount of money, exactly."""
    if value is None:
        return None
    try:
        number = Decimal(value)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise click.BadParameter(f"{value!r} is no amount, such as 0.25.", context, parameter)
    return number


def moment(context: click.Context, parameter: click.Parameter, value: str | None) -> Instant | None:
    """An instant as RFC 3339 has it, or the begin of a day in UTC."""
    if value is None:
        return None
    from runsnap._listing.moments import moment_of

    try:
        return moment_of(value)
    except ValueError:
        example = "2026-03-02T08:15:00Z or 2026-03-02"
        raise click.BadParameter(f"{value!r} is no instant, such as {example}.", context, parameter) from None


@click.command("list")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--sort", type=click.Choice(COLUMNS), help="By default files come in the order of their names.")
@click.option(
    "--reverse", is_flag=True, help="With --sort: the largest first. Runs without a value stay last."
)
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="List the first N runs that are wanted."
)
@click.option("--kind", type=click.Choice(list(CATALOG.kinds)), help="Runs of this kind.")
@click.option(
    "--status", multiple=True, metavar="TEXT", help="Of this status; that of resumptions is 'stopped'."
)
@click.option("--agent", multiple=True, metavar="TEXT", help="Of this agent.")
@click.option("--model", multiple=True, metavar="TEXT", help="Of this model.")
@click.option(
    "--since", callback=moment, metavar="TIME", help="Started at this instant or day (in UTC), or later."
)
@click.option("--until", callback=moment, metavar="TIME", help="Started before this instant or day (in UTC).")
@click.option(
    "--min-cost", callback=amount, metavar="AMOUNT", help="Cost at least so much, in the run's currency."
)
@click.option(
    "--max-cost", callback=amount, metavar="AMOUNT", help="Cost at most so much, in the run's currency."
)
@click.option("--currency", metavar="CODE", help="Cost is in this currency; USD for captures.")
@click.option("--errors/--no-errors", default=None, help="With, or without, a step that ended with an error.")
@click.option("--stats", is_flag=True, help="Print sums by agent and model in place of the runs.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an array with an object for each run.")
@click.option(
    "--max-bytes", type=click.IntRange(min=1), default=DEFAULT_LIMITS.max_bytes, show_default=True, metavar="N",
    help="Do not read documents that are larger, after decompression.",
)  # fmt: skip
def list_(
    paths: tuple[str, ...], sort: str | None, reverse: bool, limit: int | None, kind: str | None,
    status: tuple[str, ...], agent: tuple[str, ...], model: tuple[str, ...], since: Instant | None,
    until: Instant | None, min_cost: Decimal | None, max_cost: Decimal | None, currency: str | None,
    errors: bool | None, stats: bool, as_json: bool, max_bytes: int,
) -> int:  # fmt: skip
    """List captures and resumptions: a line a run, thousands of them.

    PATH is what validate takes: a file of JSON, JSON Lines or Avro, compressed or
    not; a folder, searched at any depth; a pattern such as 'runs/**/*.json'; or -.
    Of a single file, show has more.

    Only what a line takes is decoded of a document: list reads, and does not
    judge. Use validate to know whether a document is sound.

    Filters can be combined; a run has to pass them all. --status, --agent and
    --model can be given several times, for runs that have any of the texts; * in
    one stands for any characters. A run of which nothing is known, such as the
    start of a resumption, does not pass.

    What cannot be listed comes last, with the reason: 'invalid' was read and is no
    document, 'unreadable' could not be read. Costs are added up exactly, and those
    of resumptions apart, in their currencies.

    Exit code 1 if anything is invalid, 2 if anything could not be read or nothing
    was found.

    \b
    Example:
      runsnap list runs/
      runsnap list --status failed --errors --sort started --reverse runs/
      runsnap list --since 2026-03-01 --until 2026-04-01 --min-cost 0.001 runs/
      runsnap list --sort cost --reverse --limit 10 runs/ runs.avro
      runsnap list --stats --model 'claude-*' runs/
      runsnap list --json runs/ 'old/*.json' > runs-list.json
    """
    if reverse and sort is None:
        raise click.UsageError("--reverse needs --sort.")
    if stats and (sort is not None or limit is not None):
        raise click.UsageError("--stats takes neither --sort nor --limit.")
    from runsnap._listing.select import Wanted
    from runsnap.cli._list_output import Wish, run

    wanted = Wanted(
        kind=kind, status=status, agent=agent, model=model, since=since, until=until, min_cost=min_cost,
        max_cost=max_cost, currency=currency, errors=errors,
    )  # fmt: skip
    return run(paths, Wish(wanted, sort, reverse, limit, stats, as_json, Limits(max_bytes=max_bytes)))
