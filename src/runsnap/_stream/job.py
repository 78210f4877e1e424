"""A conversion from its begin to its end."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from runsnap._stream.convert import Converter
from runsnap._stream.items import Bad, Chunk, Part, Spec
from runsnap._stream.targets import Quarantine, Target

_SHOWN = 5


@dataclass(slots=True)
class Summary:
    """What was done: ``shown`` are the first of the ``bad`` ones."""

    documents: int = 0
    bad: int = 0
    shown: list[Bad] = field(default_factory=list)
    losses: Counter[str] = field(default_factory=Counter)


class StoppedError(Exception):
    """The first bad document, where one is enough."""

    def __init__(self, bad: Bad) -> None:
        super().__init__(bad)
        self.bad = bad


def convert_all(
    chunks: Iterable[Chunk], spec: Spec, target: Target, quarantine: Quarantine | None, *,
    workers: int = 1, watch: Callable[[Summary], None] = lambda _: None,
) -> Summary:  # fmt: skip
    """Convert everything; without a quarantine the first bad document is the end.

    Order is kept. ``watch`` is called again and again. Raises StoppedError, and
    what sources, conversion and targets raise.
    """
    summary = Summary()
    for part in _parts(chunks, spec, workers):
        for bad in part.bad:
            if quarantine is None:
                raise StoppedError(bad)
            quarantine.add(bad)
            if len(summary.shown) < _SHOWN:
                summary.shown.append(bad)
        target.write(part)
        summary.documents += part.documents
        summary.bad += len(part.bad)
        summary.losses.update(part.losses)
        watch(summary)
    return summary


def _parts(chunks: Iterable[Chunk], spec: Spec, workers: int) -> Iterator[Part]:
    """Here until the kind is known that all have to have, then in the workers."""
    converter = Converter(spec)
    rest = iter(chunks)
    for chunk in rest:
        yield from converter.parts(chunk)
        if workers > 1 and (converter.kind is not None or spec.format != "avro"):
            from runsnap._stream.pool import in_order

            yield from in_order(dataclasses.replace(spec, kind=converter.kind), rest, workers)
