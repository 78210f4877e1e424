"""A plan is carried out whole; where that fails, what was done is taken back.

Registries have no transactions. So the order is one in which every beginning is a
registry that is right, only shorter; a failure is followed by soft deletion of
what this run registered; and where the registry is gone for good, the next run
finds what is there, and goes on from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from runsnap.errors import RegistryError
from runsnap.registry._api import Registry
from runsnap.registry._plan import Action, Plan
from runsnap.registry._same import same_schema

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An action, and the number of the version that now is its schema; None where there is none."""

    action: Action
    number: int | None = None


def apply(plan: Plan, registry: Registry, *, progress: Progress = lambda _: None) -> tuple[Outcome, ...]:
    """Send what a plan says, and read back what was registered: it must be equal.

    ``progress`` is told of each step. ValueError for a refused plan.
    RegistryError where the registry fails or holds something else than when the
    plan was made; then what this run did is taken back, and the error says what
    could not be.
    """
    if plan.refused:
        raise ValueError("a refused plan is not carried out")
    return _Run(plan, registry, progress).whole()


@dataclass(slots=True)
class _Run:
    plan: Plan
    registry: Registry
    progress: Progress
    begun: list[Action] = field(default_factory=list)

    def whole(self) -> tuple[Outcome, ...]:
        """Everything, or nothing."""
        self._check_unchanged()
        try:
            return self._everything()
        except RegistryError as error:
            raise self._taken_back(error) from None
        except BaseException:
            self._take_back()
            raise

    def _everything(self) -> tuple[Outcome, ...]:
        numbers: dict[tuple[str, str], int] = {}
        outcomes: list[Outcome] = []
        for action in self.plan.actions:
            number = action.number
            if action.writes:
                self.begun.append(action)
                number = self._send(action)
            if action.schema is not None and number is not None:
                numbers[action.subject, action.schema.label] = number
            if action.what == "same":
                number = numbers[action.subject, action.other or ""]
            outcomes.append(Outcome(action, number))
        return tuple(outcomes)

    def _check_unchanged(self) -> None:
        for name in {action.subject: None for action in self.plan.actions if action.writes}:
            known = {version.number for version in self.plan.subjects[name].versions}
            if known != set(self.registry.numbers(name)):
                raise self._error(
                    f"register under {name}", "its versions have changed since the plan was made"
                )

    def _send(self, action: Action) -> int | None:
        if action.schema is None:
            self.progress(f"{action.subject}: compatibility level NONE")
            self.registry.set_level(action.subject, "NONE")
            return None
        self.progress(f"{action.subject}: {action.schema.label}")
        self.registry.register(action.subject, action.schema.format, action.schema.text, action.schema.label)
        number = self._number_of(action)
        if number is None:
            raise self._error(
                f"registered {action.schema.label} under {action.subject}", "no equal schema comes back"
            )
        return number

    def _number_of(self, action: Action) -> int | None:
        """The number of a version that this run added: an equal schema that was not there before."""
        assert action.schema is not None
        before = {version.number for version in self.plan.subjects[action.subject].versions}
        schema = action.schema
        added = self.registry.added(action.subject, before)
        return next(
            (version.number for version in added if same_schema(schema.format, version.value, schema.value)),
            None,
        )

    def _error(self, asked: str, reason: str) -> RegistryError:
        error = RegistryError(asked, reason)
        error.source = self.registry.url
        return error

    def _taken_back(self, error: RegistryError) -> RegistryError:
        """The error, with what became of everything before it."""
        if not self.begun:
            return error
        left = self._take_back()
        aftermath = "Nothing of this run is left in the registry"
        if left:
            aftermath = f"Could not be taken back: {'; '.join(left)}. Run it again when the registry answers: it goes on from there"
        whole = RegistryError(error.asked, error.reason, error.status, aftermath, tuple(left))
        whole.source = error.source
        return whole

    def _take_back(self) -> list[str]:
        """Undo what was begun, the last first; what could not be undone."""
        left: list[str] = []
        gone = False
        for action in reversed(self.begun):
            try:
                if not gone:
                    self.progress(f"{action.subject}: taking back {_name(action)}")
                    self._undo(action)
                    continue
            except RegistryError as error:
                gone = error.status is None  # it would keep everybody waiting for each of the others
            in_doubt = " (perhaps)" if action is self.begun[-1] else ""
            left.append(f"{_name(action)} under {action.subject}{in_doubt}")
        return left[::-1]

    def _undo(self, action: Action) -> None:
        if action.schema is None:
            self.registry.set_level(action.subject, self.plan.subjects[action.subject].own_level)
            return
        number = self._number_of(action)
        if number is not None:
            self.registry.delete(action.subject, number)


def _name(action: Action) -> str:
    return action.schema.label if action.schema else "the compatibility level NONE"
