"""What a finding says to a reviewer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runsnap.evolution._json_values import compact, plain
from runsnap.evolution._rules import WHY
from runsnap.evolution._shapes import Shape
from runsnap.evolution._steps import Member, Step
from runsnap.evolution._visits import Leaf, Visit
from runsnap.evolution._walk import Walk

if TYPE_CHECKING:
    from runsnap.evolution._findings import Judgement
    from runsnap.evolution._lift import Lifter

_LONGEST = 60


def sentence(judgement: Judgement, lifter: Lifter, walk: Walk) -> str:
    """One sentence on a place, in one direction."""
    leaf, roles = judgement.leaf, lifter.roles
    readers = f"readers of the {roles.reader_name} schema"
    owner, path = _subject(leaf.visit, walk)
    if judgement.verdict == "broken":
        return f"{_upper(readers)} refuse {owner} {_fault(leaf, path, lifter)}."
    what = _what(leaf, path, owner)
    if judgement.verdict == "safe":
        why = WHY.get(judgement.rule or "", judgement.rule)
        return f"{_upper(readers)} accept {what} as the {roles.writer_name} schema allows it: {why}."
    return f"Whether {readers} accept {what} as the {roles.writer_name} schema allows it was not decided: {judgement.reason}."


def _what(leaf: Leaf, path: str, owner: str) -> str:
    """What a finding speaks of: "`kind` of a Step"."""
    if leaf.family[:1] in {("member",), ("required",)}:
        path = f"{path}.{leaf.family[1]}" if path else leaf.family[1]
    return f"`{path}` of {owner}" if path else owner


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _subject(visit: Visit, walk: Walk) -> tuple[str, str]:
    """The nearest thing with a title around a place, and the way from there."""
    steps: list[Step] = []
    at: Visit | None = visit
    while at is not None:
        title = _title(at, walk)
        if title is not None and (steps or at.parent is None or visit is at):
            return _with_article(title), _path(steps)
        if at.step is not None:
            steps.insert(0, at.step)
        at = at.parent
    return "a document", _path(steps)


def _title(visit: Visit, walk: Walk) -> str | None:
    for place in walk._flat((visit.reader, *visit.writers[:1])):
        raw = walk.nodes.all[place].raw
        title = raw.get("title") if isinstance(raw, dict) else None
        if isinstance(title, str) and title and len(title) <= _LONGEST:
            return title
    return None


def _with_article(title: str) -> str:
    return f"{'an' if title[:1].lower() in 'aeio' else 'a'} {title}"


def _path(steps: list[Step]) -> str:
    return "".join(step.label() for step in steps).removeprefix(".")


def _fault(leaf: Leaf, path: str, lifter: Lifter) -> str:
    """What is refused: "whose `kind` is above 16"."""
    shape = lifter.table.shapes[leaf.number]
    family = leaf.family[:1]
    whose = f"whose `{path}`" if path else "that"
    removed = leaf.reader_pointer is None or shape.kinds == frozenset()
    if removed and isinstance(leaf.visit.step, Member):
        owner, _, _ = path.rpartition(".")
        return f"{f'whose `{owner}`' if owner else 'that'} has the member `{leaf.visit.step.name}`"
    if family == ("required",):
        missing = f"no member `{leaf.family[1]}`"
        return f"{whose} has {missing}" if path else f"that has {missing}"
    if family == ("member",):
        member = f"{path}.{leaf.family[1]}" if path else leaf.family[1]
        return (
            f"whose `{member}` is not as its schema now asks"
            if lifter.roles.direction == "backward"
            else f"whose `{member}` is not as its schema asked"
        )
    clause = _clause(leaf, shape)
    return f"{whose} {clause}"


def _clause(leaf: Leaf, shape: Shape) -> str:
    low, high = shape.low, shape.high
    match leaf.family[:1]:
        case ("type",) if shape.kinds is not None:
            return f"is not {_kinds(shape.kinds)}"
        case ("enum",) if shape.enum is not None:
            return (
                "is none of the values that they know"
                if len(shape.enum) > 1
                else "is not the one value that they know"
            )
        case ("minimum",) if low is not None:
            return f"is {'not above' if low.exclusive else 'below'} {compact(plain(low.value))}"
        case ("maximum",) if high is not None:
            return f"is {'not below' if high.exclusive else 'above'} {compact(plain(high.value))}"
        case ("multipleOf",) if shape.multiple is not None:
            return f"is no multiple of {compact(plain(shape.multiple))}"
        case ("pattern",):
            return f"does not match {_short(shape.pattern)}"
        case ("format",) | ("contentEncoding",) | ("contentMediaType",):
            return f"is no {', '.join(name.partition(':')[2] for name in sorted(shape.formats))}"
        case ("additional",):
            return "has members that they do not know or that are not as they ask"
        case ("pattern member",):
            return f"has a member whose name matches {_short(leaf.family[1])} and whose value they refuse"
        case ("propertyNames",):
            return "has a member whose name they refuse"
        case ("dependent",) | ("dependent schema",):
            return f"has the member `{leaf.family[1]}` without what it depends on"
        case ("item",):
            return f"has an item {leaf.family[1]} that they refuse"
        case ("items",):
            return "has an item that they refuse"
    return _size_clause(leaf, shape)


def _size_clause(leaf: Leaf, shape: Shape) -> str:
    match leaf.keyword:
        case "minLength":
            return f"is shorter than {_count(shape.min_length, 'character')}"
        case "maxLength":
            return f"is longer than {_count(shape.max_length, 'character')}"
        case "minItems":
            return f"has fewer than {_count(shape.min_items, 'item')}"
        case "maxItems":
            return f"has more than {_count(shape.max_items, 'item')}"
        case "minProperties":
            return f"has fewer than {_count(shape.min_properties, 'member')}"
        case "maxProperties":
            return f"has more than {_count(shape.max_properties, 'member')}"
        case "uniqueItems":
            return "has two equal items"
        case "contains":
            return "has not the number of items that they ask for by `contains`"
        case "oneOf":
            return "fits none of the alternatives of `oneOf`, or more than one"
        case "anyOf":
            return "fits none of the alternatives of `anyOf`"
        case "not":
            return "is what `not` rules out"
        case "if":
            return "fails the condition that `if` sets"
    return f"is not as `{leaf.keyword}` asks"


def _kinds(kinds: frozenset[Any]) -> str:
    if {"integer", "fraction"} <= kinds:
        kinds -= {"integer"}
    names = {"number" if kind == "fraction" else str(kind) for kind in kinds}
    return " or ".join(sorted(names)) or "anything at all"


def _count(number: int | None, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _short(pattern: str | None) -> str:
    text = pattern or ""
    return f"`{text}`" if len(text) <= _LONGEST else f"`{text[:_LONGEST]}…`"
