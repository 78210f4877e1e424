"""Two JSON values to the places where they differ."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain, zip_longest
from typing import Any, TypeAlias

from runsnap._compact import compact_sorted
from runsnap._diff._align import Effort, Pairs, align, between
from runsnap._diff._records import Role, ValueChange
from runsnap._equality import same_json
from runsnap._pointer import escape

KeyOf: TypeAlias = Callable[[Any], bytes]


def value_changes(
    before: Any, after: Any, at_a: str, at_b: str, effort: Effort, role: Role, key: KeyOf = compact_sorted
) -> Iterator[ValueChange]:
    """Every change, in document order, the innermost that there are.

    Items of arrays belong together where their keys are equal; between those,
    in their order. Equality is type-strict.
    """
    if same_json(before, after):
        return
    if type(before) is type(after) is dict:
        yield from member_changes(before, after, at_a, at_b, effort, lambda _: role)
    elif type(before) is type(after) is list:
        yield from _array_changes(before, after, at_a, at_b, effort, role, key)
    else:
        yield ValueChange("changed", at_a, at_b, role, before, after)


def member_changes(
    before: Mapping[str, Any], after: Mapping[str, Any], at_a: str, at_b: str, effort: Effort,
    role_of: Callable[[str], Role], left_out: Collection[str] = (),
) -> Iterator[ValueChange]:  # fmt: skip
    """The same for the members of two objects, each with a role of its own."""
    for name, value in before.items():
        if name in left_out:
            continue
        token, role = escape(name), role_of(name)
        if name in after:
            yield from value_changes(value, after[name], f"{at_a}/{token}", f"{at_b}/{token}", effort, role)
        else:
            yield ValueChange("removed", f"{at_a}/{token}", None, role, value, None)
    for name, value in after.items():
        if name not in before and name not in left_out:
            yield ValueChange("added", None, f"{at_b}/{escape(name)}", role_of(name), None, value)


def _array_changes(
    before: list[Any], after: list[Any], at_a: str, at_b: str, effort: Effort, role: Role, key: KeyOf
) -> Iterator[ValueChange]:
    pairs = align([key(item) for item in before], [key(item) for item in after], effort)
    for one, other in _with_neighbours(pairs, len(before), len(after)):
        if one is not None and other is not None:
            yield from value_changes(
                before[one], after[other], f"{at_a}/{one}", f"{at_b}/{other}", effort, role
            )
        elif one is not None:
            yield ValueChange("removed", f"{at_a}/{one}", None, role, before[one], None)
        else:
            yield ValueChange("added", None, f"{at_b}/{other}", role, None, after[other or 0])


def _with_neighbours(pairs: Pairs, left: int, right: int) -> Iterator[tuple[int | None, int | None]]:
    """The pairs; what lies between them, paired in order; and what is left over of it on one side."""
    ends = chain(pairs, [None])
    for (mine, theirs), end in zip(between(pairs, range(left), range(right)), ends, strict=True):
        yield from zip_longest(mine, theirs)
        if end is not None:
            yield end
