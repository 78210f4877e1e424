"""Is there a value that is of some classes and not of others? A value, a proof that there is none, or neither.

The search goes kind by kind, chooses among alternatives, and leaves sets of
atoms to the theory of each kind. Parts of arrays and objects are questions of
the same sort. A question that meets itself, or an easier one that it is part
of, has no smaller answer there: the smallest value never contains another one.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from runsnap.evolution import _arrays, _numbers, _objects, _strings
from runsnap.evolution._budget import Unsupported, Work
from runsnap.evolution._formulas import FALSE, And, Atom, Formula, Formulas, Or, is_class
from runsnap.evolution._formulas import Literal as FormulaLiteral
from runsnap.evolution._json_values import KINDS, Kind, freeze, kind_of
from runsnap.evolution._meaning import Meaning
from runsnap.evolution._shapes import ANYTHING, Shape, Table

Question: TypeAlias = frozenset[tuple[int, bool]]
Known: TypeAlias = dict[Atom, bool]

_DEEPEST = 400


@dataclass(frozen=True, slots=True)
class Answer:
    """``some`` with a value, ``none`` as a proof, ``unknown`` with a reason."""

    verdict: Literal["some", "none", "unknown"]
    value: Any = None
    reason: str = ""


NONE = Answer("none")


def some(value: Any) -> Answer:
    """There is a value: this one."""
    return Answer("some", value)


def unknown(reason: str) -> Answer:
    """Neither a value nor a proof was found."""
    return Answer("unknown", reason=reason)


class Solver:
    """Answers questions over one table of classes, and remembers the answers."""

    def __init__(self, table: Table, formulas: Formulas, meaning: Meaning, work: Work) -> None:
        self.table = table
        self.formulas = formulas
        self.meaning = meaning
        self.work = work
        self._answers: dict[Question, Answer] = {}
        # Proofs that hold if questions still open have none either: which ones, as bits of their depths.
        self._provisional: dict[Question, int] = {}
        self._asked: list[Question] = []
        # The open questions that a proof in the making leans on.
        self._leans_on = 0

    def solve(self, *classes: tuple[int, bool]) -> Answer:
        """Whether a value is of every class marked True and of none marked False."""
        return self.ask(frozenset(classes))

    def ask(self, question: Question) -> Answer:
        """The same for a question already made."""
        self.work.step()
        question = frozenset(part for part in question if part != (self.table.anything, True))
        if self._contradicts(question):
            return NONE
        known = self._answers.get(question)
        if known is not None:
            return known
        leans_on = self._provisional.get(question) or self._same_above(question)
        if leans_on:
            self._leans_on |= leans_on
            return NONE
        if len(self._asked) >= _DEEPEST:
            return unknown("the schemas nest too deep for the prover")
        return self._ask_anew(question)

    def _same_above(self, question: Question) -> int:
        """The open question that this one is, or is more than, as a set of one."""
        return next((1 << depth for depth, other in enumerate(self._asked) if other <= question), 0)

    def _ask_anew(self, question: Question) -> Answer:
        mine = 1 << len(self._asked)
        outer, self._leans_on = self._leans_on, 0
        self._asked.append(question)
        answer = unknown("")
        try:
            answer = self._decide(question)
        finally:
            self._asked.pop()
            leans_on, self._leans_on = self._leans_on & ~mine, outer
            self._settle(mine, answer.verdict == "none", leans_on)
        if answer.verdict == "none" and leans_on:
            self._leans_on |= leans_on
            self._provisional[question] = leans_on
        elif answer.verdict == "some" or not leans_on:
            self._answers[question] = answer
        return answer

    def _settle(self, closed: int, proved: bool, leans_on: int) -> None:
        """What leaned on a question that is closed now: proved with it, leaning further out, or void."""
        for other in [other for other, depends in self._provisional.items() if depends & closed]:
            depends = self._provisional.pop(other) & ~closed | leans_on
            if proved and depends:
                self._provisional[other] = depends
            elif proved:
                self._answers[other] = NONE

    def _contradicts(self, question: Question) -> bool:
        if (self.table.anything, False) in question or (self.table.nothing, True) in question:
            return True
        implied = self.table.implied
        return any(
            (not holds and (number, True) in question)
            or (holds and number in implied and (implied[number], False) in question)
            for number, holds in question
        )

    def _decide(self, question: Question) -> Answer:
        values = self._listed(question)
        if values is not None:
            return self._first_fitting(values, question)
        reason = ""
        for kind in KINDS:
            todo: list[Formula] = [is_class(number, holds) for number, holds in sorted(question)]
            answer = self._guarded(kind, todo)
            if answer.verdict == "some":
                return answer
            reason = reason or answer.reason
        return unknown(reason) if reason else NONE

    def _guarded(self, kind: Kind, todo: list[Formula]) -> Answer:
        try:
            return self._search(kind, todo, {}, [])
        except Unsupported as unsupported:
            return unknown(str(unsupported))

    def _listed(self, question: Question) -> frozenset[Hashable] | None:
        """The values among which an answer must be, where a class lists them."""
        found: frozenset[Hashable] | None = None
        stack = [number for number, holds in question if holds]
        seen = set(stack)
        while stack:
            shape = self.table.shapes[stack.pop()]
            if shape.enum is not None:
                found = shape.enum if found is None else found & shape.enum
            fresh = [child for child in shape.every if child not in seen]
            seen.update(fresh)
            stack += fresh
        return found

    def _first_fitting(self, keys: frozenset[Hashable], question: Question) -> Answer:
        reason = ""
        for number, holds in question:
            shape = self.table.shapes[number]
            if not holds and shape.enum is not None and replace(shape, enum=None) == ANYTHING:
                keys -= shape.enum
        for value in self.in_order(keys):
            self.work.step()
            try:
                if all(self.meaning.holds(number, value) is holds for number, holds in question):
                    return some(value)
            except Unsupported as unsupported:
                reason = str(unsupported)
        return unknown(reason) if reason else NONE

    def in_order(self, keys: frozenset[Hashable]) -> list[Any]:
        """Values by key, the shortest first."""
        return self.meaning.in_order(keys)

    def _search(self, kind: Kind, todo: list[Formula], known: Known, choices: list[Or]) -> Answer:
        """Assert what must hold, then let the theory answer or choose among alternatives."""
        self.work.step()
        if not self._assert_all(kind, todo, known, choices):
            return NONE
        pending: list[Or] = []
        for choice in choices:
            left = self._left(choice, known)
            if left is None:
                continue
            if not left:
                return NONE
            pending.append(Or(tuple(left)))
        forced = [choice.parts[0] for choice in pending if len(choice.parts) == 1]
        if forced:
            return self._search(kind, forced, known, [choice for choice in pending if len(choice.parts) > 1])
        answer = self._theory(kind, known)
        if answer.verdict == "none" or not pending:
            return answer
        if answer.verdict == "some":
            unmet = [choice for choice in pending if not self._meets(choice, kind, answer.value)]
            if not unmet:
                return answer
        else:
            unmet = pending
        choice = min(unmet, key=lambda choice: len(choice.parts))
        others = [other for other in pending if other is not choice]
        reason = ""
        for option in choice.parts:
            answer = self._search(kind, [option], dict(known), list(others))
            if answer.verdict == "some":
                return answer
            reason = reason or answer.reason
        return unknown(reason) if reason else NONE

    def _meets(self, choice: Or, kind: Kind, value: Any) -> bool:
        try:
            return self.meaning.formula_holds(choice, kind, value)
        except Unsupported:
            return False

    def _assert_all(self, kind: Kind, todo: list[Formula], known: Known, choices: list[Or]) -> bool:
        """Follow what must hold; False on a contradiction."""
        stack = list(reversed(todo))
        while stack:
            formula = stack.pop()
            if isinstance(formula, And):
                stack += reversed(formula.parts)
            elif isinstance(formula, Or):
                if not formula.parts:
                    return False
                choices.append(formula)
            elif not self._assert(kind, formula, known, stack):
                return False
        return True

    def _assert(self, kind: Kind, literal: FormulaLiteral, known: Known, stack: list[Formula]) -> bool:
        atom, holds = literal
        before = known.get(atom)
        if before is not None:
            return before is holds
        known[atom] = holds
        if atom[0] == "class":
            number = atom[1]
            self.work.step()
            stack.append(self.formulas.expand(number, kind, holds))
            if holds:
                return known.get(("class", self.table.implied.get(number))) is not False
            return not any(
                known.get(("class", other)) is True for other in self.table.implying.get(number, ())
            )
        if atom[0] == "enum" and not holds and kind in {"array", "object"}:
            stack += [self._differs(self.table.values[key]) for key in sorted(atom[1], key=str)]
        return True

    def _differs(self, value: Any) -> Formula:
        """That an array or an object is another one than this."""
        constant = self.table.constant
        if isinstance(value, list):
            items = [(("item", at, constant(item)), False) for at, item in enumerate(value)]
            sizes: list[Formula] = [(("at least", len(value) + 1), True)]
            if value:
                sizes.append((("at most", len(value) - 1), True))
            return Or((*sizes, *items))
        if isinstance(value, dict):
            names = frozenset(value)
            more: Formula = (("members", ("rest", names, frozenset()), self.table.nothing), False)
            less: list[Formula] = [(("required", name), False) for name in sorted(names)]
            other: list[Formula] = [
                (("members", ("is", name), constant(value[name])), False) for name in sorted(names)
            ]
            return Or((more, *less, *other))
        return And(())

    def _left(self, choice: Or, known: Known) -> list[Formula] | None:
        """What can still be chosen; None when one alternative already holds."""
        left: list[Formula] = []
        for option in choice.parts:
            state = _state(option, known)
            if state is True:
                return None
            if state is None:
                left.append(option)
        return left

    def _theory(self, kind: Kind, known: Known) -> Answer:
        literals = [(atom, holds) for atom, holds in known.items() if atom[0] != "class"]
        opaque = next((atom[1] for atom, _ in literals if atom[0] == "opaque"), None)
        listed = [atom[1] for atom, holds in literals if atom[0] == "enum" and holds]
        if opaque is not None:
            return unknown(str(opaque).split(" ", 1)[1])
        if listed:
            return self._among(frozenset.intersection(*listed), literals)
        if kind == "null":
            return self._among(frozenset({self.table.key(None)}), literals)
        if kind == "boolean":
            return self._among(frozenset(map(self.table.key, (False, True))), literals)
        if kind == "string":
            return _strings.solve(self, literals)
        if kind == "array":
            return _arrays.solve(self, literals)
        if kind == "object":
            return _objects.solve(self, literals)
        return _numbers.solve(self, kind, literals)

    def _among(self, keys: frozenset[Hashable], literals: list[FormulaLiteral]) -> Answer:
        for value in self.in_order(keys):
            self.work.step()
            if all(self.meaning.atom_holds(atom, value) is holds for atom, holds in literals):
                return some(value)
        return NONE

    def text_class(self, **facets: Any) -> int:
        """The class of texts with these facets."""
        return self.table.intern(Shape(kinds=frozenset({"string"}), **facets))


def _state(formula: Formula, known: Known) -> bool | None:
    """Whether a formula holds by what is known already; None when that does not tell."""
    if isinstance(formula, And):
        states = [_state(part, known) for part in formula.parts]
        if False in states:
            return False
        return None if None in states else True
    if isinstance(formula, Or):
        states = [_state(part, known) for part in formula.parts]
        if True in states:
            return True
        return None if None in states else False
    atom, holds = formula
    before = known.get(atom)
    return None if before is None else before is holds


__all__ = ["FALSE", "NONE", "Answer", "Question", "Solver", "freeze", "kind_of", "some", "unknown"]
