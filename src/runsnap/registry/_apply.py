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
from runsnap.registry._api import Registry, Version
from runsnap.registry._plan import Action, Plan
from runsnap.registry._same import same_schema
from runsnap.registry._schemas import Schema

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
    could not be. An interrupt does the same, and passes where nothing is left.
    """
    if plan.refused:
        raise ValueError("a refused plan is not carried out")
    return _Run(plan, registry, progress).whole()


@dataclass(slots=True)
class _Step:
    """A change that was begun. ``answered`` tells that it was made; ``id`` is that of the schema then."""

    action: Action
    id: int | None = None
    answered: bool = False


@dataclass(slots=True)
class _Run:
    plan: Plan
    registry: Registry
    progress: Progress
    begun: list[_Step] = field(default_factory=list)

    def whole(self) -> tuple[Outcome, ...]:
        """Everything, or nothing."""
        self._check_unchanged()
        try:
            return self._everything()
        except RegistryError as error:
            raise self._taken_back(error) from None
        except BaseException as stop:
            taken_back = self._taken_back(
                self._error("carried out a plan", f"stopped by {type(stop).__name__}")
            )
            if taken_back.left:
                raise taken_back from stop
            raise

    def _everything(self) -> tuple[Outcome, ...]:
        numbers: dict[tuple[str, str], int] = {}
        outcomes: list[Outcome] = []
        for action in self.plan.actions:
            number = self._send(action) if action.writes else action.number
            if action.what == "same":
                number = numbers[action.subject, action.other or ""]
            if action.schema is not None and number is not None:
                numbers[action.subject, action.schema.label] = number
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
        step = _Step(action)
        self.begun.append(step)
        self.progress(f"{action.subject}: {_name(action)}")
        schema = action.schema
        if schema is None:
            self.registry.set_level(action.subject, "NONE")
            step.answered = True
            return None
        step.id = self.registry.register(action.subject, schema.format, schema.text, schema.label)
        step.answered = True
        version = self._added(step, schema)
        if version is None or not same_schema(schema.format, version.value, schema.value):
            raise self._error(
                f"registered {schema.label} under {action.subject}", "no equal schema comes back"
            )
        return version.number

    def _added(self, step: _Step, schema: Schema) -> Version | None:
        """The version that a step added: the one with its id, or an equal one where no id came back."""
        before = {version.number for version in self.plan.subjects[step.action.subject].versions}
        for version in self.registry.added(step.action.subject, before):
            equal = step.id is None and same_schema(schema.format, version.value, schema.value)
            if equal or version.id == step.id:
                return version
        return None

    def _error(self, asked: str, reason: str) -> RegistryError:
        error = RegistryError(asked, reason)
        error.source = self.registry.url
        return error

    def _taken_back(self, error: RegistryError) -> RegistryError:
        """The error, with what became of everything before it."""
        if not self.begun:
            return error
        no_answer = error.status is None and not self.begun[-1].answered
        left = tuple(self._take_back())
        if left:
            aftermath = (
                f"Could not be taken back: {'; '.join(left)}. "
                "Run it again when the registry answers: it goes on from there"
            )
        else:
            aftermath = "Nothing of this run is left in the registry"
            aftermath += ", unless it carries out the last request after all" if no_answer else ""
        whole = RegistryError(error.asked, error.reason, error.status, aftermath, left)
        whole.source = error.source
        return whole

    def _take_back(self) -> list[str]:
        """Undo what was begun, the last first; what could not be undone."""
        left: list[str] = []
        gone = False
        for step in reversed(self.begun):
            try:
                if not gone:
                    self.progress(f"{step.action.subject}: taking back {_name(step.action)}")
                    self._undo(step)
                    continue
            except RegistryError as error:
                gone = error.status is None  # it would keep everybody waiting for each of the others
            perhaps = "" if step.answered else " (perhaps)"
            left.append(f"{_name(step.action)} under {step.action.subject}{perhaps}")
        return left[::-1]

    def _undo(self, step: _Step) -> None:
        subject, schema = step.action.subject, step.action.schema
        if schema is None:
            self.registry.set_level(subject, self.plan.subjects[subject].own_level)
            return
        version = self._added(step, schema)
        if version is not None:
            self.registry.delete(subject, version.number)


def _name(action: Action) -> str:
    return action.schema.label if action.schema else "the compatibility level NONE"
