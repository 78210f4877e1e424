"""``runsnap schema register``."""

from __future__ import annotations

import datetime as dt
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runsnap._units import counted
from runsnap.cli._failures import FINE, PROBLEMS, UnusableError, unreadable
from runsnap.cli._schema_review import accepted
from runsnap.cli._screen import say, styled
from runsnap.cli._text import visible
from runsnap.errors import RunsnapError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runsnap.registry import Action, Outcome, Plan, Schema

_FORMATS = {"json": ("json",), "avro": ("avro",), "both": ("json", "avro")}


@click.command("register", short_help="Register schemas in a registry, all of them or none.")
@click.option("--url", required=True, metavar="URL", help="Where the registry's API begins.")
@click.option("--kind", metavar="KIND", help="Only this kind.")
@click.option("--version", metavar="V", help="Only this version of --kind; it may be a draft of --schemas.")
@click.option(
    "--format",
    "shape",
    type=click.Choice(list(_FORMATS)),
    default="both",
    show_default=True,
    help="JSON Schema, Avro, or both, each under a subject of its own.",
)
@click.option(
    "--subject",
    default="{kind}-{format}",
    show_default=True,
    metavar="NAME",
    help="The subject; for a topic of Kafka TOPIC-value, with one --kind and one --format.",
)
@click.option(
    "--schemas", metavar="DIR", help="Schemas of one's own, as KIND/VERSION.json, instead of the package's."
)
@click.option("--avro", metavar="DIR", help="The folder of KIND/VERSION.avsc, by default that of --schemas.")
@click.option(
    "--compatibility",
    type=click.Choice(["backward", "forward", "full", "none"]),
    default="backward",
    show_default=True,
    help="What may not break: new readers of old data, old readers of new data, both, or anything may.",
)
@click.option(
    "--view",
    type=click.Choice(["declared", "strict"]),
    default="declared",
    show_default=True,
    help="The view of JSON Schemas that decides, as for schema review.",
)
@click.option("--accept", "accept_file", metavar="FILE", help="Accepted findings, as for schema review.")
@click.option("--keep-level", is_flag=True, help="Leave compatibility levels as they are.")
@click.option("--dry-run", is_flag=True, help="Only look, and say what would be done.")
@click.option("--user", metavar="NAME", help="Sign in as this user.")
@click.option(
    "--password-env", metavar="VARIABLE", help="The variable of the environment that holds the password."
)
@click.option(
    "--token-env", metavar="VARIABLE", help="The variable of the environment that holds a bearer token."
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="The longest that one request may take.",
)
def register_schemas(
    url: str, kind: str | None, version: str | None, shape: str, subject: str, schemas: str | None,
    avro: str | None, compatibility: Any, view: Any, accept_file: str | None, keep_level: bool, dry_run: bool,
    user: str | None, password_env: str | None, token_env: str | None, timeout: float,
) -> int:  # fmt: skip
    """Register schemas in a registry with Confluent's API, all of them or none.

    Every released schema is registered, the oldest version first, as JSON Schema
    and as Avro. One that is there already is left alone. Before anything is sent,
    each new one is reviewed against every version under its subject, as schema
    review does it; where --compatibility is broken, or that is not decided,
    nothing is sent.

    Registries judge JSON Schema 2020-12 wrongly or not at all: a subject of JSON
    Schemas gets the compatibility level NONE before its second version.

    Where the registry fails half-way, what was registered is deleted again; the
    message says what could not be. The command may be run again at any time.

    Exit code 1 if the review refuses a schema, 2 if the registry does not do its
    part.

    \b
    Example:
      runsnap schema register --url http://localhost:8081 --dry-run
      runsnap schema register --url http://localhost:8081
      runsnap schema register --url http://localhost:8081 --kind capture --format avro --subject runs-value
    """
    from runsnap.registry import Registry, apply, plan

    try:
        known = accepted(accept_file)
        wanted = _wanted(schemas, avro, kind, version, shape, subject)
        registry = Registry(
            url, user=user, password=_secret("--password-env", password_env),
            token=_secret("--token-env", token_env), timeout=timeout,
        )  # fmt: skip
        there = [registry.subject(name) for name in dict.fromkeys(one.subject for one in wanted)]
        made = plan(
            wanted, there, compatibility=compatibility, view=view, accepted=known, keep_level=keep_level
        )
        if made.refused:
            return _refused(made)
        if dry_run:
            return _put_plan(made)
        return _put_outcomes(made, apply(made, registry))
    except (RunsnapError, ValueError) as error:
        raise UnusableError(str(error)) from None


def _wanted(
    folder: str | None, avro: str | None, kind: str | None, version: str | None, shape: str, subject: str
) -> Sequence[Schema]:
    from runsnap.registry import released, schemas_in

    formats: Any = _FORMATS[shape]
    if folder is None:
        if avro is not None:
            raise click.UsageError("--avro goes with --schemas only.")
        return released(kind, version, formats=formats, subject=subject)
    for path in filter(None, (folder, avro)):
        if not Path(path).is_dir():
            raise UnusableError(f"{path}: no such folder")
    try:
        return schemas_in(
            Path(folder),
            Path(avro) if avro else None,
            kind=kind,
            version=version,
            formats=formats,
            subject=subject,
        )
    except OSError as error:
        raise unreadable(folder, error) from None


def _secret(option: str, variable: str | None) -> str | None:
    if variable is None:
        return None
    value = os.environ.get(variable)
    if not value:
        raise UnusableError(f"{option}: the environment has no {variable}")
    return value


def _refused(made: Plan) -> int:
    from runsnap.cli._schema_page import put_report

    failing = tuple(one for one in made.report.comparisons if any(item.fails for item in one.items))
    put_report(replace(made.report, comparisons=failing), dt.datetime.now(tz=dt.UTC).date())
    say("nothing was registered")
    return PROBLEMS


def _put_plan(made: Plan) -> int:
    for action in made.actions:
        _put(made, action, "would be registered" if action.what == "register" else None)
    count = sum(action.what == "register" for action in made.actions)
    say(f"\n{styled('dry run', 'doubt')}  {counted(count, 'schema')} would be registered, nothing was sent")
    return FINE


def _put_outcomes(made: Plan, outcomes: Sequence[Outcome]) -> int:
    for outcome in outcomes:
        _put(made, outcome.action, f"registered as version {outcome.number}")
    count = sum(outcome.action.what == "register" for outcome in outcomes)
    there = sum(outcome.action.what == "present" for outcome in outcomes)
    say(f"\n{styled('fine', 'good')}  {counted(count, 'schema')} registered, {there:,} already there")
    return FINE


def _put(made: Plan, action: Action, sent: str | None) -> None:
    """A line on an action; ``sent`` is what became of a schema that is new."""
    words = {
        "register": sent,
        "present": f"is there as version {action.number}",
        "same": f"equals {action.other}",
        "older": f"left out, since {action.other} is there: the last one counts as the newest",
    }
    text = words.get(action.what) or _level_words(made, action)
    subjects, labels = (max(map(len, column)) for column in zip(*map(_columns, made.actions), strict=True))
    subject, label = _columns(action)
    say(f"{subject:{subjects}}  {label:{labels}}  {visible(text)}")


def _columns(action: Action) -> tuple[str, str]:
    return visible(action.subject), visible(action.schema.label) if action.schema else "level"


def _level_words(made: Plan, action: Action) -> str:
    subject = made.subjects[action.subject]
    before = subject.own_level or f"the registry's {subject.level}"
    return f"NONE instead of {before}: its own check does not know this JSON Schema"
