"""Where output goes, in colour or without.

A pipe, a file and ``TERM=dumb`` get no escape sequence at all, and neither
does anybody who sets ``NO_COLOR``.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console

_SIZE = re.compile("[1-9][0-9]{0,4}")
PIPE_WIDTH = 120
"""Columns of a page where there is no terminal and no ``COLUMNS``."""

UNBOUNDED = 10_000
"""Columns of a table in a pipe: nothing is folded there, so that lines can be searched."""

_STYLES = {"good": "32", "bad": "1;31", "doubt": "33", "dim": "2", "bold": "1"}


def is_terminal(stream: TextIO | None) -> bool:
    """Whether people look at the stream."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def has_colour(stream: TextIO | None) -> bool:
    """Whether the stream may get escape sequences."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def has_blocks(stream: TextIO | None) -> bool:
    """Whether the stream can carry lines and bars that are drawn with characters."""
    return (getattr(stream, "encoding", None) or "").lower().startswith("utf")


def say(text: str, *, err: bool = False) -> None:
    """Print a line. The text has passed ``visible`` where it is foreign."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        stream.write(f"{text}\n")


def styled(text: str, style: str, *, err: bool = False) -> str:
    """The text in one of the styles ``good``, ``bad``, ``doubt``, ``dim``, ``bold``, where there is colour."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if has_colour(sys.stderr if err else sys.stdout) else text


def console(*, err: bool = False, width: int | None = None) -> Console:
    """A console of rich that takes no markup; ``width`` holds where there is no terminal."""
    from rich.console import Console

    stream: Any = sys.stderr if err else sys.stdout
    colour = has_colour(stream)
    return Console(
        file=stream, color_system="auto" if colour else None, no_color=not colour,
        width=_width(stream, width), markup=False, highlight=False, emoji=False, _environ=_environment(),
    )  # fmt: skip


def _environment() -> dict[str, str]:
    """The environment without sizes that no screen has, over which rich would stumble."""
    sizes = ("COLUMNS", "LINES")
    return {name: value for name, value in os.environ.items() if name not in sizes or _SIZE.fullmatch(value)}


def _width(stream: TextIO, width: int | None) -> int | None:
    """None leaves it to the terminal."""
    if is_terminal(stream):
        return None
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if _SIZE.fullmatch(columns) else width or PIPE_WIDTH


def put(renderable: Any, *, err: bool = False, width: int | None = None) -> None:
    """Print something made with rich, without empty lines around it and spaces at the ends of lines."""
    page = console(err=err, width=width)
    with page.capture() as capture:
        page.print(renderable)
    lines = [line.rstrip() for line in capture.get().split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    for line in lines:
        say(line, err=err)
