"""One direction of a comparison: who writes, who reads, and what a witness is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from runsnap.evolution._judge import Judge
from runsnap.evolution._meaning import Meaning
from runsnap.evolution._model import Direction, Witness


@dataclass(frozen=True, slots=True)
class Roles:
    """The writer's and the reader's schema. ``declared`` is the class of what the writer declares, if that counts."""

    direction: Direction
    writer: Judge
    reader: Judge
    meaning: Meaning
    declared: int | None

    @property
    def writer_name(self) -> str:
        """The writer's side, for people."""
        return "old" if self.direction == "backward" else "new"

    @property
    def reader_name(self) -> str:
        """The reader's side, for people."""
        return "new" if self.direction == "backward" else "old"

    def is_witness(self, document: Any) -> bool:
        """Whether jsonschema-rs says that the writer's side accepts and the reader's rejects a document."""
        return (
            self.writer.accepts(document)
            and self.reader.rejects(document)
            and (self.declared is None or self.meaning.holds(self.declared, document))
        )

    def both_agree(self, document: Any) -> bool:
        """Whether the other validator says of a witness what jsonschema-rs says."""
        return self.writer.second_opinion(document) is True and self.reader.second_opinion(document) is False

    def like(self, document: Any) -> Callable[[Any], bool]:
        """Whether a document is as good a witness as another: one for both validators, if that is."""
        if not self.both_agree(document):
            return self.is_witness
        return lambda other: self.is_witness(other) and self.both_agree(other)

    def witness(self, document: Any) -> Witness:
        """A document on which jsonschema-rs decided, with what the other validator says of it."""
        writer, reader = self.writer.second_opinion(document), self.reader.second_opinion(document)
        if writer is True and reader is False:
            return Witness(document)
        if writer is None or reader is None:
            return Witness(document, one_validator=True, detail="jsonschema cannot judge this document")
        verb = "accepts it on both sides" if writer else "rejects it on the writer's side"
        return Witness(document, one_validator=True, detail=f"jsonschema {verb}")
