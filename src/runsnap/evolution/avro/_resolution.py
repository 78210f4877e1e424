"""One direction: every place where a reader's schema is not the writer's, judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from runsnap.evolution._budget import Exhausted, Work
from runsnap.evolution._model import Direction, Finding
from runsnap.evolution.avro._datum import Branch, Datum, Minimal, edges
from runsnap.evolution.avro._places import (
    Claim,
    Pair,
    Place,
    Wrap,
    branch_labels,
    emit_plain,
    inward,
    itself,
    logical_label,
    moved,
    record_rule,
    sizes_differ,
    type_label,
)
from runsnap.evolution.avro._probe import Probe, witness
from runsnap.evolution.avro._rules import branch_for, matches
from runsnap.evolution.avro._schema import (
    Array,
    Enum,
    Field,
    Fixed,
    Map,
    Node,
    Primitive,
    Record,
    Union,
    emit,
    field_from,
    local_name,
    shallow,
)

_DEEPEST = 100
_MOST_PARTS = 50_000
"""Of all data of the net together: what takes about a second to read."""


@dataclass(slots=True)
class Resolution:
    """The findings of one direction."""

    direction: Direction
    root: Probe
    readers: str
    work: Work
    findings: list[Finding] = field(default_factory=list)
    _seen: set[Pair] = field(default_factory=set)
    _alike: dict[Pair, bool] = field(default_factory=dict)
    _net: list[tuple[Wrap, Datum]] = field(default_factory=list)
    _inner: dict[Pair, set[Pair]] = field(default_factory=dict)
    """Which pairs a pair leads to."""
    _bad: set[Pair] = field(default_factory=set)
    _later: list[tuple[Pair, Callable[[], None]]] = field(default_factory=list)
    """Claims on pairs that hold only if nothing inside breaks; they wait, since types nest in themselves."""
    _current: Pair | None = None
    _minimal: Minimal = field(init=False)

    def __post_init__(self) -> None:
        self._minimal = Minimal(self.root.writer)

    def run(self) -> list[Finding]:
        """All findings; what no place explains is found by a net of data over the whole."""
        writer, reader = self.root.writer, self.root.reader
        if not self._minimal.exists(writer):
            self._add_unknown("the smallest datum of the writer's schema is too large to try")
            return self.findings
        if self._is_alike(writer, reader):
            return []
        try:
            self._pair(Place(writer, reader, type_label(reader), itself, (writer, reader, itself)))
            for pair, claim in self._later:
                if self._is_sound(pair):
                    self._current = pair
                    claim()
            if not self._bad:
                self._cast_net()
        except RecursionError:
            self._add_unknown("the schemas nest too deep")
        except Exhausted as reason:
            self._add_unknown(str(reason))
        return self.findings

    def _is_sound(self, pair: Pair) -> bool:
        """Whether nothing that the pair leads to breaks."""
        seen: set[Pair] = set()
        waiting = [pair]
        while waiting:
            current = waiting.pop()
            if current in self._bad:
                return False
            if current not in seen:
                seen.add(current)
                waiting += self._inner.get(current, ())
        return True

    def _cast_net(self) -> None:
        most = max(1, min(len(self._net), _MOST_PARTS // self._minimal.parts(self.root.writer)))
        # Spread over all places where there are too many.
        chosen = (self._net[index * len(self._net) // most] for index in range(most) if self._net)
        found = self.root.try_all(wrap(datum) for wrap, datum in chosen)
        if found is not None:
            sentence = f"{self.readers} lose data, though each change by itself is read."
            shown = witness(self.root, *found)
            self._add(Finding(self.direction, "broken", "", "", "type", sentence, "avro", witness=shown))
        elif self._net and self.root.obstacle is not None and self.findings:
            self._add_unknown(self.root.obstacle)

    def _add_unknown(self, reason: str) -> None:
        sentence = f"{self.readers}: the schema as a whole is not judged."
        self._add(Finding(self.direction, "unknown", "", "", "type", sentence, "avro", reason=reason))

    def _add(self, finding: Finding) -> None:
        self.findings.append(finding)
        if finding.verdict == "broken" and self._current is not None:
            self._bad.add(self._current)

    # Claims

    def _judge(self, claim: Claim) -> None:
        self.work.check_clock()
        probe = Probe(*claim.tried, (emit(claim.tried[0]), emit(claim.tried[1])))
        whole = {id(datum): document for datum, document in claim.data}
        found = probe.try_all(datum for datum, _ in claim.data)
        old, new = claim.pointers if self.direction == "backward" else reversed(claim.pointers)
        base: dict[str, Any] = {
            "direction": self.direction, "old_pointer": old, "new_pointer": new,
            "keyword": claim.keyword, "sentence": claim.sentence, "encoding": "avro",
        }  # fmt: skip
        if found is not None:
            datum, evidence = found
            document = whole[id(datum)]
            if self.root.run(document).breaks:
                self._add(Finding(**base, verdict="broken", witness=witness(self.root, document, evidence)))
                return
            reason = f"alone this place breaks ({evidence.detail}), in a whole document it does not"
        elif claim.rule is None:
            reason = "no rule of Avro's schema resolution reads this, yet the libraries do"
        elif (obstacle := probe.obstacle) is not None:
            reason = obstacle
        else:
            if not claim.silent:
                self._add(Finding(**base, verdict="safe", rule=claim.rule))
            return
        self._add(Finding(**base, verdict="unknown", reason=reason))

    def _claim(
        self, place: Place, keyword: str, sentence: str, rule: str | None, data: tuple[Datum, ...],
        *, pointers: tuple[str | None, str | None] | None = None, silent: bool = False,
    ) -> None:  # fmt: skip
        """Judge a difference of the pair itself, by data of the writer's type."""
        writer, reader, inside = place.frame
        pairs = tuple((inside(datum), place.wrap(datum)) for datum in data)
        where = pointers or (place.writer.pointer, place.reader.pointer)
        self._judge(
            Claim(keyword, f"{self.readers} {sentence}.", where, rule, (writer, reader), pairs, silent)
        )

    # The walk

    def _pair(self, place: Place) -> None:
        pair = (place.writer, place.reader)
        outer = self._current
        if outer is not None:
            self._inner.setdefault(outer, set()).add(pair)
        if pair in self._seen:
            return
        self._seen.add(pair)
        self._current = pair
        self.work.check_clock()
        self._differences(place)
        self._current = outer

    def _differences(self, place: Place) -> None:
        writer, reader = place.writer, place.reader
        self._net += [(place.wrap, datum) for datum in self._samples(writer)]
        if self._is_alike(writer, reader):
            return
        if place.depth > _DEEPEST:
            self._add_unknown("the schemas nest too deep")
            return
        match writer, reader:
            case (Union(), _):
                self._written_union(place, writer)
            case (_, Union()):
                self._read_union(place, reader)
            case _ if not matches(writer, reader):
                self._mismatch(place)
            case (Record(), Record()):
                self._records(place, writer, reader)
            case (Enum(), Enum()):
                self._enums(place, writer, reader)
            case (Array(items=written), Array(items=wanted)):
                self._contents(place, written, wanted, "items", lambda datum: [datum])
            case (Map(values=written), Map(values=wanted)):
                self._contents(place, written, wanted, "values", lambda datum: {"": datum})
            case (Fixed(), Fixed()):
                self._name(place, writer, reader, edges(writer))
                self._logical(place, writer, reader)
            case (Primitive(), Primitive()):
                self._primitives(place, writer, reader)

    def _samples(self, node: Node) -> tuple[Datum, ...]:
        return edges(node) or ((self._minimal.datum(node),) if self._minimal.exists(node) else ())

    def _written_union(self, place: Place, writer: Union) -> None:
        for index, branch in enumerate(writer.branches):
            target = self._target(branch, place.reader)
            inner = inward(place, partial(Branch, index), in_frame=True)
            if target is not None:
                self._pair(moved(inner, branch, target))
            else:
                sentence = f"have no type for the {type_label(branch)} that {place.label} may hold"
                data = self._samples(branch)[:1]
                where = (branch.pointer, place.reader.pointer)
                self._claim(inner, "union", sentence, None, data, pointers=where)
        data = tuple(
            Branch(index, datum)
            for index, branch in enumerate(writer.branches)
            for datum in self._samples(branch)
        )
        sentence = f"have a type for each branch that {place.label} may hold"
        rule = "union: every branch of the writer has a type in the reader"
        unchanged = branch_labels(writer) == branch_labels(place.reader)
        self._defer(lambda: self._claim(place, "union", sentence, rule, data, silent=unchanged))

    def _defer(self, claim: Callable[[], None]) -> None:
        assert self._current is not None
        self._later.append((self._current, claim))

    def _target(self, branch: Node, reader: Node) -> Node | None:
        if isinstance(reader, Union):
            return branch_for(branch, reader)
        return reader if matches(branch, reader) else None

    def _read_union(self, place: Place, reader: Union) -> None:
        writer = place.writer
        target = branch_for(writer, reader)
        if target is None:
            sentence = f"have no branch for the {type_label(writer)} of {place.label}"
            self._claim(place, "union", sentence, None, self._samples(writer)[:1])
            return
        self._pair(moved(place, writer, target))
        sentence = f"take {place.label} for a union with the branch {type_label(target)}"
        rule = "union: the reader has a branch for the writer's type"
        self._defer(lambda: self._claim(place, "union", sentence, rule, self._samples(writer)))

    def _mismatch(self, place: Place) -> None:
        writer, reader = place.writer, place.reader
        same_kind = writer.kind == reader.kind
        keyword = ("size" if sizes_differ(writer, reader) else "name") if same_kind else "type"
        sentence = f"expect {type_label(reader)} where {place.label} is written as {type_label(writer)}"
        match writer, reader:
            case (Array(items=written), Array(items=wanted)):
                data: tuple[Datum, ...] = ([], *([item] for item in self._samples(written)))
                where = (written.pointer, wanted.pointer)
                self._claim(place, "items", sentence, None, data, pointers=where)
            case (Map(values=written), Map(values=wanted)):
                data = ({}, *({"": item} for item in self._samples(written)))
                where = (written.pointer, wanted.pointer)
                self._claim(place, "values", sentence, None, data, pointers=where)
            case _:
                self._claim(place, keyword, sentence, None, self._samples(writer))

    def _contents(self, place: Place, written: Node, wanted: Node, keyword: str, around: Wrap) -> None:
        inner = inward(place, around)
        self._pair(
            Place(written, wanted, f"{place.label}[]", inner.wrap, (written, wanted, itself), place.depth + 1)
        )
        sentence = f"fail on {place.label}, though not on what it holds"
        data = (self._minimal.datum(place.writer), *(around(datum) for datum in self._samples(written)))
        rule = f"{keyword}: they resolve by themselves"
        self._defer(lambda: self._claim(place, keyword, sentence, rule, data, silent=True))

    def _primitives(self, place: Place, writer: Primitive, reader: Primitive) -> None:
        if writer.kind != reader.kind:
            sentence = f"take {place.label}, written as {writer.kind}, for {reader.kind}"
            rule = f"promotion: {writer.kind} to {reader.kind}"
            self._claim(place, "type", sentence, rule, edges(writer))
        else:
            self._logical(place, writer, reader)

    def _logical(self, place: Place, writer: Primitive | Fixed, reader: Primitive | Fixed) -> None:
        old, new = writer.logical, reader.logical
        if old == new:
            return
        sentence = f"take {place.label}, written as {logical_label(writer)}, for {logical_label(reader)}"
        decimals = old is not None and new is not None and old.name == new.name == "decimal"
        rule = None if decimals else "logical type: it annotates the same underlying type"
        self._claim(place, "logicalType", sentence, rule, edges(writer))

    def _name(self, place: Place, writer: Any, reader: Any, data: tuple[Datum, ...]) -> None:
        if writer.name == reader.name:
            return
        same = local_name(writer.name) == local_name(reader.name)
        rule = "name: equal without its namespace" if same else "name: an alias of the reader"
        sentence = f"take {writer.name} for {reader.name}"
        self._claim(place, "name" if same else "aliases", sentence, rule, data)

    def _enums(self, place: Place, writer: Enum, reader: Enum) -> None:
        common = tuple(symbol for symbol in writer.symbols if symbol in reader.symbols)
        self._name(place, writer, reader, common)
        missing = tuple(symbol for symbol in writer.symbols if symbol not in reader.symbols)
        if missing:
            listed = ", ".join(missing)
            sentence = f"do not know {listed} of {place.label}"
            self._claim(place, "symbols", sentence, None, missing)
        elif writer.symbols != reader.symbols and writer.name == reader.name:
            rule = "symbols: the reader knows each of the writer's"
            self._claim(place, "symbols", f"know every symbol of {place.label}", rule, common)

    # Records

    def _records(self, place: Place, writer: Record, reader: Record) -> None:
        if writer.name != reader.name:
            self._shallow(place, writer, reader, None, None)
        taken: set[str] = set()
        for item in writer.fields:
            target = field_from(reader, item)
            if target is None or target.name in taken:
                self._ignored(place, item)
                continue
            taken.add(target.name)
            self._field(place, item, target)
        for item in reader.fields:
            if item.name not in taken:
                self._added(place, item)

    def _field(self, place: Place, written: Field, wanted: Field) -> None:
        label = f"{type_label(place.reader)}.{wanted.name}"
        smallest = self._minimal.datum(place.writer)
        own = smallest[written.name]
        inner = inward(place, lambda datum: smallest if datum is own else {**smallest, written.name: datum})
        frame = (written.type, wanted.type, itself)
        self._pair(Place(written.type, wanted.type, label, inner.wrap, frame, place.depth + 1))
        if written.name != wanted.name:
            self._defer(lambda: self._shallow(place, place.writer, place.reader, written, wanted))

    def _ignored(self, place: Place, written: Field) -> None:
        self._shallow(place, place.writer, place.reader, written, None)

    def _added(self, place: Place, wanted: Field) -> None:
        self._shallow(place, place.writer, place.reader, None, wanted)

    def _shallow(
        self, place: Place, writer: Any, reader: Any, written: Field | None, wanted: Field | None
    ) -> None:
        """Judge one difference between records, without the others."""
        named_alike = reader.name if written or wanted else writer.name
        tried = (
            shallow(writer, named_alike, *((written,) if written else ())),
            shallow(reader, reader.name, *((wanted,) if wanted else ())),
        )
        keyword, sentence, rule = record_rule(writer, reader, written, wanted)
        pointers = (
            (written.pointer if written else None, wanted.pointer if wanted else None)
            if written or wanted
            else (writer.pointer, reader.pointer)
        )
        smallest = self._minimal.datum(writer)
        data: tuple[tuple[Datum, Datum], ...] = (({}, place.wrap(smallest)),)
        if written:
            data = tuple(
                ({written.name: datum}, place.wrap({**smallest, written.name: datum}))
                for datum in self._samples(written.type)
            )
        self._judge(Claim(keyword, f"{self.readers} {sentence}.", pointers, rule, tried, data))

    # Types that are the same all the way down

    def _is_alike(self, writer: Node, reader: Node) -> bool:
        key = (writer, reader)
        if key not in self._alike:
            self._alike[key] = emit_plain(writer) == emit_plain(reader)
        return self._alike[key]
