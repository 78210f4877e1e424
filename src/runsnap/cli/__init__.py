"""The command line; ``runsnap --help`` names its commands."""

from __future__ import annotations


def main() -> None:
    """Run the command line with the arguments of the process, and exit."""
    try:
        from runsnap.cli._app import run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
