"""Many documents from file to file, and what is said of it on the standard error."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator

from runsnap._paths import STDOUT
from runsnap._stream.formats import Format
from runsnap._stream.items import Bad, Chunk, Spec
from runsnap._stream.job import StoppedError, Summary, convert_all
from runsnap._stream.pool import WorkerLostError
from runsnap._stream.targets import ManyDocumentsError, NoDocumentError, Quarantine, target_of
from runsnap._units import counted
from runsnap.cli._convert import Wish
from runsnap.cli._failures import FINE, PROBLEMS, UNUSABLE, failed, refused
from runsnap.cli._inputs import Inputs
from runsnap.cli._progress import StreamProgress
from runsnap.cli._screen import say
from runsnap.cli._target_file import ending_tidily, of_target, target_file
from runsnap.cli._text import cut, place, shown_name, visible
from runsnap.errors import RunsnapError

_SUFFIX = ".quarantine.jsonl"
_LONGEST_REASON = 300
_MOST_LOSSES = 20


def convert_stream(
    wish: Wish, format_: Format, inputs: Inputs, chunks: Iterator[Chunk], *, alone: bool
) -> int:
    """Convert all chunks; the exit code. ``alone`` is a document that is the whole source: it has no quarantine."""
    kind, version = wish.to or (None, None)
    layout, codec = wish.layout or "sorted", wish.codec or "deflate"
    spec = Spec(format_, kind, version, layout, codec, wish.limits)
    path = wish.quarantine or _default_quarantine(wish.target)
    progress = StreamProgress(inputs.total)
    seen = Summary()

    def watch(summary: Summary) -> None:
        nonlocal seen
        seen = summary
        progress.update(inputs.position, summary.documents + summary.bad)

    try:
        with ending_tidily(), Quarantine(path) as quarantine:
            bad = None if alone or wish.fail_fast else quarantine
            try:
                with target_file(wish.target, format_) as file:
                    target = target_of(file, spec, wish.compression)
                    seen = convert_all(chunks, spec, target, bad, workers=wish.workers, watch=watch)
                    quarantine.keep()
                    target.finish()
            finally:
                progress.clear()
    except StoppedError as stopped:
        return failed(f"{_place(stopped.bad)}: {stopped.bad.reason}", PROBLEMS)
    except ManyDocumentsError:
        return failed(
            f"{shown_name(wish.target)}: there is more than one document, and JSON holds one; write JSON Lines "
            "(.jsonl, or --output-format jsonl) or Avro",
            UNUSABLE,
        )
    except NoDocumentError:
        _say_bad(seen, path)
        return _nothing_written(wish, format_, seen)
    except WorkerLostError as error:
        return failed(f"{error.explain()}; nothing was written", UNUSABLE)
    except RunsnapError as error:
        code = refused(error.source or wish.target, error)
        if seen.documents:
            say(f"{counted(seen.documents, 'document')} could be read before; nothing was written", err=True)
        return code
    except (OSError, ValueError) as error:
        raise of_target(wish.target, error) from None
    if not seen.bad and wish.quarantine is None and not alone and not wish.fail_fast:
        _remove_old(path)
    _say_summary(wish, seen, path)
    return PROBLEMS if seen.bad else FINE


def _default_quarantine(target: str) -> str:
    try:
        regular = target != STDOUT and (not os.path.exists(target) or os.path.isfile(target))
    except ValueError:
        regular = False
    return (target if regular else "stdout") + _SUFFIX


def _remove_old(path: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        if stat.S_ISREG(os.lstat(path).st_mode):
            os.unlink(path)


def _nothing_written(wish: Wish, format_: Format, seen: Summary) -> int:
    if format_ == "json":
        reason = "there is no good document, and JSON holds one"
    else:
        reason = "there is no good document, so its kind is not known; --to KIND writes an empty file"
    return failed(f"{shown_name(wish.target)}: {reason}", PROBLEMS if seen.bad else UNUSABLE)


def _say_summary(wish: Wish, seen: Summary, path: str) -> None:
    where = "the standard output" if wish.target == STDOUT else shown_name(wish.target)
    say(f"{counted(seen.documents, 'document')} written to {where}", err=True)
    if seen.losses:
        say(
            f"{counted(seen.losses.total(), 'loss', 'losses')} on the way to {'@'.join(wish.to or ())}",
            err=True,
        )
        for text, count in seen.losses.most_common(_MOST_LOSSES):
            say(f"  {count:,} of {visible(text)}", err=True)
        if (more := len(seen.losses) - _MOST_LOSSES) > 0:
            say(f"  … and at {counted(more, 'other place')}, not shown", err=True)
    _say_bad(seen, path)


def _say_bad(seen: Summary, path: str) -> None:
    if not seen.bad:
        return
    say(f"{counted(seen.bad, 'bad document')} written to {shown_name(path)}", err=True)
    for bad in seen.shown:
        say(f"  {_place(bad)}: {''.join(cut(visible(bad.reason), _LONGEST_REASON))}", err=True)
    if more := seen.bad - len(seen.shown):
        say(f"  … and {more:,} more, not shown", err=True)


def _place(bad: Bad) -> str:
    return place(shown_name(bad.source), bad.line, bad.index)
