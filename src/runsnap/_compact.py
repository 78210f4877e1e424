"""Values to compact JSON text: the one place that encodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec


def encoder(
    order: Literal["sorted", "deterministic"] | None = None, enc_hook: Callable[[Any], Any] | None = None
) -> Callable[[Any], bytes]:
    """What makes the text of a value; the arguments are msgspec's.

    It writes into a buffer of Python's, since msgspec's own ends the process
    where memory runs out, and Python's raises MemoryError.
    """
    encode_into = msgspec.json.Encoder(enc_hook=enc_hook, order=order).encode_into

    def encode(value: Any) -> bytes:
        buffer = bytearray()
        encode_into(value, buffer)
        return bytes(buffer)

    return encode


compact = encoder()
"""The text with members in the order in which they stand."""

compact_sorted = encoder("sorted")
"""The text with the members of every object sorted by code point."""


def one_line(text: bytes) -> bytes:
    """Valid JSON text without the white space between its values."""
    return msgspec.json.format(text, indent=-1) if b"\n" in text else text
