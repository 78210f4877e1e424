"""From the roots of a writer and a reader to the places where they differ.

The reader's schema is a conjunction. What the writer has as well needs no
proof. What is left is followed into members and items as long as both sides
say something there, and becomes a `Leaf`: "is there a value that the writer's
schemas of this place accept and this part of the reader's refuses?". Pairs of
places seen before are not walked again: a value that first differs there has
been looked at.
"""

from __future__ import annotations

from collections import deque

from runsnap.evolution._budget import Work
from runsnap.evolution._conjuncts import Part, parts_of
from runsnap.evolution._meaning import Meaning
from runsnap.evolution._nodes import Nodes
from runsnap.evolution._rules import NO_LONGER_ASKED, NOTHING_WRITTEN
from runsnap.evolution._shapes import Shape, Table
from runsnap.evolution._steps import Item, Member, SomeItem, SomeMember, Step, rest_shape
from runsnap.evolution._visits import Key, Leaf, Visit


class Walk:
    """Breadth first, so that the way to each place is the shortest."""

    def __init__(self, nodes: Nodes, classes: list[int], table: Table, meaning: Meaning, work: Work) -> None:
        self.nodes = nodes
        self.classes = classes
        self.table = table
        self.meaning = meaning
        self.work = work
        self.leaves: list[Leaf] = []
        self.ways: dict[Key, list[Visit]] = {}
        self.edges: dict[Key, list[Key]] = {}
        self._queue: deque[Visit] = deque()
        self._parts: dict[int, list[Part]] = {}
        self._named: dict[int, dict[str, int]] = {}

    def run(self, writer: int, reader: int) -> list[Leaf]:
        """All leaves."""
        root = Visit((writer,), reader, writer_pointer="", reader_pointer="")
        self._go(root)
        while self._queue:
            self.work.check_clock()
            self._visit(self._queue.popleft())
            if len(self.leaves) > self.work.budget.findings and self._queue:
                leaf = self._add(root, self.table.anything, "schema", "", "")
                leaf.reason = f"more than {self.work.budget.findings} places differ"
                break
        return self.leaves

    def _go(self, visit: Visit) -> Key:
        key = visit.key
        ways = self.ways.setdefault(key, [])
        if not ways:
            self._queue.append(visit)
        if len(ways) < 4:
            ways.append(visit)
        if visit.parent is not None:
            self.edges.setdefault(visit.parent.key, []).append(key)
        return key

    def reached(self, keys: list[Key]) -> set[Key]:
        """These pairs of places, and those that the walk came to from them."""
        stack, seen = list(keys), set(keys)
        while stack:
            fresh = [other for other in self.edges.get(stack.pop(), ()) if other not in seen]
            seen.update(fresh)
            stack += fresh
        return seen

    def _flat(self, places: tuple[int, ...]) -> list[int]:
        """The places and all that they apply to the same value without condition."""
        found = list(dict.fromkeys(places))
        for place in found:
            found += [child for child in self.nodes.all[place].shape.every if child not in found]
        return found

    def parts(self, place: int) -> list[Part]:
        """The conjuncts of a place."""
        known = self._parts.get(place)
        if known is None:
            known = list(parts_of(place, self.nodes.all[place], self.classes, self.table))
            self._parts[place] = known
        return known

    def named(self, place: int) -> dict[str, int]:
        """The members that a place names."""
        known = self._named.get(place)
        if known is None:
            known = self._named[place] = dict(self._shape(place).properties)
        return known

    def _visit(self, visit: Visit) -> None:
        table, classes = self.table, self.classes
        reader = classes[visit.reader]
        accepted = {classes[place] for place in visit.writers}
        accepted |= {table.implied[number] for number in accepted if number in table.implied}
        if reader == table.anything or reader in accepted:
            return
        if table.nothing in accepted:
            self._note(visit, NOTHING_WRITTEN)
            return
        if reader == table.nothing:
            self._add(
                visit, table.nothing, visit.keyword or "schema", visit.writer_pointer, visit.reader_pointer
            )
            return
        writers, readers = self._flat(visit.writers), self._flat((visit.reader,))
        self._compare(_Sides(self, visit, writers, readers))

    def _compare(self, sides: _Sides) -> None:
        for part in sides.asked:
            if part.same in sides.held or (part.child is None and part.same == self.table.anything):
                continue
            match part.family[0]:
                case "member":
                    self._member(sides, part)
                case "pattern member":
                    self._pattern_member(sides, part)
                case "item":
                    self._item(sides, part, int(part.family[1]))
                case "items":
                    self._items(sides, part)
                case "anyOf" | "oneOf":
                    self._choice(sides, part)
                case "undefined":
                    self._undefined(sides, part, sides.counterpart(part))
                case _:
                    self._part(sides, part)
        for place in sides.readers:
            self._others(sides, place)
        self._dropped(sides)

    def _note(self, visit: Visit, rule: str) -> None:
        """A place that differs and needs no proof."""
        keyword = visit.keyword or "schema"
        self.leaves.append(
            Leaf(visit, self.table.anything, keyword, visit.writer_pointer, visit.reader_pointer, rule=rule)
        )

    def _add(
        self, visit: Visit, number: int, keyword: str, writer: str | None, reader: str | None,
        family: tuple[str, ...] = (),
    ) -> Leaf:  # fmt: skip
        leaf = Leaf(visit, number, keyword, writer, reader, family)
        self.leaves.append(leaf)
        return leaf

    def _part(self, sides: _Sides, part: Part) -> Leaf:
        other = sides.counterpart(part)
        keyword = part.keyword if other is None else min(part.keyword, other.keyword)
        pointer = None if other is None else other.pointer
        leaf = self._add(sides.visit, part.number(), keyword, pointer, part.pointer, part.family)
        leaf.beside = part.beside
        return leaf

    def _undefined(self, sides: _Sides, part: Part, other: Part | None, dropped: bool = False) -> None:
        mine, theirs = part.pointer, None if other is None else other.pointer
        writer, reader = (mine, theirs) if dropped else (theirs, mine)
        leaf = self._add(sides.visit, self.table.anything, part.keyword, writer, reader, part.family)
        leaf.reason = f"the dialect does not define the keyword {part.keyword!r}"

    def _descend(
        self, sides: _Sides, children: list[int], reader: int, step: Step | None, keyword: str,
        writer_pointer: str | None, reader_pointer: str | None,
    ) -> Key:  # fmt: skip
        if step is None:
            # The same value: the way to it is the one that led here.
            parent, step = sides.visit.parent, sides.visit.step
            key = self._go(
                Visit(tuple(children), reader, parent, step, writer_pointer, reader_pointer, keyword)
            )
            self.edges.setdefault(sides.visit.key, []).append(key)
            return key
        return self._go(
            Visit(tuple(children), reader, sides.visit, step, writer_pointer, reader_pointer, keyword)
        )

    def _pointer(self, place: int) -> str:
        return self.nodes.all[place].pointer

    def _member(self, sides: _Sides, part: Part) -> None:
        assert part.child is not None
        name = part.family[1]
        declared, others = sides.writer_members(name)
        children = declared + others
        if not children:
            self._part(sides, part)
            return
        pointer = self._pointer(declared[0]) if declared else None
        if pointer is None and self.classes[others[0]] != self.table.nothing:
            pointer = self._pointer(others[0])
        self._descend(sides, children, part.child, Member(name), "properties", pointer, part.pointer)

    def _pattern_member(self, sides: _Sides, part: Part) -> None:
        assert part.child is not None
        pattern = part.family[1]
        children = [
            child
            for place in sides.writers
            for other, child in self._shape(place).patterns
            if other == pattern
        ]
        if not children:
            self._part(sides, part)
            return
        step = SomeMember(frozenset(), frozenset(), pattern)
        pointer = self._pointer(children[0])
        self._descend(sides, children, part.child, step, "patternProperties", pointer, part.pointer)

    def _shape(self, place: int) -> Shape:
        return self.nodes.all[place].shape

    def _others(self, sides: _Sides, place: int) -> None:
        """What the reader's ``additionalProperties`` and patterns ask of members that only the writer names."""
        shape = self._shape(place)
        named = self.named(place)
        additional = shape.additional
        if additional is None or self.classes[additional] == self.table.anything:
            return
        for name in sorted(sides.written.difference(named)):
            if not any(self.meaning.matches(pattern, name) for pattern, _ in shape.patterns):
                self._removed(sides, name, additional)
        names = frozenset(named) | sides.written
        patterns = frozenset(pattern for pattern, _ in shape.patterns)
        children = [
            child
            for writer in sides.writers
            if (child := self._shape(writer).additional) is not None
            and patterns.issuperset(pattern for pattern, _ in self._shape(writer).patterns)
        ]
        if any(self.classes[child] == self.classes[additional] for child in children):
            return
        pointer = self._pointer(additional)
        if children:
            step = SomeMember(names, patterns)
            writer = self._pointer(children[0])
            self._descend(sides, children, additional, step, "additionalProperties", writer, pointer)
            return
        numbered = self.classes[additional]
        number = self.table.intern(rest_shape(self.table, names, patterns, numbered))
        self._add(sides.visit, number, "additionalProperties", None, pointer, ("additional",))

    def _removed(self, sides: _Sides, name: str, reader: int) -> None:
        declared, others = sides.writer_members(name)
        pointer = None if self.classes[reader] == self.table.nothing else self._pointer(reader)
        writer = self._pointer(declared[0])
        self._descend(sides, declared + others, reader, Member(name), "properties", writer, pointer)

    def _item(self, sides: _Sides, part: Part, index: int) -> None:
        assert part.child is not None
        children = sides.writer_items(index)
        if not children:
            self._part(sides, part)
            return
        pointer = self._pointer(children[0])
        self._descend(sides, children, part.child, Item(index), part.keyword, pointer, part.pointer)

    def _items(self, sides: _Sides, part: Part) -> None:
        assert part.child is not None
        start = int(part.family[1])
        after = max([start, *(len(self._shape(place).prefix) for place in sides.writers)])
        for index in range(start, after):
            children = sides.writer_items(index)
            if children:
                self._descend(
                    sides,
                    children,
                    part.child,
                    Item(index),
                    "items",
                    self._pointer(children[0]),
                    part.pointer,
                )
            else:
                self._at_index(sides, part, index)
        children = sides.writer_items(after)
        if children:
            pointer = self._pointer(children[0])
            self._descend(sides, children, part.child, SomeItem(after), part.keyword, pointer, part.pointer)
        else:
            anything = (self.table.anything,) * after
            number = self.table.intern(Shape(prefix=anything, rest=self.classes[part.child]))
            other = sides.counterpart(part)
            pointer_or_none = None if other is None else other.pointer
            self._add(sides.visit, number, part.keyword, pointer_or_none, part.pointer, part.family)

    def _at_index(self, sides: _Sides, part: Part, index: int) -> None:
        assert part.child is not None
        anything = (self.table.anything,) * index
        number = self.table.intern(Shape(prefix=(*anything, self.classes[part.child])))
        self._add(sides.visit, number, part.keyword, None, part.pointer, ("item", str(index)))

    def _choice(self, sides: _Sides, part: Part) -> None:
        """An alternative is one question; branches that can be paired show where it comes from."""
        leaf = self._part(sides, part)
        other = sides.counterpart(part)
        if other is None:
            return
        reader, writer = self._branches(part), self._branches(other)
        for theirs, mine in _paired(writer, reader, self.classes):
            leaf.below.append(
                self._descend(
                    sides, [theirs], mine, None, part.keyword, self._pointer(theirs), self._pointer(mine)
                )
            )

    def _branches(self, part: Part) -> list[int]:
        shape = self._shape(part.node)
        if part.family == ("anyOf",):
            return list(shape.some[0])
        # In the declared view the writer's branches are those that close their objects.
        return list(shape.some[-1] if self.nodes.all[part.node].mode != "strict" else shape.one[0])

    def _dropped(self, sides: _Sides) -> None:
        """What only the writer asks cannot break this reader."""
        families = {part.family for part in sides.asked}
        rest = [part for part in sides.asked if part.family[0] == "items"]
        closed = any(self._asks_of_others(place) for place in sides.readers)
        asked = {part.same for part in sides.asked}
        for part in sides.kept:
            if part.same in asked or part.family in families:
                continue
            if part.family[0] in {"item", "items"} and rest:
                continue
            if part.family[0] == "member" and (closed or sides.matched_by_reader(part.family[1])):
                continue
            if part.family[0] == "undefined":
                self._undefined(sides, part, None, dropped=True)
            elif part.same != self.table.anything:
                self._leave(sides, part.keyword, part.pointer)
        for place in sides.own_writers:
            additional = self._shape(place).additional
            if additional is not None and self._asks_of_others(place) and not closed:
                self._leave(sides, "additionalProperties", self._pointer(additional))

    def _asks_of_others(self, place: int) -> bool:
        additional = self._shape(place).additional
        return additional is not None and self.classes[additional] != self.table.anything

    def _leave(self, sides: _Sides, keyword: str, pointer: str) -> None:
        leaf = self._add(sides.visit, self.table.anything, keyword, pointer, None)
        leaf.rule = NO_LONGER_ASKED


