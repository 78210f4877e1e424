"""Many documents redacted on their way from file to file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from runsnap._redact.document import KEY_BYTES, redact
from runsnap._redact.policy import RedactionPolicy
from runsnap._redact.quiet import without_excerpts
from runsnap._redact.report import RedactionReport, ReportSum
from runsnap._stream.convert import Encoder, encoder_of
from runsnap._stream.items import Chunk, Item, Part, Spec
from runsnap._stream.read import read
from runsnap._stream.targets import Target
from runsnap.errors import RunsnapError, WrongKindError


class RefusedError(Exception):
    """A document that cannot be read or redacted, and why; nothing of it is quoted."""

    def __init__(self, item: Item, error: RunsnapError) -> None:
        super().__init__(error)
        self.line = item.line
        self.index = item.index
        self.error = error


class Redacted(NamedTuple):
    """How many documents were written, and the report on all of them."""

    documents: int
    report: RedactionReport


def redact_all(
    chunks: Iterable[Chunk], spec: Spec, target: Target, policy: RedactionPolicy, key: bytes | None
) -> Redacted:
    """Redact every document with one key and write it; the first that cannot be is the end.

    Raises RefusedError, and what sources and targets raise; errors of sources
    may quote them.
    """
    run = _Run(encoder_of(spec), policy, os.urandom(KEY_BYTES) if key is None else key)
    for chunk in chunks:
        part = Part()
        for item in read(chunk, spec.limits):
            run.add(item, part, one_kind=spec.format == "avro")
        run.encoder.end(part)
        part.kind = run.kind
        target.write(part)
    target.finish()
    return Redacted(run.documents, run.sum.report(random_key=key is None))


class _Run:
    def __init__(self, encoder: Encoder, policy: RedactionPolicy, key: bytes) -> None:
        self.encoder = encoder
        self.kind: str | None = None
        self.documents = 0
        self.sum = ReportSum()
        self._policy = policy
        self._key = key

    def add(self, item: Item, part: Part, *, one_kind: bool) -> None:
        """Redact a document, and add it to the part."""
        try:
            report = self._add(item, part, one_kind)
        except RunsnapError as error:
            refused = RefusedError(item, error)
        else:
            self.sum.add(report)
            self.documents += 1
            part.documents += 1
            return
        raise refused

    def _add(self, item: Item, part: Part, one_kind: bool) -> RedactionReport:
        if item.document is None:
            assert item.error is not None
            raise without_excerpts(item.error)
        kind = item.document._binding.kind
        self.kind = self.kind or kind
        if one_kind and kind != self.kind:
            raise WrongKindError(f"a {self.kind}", f"a {kind}")
        redaction = redact(item.document, self._policy, key=self._key)
        self.encoder.add(redaction.document, part)
        return redaction.report
