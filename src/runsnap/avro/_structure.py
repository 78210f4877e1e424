"""Stepping over Avro data: what the generated structure checks call.

Reading beyond the data raises IndexError; everything else that is wrong raises
:class:`BadStructure`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

_LONGEST_VARINT = 10
Skip = Callable[[bytes, int], int]


class BadStructure(ValueError):  # noqa: N818 - becomes MalformedError with the file's name
    """Bytes that are no data of the schema: where, and why."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__(at, reason)
        self.at = at
        self.reason = reason


class Counted(bytes):
    """Data whose items and entries count: they become objects, each many times its bytes."""

    left: int

    def take(self, count: int) -> None:
        """Count so many; TooManyItems beyond what is allowed."""
        self.left -= count
        if self.left < 0:
            raise TooManyItems


class TooManyItems(ValueError):  # noqa: N818 - becomes LimitError
    """More items than are allowed."""


def refuse(at: int, reason: str) -> NoReturn:
    """Say that the data is bad."""
    raise BadStructure(at, reason)


def long_bytes(value: int) -> bytes:
    """A long as a zigzag varint."""
    number = (value << 1) ^ (value >> 63)
    encoded = bytearray()
    while number > 0x7F:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def read_long(data: bytes, at: int) -> tuple[int, int]:
    """A zigzag varint and the place after it."""
    start, shift, number = at, 0, 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            break
        shift += 7
        if at - start == _LONGEST_VARINT:
            refuse(start, "an integer of more than ten bytes")
    if number >> 64:
        refuse(start, "an integer beyond 64 bits")
    return (number >> 1) ^ -(number & 1), at


def skip_long(data: bytes, at: int) -> int:
    """The place after an integer."""
    return read_long(data, at)[1]


def skip_text(data: bytes, at: int) -> int:
    """The place after a text or bytes."""
    size, start = read_long(data, at)
    if size < 0 or size > len(data) - start:
        refuse(at, f"a length of {size} where {len(data) - start} bytes are left")
    return start + size


def skip_array(data: bytes, at: int, item: Skip) -> int:
    """The place after an array."""
    while True:
        count, end, at = _block(data, at)
        if count == 0:
            return at
        for _ in range(count):
            at = item(data, at)
        if end is not None and at != end:
            refuse(at, "a block whose size does not match its items")


def skip_map(data: bytes, at: int, value: Skip) -> int:
    """The place after a map."""
    seen: set[bytes] = set()
    while True:
        count, end, at = _block(data, at)
        if count == 0:
            return at
        for _ in range(count):
            start, (size, first) = at, read_long(data, at)
            if size < 0 or size > len(data) - first:
                refuse(start, f"a length of {size} where {len(data) - first} bytes are left")
            at = first + size
            name = data[first:at]
            if name in seen:
                refuse(start, "a name that stands twice in one map")
            seen.add(name)
            at = value(data, at)
        if end is not None and at != end:
            refuse(at, "a block whose size does not match its items")


def _block(data: bytes, at: int) -> tuple[int, int | None, int]:
    """Items in the block that starts here, where it must end if it says so, and its first item."""
    start = at
    count, at = read_long(data, at)
    end = None
    if count < 0:
        count = -count
        size, at = read_long(data, at)
        end = at + size
        if not at <= end <= len(data):
            refuse(start, f"a block of {size} bytes where {len(data) - at} are left")
    if count > len(data) - at:
        refuse(start, f"a block of {count} items where {len(data) - at} bytes are left")
    if type(data) is Counted:
        data.take(count)
    return count, end, at
