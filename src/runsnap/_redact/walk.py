"""The walk through a document that replaces what a policy says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from runsnap._pointer import pointer
from runsnap._redact.detectors import is_card, is_sensitive
from runsnap._redact.masking import Mask
from runsnap._redact.patterns import Patterns, Standing
from runsnap._redact.placeholders import Placeholders
from runsnap._redact.policy import RedactionPolicy, group_of
from runsnap._redact.quiet import declared_only
from runsnap._redact.report import Part
from runsnap._shape import Items, Labels, Leaf, Of, RecordShape, TypeShape, Values
from runsnap.errors import UnrepresentableError

_CONSTANT = frozenset((("Resumption", "ingotSnapshot"), ("Resumption", "kind")))
"""Members of which the schema allows one text only."""

_IN_KIND: Mapping[tuple[str, str], Callable[[Placeholders, str], str]] = {
    ("Capture", "run_id"): Placeholders.run_id,
    ("RunLog", "run_id"): Placeholders.run_id,
    ("Resumption", "artifact"): Placeholders.artifact,
}
"""Members that keep their form: something of the same kind takes their place, where they are named."""

_NAME_OF_ENTRY = ("Artifact", "name")
"""A member that repeats the name that its record has in a map."""

_DIGEST = re.compile("sha256:[0-9a-f]{64}")
"""What an artifact is, but may fail to be: then it is a text like others."""


class Place(NamedTuple):
    """Where the walk is: its path in the new document, and what is to be done there."""

    path: tuple[str, ...]
    pointers: Standing
    keep: Standing
    group: str | None
    """Why what is here is replaced, unless it is kept; None for what only detectors look at."""
    sensitive: bool
    """Whether a name on the way says that there is a secret."""

    @property
    def reason(self) -> str | None:
        """Why the value is replaced whole; None where it is not."""
        if self.pointers.covered:
            return "pointer"
        return None if self.keep.covered else self.group


class Walked(NamedTuple):
    """The new values, and what was replaced: by pointer, part and reason."""

    values: dict[str, Any]
    counts: Counter[tuple[str, Part, str]]


@dataclass(slots=True)
class Walk:
    """One walk through one document."""

    shapes: Mapping[str, RecordShape]
    policy: RedactionPolicy
    placeholders: Placeholders
    mask: Mask
    pointers: Patterns
    keep: Patterns
    counts: Counter[tuple[str, Part, str]] = field(init=False, default_factory=Counter)

    def document(self, name: str, plain: dict[str, Any]) -> Walked:
        """The redacted values of a document, which is a record of this name."""
        place = Place((), self.pointers.root, self.keep.root, None, sensitive=False)
        return Walked(self._record(name, plain, place), self.counts)

    def _record(self, record: str, plain: dict[str, Any], place: Place) -> dict[str, Any]:
        members = self.shapes[record].members
        unknown = [name for name in plain if name not in members]
        new_names = self._names(unknown, place, all_of_them=False)
        redacted: dict[str, Any] = {}
        for name, value in plain.items():
            if member := members.get(name):
                group = group_of(record, name, plain)
                inner = self._below(place, name, name, group if group in self.policy.texts else None)
                redacted[name] = self._member((record, name), member.type, value, inner)
            else:
                group = None if name in self.policy.keep else "unknown"
                redacted[new_names[name]] = self._free(
                    value, self._below(place, name, new_names[name], group)
                )
        return redacted

    def _member(self, member: tuple[str, str], type_: TypeShape, value: Any, place: Place) -> Any:
        if member == _NAME_OF_ENTRY and self.policy.names and not place.pointers.covered:
            return self._entry_name(value, place)
        if isinstance(value, str) and _has_own_form(member, value):
            return self._own_form(member, value, place) if place.pointers.named else value
        return self._typed(type_, value, place)

    def _own_form(self, member: tuple[str, str], value: str, place: Place) -> str:
        if member in _CONSTANT:
            raise _unmaskable(place, "the schema allows one text only")
        self._count(place.path, "value", "pointer")
        return _IN_KIND[member](self.placeholders, value)

    def _entry_name(self, name: str, place: Place) -> str:
        new = self._name(name)
        if new != name:
            self._count(place.path, "value", "names")
        return new

    def _typed(self, type_: TypeShape, value: Any, place: Place) -> Any:
        match type_:
            case _ if value is None:
                return None
            case Of(name):
                return self._record(name, value, place)
            case Items(item):
                return [
                    self._typed(item, inner, self._below(place, str(index), "*", place.group))
                    for index, inner in enumerate(value)
                ]
            case Values(item):
                names = self._names(list(value), place, all_of_them=self.policy.names)
                return {
                    names[name]: self._typed(item, inner, self._below(place, name, names[name], place.group))
                    for name, inner in value.items()
                }
            case Leaf("any"):
                return self._free(value, place)
            case Leaf("string"):
                return self._text(value, place)
            case Labels():
                return (
                    self._whole(value, place, "pointer")
                    if place.pointers.named
                    else self._masked(value, place)
                )
            case Leaf(name):
                if place.pointers.named:
                    raise _unmaskable(place, f"the schema allows nothing but {_CALLED[name]}")
                return value

    def _free(self, value: Any, place: Place) -> Any:
        """A value that may be anything; its structure stays."""
        match value:
            case dict():
                names = self._names(list(value), place, all_of_them=self.policy.names)
                return {
                    names[name]: self._free(inner, self._below(place, name, names[name], place.group))
                    for name, inner in value.items()
                }
            case list():
                return [
                    self._free(inner, self._below(place, str(index), "*", place.group))
                    for index, inner in enumerate(value)
                ]
            case str():
                return self._text(value, place)
            case None:
                return None
            case _:
                return self._number(value, place)

    def _text(self, text: str, place: Place) -> str:
        if reason := place.reason or ("assigned" if place.sensitive else None):
            return self._whole(text, place, reason)
        return self._masked(text, place)

    def _whole(self, text: str, place: Place, reason: str) -> str:
        if not text or self.placeholders.is_one(text):
            return text
        self._count(place.path, "value", reason)
        return self.placeholders.of("text", text)

    def _masked(self, text: str, place: Place) -> str:
        masked = self.mask(text)
        for detector in masked.detectors:
            self._count(place.path, "value", detector)
        return masked.text

    def _number(self, value: float, place: Place) -> Any:
        """A number or a boolean of a free value: where it is replaced, by a text."""
        label = "boolean" if isinstance(value, bool) else "number"
        reason = place.reason
        if reason is None and label == "number":
            if place.sensitive:
                reason = "assigned"
            elif "card" in self.policy.detectors and is_card(value):
                reason = label = "card"
        if reason is None:
            return value
        self._count(place.path, "value", reason)
        return self.placeholders.of(label, value)

    def _below(self, place: Place, name: str, shown: str, group: str | None) -> Place:
        sensitive = place.sensitive or ("assigned" in self.policy.detectors and is_sensitive(name))
        return Place(
            (*place.path, shown), self.pointers.below(place.pointers, name), self.keep.below(place.keep, name),
            group, sensitive,
        )  # fmt: skip

    def _names(self, names: list[str], place: Place, *, all_of_them: bool) -> dict[str, str]:
        """The new name of each; names that differ still differ."""
        if all_of_them:
            new = {name: self._name(name) for name in names}
            reasons: dict[str, tuple[str, ...]] = dict.fromkeys(names, ("names",))
        else:
            masked = {name: self.mask(name) for name in names}
            new = {name: each.text for name, each in masked.items()}
            reasons = {name: each.detectors for name, each in masked.items()}
        taken = Counter(new.values())
        for name, changed in new.items():
            if changed != name:
                if taken[changed] > 1:
                    new[name] = self._name(name)
                for reason in reasons[name] if new[name] == changed else reasons[name][:1]:
                    self._count((*place.path, new[name]), "name", reason)
        return new

    def _name(self, name: str) -> str:
        return name if not name or self.placeholders.is_one(name) else self.placeholders.of("name", name)

    def _count(self, path: tuple[str, ...], part: Part, reason: str) -> None:
        self.counts[pointer(path), part, reason] += 1


def _has_own_form(member: tuple[str, str], value: str) -> bool:
    if member == ("Resumption", "artifact"):
        return _DIGEST.fullmatch(value) is not None
    return member in _CONSTANT or member in _IN_KIND


_CALLED = {"boolean": "true or false", "instant": "an instant", "integer": "an integer", "number": "a number"}


def _unmaskable(place: Place, why: str) -> UnrepresentableError:
    return UnrepresentableError(declared_only(pointer(place.path)), f"cannot be masked: {why}")
