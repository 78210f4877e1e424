"""The answer of ``diff``: frozen records, nothing that refers to the documents."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar, Literal, TypeAlias

from runsnap._diff._align import Effort
from runsnap._diff._texts import TextPiece, pieces_between
from runsnap._json import JSONValue

Role: TypeAlias = Literal["setting", "input", "output", "circumstance"]
ValueOperation: TypeAlias = Literal["added", "removed", "changed"]
StepOperation: TypeAlias = Literal["same", "changed", "dropped", "inserted"]
CaptureVerdict: TypeAlias = Literal["reproduced", "same outputs", "other outputs", "diverged"]
Relation: TypeAlias = Literal["same", "continues", "precedes", "equally far", "other run", "other artifact"]


def _either(pointer_a: str | None, pointer_b: str | None) -> str:
    found = pointer_b if pointer_a is None else pointer_a
    assert found is not None
    return found


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One place where two documents hold different JSON.

    ``pointer_a`` and ``pointer_b`` are its JSON Pointers in the first and the
    second document; they are not the same where something before it was added
    or removed. What was ``added`` has no ``pointer_a``, what was ``removed`` no
    ``pointer_b``, and None for the value that is not there.

    ``role`` says what the place is: a ``setting`` explains differences, an
    ``input`` is what the run was given or asked with, an ``output`` what it
    returned; a ``circumstance`` is none of these, such as an instant.
    """

    operation: ValueOperation
    pointer_a: str | None
    pointer_b: str | None
    role: Role
    before: JSONValue
    after: JSONValue

    @property
    def pointer(self) -> str:
        """The place in the first document; in the second one where the first has none."""
        return _either(self.pointer_a, self.pointer_b)

    def text_pieces(self) -> tuple[TextPiece, ...]:
        """What was taken out and put in, where one text became another; else nothing."""
        return pieces_between(self.before, self.after, Effort())


@dataclass(frozen=True, slots=True)
class AmountChange:
    """A count, an amount of money or a latency that differs; None where it was not noted.

    ``unit`` is ``token``, ``USD``, ``ms`` or ``1e-6 currency``, or empty for a plain count.
    """

    name: str
    unit: str
    before: float | None
    after: float | None

    @property
    def difference(self) -> float | None:
        """By how much the second is larger, as the numbers are written; None where one was not noted."""
        if self.before is None or self.after is None:
            return None
        if isinstance(self.before, int) and isinstance(self.after, int):
            return self.after - self.before
        return float(Decimal(repr(self.after)) - Decimal(repr(self.before)))


@dataclass(frozen=True, slots=True)
class StepDiff:
    """A step of one or both runs, or an exchange with a model that belongs to no step.

    ``index_a`` and ``index_b`` are its positions, counted from 0; a ``dropped``
    one has no ``index_b``, an ``inserted`` one no ``index_a``. ``pointer_a`` and
    ``pointer_b`` lead to it. ``kind`` and ``name`` are those of the first run where it
    has the step. The changes of a dropped or inserted one are the inputs and outputs
    that it holds.
    """

    operation: StepOperation
    kind: str
    name: str | None
    index_a: int | None
    index_b: int | None
    pointer_a: str | None
    pointer_b: str | None
    changes: tuple[ValueChange, ...] = ()
    amounts: tuple[AmountChange, ...] = ()

    @property
    def pointer(self) -> str:
        """The place in the first document; in the second one where the first has none."""
        return _either(self.pointer_a, self.pointer_b)

    @property
    def diverges(self) -> bool:
        """Whether an input or output differs, or only one run has the step."""
        return self.operation in {"dropped", "inserted"} or any(
            change.role in {"input", "output"} for change in self.changes
        )


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where two runs part for the first time.

    ``step`` is the step, None for the run as a whole. ``change`` is the first
    change of an input or output there, None for a step that was dropped or inserted.
    """

    step: StepDiff | None
    change: ValueChange | None

    @property
    def pointer(self) -> str:
        """The place in the first document; in the second one where the first has none."""
        found = self.change or self.step
        assert found is not None
        return found.pointer


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDiff:
    """What differs between two documents of one kind; ``CaptureDiff`` or ``ResumptionDiff``."""

    kind: ClassVar[str]

    verdict: str
    """The outcome in a word or two."""
    same: bool
    """Whether the documents are equal, type-strictly, to the last member."""
    outputs_equal: bool
    """Whether everything is equal that is an output."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, as ``runsnap diff --json`` prints them."""
        from runsnap._diff._plain_form import plain_form

        return plain_form(self)

    def to_html(self, a: str = "first", b: str = "second") -> str:
        """A page for a browser: one HTML document, which asks for nothing elsewhere.

        ``a`` and ``b`` name the two sides. Long values and long lists are cut, with
        counts of what is left out.
        """
        from runsnap._pages._diff import difference_html

        return difference_html(self, a, b)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureDiff(RunDiff):
    """What differs between two captures."""

    kind: ClassVar[str] = "capture"

    verdict: CaptureVerdict
    """``reproduced``, ``same outputs``, ``other outputs`` or ``diverged``."""
    settings: tuple[ValueChange, ...]
    """What may explain the rest, the seed and the model first."""
    header: tuple[ValueChange, ...]
    """Other differences of the runs as a whole."""
    amounts: tuple[AmountChange, ...]
    """Tokens, cost and latency of the whole runs, where they differ."""
    steps: tuple[StepDiff, ...]
    """Every step of both runs, equal ones among them, in an order that keeps the order of both."""
    exchanges: tuple[StepDiff, ...]
    """Exchanges with models, where they cannot be paired with the steps of both runs."""
    divergence: Divergence | None
    """Where the runs part for the first time; None where inputs and outputs are all equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumptionDiff(RunDiff):
    """What differs between two resumptions, and how the second relates to the first."""

    kind: ClassVar[str] = "resumption"

    verdict: Relation
    """``same``, ``continues``, ``precedes``, ``equally far``, ``other run`` or ``other artifact``."""
    reasons: tuple[ValueChange | AmountChange, ...]
    """Why the second cannot be a later stop of the first run; empty where it can."""
    changes: tuple[ValueChange, ...]
    """Members that differ, by place."""
    amounts: tuple[AmountChange, ...]
    """Counters, tokens and money, where they differ."""
