"""Data of an Avro schema: the smallest, those at the edges, and their bytes.

A datum holds what is encoded: numbers and bytes of logical types as they are,
and the chosen branch of every union.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from runsnap.avro._structure import long_bytes
from runsnap.evolution.avro._schema import Array, Enum, Fixed, Logical, Map, Node, Primitive, Record, Union

Datum = Any

_LARGEST = 5_000
"""Parts of a smallest datum: a larger one would be no witness for people."""

_EDGES: dict[str, tuple[Datum, ...]] = {
    "null": (None,),
    "boolean": (False, True),
    "int": (0, 1, 2**24 + 1, 2**31 - 1, -(2**31)),
    "long": (0, 1, 2**24 + 1, 2**53 + 1, 2**63 - 1, -(2**63)),
    "float": (0.0, 0.5, struct.unpack("<f", struct.pack("<f", 0.1))[0], 2.0**127),
    "double": (0.0, 0.1, 1e300),
    "bytes": (b"", b"\x01", b"\xff", b"\x7f" * 16),
    "string": ("", "x", "é"),
}  # fmt: skip
_UUID = "00000000-0000-0000-0000-000000000001"


@dataclass(frozen=True, slots=True)
class Branch:
    """A value of one branch of a union."""

    index: int
    value: Datum


class Minimal:
    """The smallest datum of each type that can be reached from a root."""

    def __init__(self, root: Node) -> None:
        self._data: dict[Node, Datum] = {}
        nodes = list(reachable(root))
        self._costs: dict[Node, float] = dict.fromkeys(nodes, math.inf)
        changed = True
        while changed:
            changed = False
            for node in reversed(nodes):
                cost = self._cost(node)
                if cost < self._costs[node]:
                    self._costs[node], changed = cost, True

    def exists(self, node: Node) -> bool:
        """Whether there is a datum of a size that people can look at."""
        return self._costs[node] < _LARGEST

    def parts(self, node: Node) -> int:
        """How many parts the smallest datum has; `exists` must hold."""
        return int(self._costs[node])

    def _cost(self, node: Node) -> float:
        match node:
            case Record(fields=fields):
                return 1 + sum(self._costs[item.type] for item in fields)
            case Union(branches=branches):
                return 1 + min(self._costs[branch] for branch in branches)
        return 1

    def datum(self, node: Node) -> Datum:
        """The datum, made once and never changed; `exists` must hold."""
        if node not in self._data:
            self._data[node] = self._made(node)
        return self._data[node]

    def _made(self, node: Node) -> Datum:
        match node:
            case Record(fields=fields):
                return {item.name: self.datum(item.type) for item in fields}
            case Union(branches=branches):
                index = min(range(len(branches)), key=lambda at: self._costs[branches[at]])
                return Branch(index, self.datum(branches[index]))
            case Array():
                return []
            case Map():
                return {}
        return edges(node)[0]


def reachable(root: Node) -> Iterator[Node]:
    """Every type below the root, each once, the root first."""
    seen: set[Node] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            yield node
            waiting += parts(node)


def parts(node: Node) -> list[Node]:
    """The types that a type is made of."""
    match node:
        case Record(fields=fields):
            return [item.type for item in fields]
        case Union(branches=branches):
            return list(branches)
        case Array(items=items):
            return [items]
        case Map(values=values):
            return [values]
    return []


def edges(node: Node) -> tuple[Datum, ...]:
    """Values of a type without parts at which readers go wrong, the simplest first."""
    match node:
        case Enum(symbols=symbols):
            return symbols
        case Fixed(logical=Logical(name="decimal")):
            return _decimals(node)
        case Fixed(size=size):
            return (bytes(size), bytes(size - 1) + b"\x01", b"\x7f" * size) if size else (b"",)
        case Primitive(kind=kind, logical=logical):
            if logical is not None and logical.name == "uuid":
                return (_UUID,)
            return _decimals(node) or _EDGES[kind]
    return ()


def _decimals(node: Primitive | Fixed) -> tuple[bytes, ...]:
    """The unscaled values 0, 1, -1 and the largest that has no more digits than it may; none for other types."""
    logical = node.logical
    if logical is None or logical.name != "decimal" or logical.precision is None:
        return ()
    largest = 10**logical.precision - 1
    if isinstance(node, Fixed):
        largest = min(largest, 2 ** (8 * node.size - 1) - 1)
        return tuple(number.to_bytes(node.size, "big", signed=True) for number in (0, 1, -1, largest))
    return tuple(
        number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True) for number in (0, 1, -1, largest)
    )


def encode(node: Node, datum: Datum) -> bytes:
    """The bytes of a datum."""
    match node:
        case Record(fields=fields):
            return b"".join(encode(item.type, datum[item.name]) for item in fields)
        case Union(branches=branches):
            return long_bytes(datum.index) + encode(branches[datum.index], datum.value)
        case Array(items=items):
            blocks = b"".join(encode(items, item) for item in datum)
            return long_bytes(len(datum)) + blocks + b"\x00" if datum else b"\x00"
        case Map(values=values):
            blocks = b"".join(_text(name) + encode(values, value) for name, value in datum.items())
            return long_bytes(len(datum)) + blocks + b"\x00" if datum else b"\x00"
        case Enum(symbols=symbols):
            return long_bytes(symbols.index(datum))
        case Fixed():
            return bytes(datum)
    return _primitive(node.kind, datum)


def _primitive(kind: str, datum: Datum) -> bytes:
    match kind:
        case "null":
            return b""
        case "boolean":
            return b"\x01" if datum else b"\x00"
        case "int" | "long":
            return long_bytes(datum)
        case "float":
            return struct.pack("<f", datum)
        case "double":
            return struct.pack("<d", datum)
        case "bytes":
            return long_bytes(len(datum)) + bytes(datum)
    return _text(datum)


def _text(text: str) -> bytes:
    data = text.encode()
    return long_bytes(len(data)) + data


def plain(datum: Datum) -> Any:
    """The datum as a JSON value: bytes as text with one character a byte, unions by their value."""
    match datum:
        case Branch(value=value):
            return plain(value)
        case dict():
            return {name: plain(value) for name, value in datum.items()}
        case list():
            return [plain(item) for item in datum]
        case bytes():
            return datum.decode("latin-1")
    return datum
