"""``runsnap check``."""

from __future__ import annotations

import click

from runsnap.cli._failures import FINE, PROBLEMS, failed, refused, unreadable
from runsnap.cli._screen import say, styled
from runsnap.cli._text import shown_name, visible


@click.command()
@click.argument("resumption")
@click.argument("ir")
def check(resumption: str, ir: str) -> int:
    """Make sure that a stopped run can go on with an agent.

    RESUMPTION is the file of the stopped run, IR the agent's compiled form; one
    of them may be - for the standard input. The digest of the IR must be the one
    that the resumption holds, and the node to continue from must be in the IR.

    Exit code 1 if the run cannot go on with this agent.

    \b
    Example:
      runsnap check stopped.json agent.ir.json
    """
    import runsnap
    from runsnap._paths import opened
    from runsnap.cli._documents import load
    from runsnap.errors import DifferentArtifactError, RunsnapError, UnknownNodeError

    if resumption == ir == "-":
        raise click.UsageError("only one of RESUMPTION and IR can be the standard input.")
    try:
        stopped = load(resumption)
    except RunsnapError as error:
        return refused(resumption, error)
    if not isinstance(stopped, runsnap.Resumption):
        return failed(f"{shown_name(resumption)}: expected a resumption, found a capture", PROBLEMS)
    try:
        with opened(ir) as file:
            stopped.check(file)
    except (DifferentArtifactError, UnknownNodeError) as error:
        return failed(f"{shown_name(resumption)}: {error.explain()}", PROBLEMS)
    except RunsnapError as error:
        return refused(ir, error)
    except (OSError, ValueError) as error:
        raise unreadable(ir, error) from None
    node, agent = visible(stopped.resume_at), visible(stopped.agent)
    say(f"{styled('ok', 'good')}  {agent} can continue at node {node} with {shown_name(ir)}")
    return FINE
