"""The command line: ``runsnap validate``, ``show``, ``check``, ``convert``, ``redact`` and ``schema``."""

from __future__ import annotations


def main() -> None:
    """Run the command line with the arguments of the process, and exit."""
    try:
        from runsnap.cli._app import run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
