"""A capture or resumption as an older release would have written it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from runsnap._equality import same_json
from runsnap._excerpt import excerpt
from runsnap._pointer import pointer, shortened
from runsnap._shape import Items, Labels, Member, Of, Path, RecordShape, TypeShape, Values, is_newer

if TYPE_CHECKING:
    from runsnap._behaviour.record import Record


@dataclass(frozen=True, slots=True)
class Loss:
    """What an older release does not know: a member that was left out, or a label that stays."""

    pointer: str
    keyword: Literal["newer-member", "newer-label"]
    since: str | None
    """The version that introduced it; None for a label that no release knows."""
    value: Any

    @property
    def message(self) -> str:
        """One line for people; its wording may change."""
        since = f"since {self.since}" if self.since else "unknown to every release"
        what = "left out" if self.keyword == "newer-member" else "kept, though unknown to the older release"
        return f"{shortened(self.pointer)}: {excerpt(self.value)} ({since}) {what}"


class Conversion(NamedTuple):
    """A plain document, and each loss on the way to it."""

    document: dict[str, Any]
    losses: list[Loss]


def convert(document: Record, version: str) -> Conversion:
    """The plain document without what later releases introduced, and a list of each loss.

    Members that no release knows are kept. A member that holds its default is
    no loss. A label that the older release does not know stays and is listed.
    The newest release loses nothing.

    Raises UnsupportedVersionError for an unknown version, TypeError for parsed
    JSON, and what ``document.to_dict`` raises.
    """
    binding = getattr(document, "_binding", None)
    if binding is None:
        raise TypeError(
            f"expected a Capture or a Resumption, got {type(document).__name__}; from_dict() makes one of parsed JSON"
        )
    older = binding.catalog.version(binding.kind, version)
    plain = document.to_dict()
    if older == binding.version:
        return Conversion(plain, [])
    converter = _Converter(binding.shapes, older)
    return Conversion(converter.record((), binding.record, plain), converter.losses)


class _Converter:
    def __init__(self, shapes: Mapping[str, RecordShape], version: str) -> None:
        self.shapes = shapes
        self.version = version
        self.losses: list[Loss] = []

    def record(self, path: Path, name: str, plain: dict[str, Any]) -> dict[str, Any]:
        members = self.shapes[name].members
        kept: dict[str, Any] = {}
        for wire, value in plain.items():
            member = members.get(wire)
            if member is None:
                kept[wire] = value
            elif is_newer(member.since, self.version):
                self._lose(path, member, value)
            else:
                kept[wire] = self._value((*path, wire), member.type, value)
        return kept

    def _value(self, path: Path, type_: TypeShape, value: Any) -> Any:
        if value is None:
            return None
        match type_:
            case Of(name):
                return self.record(path, name, value)
            case Items(item):
                return [self._value((*path, index), item, inner) for index, inner in enumerate(value)]
            case Values(item):
                return {name: self._value((*path, name), item, inner) for name, inner in value.items()}
            case Labels(since):
                first = since.get(value)
                if first is None or is_newer(first, self.version):
                    self.losses.append(Loss(pointer(path), "newer-label", first, value))
        return value

    def _lose(self, path: Path, member: Member, value: Any) -> None:
        if not same_json(value, member.default):
            self.losses.append(Loss(pointer((*path, member.wire)), "newer-member", member.since, value))
