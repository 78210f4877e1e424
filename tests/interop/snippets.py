"""Code on the pages about languages: whole pieces of tested sources.

A piece stands between two comments of its source, ``docs:begin NAME`` and
``docs:end NAME``, and is a fenced block of ``docs/LANGUAGE.md``, indented as far
to the left as it goes. All blocks of the language itself are such pieces.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from pathlib import Path

FENCES = {"go": {"go"}, "java": {"java"}, "rust": {"rust"}, "typescript": {"js", "mjs", "ts", "typescript"}}
"""Names of fenced blocks that hold code of a language."""
ENDINGS = {
    "go": {".go"}, "java": {".java"}, "rust": {".rs"}, "typescript": {".ts", ".mts", ".js", ".mjs"},
}  # fmt: skip
BUILT = {"build", "dist", "node_modules", "target"}

_PIECE = re.compile(
    r"^[^\n]*docs:begin (\S+)[^\n]*\n(.*?)^[^\n]*docs:end (\S+)[^\n]*$", re.DOTALL | re.MULTILINE
)
_BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def problems(language: str, page: str, sources: Iterable[str]) -> list[str]:
    """What differs between a page and the sources of its language."""
    blocks = [body for name, body in _BLOCK.findall(page) if name in FENCES[language]]
    pieces: dict[str, str] = {}
    found = []
    for source in sources:
        for begin, body, end in _PIECE.findall(source):
            found += [f"{begin} ends as {end}"] * (begin != end) + [f"{begin} is there twice"] * (
                begin in pieces
            )
            pieces[begin] = textwrap.dedent(body)
        marks = source.count("docs:begin") + source.count("docs:end")
        found += ["a mark without its fellow"] * (marks != 2 * len(_PIECE.findall(source)))
    found += [f"{name} is not on the page" for name, piece in pieces.items() if piece not in blocks]
    found += [f"the page has code that no source has:\n{b}" for b in blocks if b not in pieces.values()]
    return found if pieces else [*found, "no piece is marked"]


def sources_of(language: str, folder: Path) -> list[str]:
    """The texts of a consumer's own sources."""
    return [
        path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.suffix in ENDINGS[language] and not BUILT & set(path.relative_to(folder).parts)
    ]
