"""Avro's rules of schema resolution: which type reads which."""

from __future__ import annotations

from runsnap.evolution.avro._schema import Array, Enum, Fixed, Map, Node, Record, Union, local_name

PROMOTIONS = {
    "int": ("long", "float", "double"),
    "long": ("float", "double"),
    "float": ("double",),
    "string": ("bytes",),
    "bytes": ("string",),
}
"""What a type can be read as besides itself."""


def names_match(writer: Node, reader: Node) -> bool:
    """Whether named types match: by the name without its namespace, or by an alias of the reader."""
    if not isinstance(writer, Record | Enum | Fixed) or not isinstance(reader, Record | Enum | Fixed):
        return False
    if local_name(writer.name) == local_name(reader.name):
        return True
    namespace = reader.name.rpartition(".")[0]
    aliases = {alias if "." in alias or not namespace else f"{namespace}.{alias}" for alias in reader.aliases}
    return writer.name in aliases


def matches(writer: Node, reader: Node) -> bool:
    """Whether the reader's type takes the writer's at all; what lies inside may still break."""
    match writer, reader:
        case (Array(items=written), Array(items=wanted)):
            return _items_match(written, wanted)
        case (Map(values=written), Map(values=wanted)):
            return _items_match(written, wanted)
        case (Fixed(size=size), Fixed(size=wanted_size)):
            return size == wanted_size and names_match(writer, reader)
        case (Record() | Enum(), Record() | Enum()):
            return writer.kind == reader.kind and names_match(writer, reader)
        case (Union(), _) | (_, Union()):
            return True
    return writer.kind == reader.kind or reader.kind in PROMOTIONS.get(writer.kind, ())


def _items_match(written: Node, wanted: Node) -> bool:
    return isinstance(written, Union) or isinstance(wanted, Union) or matches(written, wanted)


def branch_for(writer: Node, reader: Union) -> Node | None:
    """The first branch of the reader that takes the writer's type."""
    return next((branch for branch in reader.branches if matches(writer, branch)), None)