class _Sides:
    """Both sides of one visit, taken apart."""

    def __init__(self, walk: Walk, visit: Visit, writers: list[int], readers: list[int]) -> None:
        self.walk = walk
        self.visit = visit
        self.writers = writers
        self.readers = readers
        self.own_writers = walk._flat(visit.writers[:1])
        self.asked = [part for place in readers for part in walk.parts(place)]
        self.kept = [part for place in self.own_writers for part in walk.parts(place)]
        all_kept = [part for place in writers for part in walk.parts(place)]
        self.held = {part.same for part in all_kept}
        self._by_family: dict[tuple[str, ...], Part] = {}
        for part in all_kept:
            self._by_family.setdefault(_place(part.family), part)
        self.written = frozenset(name for place in writers for name in walk.named(place))

    def counterpart(self, part: Part) -> Part | None:
        """The writer's part that speaks of the same."""
        return self._by_family.get(_place(part.family))

    def writer_members(self, name: str) -> tuple[list[int], list[int]]:
        """The writer's sub-schemas for a member: those that name it, and those that take it by rule."""
        declared: list[int] = []
        others: list[int] = []
        for place in self.writers:
            shape = self.walk._shape(place)
            named = self.walk.named(place).get(name)
            if named is not None:
                declared.append(named)
            matching = [
                child for pattern, child in shape.patterns if self.walk.meaning.matches(pattern, name)
            ]
            others += matching
            if named is None and not matching and shape.additional is not None:
                others.append(shape.additional)
        return declared, others

    def matched_by_reader(self, name: str) -> bool:
        """Whether a pattern of the reader takes a name."""
        shapes = [self.walk._shape(place) for place in self.readers]
        return any(
            self.walk.meaning.matches(pattern, name) for shape in shapes for pattern, _ in shape.patterns
        )

    def writer_items(self, index: int) -> list[int]:
        """The writer's sub-schemas for the item at an index."""
        found: list[int] = []
        for place in self.writers:
            shape = self.walk._shape(place)
            if index < len(shape.prefix):
                found.append(shape.prefix[index])
            elif shape.rest is not None:
                found.append(shape.rest)
        return found


def _place(family: tuple[str, ...]) -> tuple[str, ...]:
    """Families that are one place whatever else they say."""
    return family[:1] if family[0] in {"items", "reference"} else family


def _paired(writer: list[int], reader: list[int], classes: list[int]) -> list[tuple[int, int]]:
    """Branches that differ, paired in order, if what is left over on both sides is equally many."""
    known = {classes[place] for place in reader}
    left = [place for place in writer if classes[place] not in known]
    known = {classes[place] for place in writer}
    right = [place for place in reader if classes[place] not in known]
    return list(zip(left, right, strict=True)) if len(left) == len(right) else []
