"""What others say, as messages of errors may tell it."""

from __future__ import annotations

from urllib.parse import urlsplit


def without_credentials(url: str) -> str:
    """The address as people may see it."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def in_one_line(text: str, longest: int) -> str:
    """Text without line ends and what could steer a terminal, cut where it is long."""
    line = "".join(
        char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in " ".join(text.split())
    )
    return line if len(line) <= longest else line[:longest] + "…"
