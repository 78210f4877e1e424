"""Messages between two processes: a line with the length, then that many bytes."""

from __future__ import annotations

from typing import IO


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next message; None when the other side is gone."""
    header = stream.readline()
    if not header.endswith(b"\n"):
        return None
    size = int(header)
    body = stream.read(size)
    return body if len(body) == size else None


def write_frame(stream: IO[bytes], body: bytes) -> None:
    """Send a message."""
    stream.write(b"%d\n" % len(body))
    stream.write(body)
    stream.flush()
