"""Which kind of document a parsed value looks like."""

from __future__ import annotations

from typing import Any, Literal

from runsnap._excerpt import excerpt
from runsnap.errors import WrongKindError


def recognise(plain: Any) -> Literal["capture", "snapshot"] | None:
    """``capture``, ``snapshot`` (a resumption, or a sibling of it), or None.

    ``ingotSnapshot`` makes a snapshot; else ``run_log`` a capture; else a
    textual ``kind`` a snapshot.
    """
    if not isinstance(plain, dict):
        return None
    if "ingotSnapshot" in plain:
        return "snapshot"
    if "run_log" in plain:
        return "capture"
    return "snapshot" if isinstance(plain.get("kind"), str) else None


def document_kind(plain: Any) -> str:
    """``capture`` or ``resumption``; WrongKindError, saying what was seen, for anything else."""
    match recognise(plain):
        case "capture":
            return "capture"
        case "snapshot" if plain.get("kind") == "memory":
            raise WrongKindError("a capture or a resumption", describe(plain))
        case "snapshot":
            return "resumption"
        case _:
            raise WrongKindError("a capture or a resumption", describe(plain))


def describe(plain: Any) -> str:
    """What a parsed value looks like, for people."""
    if not isinstance(plain, dict):
        return excerpt(plain)
    match recognise(plain):
        case "capture":
            return "a capture"
        case "snapshot":
            kind = plain.get("kind")
            return f"a snapshot of kind {excerpt(kind)}" if isinstance(kind, str) else "a snapshot"
        case _:
            names = ", ".join(excerpt(name) for name in list(plain)[:5])
            return f"an object with the members {names}" if names else "an empty object"
