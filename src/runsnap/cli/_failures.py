"""How a command ends: its exit code, and one message instead of a traceback."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Generator, Sequence
from typing import Any, NoReturn

import click

from runsnap import _paths as paths
from runsnap.cli._screen import say, styled
from runsnap.cli._text import shown_name, visible
from runsnap.errors import InvalidDocumentError, RunsnapError

FINE, PROBLEMS, UNUSABLE = 0, 1, 2
INTERRUPTED, BROKEN_PIPE = 130, 141
"""As shells count them: 128 and the number of the signal."""


NOTHING_FOUND = "no file of JSON, JSON Lines or Avro was found"


class UnusableError(Exception):
    """Nothing could be done; the message says why. It ends the command with code 2."""


class _EndedError(Exception):
    """Takes an exit code past click, which has one of its own for these cases."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@contextlib.contextmanager
def _own_codes() -> Generator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _EndedError(BROKEN_PIPE) from None
    except KeyboardInterrupt:
        raise _EndedError(INTERRUPTED) from None


class QuietGroup(click.Group):
    """A group whose failures are messages, never tracebacks."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse arguments; help is printed here."""
        with _own_codes():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _own_codes():
            return super().invoke(ctx)

    def main(
        self, args: Sequence[str] | None = None, prog_name: str | None = None, complete_var: str | None = None,
        standalone_mode: bool = True, **extra: Any,  # noqa: ARG002 - it always ends the process
    ) -> NoReturn:  # fmt: skip
        """Run the command and exit, whatever happens."""
        try:
            code = self._run(args, prog_name, complete_var, **extra)
            _flush()
        except OSError as error:
            code = _failed_output(error)
        sys.exit(code)

    def _run(
        self, args: Sequence[str] | None, prog_name: str | None, complete_var: str | None, **extra: Any
    ) -> int:
        try:
            result = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except _EndedError as ended:
            if ended.code == BROKEN_PIPE:
                _drop_output()
            return ended.code
        except click.Abort:
            return INTERRUPTED
        except click.UsageError as error:
            return _wrong_usage(error)
        except click.ClickException as error:
            return failed(error.format_message(), UNUSABLE)
        except UnusableError as error:
            return failed(str(error), UNUSABLE)
        except MemoryError:
            return failed("not enough memory", UNUSABLE)
        return result if isinstance(result, int) else FINE


def failed(message: str, code: int) -> int:
    """Say what went wrong; the code comes back."""
    say(f"{styled('error:', 'bad', err=True)} {visible(message)}", err=True)
    return code


def os_reason(error: OSError | ValueError) -> str:
    """Why the system refused a file, without its name, for people."""
    return visible(paths.os_reason(error))


def unreadable(path: str, error: OSError | ValueError) -> UnusableError:
    """The end of a command whose file cannot be opened; a broken pipe is no such thing."""
    if isinstance(error, BrokenPipeError):
        raise error
    return UnusableError(f"{shown_name(path)}: {os_reason(error)}")


def refused(path: str, error: RunsnapError) -> int:
    """Say why a document is refused; the exit code comes back."""
    from runsnap.cli._problems import put_problems

    if isinstance(error, InvalidDocumentError):
        failed(f"{shown_name(path)}: no valid {error.report.kind or 'document'}", PROBLEMS)
        put_problems(error.report, err=True)
        return PROBLEMS
    # A bare RunsnapError says that an optional library is missing: nothing is known of the document.
    return failed(
        f"{shown_name(path)}: {error.explain()}", UNUSABLE if type(error) is RunsnapError else PROBLEMS
    )


def _wrong_usage(error: click.UsageError) -> int:
    if error.ctx is not None:
        say(error.ctx.get_usage(), err=True)
        say(f"Try '{error.ctx.command_path} --help' for help.\n", err=True)
    return failed(error.format_message(), UNUSABLE)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _failed_output(error: OSError) -> int:
    """A reader that went away is no fault; a full disk is one."""
    if error.errno != errno.EPIPE and not isinstance(error, BrokenPipeError):
        with contextlib.suppress(OSError):
            failed(f"cannot write the output: {os_reason(error)}", UNUSABLE)
    _drop_output()
    return BROKEN_PIPE if error.errno == errno.EPIPE else UNUSABLE


def _drop_output() -> None:
    """Point the standard output to nowhere, else the interpreter complains of it at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
