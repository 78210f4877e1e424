"""A document without its secrets, and a report on what was replaced."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from runsnap._pointer import pointer
from runsnap._redact.masking import Mask
from runsnap._redact.patterns import Patterns
from runsnap._redact.placeholders import Placeholders
from runsnap._redact.policy import RedactionPolicy
from runsnap._redact.quiet import declared_only, without_excerpts
from runsnap._redact.report import RedactionReport, report_of
from runsnap._redact.walk import Walk, Walked
from runsnap._stack import on_fresh_stack
from runsnap.errors import InvalidDocumentError, RunsnapError, UnrepresentableError

if TYPE_CHECKING:
    from runsnap._behaviour.record import Record
    from runsnap._binding import Binding

R = TypeVar("R", bound="Record")
T = TypeVar("T")

KEY_BYTES = 32


class Redaction(NamedTuple, Generic[R]):
    """A document with placeholders for its secrets, and the report on them."""

    document: R
    report: RedactionReport


def redact(document: R, policy: RedactionPolicy | None = None, *, key: bytes | None = None) -> Redaction[R]:
    """A copy of the document in which what the policy names is replaced by placeholders.

    By default these are all free texts and free values, and all unknown members;
    what detectors find is masked everywhere else. Structure, numbers, instants,
    kinds and the names of tools, models and nodes stay, and so do null and empty
    texts. Equal values have equal placeholders, as long as the ``key`` is the
    same: 16 bytes at least, secret, and as good as random; without one a random
    key is made for this call. Replaced numbers and booleans of free values
    become texts. The new document is valid, and breaks no cross-field rule that
    the old one keeps.

    Raises ValueError for a key that is too short, TypeError for parsed JSON,
    UnrepresentableError where a pattern names what no placeholder may stand for,
    or masks one of two members that have to agree, and what
    ``document.to_dict`` raises; no message quotes the document.
    """
    binding: Binding | None = getattr(document, "_binding", None)
    if binding is None:
        raise TypeError(
            f"expected a Capture or a Resumption, got {type(document).__name__}; from_dict() makes one of parsed JSON"
        )
    policy = policy or RedactionPolicy()
    placeholders = Placeholders(os.urandom(KEY_BYTES) if key is None else key)
    pointers = Patterns(policy.pointers)
    keep = Patterns(entry for entry in policy.keep if entry.startswith("/"))
    mask = Mask(placeholders, policy.detectors)
    plain = _quietly(document.to_dict, without_excerpts)

    def walked() -> Walked:
        return Walk(binding.shapes, policy, placeholders, mask, pointers, keep).document(
            binding.record, plain
        )

    redacted, counts = on_fresh_stack(walked)
    new = _quietly(lambda: type(document).from_dict(redacted), _not_valid_any_more)
    _refuse_broken_rules(binding, plain, redacted)
    unmatched = (*pointers.unmatched, *keep.unmatched)
    return Redaction(new, report_of(counts, unmatched, random_key=key is None))


def _quietly(work: Callable[[], T], quiet: Callable[[RunsnapError], RunsnapError]) -> T:
    """What ``work`` gives; its error without excerpts, and not even chained to the one that has them."""
    try:
        return work()
    except RunsnapError as error:
        failure = quiet(error)
    raise failure


def _not_valid_any_more(error: RunsnapError) -> RunsnapError:
    """What the schema says to a placeholder where it allows none."""
    if isinstance(error, InvalidDocumentError) and error.report.problems:
        problem = error.report.problems[0]
        return UnrepresentableError(
            declared_only(problem.pointer), f"cannot be masked: the schema expects {problem.expected}"
        )
    return without_excerpts(error)


def _refuse_broken_rules(binding: Binding, before: dict[str, Any], after: dict[str, Any]) -> None:
    broken = set(_broken_rules(binding, before))
    for rule, place, description in _broken_rules(binding, after):
        if (rule, place, description) not in broken:
            raise UnrepresentableError(
                place, f"masking it breaks {rule} ({description}): name all members that have to agree"
            )


def _broken_rules(binding: Binding, plain: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for rule in binding.rules:
        for failure in rule.failures(plain):
            yield rule.id, declared_only(pointer(failure.path)), rule.description
