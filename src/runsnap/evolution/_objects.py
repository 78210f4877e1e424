"""Objects: what each name asks of its member, what some member must be, and how many there are.

Names fall into cells that no keyword tells apart: each name that is mentioned
is one of its own, the others fall apart by the patterns that they match.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from runsnap.evolution._budget import Unsupported
from runsnap.evolution._formulas import Atom, Literal

if TYPE_CHECKING:
    from runsnap.evolution._solver import Answer, Solver

Asked: TypeAlias = frozenset[tuple[int, bool]]

_MOST_MEMBERS = 5_000
_NOTHING_MORE: Asked = frozenset()


@dataclass(slots=True)
class _Wanted:
    """What the literals ask of an object."""

    low: int = 0
    high: int | None = None
    required: list[str] = field(default_factory=list)
    forbidden: set[str] = field(default_factory=set)
    exact: dict[str, list[int]] = field(default_factory=dict)
    wide: list[tuple[Atom, int]] = field(default_factory=list)
    some: list[tuple[Atom, int]] = field(default_factory=list)
    names: list[int] = field(default_factory=list)
    odd_names: list[int] = field(default_factory=list)
    mentioned: set[str] = field(default_factory=set)
    patterns: list[str] = field(default_factory=list)


def solve(solver: Solver, literals: list[Literal]) -> Answer:
    """An object for which the literals hold."""
    from runsnap.evolution._solver import NONE, some, unknown

    wanted = _read(literals)
    if wanted.forbidden.intersection(wanted.required):
        return NONE
    if wanted.high is not None and max(wanted.low, len(wanted.required)) > wanted.high:
        return NONE
    if max(wanted.low, len(wanted.required)) > _MOST_MEMBERS:
        raise Unsupported(f"objects of {wanted.low} members are too large to look at")
    search = _Search(solver, wanted)
    found = search.start()
    if found is not None:
        return some(found)
    return unknown(search.reason) if search.reason else NONE


def _read(literals: list[Literal]) -> _Wanted:
    wanted = _Wanted()
    patterns: set[str] = set()
    for atom, holds in literals:
        match atom, holds:
            case ("at least", size), _:
                wanted.low = max(wanted.low, size)
            case ("at most", size), _:
                wanted.high = size if wanted.high is None else min(wanted.high, size)
            case ("required", name), True:
                wanted.required.append(name)
                wanted.mentioned.add(name)
            case ("required", name), False:
                wanted.forbidden.add(name)
                wanted.mentioned.add(name)
            case ("names", child), True:
                wanted.names.append(child)
            case ("names", child), False:
                wanted.odd_names.append(child)
            case ("members", selector, child), _:
                _note_selector(wanted, patterns, selector)
                if not holds:
                    wanted.some.append((selector, child))
                elif selector[0] == "is":
                    wanted.exact.setdefault(selector[1], []).append(child)
                else:
                    wanted.wide.append((selector, child))
    wanted.required.sort()
    wanted.patterns = sorted(patterns)
    return wanted


def _note_selector(wanted: _Wanted, patterns: set[str], selector: Atom) -> None:
    match selector:
        case ("is", name):
            wanted.mentioned.add(name)
        case ("like", pattern):
            patterns.add(pattern)
        case ("rest", names, others):
            wanted.mentioned.update(names)
            patterns.update(others)


class _Search:
    """Finds a member for each demand, then enough members to reach the least number."""

    def __init__(self, solver: Solver, wanted: _Wanted) -> None:
        self.solver = solver
        self.wanted = wanted
        self.reason = ""
        self._fresh: dict[tuple[frozenset[str], Asked], str | None] = {}

    def start(self) -> dict[str, Any] | None:
        slots = dict.fromkeys(self.wanted.required, _NOTHING_MORE)
        for name in slots:
            if not self.allows_name(name) or self.value(name, _NOTHING_MORE) is _NOTHING:
                return None
        demands: list[tuple[Atom | None, int]] = [
            *self.wanted.some,
            *((None, c) for c in self.wanted.odd_names),
        ]
        # The demands with the fewest ways to be met come first.
        demands.sort(key=lambda demand: demand[0] is None or demand[0][0] != "is")
        return self.meet(tuple(demands), slots)

    def meet(
        self, demands: tuple[tuple[Atom | None, int], ...], slots: dict[str, Asked]
    ) -> dict[str, Any] | None:
        """Give the first demand a member, new or shared, in every possible way."""
        self.solver.work.step()
        if not demands:
            return self.complete(slots)
        (selector, child), *others = demands
        for name, asked in self.places(selector, child, slots):
            self.solver.work.step()
            if (name in slots or self.room(slots)) and self.value(name, asked) is not _NOTHING:
                found = self.meet(tuple(others), {**slots, name: asked})
                if found is not None:
                    return found
        return None

    def room(self, slots: dict[str, Asked]) -> bool:
        return self.wanted.high is None or len(slots) < self.wanted.high

    def places(
        self, selector: Atom | None, child: int, slots: dict[str, Asked]
    ) -> Iterator[tuple[str, Asked]]:
        """The members that may meet a demand, each with what is asked of its value then."""
        more: Asked = _NOTHING_MORE if selector is None else frozenset({(child, False)})
        if selector is not None and selector[0] == "is":
            known = [selector[1]]
        else:
            known = [*slots, *sorted(self.wanted.mentioned.difference(slots))]
        for name in known:
            if name in self.wanted.forbidden or (name not in slots and not self.allows_name(name)):
                continue
            if selector is None:
                fits = not self.holds(child, name)
            else:
                fits = self.solver.meaning.selects(selector, name)
            if fits:
                yield name, slots.get(name, _NOTHING_MORE) | more
        if selector is None or selector[0] != "is":
            odd: Asked = frozenset({(child, False)}) if selector is None else _NOTHING_MORE
            used = frozenset(slots)
            for cell in self.cells(selector):
                name = self.fresh_name(cell, odd, used)
                if name is not None:
                    yield name, more

    def holds(self, child: int, name: str) -> bool:
        return self.solver.meaning.holds(child, name)

    def allows_name(self, name: str) -> bool:
        return all(self.holds(child, name) for child in self.wanted.names)

    def cells(self, selector: Atom | None) -> Iterator[tuple[tuple[str, bool], ...]]:
        """Which patterns a name that nobody mentions may match, given that a selector takes it."""
        fixed: dict[str, bool] = {}
        if selector is not None and selector[0] == "like":
            fixed[selector[1]] = True
        elif selector is not None and selector[0] == "rest":
            fixed = dict.fromkeys(selector[2], False)
        free = [pattern for pattern in self.wanted.patterns if pattern not in fixed]
        yield from self.refined(tuple(sorted(fixed.items())), free)

    def refined(
        self, cell: tuple[tuple[str, bool], ...], free: list[str]
    ) -> Iterator[tuple[tuple[str, bool], ...]]:
        self.solver.work.step()
        if cell and self.fresh_name(cell, _NOTHING_MORE, frozenset()) is None:
            return
        if not free:
            yield cell
            return
        for matched in (False, True):
            yield from self.refined((*cell, (free[0], matched)), free[1:])

    def fresh_name(self, cell: tuple[tuple[str, bool], ...], odd: Asked, used: frozenset[str]) -> str | None:
        """The shortest name in a cell that is neither mentioned nor used."""
        table = self.solver.table
        text = self.solver.text_class
        asked = {(text(), True), *odd, *((child, True) for child in self.wanted.names)}
        asked |= {(text(pattern=pattern), matched) for pattern, matched in cell}
        taken = self.wanted.mentioned | used
        if taken:
            asked.add((table.constant(*sorted(taken)), False))
        answer = self.solver.ask(frozenset({*asked, (text(min_length=1), True)}))
        if answer.verdict == "none":
            answer = self.solver.ask(frozenset(asked))
        if answer.verdict == "some":
            return str(answer.value)
        self.reason = self.reason or answer.reason
        return None

    def asked_of(self, name: str) -> Asked:
        """What the universal demands ask of the member of a name."""
        selects = self.solver.meaning.selects
        asked = {(child, True) for child in self.wanted.exact.get(name, ())}
        return frozenset(
            asked | {(child, True) for selector, child in self.wanted.wide if selects(selector, name)}
        )

    def value(self, name: str, more: Asked) -> Any:
        answer = self.solver.ask(self.asked_of(name) | more)
        if answer.verdict == "some":
            return answer.value
        self.reason = self.reason or answer.reason
        return _NOTHING

    def complete(self, slots: dict[str, Asked]) -> dict[str, Any] | None:
        """The object of the members chosen, and of others until there are enough."""
        members: dict[str, Any] = {}
        for name, asked in slots.items():
            members[name] = self.value(name, asked)
            if members[name] is _NOTHING:
                return None
        if len(members) < self.wanted.low:
            for name, value in self.fillers(members):
                members[name] = value
                if len(members) >= self.wanted.low:
                    break
            else:
                return None
        if self.wanted.high is not None and len(members) > self.wanted.high:
            return None
        return members

    def fillers(self, members: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        """Members that may be added, until none is left."""
        for name in sorted(self.wanted.mentioned.difference(members, self.wanted.forbidden)):
            if self.allows_name(name):
                value = self.value(name, _NOTHING_MORE)
                if value is not _NOTHING:
                    yield name, value
        for cell in self.cells(None):
            while (fresh := self.fresh_name(cell, _NOTHING_MORE, frozenset(members))) is not None:
                value = self.value(fresh, _NOTHING_MORE)
                if value is _NOTHING:
                    break
                yield fresh, value


_NOTHING = object()
