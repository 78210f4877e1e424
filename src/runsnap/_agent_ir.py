"""The compiled form of an agent, as far as a resumption needs it."""

from __future__ import annotations

import os
from typing import IO, Any, TypeAlias

from runsnap._encode import encode
from runsnap._json import parse
from runsnap._limits import DEFAULT_LIMITS
from runsnap._plain import check_plain, first_fault
from runsnap._source import read_source, source_name
from runsnap._stack import on_fresh_stack
from runsnap.errors import RunsnapError

Source: TypeAlias = "str | os.PathLike[str] | bytes | IO[bytes] | dict[str, Any]"
"""Where an IR comes from: a path, a binary file, JSON text in bytes, or the parsed IR."""


def read_agent_ir(source: Source) -> tuple[bytes | None, Any]:
    """The text as it stands (None for a parsed IR), and the parsed IR."""
    if isinstance(source, dict):
        return None, source
    if isinstance(source, (bytes, bytearray)):
        return bytes(source), on_fresh_stack(lambda: parse(bytes(source), DEFAULT_LIMITS))
    try:
        text = read_source(source, DEFAULT_LIMITS)
        return text, on_fresh_stack(lambda: parse(text, DEFAULT_LIMITS))
    except RunsnapError as error:
        error.source = source_name(source)
        raise


def digest_candidates(text: bytes | None, ir: Any) -> list[str]:
    """Digest of the canonical text, then of the text as it stands.

    The compiler hashes the text that it writes. Written again in that layout,
    an IR keeps its digest through a change of white space; the text as it
    stands covers what a rewrite would spell otherwise.
    """
    import hashlib

    texts = [on_fresh_stack(lambda: _canonical(ir)), *([] if text is None else [text])]
    return [f"sha256:{hashlib.sha256(candidate).hexdigest()}" for candidate in texts]


def _canonical(ir: Any) -> bytes:
    try:
        return encode(ir, usual_floats=check_plain(ir), indent=True)
    except (UnicodeEncodeError, ValueError):
        raise first_fault(ir) from None


def has_node(ir: Any, node: str) -> bool:
    """Whether the IR's flat list ``nodes`` has a node of this ``id``."""
    nodes = ir.get("nodes") if isinstance(ir, dict) else None
    return isinstance(nodes, list) and any(
        isinstance(item, dict) and item.get("id") == node for item in nodes
    )
