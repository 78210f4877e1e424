"""The file that a stream of documents is written to, and what happens to it when the command is told to end."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Generator
from types import FrameType
from typing import IO, Any, NoReturn

from runsnap._paths import STDOUT
from runsnap._save import replacing
from runsnap._stream.formats import Format
from runsnap.cli._documents import write
from runsnap.cli._failures import UnusableError, unreadable
from runsnap.cli._screen import is_terminal


@contextlib.contextmanager
def target_file(target: str, format_: Format) -> Generator[IO[bytes]]:
    """The file to write, or the standard output."""
    if target != STDOUT:
        with replacing(target) as file:
            yield file
        return
    if format_ == "avro" and is_terminal(sys.stdout):
        raise UnusableError("Avro is not written to a terminal")
    output: Any = _StandardOutput()
    yield output


def of_target(target: str, error: OSError | ValueError) -> Exception:
    """What to raise for an error while a stream is written: one of the standard output stays what it is."""
    named = getattr(error, "filename", None)
    if target == STDOUT and not named:
        return error
    return unreadable(named or target, error)


class _StandardOutput:
    """The standard output as a file to write: it never goes back, even where it is a file that could."""

    def write(self, data: bytes) -> int:
        """Write all of it."""
        write(STDOUT, data)
        return len(data)

    def flush(self) -> None:
        """Nothing: ``write`` holds nothing back."""

    def seekable(self) -> bool:
        """Never: whoever appends to a file cannot write over its begin."""
        return False


@contextlib.contextmanager
def ending_tidily() -> Generator[None]:
    """A request to end takes temporary files and workers away first."""

    def end(number: int, _: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    before: dict[int, Any] = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        with contextlib.suppress(ValueError):  # not in the main thread
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
