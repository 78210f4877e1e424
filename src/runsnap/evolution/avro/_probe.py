"""Runs data through the libraries, and says what they make of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from runsnap.evolution._model import Witness
from runsnap.evolution.avro._datum import Datum, encode, plain
from runsnap.evolution.avro._libraries import Library, Read, libraries, outcome
from runsnap.evolution.avro._schema import Node
from runsnap.evolution.avro._values import difference, misread, shown

BOTH = ("fastavro", "avro")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What became of one datum.

    ``lost``: by library, how the value got lost. ``kept``: by library, what it
    read. ``misread``: what a reader gets that keeps the value in its own type.
    """

    lost: dict[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    misread: str | None = None

    @property
    def breaks(self) -> bool:
        """Whether any reader does not get what was written."""
        return bool(self.lost) or self.misread is not None

    @property
    def one_validator(self) -> bool:
        """Whether a library reads what another reader does not."""
        return len(self.lost) < len(BOTH)

    @property
    def detail(self) -> str:
        """What happens, for people."""
        parts = [f"{name} {text}" for name, text in self.lost.items()]
        parts += [f"{name} reads {text}" for name, text in self.kept.items()]
        parts += [f"{name} is not installed" for name in BOTH if name not in _installed()]
        if self.misread is not None:
            parts.append(f"a reader that keeps it in its own type has {self.misread}")
        return "; ".join(parts)


def _installed() -> set[str]:
    return {library.name for library in libraries()}


@dataclass(slots=True)
class Probe:
    """A writer's and a reader's schema, ready to be tried."""

    writer: Node
    reader: Node
    schemas: tuple[Any, Any]
    judged: set[str] = field(default_factory=set)
    """Libraries that read something of the writer's with its own schema."""
    refusals: dict[str, str] = field(default_factory=dict)
    """Why a library could not judge."""
    _readers: list[tuple[str, Read, Read]] | None = None
    _latest: tuple[Datum, bytes] | None = None
    _known: dict[bytes, Evidence] = field(default_factory=dict)

    def try_all(self, data: Iterable[Datum]) -> tuple[Datum, Evidence] | None:
        """The first datum that a library loses, else the first that another reader loses; None for neither."""
        misread_one: tuple[Datum, Evidence] | None = None
        for datum in data:
            evidence = self.run(datum)
            if evidence.lost:
                return datum, evidence
            if evidence.breaks and misread_one is None:
                misread_one = datum, evidence
        return misread_one

    def run(self, datum: Datum) -> Evidence:
        """Read a datum by each library, with the writer's schema alone and across the schemas."""
        data = self.encoded(datum)
        if data not in self._known:
            self._known[data] = self._read(data, datum)
        return self._known[data]

    def encoded(self, datum: Datum) -> bytes:
        """The bytes of a datum; those of the latest one are kept, which is asked for again."""
        if self._latest is None or self._latest[0] is not datum:
            self._latest = datum, encode(self.writer, datum)
        return self._latest[1]

    def _read(self, data: bytes, datum: Datum) -> Evidence:
        evidence = Evidence(misread=misread(self.writer, self.reader, datum))
        for name, own, across in self._made():
            written = outcome(partial(own, data))
            if written.error is not None:
                self.refusals.setdefault(
                    name, f"{name} does not read it by the writer's schema: {written.error}"
                )
                continue
            self.judged.add(name)
            read = outcome(partial(across, data))
            if read.error is not None:
                evidence.lost[name] = f"fails: {read.error}"
                continue
            found = difference(self.writer, self.reader, datum, written.value, read.value)
            if found is None:
                evidence.kept[name] = shown(read.value)
            else:
                evidence.lost[name] = f"reads {found}"
        return evidence

    def _made(self) -> list[tuple[str, Read, Read]]:
        if self._readers is None:
            self._readers = []
            for library in libraries():
                made = outcome(partial(self._make, library))
                if made.error is None:
                    self._readers.append(made.value)
                else:
                    self.refusals[library.name] = f"{library.name} refuses a schema: {made.error}"
        return self._readers

    def _make(self, library: Library) -> tuple[str, Read, Read]:
        writer, reader = self.schemas
        return library.name, library.reader(writer, writer), library.reader(writer, reader)

    @property
    def obstacle(self) -> str | None:
        """Why the libraries' silence proves nothing; None where both have judged."""
        for name in BOTH:
            if name not in self.judged:
                return self.refusals.get(name, f"{name} is not installed: pip install 'runsnap[review]'")
        return None


def witness(probe: Probe, datum: Datum, evidence: Evidence) -> Witness:
    """The datum of the whole document, with its bytes."""
    return Witness(
        plain(datum), probe.encoded(datum).hex(), one_validator=evidence.one_validator, detail=evidence.detail
    )
