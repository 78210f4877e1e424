"""Plain values to bytes: the encode arrow.

Texts escape only what they must; floats have the shortest digits that hold
them, always with ``.0`` or an exponent. Both are what the reference writers do.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from runsnap._compact import compact, compact_sorted
from runsnap._shape import Items, Leaf, Of, RecordShape, TypeShape, Values

Layout: TypeAlias = Literal["sorted", "declared"]

_SIGNED_EXPONENT = 1e16
_AS_THEY_ARE = {str, int, bool, type(None)}
"""Most values: they have no order and one text."""


def encode(plain: Any, *, usual_floats: bool, sort: bool = False, indent: bool = False) -> bytes:
    """JSON text in UTF-8.

    ``sort`` orders every object's members by code point. ``indent`` lays out by
    two spaces and ends with a line feed; otherwise the text is compact.
    """
    written = plain if usual_floats else _with_written_floats(plain)
    data = compact_sorted(written) if sort else compact(written)
    return lay_out(data) if indent else data


def lay_out(compact: bytes) -> bytes:
    """The same text, indented by two spaces and ended by a line feed."""
    return msgspec.json.format(compact, indent=2) + b"\n"


def on_one_line(data: bytes) -> bytes:
    """The same text without line feeds, however it is laid out."""
    return msgspec.json.format(data, indent=-1) if b"\n" in data else data


def in_declared_order(plain: Any, type_: TypeShape, shapes: dict[str, RecordShape]) -> Any:
    """A copy whose maps and free values are sorted; the members of records keep their order."""
    match type_:
        case Of(name) if plain is not None:
            members = shapes[name].members
            return {
                wire: value
                if type(value) in _AS_THEY_ARE
                else in_declared_order(value, members[wire].type if wire in members else Leaf("any"), shapes)
                for wire, value in plain.items()
            }
        case Items(item) if plain is not None:
            return [in_declared_order(value, item, shapes) for value in plain]
        case Values(item) if plain is not None:
            return {name: in_declared_order(plain[name], item, shapes) for name in sorted(plain)}
        case _ if isinstance(plain, (dict, list)):
            return msgspec.Raw(compact_sorted(_with_written_floats(plain)))
        case _:
            return _with_written_floats(plain)


def _with_written_floats(value: Any) -> Any:
    """A copy in which large floats are texts of their own: ``1e+16``, not ``1e16``."""
    if type(value) is float:
        usual = -_SIGNED_EXPONENT < value < _SIGNED_EXPONENT
        return value if usual else msgspec.Raw(repr(value).encode())
    if type(value) is dict:
        return {name: _with_written_floats(item) for name, item in value.items()}
    if type(value) is list:
        return [_with_written_floats(item) for item in value]
    return value
