"""``runsnap schema diff`` and ``runsnap schema review``."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runsnap.cli._failures import UnusableError, unreadable
from runsnap.cli._screen import is_terminal, say
from runsnap.cli._text import visible, visible_json

if TYPE_CHECKING:
    from runsnap.evolution.gate import Accepted, Report, Repository, Settings

_PYPROJECT = "pyproject.toml"


def _common(fail_on: str) -> Callable[[click.decorators.FC], click.decorators.FC]:
    """The options of both commands; ``fail_on`` is what fails by default."""

    def decorate(command: click.decorators.FC) -> click.decorators.FC:
        for option in (
            click.option("--format", "shape", type=click.Choice(["text", "json", "markdown", "sarif"]), default="text",
                         show_default=True, help="A page, JSON, Markdown for a merge request, or SARIF 2.1.0."),
            click.option("--view", type=click.Choice(["declared", "strict"]), default="declared", show_default=True,
                         help="The view that decides; both are shown. declared: writers emit only declared members "
                              "and labels. strict: whatever their schema accepts."),
            click.option("--fail-on", multiple=True, default=(fail_on,), show_default=True, metavar="CLASSES",
                         help="What gives exit code 1: broken, unknown, meaning, step (the version's step is too "
                              "small), each of the first two also as backward:… or forward:…; none for nothing."),
            click.option("--accept", "accept_file", metavar="FILE",
                         help="JSON or TOML (by its name) with accepted findings: fingerprint, reason, until."),
            click.option("--assert-formats", is_flag=True, help="Let validators assert format."),
            click.option("--seconds", type=click.FloatRange(min=0, min_open=True), metavar="N",
                         help="Time for one comparison; what takes longer is unknown."),
        ):  # fmt: skip
            command = option(command)
        return command

    return decorate


@click.command("diff", short_help="Show whom a change of a schema breaks, each time by a document.")
@click.argument("old")
@click.argument("new")
@_common("broken,unknown")
def diff_schemas(
    old: str, new: str, shape: str, view: Any, fail_on: tuple[str, ...], accept_file: str | None,
    assert_formats: bool, seconds: float | None,
) -> int:  # fmt: skip
    """Show whom the change from OLD to NEW breaks, each break by a document.

    OLD and NEW are files of JSON Schema or, both, of Avro (.avsc); released
    schemas such as capture@1.0.0; or files of a commit, as git:REF:path.
    Backward: new readers, old data. Forward: old readers, new data.

    Exit code 1 if anything is found that --fail-on names.

    \b
    Example:
      runsnap schema diff capture@1.0.0 capture@1.1.0
      runsnap schema diff --format markdown resumption@0.1.0 resumption@0.1.1 > review.md
    """
    from runsnap.evolution.gate import SourceError, diff, side_of

    settings = _settings(fail_on, view, accept_file, assert_formats=assert_formats, seconds=seconds)
    try:
        report = diff(side_of(old), side_of(new), settings)
    except SourceError as error:
        raise UnusableError(str(error)) from None
    return _show(report, shape, settings.today)


@click.command("review", short_help="Review every kind against all its released versions.")
@click.option(
    "--against", metavar="REF", help="A commit: what is released there must still be, and must be unchanged."
)
@click.option("--schemas", metavar="DIR", help="The folder of KIND/VERSION.json, by default schemas.")
@click.option(
    "--avro", metavar="DIR", help="The folder of KIND/VERSION.avsc, by default that of the schemas."
)
@_common("step,unknown")
def review_schemas(
    against: str | None, schemas: str | None, avro: str | None, shape: str, view: Any, fail_on: tuple[str, ...],
    accept_file: str | None, assert_formats: bool, seconds: float | None,
) -> int:  # fmt: skip
    """Review the schemas of a repository, every kind against all its released versions.

    Schemas stand in DIR as KIND/VERSION.json; DIR/released.json lists the
    SHA-256 digest of each released one, which must not change any more. Every
    draft, and the newest version of each kind, is compared with every released
    version: the step between their names must be as large as the change needs.
    Avro schemas are judged where both versions have one.

    Defaults of --schemas, --avro and --accept are taken from
    [tool.runsnap.review] of pyproject.toml in the current folder.

    Exit code 1 if a released schema was touched, or anything is found that
    --fail-on names.

    \b
    Example:
      runsnap schema review --schemas schemas
      runsnap schema review --format sarif > review.sarif
    """
    from runsnap.evolution.gate import SourceError, review

    configured = _configured()
    accept_file = accept_file or configured.get("accept")
    settings = _settings(fail_on, view, accept_file, assert_formats=assert_formats, seconds=seconds)
    folder = schemas or configured.get("schemas", "schemas")
    try:
        report = review(_repository(folder, avro or configured.get("avro", folder), against), settings)
    except SourceError as error:
        raise UnusableError(str(error)) from None
    except (OSError, ValueError) as error:
        raise unreadable(folder, error) from None
    return _show(report, shape, settings.today)


def _repository(schemas: str, avro: str, against: str | None) -> Repository:
    from runsnap.evolution.gate import GitError, Repository, commit

    for folder in (schemas, avro):
        if not Path(folder).is_dir():
            raise UnusableError(f"{folder}: no such folder")
    if against is None:
        return Repository(Path(schemas), Path(avro))
    try:
        return Repository(Path(schemas), Path(avro), commit(Path(schemas), against))
    except GitError as error:
        raise UnusableError(str(error)) from None


def _configured() -> dict[str, str]:
    """What pyproject.toml says; nothing where there is none."""
    import tomllib

    try:
        project = tomllib.loads(Path(_PYPROJECT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise unreadable(_PYPROJECT, error) from None
    table = project.get("tool", {}).get("runsnap", {}).get("review", {})
    known = {"schemas", "avro", "accept"}
    if (
        not isinstance(table, dict)
        or not table.keys() <= known
        or not all(isinstance(one, str) for one in table.values())
    ):
        raise UnusableError(
            f"{_PYPROJECT}: [tool.runsnap.review] may have {', '.join(sorted(known))}, each a path"
        )
    return table


def _settings(
    fail_on: tuple[str, ...], view: Any, accept_file: str | None, *, assert_formats: bool, seconds: float | None
) -> Settings:  # fmt: skip
    from dataclasses import replace

    from runsnap.evolution import DEFAULT_BUDGET
    from runsnap.evolution.gate import PolicyError, Settings, read_policy

    try:
        policy = read_policy(fail_on, view)
    except PolicyError as error:
        raise click.BadParameter(f"{error}.", param_hint="--fail-on") from None
    budget = DEFAULT_BUDGET if seconds is None else replace(DEFAULT_BUDGET, seconds=seconds)
    today = dt.datetime.now(tz=dt.UTC).date()
    return Settings(policy, accepted(accept_file), today, assert_formats, budget)


def accepted(path: str | None) -> Accepted:
    """The accept file, or one that accepts nothing; UnusableError for one that cannot be read."""
    from runsnap.evolution.gate import Accepted, AcceptError, read_accepted

    if path is None:
        return Accepted()
    try:
        text = Path(path).read_text(encoding="utf-8")
        return read_accepted(text, toml=path.endswith(".toml"), file=path)
    except AcceptError as error:
        raise UnusableError(f"{path}: {error}") from None
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def _show(report: Report, shape: str, today: dt.date) -> int:
    import sys

    from runsnap import __version__

    if shape == "text":
        from runsnap.cli._schema_page import put_report

        put_report(report, today)
    elif shape == "markdown":
        from runsnap.evolution.formats import as_markdown

        say(as_markdown(report, clean=visible, today=today).rstrip("\n"))
    else:
        from runsnap.evolution.formats import as_json, as_sarif

        value = as_json(report) if shape == "json" else as_sarif(report, version=__version__)
        text = json.dumps(value, indent=2)
        say(visible_json(text) if is_terminal(sys.stdout) else text)
    return report.exit_code
