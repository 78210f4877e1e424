"""Libraries that only an extra of this package installs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from runsnap.errors import RunsnapError


def optional(module: str, needs: str, extra: str) -> Any:
    """A module of such a library; RunsnapError where it cannot be imported: what needs which package, and the extra."""
    try:
        return import_module(module)
    except ImportError as error:
        raise RunsnapError(f"{needs}; install runsnap[{extra}] ({error})") from None
