"""The page of a difference: two runs side by side, without any script.

What is shown is bounded: so many steps, so much of each text, so much in all;
what is left out is counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from runsnap._diff._align import Effort
from runsnap._diff._records import (
    AmountChange,
    CaptureDiff,
    Divergence,
    ResumptionDiff,
    RunDiff,
    StepDiff,
    ValueChange,
)
from runsnap._diff._texts import TextPiece, pieces_between
from runsnap._diff._words import (
    amount_name,
    amount_text,
    named_amount,
    reason_text,
    step_number,
    step_title,
    verdict_text,
    with_repeats,
    worth_showing,
)
from runsnap._encode import encode
from runsnap._pages._shell import page
from runsnap._pages._text import Html, element, foreign, more_characters, shown
from runsnap._pointer import shortened
from runsnap._units import counted

_MOST_ROWS = 1000
_MOST_CHANGES = 100
"""Changes of one step, or of a whole run."""
_MOST_OPEN = 50
"""Steps that are open from the start."""
_MOST_PIECES = 400
_ALL_PIECES, _ALL_CHANGES, _FEWEST = 10_000, 3_000, 3
"""Of the whole page; beyond it, texts stand whole, and each step shows the fewest changes."""
_LONGEST = 8000
"""Characters of a value."""
_CONTEXT = 300
"""Characters of an equal part that are shown on each side of a change."""
_ALL_TEXT = 4_000_000
"""Characters of all values; beyond it, each shows its beginning only."""
_BEGINNING = 60

_TONES = {
    "reproduced": "good", "same outputs": "good", "same": "good", "continues": "good", "precedes": "good",
    "other outputs": "doubt", "equally far": "doubt",
}  # fmt: skip
_BADGES = {"dropped": "removed", "inserted": "added", "changed": "doubt"}


def difference_html(difference: RunDiff, a: str, b: str) -> str:
    """One HTML document that asks for nothing elsewhere; ``a`` and ``b`` name the two sides."""
    content = _Content(a, b)
    match difference:
        case CaptureDiff():
            sections = content.capture(difference)
        case ResumptionDiff():
            sections = content.resumption(difference)
        case _:
            raise TypeError(f"expected a difference of a known kind, found {type(difference).__name__}")
    title = element(
        "header",
        element("h1", foreign(a, 200), " → ", foreign(b, 200)),
        element("span", f"two {difference.kind}s", class_="muted"),
        class_="title",
    )
    return page(f"{a} → {b}", [element("main", title, *sections)], styles=["diff.css"])


class _Content:
    def __init__(self, a: str, b: str) -> None:
        self.names = (a, b)
        self.room = _ALL_TEXT
        self.open = _MOST_OPEN
        self.effort = Effort()
        self.pieces = _ALL_PIECES
        self.changes = _ALL_CHANGES

    def capture(self, difference: CaptureDiff) -> Iterator[Html]:
        settings = [
            _fact("Explained by", shortened(change.pointer)[1:], ": ", _short(change))
            for change in difference.settings[:_MOST_CHANGES]
        ]
        parting = difference.divergence
        parts = [] if parting is None else [_fact("Parts at", *_parting(parting, difference))]
        yield _verdict(difference, [*settings, *parts, *_amounts(difference.amounts)])
        yield from self._section("The whole run", difference.header)
        yield from self._rows("Steps", difference.steps, "step")
        yield from self._rows("Exchanges without a step", difference.exchanges, "exchange")

    def resumption(self, difference: ResumptionDiff) -> Iterator[Html]:
        reasons = [_fact("Since", reason_text(reason)) for reason in difference.reasons[:_MOST_CHANGES]]
        if more := len(difference.reasons) - len(reasons):
            reasons.append(_fact("", f"… {more:,} more"))
        yield _verdict(difference, [*reasons, *_amounts(difference.amounts)])
        yield from self._section("Members", difference.changes)

    def _section(self, heading: str, changes: Sequence[ValueChange]) -> Iterator[Html]:
        if changes:
            yield element("section", element("h2", heading), *self._tables(changes), class_="card")

    def _rows(self, heading: str, rows: Sequence[StepDiff], what: str) -> Iterator[Html]:
        if any(row.operation != "same" for row in rows):
            yield element(
                "section", element("h2", heading), *self._listed(rows, what), class_="card", id=f"{what}s"
            )

    def _listed(self, rows: Sequence[StepDiff], what: str) -> Iterator[Html]:
        """The rows that differ, and how many equal ones lie between them."""
        last = -1
        for place in [*worth_showing(rows, _MOST_ROWS), len(rows)]:
            if place > last + 1:
                yield _between(rows[last + 1 : place], what)
            if place < len(rows):
                yield self._row(rows[place], f"{what}-{place}")
            last = place

    def _row(self, row: StepDiff, id_: str) -> Html:
        word, tone = (row.operation, _BADGES[row.operation]) if row.diverges else ("equal", "muted")
        head = [
            element("span", word, class_=f"badge {tone}"),
            element("span", step_number(row), class_="number muted"),
            element("strong", foreign(step_title(row), 120)),
            *(element("span", named_amount(amount), class_="muted") for amount in row.amounts),
        ]
        if not row.changes:
            return element("div", *head, class_="row", id=id_)
        is_open = row.diverges and self.open > 0
        self.open -= is_open
        return element(
            "details",
            element("summary", *head),
            *self._tables(row.changes),
            class_="row",
            id=id_,
            open=is_open,
        )

    def _tables(self, changes: Sequence[ValueChange]) -> Iterator[Html]:
        """What counts; circumstances are folded."""
        telling = [change for change in changes if change.role != "circumstance"]
        if telling:
            yield self._table(telling)
        if circumstances := [change for change in changes if change.role == "circumstance"]:
            summary = element("summary", counted(len(circumstances), "circumstance"), class_="muted")
            yield element("details", summary, self._table(circumstances), class_="circumstances")

    def _table(self, changes: Sequence[ValueChange]) -> Html:
        names = element("tr", *(element("th", foreign(name, 80), scope="col") for name in self.names))
        listed = changes[: max(_FEWEST, min(_MOST_CHANGES, self.changes))]
        self.changes -= len(listed)
        body = [cell for change, first in with_repeats(listed) for cell in self._change(change, first)]
        more = len(changes) - len(listed)
        rest = element("p", f"… {counted(more, 'more change')}", class_="muted") if more > 0 else Html()
        table = element("table", element("thead", names), element("tbody", *body), class_="sides")
        return Html(table + rest)

    def _change(self, change: ValueChange, first: str | None) -> tuple[Html, Html]:
        places = dict.fromkeys(filter(None, (change.pointer_a, change.pointer_b)))
        place = " → ".join(map(shortened, places))
        head = element("tr", element("th", place, " ", _role(change), colspan=2, scope="rowgroup"))
        if first is not None:
            said = element("td", f"as {shortened(first)}", colspan=2, class_="muted")
            return head, element("tr", said)
        sides = zip(("first", "second"), self._sides(change), strict=True)
        return head, element("tr", *(element("td", side, data_side=name) for name, side in sides))

    def _sides(self, change: ValueChange) -> tuple[Html, Html]:
        pieces = pieces_between(change.before, change.after, self.effort)
        if len(pieces) <= self.pieces and any(piece.kind == "equal" for piece in pieces):
            self.pieces -= len(pieces)
            return self._side(pieces, "removed", "del"), self._side(pieces, "added", "ins")
        return (
            _nothing() if change.operation == "added" else self._value(change.before, "del"),
            _nothing() if change.operation == "removed" else self._value(change.after, "ins"),
        )

    def _value(self, value: Any, tag: str) -> Html:
        text = value if isinstance(value, str) else _json(value)
        quoted = f'"{text}"' if isinstance(value, str) and len(text) < _BEGINNING else text
        return _block([element(tag, self._cut(quoted), class_="whole")])

    def _side(self, pieces: Sequence[TextPiece], kind: str, tag: str) -> Html:
        """One of two texts, with what only it has marked."""
        parts: list[str] = []
        for place, piece in enumerate(pieces[:_MOST_PIECES]):
            if piece.kind == kind:
                parts.append(element(tag, self._cut(piece.text)))
            elif piece.kind == "equal":
                parts.append(self._equal(piece.text, place == 0, place == len(pieces) - 1))
        if len(pieces) > _MOST_PIECES:
            parts.append(f" … {counted(len(pieces) - _MOST_PIECES, 'more part')}")
        return _block(parts)

    def _equal(self, text: str, first: bool, last: bool) -> str:
        """An equal part: what is next to a change."""
        kept = min(_CONTEXT, self._allowed(min(len(text), 2 * _CONTEXT)))
        if len(text) <= 2 * kept:
            return text
        begin, end = ("" if first else text[:kept]), ("" if last else text[-kept:])
        note = f" … {len(text) - len(begin) - len(end):,} equal characters … "
        return Html(shown(begin) + element("span", note, class_="muted") + shown(end))

    def _cut(self, text: str) -> str:
        """As much of it as there is room for, with a note on the rest."""
        allowed = self._allowed(len(text))
        if allowed == len(text):
            return text
        return Html(shown(text[:allowed]) + more_characters(len(text) - allowed))

    def _allowed(self, size: int) -> int:
        """How many characters of so many may be shown."""
        allowed = min(size, _LONGEST)
        if allowed > self.room:
            return min(size, _BEGINNING)
        self.room -= allowed
        return allowed


def _verdict(difference: RunDiff, facts: Iterable[Html]) -> Html:
    tone = _TONES.get(difference.verdict, "bad")
    badge = element("span", difference.verdict, class_=f"badge {tone}")
    sentence = element("p", badge, " ", verdict_text(difference.verdict, same=difference.same), id="verdict")
    rows = list(facts)
    listed = element("dl", *rows, class_="facts") if rows else Html()
    return element("section", sentence, listed, class_=f"card {tone}")


def _fact(label: str, *value: str) -> Html:
    return Html(element("dt", label) + element("dd", *value))


def _amounts(amounts: Iterable[AmountChange]) -> list[Html]:
    return [_fact(amount_name(amount.name).capitalize(), amount_text(amount)) for amount in amounts]


def _parting(parting: Divergence, difference: CaptureDiff) -> tuple[Html | str, ...]:
    """The place, as a link to its step, and what the step is."""
    where = shortened(parting.pointer)
    if parting.step is None:
        return (where,)
    rows, what = (
        (difference.steps, "step") if parting.step in difference.steps else (difference.exchanges, "exchange")
    )
    link = element("a", where, href=f"#{what}-{rows.index(parting.step)}")
    said = f", {what} {step_number(parting.step)}: "
    end = "" if parting.change else f", {parting.step.operation}"
    return link, said, foreign(step_title(parting.step), 120), end


def _short(change: ValueChange) -> Html:
    before, after = (
        element(tag, foreign(_json(value), 200))
        for tag, value in (("del", change.before), ("ins", change.after))
    )
    return Html(f"{before} → {after}")


def _role(change: ValueChange) -> Html:
    return element("span", change.role, class_="muted")


def _block(parts: Iterable[str]) -> Html:
    return element("pre", *parts, class_="text", dir="auto", tabindex=0)


def _nothing() -> Html:
    return element("span", "not there", class_="absent")


def _between(rows: Sequence[StepDiff], what: str) -> Html:
    """How many rows are left out, and whether they are equal."""
    equal = sum(row.operation == "same" for row in rows)
    said = [counted(equal, f"equal {what}")] if equal else []
    if differing := len(rows) - equal:
        said.append(f"{counted(differing, f'differing {what}')} not shown")
    return element("p", ", ".join(said), class_="gap")


def _json(value: Any) -> str:
    return encode(value, usual_floats=False, indent=isinstance(value, (dict, list))).decode().rstrip("\n")
