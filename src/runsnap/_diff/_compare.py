"""The function ``diff``."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from runsnap._diff._capture import Side, compare_captures
from runsnap._diff._records import CaptureDiff, ResumptionDiff, RunDiff
from runsnap._diff._resumption import compare_resumptions
from runsnap._stack import on_fresh_stack
from runsnap.errors import WrongKindError

if TYPE_CHECKING:
    from runsnap._generated.capture import Capture
    from runsnap._generated.resumption import Resumption


@overload
def diff(a: Capture, b: Capture) -> CaptureDiff: ...
@overload
def diff(a: Resumption, b: Resumption) -> ResumptionDiff: ...
@overload
def diff(a: Capture | Resumption, b: Capture | Resumption) -> RunDiff: ...
def diff(a: Capture | Resumption, b: Capture | Resumption) -> RunDiff:
    """What differs between two documents of one kind, ``a`` being the first.

    Equality is type-strict: 1, 1.0 and true are three values, and so are 0.0
    and -0.0; an absent member, null and the default are one. Neither document is
    changed, and the answer shares nothing with them.

    Raises TypeError for what is no document, WrongKindError for two documents of
    different kinds, and UnrepresentableError, InvalidDocumentError or LimitError
    for one that could not be saved.
    """
    from runsnap._generated.capture import Capture
    from runsnap._generated.resumption import Resumption

    if isinstance(a, Capture) and isinstance(b, Capture):
        sides = Side.of(a), Side.of(b)
        return on_fresh_stack(lambda: compare_captures(*sides))
    if isinstance(a, Resumption) and isinstance(b, Resumption):
        plain = a.to_dict(), b.to_dict()
        return on_fresh_stack(lambda: compare_resumptions(*plain))
    for document in (a, b):
        if not isinstance(document, (Capture, Resumption)):
            raise TypeError(f"expected a Capture or a Resumption, got {type(document).__name__}")
    raise WrongKindError(f"another {a._binding.kind} to compare with", f"a {b._binding.kind}")
