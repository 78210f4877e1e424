"""What a review says: findings, in both directions, and the verdict over the whole.

*backward*: the new schema reads what the old one accepts. *forward*: the old
schema reads what the new one accepts.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Direction: TypeAlias = Literal["backward", "forward"]
Verdict: TypeAlias = Literal["safe", "broken", "unknown"]
View: TypeAlias = Literal["strict", "declared"]
Encoding: TypeAlias = Literal["json", "avro"]
ChangeClass: TypeAlias = Literal["meaning", "vocabulary", "equivalent"]


@dataclass(frozen=True, slots=True)
class Witness:
    """A document that the writer's side accepts and the reader's side rejects.

    For JSON, ``value`` is the document from its root. For Avro it is the datum,
    and ``data`` its encoded bytes as hexadecimal text. ``one_validator`` marks
    a JSON witness on which only ``jsonschema-rs`` agrees, or Avro data that only
    one of the two libraries fails on; ``detail`` says what happens.
    """

    value: Any
    data: str | None = None
    one_validator: bool = False
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one changed place, in one direction.

    ``old_pointer`` and ``new_pointer`` are JSON Pointers into the schemas, None
    where the place is missing on that side. ``rule`` names what proved *safe*;
    ``reason`` says what stopped the proof of *unknown*; only *broken* has a
    ``witness``.
    """

    direction: Direction
    verdict: Verdict
    old_pointer: str | None
    new_pointer: str | None
    keyword: str
    sentence: str
    encoding: Encoding = "json"
    rule: str | None = None
    reason: str | None = None
    witness: Witness | None = None

    @property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that stay the same while the place and its verdict do."""
        parts = [
            self.encoding,
            self.direction,
            self.verdict,
            self.old_pointer,
            self.new_pointer,
            self.keyword,
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Change:
    """A change that no document can tell, or that changes what documents mean.

    ``meaning``: data still loads but says something else (a default, an
    ``x-unit``, a rule of ``x-checks``). ``vocabulary``: a member or a label
    becomes declared, or stops being so. ``equivalent``: both sides accept the
    same documents (order, an inlined reference, a description).
    """

    change: ChangeClass
    old_pointer: str | None
    new_pointer: str | None
    keyword: str
    sentence: str

    @property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that stay the same while the change does."""
        parts = [self.change, self.old_pointer, self.new_pointer, self.keyword, self.sentence]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class DirectionReview:
    """One direction: the verdict over the whole, and the findings under it.

    ``witness`` is the document of the shortest witness at the root, None unless
    the verdict is *broken* (``findings`` tell a witness that is null from none).
    """

    verdict: Verdict
    witness: Any = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """Both directions of a change of schema, under one view."""

    view: View
    backward: DirectionReview
    forward: DirectionReview
    changes: tuple[Change, ...] = field(default=())
